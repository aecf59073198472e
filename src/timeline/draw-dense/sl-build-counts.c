/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Counting visible events one by one: where a group of the density is wider than a bar, only the
 * events themselves say in which bar they are. Where few events are visible all are counted, else
 * those of such groups alone. */

#include "sl-build-density-private.h"

#include <string.h>

#include "sl-bus-kinds.h"

#define EIGHTHS 8

struct _SlBuildCounts
{
  SlDensity *density;
  SlDensityQuery query;
  guint n_codes;
  guint64 *counts;          /* by measure (codes, then bytes, then events), then by eighth */
  SlDensityColumn *columns; /* instead of these; by measure, then by column */
};

static gsize
get_row (const SlBuildCounts *self, guint measure)
{
  return measure < self->n_codes ? measure : self->n_codes + (measure == SL_DENSITY_EVENTS);
}

static guint64 *
get_counts (const SlBuildCounts *self, guint measure)
{
  return self->counts + get_row (self, measure) * self->query.n_columns * EIGHTHS;
}

static void
add_events (SlBuildCounts *self, const SlEvent *events, gsize n_events, const guint8 *wanted)
{
  const SlDensityQuery *query = &self->query;
  guint64 *bytes = get_counts (self, SL_DENSITY_BYTES);
  guint64 *all = get_counts (self, SL_DENSITY_EVENTS);
  const SlEvent *last = NULL; /* that the code was looked up for */
  guint code = 0;

  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];
      guint64 offset = (guint64) event->time - (guint64) query->begin;
      guint64 column = offset / (guint64) query->width;
      gsize eighth;

      if (event->time < query->begin || column >= query->n_columns ||
          (wanted != NULL && wanted[i] == 0))
        continue;

      eighth = column * EIGHTHS + (gsize) ((double) (offset % (guint64) query->width) * EIGHTHS /
                                           (double) query->width);
      if (last == NULL || event->kind != last->kind || event->cpu != last->cpu)
        code = sl_density_find_code (self->density, event->kind, event->cpu);
      last = event;
      get_counts (self, code)[eighth]++;
      bytes[eighth] += sl_bus_event_get_bytes (event);
      all[eighth]++;
    }
}

/**
 * sl_build_counts_new:
 * @query: the columns
 * @only_matches: whether only what the filter lets through counts
 *
 * Decodes what lies in the columns of the trace at hand, whose row is one of its density; ask
 * first how much that is.
 *
 * Returns: (transfer full) (nullable): the counts of all measures; %NULL where this picture may
 *   not decode that much
 */
SlBuildCounts *
sl_build_counts_new (SlRowPen *pen, const SlDensityQuery *query, gboolean only_matches)
{
  SlTrace *trace = pen->trace;
  SlDensity *density = pen->lane->density;
  SlBuildCounts *self = g_new0 (SlBuildCounts, 1);
  SlTime end = sl_time_add (query->begin, query->width * (SlTime) query->n_columns);

  self->density = density;
  self->query = *query;
  self->n_codes = sl_density_get_n_codes (density);
  self->counts = g_new0 (guint64, (gsize) (self->n_codes + 2) * query->n_columns * EIGHTHS);
  for (guint zone = sl_trace_block_of_time (trace, query->begin);
       zone < sl_trace_get_n_blocks (trace) && sl_trace_get_zone (trace, zone)->time_min < end;
       zone++)
    {
      SlCachedBlock *cached = sl_block_cache_get (pen->picture->zones, trace, zone);

      if (cached == NULL)
        {
          sl_build_counts_free (self);
          return NULL;
        }
      add_events (self, cached->events, cached->n_events,
                  only_matches ? sl_build_get_matches (pen, cached) : NULL);
    }

  return self;
}

static const SlEvent *
read_group (guint64 block, guint first, guint n_events, gpointer user_data)
{
  SlRowPen *pen = user_data;

  /* Zones and the density are made of the same blocks, unless there are no zones to look into. */
  if (block >= sl_trace_get_n_blocks (pen->trace) ||
      first + n_events > sl_trace_get_zone (pen->trace, (guint) block)->count)
    return NULL;

  return sl_block_cache_get_part (pen->picture->zones, pen->trace, (guint) block, first, n_events);
}

/**
 * sl_build_counts_new_refined:
 * @query: the columns
 *
 * Where this picture may not decode all that it would have to, counts are spread evenly there and
 * the next picture knows more.
 *
 * Returns: (transfer full): the counts of all measures of the trace at hand, whose row is one of its
 *   density, with the events of long groups in the columns to which they belong
 */
SlBuildCounts *
sl_build_counts_new_refined (SlRowPen *pen, const SlDensityQuery *query)
{
  const SlDensityReader reader = { read_group, sl_bus_event_get_bytes, pen };
  SlBuildCounts *self = g_new0 (SlBuildCounts, 1);

  self->density = pen->lane->density;
  self->query = *query;
  self->n_codes = sl_density_get_n_codes (self->density);
  self->columns = sl_density_fold_exactly (self->density, query, &reader);
  return self;
}

/**
 * sl_build_counts_is_of_events:
 *
 * Returns: whether all visible events were counted one by one
 */
gboolean
sl_build_counts_is_of_events (const SlBuildCounts *self)
{
  return self->counts != NULL;
}

/**
 * sl_build_counts_free:
 */
void
sl_build_counts_free (SlBuildCounts *self)
{
  g_free (self->counts);
  g_free (self->columns);
  g_free (self);
}

/**
 * sl_build_counts_fold:
 * @columns: (out caller-allocates): as sl_density_fold() does, but exact inside of groups too
 */
void
sl_build_counts_fold (const SlBuildCounts *self, guint measure, SlDensityColumn *columns)
{
  const guint64 *counts;

  if (self->columns != NULL)
    {
      memcpy (columns, self->columns + get_row (self, measure) * self->query.n_columns,
              self->query.n_columns * sizeof *columns);
      return;
    }

  counts = get_counts (self, measure);
  for (guint i = 0; i < self->query.n_columns; i++)
    {
      columns[i] = (SlDensityColumn) { 0, 0 };
      for (guint j = 0; j < EIGHTHS; j++)
        {
          columns[i].count += counts[i * EIGHTHS + j];
          columns[i].busiest = MAX (columns[i].busiest, counts[i * EIGHTHS + j]);
        }
    }
}
