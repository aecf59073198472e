/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The mutable phase of a trace: analyses put objects and lanes in, snapshots come out.
 * One thread. */

#include "sl-trace.h"

G_BEGIN_DECLS

typedef struct _SlTraceBuilder SlTraceBuilder;

SlTraceBuilder *sl_trace_builder_new (SlSource *source);
void sl_trace_builder_free (SlTraceBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTraceBuilder, sl_trace_builder_free)

SlSource *sl_trace_builder_get_source (SlTraceBuilder *self);
SlObjectTableBuilder *sl_trace_builder_get_objects (SlTraceBuilder *self);

/* A lane under construction, owned by the builder. Lanes without an item are left out of
 * snapshots, so that a lane may be made before it is known whether it is needed. */
typedef struct _SlLaneBuilder SlLaneBuilder;

SlLaneBuilder *
sl_trace_builder_add_lane (SlTraceBuilder *self, SlLaneType type, const char *name, guint32 object);
SlTrackWriter *sl_lane_builder_add_track (SlLaneBuilder *self, SlTrackRole role, SlTrackType type);
void sl_lane_builder_close (SlLaneBuilder *self);

/* The counts of the trace's events over time, and the lanes that show them. */
SlDensityWriter *sl_trace_builder_get_density (SlTraceBuilder *self);
/* The pages that the trace's events touch over time, and the lane that shows them. */
SlPageMapWriter *sl_trace_builder_get_page_map (SlTraceBuilder *self, SlPlane plane);
void sl_trace_builder_add_unmapped (SlTraceBuilder *self, guint64 ranges);
void sl_lane_builder_set_page_map (SlLaneBuilder *self, SlPlane plane);
void sl_lane_builder_set_measure (SlLaneBuilder *self, guint measure);

void sl_trace_builder_set_idle_task (SlTraceBuilder *self, guint32 object);
void sl_trace_builder_add_events (SlTraceBuilder *self,
                                  guint64 block,
                                  const SlEvent *events,
                                  gsize n_events);
SlTrace *sl_trace_builder_snapshot (SlTraceBuilder *self, gboolean complete);

G_END_DECLS
