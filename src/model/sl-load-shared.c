/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The loading pass on all cores: threads decode ranges of blocks and sum each block up while it is
 * in their caches; the calling thread puts the sums in order. */

#include "sl-error.h"
#include "sl-load-private.h"
#include "sl-work-order.h"

/* Ranges that may be under way or wait to be taken. */
#define RANGES_A_THREAD 4

#define MAX_THREADS 16

/* A block, when its events are not needed any more. */
typedef struct
{
  SlZone zone;
  guint n_kinds;
  guint n_bins;
  guint shift;
  SlKindCount *kinds;
  SlBinCount *bins;
  gpointer *sums; /* by run */
} Sum;

typedef struct
{
  Sum blocks[SL_LOAD_RANGE];
  guint n_blocks;
  gboolean last; /* the source ends here */
} Range;

typedef struct
{
  SlLoadPass *pass;
  SlSource *source;
  SlWorkOrder *order;
  guint64 first_block; /* the first that is left for the threads */
  SlTime begin;
} Share;

typedef struct
{
  SlEvent events[SL_BLOCK_EVENTS];
  SlKindCount kinds[SL_BLOCK_EVENTS];
  SlBinCount bins[SL_BLOCK_EVENTS];
  guint32 counts[G_MAXUINT16 + 1];
} Scratch;

static void
sum_up (SlLoadPass *pass, Scratch *scratch, gsize n_events, SlTime begin, guint shift, Sum *sum)
{
  sl_zone_add (&sum->zone, scratch->events, n_events);
  sum->shift = shift;
  sum->n_kinds = sl_kind_counts_take (scratch->counts, scratch->events, n_events, scratch->kinds);
  sum->n_bins = sl_bin_counts_take (begin, shift, scratch->events, n_events, scratch->bins);
  sum->kinds = g_memdup2 (scratch->kinds, sum->n_kinds * sizeof (SlKindCount));
  sum->bins = g_memdup2 (scratch->bins, sum->n_bins * sizeof (SlBinCount));
  sum->sums = g_new (gpointer, pass->runs->len + 1);
  for (guint i = 0; i < pass->runs->len; i++)
    {
      const SlLoadRun *run = &g_array_index (pass->runs, SlLoadRun, i);

      sum->sums[i] = run->analysis->sum (run->state, scratch->events, n_events);
    }
}

static void
clear_sum (Sum *self)
{
  g_free (self->kinds);
  g_free (self->bins);
  g_free (self->sums);
}

static void
drop_sum (SlLoadPass *pass, Sum *self)
{
  for (guint i = 0; self->zone.count > 0 && i < pass->runs->len; i++)
    g_array_index (pass->runs, SlLoadRun, i).analysis->free_sum (self->sums[i]);
  clear_sum (self);
}

static void
take_sum (SlLoadPass *pass, Sum *self)
{
  if (self->zone.count == 0)
    return;

  self->zone.first = pass->n_events;
  sl_trace_builder_add_sums (pass->builder, &self->zone, self->kinds, self->n_kinds, self->bins,
                             self->n_bins, self->shift);
  for (guint i = 0; i < pass->runs->len; i++)
    {
      const SlLoadRun *run = &g_array_index (pass->runs, SlLoadRun, i);

      run->analysis->add (run->state, self->sums[i]);
    }
  pass->n_events += self->zone.count;
  pass->end = sl_time_add (self->zone.time_max, 1);
  clear_sum (self);
}

/* How wide the bins are at least once a block is taken that begins at @time: the builder's own
 * width is not for these threads to look at, but any that it has passed will do. */
static guint
get_least_shift (const Share *share, SlTime time)
{
  guint shift = 0;

  while (((guint64) time - (guint64) share->begin) >> shift >= SL_TRACE_BINS)
    shift++;

  return shift;
}

