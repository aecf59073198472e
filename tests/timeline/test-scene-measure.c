/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What measuring and following go by: edges that are meant, what recurs, what rows hold at an instant, and who has to do
 * with whom. Two processors, two tasks and a lock, made by hand; a tick is a microsecond. */

#include <math.h>
#include <string.h>

#include "scene-fixture.h"
#include "sl-relation-list.h"
#include "sl-relation.h"
#include "sl-row-recurrence.h"
#include "sl-scene-snap.h"
#include "sl-time-column.h"

#define WIDTH 1176
#define END   1200

enum
{
  CPU_0 = 1,
  CPU_1,
  A,
  B,
  LOCK,
};

static void
add_slices (SlTraceBuilder *builder, SlLaneType type, guint32 object, const SlItem *items)
{
  SlLaneBuilder *lane = fixture_add_lane (builder, type, object);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);

  for (; items->end > 0; items++)
    sl_track_writer_add_slice (states, items->begin, items->end, (SlState) items->state,
                               items->detail);
}

static SlTraceSet *
make_set (void)
{
  static const SlItem of_cpu_0[] = {
    { 100, 200, SL_STATE_RUNNING, A, 0, 0 },   { 200, 300, SL_STATE_RUNNING, B, 0, 0 },
    { 300, 350, SL_STATE_RUNNING, A, 0, 0 },   { 350, 1100, SL_STATE_IDLE, 0, 0, 0 },
    { 1100, 1120, SL_STATE_RUNNING, A, 0, 0 }, { 1120, 1130, SL_STATE_INTERRUPT, 0, 0, 0 },
    { 1130, 1150, SL_STATE_RUNNING, A, 0, 0 }, { 0 }
  };
  static const SlItem of_cpu_1[] = { { 350, 500, SL_STATE_RUNNING, B, 0, 0 },
                                     { 500, 600, SL_STATE_RUNNING, A, 0, 0 },
                                     { 0 } };
  static const SlItem of_a[] = {
    { 100, 200, SL_STATE_RUNNING, CPU_0, 0, 0 },   { 200, 300, SL_STATE_READY, CPU_0, 0, 0 },
    { 300, 350, SL_STATE_RUNNING, CPU_0, 0, 0 },   { 350, 500, SL_STATE_BLOCKED, LOCK, 0, 0 },
    { 500, 600, SL_STATE_RUNNING, CPU_1, 0, 0 },   { 600, 1100, SL_STATE_IDLE, 0, 0, 0 },
    { 1100, 1120, SL_STATE_RUNNING, CPU_0, 0, 0 }, { 1120, 1130, SL_STATE_INTERRUPTED, 0, 0, 0 },
    { 1130, 1150, SL_STATE_RUNNING, CPU_0, 0, 0 }, { 0 }
  };
  static const SlItem of_b[] = { { 200, 300, SL_STATE_RUNNING, CPU_0, 0, 0 },
                                 { 300, 350, SL_STATE_READY, CPU_0, 0, 0 },
                                 { 350, 500, SL_STATE_RUNNING, CPU_1, 0, 0 },
                                 { 0 } };
  static const SlItem of_lock[] = { { 320, 500, SL_STATE_HELD, B, 0, 0 },
                                    { 500, 600, SL_STATE_HELD, A, 0, 0 },
                                    { 0 } };
  SlTraceBuilder *builder = fixture_begin ();

  g_assert_cmpuint (fixture_add_object (builder, SL_OBJECT_CPU, 0), ==, CPU_0);
  fixture_add_object (builder, SL_OBJECT_CPU, 1);
  fixture_add_object (builder, SL_OBJECT_TASK, 10);
  fixture_add_object (builder, SL_OBJECT_TASK, 20);
  g_assert_cmpuint (fixture_add_object (builder, SL_OBJECT_MUTEX, 7), ==, LOCK);
  add_slices (builder, SL_LANE_CPU, CPU_0, of_cpu_0);
  add_slices (builder, SL_LANE_CPU, CPU_1, of_cpu_1);
  add_slices (builder, SL_LANE_TASK, A, of_a);
  add_slices (builder, SL_LANE_TASK, B, of_b);
  add_slices (builder, SL_LANE_LOCK, LOCK, of_lock);
  return fixture_end (builder, END);
}

