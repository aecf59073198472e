/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-matches.h"

#include <string.h>

#include "sl-bus-attribute.h"
#include "sl-bus-kinds.h"
#include "sl-vector.h"

struct _SlBusMatchFinder
{
  SlTrace *trace;
  SlFilterRun *filter; /* NULL: all events match */
  gboolean by_attribute;
  SlDensityWriter *density;
  SlPageMapWriter *maps[SL_N_PLANES];
  SlPageSum *sums[SL_N_PLANES]; /* of the row that is looked at */
  guint zone;                   /* the next one */
  guint64 n_events;
  SlEvent *events;
  SlColumns *columns;
  guint16 kinds[256]; /* of the codes of @columns, where one stands for what does not match */
  guint8 *matches;
};

/**
 * sl_bus_matches_ref:
 *
 * Returns: @self
 */
SlBusMatches *
sl_bus_matches_ref (SlBusMatches *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_bus_matches_unref:
 * @self: (nullable):
 */
void
sl_bus_matches_unref (SlBusMatches *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  sl_density_unref (self->density);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    sl_page_map_unref (self->maps[plane]);
  g_free (self);
}

/**
 * sl_bus_matches_find_measure:
 * @lane: a lane of counts of the trace
 * @measure: (out): what of the matches' density is the lane's; set on success only
 *
 * Returns: whether any event of the lane matches
 */
gboolean
sl_bus_matches_find_measure (const SlBusMatches *self, const SlLane *lane, guint *measure)
{
  *measure = lane->measure;
  if (lane->measure >= sl_density_get_n_codes (lane->density))
    return self->n_events > 0;

  return sl_density_get_total (self->density, lane->measure) > 0;
}

static const SlDensity *
find_density (SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      if (sl_trace_get_lane (trace, i)->density != NULL)
        return sl_trace_get_lane (trace, i)->density;
    }

  return NULL;
}

/**
 * sl_bus_matches_are_wanted:
 *
 * Returns: whether the trace has rows of counts, and all of it is there
 */
gboolean
sl_bus_matches_are_wanted (SlTrace *trace)
{
  return sl_trace_is_complete (trace) && find_density (trace) != NULL;
}

/**
 * sl_bus_matches_may_go_by_attribute:
 *
 * Returns: whether cycles of the trace say what type of memory they are for
 */
gboolean
sl_bus_matches_may_go_by_attribute (SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);

  return source != NULL && sl_source_has_trait (source, SL_TRAIT_BUS_ATTRIBUTES);
}

/**
 * sl_bus_matches_mark:
 * @events: all of the zone
 * @matches: (out caller-allocates) (array length=n_events): 1 for events that match, 0 for others
 */
void
sl_bus_matches_mark (SlTrace *trace,
                     guint zone,
                     SlFilterRun *filter,
                     const SlEvent *events,
                     guint n_events,
                     guint8 *matches)
{
  SlTime previous = zone > 0 ? sl_trace_get_zone (trace, zone - 1)->time_max : SL_TIME_MIN;

  if (!sl_filter_run_may_match_zone (filter, sl_trace_get_zone (trace, zone)))
    {
      memset (matches, 0, n_events);
      return;
    }

  for (guint i = 0; i < n_events; i++)
    {
      matches[i] = sl_filter_run_match_event (filter, &events[i], previous) ? 1 : 0;
      previous = events[i].time;
    }
}

/**
 * sl_bus_match_finder_new:
 * @trace: complete
 * @filter: (nullable) (transfer full): bound to @trace; %NULL for all events
 */
SlBusMatchFinder *
sl_bus_match_finder_new (SlTrace *trace, SlFilterRun *filter)
{
  SlBusMatchFinder *self = g_new0 (SlBusMatchFinder, 1);
  const SlDensity *density = find_density (trace);

  self->trace = g_object_ref (trace);
  self->filter = filter;
  self->density = density != NULL ? sl_density_writer_new_with_codes (density, SL_BUS_NO_MATCH)
                                  : sl_density_writer_new ();
  self->maps[SL_PLANE_MEMORY] = sl_page_map_writer_new (SL_PAGE_SHIFT);
  self->maps[SL_PLANE_PORTS] = sl_page_map_writer_new (0);
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  self->columns = sl_columns_new ();
  self->matches = g_new (guint8, SL_BLOCK_EVENTS);
  return self;
}

