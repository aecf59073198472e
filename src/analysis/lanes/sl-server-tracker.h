/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A server (a reservation with a budget) and its lane. */

#include "sl-task-tracker.h"

G_BEGIN_DECLS

/**
 * SlServerTracker:
 * @id: the native id, by which servers are numbered
 * @task: (nullable): the task it served last, as far as the events tell
 * @only: the object of the only task that it serves; 0 if it may serve others
 * @served: (element-type SlTaskTracker): the tasks that run in it, as far as the events tell
 */
typedef struct
{
  guint32 object;
  guint64 id;
  SlTaskTracker *task;
  GPtrArray *served;
  guint32 only;
  SlTime last_seen;

  SlLaneBuilder *lane;
  SlStateTrack state_track;
  SlTrackWriter *marks;
  SlTrackWriter *values; /* of the time that it reclaimed */
  gint64 reclaimed;
  SlTrackWriter *budgets;   /* of the whole budget */
  SlTrackWriter *deadlines; /* that the trace tells */
} SlServerTracker;

SlServerTracker *sl_server_tracker_new (SlTraceBuilder *builder, guint32 object, guint64 id);
void sl_server_tracker_free (SlServerTracker *self);
void sl_server_tracker_set_state (SlServerTracker *self, SlTime time, SlState state);
void sl_server_tracker_reclaim (SlServerTracker *self, SlTime time, gint64 reclaimed);
void sl_server_tracker_note (SlServerTracker *self, SlTime time, SlTime deadline, gint64 budget);
void sl_server_tracker_add_mark (SlServerTracker *self, SlTime time, guint16 kind, guint32 detail);

G_END_DECLS
