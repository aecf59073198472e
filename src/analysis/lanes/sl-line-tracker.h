/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The lane of an interrupt line or of the timer: when its handler is active. */

#include "sl-depth-tracks.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 object;
  SlLaneBuilder *lane;
  SlDepthTracks active;
  SlTrackWriter *marks;
  SlTrackWriter *values;
  SlTrackWriter *totals;
  SlTime counted_at; /* the last time; SL_TIME_MIN where nobody knows */
  gint64 total;
  SlTime last_seen;
} SlLineTracker;

SlLineTracker *sl_line_tracker_new (SlTraceBuilder *builder, SlLaneType type, guint32 object);
void sl_line_tracker_free (SlLineTracker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLineTracker, sl_line_tracker_free)

void sl_line_tracker_begin (SlLineTracker *self, SlTime time);
void sl_line_tracker_end (SlLineTracker *self, SlTime time);
void sl_line_tracker_begin_unknown (SlLineTracker *self, SlTime time);
void sl_line_tracker_write (SlLineTracker *self, SlTime time);
void sl_line_tracker_end_all (SlLineTracker *self, SlTime time);
void sl_line_tracker_add_mark (SlLineTracker *self, SlTime time, guint16 kind, guint32 detail);
void sl_line_tracker_count (SlLineTracker *self, SlTime since, SlTime time, guint32 count);
void sl_line_tracker_end_counts (SlLineTracker *self);

G_END_DECLS
