/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-block-recorder.h"

/* What may wait for the disk. */
#define MAX_WAITING (64 * 1024 * 1024)

/* Blocks that are written together; what is left over after a fault is tried one by one. */
typedef struct
{
  GByteArray *bytes;
  GArray *ends; /* of guint32: where in @bytes each block ends */
} Batch;

struct _SlBlockRecorder
{
  SlFileWriter *writer;
  char *path;
  GThread *thread; /* NULL once it has ended */

  GMutex lock; /* for what stands below */
  GCond wake;
  GQueue batches; /* of Batch */
  gsize n_waiting;
  gboolean is_ending;
  gboolean has_failed;
  GError *error; /* why it failed */

  guint64 n_bytes;  /* whole blocks in the file; of the thread, while it runs */
  guint64 n_blocks; /* likewise */
};

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_byte_array_unref (batch->bytes);
  g_array_unref (batch->ends);
  g_free (batch);
}

static gboolean
write_out (SlBlockRecorder *self, const guint8 *bytes, gsize size, guint n_blocks, GError **error)
{
  if (!sl_file_writer_write (self->writer, bytes, size, error) ||
      !sl_file_writer_flush (self->writer, error))
    return FALSE;

  self->n_bytes += size;
  self->n_blocks += n_blocks;
  return TRUE;
}

/* The blocks that still have room, before the one that has none. */
static void
rescue (SlBlockRecorder *self, const Batch *batch)
{
  guint32 begin = 0;

  for (guint i = 0; i < batch->ends->len; i++)
    {
      guint32 end = g_array_index (batch->ends, guint32, i);

      if (!sl_file_writer_cut (self->writer, self->n_bytes, NULL) ||
          !write_out (self, batch->bytes->data + begin, end - begin, 1, NULL))
        break;
      begin = end;
    }
  sl_file_writer_cut (self->writer, self->n_bytes, NULL);
}

static void
write_batch (SlBlockRecorder *self, Batch *batch)
{
  g_autoptr (GError) error = NULL;
  gboolean has_failed;

  g_mutex_lock (&self->lock);
  has_failed = self->has_failed;
  g_mutex_unlock (&self->lock);

  /* What comes after a block that is missing would not be where it belongs. */
  if (!has_failed &&
      !write_out (self, batch->bytes->data, batch->bytes->len, batch->ends->len, &error))
    {
      rescue (self, batch);
      g_mutex_lock (&self->lock);
      self->has_failed = TRUE;
      self->error = g_steal_pointer (&error);
      g_mutex_unlock (&self->lock);
    }
}

static gpointer
thread_cb (gpointer data)
{
  SlBlockRecorder *self = data;

  g_mutex_lock (&self->lock);
  for (;;)
    {
      Batch *batch = g_queue_pop_head (&self->batches);

      if (batch == NULL && self->is_ending)
        break;
      if (batch == NULL)
        {
          g_cond_wait (&self->wake, &self->lock);
          continue;
        }

      g_mutex_unlock (&self->lock);
      write_batch (self, batch);
      g_mutex_lock (&self->lock);
      self->n_waiting -= batch->bytes->len;
      batch_free (batch);
    }
  g_mutex_unlock (&self->lock);

  return NULL;
}

/**
 * sl_block_recorder_new:
 * @file: what is written, once sl_block_recorder_save() is called
 * @inputs: (nullable): files that it must not be
 *
 * Returns: (transfer full) (nullable): %NULL with @error of %G_IO_ERROR
 */
SlBlockRecorder *
sl_block_recorder_new (GFile *file, const SlFileSet *inputs, GError **error)
{
  SlFileWriter *writer = sl_file_writer_new (file, inputs, error);
  SlBlockRecorder *self;

  if (writer == NULL)
    return NULL;

  self = g_new0 (SlBlockRecorder, 1);
  self->writer = writer;
  self->path = sl_file_writer_dup_path (writer);
  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  g_queue_init (&self->batches);
  self->thread = g_thread_new ("recorder", thread_cb, self);
  return self;
}

static void
join (SlBlockRecorder *self)
{
  if (self->thread == NULL)
    return;

  g_mutex_lock (&self->lock);
  self->is_ending = TRUE;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);
  g_thread_join (g_steal_pointer (&self->thread));
}

/**
 * sl_block_recorder_free:
 *
 * Without sl_block_recorder_save() before, nothing of it is left.
 */
void
sl_block_recorder_free (SlBlockRecorder *self)
{
  join (self);
  g_queue_clear_full (&self->batches, batch_free);
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->wake);
  sl_file_writer_free (self->writer);
  g_free (self->path);
  g_free (self);
}

/**
 * sl_block_recorder_dup_path:
 *
 * Returns: (transfer full) (nullable): where this process can read the blocks that were written, before they
 *   are saved; %NULL where they go to a pipe
 */
char *
sl_block_recorder_dup_path (const SlBlockRecorder *self)
{
  return g_strdup (self->path);
}

/**
 * sl_block_recorder_add:
 * @blocks: (transfer full): the next ones
 * @ends: (transfer full) (element-type guint32): where each of them ends
 *
 * Returns: %FALSE once blocks could not be written
 */
gboolean
sl_block_recorder_add (SlBlockRecorder *self, GByteArray *blocks, GArray *ends)
{
  Batch *batch = g_new (Batch, 1);
  gboolean has_failed;

  *batch = (Batch) { blocks, ends };
  g_mutex_lock (&self->lock);
  self->n_waiting += blocks->len;
  g_queue_push_tail (&self->batches, batch);
  has_failed = self->has_failed;
  g_cond_signal (&self->wake);
  g_mutex_unlock (&self->lock);

  return !has_failed;
}

/**
 * sl_block_recorder_is_full:
 *
 * Returns: whether the disk is so slow that no more should be added for now
 */
gboolean
sl_block_recorder_is_full (SlBlockRecorder *self)
{
  gboolean is_full;

  g_mutex_lock (&self->lock);
  is_full = self->n_waiting >= MAX_WAITING;
  g_mutex_unlock (&self->lock);

  return is_full;
}

/**
 * sl_block_recorder_end:
 * @error: why not all blocks were written
 *
 * Waits until all is written.
 *
 * Returns: how many blocks are in the file
 */
guint64
sl_block_recorder_end (SlBlockRecorder *self, GError **error)
{
  join (self);
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));

  return self->n_blocks;
}

/**
 * sl_block_recorder_save:
 *
 * Gives the file its name, after sl_block_recorder_end().
 *
 * Returns: %FALSE with @error of %G_IO_ERROR
 */
gboolean
sl_block_recorder_save (SlBlockRecorder *self, GError **error)
{
  g_return_val_if_fail (self->thread == NULL, FALSE);

  return sl_file_writer_finish (self->writer, error);
}
