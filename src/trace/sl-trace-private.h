/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a generation is made of, for those who read it (sl-trace.c, and sl-trace-zones.c for its
 * events) and for the builder, which fills it. */

#include "sl-trace-builder.h"

G_BEGIN_DECLS

/* Zones stand in segments that all generations share. A writer fills a segment behind the
 * zones that any generation can see, so that what was published never changes. */
#define SL_ZONE_SEGMENT 256

typedef struct
{
  gatomicrefcount ref_count;
  SlZone zones[SL_ZONE_SEGMENT];
} SlZoneSegment;

SlZoneSegment *sl_zone_segment_new (void);
SlZoneSegment *sl_zone_segment_ref (SlZoneSegment *self);
void sl_zone_segment_unref (SlZoneSegment *self);

typedef struct
{
  guint16 kind;
  guint64 count;
} SlKindCount;

/**
 * SlTraceParts:
 * @kind_counts: of SlKindCount, those above 0, by number of the kind
 * @lanes: of SlLane, whose bodies and counts are owned
 * @notes: of SlNote
 * @segments: of SlZoneSegment
 * @whole: (nullable): what this is the beginning of, see sl_trace_beginning_new()
 * @unmapped: of guint64, by zone what sl_unmapped_of_events() tells; short or empty where it is not known
 * @density: of guint32, events by bin of @bin_width from the first event on
 *
 * What a generation is made of; ownership of all goes to sl_trace_new().
 */
typedef struct
{
  SlSource *source;
  SlTrace *whole;
  SlClock *clock;
  SlObjectTable *objects;
  gboolean complete;
  guint64 n_events;
  SlSpan span;
  guint32 idle_task;
  GArray *kind_counts;
  GArray *lanes;
  GArray *notes;
  GPtrArray *segments;
  guint n_zones;
  GArray *unmapped;
  GArray *density;
  SlTime bin_width;
  SlPageMap *pages[SL_N_PLANES]; /* the same */
  SlDensity *counts;             /* of the lanes that have no tracks; NULL where there are none */
} SlTraceParts;

/* The last decoded zone: opening lists and tooltips read neighbours. */
typedef struct
{
  GMutex mutex;
  SlEvent *events;
  gssize n_events;
  guint zone;
} SlLastBlock;

struct _SlTrace
{
  GObject parent_instance;
  SlTraceParts parts;
  GMutex names_mutex;
  GHashTable *lanes_by_name; /* NULL until somebody asks for one */
  GArray *lanes_by_object;   /* of guint: the number of the first lane and 1; NULL as well */
  guint *lanes_by_type;      /* numbers of lanes; NULL as well */
  guint type_begins[SL_N_LANE_TYPES + 1]; /* where those of a type begin in it */
  guint own_lane;     /* number of the lane of the trace itself, and 1; 0 for none */
  guint counted_lane; /* the same of the first lane of counts */
  SlLastBlock cache;
};

SlTrace *sl_trace_new (SlTraceParts parts);
SlTraceParts sl_trace_share_parts (SlTrace *self);
SlLane sl_lane_copy (const SlLane *self);

guint
sl_kind_counts_take (guint32 *counts, const SlEvent *events, gsize n_events, SlKindCount *kinds);
guint sl_kind_counts_take_columns (guint32 *counts, const SlColumns *columns, SlKindCount *kinds);
void sl_trace_builder_add_zone (SlTraceBuilder *self,
                                const SlZone *zone,
                                const SlEvent *events,
                                const SlKindCount *kinds,
                                guint n_kinds);

/* Bins of the density; their width doubles when the trace outgrows them. */
#define SL_TRACE_BINS 4096

/**
 * SlBinCount:
 * @bin: ticks from the trace's first event, shifted
 * @count: events in it
 */
typedef struct
{
  guint64 bin;
  guint32 count;
} SlBinCount;

/* The bin of a time at or after the first event. */
static inline guint64
sl_bin_of (SlTime first, guint shift, SlTime time)
{
  return ((guint64) time - (guint64) first) >> shift;
}

guint sl_bin_counts_take (SlTime first,
                          guint shift,
                          const SlEvent *events,
                          gsize n_events,
                          SlBinCount *bins);
guint
sl_bin_counts_take_columns (SlTime first, guint shift, const SlColumns *columns, SlBinCount *bins);
void sl_trace_builder_add_sums (SlTraceBuilder *self,
                                const SlZone *zone,
                                const SlKindCount *kinds,
                                guint n_kinds,
                                const SlBinCount *bins,
                                guint n_bins,
                                guint shift);

G_END_DECLS
