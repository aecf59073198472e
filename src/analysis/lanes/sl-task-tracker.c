/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-tracker.h"

#include "sl-object-lane.h"

/**
 * sl_task_tracker_init:
 * @object: number of a task
 *
 * Adds the task's lane. Nothing is said about it before the first sl_task_tracker_set_state().
 */
void
sl_task_tracker_init (SlTaskTracker *self, SlTraceBuilder *builder, guint32 object)
{
  *self = (SlTaskTracker) { .object = object };
  self->lane = sl_object_lane_add (builder, SL_LANE_TASK, object);
  sl_state_track_init (&self->state_track,
                       sl_lane_builder_add_track (self->lane, SL_ROLE_STATES, SL_TRACK_SLICES));
  sl_state_track_init (&self->inherit_track, NULL);
  sl_state_track_init (&self->ceiling_track, NULL);
  sl_depth_tracks_init (&self->hold_tracks, self->lane, SL_ROLE_HOLDS, SL_ROLE_HOLDS);
  self->holds = g_ptr_array_new ();
}

/**
 * sl_task_tracker_clear:
 *
 * Frees what the task takes here; its lane stays in the builder.
 */
void
sl_task_tracker_clear (SlTaskTracker *self)
{
  sl_depth_tracks_clear (&self->hold_tracks);
  g_clear_pointer (&self->holds, g_ptr_array_unref);
}

/**
 * sl_task_tracker_set_state:
 * @time: first tick of the state, not before the last change
 * @detail: see #SlState
 *
 * Says what the task does from @time on.
 */
void
sl_task_tracker_set_state (SlTaskTracker *self, SlTime time, SlState state, guint32 detail)
{
  SlStateTrack *track = &self->state_track;

  if (state == track->state && detail == track->detail)
    return;

  if (track->state == SL_STATE_RUNNING)
    self->run_time += sl_state_track_measure (track, time);
  sl_state_track_change (track, time, state, detail);
}

/* A track that most tasks do not need is there from its first slice on. */
static void
set_rare (SlTaskTracker *self,
          SlStateTrack *track,
          SlTrackRole role,
          SlTime time,
          SlState state,
          guint32 detail)
{
  if (track->writer == NULL && detail == 0)
    return;

  if (track->writer == NULL)
    track->writer = sl_lane_builder_add_track (self->lane, role, SL_TRACK_SLICES);

  sl_state_track_set (track, time, detail != 0 ? state : SL_STATE_NONE, detail);
}

/**
 * sl_task_tracker_set_inherits:
 * @from: number of the task whose priority it has from @time on; 0 for its own
 */
void
sl_task_tracker_set_inherits (SlTaskTracker *self, SlTime time, guint32 from)
{
  set_rare (self, &self->inherit_track, SL_ROLE_INHERITS, time, SL_STATE_INHERITS, from);
}

/**
 * sl_task_tracker_set_ceiling:
 * @kept: number of the task that a ceiling of its locks keeps from starting from @time on; 0 for none
 */
void
sl_task_tracker_set_ceiling (SlTaskTracker *self, SlTime time, guint32 kept)
{
  set_rare (self, &self->ceiling_track, SL_ROLE_CEILING, time, SL_STATE_ACTIVE, kept);
}

/**
 * sl_task_tracker_add_mark:
 * @time: not before the last mark
 * @kind: number of the event's kind
 * @detail: what the event says beside the task, such as a priority
 */
void
sl_task_tracker_add_mark (SlTaskTracker *self, SlTime time, guint16 kind, guint32 detail)
{
  if (self->marks == NULL)
    self->marks = sl_lane_builder_add_track (self->lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  sl_track_writer_add_instant (self->marks, time, kind, detail);
}

/**
 * sl_task_tracker_go_on:
 * @time: not before the last such
 *
 * The task has finished a job, and the scheduler leaves it the processor for the next one.
 */
void
sl_task_tracker_go_on (SlTaskTracker *self, SlTime time)
{
  if (self->goes_on == NULL)
    self->goes_on = sl_lane_builder_add_track (self->lane, SL_ROLE_GOES_ON, SL_TRACK_INSTANTS);

  sl_track_writer_add_instant (self->goes_on, time, SL_KIND_TASK_END_CYCLE, 0);
}

/**
 * sl_task_tracker_write:
 *
 * As sl_state_track_write(), for all open slices.
 */
void
sl_task_tracker_write (SlTaskTracker *self, SlTime time)
{
  if (self->state_track.state == SL_STATE_RUNNING)
    self->run_time += sl_state_track_measure (&self->state_track, time);

  sl_state_track_write (&self->state_track, time);
  sl_state_track_write (&self->inherit_track, time);
  sl_state_track_write (&self->ceiling_track, time);
  sl_depth_tracks_write (&self->hold_tracks, time);
}

/**
 * sl_task_tracker_close:
 * @time: the end of the task's life or of the trace
 *
 * Ends all open slices. The locks that the task holds are not told.
 */
void
sl_task_tracker_close (SlTaskTracker *self, SlTime time)
{
  sl_task_tracker_set_state (self, time, SL_STATE_NONE, 0);
  sl_task_tracker_set_inherits (self, time, 0);
  sl_task_tracker_set_ceiling (self, time, 0);
  sl_depth_tracks_end_all (&self->hold_tracks, time);
}
