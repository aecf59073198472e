/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-laws.h"

#include "sl-effective-priority.h"
#include "sl-replay-changes.h"
#include "sl-sched-state.h"

static void
assert_same_objects (SlTrace *told, SlTrace *recorded)
{
  SlObjectTable *one = sl_trace_get_objects (told);
  SlObjectTable *other = sl_trace_get_objects (recorded);

  g_assert_cmpuint (sl_object_table_get_size (one), ==, sl_object_table_get_size (other));
  for (guint i = 1; i <= sl_object_table_get_size (one); i++)
    {
      const SlObject *a = sl_object_table_get (one, i);
      const SlObject *b = sl_object_table_get (other, i);

      g_assert_cmpint (a->type, ==, b->type);
      g_assert_cmpuint (a->id, ==, b->id);
      g_assert_cmpuint (a->life, ==, b->life);
    }
}

static void
assert_same_jobs (SlReplay *replay)
{
  SlJobTable *jobs = sl_replay_get_jobs (replay);

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      const SlJob *job = sl_job_table_get (jobs, i);

      if (job->release != SL_JOB_NEVER)
        g_assert_cmpint (sl_replay_get_time (replay, sl_replay_get_release_index (replay, i)), ==,
                         job->release);
    }
}

/* What a lane that is told says at @index, and the recorded one when the time has passed on. */
static gboolean
assert_same_state (const SlLane *told, const SlLane *recorded, guint64 index, SlTime time)
{
  const SlTrack *one = sl_lane_get_track (told, SL_ROLE_STATES);
  const SlTrack *other = sl_lane_get_track (recorded, SL_ROLE_STATES);
  SlItem a, b;

  g_assert_cmpstr (told->name, ==, recorded->name);
  if (one == NULL || other == NULL || sl_track_get_type_of_items (one) != SL_TRACK_SLICES ||
      !sl_track_find_at (other, time, &b))
    return FALSE;

  g_assert_true (sl_track_find_at (one, (SlTime) index, &a));
  g_assert_cmpuint (a.state, ==, b.state);
  g_assert_cmpuint (a.detail, ==, b.detail);
  return TRUE;
}

/**
 * sl_step_laws_assert_told:
 *
 * After the last event of each instant the lanes say what those of the recorded trace say then, and
 * jobs and objects are the same.
 *
 * Returns: how many states were compared
 */
guint
sl_step_laws_assert_told (SlReplay *replay)
{
  SlTrace *told = sl_replay_get_by_event (replay);
  SlTrace *recorded = sl_replay_get_recorded (replay);
  guint64 n_events = sl_replay_get_n_events (replay);
  guint n_compared = 0;

  assert_same_objects (told, recorded);
  assert_same_jobs (replay);
  g_assert_cmpuint (sl_trace_get_n_lanes (told), >=, sl_trace_get_n_lanes (recorded));
  for (guint64 index = 0; index + 1 < n_events; index++)
    {
      SlTime time = sl_replay_get_time (replay, index);

      if (sl_replay_get_time (replay, index + 1) == time)
        continue;

      g_assert_cmpuint (sl_replay_find_index (replay, time), ==, index);
      for (guint i = 0; i < sl_trace_get_n_lanes (recorded); i++)
        {
          const SlLane *lane = sl_trace_get_lane (recorded, i);
          guint other;

          if (lane->type == SL_LANE_MARKS || !sl_trace_find_lane (told, lane->name, &other))
            continue;
          n_compared += assert_same_state (sl_trace_get_lane (told, other), lane, index, time);
        }
    }

  return n_compared;
}

/* All that is known of the two, of which one has come there from elsewhere. */
static void
assert_same (const SlSchedState *moved, const SlSchedState *made)
{
  g_assert_cmpint (moved->time, ==, made->time);
  g_assert_cmpmem (moved->processors->data, moved->processors->len * sizeof (SlSchedProcessor),
                   made->processors->data, made->processors->len * sizeof (SlSchedProcessor));
  g_assert_cmpmem (moved->servers->data, moved->servers->len * sizeof (SlSchedServer),
                   made->servers->data, made->servers->len * sizeof (SlSchedServer));
  g_assert_cmpuint (moved->tasks->len, ==, made->tasks->len);
  for (guint i = 0; i < made->tasks->len; i++)
    {
      const SlSchedTask *one = &g_array_index (moved->tasks, SlSchedTask, i);
      const SlSchedTask *other = &g_array_index (made->tasks, SlSchedTask, i);

      g_assert_cmpuint (one->task, ==, other->task);
      g_assert_cmpint (one->state, ==, other->state);
      g_assert_cmpuint (one->lock, ==, other->lock);
      g_assert_cmpuint (one->inherits, ==, other->inherits);
      g_assert_cmpuint (one->since, ==, other->since);
      g_assert_cmpuint (one->job, ==, other->job);
      g_assert_cmpint (one->has_processor, ==, other->has_processor);
    }
  g_assert_cmpuint (moved->locks->len, ==, made->locks->len);
  for (guint i = 0; i < made->locks->len; i++)
    {
      const SlSchedLock *one = &g_array_index (moved->locks, SlSchedLock, i);
      const SlSchedLock *other = &g_array_index (made->locks, SlSchedLock, i);

      g_assert_cmpuint (one->lock, ==, other->lock);
      g_assert_cmpuint (one->owner, ==, other->owner);
      g_assert_cmpuint (one->since, ==, other->since);
      g_assert_cmpmem (one->waiters->data, one->waiters->len * sizeof (guint32),
                       other->waiters->data, other->waiters->len * sizeof (guint32));
    }
  g_assert_cmpuint (sl_sched_state_get_n_ready (moved), ==, sl_sched_state_get_n_ready (made));
  for (guint i = 0; i < sl_sched_state_get_n_ready (made); i++)
    g_assert_cmpuint (sl_sched_state_get_ready (moved, i), ==, sl_sched_state_get_ready (made, i));
}

/* Of any two, not only of neighbours. */
static void
assert_ordered (const SlSchedState *sched, SlReplay *replay)
{
  guint n_ready = sl_sched_state_get_n_ready (sched);

  for (guint i = 0; i < n_ready; i++)
    for (guint k = i + 1; k < n_ready; k++)
      g_assert_cmpint (sl_effective_priority_compare (sched, replay,
                                                      sl_sched_state_get_ready (sched, i),
                                                      sl_sched_state_get_ready (sched, k)),
                       <=, 0);
}

/**
 * sl_step_laws_assert_moves:
 *
 * What holds at a place is the same from wherever one comes there, and no task of the queue goes before one that is
 * ahead of it.
 */
void
sl_step_laws_assert_moves (SlReplay *replay, GRand *random)
{
  g_autoptr (SlReplayChanges) changes = sl_replay_changes_new (replay);
  g_autoptr (SlSchedState) moved = sl_sched_state_new_moving (replay, 0);
  gint32 n_events = (gint32) sl_replay_get_n_events (replay);

  for (guint i = 0; i < 200; i++)
    {
      gint32 far = g_rand_int_range (random, 0, n_events);
      gint32 near = CLAMP ((gint32) moved->index + far % 9 - 3, 0, n_events - 1);
      guint64 index = (guint64) (i % 8 == 0 ? far : near);
      g_autoptr (SlSchedState) made = sl_sched_state_new (replay, index);

      sl_sched_state_move (moved, changes, index);
      assert_same (moved, made);
      assert_ordered (made, replay);
    }
}
