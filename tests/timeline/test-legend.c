/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"
#include "sl-kind-action.h"
#include "sl-legend.h"

#define DEADLINE 60

static guint64
bit (SlLegendSign sign)
{
  return SL_LEGEND_BIT (sign);
}

/* A task that runs for 40 ticks each 100, and once for @longest. */
static SlTraceSet *
make_jobs (SlTime longest)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  for (guint i = 0; i < 6; i++)
    {
      SlTime begin = 100 * (SlTime) i, end = begin + (i == 3 ? longest : 40);

      sl_track_writer_add_instant (marks, begin, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_slice (states, begin, end, SL_STATE_RUNNING, 0);
      sl_track_writer_add_instant (marks, end, SL_KIND_TASK_END_CYCLE, 0);
    }

  return fixture_end (builder, 600);
}

static guint64
find_signs (SlTime longest, SlStyle style)
{
  g_autoptr (SlTraceSet) set = make_jobs (longest);
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (GPtrArray) jobs = NULL;

  sl_task_rules_set_deadline (rules, 1, DEADLINE);
  jobs = fixture_find_jobs (set, rules);
  return sl_legend_find (sl_trace_set_get_trace (set, 0), g_ptr_array_index (jobs, 0), style);
}

static void
test_signs (void)
{
  const guint64 always = bit (SL_LEGEND_RUNNING) | bit (SL_LEGEND_RELEASE) | bit (SL_LEGEND_FINISH);
  const guint64 late = bit (SL_LEGEND_MISS) | bit (SL_LEGEND_LATE);
  const guint64 in_textbook =
      bit (SL_LEGEND_RELEASE) | bit (SL_LEGEND_FINISH) | bit (SL_LEGEND_DEADLINE);

  g_test_summary ("A key has the signs of the trace and of the look, and no others.");

  g_assert_cmphex (find_signs (50, SL_STYLE_COMPACT), ==, always);
  g_assert_cmphex (find_signs (70, SL_STYLE_COMPACT), ==, always | late);
  g_assert_cmphex (find_signs (50, SL_STYLE_TEXTBOOK), ==, in_textbook);
  g_assert_cmphex (find_signs (70, SL_STYLE_TEXTBOOK), ==, in_textbook | bit (SL_LEGEND_MISS));
}

/* A task that is late for a deadline of 60 ticks, and whose miss the trace records at @recorded. */
static guint64
find_signs_of_recorded (SlTime recorded, SlStyle style)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (GPtrArray) jobs = NULL;

  sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_TIMER, 0);
  sl_track_writer_add_slice (states, 0, 200, SL_STATE_RUNNING, 0);
  sl_track_writer_add_instant (marks, recorded, SL_KIND_TASK_DEADLINE_MISS, 0);
  sl_track_writer_add_instant (marks, 200, SL_KIND_TASK_END_CYCLE, 0);
  set = fixture_end (builder, 600);
  sl_task_rules_set_deadline (rules, task, DEADLINE);
  jobs = fixture_find_jobs (set, rules);
  return sl_legend_find (sl_trace_set_get_trace (set, 0), g_ptr_array_index (jobs, 0), style);
}

static void
test_recorded (void)
{
  const guint64 sign = bit (SL_LEGEND_RECORDED);

  g_test_summary ("A miss that is recorded at another time than the deadline has its own sign.");

  g_assert_cmphex (find_signs_of_recorded (150, SL_STYLE_COMPACT) & sign, ==, sign);
  g_assert_cmphex (find_signs_of_recorded (150, SL_STYLE_TEXTBOOK) & sign, ==, sign);
  g_assert_cmphex (find_signs_of_recorded (DEADLINE, SL_STYLE_COMPACT) & sign, ==, 0);
  g_assert_cmphex (find_signs_of_recorded (DEADLINE, SL_STYLE_TEXTBOOK) & sign, ==, 0);
}

/* Of a task that runs on one processor and then on @other. */
static guint64
find_signs_of_moved (guint32 other)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 cpu = fixture_add_object (builder, SL_OBJECT_CPU, 0);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  g_autoptr (SlTraceSet) set = NULL;

  sl_track_writer_add_slice (states, 0, 200, SL_STATE_RUNNING, cpu);
  sl_track_writer_add_slice (states, 200, 250, SL_STATE_READY, other);
  sl_track_writer_add_slice (states, 250, 400, SL_STATE_RUNNING, other != 0 ? other : cpu);
  fixture_add_object (builder, SL_OBJECT_CPU, 1);
  set = fixture_end (builder, 600);
  return sl_legend_find (sl_trace_set_get_trace (set, 0), NULL, SL_STYLE_COMPACT);
}

static void
test_migration (void)
{
  const guint64 sign = bit (SL_LEGEND_MIGRATION);

  g_test_summary (
      "The tag of a task that comes to another processor is in the key where one does.");

  g_assert_cmphex (find_signs_of_moved (3) & sign, ==, sign);
  g_assert_cmphex (find_signs_of_moved (0) & sign, ==, 0);
}

