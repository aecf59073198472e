/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "scene-fixture.h"

/* Of a plot that is as wide as its trace is long: a tick is a pixel. */
#define WIDTH 600

#define SLICE_BEGIN 100

/* A task that is in @state for @length ticks, with a detail or without. */
static SlTraceSet *
make_slice (SlState state, SlTime length, gboolean has_detail)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 reason = fixture_add_object (builder, SL_OBJECT_MUTEX, 0x1000);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  /* A job, for the textbook look. */
  sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_TIMER, 0);
  sl_track_writer_add_instant (marks, 400, SL_KIND_TASK_END_CYCLE, 0);
  sl_track_writer_add_slice (states, 0, 50, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, SLICE_BEGIN, SLICE_BEGIN + length, state,
                             has_detail ? reason : 0);
  return fixture_end (builder, WIDTH);
}

static SlScene *
make_scene (SlState state, SlTime length, gboolean has_detail)
{
  g_autoptr (SlTraceSet) set = make_slice (state, length, has_detail);

  return fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);
}

/* The shapes of the slice of @state, in order. */
static GPtrArray *
find_shapes (SlScene *scene, SlState state)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_BOXES);
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, shapes[i].element);

      if (shapes[i].element != 0 && element->state == state)
        g_ptr_array_add (found, (gpointer) &shapes[i]);
    }

  return found;
}

static const SlShape *
find_text (SlScene *scene, const char *text)
{
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_LABELS); i++)
    {
      const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_LABELS)[i];

      if (shape->type == SL_SHAPE_TEXT && strcmp (shape->text, text) == 0)
        return shape;
    }

  return NULL;
}

/* Two upright lines, 7 pixels high, at the ends of a line from the slice's begin to its end. */
static void
assert_ends (const GPtrArray *shapes, SlTime length)
{
  const SlShape *line = g_ptr_array_index (shapes, 0);
  const SlShape *first = g_ptr_array_index (shapes, 1);
  const SlShape *last = g_ptr_array_index (shapes, 2);

  g_assert_cmpfloat (line->x, ==, SLICE_BEGIN);
  g_assert_cmpfloat (line->width, ==, length);
  g_assert_cmpfloat (line->height, ==, 0);
  g_assert_cmpfloat (first->width, ==, 0);
  g_assert_cmpfloat (first->height, ==, 7);
  g_assert_cmpfloat (first->x, ==, SLICE_BEGIN + 0.75);
  g_assert_cmpfloat (last->x, ==, SLICE_BEGIN + length - 0.75);
  g_assert_cmpfloat (last->height, ==, 7);
}

static void
test_uninterruptible (void)
{
  g_autoptr (SlScene) scene = make_scene (SL_STATE_UNINTERRUPTIBLE, 200, TRUE);
  g_autoptr (SlScene) unknown = make_scene (SL_STATE_UNINTERRUPTIBLE, 200, FALSE);
  g_autoptr (SlScene) narrow = make_scene (SL_STATE_UNINTERRUPTIBLE, 60, TRUE);
  g_autoptr (GPtrArray) shapes = find_shapes (scene, SL_STATE_UNINTERRUPTIBLE);
  const SlShape *line, *label;

  g_test_summary ("A sleep that no signal ends is a thick line with ends, and its reason is over "
                  "it where it is known and has room.");

  g_assert_cmpuint (shapes->len, ==, 3);
  line = g_ptr_array_index (shapes, 0);
  g_assert_cmpfloat (line->line_width, ==, 3);
  g_assert_cmpfloat (line->dash[0], ==, 0);
  assert_ends (shapes, 200);
  label = find_text (scene, "mutex:0x1000, D");
  g_assert_nonnull (label);
  g_assert_cmpfloat (label->y, <, line->y - 3);
  g_assert_cmpfloat (label->x, >, SLICE_BEGIN);

  g_assert_cmpuint (sl_scene_get_n_shapes (unknown, SL_LAYER_LABELS), ==, 0);
  g_assert_cmpuint (sl_scene_get_n_shapes (narrow, SL_LAYER_LABELS), ==, 0);
}

static void
test_stopped (void)
{
  g_autoptr (SlScene) scene = make_scene (SL_STATE_STOPPED, 200, FALSE);
  g_autoptr (GPtrArray) shapes = find_shapes (scene, SL_STATE_STOPPED);
  const SlShape *line;

  g_test_summary ("A task that somebody stopped has a dashed line with ends, and it says so.");

  g_assert_cmpuint (shapes->len, ==, 3);
  line = g_ptr_array_index (shapes, 0);
  g_assert_cmpfloat (line->line_width, ==, 1);
  g_assert_cmpfloat (line->dash[0], >, 0);
  assert_ends (shapes, 200);
  g_assert_nonnull (find_text (scene, "stopped"));
}