static void
test_relations (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  SlTrace *trace = sl_trace_set_get_trace (set, 0);
  SlItem item;
  SlTime time;

  g_test_summary ("Where a task runs, who runs instead, who has its lock, where it goes.");

  g_assert_cmpuint (sl_relation_find_processor (trace, A, 150), ==, CPU_0);
  g_assert_cmpuint (sl_relation_find_processor (trace, A, 599), ==, CPU_1);
  g_assert_cmpuint (sl_relation_find_processor (trace, A, 1125), ==, CPU_0);
  g_assert_cmpuint (sl_relation_find_processor (trace, A, 250), ==, 0);
  g_assert_cmpuint (sl_relation_find_processor (trace, A, 400), ==, 0);
  g_assert_cmpuint (sl_relation_find_task_on (trace, CPU_0, 299), ==, B);
  g_assert_cmpuint (sl_relation_find_task_on (trace, CPU_0, 400), ==, 0);

  g_assert_true (sl_relation_find_state (trace, A, 250, &item));
  g_assert_cmpuint (sl_relation_find_rival (trace, A, &item, &time), ==, B);
  g_assert_cmpint (time, ==, 200);
  g_assert_true (sl_relation_find_state (trace, B, 320, &item));
  g_assert_cmpuint (sl_relation_find_rival (trace, B, &item, &time), ==, A);
  g_assert_cmpint (time, ==, 300);

  g_assert_cmpuint (sl_relation_find_holder (trace, A, LOCK, 350), ==, B);
  g_assert_cmpuint (sl_relation_find_holder (trace, A, LOCK, 499), ==, B);
  g_assert_cmpuint (sl_relation_find_holder (trace, A, LOCK, 500), ==, 0);
  g_assert_cmpuint (sl_relation_find_holder (trace, B, LOCK, 500), ==, A);
  g_assert_cmpuint (sl_relation_find_holder (trace, A, LOCK, 100), ==, 0);

  g_assert_true (sl_relation_find_run (trace, A, 100, 1, &item));
  g_assert_cmpint (item.begin, ==, 300);
  g_assert_true (sl_relation_find_run (trace, A, 300, -1, &item));
  g_assert_cmpint (item.begin, ==, 100);
  g_assert_false (sl_relation_find_run (trace, A, 100, -1, &item));
  g_assert_cmpuint (sl_relation_find_move (trace, A, 100, 1, &item), ==, CPU_1);
  g_assert_cmpint (item.begin, ==, 500);
  g_assert_cmpuint (sl_relation_find_move (trace, A, 550, -1, &item), ==, CPU_0);
  g_assert_cmpint (item.begin, ==, 300);
  g_assert_cmpuint (sl_relation_find_move (trace, A, 100, -1, &item), ==, 0);
  g_assert_cmpuint (sl_relation_find_move (trace, B, 400, 1, &item), ==, 0);
}

static GArray *
list (SlTraceSet *set, guint32 task, SlSpan span, guint most)
{
  GArray *relations = g_array_new (FALSE, FALSE, sizeof (SlRelation));

  sl_relation_list_add (relations, sl_trace_set_get_trace (set, 0), task, span, most);
  return relations;
}

static void
assert_relation (const GArray *relations,
                 guint number,
                 SlRelationType type,
                 guint32 from,
                 SlTime begin,
                 guint32 to,
                 SlTime end)
{
  const SlRelation *relation = &g_array_index (relations, SlRelation, number);

  g_assert_cmpuint (number, <, relations->len);
  g_assert_cmpint (relation->type, ==, type);
  g_assert_cmpuint (relation->from, ==, from);
  g_assert_cmpuint (relation->to, ==, to);
  g_assert_cmpint (relation->begin, ==, begin);
  g_assert_cmpint (relation->end, ==, end);
}

static void
test_list (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (GArray) all = list (set, A, (SlSpan) { 100, 600 }, 10);
  g_autoptr (GArray) one = list (set, A, (SlSpan) { 100, 600 }, 1);
  g_autoptr (GArray) late = list (set, A, (SlSpan) { 1100, 1150 }, 10);
  g_autoptr (GArray) blocked = list (set, A, (SlSpan) { 350, 500 }, 10);

  g_test_summary ("Locks that are handed over and moves between processors become arrows.");

  g_assert_cmpuint (all->len, ==, 2);
  assert_relation (all, 0, SL_RELATION_UNLOCK, B, 500, A, 500);
  assert_relation (all, 1, SL_RELATION_MOVE, CPU_0, 350, CPU_1, 500);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (late->len, ==, 1);
  assert_relation (late, 0, SL_RELATION_MOVE, CPU_1, 600, CPU_0, 1100);
  g_assert_cmpuint (blocked->len, ==, 1);
  assert_relation (blocked, 0, SL_RELATION_UNLOCK, B, 500, A, 500);
}

