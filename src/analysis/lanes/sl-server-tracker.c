/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-server-tracker.h"

#include "sl-object-lane.h"

/**
 * sl_server_tracker_new:
 * @object: number of a server
 *
 * Returns: (transfer full): its lane is in @builder
 */
SlServerTracker *
sl_server_tracker_new (SlTraceBuilder *builder, guint32 object, guint64 id)
{
  SlServerTracker *self = g_new0 (SlServerTracker, 1);

  self->object = object;
  self->id = id;
  self->served = g_ptr_array_new ();
  self->lane = sl_object_lane_add (builder, SL_LANE_SERVER, object);
  sl_state_track_init (&self->state_track,
                       sl_lane_builder_add_track (self->lane, SL_ROLE_STATES, SL_TRACK_SLICES));
  return self;
}

void
sl_server_tracker_free (SlServerTracker *self)
{
  g_ptr_array_unref (self->served);
  g_free (self);
}

/**
 * sl_server_tracker_set_state:
 * @state: %SL_STATE_ACTIVE, %SL_STATE_EXHAUSTED, %SL_STATE_INACTIVE, %SL_STATE_UNKNOWN, or
 *   %SL_STATE_NONE where there is no such server or the trace ends
 */
void
sl_server_tracker_set_state (SlServerTracker *self, SlTime time, SlState state)
{
  guint32 served = state != SL_STATE_UNKNOWN && state != SL_STATE_NONE ? self->only : 0;

  sl_state_track_set (&self->state_track, time, state, served);
  if (self->values != NULL && state != SL_STATE_ACTIVE)
    sl_server_tracker_reclaim (self, time, state == SL_STATE_UNKNOWN ? SL_COUNT_UNKNOWN : 0);
}

/**
 * sl_server_tracker_reclaim:
 * @time: not before that of the last call
 * @reclaimed: what other servers left over and this one uses from now on, as the kernel tells it, in
 *   microseconds; 0 for nothing any more, %SL_COUNT_UNKNOWN
 */
void
sl_server_tracker_reclaim (SlServerTracker *self, SlTime time, gint64 reclaimed)
{
  if (self->values == NULL)
    self->values = sl_lane_builder_add_track (self->lane, SL_ROLE_VALUE, SL_TRACK_VALUES);
  else if (self->reclaimed == reclaimed)
    return;

  self->reclaimed = reclaimed;
  sl_track_writer_add_value (self->values, time, reclaimed);
}

static void
note (SlServerTracker *self, SlTrackWriter **writer, SlTrackRole role, SlTime time, gint64 value)
{
  if (*writer == NULL)
    *writer = sl_lane_builder_add_track (self->lane, role, SL_TRACK_VALUES);

  sl_track_writer_add_value (*writer, time, value);
}

/**
 * sl_server_tracker_note:
 * @time: of a replenishment, not before that of the last call
 * @deadline: that it has from then on; %SL_TIME_MAX where nobody tells
 * @budget: in ticks, how much a whole one is; %SL_TIME_MAX where nobody tells
 */
void
sl_server_tracker_note (SlServerTracker *self, SlTime time, SlTime deadline, gint64 budget)
{
  if (deadline != SL_TIME_MAX)
    note (self, &self->deadlines, SL_ROLE_DEADLINES, time, deadline);
  if (budget != SL_TIME_MAX)
    note (self, &self->budgets, SL_ROLE_BUDGET, time, budget);
}

/**
 * sl_server_tracker_add_mark:
 * @time: not before the last mark
 * @detail: what the event says beside the server, such as the bandwidth reclaimed
 */
void
sl_server_tracker_add_mark (SlServerTracker *self, SlTime time, guint16 kind, guint32 detail)
{
  if (self->marks == NULL)
    self->marks = sl_lane_builder_add_track (self->lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  sl_track_writer_add_instant (self->marks, time, kind, detail);
}