static Range *
read_range (Share *share, Scratch *scratch, guint64 number)
{
  guint64 block = MAX (number * SL_LOAD_RANGE, share->first_block);
  Range *range = g_new0 (Range, 1);

  for (; block < (number + 1) * SL_LOAD_RANGE && !range->last; block++, range->n_blocks++)
    {
      gssize n_events = sl_source_read_block (share->source, block, scratch->events);
      Sum *sum = &range->blocks[range->n_blocks];

      sl_zone_init (&sum->zone, 0, block);
      range->last = n_events < 0;
      if (n_events > 0)
        sum_up (share->pass, scratch, n_events, share->begin,
                get_least_shift (share, scratch->events[0].time), sum);
    }

  return range;
}

static gpointer
work (gpointer data)
{
  Share *share = data;
  Scratch *scratch = g_new0 (Scratch, 1);
  uint64_t piece;

  while (sl_work_order_begin (share->order, &piece))
    {
      Range *range = read_range (share, scratch, share->first_block / SL_LOAD_RANGE + piece);

      if (range->last)
        sl_work_order_stop (share->order);
      sl_work_order_end (share->order, piece, range);
    }

  g_free (scratch);
  return NULL;
}

/* Reads blocks up to the first one with events, which says where the trace's time begins. */
static gboolean
read_first (Share *share)
{
  Scratch *scratch = g_new0 (Scratch, 1);
  gssize n_events;

  while ((n_events = sl_source_read_block (share->source, share->first_block, scratch->events)) ==
         0)
    share->first_block++;

  if (n_events > 0)
    {
      Sum sum = { .n_kinds = 0 };

      share->begin = scratch->events[0].time;
      sl_zone_init (&sum.zone, 0, share->first_block++);
      sum_up (share->pass, scratch, n_events, share->begin, 0, &sum);
      take_sum (share->pass, &sum);
    }

  g_free (scratch);
  return n_events > 0;
}

/* Takes ranges in order; what comes after a cancel or the end is dropped. */
static gboolean
take_ranges (Share *share, GCancellable *cancellable, GError **error)
{
  gboolean cancelled = FALSE;
  guint64 block = share->first_block;
  gboolean done = FALSE;
  gpointer result;

  while (sl_work_order_take (share->order, &result))
    {
      Range *range = result;

      for (guint i = 0; i < range->n_blocks; i++, block++)
        {
          if (done || cancelled)
            drop_sum (share->pass, &range->blocks[i]);
          else
            take_sum (share->pass, &range->blocks[i]);
        }
      done = done || range->last;
      g_free (range);

      if (!cancelled && g_cancellable_set_error_if_cancelled (cancellable, error))
        cancelled = TRUE;
      if (cancelled)
        sl_work_order_stop (share->order);
      else if (!done)
        sl_load_pass_publish (share->pass, block);
    }

  return !cancelled;
}

/**
 * sl_load_pass_can_share:
 *
 * Returns: whether source and analyses let the pass run on several threads
 */
gboolean
sl_load_pass_can_share (SlLoadPass *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      if (g_array_index (self->runs, SlLoadRun, i).analysis->sum == NULL)
        return FALSE;
    }

  return self->runs->len > 0 &&
         sl_source_can_share_pass (sl_trace_builder_get_source (self->builder));
}

/**
 * sl_load_pass_share:
 *
 * Runs the pass on all cores. Blocks.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
sl_load_pass_share (SlLoadPass *self, GCancellable *cancellable, GError **error)
{
  guint n_threads = MIN (g_get_num_processors (), MAX_THREADS);
  Share share = { .pass = self, .source = sl_trace_builder_get_source (self->builder) };
  GThread *threads[MAX_THREADS];
  gboolean whole;

  if (!read_first (&share))
    return !g_cancellable_set_error_if_cancelled (cancellable, error);

  share.order = sl_work_order_new (n_threads * RANGES_A_THREAD);
  if (share.order == NULL)
    g_error ("No memory for %u ranges of blocks", n_threads * RANGES_A_THREAD);

  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("sl-load", work, &share);
  whole = take_ranges (&share, cancellable, error);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  sl_work_order_free (share.order);

  return whole;
}
