/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-private.h"

#include "sl-lower-bound.h"
#include "sl-source-extras.h"

/* The events of a trace, read again zone by zone: which zone holds them, and what is in it. */

/**
 * sl_zone_segment_new:
 *
 * Returns: (transfer full): room for %SL_ZONE_SEGMENT zones, not cleared
 */
SlZoneSegment *
sl_zone_segment_new (void)
{
  SlZoneSegment *self = g_new (SlZoneSegment, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

/**
 * sl_zone_segment_ref:
 *
 * Returns: (transfer full): @self
 */
SlZoneSegment *
sl_zone_segment_ref (SlZoneSegment *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_zone_segment_unref:
 * @self: (transfer full):
 */
void
sl_zone_segment_unref (SlZoneSegment *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

/**
 * sl_trace_get_n_blocks:
 *
 * Returns: the number of zones, which is that of the blocks that hold events
 */
guint
sl_trace_get_n_blocks (SlTrace *self)
{
  return self->parts.n_zones;
}

/**
 * sl_trace_get_zone:
 *
 * Returns: (transfer none): the zone, valid as long as the trace
 */
const SlZone *
sl_trace_get_zone (SlTrace *self, guint zone)
{
  const SlZoneSegment *segment;

  g_return_val_if_fail (zone < self->parts.n_zones, NULL);

  segment = g_ptr_array_index (self->parts.segments, zone / SL_ZONE_SEGMENT);
  return &segment->zones[zone % SL_ZONE_SEGMENT];
}

/**
 * sl_trace_get_page_map:
 *
 * Returns: (transfer none) (nullable): which pages, or ports, are touched when; %NULL for traces
 *   without addresses
 */
SlPageMap *
sl_trace_get_page_map (SlTrace *self, SlPlane plane)
{
  return self->parts.pages[plane];
}

/**
 * sl_trace_get_zone_tile:
 *
 * Returns: (transfer none) (nullable): which pages, or ports, the zone's events touch; %NULL where
 *   that is not known
 */
const SlPageTile *
sl_trace_get_zone_tile (SlTrace *self, SlPlane plane, guint zone)
{
  const SlPageMap *map = self->parts.pages[plane];
  const SlZone *info = sl_trace_get_zone (self, zone);
  const SlPageTile *tile;

  if (map == NULL || zone >= sl_page_map_get_n_tiles (map, 0))
    return NULL;

  /* Tiles of the lowest level are zones. */
  tile = sl_page_map_get_tile (map, 0, zone);
  return tile->begins[0] == info->time_min ? tile : NULL;
}

static gboolean
tile_touches (const SlPageMap *map, const SlPageTile *tile, guint first_rank, guint end_rank)
{
  for (guint i = 0; i < tile->n_cells; i++)
    {
      guint rank = sl_page_map_get_rank (map, sl_page_tile_get_cell (tile, i).page);

      if (rank >= first_rank && rank < end_rank)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_trace_zone_may_touch:
 * @first: an address, or a port
 * @last: the last one, included
 *
 * Returns: %FALSE only where none of the zone's events has its address from @first to @last
 */
gboolean
sl_trace_zone_may_touch (SlTrace *self, guint zone, SlPlane plane, guint64 first, guint64 last)
{
  const SlPageMap *map = self->parts.pages[plane];
  const SlPageTile *tile = sl_trace_get_zone_tile (self, plane, zone);
  const SlZone *info = sl_trace_get_zone (self, zone);
  guint first_rank, end_rank;

  if (info->a_min > last || info->a_max < first)
    return FALSE;
  /* Then there may be pages that have no place in the map. */
  if (tile == NULL || sl_page_map_get_n_pages (map) == SL_PAGE_MOST)
    return TRUE;

  sl_page_map_find (map, first, &first_rank);
  if (sl_page_map_find (map, last, &end_rank))
    end_rank++;
  return tile_touches (map, tile, first_rank, end_rank);
}

/**
 * sl_trace_get_zone_unmapped:
 *
 * Returns: in which ranges, by sl_unmapped_get_range(), the parameters a lie that belong into none of
 *   the maps: all bits where that is not known
 */
guint64
sl_trace_get_zone_unmapped (SlTrace *self, guint zone)
{
  return zone < self->parts.unmapped->len ? g_array_index (self->parts.unmapped, guint64, zone)
                                          : G_MAXUINT64;
}

/**
 * sl_trace_block_of_index:
 *
 * Returns: the zone that holds event number @index; the number of zones if it is past the end
 */
guint
sl_trace_block_of_index (SlTrace *self, guint64 index)
{
  if (index >= self->parts.n_events)
    return self->parts.n_zones;

  return sl_lower_bound (1, self->parts.n_zones, zone,
                         sl_trace_get_zone (self, zone)->first <= index) -
         1;
}

/**
 * sl_trace_block_of_time:
 *
 * Returns: the first zone with an event at or after @time; the number of zones if there is none
 */
guint
sl_trace_block_of_time (SlTrace *self, SlTime time)
{
  return sl_lower_bound (0, self->parts.n_zones, zone,
                         sl_trace_get_zone (self, zone)->time_max < time);
}

/**
 * sl_trace_read_block:
 * @events: (out caller-allocates): room for %SL_BLOCK_EVENTS
 *
 * Decodes the events of a zone; their objects are 0, see sl_trace_resolve(). Any thread.
 *
 * Returns: the number of events, never above the zone's; below it, or -1, only if the file
 *   changed since it was loaded
 */
gssize
sl_trace_read_block (SlTrace *self, guint zone, SlEvent *events)
{
  const SlZone *z = sl_trace_get_zone (self, zone);
  gssize n_events;

  g_return_val_if_fail (z != NULL, -1);

  n_events = sl_source_read_block (self->parts.source, z->block, events);
  return MIN (n_events, (gssize) z->count);
}

/* Copies one event of a zone, which is decoded unless it is the last one decoded. */
static gboolean
read_cached (SlTrace *self, guint zone, guint64 position, SlEvent *event)
{
  SlLastBlock *cache = &self->cache;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cache->mutex);

  if (cache->events == NULL)
    cache->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  if (cache->zone != zone)
    {
      cache->n_events = sl_trace_read_block (self, zone, cache->events);
      cache->zone = zone;
    }
  if ((gssize) position >= cache->n_events)
    return FALSE;

  *event = cache->events[position];
  return TRUE;
}

/**
 * sl_trace_read_event:
 * @index: position in the trace, from 0
 * @event: (out): the event, with its object
 *
 * Neighbours are cheap: the last decoded zone is kept. Any thread.
 *
 * Returns: %FALSE past the end, or if the file changed since it was loaded
 */
gboolean
sl_trace_read_event (SlTrace *self, guint64 index, SlEvent *event)
{
  guint zone = sl_trace_block_of_index (self, index);

  if (zone >= self->parts.n_zones ||
      !read_cached (self, zone, index - sl_trace_get_zone (self, zone)->first, event))
    return FALSE;

  sl_trace_resolve (self, event, 1);
  return TRUE;
}

/**
 * sl_trace_index_at:
 *
 * Returns: the index of the first event at or after @time; the number of events if there is none
 */
guint64
sl_trace_index_at (SlTrace *self, SlTime time)
{
  guint zone = sl_trace_block_of_time (self, time);
  const SlZone *z;
  SlEvent event;

  if (zone >= self->parts.n_zones)
    return self->parts.n_events;

  z = sl_trace_get_zone (self, zone);
  if (z->time_min >= time)
    return z->first;

  return z->first +
         sl_lower_bound (0, z->count, i, read_cached (self, zone, i, &event) && event.time < time);
}

/**
 * sl_trace_resolve:
 * @events: (inout): as a reader left them
 *
 * Fills in the numbers of the objects that @events act on, by kind, native id and time.
 */
void
sl_trace_resolve (SlTrace *self, SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    {
      SlObjectType type;
      guint64 id;

      if (sl_source_get_native_object (self->parts.source, &events[i], &type, &id))
        events[i].object = sl_object_table_at (self->parts.objects, type, id, events[i].time);
    }
}