/**
 * sl_bus_match_finder_group_by_attribute:
 *
 * Before the first step. The events of the trace have attributes.
 */
void
sl_bus_match_finder_group_by_attribute (SlBusMatchFinder *self)
{
  self->by_attribute = TRUE;
}

/**
 * sl_bus_match_finder_free:
 *
 * Snapshots stay.
 */
void
sl_bus_match_finder_free (SlBusMatchFinder *self)
{
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    sl_page_map_writer_free (self->maps[plane]);
  sl_density_writer_free (self->density);
  g_clear_pointer (&self->filter, sl_filter_run_free);
  g_object_unref (self->trace);
  g_free (self->events);
  sl_columns_free (self->columns);
  g_free (self->matches);
  g_free (self);
}

/* A zone without a match has empty tiles, so that tiles and zones have the same numbers. */
static void
add_nothing (SlBusMatchFinder *self, const SlZone *zone)
{
  const SlEvent ends[] = { { .time = zone->time_min }, { .time = zone->time_max } };

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    sl_page_sum_add_events (self->sums[plane], ends, G_N_ELEMENTS (ends), NULL);
}

/* What does not match stays in its place, as something that moves and touches nothing: so groups
 * and parts end where those of the trace end. */
static guint
blank_out (SlBusMatchFinder *self, guint n_events)
{
  guint n_matches = 0;

  for (guint i = 0; i < n_events; i++)
    {
      n_matches += self->matches[i];
      if (self->matches[i] == 0)
        self->events[i] = (SlEvent) { .time = self->events[i].time, .kind = SL_BUS_NO_MATCH };
    }

  return n_matches;
}

static SlPageGroupFunc
get_memory_groups (const SlBusMatchFinder *self)
{
  return self->by_attribute ? sl_bus_attribute_get_group : sl_page_group_of_memory;
}

static void
add_zone (SlBusMatchFinder *self, guint n_events)
{
  SlEvent *events = self->events;

  sl_density_writer_add (self->density, sl_density_block_new (self->density, events, n_events,
                                                              sl_bus_kind_get_bytes_field));
  sl_page_sum_add_events (self->sums[SL_PLANE_PORTS], events, n_events, sl_page_group_of_ports);
  if (self->by_attribute)
    sl_bus_attribute_mark_events (events, n_events);
  sl_page_sum_add_events (self->sums[SL_PLANE_MEMORY], events, n_events, get_memory_groups (self));
}

/* A code that no event has that matches; FALSE where there is none. */
static gboolean
find_free_code (const SlBusMatchFinder *self, guint8 *free_code)
{
  guint8 used[G_N_ELEMENTS (self->kinds)] = { 0 };

  for (guint i = 0; i < self->columns->n_events; i++)
    used[self->columns->codes[i]] |= self->matches[i];
  for (guint code = 0; code < G_N_ELEMENTS (used); code++)
    if (used[code] == 0)
      {
        *free_code = (guint8) code;
        return TRUE;
      }

  return FALSE;
}

/* Leaves of the bytes those whose mark is 1; the others become @rest. */
static void
keep_marked (guint8 *bytes, const guint8 *marks, guint n, guint8 rest)
{
  for (guint i = 0; i < n; i += SL_VECTOR_SIZE)
    {
      SlBytes16 mask = 0 - sl_bytes16_load (marks + i);

      sl_bytes16_store (bytes + i, (sl_bytes16_load (bytes + i) & mask) | (rest & ~mask));
    }
}

/* As blank_out() does with events. */
static gboolean
blank_out_columns (SlBusMatchFinder *self)
{
  SlColumns *columns = self->columns;
  guint8 free_code;

  if (!find_free_code (self, &free_code))
    return FALSE;

  memcpy (self->kinds, columns->kinds, sizeof self->kinds);
  self->kinds[free_code] = SL_BUS_NO_MATCH;
  columns->kinds = self->kinds;
  keep_marked (columns->codes, self->matches, columns->n_events, free_code);
  keep_marked (columns->agents, self->matches, columns->n_events, 0);
  keep_marked (columns->b, self->matches, columns->n_events, 0);
  keep_marked (columns->detail, self->matches, columns->n_events, 0);
  return TRUE;
}

