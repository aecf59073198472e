/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The lane of an interrupt line or of the timer: when its handler is active. It may be on several processors at once, or in
 * itself. */

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
  gboolean is_deferred; /* a softirq */
} SlIrqTracker;

SlIrqTracker *sl_irq_tracker_new (SlTraceBuilder *builder, SlLaneType type, guint32 object);
void sl_irq_tracker_free (SlIrqTracker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlIrqTracker, sl_irq_tracker_free)

guint sl_irq_tracker_begin (SlIrqTracker *self, SlTime time);
void sl_irq_tracker_end (SlIrqTracker *self, guint depth, SlTime time);
void sl_irq_tracker_begin_unknown (SlIrqTracker *self, SlTime time);
void sl_irq_tracker_write (SlIrqTracker *self, SlTime time);
void sl_irq_tracker_end_all (SlIrqTracker *self, SlTime time);
void sl_irq_tracker_add_mark (SlIrqTracker *self, SlTime time, guint16 kind, guint32 detail);
void sl_irq_tracker_count (SlIrqTracker *self, SlTime since, SlTime time, guint32 count);
void sl_irq_tracker_end_counts (SlIrqTracker *self);

G_END_DECLS
