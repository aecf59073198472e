/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-laws.h"

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
