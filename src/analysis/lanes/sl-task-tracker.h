/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One life of a task and its lane: state, critical sections, inherited priority, marks. Says
 * nothing about why; that is the format's analysis. */

#include "sl-depth-tracks.h"

G_BEGIN_DECLS

typedef struct _SlLockTracker SlLockTracker;

/* Locks that one task holds at one time; what goes beyond is not followed. */
#define SL_MAX_HELD_LOCKS 64

/**
 * SlTaskTracker:
 * @object: the task's number
 * @state_track: what it does; read its state, change it by sl_task_tracker_set_state()
 * @run_time: ticks it was running, up to the last change of state
 * @waits_for: (nullable): the lock it asked for and has not got; kept by #SlLockTracker
 * @holds: (element-type SlLockTracker): kept by #SlLockTracker
 *
 * An analysis may make it the first member of its own struct.
 */
typedef struct
{
  /* What most changes of state need comes first. */
  guint32 object;
  SlStateTrack state_track;
  SlTime run_time;
  SlLockTracker *waits_for;
  SlTrackWriter *marks;
  SlLaneBuilder *lane;

  SlStateTrack inherit_track;
  SlStateTrack ceiling_track;
  SlDepthTracks hold_tracks;
  SlTrackWriter *goes_on;
  GPtrArray *holds;
} SlTaskTracker;

void sl_task_tracker_init (SlTaskTracker *self, SlTraceBuilder *builder, guint32 object);
void sl_task_tracker_clear (SlTaskTracker *self);

void sl_task_tracker_set_state (SlTaskTracker *self, SlTime time, SlState state, guint32 detail);
void sl_task_tracker_set_inherits (SlTaskTracker *self, SlTime time, guint32 from);
void sl_task_tracker_set_ceiling (SlTaskTracker *self, SlTime time, guint32 kept);
void sl_task_tracker_add_mark (SlTaskTracker *self, SlTime time, guint16 kind, guint32 detail);
void sl_task_tracker_go_on (SlTaskTracker *self, SlTime time);
void sl_task_tracker_write (SlTaskTracker *self, SlTime time);
void sl_task_tracker_close (SlTaskTracker *self, SlTime time);

static inline SlState
sl_task_tracker_get_state (const SlTaskTracker *self)
{
  return self->state_track.state;
}

static inline gboolean
sl_task_tracker_is_on_cpu (const SlTaskTracker *self)
{
  return self->state_track.state == SL_STATE_RUNNING ||
         self->state_track.state == SL_STATE_INTERRUPTED;
}

G_END_DECLS
