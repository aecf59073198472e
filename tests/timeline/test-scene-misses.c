/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "scene-fixture.h"

#define DEADLINE 60

/* One task whose jobs take random times; some of the late ones are told by the trace. */
static SlTraceSet *
make_late_jobs (guint n_jobs)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTime now = 0;

  for (guint i = 0; i < n_jobs; i++)
    {
      SlTime end = now + g_test_rand_int_range (20, 95);

      sl_track_writer_add_instant (marks, now, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_slice (states, now, end, SL_STATE_RUNNING, 0);
      if (end - now > DEADLINE && g_test_rand_int_range (0, 3) == 0)
        sl_track_writer_add_instant (marks, now + DEADLINE, SL_KIND_TASK_DEADLINE_MISS, 0);
      sl_track_writer_add_instant (marks, end, SL_KIND_TASK_END_CYCLE, 0);
      now += 100 + g_test_rand_int_range (0, i % 100 == 0 ? 3000 : 20);
    }

  return fixture_end (builder, now);
}

static GPtrArray *
find_jobs (SlTraceSet *set)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();

  sl_task_rules_set_deadline (rules, 1, DEADLINE);
  return fixture_find_jobs (set, rules);
}

static SlScene *
make_scene (SlTraceSet *set, GPtrArray *jobs, SlSpan visible, int width)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlViewState) state = sl_view_state_new (visible);
  g_autoptr (SlRows) rows = sl_rows_new_with_jobs (set, state, 1, jobs);
  SlSceneOptions options = { .width = width, .measure = measure };

  return sl_scene_build (rows, state, &options);
}

static guint64
count_elements (SlScene *scene, SlElementType type)
{
  guint64 count = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == type)
        count += element->count;
    }

  return count;
}

static guint64
count_misses (SlScene *scene)
{
  return count_elements (scene, SL_ELEMENT_MISS);
}

/* Those whose deadline lies in @visible, by the table. */
static guint64
count_in_table (const SlJobTable *table, SlSpan visible)
{
  guint64 count = 0;

  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      SlTime time =
          job->flags & SL_JOB_MISSED ? sl_job_get_miss_time (sl_job_table_get (table, i)) : -1;

      count += time >= visible.begin && time < visible.end;
    }

  return count;
}

static void
test_counts (void)
{
  g_autoptr (SlTraceSet) set = make_late_jobs (2000);
  g_autoptr (GPtrArray) jobs = find_jobs (set);
  const SlJobTable *table = g_ptr_array_index (jobs, 0);
  SlSpan whole = sl_trace_set_get_span (set);

  g_test_summary ("At each zoom the marks of missed deadlines add up to the jobs that missed them, "
                  "be it recorded or computed.");

  g_assert_cmpuint (count_in_table (table, whole), >, 500);
  for (guint i = 0; i < 60; i++)
    {
      SlTime length = 100 << g_test_rand_int_range (0, 11);
      SlSpan visible = { g_test_rand_int_range (0, (gint32) whole.end - 100), 0 };
      g_autoptr (SlScene) scene = NULL;

      visible.end = MIN (visible.begin + length, whole.end);
      scene = make_scene (set, jobs, visible, g_test_rand_int_range (200, 1500));
      g_assert_cmpuint (count_misses (scene), ==, count_in_table (table, visible));
    }
}

static void
test_unknown (void)
{
  g_autoptr (SlTraceSet) set = make_late_jobs (300);
  g_autoptr (GPtrArray) jobs = find_jobs (set);
  SlSpan whole = sl_trace_set_get_span (set);
  g_autoptr (SlScene) with = make_scene (set, jobs, whole, 800);
  g_autoptr (SlScene) without = make_scene (set, NULL, whole, 800);

  g_test_summary ("While the jobs are unknown, the recorded misses are marked.");

  g_assert_cmpuint (count_misses (without), >, 0);
  g_assert_cmpuint (count_misses (without), <, count_misses (with));
}