/* Of a task that is in one state. */
static guint64
find_signs_of (SlState state, guint32 detail)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  g_autoptr (SlTraceSet) set = NULL;

  sl_track_writer_add_slice (states, 0, 200, state, detail);
  set = fixture_end (builder, 600);
  return sl_legend_find (sl_trace_set_get_trace (set, 0), NULL, SL_STYLE_COMPACT);
}

static guint64
find_signs_of_state (SlState state)
{
  return find_signs_of (state, 0);
}

static void
test_rests (void)
{
  g_test_summary ("What is drawn in a way of its own has a sign of its own in the key.");

  g_assert_cmphex (find_signs_of_state (SL_STATE_READY), ==, bit (SL_LEGEND_READY));
  g_assert_cmphex (find_signs_of_state (SL_STATE_WAKING), ==, bit (SL_LEGEND_WAKING));
  g_assert_cmphex (find_signs_of_state (SL_STATE_SUSPENDED), ==, bit (SL_LEGEND_SUSPENDED));
  g_assert_cmphex (find_signs_of_state (SL_STATE_UNINTERRUPTIBLE), ==,
                   bit (SL_LEGEND_UNINTERRUPTIBLE));
  g_assert_cmphex (find_signs_of_state (SL_STATE_STOPPED), ==, bit (SL_LEGEND_STOPPED));
  g_assert_cmphex (find_signs_of_state (SL_STATE_UNKNOWN), ==, bit (SL_LEGEND_GAP));
  g_assert_cmphex (find_signs_of (SL_STATE_UNKNOWN, 1), ==, bit (SL_LEGEND_NAMED));
}

static void
test_budget (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 server = fixture_add_object (builder, SL_OBJECT_SERVER, 5);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_SERVER, server);
  g_autoptr (SlTraceSet) set = NULL;

  g_test_summary (
      "The curve and the deadlines of a server whose budget the trace tells are in the key.");

  sl_track_writer_add_value (sl_lane_builder_add_track (lane, SL_ROLE_BUDGET, SL_TRACK_VALUES), 0,
                             50);
  sl_track_writer_add_instant (sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS),
                               0, SL_KIND_ACTED_REPLENISH, SL_SERVER_COMPUTED);
  sl_track_writer_add_value (sl_lane_builder_add_track (lane, SL_ROLE_DEADLINES, SL_TRACK_VALUES),
                             0, 100);
  set = fixture_end (builder, 600);
  g_assert_cmphex (sl_legend_find (sl_trace_set_get_trace (set, 0), NULL, SL_STYLE_COMPACT), ==,
                   bit (SL_LEGEND_BUDGET) | bit (SL_LEGEND_SERVER_DEADLINE) |
                       bit (SL_LEGEND_COMPUTED_DEADLINE) | bit (SL_LEGEND_MARK));
}

static guint
count_shapes (SlScene *scene)
{
  guint count = 0;

  for (guint layer = SL_LAYER_BOXES; layer < SL_N_LAYERS; layer++)
    count += sl_scene_get_n_shapes (scene, (SlLayer) layer);

  return count;
}

static void
test_pictures (void)
{
  const guint64 drawn = bit (SL_LEGEND_RELEASE) | bit (SL_LEGEND_FINISH) | bit (SL_LEGEND_HOLDS) |
                        bit (SL_LEGEND_WAITS) | bit (SL_LEGEND_RAISED) | bit (SL_LEGEND_SPENT) |
                        bit (SL_LEGEND_MISS) | bit (SL_LEGEND_RECORDED) | bit (SL_LEGEND_OVERRUN) |
                        bit (SL_LEGEND_DEADLINE);
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);

  g_test_summary ("Each sign that a key may have is drawn, and has a name.");

  for (guint i = 0; i < SL_N_LEGEND_SIGNS; i++)
    {
      g_autoptr (SlScene) compact = sl_legend_build ((SlLegendSign) i, SL_STYLE_COMPACT, measure);
      g_autoptr (SlScene) textbook = NULL;

      g_assert_cmpstr (sl_legend_get_title ((SlLegendSign) i), !=, "");
      if (i != SL_LEGEND_DEADLINE)
        g_assert_cmpuint (count_shapes (compact), >, 0);
      if ((drawn & bit ((SlLegendSign) i)) == 0)
        continue;

      textbook = sl_legend_build ((SlLegendSign) i, SL_STYLE_TEXTBOOK, measure);
      g_assert_cmpuint (count_shapes (textbook), >, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/legend/signs", test_signs);
  g_test_add_func ("/legend/migration", test_migration);
  g_test_add_func ("/legend/recorded", test_recorded);
  g_test_add_func ("/legend/rests", test_rests);
  g_test_add_func ("/legend/budget", test_budget);
  g_test_add_func ("/legend/pictures", test_pictures);

  return g_test_run ();
}
