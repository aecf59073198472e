/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The cells of a page map's row from the events themselves. */

#include "sl-map-grid-private.h"

/* Pages that are kept at hand while events are looked up. */
#define KNOWN 1024

/**
 * sl_map_grid_get_group:
 *
 * Returns: the group of events of the kind; %SL_PAGE_NO_GROUP where they touch nothing of the map
 */
guint8
sl_map_grid_get_group (const SlMapGrid *self, guint16 kind)
{
  return self->plane == SL_PLANE_PORTS ? sl_bus_kind_get_port_group (kind)
                                       : sl_bus_kind_get_group (kind);
}

/* Looks each event's page up, once for all pictures that show the zone. */
static const guint32 *
get_ranks (const SlMapGrid *grid, SlCachedZone *zone)
{
  guint shift = sl_page_map_get_shift (grid->map);
  g_autofree guint64 *pages = NULL;
  g_autofree guint32 *known = NULL;
  guint32 *ranks;

  if (zone->ranks[grid->plane] != NULL)
    return zone->ranks[grid->plane];

  ranks = g_new (guint32, MAX (zone->n_events, 1));
  pages = g_new0 (guint64, KNOWN);
  known = g_new0 (guint32, KNOWN);
  for (guint i = 0; i < zone->n_events; i++)
    {
      const SlEvent *event = &zone->events[i];
      guint64 page = event->a >> shift;
      guint rank;

      ranks[i] = SL_NO_RANK;
      if (sl_map_grid_get_group (grid, event->kind) == SL_PAGE_NO_GROUP)
        continue;
      if (pages[page % KNOWN] != page + 1)
        {
          pages[page % KNOWN] = page + 1;
          known[page % KNOWN] = sl_page_map_find (grid->map, event->a, &rank) ? rank : SL_NO_RANK;
        }
      ranks[i] = known[page % KNOWN];
    }

  zone->ranks[grid->plane] = ranks;
  return ranks;
}

static void
touch (SlMapGrid *grid,
       guint lowest,
       guint highest,
       guint left,
       guint right,
       guint32 count,
       guint8 group)
{
  for (guint row = lowest; row <= highest; row++)
    {
      for (guint column = left; column <= right; column++)
        grid->cells[(gsize) row * grid->n_columns + column].counts[group % SL_MAP_GROUPS] += count;
    }
}

/**
 * sl_map_grid_get_event_rows:
 * @rank: of the event's page
 * @lowest, @highest: (out): both inclusive
 *
 * Returns: whether what the event touches is in sight
 */
gboolean
sl_map_grid_get_event_rows (SlMapGrid *self,
                            const SlEvent *event,
                            guint rank,
                            guint *lowest,
                            guint *highest)
{
  guint64 n_bytes, last;

  if (!sl_map_grid_get_rows (self, rank, lowest, highest))
    return FALSE;
  if (*highest == *lowest)
    return TRUE;

  /* A page that is several rows high shows which of its bytes are touched. */
  n_bytes = MAX (sl_bus_event_get_bytes (event), 1);
  last = event->a + MIN (n_bytes - 1, G_MAXUINT64 - event->a);
  return sl_map_grid_find_rows (self, sl_address_axis_get_place (&self->axis, event->a),
                                sl_address_axis_get_end_place (&self->axis, last), lowest, highest);
}

static void
add_event (SlMapGrid *grid, const SlEvent *event, guint rank, guint column)
{
  guint lowest, highest;

  if (!sl_map_grid_get_event_rows (grid, event, rank, &lowest, &highest))
    return;

  sl_map_bands_add (grid->bands, lowest, highest, rank, 1);
  touch (grid, lowest, highest, column, MIN (column + grid->widened, grid->n_columns - 1), 1,
         sl_map_grid_get_group (grid, event->kind));
}

/**
 * sl_map_grid_add_zone:
 * @number: of a zone of the trace at hand
 *
 * Adds the zone's events one by one.
 *
 * Returns: %FALSE where this picture may not look into it
 */
gboolean
sl_map_grid_add_zone (SlBuild *self, SlMapGrid *grid, guint number)
{
  SlCachedZone *zone;
  const guint8 *matches = NULL;
  const guint32 *ranks;
  guint column;

  if (grid->may_decode == 0)
    return FALSE;

  grid->may_decode--;
  zone = sl_zone_cache_get (self->zones, self->trace, number);
  if (zone == NULL)
    return FALSE;

  sl_map_grid_find_borders (self, grid);
  ranks = get_ranks (grid, zone);
  if (grid->only_matches)
    matches = sl_build_get_matches (self, zone);
  column = sl_map_grid_get_column (self, grid,
                                   MAX (zone->n_events > 0 ? zone->events[0].time : 0,
                                        self->visible.begin));
  for (guint i = 0; i < zone->n_events; i++)
    {
      SlTime time = zone->events[i].time;

      if (ranks[i] == SL_NO_RANK || !sl_span_contains (self->visible, time) ||
          (matches != NULL && matches[i] == 0))
        continue;
      while (time >= grid->borders[column + 1])
        column++;
      add_event (grid, &zone->events[i], ranks[i], column);
    }

  return TRUE;
}
