/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One generation of a trace: what is known of a file at one moment of its loading. Immutable,
 * readable from any thread; generations share their frozen parts. */

#include "sl-clock.h"
#include "sl-kind.h"
#include "sl-lane.h"
#include "sl-note.h"
#include "sl-source.h"
#include "sl-zone-map.h"

G_BEGIN_DECLS

#define SL_TYPE_TRACE (sl_trace_get_type ())
G_DECLARE_FINAL_TYPE (SlTrace, sl_trace, SL, TRACE, GObject)

SlSource *sl_trace_get_source (SlTrace *self);
SlClock *sl_trace_get_clock (SlTrace *self);
SlObjectTable *sl_trace_get_objects (SlTrace *self);
gboolean sl_trace_is_complete (SlTrace *self);

guint64 sl_trace_get_n_events (SlTrace *self);
guint64 sl_trace_get_n_events_of_kind (SlTrace *self, guint16 kind);
guint64 sl_trace_get_n_events_of_action (SlTrace *self, SlAction action);
GArray *sl_trace_get_kinds (SlTrace *self); /* of guint16, those that occur, in number order */
gboolean sl_trace_has_code (SlTrace *self);
SlSpan sl_trace_get_span (SlTrace *self); /* from the first event to one tick after the last */

guint sl_trace_get_n_lanes (SlTrace *self);
const SlLane *sl_trace_get_lane (SlTrace *self, guint lane);
const guint *sl_trace_get_lanes_of_type (SlTrace *self, SlLaneType type, guint *n_lanes);
const SlLane *sl_trace_get_own_lane (SlTrace *self, guint *lane);
SlDensity *sl_trace_get_lane_density (SlTrace *self);
gboolean sl_trace_find_lane (SlTrace *self, const char *name, guint *lane);
gboolean sl_trace_find_lane_of_object (SlTrace *self, guint32 object, guint *lane);
const SlLane *sl_trace_get_lane_of_object (SlTrace *self, guint32 object);
const SlTrack *sl_trace_get_track_of_object (SlTrace *self, guint32 object, SlTrackRole role);

guint sl_trace_get_n_notes (SlTrace *self);
const SlNote *sl_trace_get_note (SlTrace *self, guint note);
SlTrace *sl_trace_with_lanes (SlTrace *self,
                              GArray *lanes,
                              SlObjectTable *objects) G_GNUC_WARN_UNUSED_RESULT;
SlTrace *sl_trace_with_new_notes (SlTrace *self) G_GNUC_WARN_UNUSED_RESULT;
SlTrace *sl_trace_with_more_notes (SlTrace *self, SlNotes *more) G_GNUC_WARN_UNUSED_RESULT;

/* The idle task as guessed by the analysis; 0 where none was found. */
guint32 sl_trace_get_idle_task (SlTrace *self);

/* Events by index and by time: decoded again on demand. */
guint sl_trace_get_n_blocks (SlTrace *self);
const SlZone *sl_trace_get_zone (SlTrace *self, guint zone);
const SlPageTile *sl_trace_get_zone_tile (SlTrace *self, SlPlane plane, guint zone);
gboolean
sl_trace_zone_may_touch (SlTrace *self, guint zone, SlPlane plane, guint64 first, guint64 last);
guint64 sl_trace_get_zone_unmapped (SlTrace *self, guint zone);
SlPageMap *sl_trace_get_page_map (SlTrace *self, SlPlane plane);
guint sl_trace_block_of_index (SlTrace *self, guint64 index);
guint sl_trace_block_of_time (SlTrace *self, SlTime time);
gssize sl_trace_read_block (SlTrace *self, guint zone, SlEvent *events);
gboolean sl_trace_read_event (SlTrace *self, guint64 index, SlEvent *event);
guint64 sl_trace_index_at (SlTrace *self, SlTime time);
void sl_trace_resolve (SlTrace *self, SlEvent *events, gsize n_events);

/* Events over time for the overview: bins of equal width that cover the span. */
const guint32 *sl_trace_get_density (SlTrace *self, guint *n_bins, SlTime *bin_width);

gsize sl_trace_get_memory (SlTrace *self);

G_END_DECLS