static void
test_suspended (void)
{
  g_autoptr (SlScene) scene = make_scene (SL_STATE_SUSPENDED, 200, FALSE);
  g_autoptr (GPtrArray) shapes = find_shapes (scene, SL_STATE_SUSPENDED);

  g_test_summary ("A task that sleeps has a dashed line alone.");

  g_assert_cmpuint (shapes->len, ==, 1);
  g_assert_cmpuint (sl_scene_get_n_shapes (scene, SL_LAYER_LABELS), ==, 0);
}

static void
test_waking (void)
{
  g_autoptr (SlScene) scene = make_scene (SL_STATE_WAKING, 20, FALSE);
  g_autoptr (GPtrArray) shapes = find_shapes (scene, SL_STATE_WAKING);
  const SlShape *box;

  g_test_summary ("A task that is in no queue yet is a dotted outline, and not filled.");

  g_assert_cmpuint (shapes->len, ==, 1);
  box = g_ptr_array_index (shapes, 0);
  g_assert_cmpuint (box->type, ==, SL_SHAPE_BOX);
  g_assert_cmpuint (box->fill.role, ==, SL_PAINT_NONE);
  g_assert_cmpuint (box->stroke.role, ==, SL_PAINT_EDGE);
  g_assert_cmpfloat (box->dash[0], ==, 1);
  g_assert_cmpfloat (box->dash[1], ==, 1.5);
  g_assert_cmpfloat (box->width, ==, 20);
  g_assert_cmpfloat (box->height, ==, 9);
}

static void
test_narrow (void)
{
  static const SlState states[] = { SL_STATE_UNINTERRUPTIBLE, SL_STATE_STOPPED, SL_STATE_WAKING };

  g_test_summary ("A slice that has no room for its sign is within its own pixels, and is seen.");

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    for (SlTime length = 1; length < 8; length++)
      {
        g_autoptr (SlScene) scene = make_scene (states[i], length, TRUE);
        g_autoptr (GPtrArray) shapes = find_shapes (scene, states[i]);

        g_assert_cmpuint (shapes->len, >, 0);
        for (guint j = 0; j < shapes->len; j++)
          {
            const SlShape *shape = g_ptr_array_index (shapes, j);
            double half =
                shape->type == SL_SHAPE_LINE && shape->width == 0 ? shape->line_width / 2.0 : 0;

            g_assert_cmpfloat (shape->x - half, >=, SLICE_BEGIN);
            g_assert_cmpfloat (shape->x + shape->width + half, <=, SLICE_BEGIN + length);
          }
      }
}

static void
test_textbook (void)
{
  static const struct
  {
    SlState state;
    const char *text; /* of the legend */
    guint n_shapes;
  } cases[] = { { SL_STATE_UNINTERRUPTIBLE, "uninterruptible sleep", 3 },
                { SL_STATE_STOPPED, "stopped", 3 },
                { SL_STATE_WAKING, "waking", 1 } };

  g_test_summary ("The textbook look draws each of them as well, and explains it.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlTraceSet) set = make_slice (cases[i].state, 200, FALSE);
      g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
      g_autoptr (SlViewState) plain = sl_view_state_new ((SlSpan) { 0, WIDTH });
      g_autoptr (SlViewState) state = sl_view_state_with_style (plain, SL_STYLE_TEXTBOOK);
      g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
      g_autoptr (GPtrArray) jobs = fixture_find_jobs (set, rules);
      g_autoptr (SlRows) rows = sl_rows_new_with_jobs (set, state, 1, jobs);
      SlSceneOptions options = { .width = 1100,
                                 .header_width = SL_TEXTBOOK_MARGIN,
                                 .measure = measure };
      g_autoptr (SlScene) scene = sl_scene_build (rows, state, &options);
      g_autoptr (GPtrArray) shapes = find_shapes (scene, cases[i].state);
      gboolean is_explained = FALSE;

      for (guint j = 0; j < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); j++)
        is_explained |=
            g_strcmp0 (sl_scene_get_shapes (scene, SL_LAYER_FRAME)[j].text, cases[i].text) == 0;
      g_assert_cmpuint (shapes->len, ==, cases[i].n_shapes);
      g_assert_true (is_explained);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scene-rests/uninterruptible", test_uninterruptible);
  g_test_add_func ("/scene-rests/stopped", test_stopped);
  g_test_add_func ("/scene-rests/suspended", test_suspended);
  g_test_add_func ("/scene-rests/waking", test_waking);
  g_test_add_func ("/scene-rests/narrow", test_narrow);
  g_test_add_func ("/scene-rests/textbook", test_textbook);

  return g_test_run ();
}
