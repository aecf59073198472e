/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-fixture.h"
#include "sl-source-extras.h"
#include "sl-test.h"

#define LENGTH 1000

/* Of tasks 1 to 4: 1 and 3 are threads of process 1, 2 is one of process 2, of 4 nothing is known. */
static guint64
get_process_of (gpointer names, guint64 task)
{
  return task == 4 ? 0 : task == 2 ? 2 : 1;
}

/* Two processors. The first runs task 1 in the first half and task 3 in the second, but for a while in which the
 * other one does, which ran task 2 in the first half. Task 4 never runs. What the first runs at the end is
 * known of it alone, so that task 3 ran equally long on both. */
static SlTraceSet *
make_set (void)
{
  static const struct
  {
    guint cpu;
    guint task; /* 0 to 3 */
    SlTime begin;
    SlTime end;
  } runs[] = { { 0, 0, 0, 500 },
               { 1, 1, 0, 500 },
               { 0, 2, 500, 600 },
               { 0, 2, 700, 1000 },
               { 1, 2, 600, 700 } };
  SlTraceBuilder *builder = fixture_begin ();
  SlTrackWriter *tasks[4];
  SlTrackWriter *cpus[2];
  guint32 objects[4], processors[2];
  SlTraceSet *set;

  for (guint i = 0; i < 2; i++)
    {
      processors[i] = fixture_add_object (builder, SL_OBJECT_CPU, i);
      cpus[i] = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_CPU, processors[i]),
                                           SL_ROLE_STATES, SL_TRACK_SLICES);
    }
  for (guint i = 0; i < 4; i++)
    {
      objects[i] = fixture_add_object (builder, SL_OBJECT_TASK, i + 1);
      tasks[i] = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TASK, objects[i]),
                                            SL_ROLE_STATES, SL_TRACK_SLICES);
    }
  sl_track_writer_add_slice (tasks[3], 0, LENGTH, SL_STATE_READY, 0);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      sl_track_writer_add_slice (cpus[runs[i].cpu], runs[i].begin, runs[i].end, SL_STATE_RUNNING,
                                 objects[runs[i].task]);
      if (runs[i].begin != 700)
        sl_track_writer_add_slice (tasks[runs[i].task], runs[i].begin, runs[i].end,
                                   SL_STATE_RUNNING, processors[runs[i].cpu]);
    }

  set = fixture_end (builder, LENGTH);
  sl_source_extras_set_processes (sl_source_get_extras (
                                      sl_trace_get_source (sl_trace_set_get_trace (set, 0))),
                                  get_process_of, NULL, NULL);
  return set;
}

static SlViewState *
group (const char *by)
{
  g_autoptr (SlViewState) all = sl_view_state_new ((SlSpan) { 0, LENGTH });

  return sl_view_state_with_name (all, SL_NAMES_SHOWN_SIGNS, by, TRUE);
}

static void
assert_tasks (const SlRows *rows, const char *wanted)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    if (!g_str_has_prefix (sl_rows_get (rows, i)->key, "cpu:"))
      g_string_append_printf (list, "%s%s", list->len > 0 ? " " : "", sl_rows_get (rows, i)->key);
  g_assert_cmpstr (list->str, ==, wanted);
}

static const SlRow *
find (const SlRows *rows, const char *key)
{
  guint number;

  g_assert_true (sl_rows_find (rows, key, &number));
  return sl_rows_get (rows, number);
}

static void
test_by_process (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = group (SL_TASK_PROCESSES);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  g_autoptr (SlViewState) folded =
      sl_view_state_with_name (state, SL_NAMES_COLLAPSED, "process:1", TRUE);
  g_autoptr (SlRows) fewer = sl_rows_new (set, folded, 1);

  g_test_summary (
      "Threads stand under their process, which says how many they are; folded, it stands for them.");

  assert_tasks (rows, "tasks process:1 task:1 task:3 process:2 task:2 process:2147483647 task:4");
  g_assert_cmpstr (find (rows, "process:1")->title, ==, "Process 1");
  g_assert_cmpstr (find (rows, "process:1")->figure, ==, "2 threads");
  g_assert_cmpstr (find (rows, "process:2")->figure, ==, "1 thread");
  assert_tasks (fewer, "tasks process:1 process:2 task:2 process:2147483647 task:4");
  g_assert_true (find (fewer, "process:1")->collapsed);
  g_assert_cmpint (find (fewer, "process:1")->height, >, find (rows, "process:1")->height);
}

static void
test_names (void)
{
  g_autoptr (SlTraceSet) bare = make_set ();
  g_autoptr (SlViewState) state = group (SL_TASK_PROCESSES);
  g_autoptr (SlAnnotations) robot =
      sl_annotations_with_name (sl_trace_set_get_annotations (bare, 0), "task:1", "robot");
  g_autoptr (SlAnnotations) cam = sl_annotations_with_name (robot, "task:2", "cam");
  g_autoptr (SlAnnotations) camera = sl_annotations_with_name (cam, "process:2", "camera");
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (sl_trace_set_get_trace (bare, 0), camera);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);

  g_test_summary ("A process is called as its first thread unless it has a name of its own.");

  g_assert_cmpstr (find (rows, "process:1")->title, ==, "robot · 1");
  g_assert_cmpstr (find (rows, "process:2")->title, ==, "camera · 2");
}

static void
test_by_processor (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = group (SL_TASK_PROCESSORS);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);

  g_test_summary ("Tasks stand under the processor on which they ran longest, the lower one of two "
                  "equal ones; what never ran is apart.");

  assert_tasks (rows, "tasks tasks-of-cpu:0 task:1 task:3 tasks-of-cpu:1 task:2 "
                      "tasks-of-cpu:2147483647 task:4");
}

/* The strip that is drawn in the heading's place. */
static const guint8 *
find_curve (SlScene *scene, const SlRow *heading)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    if (shapes[i].type == SL_SHAPE_STRIP && shapes[i].y >= heading->y &&
        shapes[i].y + shapes[i].height <= heading->y + heading->height)
      return sl_scene_get_values (scene, &shapes[i]);

  return NULL;
}

static void
test_folded_curve (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = group (SL_TASK_PROCESSES);
  g_autoptr (SlViewState) folded =
      sl_view_state_with_name (state, SL_NAMES_COLLAPSED, "process:1", TRUE);
  g_autoptr (SlRows) rows = sl_rows_new (set, folded, 1);
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  SlSceneOptions options = { .width = 100, .measure = measure };
  g_autoptr (SlScene) scene = sl_scene_build (rows, folded, &options);
  const guint8 *values = find_curve (scene, find (rows, "process:1"));

  g_test_summary (
      "A folded process shows in each column what share of the processors its threads had.");

  g_assert_nonnull (values);
  for (guint i = 0; i < 100; i++)
    {
      g_assert_cmpuint (values[2 * i], ==, 0);
      /* One processor of two, whichever it is. */
      g_assert_cmpuint (values[2 * i + 1], ==, 128);
    }
  g_assert_null (find_curve (scene, find (rows, "process:2")));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/row-processes/by-process", test_by_process);
  g_test_add_func ("/row-processes/names", test_names);
  g_test_add_func ("/row-processes/by-processor", test_by_processor);
  g_test_add_func ("/row-processes/folded-curve", test_folded_curve);

  return g_test_run ();
}