/* A task that overruns its WCET more often than it misses its deadline, both close together. */
static SlTraceSet *
make_overruns (guint n_jobs, guint64 *n_misses, guint64 *n_overruns)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTime now = 0;

  for (guint i = 0; i < n_jobs; i++, now += g_test_rand_int_range (60, 140))
    {
      gboolean is_miss = g_test_rand_int_range (0, 4) == 0, is_overrun = g_test_rand_bit ();

      sl_track_writer_add_instant (marks, now, SL_KIND_TASK_TIMER, 0);
      if (is_overrun)
        sl_track_writer_add_instant (marks, now + 20, SL_KIND_TASK_WCET_VIOLATION, 0);
      if (is_miss)
        sl_track_writer_add_instant (marks, now + 40, SL_KIND_TASK_DEADLINE_MISS, 0);
      sl_track_writer_add_instant (marks, now + 50, SL_KIND_TASK_END_CYCLE, 0);
      *n_misses += is_miss;
      *n_overruns += is_overrun;
    }

  return fixture_end (builder, now);
}

static void
test_overruns (void)
{
  guint64 n_misses = 0, n_overruns = 0;
  g_autoptr (SlTraceSet) set = make_overruns (3000, &n_misses, &n_overruns);
  SlSpan whole = sl_trace_set_get_span (set);

  g_test_summary (
      "At each zoom a miss stays a miss and an overrun an overrun, also where both fall "
      "into one column of pixels.");

  g_assert_cmpuint (n_misses, >, 100);
  g_assert_cmpuint (n_overruns, >, n_misses);
  for (int width = 40; width < 400000; width *= 3)
    {
      g_autoptr (SlScene) scene = make_scene (set, NULL, whole, width);

      g_assert_cmpuint (count_elements (scene, SL_ELEMENT_MISS), ==, n_misses);
      g_assert_cmpuint (count_elements (scene, SL_ELEMENT_OVERRUN), ==, n_overruns);
    }
}

static gboolean
is_marked (SlScene *overview, double x)
{
  for (guint i = 1; i < sl_scene_get_n_elements (overview); i++)
    {
      const SlElement *element = sl_scene_get_element (overview, i);

      if (element->type == SL_ELEMENT_MISS && fabs (element->x + element->width / 2 - x) < 7)
        return TRUE;
    }

  return FALSE;
}

static void
test_overview (void)
{
  g_autoptr (SlTraceSet) set = make_late_jobs (400);
  g_autoptr (GPtrArray) jobs = find_jobs (set);
  const SlJobTable *table = g_ptr_array_index (jobs, 0);
  SlSpan whole = sl_trace_set_get_span (set);
  g_autoptr (SlViewState) state = sl_view_state_new (whole);
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  SlSceneOptions options = { .width = 900, .height = SL_OVERVIEW_HEIGHT, .measure = measure };
  g_autoptr (SlScene) overview = sl_scene_build_overview (set, state, jobs, NULL, &options);
  SlView view = sl_scene_get_view (overview);

  g_test_summary ("The overview has a mark where each miss is, or next to it.");

  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      if (sl_job_table_get (table, i)->flags & SL_JOB_MISSED)
        g_assert_true (is_marked (overview, sl_view_x (&view, sl_job_get_miss_time (
                                                                  sl_job_table_get (table, i)))));
    }
}

/* One late job, released at 0, that is due at 60 and runs until 200; the trace ends at 300. */
static SlTraceSet *
make_one (guint16 end_mark, gboolean is_recorded)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  sl_track_writer_add_slice (states, 0, 200, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 200, 300,
                             end_mark == SL_KIND_TASK_END_CYCLE ? SL_STATE_IDLE : SL_STATE_READY,
                             0);
  sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_TIMER, 0);
  if (is_recorded)
    sl_track_writer_add_instant (marks, DEADLINE, SL_KIND_TASK_DEADLINE_MISS, 0);
  if (end_mark != 0)
    sl_track_writer_add_instant (marks, 200, end_mark, 0);
  return fixture_end (builder, 300);
}

/* How many pixels are hatched as late, of a tick each. */
static double
get_late (guint16 end_mark, gboolean is_recorded)
{
  g_autoptr (SlTraceSet) set = make_one (end_mark, is_recorded);
  g_autoptr (GPtrArray) jobs = find_jobs (set);
  g_autoptr (SlScene) scene = make_scene (set, jobs, (SlSpan) { 0, 300 }, 600);
  SlView view = sl_scene_get_view (scene);
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);
  double width = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    if (shapes[i].type == SL_SHAPE_HATCH && shapes[i].hatch == SL_HATCH_LATE)
      width += shapes[i].width;
  return width / (sl_view_x (&view, 1) - sl_view_x (&view, 0));
}

