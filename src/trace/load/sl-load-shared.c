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
} Sum;

typedef struct
{
  Sum blocks[SL_LOAD_RANGE];
  gpointer *sums; /* by run, of all blocks */
  guint n_blocks;
  gboolean last; /* the source ends here */
} Range;

typedef struct
{
  SlLoadPass *pass;
  SlSource *source;
  SlWorkOrder *order;
  guint64 first_block; /* with events, which are at hand: a block is read once */
  SlEvent *first_events;
  gsize n_first_events;
  SlTime begin;
  gboolean by_columns; /* whether all analyses can sum columns up */
} Share;

/* What a thread has to itself. */
typedef struct
{
  SlColumns columns;
  SlEvent events[SL_BLOCK_EVENTS];
  SlKindCount kinds[SL_BLOCK_EVENTS];
  SlBinCount bins[SL_BLOCK_EVENTS];
  guint32 counts[G_MAXUINT16 + 1];
} Scratch;

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

static void
keep_counts (Sum *sum, const Scratch *scratch)
{
  sum->kinds = g_memdup2 (scratch->kinds, sum->n_kinds * sizeof (SlKindCount));
  sum->bins = g_memdup2 (scratch->bins, sum->n_bins * sizeof (SlBinCount));
}

static void
sum_up_events (Share *share,
               Scratch *scratch,
               const SlEvent *events,
               gsize n_events,
               gpointer *sums,
               Sum *sum)
{
  GArray *runs = share->pass->runs;

  sum->shift = get_least_shift (share, events[0].time);
  sl_zone_add (&sum->zone, events, n_events);
  sum->n_kinds = sl_kind_counts_take (scratch->counts, events, n_events, scratch->kinds);
  sum->n_bins = sl_bin_counts_take (share->begin, sum->shift, events, n_events, scratch->bins);
  keep_counts (sum, scratch);
  for (guint i = 0; i < runs->len; i++)
    g_array_index (runs, SlLoadRun, i).analysis->sum_events (sums[i], events, n_events);
}

static void
sum_up_columns (Share *share, Scratch *scratch, gpointer *sums, Sum *sum)
{
  const SlColumns *columns = &scratch->columns;
  GArray *runs = share->pass->runs;

  sum->shift = get_least_shift (share, columns->begin);
  sl_columns_add_to_zone (columns, &sum->zone);
  sum->n_kinds = sl_kind_counts_take_columns (scratch->counts, columns, scratch->kinds);
  sum->n_bins = sl_bin_counts_take_columns (share->begin, sum->shift, columns, scratch->bins);
  keep_counts (sum, scratch);
  for (guint i = 0; i < runs->len; i++)
    g_array_index (runs, SlLoadRun, i).analysis->sum_columns (sums[i], columns);
}

static void
free_range (Range *self)
{
  for (guint i = 0; i < self->n_blocks; i++)
    {
      g_free (self->blocks[i].kinds);
      g_free (self->blocks[i].bins);
    }
  g_free (self->sums);
  g_free (self);
}

static void
drop_range (SlLoadPass *pass, Range *self)
{
  for (guint i = 0; i < pass->runs->len; i++)
    g_array_index (pass->runs, SlLoadRun, i).analysis->free_sum (self->sums[i]);
  free_range (self);
}

static void
take_sum (SlLoadPass *pass, Sum *self)
{
  if (self->zone.count == 0)
    return;

  self->zone.first = pass->n_events;
  sl_trace_builder_add_sums (pass->builder, &self->zone, self->kinds, self->n_kinds, self->bins,
                             self->n_bins, self->shift);
  pass->n_events += self->zone.count;
  pass->end = sl_time_add (self->zone.time_max, 1);
}

static void
take_range (SlLoadPass *pass, Range *self)
{
  for (guint i = 0; i < self->n_blocks; i++)
    take_sum (pass, &self->blocks[i]);
  for (guint i = 0; i < pass->runs->len; i++)
    {
      const SlLoadRun *run = &g_array_index (pass->runs, SlLoadRun, i);

      run->analysis->add (run->state, self->sums[i]);
    }
  free_range (self);
}

/* Returns: %FALSE where the source has no such block. */
static gboolean
read_sum (Share *share, Scratch *scratch, guint64 block, gpointer *sums, Sum *sum)
{
  gssize n_events;

  sl_zone_init (&sum->zone, 0, block);
  if (block == share->first_block)
    {
      sum_up_events (share, scratch, share->first_events, share->n_first_events, sums, sum);
      return TRUE;
    }

  if (share->by_columns && sl_source_read_columns (share->source, block, &scratch->columns))
    {
      sum_up_columns (share, scratch, sums, sum);
      return TRUE;
    }

  n_events = sl_source_read_block (share->source, block, scratch->events);
  if (n_events > 0)
    sum_up_events (share, scratch, scratch->events, n_events, sums, sum);

  return n_events >= 0;
}

static Range *
read_range (Share *share, Scratch *scratch, guint64 number)
{
  guint64 block = MAX (number * SL_LOAD_RANGE, share->first_block);
  GArray *runs = share->pass->runs;
  Range *range = g_new0 (Range, 1);

  range->sums = g_new (gpointer, runs->len);
  for (guint i = 0; i < runs->len; i++)
    {
      const SlLoadRun *run = &g_array_index (runs, SlLoadRun, i);

      range->sums[i] = run->analysis->sum_new (run->state);
    }

  sl_source_prepare (share->source, block, (guint) ((number + 1) * SL_LOAD_RANGE - block));
  for (; block < (number + 1) * SL_LOAD_RANGE && !range->last; block++, range->n_blocks++)
    range->last = !read_sum (share, scratch, block, range->sums, &range->blocks[range->n_blocks]);

  for (guint i = 0; i < runs->len; i++)
    g_array_index (runs, SlLoadRun, i).analysis->sum_end (range->sums[i]);
  return range;
}

G_STATIC_ASSERT (SL_LOAD_RANGE <= SL_ANALYSIS_ROW);

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
find_begin (Share *share)
{
  gssize n_events;

  while ((n_events =
              sl_source_read_block (share->source, share->first_block, share->first_events)) == 0)
    share->first_block++;

  if (n_events > 0)
    {
      share->begin = share->first_events[0].time;
      share->n_first_events = (gsize) n_events;
    }

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

      if (!cancelled && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          cancelled = TRUE;
          sl_work_order_stop (share->order);
        }
      if (done || cancelled)
        {
          drop_range (share->pass, range);
          continue;
        }

      done = range->last;
      block += range->n_blocks;
      take_range (share->pass, range);
      if (!done)
        sl_load_pass_publish (share->pass, block);
    }

  return !cancelled && !g_cancellable_set_error_if_cancelled (cancellable, error);
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
      if (g_array_index (self->runs, SlLoadRun, i).analysis->sum_new == NULL)
        return FALSE;
    }

  return self->runs->len > 0 &&
         sl_source_can_share_pass (sl_trace_builder_get_source (self->builder));
}

static gboolean
can_sum_columns (SlLoadPass *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      if (g_array_index (self->runs, SlLoadRun, i).analysis->sum_columns == NULL)
        return FALSE;
    }

  return TRUE;
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
  Share share = {
    .pass = self,
    .source = sl_trace_builder_get_source (self->builder),
    .by_columns = can_sum_columns (self),
  };
  g_autofree SlEvent *first_events = g_new (SlEvent, SL_BLOCK_EVENTS);
  GThread *threads[MAX_THREADS];
  gboolean whole;

  share.first_events = first_events;
  if (!find_begin (&share))
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
