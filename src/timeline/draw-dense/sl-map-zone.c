/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The cells of a page map's row from the events themselves. */

#include "sl-bus-attribute.h"
#include "sl-bus-kinds.h"
#include "sl-map-grid-private.h"

/* Pages that are kept at hand while events are looked up. */
#define KNOWN 1024

#define NO_RANK G_MAXUINT32

/* The ranks of pages, those that were asked for last kept at hand by their low bits. */
typedef struct
{
  guint64 pages[KNOWN]; /* + 1 */
  guint32 ranks[KNOWN];
} Ranks;

static inline guint32
find_rank (Ranks *self, const SlPageMap *map, guint64 address)
{
  guint64 page = address >> sl_page_map_get_shift (map);
  guint known = page % KNOWN;
  guint rank;

  if (self->pages[known] != page + 1)
    {
      self->pages[known] = page + 1;
      self->ranks[known] = sl_page_map_find (map, address, &rank) ? rank : NO_RANK;
    }

  return self->ranks[known];
}

/* Looks each event's page and group up, once for all pictures that show the zone. */
static const SlBlockTouches *
get_touches (const SlMapGrid *grid, SlCachedBlock *zone)
{
  SlBlockTouches *found = &zone->touches[grid->plane];
  g_autofree Ranks *ranks = NULL;
  guint n_touches = 0;

  if (found->touches != NULL)
    return found;

  found->touches = g_new (SlBlockTouch, MAX (zone->n_events, 1));
  ranks = g_new0 (Ranks, 1);
  for (guint i = 0; i < zone->n_events; i++)
    {
      const SlEvent *event = &zone->events[i];
      guint8 group = sl_page_group_of_event (grid->plane, event);
      guint32 rank = group != SL_PAGE_NO_GROUP ? find_rank (ranks, grid->map, event->a) : NO_RANK;

      if (rank != NO_RANK)
        found->touches[n_touches++] = (SlBlockTouch) { event->time, rank, (guint16) i, group,
                                                       (guint8) sl_bus_attribute_of_event (event) };
    }

  found->n_touches = n_touches;
  found->touches = g_renew (SlBlockTouch, found->touches, MAX (n_touches, 1));
  return found;
}

static inline void
touch (SlMapGrid *grid, guint lowest, guint highest, guint column, guint16 group)
{
  guint last = MIN (column + grid->widened, grid->n_columns - 1);

  for (; column <= last; column++)
    {
      SlMapCell *cells = sl_map_grid_get_column_cells (grid, column);

      for (guint row = lowest; row <= highest; row++)
        cells[row].counts[group % SL_MAP_GROUPS]++;
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

static inline void
add_touch (SlMapGrid *grid, const SlCachedBlock *zone, const SlBlockTouch *touched, guint column)
{
  guint lowest, highest;

  if (!sl_map_grid_get_rows (grid, touched->rank, &lowest, &highest) ||
      (highest > lowest && !sl_map_grid_get_event_rows (grid, &zone->events[touched->event],
                                                        touched->rank, &lowest, &highest)))
    return;

  sl_map_bands_add (grid->bands, lowest, highest, touched->rank, 1);
  touch (grid, lowest, highest, column, grid->by_attribute ? touched->attribute : touched->group);
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
sl_map_grid_add_zone (SlRowPen *self, SlMapGrid *grid, guint number)
{
  SlCachedBlock *zone;
  const guint8 *matches = NULL;
  const SlBlockTouches *touches;
  guint column;

  if (grid->may_decode == 0)
    return FALSE;

  grid->may_decode--;
  zone = sl_block_cache_get (self->picture->zones, self->trace, number);
  if (zone == NULL)
    return FALSE;

  sl_map_grid_find_borders (self, grid);
  touches = get_touches (grid, zone);
  if (grid->only_matches)
    matches = sl_build_get_matches (self, zone);
  column = sl_map_grid_get_column (self, grid,
                                   MAX (zone->n_events > 0 ? zone->events[0].time : 0,
                                        self->visible.begin));
  for (guint i = 0; i < touches->n_touches; i++)
    {
      const SlBlockTouch *touched = &touches->touches[i];

      if (!sl_span_contains (self->visible, touched->time) ||
          (matches != NULL && matches[touched->event] == 0))
        continue;
      while (touched->time >= grid->borders[column + 1])
        column++;
      add_touch (grid, zone, touched, column);
    }

  return TRUE;
}
