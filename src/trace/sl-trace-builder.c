/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-builder.h"

#include <string.h>

#include "sl-lane-builder-private.h"
#include "sl-trace-private.h"

#define N_BINS SL_TRACE_BINS

struct _SlTraceBuilder
{
  SlSource *source;
  SlObjectTableBuilder *objects;
  SlTrackPacker *packer;
  SlArena *arena;   /* of the lanes */
  GPtrArray *lanes; /* of SlLaneBuilder */
  guint32 idle_task;
  SlPageMapWriter *pages[SL_N_PLANES]; /* the same */
  SlDensityWriter *counts;             /* NULL until an analysis asks for it */

  guint64 n_events;
  SlTime first;
  SlTime last;
  GPtrArray *segments; /* of SlZoneSegment */
  guint n_zones;
  GArray *unmapped; /* of guint64, by zone */
  guint64 kind_counts[G_MAXUINT16 + 1];
  guint32 density[N_BINS];
  guint bin_shift;
  SlBinCount *bins; /* of the block at hand */
  guint n_bins_room;
};

/**
 * sl_trace_builder_new:
 * @source: where the events come from; a reference is taken
 *
 * Returns: (transfer full): a builder without objects, lanes and events
 */
SlTraceBuilder *
sl_trace_builder_new (SlSource *source)
{
  SlTraceBuilder *self = g_new0 (SlTraceBuilder, 1);

  self->source = g_object_ref (source);
  self->objects = sl_object_table_builder_new ();
  self->packer = sl_track_packer_new ();
  self->lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_lane_builder_clear);
  self->arena = sl_arena_new ();
  self->segments = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_zone_segment_unref);
  self->unmapped = g_array_new (FALSE, FALSE, sizeof (guint64));

  return self;
}

/**
 * sl_trace_builder_free:
 *
 * Generations made before stay.
 */
void
sl_trace_builder_free (SlTraceBuilder *self)
{
  g_object_unref (self->source);
  sl_object_table_builder_free (self->objects);
  sl_track_packer_free (self->packer);
  g_ptr_array_unref (self->lanes);
  sl_arena_unref (self->arena);
  g_ptr_array_unref (self->segments);
  g_array_unref (self->unmapped);
  g_free (self->bins);
  g_clear_pointer (&self->counts, sl_density_writer_free);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    g_clear_pointer (&self->pages[plane], sl_page_map_writer_free);
  g_free (self);
}

/**
 * sl_trace_builder_get_source:
 *
 * Returns: (transfer none): where the events come from, and the notes go
 */
SlSource *
sl_trace_builder_get_source (SlTraceBuilder *self)
{
  return self->source;
}

/**
 * sl_trace_builder_get_objects:
 *
 * Returns: (transfer none): the table that the analyses fill
 */
SlObjectTableBuilder *
sl_trace_builder_get_objects (SlTraceBuilder *self)
{
  return self->objects;
}

/**
 * sl_trace_builder_add_lane:
 * @name: the object's reference, such as "task:296"; unique among the lanes
 * @object: the object's number, 0 for none
 *
 * Lanes stand in the trace in the order in which they were added.
 *
 * Returns: (transfer none): the lane, valid as long as the builder
 */
SlLaneBuilder *
sl_trace_builder_add_lane (SlTraceBuilder *self, SlLaneType type, const char *name, guint32 object)
{
  SlLaneBuilder *lane = sl_lane_builder_new (self->arena, self->packer, type, name, object);

  g_ptr_array_add (self->lanes, lane);

  return lane;
}

/**
 * sl_trace_builder_get_density:
 *
 * Returns: (transfer none): what counts the trace's events for lanes with a measure
 */
SlDensityWriter *
sl_trace_builder_get_density (SlTraceBuilder *self)
{
  if (self->counts == NULL)
    self->counts = sl_density_writer_new ();

  return self->counts;
}

/**
 * sl_trace_builder_get_page_map:
 *
 * Returns: (transfer none): what collects the pages that events touch, for a lane with a map
 */
SlPageMapWriter *
sl_trace_builder_get_page_map (SlTraceBuilder *self, SlPlane plane)
{
  if (self->pages[plane] == NULL)
    self->pages[plane] = sl_page_map_writer_new (plane == SL_PLANE_MEMORY ? SL_PAGE_SHIFT : 0);

  return self->pages[plane];
}

