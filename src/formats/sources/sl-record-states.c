/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-states.h"

/* Blocks that are summarized at a time while other threads go on: as many as one of them reads. */
#define BATCH 16

/* Blocks that follow each other and are summarized by one thread, or will be. */
typedef struct
{
  guint64 block; /* the first one */
  guint n_blocks;
  guint8 *summaries; /* NULL while they are under way */
} BlockRange;

struct _SlRecordStates
{
  const SlRecordContext *context;
  const SlRecordRunList *run_list;
  gsize size;
  guint64 n_blocks;
  GMutex lock; /* of what follows */
  GCond changed;
  GByteArray *known; /* states at the start of blocks 0, 1, …; at least that of block 0 */
  GArray *ranges;    /* of Range, in no order: blocks that no state is known behind yet */
};

static void
range_clear (gpointer data)
{
  BlockRange *range = data;

  g_free (range->summaries);
}

/**
 * sl_record_states_new:
 * @context: must outlive it, as must @run_list
 *
 * Returns: (transfer full): the running state at the start of the blocks of @run_list, none of
 *   them known yet
 */
SlRecordStates *
sl_record_states_new (const SlRecordContext *context, const SlRecordRunList *run_list)
{
  SlRecordStates *self = g_new0 (SlRecordStates, 1);

  self->context = context;
  self->run_list = run_list;
  self->size = context->format->state_size;
  self->n_blocks = (run_list->n_records + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->known = g_byte_array_new ();
  g_byte_array_set_size (self->known, self->size);
  memset (self->known->data, 0, self->size);
  self->ranges = g_array_new (FALSE, FALSE, sizeof (BlockRange));
  g_array_set_clear_func (self->ranges, range_clear);
  return self;
}

void
sl_record_states_free (SlRecordStates *self)
{
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_byte_array_unref (self->known);
  g_array_unref (self->ranges);
  g_free (self);
}

static void
summarize (SlRecordStates *self, guint64 block, gpointer summary)
{
  guint64 first = block * SL_BLOCK_EVENTS;

  sl_record_run_list_summarize (self->run_list, self->context, first,
                                MIN (SL_BLOCK_EVENTS, self->run_list->n_records - first), summary);
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

/* The range that @block lies in. */
static BlockRange *
find_range (SlRecordStates *self, guint64 block)
{
  for (guint i = 0; i < self->ranges->len; i++)
    {
      BlockRange *range = &g_array_index (self->ranges, BlockRange, i);

      if (range->block <= block && block - range->block < range->n_blocks)
        return range;
    }

  return NULL;
}

/* Goes on from the last state that is known as far as summaries are there. */
static void
go_on (SlRecordStates *self)
{
  BlockRange *next;

  while ((next = find_range (self, count_known (self) - 1)) != NULL && next->summaries != NULL)
    {
      for (guint64 block = count_known (self) - 1; block - next->block < next->n_blocks; block++)
        append_after (self, next->summaries + (block - next->block) * self->size);
      g_array_remove_index_fast (self->ranges,
                                 (guint) (next - (BlockRange *) (gpointer) self->ranges->data));
    }
  g_cond_broadcast (&self->changed);
}

/* Summarizes a range without the lock, which is held before and after, so that what is known
 * already can be had meanwhile. Blocks that are known or under way are left to whoever has them. */
static void
add_range (SlRecordStates *self, guint64 block, guint n_blocks)
{
  BlockRange range = { block, 0, NULL };
  guint8 *summaries;

  while (range.n_blocks < n_blocks && block + range.n_blocks < self->n_blocks &&
         find_range (self, block + range.n_blocks) == NULL)
    range.n_blocks++;
  if (range.n_blocks == 0)
    return;

  g_array_append_val (self->ranges, range);
  g_mutex_unlock (&self->lock);
  summaries = g_malloc_n (range.n_blocks, self->size);
  for (guint i = 0; i < range.n_blocks; i++)
    summarize (self, block + i, summaries + i * self->size);

  g_mutex_lock (&self->lock);
  find_range (self, block)->summaries = summaries;
  go_on (self);
}

/* Learns the state at the start of @block. */
static void
know (SlRecordStates *self, guint64 block)
{
  while (count_known (self) <= block)
    {
      guint64 last = count_known (self) - 1;

      if (find_range (self, last) != NULL)
        g_cond_wait (&self->changed, &self->lock);
      else
        add_range (self, last, (guint) MIN (block - last, BATCH));
    }
}

/**
 * sl_record_states_prepare:
 * @n_blocks: from @block on, which need not exist
 *
 * Summarizes blocks that the calling thread is about to read, in its own time: others that read
 * blocks before and after do the same, and none waits for another but to learn what these came to.
 */
void
sl_record_states_prepare (SlRecordStates *self, guint64 block, guint n_blocks)
{
  guint64 first;

  g_mutex_lock (&self->lock);
  first = MAX (block, count_known (self) - 1);
  if (first - block < n_blocks)
    add_range (self, first, n_blocks - (guint) (first - block));
  g_mutex_unlock (&self->lock);
}

/**
 * sl_record_states_dup:
 * @block: at most the number of blocks, which stands for the end
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
  if (count_known (self) == block && block < self->n_blocks && find_range (self, block - 1) == NULL)
    {
      g_byte_array_append (self->known, state, self->size);
      go_on (self);
    }
  g_mutex_unlock (&self->lock);
}

/**
 * sl_record_states_get_last:
 * @state: (out caller-allocates): the state after the last record
 */
void
sl_record_states_get_last (SlRecordStates *self, gpointer state)
{
  g_autofree gpointer last = sl_record_states_dup (self, self->n_blocks);

  memcpy (state, last, self->size);
}
