/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The content of one row: the tracks that say what one object did. */

#include "sl-density.h"
#include "sl-object.h"
#include "sl-page-map.h"
#include "sl-track.h"

G_BEGIN_DECLS

typedef enum
{
  SL_LANE_TRACE, /* gaps and what was not recorded */
  SL_LANE_CPU,
  SL_LANE_IRQ,
  SL_LANE_TIMER,
  SL_LANE_TASK,
  SL_LANE_SERVER,
  SL_LANE_LOCK,
  SL_LANE_MARKS, /* instrumentation points, user events, a plugin's own kinds */
  SL_LANE_BUS,
  SL_LANE_BRANCH,
} SlLaneType;

#define SL_N_LANE_TYPES (SL_LANE_BRANCH + 1)

/**
 * SlTrackRole:
 *
 * What a track is to its lane. @SL_ROLE_STATES comes first and once; roles that may overlap in
 * themselves (waiters, nested interrupts) come as several tracks of the same role, by depth.
 *
 * The interrupts of depth 0 are slices of @SL_ROLE_STATES: %SL_STATE_INTERRUPT of a processor,
 * %SL_STATE_ACTIVE of a line or a timer. @SL_ROLE_NESTED holds only those of depth 1 and deeper.
 */
typedef enum
{
  SL_ROLE_STATES,   /* the partition of time into states */
  SL_ROLE_NESTED,   /* interrupts that interrupt others, by depth from 1 on */
  SL_ROLE_WAITERS,  /* slices "waited" of a lock */
  SL_ROLE_HOLDS,    /* critical sections of a task: slices "held", detail the lock */
  SL_ROLE_INHERITS, /* of a task */
  SL_ROLE_CEILING,  /* slices "active" of a task: keeps the task in the detail from starting */
  SL_ROLE_CLI,
  SL_ROLE_REAL_MODE,
  SL_ROLE_MARKS,   /* instants */
  SL_ROLE_VALUE,   /* values */
  SL_ROLE_JUMPS,   /* values: SL_JUMP() of each instant of the lane's marks */
  SL_ROLE_GOES_ON, /* instants at which a task has finished a job and goes on with the next */
  SL_ROLE_COUNTED, /* values: interrupts of a line counted since the trace began */
  SL_ROLE_REQUESTS, /* instants at which tasks asked for a lock and had to wait, however often they were refused */
  SL_ROLE_DEADLINES, /* values: the absolute deadline of the job of a task that is released then, or of a server, as recorded */
  SL_ROLE_NOMINAL,   /* values: when that job should have been released, as recorded */
  SL_ROLE_PRIORITY, /* values: the task's own priority, as recorded; the greater, the more urgent */
  SL_ROLE_PERIOD,   /* values: of the task's releases, in ticks, as recorded */
  SL_ROLE_PERIOD_NS, /* values: likewise in ns, where the trace does not count them; 0 for none */
  SL_ROLE_DEADLINE_NS, /* values: the relative deadline of the task's jobs, in the same places; 0 for none */
  SL_ROLE_WCET,  /* values: the longest that the task's jobs execute, in ticks, as recorded */
  SL_ROLE_PHASE, /* values: ticks from there to the first nominal release of the task, as recorded */
  SL_ROLE_BUDGET, /* values: as the task is throttled, the budget in ticks that it used up; a whole one of a server */
  SL_ROLE_WAKERS, /* instants at which a task is woken; detail: who does, SL_WAKER_INTERRUPT, or 0 */
  SL_ROLE_TIMED, /* values: how long ago the timer was due that wakes the task then; -1 where nobody knows */
  SL_ROLE_FLOWS,  /* instants at which what another task sent off arrives; detail: that task */
  SL_ROLE_SENT,   /* values: when it was sent off, in the same places */
  SL_ROLE_LOGGED, /* instants at which the task logged the object in the detail */
  SL_ROLE_QUEUE, /* values: tasks that run or are ready on a processor; SL_COUNT_UNKNOWN where nobody knows */
  SL_ROLE_FREQUENCY, /* values: of a processor, in kHz */
} SlTrackRole;

/* Whether a picture shows the items of such tracks; what is noted in others says more about those of the
 * rest. */
static inline gboolean
sl_track_role_is_shown (SlTrackRole role)
{
  return role != SL_ROLE_GOES_ON && role != SL_ROLE_REQUESTS && role != SL_ROLE_COUNTED &&
         role != SL_ROLE_DEADLINES && role != SL_ROLE_NOMINAL && role != SL_ROLE_PRIORITY &&
         role != SL_ROLE_PERIOD && role != SL_ROLE_PERIOD_NS && role != SL_ROLE_DEADLINE_NS &&
         role != SL_ROLE_WCET && role != SL_ROLE_PHASE && role != SL_ROLE_BUDGET &&
         role != SL_ROLE_WAKERS && role != SL_ROLE_TIMED && role != SL_ROLE_FLOWS &&
         role != SL_ROLE_SENT && role != SL_ROLE_LOGGED && role != SL_ROLE_QUEUE &&
         role != SL_ROLE_FREQUENCY;
}

/* In place of who wakes a task: an interrupt that was not recorded itself. */
#define SL_WAKER_INTERRUPT G_MAXUINT32

/* A value where nothing was counted. */
#define SL_COUNT_UNKNOWN (-1)

/* Where a branch comes from and where it goes, as a value of a track. */
#define SL_JUMP(source, target) ((guint64) (source) << 32 | (guint32) (target))
#define SL_JUMP_SOURCE(value)   ((guint32) ((guint64) (value) >> 32))
#define SL_JUMP_TARGET(value)   ((guint32) (guint64) (value))

typedef struct
{
  SlTrackRole role;
  SlTrack *track;
} SlLaneTrack;

/**
 * SlLane:
 * @name: the object's reference, such as "task:296"; unique in the trace
 * @object: the object's number, 0 for lanes that belong to none
 * @density: (nullable): counts, for lanes whose items are too many to have tracks
 * @measure: which of the counts are the lane's
 * @map: (nullable): which pages are touched when
 */
typedef struct
{
  SlLaneType type;
  const char *name;
  guint32 object;
  guint n_tracks;
  const SlLaneTrack *tracks;
  SlDensity *density;
  guint measure;
  SlPageMap *map;
} SlLane;

const SlTrack *sl_lane_get_track (const SlLane *self, SlTrackRole role);
guint32 sl_lane_get_marked_object (const SlLane *self, const SlItem *item);
guint *sl_lanes_sort_by_type (const GArray *lanes, guint begins[SL_N_LANE_TYPES + 1]);

G_END_DECLS
