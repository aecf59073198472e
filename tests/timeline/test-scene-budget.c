/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "scene-fixture.h"
#include "sl-budget-left.h"
#include "sl-kind-action.h"
#include "sl-text-miss.h"

/* Of a plot that is as wide as the trace is long: a tick is a pixel. */
#define WIDTH 600

#define BUDGET 50

/* A server whose budget is known from 100 on. Its task executes for 30 ticks of it and sleeps, uses it up when it goes on, and
 * has all but 10 ticks of the next one, at 300; before the deadline of that it has another one, at 400, which nobody recorded. */
static SlTraceSet *
make_server (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 5);
  guint32 server = fixture_add_object (builder, SL_OBJECT_SERVER, 5);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks, *budgets, *deadlines;

  sl_track_writer_add_slice (states, 20, 50, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 100, 130, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 200, 220, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 220, 300, SL_STATE_THROTTLED, 0);
  sl_track_writer_add_slice (states, 300, 310, SL_STATE_RUNNING, 0);

  lane = fixture_add_lane (builder, SL_LANE_SERVER, server);
  states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  budgets = sl_lane_builder_add_track (lane, SL_ROLE_BUDGET, SL_TRACK_VALUES);
  deadlines = sl_lane_builder_add_track (lane, SL_ROLE_DEADLINES, SL_TRACK_VALUES);
  sl_track_writer_add_slice (states, 10, 100, SL_STATE_UNKNOWN, 0);
  sl_track_writer_add_slice (states, 100, 220, SL_STATE_ACTIVE, task);
  sl_track_writer_add_slice (states, 220, 300, SL_STATE_EXHAUSTED, task);
  sl_track_writer_add_slice (states, 300, 500, SL_STATE_ACTIVE, task);
  sl_track_writer_add_instant (marks, 100, SL_KIND_ACTED_REPLENISH, 0);
  sl_track_writer_add_instant (marks, 220, SL_KIND_ACTED_EXHAUST, 0);
  sl_track_writer_add_instant (marks, 300, SL_KIND_ACTED_REPLENISH, 40);
  sl_track_writer_add_instant (marks, 400, SL_KIND_ACTED_REPLENISH, SL_SERVER_COMPUTED);
  sl_track_writer_add_instant (marks, 400, SL_KIND_ACTED_SERVER_ACTIVATE, 0);
  sl_track_writer_add_value (budgets, 10, BUDGET);
  sl_track_writer_add_value (deadlines, 100, 250);
  sl_track_writer_add_value (deadlines, 300, 450);
  sl_track_writer_add_value (deadlines, 400, 550);
  return fixture_end (builder, WIDTH);
}

static const SlShape *
find_curve (SlScene *scene)
{
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    {
      const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_BOXES)[i];

      if (shape->type == SL_SHAPE_PATH && shape->stroke.role == SL_PAINT_EDGE)
        return shape;
    }

  return NULL;
}

/* Of the last corner at @x: how high it is above the lowest one, as a share of the highest. */
static double
get_share (SlScene *scene, const SlShape *curve, double x)
{
  const SlPoint *points = sl_scene_get_points (scene, curve);
  double top = points[0].y, base = points[0].y, y = NAN;

  for (guint i = 0; i < curve->count; i++)
    {
      top = MIN (top, points[i].y);
      base = MAX (base, points[i].y);
      if (fabs (points[i].x - x) < 0.01)
        y = points[i].y;
    }

  return (base - y) / (base - top);
}

static void
test_curve (void)
{
  g_autoptr (SlTraceSet) set = make_server ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);
  const SlShape *curve = find_curve (scene);

  g_test_summary (
      "A budget is less by what the server’s task executes, nothing where it is used up, and more by what is "
      "given back.");

  g_assert_nonnull (curve);
  g_assert_cmpfloat_with_epsilon (get_share (scene, curve, 100), 1, 0.001);
  g_assert_cmpfloat_with_epsilon (get_share (scene, curve, 130), 0.4, 0.001);
  g_assert_cmpfloat_with_epsilon (get_share (scene, curve, 200), 0.4, 0.001);
  g_assert_cmpfloat_with_epsilon (get_share (scene, curve, 220), 0, 0.001);
  g_assert_cmpfloat_with_epsilon (get_share (scene, curve, 300), 0.8, 0.001);
  g_assert_cmpfloat_with_epsilon (get_share (scene, curve, 310), 0.6, 0.001);
  g_assert_cmpfloat_with_epsilon (get_share (scene, curve, 400), 1, 0.001);
}

static const SlElement *
find_deadline (SlScene *scene, SlTime deadline)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == SL_ELEMENT_DEADLINE && element->span.end == deadline)
        return element;
    }

  return NULL;
}

static gboolean
is_dashed (SlScene *scene, const SlElement *element)
{
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_MARKS); i++)
    {
      const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_MARKS)[i];

      if (sl_scene_get_element (scene, shape->element) == element && shape->type == SL_SHAPE_LINE)
        return shape->dash[0] > 0;
    }

  g_assert_not_reached ();
}

static void
test_deadlines (void)
{
  g_autoptr (SlTraceSet) set = make_server ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);

  g_test_summary (
      "A server’s deadline is an arrow, which is dashed where another one was set before it came.");

  g_assert_false (is_dashed (scene, find_deadline (scene, 250)));
  g_assert_true (is_dashed (scene, find_deadline (scene, 450)));
  g_assert_false (is_dashed (scene, find_deadline (scene, 550)));
}

