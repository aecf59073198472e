/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "scene-fixture.h"
#include "sl-trace-align.h"

/* Textbook pictures of two traces with different clocks. */

#define PERIOD 4000

/* A task that is released every @PERIOD ticks and runs for a quarter of them. */
static SlTrace *
make_trace (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  g_autoptr (SlTraceSet) set = NULL;

  for (SlTime now = 0; now < 10 * PERIOD; now += PERIOD)
    {
      sl_track_writer_add_instant (marks, now, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_slice (states, now, now + PERIOD / 4, SL_STATE_RUNNING, 0);
      sl_track_writer_add_instant (marks, now + PERIOD / 4, SL_KIND_TASK_END_CYCLE, 0);
    }
  set = fixture_end (builder, 10 * PERIOD);
  return g_object_ref (sl_trace_set_get_trace (set, 0));
}

/* The first trace counts microseconds, the other one @rate ticks a second. */
static char *
dump_pair (guint64 rate, const SlTaskRule *rule, SlAxis axis)
{
  g_autoptr (SlTrace) one = make_trace ();
  g_autoptr (SlTrace) other = make_trace ();
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlAnnotations) plain = sl_annotations_new ();
  g_autoptr (SlAnnotations) rated = sl_annotations_with_rate (plain, rate, 1);
  const SlTracePlace places[] = { { .trace = one, .annotations = plain },
                                  { .trace = other, .annotations = rated } };
  g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlViewState) whole = sl_view_state_new ((SlSpan) { 0, 10 * PERIOD });
  g_autoptr (SlViewState) textbook = sl_view_state_with_style (whole, SL_STYLE_TEXTBOOK);
  g_autoptr (SlViewState) state = sl_view_state_with_axis (textbook, axis);
  g_autoptr (SlScene) scene = NULL;
  g_autoptr (SlRows) rows = NULL;
  SlSceneOptions options = { .width = 1168,
                             .header_width = SL_TEXTBOOK_MARGIN,
                             .measure = measure };

  if (rule != NULL)
    sl_task_rules_set (rules, 1, rule);
  g_ptr_array_add (jobs, sl_job_table_new (one, 0, rules, NULL, NULL));
  g_ptr_array_add (jobs, sl_job_table_new (other, 0, rules, NULL, NULL));
  rows = sl_rows_new_with_jobs (set, state, 1, jobs);
  scene = sl_scene_build (rows, state, &options);
  return sl_scene_dump (scene);
}

static void
test_periods (void)
{
  g_autofree char *timed = dump_pair (2500000, NULL, SL_AXIS_TIME);
  g_autofree char *counted = dump_pair (2500000, NULL, SL_AXIS_TSC);

  g_test_summary (
      "4000 ticks are 4 ms at 1 MHz and 1.6 ms at 2.5 MHz; where the axis counts ticks, "
      "these are the first trace's.");

  g_assert_nonnull (strstr (timed, " ≈ 4\""));
  g_assert_nonnull (strstr (timed, " ≈ 1.6\""));
  g_assert_nonnull (strstr (counted, " ≈ 4000\""));
  g_assert_nonnull (strstr (counted, " ≈ 1600\""));
}

static void
test_parameters (void)
{
  const SlTaskRule rule = { .wcet = PERIOD / 4, .deadline = 3 * PERIOD / 4 };
  g_autofree char *timed = dump_pair (2500000, &rule, SL_AXIS_TIME);

  g_test_summary ("C and D of a row count by the clock of its trace.");

  g_assert_nonnull (strstr (timed, " = 1 "));
  g_assert_nonnull (strstr (timed, " = 0.4\""));
  g_assert_nonnull (strstr (timed, " = 3\""));
  g_assert_nonnull (strstr (timed, " = 1.2\""));
}

static void
test_order (void)
{
  g_autofree char *slower = dump_pair (2500000, NULL, SL_AXIS_TIME);
  g_autofree char *faster = dump_pair (500000, NULL, SL_AXIS_TIME);

  g_test_summary ("The shorter period in time is above, whatever the ticks say.");

  g_assert_true (strstr (slower, " ≈ 1.6\"") < strstr (slower, " ≈ 4\""));
  g_assert_true (strstr (faster, " ≈ 4\"") < strstr (faster, " ≈ 8\""));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-book-set/periods", test_periods);
  g_test_add_func ("/scene-book-set/parameters", test_parameters);
  g_test_add_func ("/scene-book-set/order", test_order);
  return g_test_run ();
}