/**
 * sl_trace_builder_add_unmapped:
 * @ranges: as sl_unmapped_of_events() tells it of the block that follows those told of before
 *
 * For traces with page maps: tells what they leave out of a block.
 */
void
sl_trace_builder_add_unmapped (SlTraceBuilder *self, guint64 ranges)
{
  g_array_append_val (self->unmapped, ranges);
}

/**
 * sl_trace_builder_set_idle_task:
 * @object: number of the task; 0 for none
 *
 * The last word counts.
 */
void
sl_trace_builder_set_idle_task (SlTraceBuilder *self, guint32 object)
{
  self->idle_task = object;
}

static void
append_zone (SlTraceBuilder *self, const SlZone *zone)
{
  SlZoneSegment *segment;

  if (self->n_zones % SL_ZONE_SEGMENT == 0)
    g_ptr_array_add (self->segments, sl_zone_segment_new ());

  segment = g_ptr_array_index (self->segments, self->segments->len - 1);
  segment->zones[self->n_zones % SL_ZONE_SEGMENT] = *zone;
  self->n_zones++;
}

static void
widen_bins (SlTraceBuilder *self)
{
  for (guint i = 0; i < N_BINS / 2; i++)
    self->density[i] = self->density[2 * i] + self->density[2 * i + 1];

  memset (self->density + N_BINS / 2, 0, sizeof self->density / 2);
  self->bin_shift++;
}

static void
add_bins (SlTraceBuilder *self, const SlBinCount *bins, guint n_bins, guint shift)
{
  for (guint i = 0; i < n_bins; i++)
    {
      guint64 bin = bins[i].bin >> (self->bin_shift - shift);

      self->density[MIN (bin, N_BINS - 1)] += bins[i].count;
    }
}

/**
 * sl_trace_builder_add_sums:
 * @zone: of a whole block, not empty; its first index follows the zone before
 * @kinds: (array length=n_kinds): how often each kind occurs in it
 * @bins: (array length=n_bins): its events by bin
 * @shift: of @bins; the one that the builder has, or had earlier
 *
 * Counts a block in whose events are not at hand any more.
 */
void
sl_trace_builder_add_sums (SlTraceBuilder *self,
                           const SlZone *zone,
                           const SlKindCount *kinds,
                           guint n_kinds,
                           const SlBinCount *bins,
                           guint n_bins,
                           guint shift)
{
  g_return_if_fail (zone->count > 0 && zone->first == self->n_events);

  if (self->n_events == 0)
    self->first = zone->time_min;
  self->last = zone->time_max;

  append_zone (self, zone);
  while (sl_bin_of (self->first, self->bin_shift, self->last) >= N_BINS)
    widen_bins (self);
  add_bins (self, bins, n_bins, shift);
  for (guint i = 0; i < n_kinds; i++)
    self->kind_counts[kinds[i].kind] += kinds[i].count;
  self->n_events += zone->count;
}

/**
 * sl_trace_builder_add_zone:
 * @zone: of a whole block, not empty; its first index follows the zone before
 * @events: the block's events, in time order and not before those added earlier
 * @kinds: (array length=n_kinds): how often each kind occurs in it
 *
 * Counts the block in: zone, kinds, density.
 */
void
sl_trace_builder_add_zone (SlTraceBuilder *self,
                           const SlZone *zone,
                           const SlEvent *events,
                           const SlKindCount *kinds,
                           guint n_kinds)
{
  SlTime first = self->n_events == 0 ? events[0].time : self->first;
  guint shift = self->bin_shift;
  guint n_bins;

  if (zone->count > self->n_bins_room)
    {
      self->n_bins_room = zone->count;
      self->bins = g_renew (SlBinCount, self->bins, self->n_bins_room);
    }
  n_bins = sl_bin_counts_take (first, shift, events, zone->count, self->bins);
  sl_trace_builder_add_sums (self, zone, kinds, n_kinds, self->bins, n_bins, shift);
}