static void
test_late (void)
{
  g_test_summary (
      "A late job is hatched from its deadline to its end: where it finishes, where it is "
      "aborted, else where the trace ends");

  for (int is_recorded = 0; is_recorded < 2; is_recorded++)
    {
      g_assert_cmpfloat_with_epsilon (get_late (SL_KIND_TASK_END_CYCLE, is_recorded), 140, 2);
      g_assert_cmpfloat_with_epsilon (get_late (SL_KIND_TASK_DISABLE, is_recorded), 140, 2);
      g_assert_cmpfloat_with_epsilon (get_late (0, is_recorded), 240, 2);
    }
}

/* The first job executes 50 of 30 and stops after 30. The second is released at 100, when the first goes
 * on, and executes 20; the trace tells at 120 that the task has used up what it may. */
static void
test_innocent (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  static const SlSpan runs[] = { { 0, 30 }, { 100, 130 }, { 200, 210 } };
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  const SlTaskRule rule = { .name = "a", .wcet = 30 };
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (GPtrArray) jobs = NULL;

  g_test_summary ("A job that executes at most its WCET has no mark of an overrun, at no zoom");

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      sl_track_writer_add_slice (states, runs[i].begin, runs[i].end, SL_STATE_RUNNING, 0);
      sl_track_writer_add_slice (states, runs[i].end,
                                 i + 1 < G_N_ELEMENTS (runs) ? runs[i + 1].begin : 300,
                                 i < 2 ? SL_STATE_THROTTLED : SL_STATE_IDLE, 0);
    }
  sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_ACTIVATE, 0);
  sl_track_writer_add_instant (marks, 30, SL_KIND_TASK_WCET_VIOLATION, 0);
  sl_track_writer_add_instant (marks, 99, SL_KIND_TASK_ACTIVATE, 0);
  sl_track_writer_add_instant (marks, 120, SL_KIND_TASK_END_CYCLE, 0);
  sl_track_writer_add_instant (marks, 130, SL_KIND_TASK_WCET_VIOLATION, 0);
  sl_track_writer_add_instant (marks, 210, SL_KIND_TASK_END_CYCLE, 0);
  set = fixture_end (builder, 300);
  sl_task_rules_set (rules, 1, &rule);
  jobs = fixture_find_jobs (set, rules);
  g_assert_cmpint (sl_job_table_get (g_ptr_array_index (jobs, 0), 0)->execution, ==, 50);
  g_assert_cmpint (sl_job_table_get (g_ptr_array_index (jobs, 0), 1)->execution, ==, 20);

  for (int width = 2; width < 4000; width *= 3)
    {
      g_autoptr (SlScene) scene = make_scene (set, jobs, (SlSpan) { 0, 300 }, width);
      g_autoptr (SlScene) unknown = make_scene (set, NULL, (SlSpan) { 0, 300 }, width);

      g_assert_cmpuint (count_elements (scene, SL_ELEMENT_OVERRUN), ==, 1);
      g_assert_cmpuint (count_elements (unknown, SL_ELEMENT_OVERRUN), ==, 2);
    }
}

/* Fails where the layer of a sign of that type is cut before the sign ends. */
static guint
count_whole (SlScene *scene, SlElementType type, SlLayer layer)
{
  guint count = 0;
  float clip[4];

  sl_scene_get_clip (scene, layer, clip);
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type != type)
        continue;
      g_assert_cmpfloat (element->x, >=, clip[0]);
      g_assert_cmpfloat (element->x + element->width, <=, clip[0] + clip[2]);
      count++;
    }

  return count;
}

static void
test_ends (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlRows) rows = NULL;
  g_autoptr (SlScene) scene = NULL;
  g_autoptr (SlScene) overview = NULL;
  SlSceneOptions options = { .width = 900,
                             .height = SL_OVERVIEW_HEIGHT,
                             .header_width = SL_HEADER_WIDTH,
                             .margin = SL_PLOT_MARGIN,
                             .measure = measure };

  g_test_summary ("In a window the release at the first instant and the miss at the last one are "
                  "whole, and the overview has them at the same place.");

  sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_TIMER, 0);
  sl_track_writer_add_slice (states, 0, 300, SL_STATE_RUNNING, 0);
  sl_track_writer_add_instant (marks, 299, SL_KIND_TASK_DEADLINE_MISS, 0);
  set = fixture_end (builder, 300);
  state = sl_view_state_new (sl_trace_set_get_span (set));
  rows = sl_rows_new (set, state, 1);
  overview = sl_scene_build_overview (set, state, NULL, NULL, &options);
  options.height = 0;
  scene = sl_scene_build (rows, state, &options);

  g_assert_cmpuint (count_whole (scene, SL_ELEMENT_RELEASE, SL_LAYER_MARKS), ==, 1);
  g_assert_cmpuint (count_whole (scene, SL_ELEMENT_MISS, SL_LAYER_MISSES), ==, 1);
  g_assert_cmpuint (count_whole (overview, SL_ELEMENT_MISS, SL_LAYER_MISSES), ==, 1);
  g_assert_cmpint (sl_scene_get_plot_x (scene), ==, SL_HEADER_WIDTH + SL_PLOT_MARGIN);
  g_assert_cmpint (sl_scene_get_plot_x (overview), ==, sl_scene_get_plot_x (scene));
  g_assert_cmpint (sl_scene_get_view (overview).width, ==, sl_scene_get_view (scene).width);
}