static SlTarget
find (SlRows *rows, guint32 object, SlTime time)
{
  SlTarget target = { .type = SL_TARGET_ITEMS, .count = 1 };
  const SlLane *lane;
  SlItem item;
  guint row;

  g_assert_true (sl_rows_find_object (rows, 0, object, &row));
  lane = sl_rows_get_lane (rows, row);
  g_assert_true (sl_track_find_at (sl_lane_get_track (lane, SL_ROLE_STATES), time, &item));
  target.row = sl_rows_get (rows, row)->key;
  target.index = item.index;
  return target;
}

static void
assert_period (SlRows *rows, guint32 object, SlTime time, SlTime begin, SlTime end)
{
  SlTarget target = find (rows, object, time);
  SlSpan period;

  g_assert_true (sl_row_recurrence_find (rows, &target, &period));
  g_assert_cmpint (period.begin, ==, begin);
  g_assert_cmpint (period.end, ==, end);
}

static void
test_recurrence (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlTarget first = find (rows, A, 150), alone = find (rows, CPU_0, 250);
  SlSpan period;

  g_test_summary ("The same task, state or lock in the row before is what a period counts from; an "
                  "interrupt does not begin a new one.");

  assert_period (rows, A, 320, 100, 300);
  assert_period (rows, A, 510, 300, 500);
  assert_period (rows, A, 1110, 500, 1100);
  assert_period (rows, A, 1140, 500, 1100);
  assert_period (rows, CPU_0, 320, 100, 300);
  g_assert_false (sl_row_recurrence_find (rows, &first, &period));
  g_assert_false (sl_row_recurrence_find (rows, &alone, &period));
}

static void
assert_value (SlRows *rows, guint32 object, SlTime time, const char *pattern)
{
  g_autofree char *text = NULL;
  guint row;

  g_assert_true (sl_rows_find_object (rows, 0, object, &row));
  text = sl_time_column_text (rows, row, time);
  if (!g_pattern_match_simple (pattern, text))
    g_error ("“%s” is not like “%s”", text, pattern);
}

static void
test_column (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) shown =
      sl_view_state_with_name (plain, SL_NAMES_SHOWN_SIGNS, SL_TIME_COLUMN, TRUE);
  g_autoptr (SlViewState) at_a = sl_view_state_with_cursor (shown, SL_CURSOR_A, &(SlTime) { 250 });
  g_autoptr (SlRows) rows = sl_rows_new (set, plain, 1);
  SlTime time = 0, pointer = 400;

  g_test_summary ("Each row says what it holds at an instant; cursor A goes before the pointer.");

  assert_value (rows, CPU_0, 250, "runs *20*");
  assert_value (rows, CPU_1, 250, "");
  assert_value (rows, A, 250, "ready");
  assert_value (rows, A, 450, "waits for *");
  assert_value (rows, B, 250, "running on cpu:0");
  assert_value (rows, LOCK, 400, "held by *20*");
  assert_value (rows, LOCK, 500, "held by *10*");
  assert_value (rows, LOCK, 700, "");

  g_assert_cmpint (sl_time_column_get_width (plain), ==, 0);
  g_assert_cmpint (sl_time_column_get_width (shown), >, 0);
  g_assert_false (sl_time_column_find_time (plain, &pointer, &time));
  g_assert_false (sl_time_column_find_time (shown, NULL, &time));
  g_assert_true (sl_time_column_find_time (shown, &pointer, &time));
  g_assert_cmpint (time, ==, 400);
  g_assert_true (sl_time_column_find_time (at_a, &pointer, &time));
  g_assert_cmpint (time, ==, 250);
}

static SlScene *
make_scene (SlRows *rows, SlViewState *state, const SlSceneOptions *more)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  SlSceneOptions options = *more;

  options.width = WIDTH;
  options.height = 500;
  options.header_width = SL_HEADER_WIDTH + sl_time_column_get_width (state);
  options.margin = SL_PLOT_MARGIN;
  options.show_ruler = TRUE;
  options.show_cursors = TRUE;
  options.measure = measure;
  return sl_scene_build (rows, state, &options);
}

