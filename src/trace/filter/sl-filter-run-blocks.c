/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a filter over whole blocks of events: by what is known of them, else column by column, else
 * event by event. */

#include "sl-filter-run-private.h"
#include "sl-vector.h"

static const SlFilterCondition *
get_conditions (SlFilterRun *self)
{
  return (const SlFilterCondition *) (gpointer) self->conditions->data;
}

static SlFilterZones *
ensure_zones (SlFilterRun *self)
{
  if (self->zones == NULL)
    self->zones = sl_filter_zones_new (self->trace, get_conditions (self), self->conditions->len,
                                       sl_filter_get_root (self->filter));

  return self->zones;
}

static SlFilterColumns *
ensure_by_column (SlFilterRun *self)
{
  if (!self->has_by_column)
    self->by_column = sl_filter_columns_new (get_conditions (self), self->conditions->len,
                                             sl_filter_get_root (self->filter));
  self->has_by_column = TRUE;
  return self->by_column;
}

/**
 * sl_filter_run_clear_blocks:
 *
 * Frees what is kept for blocks.
 */
void
sl_filter_run_clear_blocks (SlFilterRun *self)
{
  g_clear_pointer (&self->zones, sl_filter_zones_free);
  g_clear_pointer (&self->by_column, sl_filter_columns_free);
  g_clear_pointer (&self->columns, sl_columns_free);
  g_clear_pointer (&self->events, g_free);
  g_clear_pointer (&self->marks, g_free);
}

/**
 * sl_filter_run_may_match_zone:
 * @zone: what events of the trace there may be, as a zone of them would say
 *
 * Returns: %FALSE only where no event of @zone can match
 */
gboolean
sl_filter_run_may_match_zone (SlFilterRun *self, const SlZone *zone)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (zone != NULL, FALSE);

  return (sl_filter_zones_ask_alone (ensure_zones (self), zone) & SL_FILTER_MAY_PASS) != 0;
}

/**
 * sl_filter_run_match_zone:
 * @zone: number of a zone of the trace
 *
 * Reads no event: %SL_FILTER_SOME stands for what only the events can tell, too.
 *
 * Returns: how many of the zone's events match
 */
SlFilterMatch
sl_filter_run_match_zone (SlFilterRun *self, guint zone)
{
  SlFilterChance chance;

  g_return_val_if_fail (self != NULL, SL_FILTER_NONE);
  g_return_val_if_fail (zone < sl_trace_get_n_blocks (self->trace), SL_FILTER_NONE);

  chance = sl_filter_zones_ask (ensure_zones (self), zone);
  if (chance == SL_FILTER_ANY_CHANCE)
    return SL_FILTER_SOME;

  return chance == SL_FILTER_MAY_PASS ? SL_FILTER_ALL : SL_FILTER_NONE;
}

static SlTime
get_time_before (SlFilterRun *self, guint zone)
{
  return zone > 0 ? sl_trace_get_zone (self->trace, zone - 1)->time_max : SL_TIME_MIN;
}

/**
 * sl_filter_run_mark_columns:
 * @zone: number of a zone of the trace
 * @columns: (out caller-allocates): the zone's events; not counted
 * @marks: (out caller-allocates): room for %SL_BLOCK_EVENTS; by event, 1 where it matches, else 0
 *
 * Asks all events of a zone at once, which is several times as fast as asking each.
 *
 * Returns: %FALSE where the filter asks for what columns do not have, or the zone cannot be read as
 *   columns
 */
gboolean
sl_filter_run_mark_columns (SlFilterRun *self, guint zone, SlColumns *columns, guint8 *marks)
{
  SlFilterColumns *by_column;
  const SlZone *info;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (zone < sl_trace_get_n_blocks (self->trace), FALSE);

  by_column = ensure_by_column (self);
  info = sl_trace_get_zone (self->trace, zone);
  if (by_column == NULL ||
      !sl_source_fill_columns (sl_trace_get_source (self->trace), info->block, columns) ||
      columns->n_events != info->count)
    return FALSE;

  sl_filter_columns_mark (by_column, columns, get_time_before (self, zone), marks);
  return TRUE;
}

static guint
count_marks (const guint8 *marks, guint n)
{
  guint count = 0;
  guint i;

  for (i = 0; i + SL_VECTOR_SIZE <= n; i += SL_VECTOR_SIZE)
    count += sl_bytes16_add_up (sl_bytes16_load (marks + i));
  for (; i < n; i++)
    count += marks[i];

  return count;
}

static guint
count_events (SlFilterRun *self, guint zone)
{
  SlTime previous = get_time_before (self, zone);
  gssize n_events;
  guint count = 0;

  if (self->events == NULL)
    self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  n_events = sl_trace_read_block (self->trace, zone, self->events);
  for (gssize i = 0; i < n_events; i++)
    {
      count += sl_filter_run_match_event (self, &self->events[i], previous) ? 1 : 0;
      previous = self->events[i].time;
    }

  return count;
}

/**
 * sl_filter_run_count_zone:
 * @zone: number of a zone of the trace
 *
 * Reads the zone only where it must.
 *
 * Returns: how many of its events match
 */
guint
sl_filter_run_count_zone (SlFilterRun *self, guint zone)
{
  SlFilterMatch match = sl_filter_run_match_zone (self, zone);
  guint n_events = sl_trace_get_zone (self->trace, zone)->count;

  if (match != SL_FILTER_SOME)
    return match == SL_FILTER_ALL ? n_events : 0;

  if (self->columns == NULL)
    {
      self->columns = sl_columns_new ();
      self->marks = g_new (guint8, SL_BLOCK_EVENTS);
    }
  if (sl_filter_run_mark_columns (self, zone, self->columns, self->marks))
    return count_marks (self->marks, n_events);

  return count_events (self, zone);
}