/* The name of a text that is written over the row of the task at @time. */
static const SlElement *
find_name (SlScene *scene)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    if (sl_scene_get_element (scene, i)->type == SL_ELEMENT_MARKER)
      return sl_scene_get_element (scene, i);

  return NULL;
}

static SlScene *
make_written (SlTraceSet *set, GPtrArray *jobs, SlSpan visible, SlTime time)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlViewState) plain = sl_view_state_new (visible);
  g_autoptr (SlMarkers) none = sl_markers_new ();
  const SlMarker text = { .id = 1,
                          .span = { time, time },
                          .name = "look",
                          .text = "",
                          .form = SL_MARKER_TEXT,
                          .row = "task:256" };
  g_autoptr (SlMarkers) markers = sl_markers_with (none, &text);
  g_autoptr (SlViewState) state = sl_view_state_with_markers (plain, markers);
  g_autoptr (SlRows) rows = sl_rows_new_with_jobs (set, state, 1, jobs);
  SlSceneOptions options = { .width = 1200, .measure = measure };

  return sl_scene_build (rows, state, &options);
}

static void
test_written (void)
{
  g_autoptr (SlTraceSet) set = make_late_jobs (60);
  g_autoptr (GPtrArray) jobs = find_jobs (set);
  SlSpan whole = sl_trace_set_get_span (set);
  guint n_moved = 0;

  g_test_summary (
      "A text that the user writes is beside the signs of missed deadlines, and where none "
      "is in its way at the instant that it is about.");

  for (guint i = 0; i < 1000; i++)
    {
      SlTime begin = g_test_rand_int_range (0, (gint32) whole.end - 1000);
      SlSpan visible = { begin, begin + g_test_rand_int_range (400, 1000) };
      SlTime time = g_test_rand_int_range ((gint32) visible.begin, (gint32) visible.end);
      g_autoptr (SlScene) scene = make_written (set, jobs, visible, time);
      SlView view = sl_scene_get_view (scene);
      const SlElement *name = find_name (scene);
      double x = MIN (sl_scene_get_plot_x (scene) + sl_view_x (&view, time),
                      sl_scene_get_plot_x (scene) + view.width - name->width);

      g_assert_nonnull (name);
      for (guint j = 1; j < sl_scene_get_n_elements (scene); j++)
        {
          const SlElement *sign = sl_scene_get_element (scene, j);

          if (sign->type == SL_ELEMENT_MISS && sign->y < name->y + name->height &&
              sign->y + sign->height > name->y)
            g_assert_true (sign->x + sign->width <= name->x || sign->x >= name->x + name->width);
        }
      g_assert_cmpfloat (name->x, >=, sl_scene_get_plot_x (scene) - 1);
      g_assert_cmpfloat (name->x + name->width, <=, sl_scene_get_plot_x (scene) + view.width + 1);
      n_moved += fabs (name->x - x) > 1.5;
    }
  g_assert_cmpuint (n_moved, >, 0);
  g_assert_cmpuint (n_moved, <, 1000);
}

