/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-feed.h"

static SlTrace *
get_trace (const SlCliFeed *self)
{
  return sl_trace_set_get_trace (self->set, self->trace);
}

static void
take_event (SlCliFeed *self, const SlEvent *event)
{
  self->event = event;
  self->latest = self->latest_times[event - self->events];
  self->time = sl_trace_set_to_reference (self->set, self->trace, event->time);
}

/* Decodes block @zone, or the first after it that is not empty. */
static void
take_zone (SlCliFeed *self, guint zone, gboolean skips)
{
  SlTrace *trace = get_trace (self);
  guint n_zones = sl_trace_get_n_blocks (trace);

  self->event = NULL;
  for (self->zone = zone; self->zone < n_zones && self->event == NULL; self->zone++)
    {
      const SlZone *info = sl_trace_get_zone (trace, self->zone);
      gssize n_events;

      if (skips && self->filter != NULL &&
          sl_filter_run_match_zone (self->filter, self->zone) == SL_FILTER_NONE)
        continue;

      n_events = sl_trace_read_block (trace, self->zone, self->events);
      self->n_events = (gsize) MAX (n_events, 0);
      sl_time_bounds_find (self->bounds, self->zone, self->events, self->n_events,
                           self->latest_times);
      self->index = info->first;
      self->own_previous =
          self->zone > 0 ? sl_trace_get_zone (trace, self->zone - 1)->time_max : SL_TIME_MIN;
      self->previous = self->own_previous == SL_TIME_MIN
                           ? SL_TIME_MIN
                           : sl_trace_set_to_reference (self->set, self->trace, self->own_previous);
      sl_trace_resolve (trace, self->events, self->n_events);
      if (self->n_events < info->count)
        self->lost_from = info->first + self->n_events;
      if (self->n_events > 0)
        take_event (self, self->events);
      else if (self->lost_from != SL_CLI_NOT_LOST)
        return;
    }
  self->zone -= self->event != NULL;
}

/**
 * sl_cli_feed_init:
 * @filter: (nullable) (transfer full): what sl_cli_feed_matches() goes by
 * @hides_all: nothing matches
 * @from: the first tick of the axis to begin at
 */
void
sl_cli_feed_init (SlCliFeed *self,
                  SlTraceSet *set,
                  guint trace,
                  SlFilterRun *filter,
                  gboolean hides_all,
                  SlTime from)
{
  SlTime own = sl_trace_set_first_from_reference (set, trace, from);

  *self = (SlCliFeed) { .trace = trace,
                        .set = g_object_ref (set),
                        .filter = filter,
                        .hides_all = hides_all,
                        .lost_from = SL_CLI_NOT_LOST,
                        .previous = SL_TIME_MIN,
                        .own_previous = SL_TIME_MIN };
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  self->latest_times = g_new (SlTime, SL_BLOCK_EVENTS);
  self->bounds = sl_time_bounds_new (get_trace (self));
  take_zone (self, sl_trace_block_of_time (get_trace (self), own), FALSE);
  while (self->event != NULL && self->event->time < own)
    sl_cli_feed_next (self, FALSE);
}

void
sl_cli_feed_clear (gpointer feed)
{
  SlCliFeed *self = feed;

  g_clear_object (&self->set);
  g_clear_pointer (&self->filter, sl_filter_run_free);
  g_clear_pointer (&self->events, g_free);
  g_clear_pointer (&self->latest_times, g_free);
  g_clear_pointer (&self->bounds, sl_time_bounds_free);
}

/**
 * sl_cli_feed_matches:
 *
 * Returns: whether the filter matches the event at hand
 */
gboolean
sl_cli_feed_matches (const SlCliFeed *self)
{
  return !self->hides_all &&
         (self->filter == NULL ||
          sl_filter_run_match_event (self->filter, self->event, self->own_previous));
}

/**
 * sl_cli_feed_next:
 * @skips: leave out blocks in which nothing can match
 *
 * Goes on to the next event, or to the end.
 */
void
sl_cli_feed_next (SlCliFeed *self, gboolean skips)
{
  const SlEvent *next = self->event + 1;

  if (next < self->events + self->n_events)
    {
      self->own_previous = self->event->time;
      self->previous = self->time;
      self->index++;
      take_event (self, next);
      return;
    }
  if (self->lost_from != SL_CLI_NOT_LOST)
    self->event = NULL;
  else
    take_zone (self, self->zone + 1, skips);
}

/**
 * sl_cli_feed_is_lost:
 *
 * Returns: whether the feed ended before its trace, since the file shrank
 */
gboolean
sl_cli_feed_is_lost (const SlCliFeed *self)
{
  return self->event == NULL && self->lost_from != SL_CLI_NOT_LOST;
}

/**
 * sl_cli_feeds_get_first:
 * @feeds: (element-type SlCliFeed): of all traces, in their order
 *
 * Returns: (transfer none) (nullable): the one whose event comes first; %NULL at the end of all
 */
SlCliFeed *
sl_cli_feeds_get_first (GArray *feeds)
{
  SlCliFeed *first = NULL;

  for (guint i = 0; i < feeds->len; i++)
    {
      SlCliFeed *feed = &g_array_index (feeds, SlCliFeed, i);

      if (feed->event != NULL && (first == NULL || feed->time < first->time))
        first = feed;
    }

  return first;
}