static gboolean
add_columns (SlBusMatchFinder *self)
{
  if (!sl_columns_count (self->columns))
    return FALSE;

  sl_density_writer_add (self->density,
                         sl_density_block_new_from_columns (self->density, self->columns));
  sl_page_sum_add_columns (self->sums[SL_PLANE_PORTS], self->columns, sl_page_group_of_ports);
  if (self->by_attribute)
    sl_bus_attribute_mark_columns (self->columns);
  sl_page_sum_add_columns (self->sums[SL_PLANE_MEMORY], self->columns, get_memory_groups (self));
  return TRUE;
}

/* As sl_filter_run_mark_columns() does, for a filter too that is none. */
static gboolean
mark_columns (SlBusMatchFinder *self, const SlZone *zone)
{
  if (self->filter != NULL)
    return sl_filter_run_mark_columns (self->filter, self->zone, self->columns, self->matches);

  memset (self->matches, 1, SL_BLOCK_EVENTS);
  return sl_source_fill_columns (sl_trace_get_source (self->trace), zone->block, self->columns) &&
         self->columns->n_events == zone->count;
}

/* Makes no events: an order of magnitude faster. FALSE where that cannot be; then nothing was
 * added. */
static gboolean
read_columns (SlBusMatchFinder *self, const SlZone *zone)
{
  guint n_matches = 0;

  if (!mark_columns (self, zone))
    return FALSE;

  for (guint i = 0; i < zone->count; i++)
    n_matches += self->matches[i];
  if (n_matches == 0)
    add_nothing (self, zone);
  else if ((n_matches < zone->count && !blank_out_columns (self)) || !add_columns (self))
    return FALSE;

  self->n_events += n_matches;
  return TRUE;
}

static void
read_events (SlBusMatchFinder *self, const SlZone *zone)
{
  gssize n_events = sl_trace_read_block (self->trace, self->zone, self->events);
  guint n_matches = 0;

  if (n_events > 0 && self->filter == NULL)
    n_matches = (guint) n_events;
  else if (n_events > 0)
    {
      sl_bus_matches_mark (self->trace, self->zone, self->filter, self->events, (guint) n_events,
                           self->matches);
      n_matches = blank_out (self, (guint) n_events);
    }

  if (n_matches > 0)
    add_zone (self, (guint) n_events);
  else
    add_nothing (self, zone);
  self->n_events += n_matches;
}

static void
look_at_zone (SlBusMatchFinder *self)
{
  const SlZone *zone = sl_trace_get_zone (self->trace, self->zone);

  if (self->filter != NULL && sl_filter_run_match_zone (self->filter, self->zone) == SL_FILTER_NONE)
    add_nothing (self, zone);
  else if (!read_columns (self, zone))
    read_events (self, zone);
}

/**
 * sl_bus_match_finder_step:
 *
 * Looks at a row of zones: some ten thousand events.
 *
 * Returns: whether there are more
 */
gboolean
sl_bus_match_finder_step (SlBusMatchFinder *self)
{
  guint n_zones = sl_trace_get_n_blocks (self->trace);
  guint end = MIN (self->zone + SL_PAGE_SUM_BLOCKS, n_zones);

  if (self->zone >= n_zones)
    return FALSE;

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    self->sums[plane] = sl_page_sum_new (self->maps[plane]);
  for (; self->zone < end; self->zone++)
    look_at_zone (self);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    {
      sl_page_sum_end (self->sums[plane]);
      sl_page_map_writer_add (self->maps[plane], g_steal_pointer (&self->sums[plane]));
    }

  return self->zone < n_zones;
}

/**
 * sl_bus_match_finder_snapshot:
 *
 * Returns: (transfer full): what was found in the zones that were looked at
 */
SlBusMatches *
sl_bus_match_finder_snapshot (SlBusMatchFinder *self)
{
  SlBusMatches *matches = g_new0 (SlBusMatches, 1);
  guint n_zones = sl_trace_get_n_blocks (self->trace);

  g_atomic_ref_count_init (&matches->ref_count);
  matches->density = sl_density_writer_snapshot (self->density);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    matches->maps[plane] = sl_page_map_writer_snapshot (self->maps[plane]);
  matches->by_attribute = self->by_attribute;
  matches->n_events = self->n_events;
  matches->is_complete = self->zone >= n_zones;
  matches->done = matches->is_complete ? 1 : (double) self->zone / n_zones;
  return matches;
}