/* A task that comes to another processor at the times @moves; its only miss is at @miss. */
static guint
count_tags (const SlTime *moves, guint n_moves, SlTime miss)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 cpus[] = { fixture_add_object (builder, SL_OBJECT_CPU, 0),
                     fixture_add_object (builder, SL_OBJECT_CPU, 1) };
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  g_autoptr (SlTraceSet) set = NULL;
  g_autoptr (SlScene) scene = NULL;
  const SlShape *shapes;
  guint n_tags = 0;

  sl_track_writer_add_slice (states, 0, 20, SL_STATE_RUNNING, cpus[0]);
  for (guint i = 0; i < n_moves; i++)
    sl_track_writer_add_slice (states, moves[i], moves[i] + 10, SL_STATE_RUNNING,
                               cpus[(i + 1) % 2]);
  sl_track_writer_add_instant (marks, miss, SL_KIND_TASK_DEADLINE_MISS, 0);
  set = fixture_end (builder, 1000);
  scene = make_scene (set, NULL, (SlSpan) { 0, 1000 }, 1240);
  shapes = sl_scene_get_shapes (scene, SL_LAYER_MARKS);
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_MARKS); i++)
    n_tags += shapes[i].type == SL_SHAPE_PATH && shapes[i].count == 6;
  return n_tags;
}

static void
test_migrations (void)
{
  const SlTime apart[] = { 200, 400, 600 };
  const SlTime near[] = { 200, 215, 230, 600 };

  g_test_summary ("Tags of migrations do not cover a miss, and of those that are near to each "
                  "other the first one alone is drawn.");

  g_assert_cmpuint (count_tags (apart, G_N_ELEMENTS (apart), 800), ==, 3);
  g_assert_cmpuint (count_tags (apart, G_N_ELEMENTS (apart), 395), ==, 2);
  g_assert_cmpuint (count_tags (near, G_N_ELEMENTS (near), 800), ==, 2);
}

/* A task that does one thing after the other, and misses a deadline now and then. */
static SlTraceSet *
make_busy (guint n_slices)
{
  static const SlState states[] = { SL_STATE_BLOCKED, SL_STATE_THROTTLED, SL_STATE_STOPPED,
                                    SL_STATE_RUNNING };
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 lock = fixture_add_object (builder, SL_OBJECT_MUTEX, 7);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *track = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTime time = 0, miss = 0;

  for (guint i = 0; i < n_slices; i++)
    {
      SlState state = states[g_test_rand_int_range (0, G_N_ELEMENTS (states))];
      SlTime end = time + g_test_rand_int_range (1, 300);

      sl_track_writer_add_slice (track, time, end, state, state == SL_STATE_BLOCKED ? lock : 0);
      time = end;
    }
  while ((miss += g_test_rand_int_range (20, 400)) < time)
    sl_track_writer_add_instant (marks, miss, SL_KIND_TASK_DEADLINE_MISS, 0);
  return fixture_end (builder, time);
}

/* How many texts and badges are in rows, none of which is below a sign. */
static guint
count_labels (const SlScene *scene)
{
  const SlShape *labels = sl_scene_get_shapes (scene, SL_LAYER_LABELS);
  guint n_labels = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_LABELS); i++)
    {
      gboolean is_centred = labels[i].type == SL_SHAPE_TEXT && labels[i].anchor == SL_ANCHOR_MIDDLE;
      double x = labels[i].x - (is_centred ? labels[i].width / 2 : 0), end = x + labels[i].width;

      if (labels[i].type != SL_SHAPE_TEXT && labels[i].type != SL_SHAPE_BOX)
        continue;
      n_labels++;
      for (guint j = 1; j < sl_scene_get_n_elements (scene); j++)
        {
          const SlElement *sign = sl_scene_get_element (scene, j);

          if (sign->type == SL_ELEMENT_MISS)
            g_assert_true (end <= sign->x || x >= sign->x + sign->width);
        }
    }

  return n_labels;
}

static void
test_labels (void)
{
  guint n_labels = 0;

  g_test_summary (
      "What is written in the row of a task, and how many are folded, is beside the signs of misses.");

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (SlTraceSet) set = make_busy (i % 2 == 0 ? 12 : 2000);
      g_autoptr (SlScene) scene = make_scene (set, NULL, sl_trace_set_get_span (set), 1240);

      n_labels += count_labels (scene);
    }
  g_assert_cmpuint (n_labels, >, 400);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-misses/counts", test_counts);
  g_test_add_func ("/scene-misses/unknown", test_unknown);
  g_test_add_func ("/scene-misses/overruns", test_overruns);
  g_test_add_func ("/scene-misses/late", test_late);
  g_test_add_func ("/scene-misses/innocent", test_innocent);
  g_test_add_func ("/scene-misses/overview", test_overview);
  g_test_add_func ("/scene-misses/ends", test_ends);
  g_test_add_func ("/scene-misses/written", test_written);
  g_test_add_func ("/scene-misses/migrations", test_migrations);
  g_test_add_func ("/scene-misses/labels", test_labels);

  return g_test_run ();
}
