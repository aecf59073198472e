/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"
#include "sl-row-sequence.h"

/* A task with slices that adjoin and marks, of which many stand at the same tick. */
static SlTraceSet *
make_set (guint n)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTime now = 0;

  for (guint i = 0; i < n; i++)
    {
      SlTime end = now + g_test_rand_int_range (1, 4);

      sl_track_writer_add_slice (states, now, end, i % 2 == 0 ? SL_STATE_RUNNING : SL_STATE_IDLE,
                                 0);
      for (int j = g_test_rand_int_range (0, 4); j > 0; j--)
        sl_track_writer_add_instant (marks, now, SL_KIND_SIGNAL, 0);
      now = end;
    }
  return fixture_end (builder, now);
}

static SlRowSequence *
make_sequence (SlTraceSet *set)
{
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  guint row;

  g_assert_true (sl_rows_find (rows, g_intern_string ("task:256"), &row));
  return sl_row_sequence_new (rows, row);
}

static void
test_order (void)
{
  g_autoptr (SlTraceSet) set = make_set (500);
  g_autoptr (SlRowSequence) sequence = make_sequence (set);
  guint64 count = sl_row_sequence_get_count (sequence);
  guint64 next[2] = { 0, 0 };
  SlTime last = SL_TIME_MIN;

  g_test_summary ("Every item comes once, in the order of time, under a position that leads back "
                  "to it.");

  for (guint64 i = 0; i < count; i++)
    {
      SlTarget target;
      SlItem item;

      g_assert_true (sl_row_sequence_get (sequence, i, &target, &item));
      g_assert_cmpint (item.begin, >=, last);
      g_assert_cmpuint (target.track, <, 2);
      g_assert_cmpuint (target.index, ==, next[target.track]++);
      g_assert_cmpuint (sl_row_sequence_find (sequence, &target), ==, i);
      g_assert_cmpuint (sl_row_sequence_find_time (sequence, item.begin), <=, i);
      last = item.begin;
    }
  g_assert_cmpuint (next[0] + next[1], ==, count);
}

static void
test_random_access (void)
{
  g_autoptr (SlTraceSet) set = make_set (2000);
  g_autoptr (SlRowSequence) sequence = make_sequence (set);
  g_autoptr (SlRowSequence) other = make_sequence (set);
  guint64 count = sl_row_sequence_get_count (sequence);
  SlTarget one, two;
  SlItem item;

  g_test_summary ("The line at a position does not depend on what was asked for before.");

  for (guint i = 0; i < 300; i++)
    {
      guint64 position = (guint64) g_test_rand_int_range (0, (gint32) count);

      g_assert_true (sl_row_sequence_get (sequence, position, &one, &item));
      sl_row_sequence_free (g_steal_pointer (&other));
      other = make_sequence (set);
      g_assert_true (sl_row_sequence_get (other, position, &two, &item));
      g_assert_true (sl_target_equal (&one, &two));
    }
  g_assert_false (sl_row_sequence_get (sequence, count, &one, &item));
}

static void
test_heading (void)
{
  g_autoptr (SlTraceSet) set = make_set (1);
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  g_autoptr (SlRowSequence) sequence = sl_row_sequence_new (rows, 0);
  SlTarget target = { .type = SL_TARGET_ROW, .row = sl_rows_get (rows, 0)->key };
  SlItem item;

  g_test_summary ("A heading holds nothing.");

  g_assert_cmpuint (sl_row_sequence_get_count (sequence), ==, 0);
  g_assert_cmpuint (sl_row_sequence_find (sequence, &target), ==, G_MAXUINT64);
  g_assert_false (sl_row_sequence_get (sequence, 0, &target, &item));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/row-sequence/order", test_order);
  g_test_add_func ("/timeline/row-sequence/random-access", test_random_access);
  g_test_add_func ("/timeline/row-sequence/heading", test_heading);
  return g_test_run ();
}
