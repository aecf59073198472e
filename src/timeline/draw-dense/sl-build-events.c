/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The visible events of a trace of counts, where they are few enough to have boxes. */

#include "sl-build-density-private.h"

#define BOX_SPACE  10 /* pixels that a box has on average, where there are boxes */
#define TICK_SPACE 3  /* the same of ticks, which stand in several rows */

/**
 * sl_build_get_matches:
 * @zone: of the trace at hand, where a filter stands
 *
 * Returns: (transfer none): by event, 1 for what the filter lets through, 0 for the rest
 */
const guint8 *
sl_build_get_matches (SlRowPen *self, SlCachedBlock *zone)
{
  SlFilterBinding *filter = sl_rows_get_filter (self->picture->rows, self->info->lane.trace);

  if (zone->matches != NULL && zone->filter == filter)
    return zone->matches;

  if (zone->matches == NULL)
    zone->matches = g_new (guint8, SL_BLOCK_EVENTS);
  g_clear_pointer (&zone->filter, sl_filter_binding_unref);
  zone->filter = sl_filter_binding_ref (filter);
  sl_bus_matches_mark (self->trace, zone->zone, self->filter, zone->events, zone->n_events,
                       zone->matches);
  return zone->matches;
}

/* Whether so few events may be visible, by the zones alone. */
static gboolean
may_be_few (SlTrace *trace, guint first, guint end, guint64 most)
{
  guint64 sum = 0;

  for (guint zone = first + 1; zone + 1 < end && sum <= most; zone++)
    sum += sl_trace_get_zone (trace, zone)->count;

  return sum <= most;
}

/* Appends what is visible, and the event after it. Before the first visible one, @before is the
 * one before it. Returns whether there may be more. */
static gboolean
take_zone (SlRowPen *self, const SlCachedBlock *zone, SlBuildEvent *before, GArray *found)
{
  const SlZone *info = sl_trace_get_zone (self->trace, zone->zone);

  for (guint i = 0; i < zone->n_events; i++)
    {
      SlBuildEvent event = { info->first + i, zone->events[i] };

      if (event.event.time < self->visible.begin)
        {
          *before = event;
          continue;
        }
      if (found->len == 0 && before->index != G_MAXUINT64)
        g_array_append_val (found, *before);
      g_array_append_val (found, event);
      if (event.event.time >= self->visible.end)
        return FALSE;
    }

  return TRUE;
}

static GArray *
find_events (SlRowPen *self, guint64 most)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlBuildEvent));
  guint n_zones = sl_trace_get_n_blocks (self->trace);
  guint first = sl_trace_block_of_time (self->trace, self->visible.begin);
  guint end = first;
  SlBuildEvent before = { .index = G_MAXUINT64 };
  gboolean more = TRUE;

  /* A zone may begin with the first visible event. */
  if (first > 0)
    first--;
  while (end < n_zones && sl_trace_get_zone (self->trace, end)->time_min < self->visible.end)
    {
      end++;
      if (end - first > 3 && !may_be_few (self->trace, first + 1, end, most))
        return NULL;
    }
  end = MIN (end + 1, n_zones);

  for (guint zone = first; more && zone < end; zone++)
    {
      SlCachedBlock *cached = sl_block_cache_get (self->picture->zones, self->trace, zone);

      if (cached == NULL)
        return NULL;
      more = take_zone (self, cached, &before, found);
      if (found->len > most + 2)
        return NULL;
    }
  if (found->len == 0 && before.index != G_MAXUINT64)
    g_array_append_val (found, before);

  return g_steal_pointer (&found);
}

/**
 * sl_build_forget_events:
 *
 * Forgets what is kept of the visible events of one trace for its other rows.
 */
void
sl_build_forget_events (SlPicture *self)
{
  g_clear_pointer (&self->kept.events, g_array_unref);
  g_clear_pointer (&self->kept.bins, sl_build_bins_free);
  g_clear_pointer (&self->kept.counts, sl_build_counts_free);
  g_clear_pointer (&self->kept.match_counts, sl_build_counts_free);
  self->kept.trace = NULL;
}

/**
 * sl_build_find_events:
 *
 * Returns: (nullable) (transfer none): (element-type SlBuildEvent): the visible events of the row's
 *   trace, with one before and one after, where they are few enough for boxes; kept for the other
 *   rows
 */
const GArray *
sl_build_find_events (SlRowPen *self)
{
  if (self->picture->kept.trace == self->trace)
    return self->picture->kept.events;

  sl_build_forget_events (self->picture);
  self->picture->kept.trace = self->trace;
  if (sl_trace_get_n_blocks (self->trace) > 0)
    self->picture->kept.events =
        find_events (self, (guint64) self->picture->view.width /
                               (self->lane->density != NULL ? BOX_SPACE : TICK_SPACE));

  return self->picture->kept.events;
}
