/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lane.h"
#include "sl-state.h"
#include "sl-time.h"

static void
test_saturates (void)
{
  g_test_summary ("Sums and differences of times stop at the ends and never change order.");

  g_assert_cmpint (sl_time_add (5, -7), ==, -2);
  g_assert_cmpint (sl_time_add (SL_TIME_MAX, 1), ==, SL_TIME_MAX);
  g_assert_cmpint (sl_time_add (SL_TIME_MIN, -1), ==, SL_TIME_MIN);
  g_assert_cmpint (sl_time_subtract (7, 5), ==, 2);
  g_assert_cmpint (sl_time_subtract (0, SL_TIME_MIN), ==, SL_TIME_MAX);
  g_assert_cmpint (sl_time_subtract (SL_TIME_MIN, 1), ==, SL_TIME_MIN);
  g_assert_cmpint (sl_time_subtract (SL_TIME_MAX, -1), ==, SL_TIME_MAX);
  g_assert_cmpint (sl_span_duration ((SlSpan) { 10, 30 }), ==, 20);
  g_assert_cmpint (sl_span_duration ((SlSpan) { 10, 10 }), ==, 0);
  g_assert_cmpint (sl_span_duration ((SlSpan) { SL_TIME_MIN, SL_TIME_MAX }), ==, SL_TIME_MAX);
}

static void
test_state_words (void)
{
  g_test_summary ("Each state is found by its own word, and nothing else is a state.");

  for (guint i = SL_STATE_NONE + 1; i < SL_N_STATES; i++)
    {
      SlState state = SL_STATE_NONE;

      g_assert_true (sl_state_find (sl_state_get_id (i), &state));
      g_assert_cmpuint (state, ==, i);
      g_assert_nonnull (sl_state_get_title (i));
    }

  g_assert_false (sl_state_find ("none", NULL));
  g_assert_false (sl_state_find ("", NULL));
  g_assert_cmpstr (sl_state_get_id (SL_STATE_NOT_RECORDED), ==, "not-recorded");
  g_assert_cmpstr (sl_gap_reason_get_id (SL_GAP_UNKNOWN_LENGTH), ==, "unknown length");
}

static void
test_track_of_lane (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_INSTANTS);
  g_autoptr (SlTrack) low = sl_track_writer_snapshot (writer);
  g_autoptr (SlTrack) high = sl_track_writer_snapshot (writer);
  const SlLaneTrack tracks[] = { { SL_ROLE_NESTED, low }, { SL_ROLE_NESTED, high } };
  const SlLane lane = { .name = "cpu:0", .n_tracks = 2, .tracks = tracks };

  g_test_summary ("Of several tracks with one role a lane gives the lowest.");

  g_assert_true (sl_lane_get_track (&lane, SL_ROLE_NESTED) == low);
  g_assert_null (sl_lane_get_track (&lane, SL_ROLE_VALUE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/time/saturates", test_saturates);
  g_test_add_func ("/model/state/words", test_state_words);
  g_test_add_func ("/model/lane/track", test_track_of_lane);
  return g_test_run ();
}
