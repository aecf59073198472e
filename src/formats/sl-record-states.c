/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-states.h"

/* Blocks that are summarized at a time while other threads go on: as many as one of them reads. */
#define BATCH 16

struct _SlRecordStates
{
  const SlRecordContext *context;
  const SlRecordStrand *strand;
  gsize size;
  guint64 n_blocks;
  GMutex lock; /* of what follows */
  GCond changed;
  gboolean busy;     /* a thread goes on from the last state that is known */
  GByteArray *known; /* states at the start of blocks 0, 1, …; at least that of block 0 */
};

/**
 * sl_record_states_new:
 * @context: must outlive it, as must @strand
 *
 * Returns: (transfer full): the running state at the start of the blocks of @strand, none of
 *   them known yet
 */
SlRecordStates *
sl_record_states_new (const SlRecordContext *context, const SlRecordStrand *strand)
{
  SlRecordStates *self = g_new0 (SlRecordStates, 1);

  self->context = context;
  self->strand = strand;
  self->size = context->format->state_size;
  self->n_blocks = (strand->n_records + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->known = g_byte_array_new ();
  g_byte_array_set_size (self->known, self->size);
  memset (self->known->data, 0, self->size);
  return self;
}

void
sl_record_states_free (SlRecordStates *self)
{
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_byte_array_unref (self->known);
  g_free (self);
}

static void
summarize (SlRecordStates *self, guint64 block, gpointer summary)
{
  guint64 first = block * SL_BLOCK_EVENTS;

  sl_record_strand_summarize (self->strand, self->context, first,
                              MIN (SL_BLOCK_EVENTS, self->strand->n_records - first), summary);
}

static guint64
count_known (SlRecordStates *self)
{
  return self->known->len / self->size;
}

/* Adds the state after the last block whose state is known. */
static void
append_after (SlRecordStates *self, gconstpointer summary)
{
  gsize end = self->known->len;

  g_byte_array_set_size (self->known, end + self->size);
  memcpy (self->known->data + end, self->known->data + end - self->size, self->size);
  self->context->format->combine (self->context->user_data, self->known->data + end, summary);
}

/* Learns the state at the start of @block. Records are summarized without the lock, which is held
 * before and after, so that what is known already can be had meanwhile. */
static void
know (SlRecordStates *self, guint64 block)
{
  while (count_known (self) <= block)
    {
      g_autofree guint8 *summaries = NULL;
      guint64 first = count_known (self) - 1;
      guint n = (guint) MIN (block - first, BATCH);

      if (self->busy)
        {
          g_cond_wait (&self->changed, &self->lock);
          continue;
        }

      self->busy = TRUE;
      g_mutex_unlock (&self->lock);
      summaries = g_malloc_n (n, self->size);
      for (guint i = 0; i < n; i++)
        summarize (self, first + i, summaries + i * self->size);

      g_mutex_lock (&self->lock);
      for (guint i = 0; i < n; i++)
        append_after (self, summaries + i * self->size);
      self->busy = FALSE;
      g_cond_broadcast (&self->changed);
    }
}

/**
 * sl_record_states_dup:
 * @block: below the number of blocks
 *
 * Where the states of blocks before are unknown, their records are summarized first. Safe from any
 * thread.
 *
 * Returns: (transfer full): the state at the start of @block; free with g_free()
 */
gpointer
sl_record_states_dup (SlRecordStates *self, guint64 block)
{
  gpointer state;

  g_mutex_lock (&self->lock);
  know (self, block);
  state = g_memdup2 (self->known->data + block * self->size, self->size);
  g_mutex_unlock (&self->lock);

  return state;
}

/**
 * sl_record_states_learn:
 * @state: at the start of @block, as decoding the block before it left it
 */
void
sl_record_states_learn (SlRecordStates *self, guint64 block, gconstpointer state)
{
  g_mutex_lock (&self->lock);
  if (!self->busy && count_known (self) == block && block < self->n_blocks)
    g_byte_array_append (self->known, state, self->size);
  g_mutex_unlock (&self->lock);
}

/**
 * sl_record_states_get_last:
 * @state: (out caller-allocates): the state after the last record
 */
void
sl_record_states_get_last (SlRecordStates *self, gpointer state)
{
  g_autofree gpointer before = NULL;
  g_autofree gpointer summary = g_malloc (self->size);

  memset (state, 0, self->size);
  if (self->n_blocks == 0)
    return;

  before = sl_record_states_dup (self, self->n_blocks - 1);
  memcpy (state, before, self->size);
  summarize (self, self->n_blocks - 1, summary);
  self->context->format->combine (self->context->user_data, state, summary);
}
