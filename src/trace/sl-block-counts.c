/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the builder wants to know of each block: how often each kind occurs, and in which bins of
 * time its events lie. Neither needs an order of blocks, so the threads that decode do it. */

#include "sl-trace-private.h"

#include "sl-lower-bound.h"

/* The first event after @from that is not in its bin, since
 * times grow, most are jumped over. */
static gsize
find_bin_end (SlTime first, guint shift, const SlEvent *events, gsize n_events, gsize from)
{
  guint64 bin = sl_bin_of (first, shift, events[from].time);
  gsize low = from + 1;
  gsize step = 1;

  while (from + step < n_events && sl_bin_of (first, shift, events[from + step].time) == bin)
    {
      low = from + step + 1;
      step *= 2;
    }

  return sl_lower_bound (low, MIN (from + step, n_events), i,
                         sl_bin_of (first, shift, events[i].time) == bin);
}

/**
 * sl_bin_counts_take:
 * @first: time of the trace's first event
 * @shift: a bin has 1 << @shift ticks
 * @bins: (out caller-allocates): room for @n_events
 *
 * Counts a block's events by bins of time.
 *
 * Returns: how many bins hold events
 */
guint
sl_bin_counts_take (SlTime first,
                    guint shift,
                    const SlEvent *events,
                    gsize n_events,
                    SlBinCount *bins)
{
  guint n_bins = 0;
  gsize next;

  for (gsize i = 0; i < n_events; i = next)
    {
      next = find_bin_end (first, shift, events, n_events, i);
      bins[n_bins++] =
          (SlBinCount) { sl_bin_of (first, shift, events[i].time), (guint32) (next - i) };
    }

  return n_bins;
}

/* The first event after @from that is not in @bin. @time goes along: it is that of @from, then that
 * of the event found, if there is one. Groups that lie in the bin as a whole are jumped over. */
static guint
find_column_bin_end (SlTime first,
                     guint shift,
                     const SlColumns *columns,
                     guint from,
                     guint64 bin,
                     SlTime *time)
{
  guint next = from + 1;

  while (next < columns->n_events)
    {
      SlTime end = columns->before[next / SL_COLUMNS_GROUP + 1];

      if (next % SL_COLUMNS_GROUP == 0 && sl_bin_of (first, shift, end) == bin)
        {
          *time = end;
          next += SL_COLUMNS_GROUP;
          continue;
        }
      *time = (SlTime) ((guint64) *time + columns->steps[next]);
      if (sl_bin_of (first, shift, *time) != bin)
        return next;
      next++;
    }

  return columns->n_events;
}

/**
 * sl_bin_counts_take_columns:
 *
 * Does what sl_bin_counts_take() does with @columns, which are counted.
 *
 * Returns: how many bins hold events
 */
guint
sl_bin_counts_take_columns (SlTime first, guint shift, const SlColumns *columns, SlBinCount *bins)
{
  SlTime time = columns->begin;
  guint n_bins = 0;
  guint next;

  for (guint i = 0; i < columns->n_events; i = next)
    {
      guint64 bin = sl_bin_of (first, shift, time);

      next = find_column_bin_end (first, shift, columns, i, bin, &time);
      bins[n_bins++] = (SlBinCount) { bin, next - i };
    }

  return n_bins;
}

static void
take_out (guint32 *counts, SlKindCount *kinds, guint n_kinds)
{
  for (guint i = 0; i < n_kinds; i++)
    {
      kinds[i].count = counts[kinds[i].kind];
      counts[kinds[i].kind] = 0;
    }
}

/**
 * sl_kind_counts_take:
 * @counts: (inout): room for every kind's number; zeros before and after
 * @events: of one block
 * @kinds: (out caller-allocates): room for @n_events
 *
 * Counts the kinds of a block.
 *
 * Returns: how many kinds occur
 */
guint
sl_kind_counts_take (guint32 *counts, const SlEvent *events, gsize n_events, SlKindCount *kinds)
{
  guint n_kinds = 0;

  for (gsize i = 0; i < n_events; i++)
    {
      guint16 kind = events[i].kind;

      if (counts[kind]++ == 0)
        kinds[n_kinds++].kind = kind;
    }

  take_out (counts, kinds, n_kinds);
  return n_kinds;
}

/**
 * sl_kind_counts_take_columns:
 *
 * Does what sl_kind_counts_take() does with @columns, which are counted.
 *
 * Returns: how many kinds occur
 */
guint
sl_kind_counts_take_columns (guint32 *counts, const SlColumns *columns, SlKindCount *kinds)
{
  guint n_kinds = 0;

  for (guint i = 0; i < columns->n_pairs; i++)
    {
      const SlColumnsPair *pair = &columns->pairs[i];

      if (counts[pair->kind] == 0)
        kinds[n_kinds++].kind = pair->kind;
      counts[pair->kind] += pair->count;
    }

  take_out (counts, kinds, n_kinds);
  return n_kinds;
}