/* Whether the head of the arrow is no more than an outline. */
static gboolean
is_hollow (SlScene *scene, const SlElement *element)
{
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_MARKS); i++)
    {
      const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_MARKS)[i];

      if (sl_scene_get_element (scene, shape->element) == element && shape->type == SL_SHAPE_PATH)
        return shape->fill.role == SL_PAINT_VIEW && shape->stroke.role == SL_PAINT_ARROW;
    }

  g_assert_not_reached ();
}

static void
test_computed (void)
{
  g_autoptr (SlTraceSet) set = make_server ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);
  SlRows *rows = sl_scene_get_rows (scene);
  g_autofree char *recorded = sl_text_deadline_title (rows, find_deadline (scene, 250));
  g_autofree char *computed = sl_text_deadline_title (rows, find_deadline (scene, 550));

  g_test_summary (
      "A deadline that was not recorded but follows from the kernel’s rule has a hollow head, and is said to be inferred.");

  g_assert_false (is_hollow (scene, find_deadline (scene, 250)));
  g_assert_false (is_hollow (scene, find_deadline (scene, 450)));
  g_assert_true (is_hollow (scene, find_deadline (scene, 550)));
  g_assert_cmpstr (recorded, ==, "deadline");
  g_assert_cmpstr (computed, ==, "deadline, inferred from the kernel’s rules for budgets");
}

/* Whether the page covers the curve from @begin to @end. */
static gboolean
is_covered (SlScene *scene, double begin, double end)
{
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_BOXES); i++)
    {
      const SlShape *shape = &sl_scene_get_shapes (scene, SL_LAYER_BOXES)[i];

      if (shape->type == SL_SHAPE_BOX && shape->fill.role == SL_PAINT_VIEW && shape->x <= begin &&
          shape->x + shape->width >= end)
        return TRUE;
    }

  return FALSE;
}

static void
test_unknown (void)
{
  g_autoptr (SlTraceSet) set = make_server ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);

  g_test_summary (
      "Nothing is drawn of a budget that nobody knows, or that there is not yet or not any more.");

  g_assert_true (is_covered (scene, 0, 10));
  g_assert_true (is_covered (scene, 10, 100));
  g_assert_false (is_covered (scene, 99, 101));
  g_assert_true (is_covered (scene, 500, WIDTH));
}

static void
test_states (void)
{
  g_autoptr (SlTraceSet) set = make_server ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);
  g_autoptr (SlScene) narrow = fixture_scene (set, (SlSpan) { 0, WIDTH }, 11, FALSE);
  guint n_found = 0, row;

  g_test_summary (
      "Each state of such a server can be picked; where they are too many for a curve they are drawn as those of "
      "others.");

  g_assert_true (sl_rows_find (sl_scene_get_rows (scene), "server:0x5", &row));
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->row != row || element->type != SL_ELEMENT_BOX)
        continue;
      n_found++;
      g_assert_true (sl_scene_find (scene, &element->target) == element);
    }
  g_assert_cmpuint (n_found, ==, 4);
  g_assert_null (find_curve (narrow));
}

static void
test_colour (void)
{
  g_autoptr (SlTraceSet) set = make_server ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);
  SlRows *rows = sl_scene_get_rows (scene);
  guint task, server;

  g_test_summary ("A server that serves one task has the colour of that task.");

  g_assert_true (sl_rows_find (rows, "task:5", &task));
  g_assert_true (sl_rows_find (rows, "server:0x5", &server));
  g_assert_cmpint (sl_rows_get (rows, server)->colour, ==, sl_rows_get (rows, task)->colour);
}

static void
check_left (const SlRows *rows, guint row, SlTime time, const char *left)
{
  g_autofree char *text = sl_budget_left_dup_text (rows, row, time);

  if (left == NULL)
    g_assert_null (text);
  else
    g_assert_cmpstr (text, ==, left);
}

static void
test_left (void)
{
  g_autoptr (SlTraceSet) set = make_server ();
  g_autoptr (SlScene) scene = fixture_scene (set, (SlSpan) { 0, WIDTH }, WIDTH, FALSE);
  SlRows *rows = sl_scene_get_rows (scene);
  guint row, task;

  g_test_summary ("At any instant it is said how much of the budget is left, unless nobody knows.");

  g_assert_true (sl_rows_find (rows, "server:0x5", &row));
  g_assert_true (sl_rows_find (rows, "task:5", &task));
  check_left (rows, row, 60, NULL);
  check_left (rows, row, 101, "budget left: 49.0 µs of 50.0 µs");
  check_left (rows, row, 115, "budget left: 35.0 µs of 50.0 µs");
  check_left (rows, row, 150, "budget left: 20.0 µs of 50.0 µs");
  check_left (rows, row, 250, "budget left: 0 ns of 50.0 µs");
  check_left (rows, row, 305, "budget left: 35.0 µs of 50.0 µs");
  check_left (rows, row, 450,
              "budget left: 50.0 µs of 50.0 µs, inferred from the kernel’s rules for budgets");
  check_left (rows, task, 115, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scene-budget/curve", test_curve);
  g_test_add_func ("/scene-budget/deadlines", test_deadlines);
  g_test_add_func ("/scene-budget/computed", test_computed);
  g_test_add_func ("/scene-budget/unknown", test_unknown);
  g_test_add_func ("/scene-budget/colour", test_colour);
  g_test_add_func ("/scene-budget/states", test_states);
  g_test_add_func ("/scene-budget/left", test_left);

  return g_test_run ();
}