static double
get_x (const SlScene *scene, SlTime time)
{
  SlView view = sl_scene_get_view (scene);

  return sl_view_x (&view, time);
}

static double
get_row_middle (const SlScene *scene, SlRows *rows, guint32 object)
{
  float box[4];
  guint row;

  g_assert_true (sl_rows_find_object (rows, 0, object, &row));
  g_assert_true (sl_scene_get_row_box (scene, row, box));
  return box[1] + box[3] / 2;
}

static void
test_snap (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  g_autoptr (SlScene) scene = make_scene (rows, state, &(SlSceneOptions) { 0 });
  double of_a = get_row_middle (scene, rows, A), of_lock = get_row_middle (scene, rows, LOCK);
  SlSceneSnap snap;

  g_test_summary ("An edge is meant from six pixels away, in the row below the pointer first.");

  g_assert_true (sl_scene_snap (scene, get_x (scene, 350) + 5, of_a, &snap));
  g_assert_cmpint (snap.time, ==, 350);
  g_assert_true (sl_scene_snap (scene, get_x (scene, 200) - 5.5, of_a, &snap));
  g_assert_cmpint (snap.time, ==, 200);
  g_assert_cmpstr (sl_rows_get (rows, snap.row)->key, ==, "task:10");
  /* 320 is an edge of the lock alone. */
  g_assert_true (sl_scene_snap (scene, get_x (scene, 320) + 1, of_lock, &snap));
  g_assert_cmpint (snap.time, ==, 320);
  g_assert_true (sl_scene_snap (scene, get_x (scene, 320) + 1, of_a, &snap));
  g_assert_cmpint (snap.time, ==, 320);
  g_assert_cmpstr (sl_rows_get (rows, snap.row)->key, ==, "mutex:0x7");
  g_assert_false (sl_scene_snap (scene, get_x (scene, 250), of_a, &snap));
  g_assert_false (sl_scene_snap (scene, get_x (scene, 350) + 8, of_a, &snap));
}

static void
test_snap_law (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) all = sl_view_state_new (sl_trace_set_get_span (set));

  g_test_summary (
      "Whatever is in sight, no edge in sight is nearer than the one that is found, and there is none "
      "within reach where none is found.");

  for (guint round = 0; round < 200; round++)
    {
      SlTime begin = g_test_rand_int_range (0, 1000);
      SlTime end = begin + g_test_rand_int_range (50, END - (int) begin + 1);
      g_autoptr (SlViewState) state = sl_view_state_with_visible (all, (SlSpan) { begin, end });
      g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
      g_autoptr (SlScene) scene = make_scene (rows, state, &(SlSceneOptions) { 0 });
      SlView view = sl_scene_get_view (scene);
      double x = g_test_rand_double_range (0, view.width), nearest = SL_SNAP_REACH + 1;
      SlSceneSnap snap;

      for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
        {
          const SlElement *element = sl_scene_get_element (scene, i);
          const SlTime edges[] = { element->span.begin, element->span.end };

          for (guint j = 0; sl_element_happens (element) && j < G_N_ELEMENTS (edges); j++)
            if (edges[j] >= begin && edges[j] <= end)
              nearest = MIN (nearest, fabs (sl_view_x (&view, edges[j]) - x));
        }
      /* Above all rows none goes first. */
      g_assert_cmpint (sl_scene_snap (scene, x, 0, &snap), ==, nearest <= SL_SNAP_REACH);
      if (nearest <= SL_SNAP_REACH)
        g_assert_cmpfloat_with_epsilon (fabs (sl_view_x (&view, snap.time) - x), nearest, 1e-9);
    }
}

/* Shapes of the user's layer with an end at @x; a line may end at half a pixel. */
static guint
count_at (const SlScene *scene, SlShapeType type, double x)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_USER);
  guint count = 0;

  x += sl_scene_get_plot_x (scene);
  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_USER); i++)
    count += shapes[i].type == type &&
             (fabs (shapes[i].x - x) <= 1 || fabs (shapes[i].x + shapes[i].width - x) <= 1);
  return count;
}

