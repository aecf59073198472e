/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user has put on the axis, on a textbook page. */

#include "scene-fixture.h"

/* Three jobs of a task. */
static SlTraceSet *
make_set (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  for (SlTime release = 0; release < 30000; release += 10000)
    {
      sl_track_writer_add_instant (marks, release, SL_KIND_TASK_ACTIVATE, 0);
      sl_track_writer_add_slice (states, release, release + 4000, SL_STATE_RUNNING, 0);
      sl_track_writer_add_instant (marks, release + 4000, SL_KIND_TASK_END_CYCLE, 0);
    }

  return fixture_end (builder, 30000);
}

static SlScene *
make_page (SlTraceSet *set, SlViewState *state, int height)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (GPtrArray) jobs = fixture_find_jobs (set, rules);
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlViewState) textbook = sl_view_state_with_style (state, SL_STYLE_TEXTBOOK);
  g_autoptr (SlRows) rows = sl_rows_new_with_jobs (set, textbook, 1, jobs);
  SlSceneOptions options = {
    .width = 1000,
    .height = height,
    .header_width = SL_TEXTBOOK_MARGIN,
    .measure = measure,
  };

  return sl_scene_build (rows, textbook, &options);
}

static double
get_axis (const SlScene *scene)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == SL_ELEMENT_RULER)
        return element->y + element->height;
    }
  g_assert_not_reached ();
}

static guint
count_flags (const SlScene *scene)
{
  guint n_flags = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type != SL_ELEMENT_CURSOR)
        continue;
      g_assert_cmpfloat (element->y, >=, 0);
      n_flags++;
    }

  return n_flags;
}

/* The upright lines through all rows. */
static guint
count_lines (const SlScene *scene)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_USER);
  guint n_lines = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_USER); i++)
    {
      if (shapes[i].width > 0 || shapes[i].height < 20)
        continue;
      g_assert_cmpfloat (shapes[i].y + shapes[i].height, <=, get_axis (scene));
      n_lines++;
    }

  return n_lines;
}

static void
test_cursors (void)
{
  static const int heights[] = { 0, 300, 2000 };
  g_autoptr (SlTraceSet) set = make_set ();
  SlSpan span = sl_trace_set_get_span (set);
  SlTime a = span.begin + sl_span_duration (span) / 3, b = span.begin + sl_span_duration (span) / 2;
  g_autoptr (SlViewState) none = sl_view_state_new (span);
  g_autoptr (SlViewState) one = sl_view_state_with_cursor (none, SL_CURSOR_A, &a);
  g_autoptr (SlViewState) both = sl_view_state_with_cursor (one, SL_CURSOR_B, &b);
  SlViewState *states[] = { none, one, both };

  g_test_summary ("A cursor's line on a page has its flag, and ends before the legend.");

  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    for (guint n_cursors = 0; n_cursors < G_N_ELEMENTS (states); n_cursors++)
      {
        g_autoptr (SlScene) page = make_page (set, states[n_cursors], heights[i]);

        g_assert_cmpuint (count_flags (page), ==, n_cursors);
        g_assert_cmpuint (count_lines (page), ==, n_cursors);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-page/cursors", test_cursors);
  return g_test_run ();
}
