/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-states.h"

struct _SlRecordStates
{
  const SlRecordContext *context;
  const SlRecordStrand *strand;
  gsize size;
  guint64 n_blocks;
  GMutex lock;
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
  self->known = g_byte_array_new ();
  g_byte_array_set_size (self->known, self->size);
  memset (self->known->data, 0, self->size);
  return self;
}

void
sl_record_states_free (SlRecordStates *self)
{
  g_mutex_clear (&self->lock);
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
  g_autofree gpointer summary = g_malloc (self->size);
  gpointer state;

  g_mutex_lock (&self->lock);
  while (count_known (self) <= block)
    {
      summarize (self, count_known (self) - 1, summary);
      append_after (self, summary);
    }
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
  if (count_known (self) == block && block < self->n_blocks)
    g_byte_array_append (self->known, state, self->size);
  g_mutex_unlock (&self->lock);
}

typedef struct
{
  SlRecordStates *states;
  GCancellable *cancellable;
  guint8 *summaries; /* of all blocks */
  guint64 begin;
  guint64 end;
} Share;

static gpointer
summarize_share (gpointer data)
{
  Share *share = data;

  for (guint64 block = share->begin; block < share->end; block++)
    {
      if (g_cancellable_is_cancelled (share->cancellable))
        break;
      summarize (share->states, block, share->summaries + block * share->states->size);
    }

  return NULL;
}

/**
 * sl_record_states_learn_all:
 * @n_threads: above zero
 *
 * Learns the states of all blocks on several cores, the calling thread's among them, so that blocks can then be read in any order
 * at no cost.
 *
 * Returns: %FALSE where it was cancelled; what was known before is still known
 */
gboolean
sl_record_states_learn_all (SlRecordStates *self,
                            guint n_threads,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autofree guint8 *summaries = g_malloc0_n (self->n_blocks, self->size);
  g_autofree Share *shares = g_new (Share, n_threads);
  g_autofree GThread **threads = g_new0 (GThread *, n_threads);

  for (guint i = 0; i < n_threads; i++)
    {
      shares[i] = (Share) { self, cancellable, summaries, self->n_blocks * i / n_threads,
                            self->n_blocks * (i + 1) / n_threads };
      if (i > 0)
        threads[i] = g_thread_new ("sl-states", summarize_share, &shares[i]);
    }
  summarize_share (&shares[0]);
  for (guint i = 1; i < n_threads; i++)
    g_thread_join (threads[i]);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  g_mutex_lock (&self->lock);
  while (count_known (self) < self->n_blocks)
    append_after (self, summaries + (count_known (self) - 1) * self->size);
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/**
 * sl_record_states_is_known:
 *
 * Returns: whether blocks can be read in any order at no cost
 */
gboolean
sl_record_states_is_known (SlRecordStates *self)
{
  gboolean known;

  g_mutex_lock (&self->lock);
  known = count_known (self) >= self->n_blocks;
  g_mutex_unlock (&self->lock);

  return known;
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
