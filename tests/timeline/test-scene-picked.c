/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "scene-fixture.h"

#define WIDTH 1000
#define END   1000

/* Of the job that is picked: the first task's, from which the second one took time. */
#define RELEASE 200
#define FINISH  600
#define INSTANT 450

static const guint32 guilty[] = { 1, 2 };

/* Three tasks in rows of their own, the first one with a second job. */
static SlTraceSet *
make_tasks (void)
{
  SlTraceBuilder *builder = fixture_begin ();

  for (guint i = 0; i < 3; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256 + 8 * i);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
      SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
      SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
      SlTime begin = i == 0 ? RELEASE : RELEASE + 100 * i;

      sl_track_writer_add_instant (marks, begin, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_slice (states, begin, begin + 50, SL_STATE_RUNNING, 0);
      sl_track_writer_add_instant (marks, FINISH, SL_KIND_TASK_END_CYCLE, 0);
      sl_track_writer_add_instant (marks, 800, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_slice (states, 800, 820, SL_STATE_RUNNING, 0);
      sl_track_writer_add_instant (marks, 820, SL_KIND_TASK_END_CYCLE, 0);
    }

  return fixture_end (builder, END);
}

static SlScene *
build_scene (SlTraceSet *set, SlViewState *state, gboolean is_veiled)
{
  const SlSceneJob job = {
    .row = "task:256",
    .span = { RELEASE, FINISH },
    .instant = INSTANT,
    .is_veiled = is_veiled,
    .objects = guilty,
    .n_objects = G_N_ELEMENTS (guilty),
  };
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (GPtrArray) jobs = NULL;
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlRows) rows = NULL;
  SlSceneOptions options = {
    .width = WIDTH,
    .height = 500,
    .header_width = SL_HEADER_WIDTH,
    .margin = SL_PLOT_MARGIN,
    .show_ruler = TRUE,
    .show_cursors = TRUE,
    .measure = measure,
    .job = &job,
  };

  jobs = fixture_find_jobs (set, rules);
  rows = sl_rows_new_with_jobs (set, state, 1, jobs);
  return sl_scene_build (rows, state, &options);
}

static void
test_beside_marker (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlMarkers) markers = sl_markers_with (sl_view_state_get_markers (plain),
                                                   &(SlMarker) { .id = 1,
                                                                 .span = { INSTANT, INSTANT },
                                                                 .name = "a marker",
                                                                 .text = "" });
  g_autoptr (SlViewState) state = sl_view_state_with_markers (plain, markers);
  g_autoptr (SlScene) scene = build_scene (set, state, FALSE);
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);
  float flag_end = 0, name_begin = 0;

  g_test_summary (
      "The flag with the time of the instant stands beside the name of a marker that is there.");

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    {
      if (shapes[i].type == SL_SHAPE_BOX && shapes[i].fill.role == SL_PAINT_ACCENT)
        flag_end = shapes[i].x + shapes[i].width;
      if (shapes[i].type == SL_SHAPE_TEXT && g_strcmp0 (shapes[i].text, "a marker") == 0)
        name_begin = shapes[i].x;
    }
  g_assert_cmpfloat (name_begin, >, 0);
  g_assert_cmpfloat (flag_end, >, 0);
  g_assert_cmpfloat (flag_end, <, name_begin);
}

static SlScene *
make_scene (SlTraceSet *set, SlStyle style, gboolean is_veiled)
{
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) state = sl_view_state_with_style (plain, style);

  return build_scene (set, state, is_veiled);
}

static double
get_x (const SlScene *scene, SlTime time)
{
  SlView view = sl_scene_get_view (scene);

  return sl_scene_get_plot_x (scene) + sl_view_x (&view, time);
}

/* The middle and the edges of a row on screen. */
static void
get_row (const SlScene *scene, const char *key, float *top, float *bottom)
{
  float box[4];
  guint row;

  g_assert_true (sl_rows_find (sl_scene_get_rows (scene), key, &row));
  g_assert_true (sl_scene_get_row_box (scene, row, box));
  *top = box[1];
  *bottom = box[1] + box[3];
}

static const SlShape *
find_ring (const SlScene *scene)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_USER);
  const SlShape *ring = NULL;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_USER); i++)
    {
      if (shapes[i].type != SL_SHAPE_BOX || shapes[i].stroke.role != SL_PAINT_ACCENT)
        continue;

      g_assert_null (ring);
      ring = &shapes[i];
    }
  return ring;
}