/**
 * sl_trace_builder_add_events:
 * @block: the source's number of the block, above those added before
 * @events: (array length=n_events): all of its events, in time order and not before those
 *   added earlier
 *
 * Counts the block in, as the loading pass does.
 */
void
sl_trace_builder_add_events (SlTraceBuilder *self,
                             guint64 block,
                             const SlEvent *events,
                             gsize n_events)
{
  g_autofree guint32 *counts = NULL;
  g_autofree SlKindCount *kinds = NULL;
  SlZone zone;

  if (n_events == 0)
    return;

  counts = g_new0 (guint32, G_MAXUINT16 + 1);
  kinds = g_new (SlKindCount, n_events);

  sl_zone_init (&zone, self->n_events, block);
  sl_zone_add (&zone, events, n_events);
  sl_trace_builder_add_zone (self, &zone, events, kinds,
                             sl_kind_counts_take (counts, events, n_events, kinds));
}

static GArray *
snapshot_lanes (SlTraceBuilder *self, SlDensity *counts, SlPageMap *const *pages)
{
  GArray *lanes = g_array_sized_new (FALSE, FALSE, sizeof (SlLane), self->lanes->len);

  g_array_set_clear_func (lanes, (GDestroyNotify) sl_lane_clear);
  for (guint i = 0; i < self->lanes->len; i++)
    sl_lane_builder_snapshot (g_ptr_array_index (self->lanes, i), counts, pages, lanes);

  return lanes;
}

static GArray *
snapshot_kind_counts (SlTraceBuilder *self)
{
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (SlKindCount));

  for (guint i = 0; i < G_N_ELEMENTS (self->kind_counts); i++)
    {
      SlKindCount count = { .kind = i, .count = self->kind_counts[i] };

      if (count.count > 0)
        g_array_append_val (counts, count);
    }

  return counts;
}

static GPtrArray *
snapshot_segments (SlTraceBuilder *self)
{
  GPtrArray *segments = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_zone_segment_unref);

  for (guint i = 0; i < self->segments->len; i++)
    g_ptr_array_add (segments, sl_zone_segment_ref (g_ptr_array_index (self->segments, i)));

  return segments;
}

static GArray *
snapshot_density (SlTraceBuilder *self)
{
  GArray *density = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->n_events > 0)
    g_array_append_vals (density, self->density,
                         sl_bin_of (self->first, self->bin_shift, self->last) + 1);

  return density;
}

static SlSpan
get_span (SlTraceBuilder *self)
{
  if (self->n_events == 0)
    return (SlSpan) { 0, 0 };

  return (SlSpan) { self->first, sl_time_add (self->last, 1) };
}

/**
 * sl_trace_builder_snapshot:
 * @complete: whether this is the last one
 *
 * Freezes what is known now. Costs by lanes, not by events: what was frozen before is shared.
 *
 * Returns: (transfer full): a generation
 */
SlTrace *
sl_trace_builder_snapshot (SlTraceBuilder *self, gboolean complete)
{
  SlTraceParts parts;
  SlSpan span = get_span (self);
  SlPageMap *pages[SL_N_PLANES] = { NULL };
  SlDensity *counts = self->counts != NULL ? sl_density_writer_snapshot (self->counts) : NULL;

  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    if (self->pages[plane] != NULL)
      pages[plane] = sl_page_map_writer_snapshot (self->pages[plane]);

  parts = (SlTraceParts) {
    .source = g_object_ref (self->source),
    .clock = sl_clock_ref (sl_source_get_clock (self->source)),
    .objects = sl_object_table_builder_snapshot (self->objects),
    .complete = complete,
    .n_events = self->n_events,
    .span = span,
    .idle_task = self->idle_task,
    .kind_counts = snapshot_kind_counts (self),
    .lanes = snapshot_lanes (self, counts, pages),
    .notes = sl_notes_snapshot (sl_source_get_notes (self->source)),
    .segments = snapshot_segments (self),
    .n_zones = self->n_zones,
    .unmapped = g_array_copy (self->unmapped),
    .density = snapshot_density (self),
    .bin_width = (SlTime) 1 << self->bin_shift,
    .counts = counts,
  };
  memcpy (parts.pages, pages, sizeof pages);

  return sl_trace_new (parts);
}