static void
test_arrows (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  const SlSceneRelation relations[] = { { SL_RELATION_MOVE, CPU_0, CPU_1, 350, 500 },
                                        { SL_RELATION_RELEASE, A, A, 90, 600 } };
  SlSceneJob job = { .instant = SL_TIME_MAX, .relations = relations, .n_relations = 2 };
  g_autoptr (SlScene) plain = make_scene (rows, state, &(SlSceneOptions) { 0 });
  g_autoptr (SlScene) scene = make_scene (rows, state, &(SlSceneOptions) { .job = &job });

  g_test_summary ("An arrow goes from row to row, from one instant to the other.");

  g_assert_cmpuint (count_at (scene, SL_SHAPE_LINE, get_x (scene, 350)), ==, 2);
  g_assert_cmpuint (count_at (scene, SL_SHAPE_LINE, get_x (scene, 90)), ==, 2);
  g_assert_cmpuint (count_at (plain, SL_SHAPE_LINE, get_x (plain, 350)), ==, 0);
  g_assert_cmpuint (sl_scene_get_n_shapes (scene, SL_LAYER_USER), ==,
                    sl_scene_get_n_shapes (plain, SL_LAYER_USER) + 6);
}

static void
test_pointer (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) state =
      sl_view_state_with_name (plain, SL_NAMES_SHOWN_SIGNS, SL_TIME_COLUMN, TRUE);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  const SlTime pointer = 250;
  const SlSpan zoomed = { 400, 700 };
  SlSceneOptions options = { .pointer = &pointer, .zoomed = &zoomed };
  SlSceneSnap snap = { 350, 0, 10 };
  g_autoptr (SlScene) scene = NULL;
  g_autofree char *dump = NULL;

  g_test_summary (
      "The span that is dragged out, the ring at the edge that is meant, and the column of values.");

  sl_rows_find_object (rows, 0, A, &snap.row);
  options.snap = &snap;
  scene = make_scene (rows, state, &options);
  dump = sl_scene_dump (scene);
  g_assert_nonnull (strstr (dump, "text \"ready\""));
  g_assert_nonnull (strstr (dump, "text \"At the pointer\""));
  g_assert_nonnull (strstr (dump, "text \"300 µs\""));
  g_assert_cmpuint (count_at (scene, SL_SHAPE_LINE, get_x (scene, 400)), ==, 1);
  g_assert_cmpuint (count_at (scene, SL_SHAPE_LINE, get_x (scene, 700)), ==, 1);
  g_assert_cmpuint (count_at (scene, SL_SHAPE_BOX, get_x (scene, 350) - 5 + 0.5), ==, 2);
}

/* The flag of a cursor. */
static const SlElement *
find_flag (const SlScene *scene, SlCursor cursor)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == SL_ELEMENT_CURSOR && element->detail == (guint32) cursor)
        return element;
    }
  g_assert_not_reached ();
}

static void
test_near_flags (void)
{
  static const SlTime distances[] = { -20, -7, -1, 0, 1, 7, 20 };
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));

  g_test_summary (
      "Each cursor has a flag that is seen and taken hold of, however near the other one is.");

  for (guint i = 0; i < G_N_ELEMENTS (distances); i++)
    {
      SlTime a = 400, b = a + distances[i];
      g_autoptr (SlViewState) with_a = sl_view_state_with_cursor (plain, SL_CURSOR_A, &a);
      g_autoptr (SlViewState) state = sl_view_state_with_cursor (with_a, SL_CURSOR_B, &b);
      g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
      g_autoptr (SlScene) scene =
          make_scene (rows, state, &(SlSceneOptions) { .show_cursors = TRUE });
      const SlElement *first = find_flag (scene, b < a ? SL_CURSOR_B : SL_CURSOR_A);
      const SlElement *other = find_flag (scene, b < a ? SL_CURSOR_A : SL_CURSOR_B);

      g_assert_cmpfloat (first->x + first->width, <=, other->x);
      g_assert_cmpfloat (fabs (other->x - sl_scene_get_plot_x (scene) - get_x (scene, MAX (a, b))),
                         <=, other->width);
      g_assert_true (sl_scene_pick (scene, first->x + first->width / 2, first->y + 4) == first);
      g_assert_true (sl_scene_pick (scene, other->x + other->width / 2, other->y + 4) == other);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/measure/relations", test_relations);
  g_test_add_func ("/measure/list", test_list);
  g_test_add_func ("/measure/recurrence", test_recurrence);
  g_test_add_func ("/measure/column", test_column);
  g_test_add_func ("/measure/snap", test_snap);
  g_test_add_func ("/measure/snap-law", test_snap_law);
  g_test_add_func ("/measure/arrows", test_arrows);
  g_test_add_func ("/measure/pointer", test_pointer);
  g_test_add_func ("/measure/near-flags", test_near_flags);

  return g_test_run ();
}