static void
test_ring (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();

  g_test_summary ("In both looks the job that is picked has one ring, which goes a little beyond "
                  "its release and its finish and stays in its task's row.");

  for (int style = 0; style < SL_N_STYLES; style++)
    {
      g_autoptr (SlScene) scene = make_scene (set, (SlStyle) style, FALSE);
      const SlShape *ring = find_ring (scene);
      float top, bottom;

      g_assert_nonnull (ring);
      g_assert_cmpfloat_with_epsilon (ring->x, get_x (scene, RELEASE), 5);
      g_assert_cmpfloat (ring->x, <, get_x (scene, RELEASE));
      g_assert_cmpfloat_with_epsilon (ring->x + ring->width, get_x (scene, FINISH), 5);
      g_assert_cmpfloat (ring->x + ring->width, >, get_x (scene, FINISH));
      get_row (scene, "task:256", &top, &bottom);
      g_assert_cmpfloat (ring->y, >=, top);
      g_assert_cmpfloat (ring->y + ring->height, <=, bottom);
      g_assert_cmpfloat (ring->height, >, 20);

      /* Around every box of the job. */
      for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
        {
          const SlElement *element = sl_scene_get_element (scene, i);

          if (element->type != SL_ELEMENT_BOX || element->span.begin != RELEASE)
            continue;

          g_assert_cmpfloat (element->x, >=, ring->x);
          g_assert_cmpfloat (element->y, >=, ring->y);
          g_assert_cmpfloat (element->y + element->height, <=, ring->y + ring->height);
        }
    }
}

static void
test_instant (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();

  g_test_summary ("In both looks one line crosses all rows at the instant that is picked.");

  for (int style = 0; style < SL_N_STYLES; style++)
    {
      g_autoptr (SlScene) scene = make_scene (set, (SlStyle) style, FALSE);
      const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_GAPS);
      float top, bottom, last;
      guint n_lines = 0;

      get_row (scene, "task:256", &top, &bottom);
      get_row (scene, "task:272", &last, &bottom);
      for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_GAPS); i++)
        {
          if (shapes[i].type != SL_SHAPE_LINE || shapes[i].stroke.role != SL_PAINT_ACCENT)
            continue;

          n_lines++;
          g_assert_cmpfloat_with_epsilon (shapes[i].x, get_x (scene, INSTANT), 1);
          g_assert_cmpfloat (shapes[i].width, ==, 0);
          g_assert_cmpfloat (shapes[i].y, <=, top);
          g_assert_cmpfloat (shapes[i].y + shapes[i].height, >=, bottom);
        }
      g_assert_cmpuint (n_lines, ==, 1);
    }
}

/* How many veils lie over a point. */
static guint
count_veils (const SlScene *scene, double x, double y)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_GAPS);
  guint n_veils = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_GAPS); i++)
    {
      const SlShape *shape = &shapes[i];

      if (shape->type == SL_SHAPE_BOX && shape->fill.role == SL_PAINT_VEIL && x >= shape->x &&
          x < shape->x + shape->width && y >= shape->y && y < shape->y + shape->height)
        n_veils++;
    }
  return n_veils;
}

static void
test_veil (void)
{
  static const char *const rows[] = { "task:256", "task:264", "task:272" };
  g_autoptr (SlTraceSet) set = make_tasks ();
  g_autoptr (SlScene) veiled = make_scene (set, SL_STYLE_COMPACT, TRUE);
  g_autoptr (SlScene) plain = make_scene (set, SL_STYLE_COMPACT, FALSE);

  g_test_summary ("If a list led to the job, one veil covers all but the rows of those that "
                  "took time from it, between its release and its finish.");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      float top, bottom;

      get_row (veiled, rows[i], &top, &bottom);
      for (SlTime time = 5; time < END; time += 10)
        {
          double x = get_x (veiled, time), y = (top + bottom) / 2;
          gboolean is_clear = i < G_N_ELEMENTS (guilty) && time >= RELEASE && time < FINISH;

          g_assert_cmpuint (count_veils (veiled, x, y), ==, is_clear ? 0 : 1);
          g_assert_cmpuint (count_veils (plain, x, y), ==, 0);
        }
    }
}

static const SlShape *
find_text (const SlScene *scene, const char *pattern)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    if (shapes[i].type == SL_SHAPE_TEXT && g_pattern_match_simple (pattern, shapes[i].text))
      return &shapes[i];

  g_assert_not_reached ();
}

static void
test_flags (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();

  g_test_summary ("The time of the picked instant and the letter of a cursor never lie over each "
                  "other, however close both are.");

  for (SlTime cursor = INSTANT - 60; cursor <= INSTANT + 60; cursor += 5)
    {
      g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
      g_autoptr (SlViewState) state = sl_view_state_with_cursor (plain, SL_CURSOR_A, &cursor);
      g_autoptr (SlScene) scene = build_scene (set, state, FALSE);
      const SlShape *letter = find_text (scene, "A");
      const SlShape *time = find_text (scene, "450*s");

      g_assert_cmpfloat (fabs (letter->x - time->x), >=, (letter->width + time->width) / 2 + 5);
      g_assert_cmpfloat (letter->x, >=, get_x (scene, cursor) - 1);
      g_assert_cmpfloat (letter->x, <=, get_x (scene, cursor) + 1);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/picked/ring", test_ring);
  g_test_add_func ("/scene/picked/instant", test_instant);
  g_test_add_func ("/scene/picked/veil", test_veil);
  g_test_add_func ("/scene/picked/flags", test_flags);
  g_test_add_func ("/scene/picked/beside-marker", test_beside_marker);
  return g_test_run ();
}
