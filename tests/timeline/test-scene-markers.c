/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "scene-fixture.h"
#include "sl-csv-writer.h"
#include "sl-export.h"

#define WIDTH 1000
#define END   1000

static SlTraceSet *
make_set (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);

  sl_track_writer_add_slice (states, 100, 300, SL_STATE_RUNNING, 0);
  return fixture_end (builder, END);
}

static SlViewState *
mark (SlViewState *state, guint id, SlTime begin, SlTime end, const char *name)
{
  g_autoptr (SlViewState) before = state;
  g_autoptr (SlMarkers) markers =
      sl_markers_with (sl_view_state_get_markers (before), &(SlMarker) { .id = id,
                                                                         .span = { begin, end },
                                                                         .name = name,
                                                                         .text = "what for",
                                                                         .colour = id });

  return sl_view_state_with_markers (before, markers);
}

/* An instant at 200, a span from 400 to 700, two instants that are too close for their names. */
static SlViewState *
make_state (SlTraceSet *set, SlStyle style)
{
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  SlViewState *state = sl_view_state_with_style (plain, style);

  state = mark (state, 1, 200, 200, "start");
  state = mark (state, 2, 400, 700, "steady");
  state = mark (state, 3, 900, 900, "a long name that has no room");
  return mark (state, 4, 905, 905, "end");
}

static SlScene *
make_scene (SlTraceSet *set, SlViewState *state, gboolean is_window)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  SlSceneOptions options = {
    .width = WIDTH,
    .height = is_window ? 400 : 0,
    .header_width = SL_HEADER_WIDTH,
    .margin = SL_PLOT_MARGIN,
    .show_ruler = TRUE,
    .show_cursors = TRUE,
    .measure = measure,
  };

  return sl_scene_build (rows, state, &options);
}

static const SlElement *
find (const SlScene *scene, guint id)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == SL_ELEMENT_MARKER && element->target.index == id &&
          element->detail == SL_MARKER_TAG)
        return element;
    }
  return NULL;
}

static double
get_x (const SlScene *scene, SlTime time)
{
  SlView view = sl_scene_get_view (scene);

  return sl_scene_get_plot_x (scene) + sl_view_x (&view, time);
}

static gboolean
has_text (const SlScene *scene, const char *text)
{
  g_autofree char *dump = sl_scene_dump (scene);
  g_autofree char *line = g_strdup_printf ("text \"%s\"", text);

  return strstr (dump, line) != NULL;
}

static void
test_flags (void)
{
  g_autoptr (SlTraceSet) set = make_set ();

  g_test_summary ("In both looks, in the window and on a page, each marker has a flag where it is, "
                  "above the rows, and is found there with its name.");

  for (int style = 0; style < SL_N_STYLES; style++)
    for (int is_window = 0; is_window < 2; is_window++)
      {
        g_autoptr (SlViewState) state = make_state (set, (SlStyle) style);
        g_autoptr (SlScene) scene = make_scene (set, state, is_window);
        const SlElement *instant = find (scene, 1), *span = find (scene, 2);

        g_assert_cmpfloat_with_epsilon (instant->x, get_x (scene, 200), 1);
        g_assert_cmpfloat_with_epsilon (span->x, get_x (scene, 400), 1);
        g_assert_cmpfloat_with_epsilon (span->x + span->width, get_x (scene, 700), 1);
        g_assert_cmpfloat (span->y + span->height, <=, sl_scene_get_plot_y (scene));
        g_assert_true (sl_scene_pick (scene, instant->x + 4, instant->y + 8) == instant);
        g_assert_cmpstr (instant->label, ==, "start");
        g_assert_true (has_text (scene, "start"));
        g_assert_true (has_text (scene, "steady"));
        g_assert_true (has_text (scene, "end"));
        g_assert_false (has_text (scene, "a long name that has no room"));
      }
}

static const SlShape *
find_text (const SlScene *scene, const char *pattern)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    if (shapes[i].type == SL_SHAPE_TEXT && g_pattern_match_simple (pattern, shapes[i].text))
      return &shapes[i];
  return NULL;
}

#define LETTER 7

static double
get_left (const SlShape *text)
{
  double width = LETTER * (double) g_utf8_strlen (text->text, -1);

  return text->anchor == SL_ANCHOR_MIDDLE ? text->x - width / 2 : text->x;
}

static void
expect_apart (const SlShape *one, const SlShape *other)
{
  double one_end = get_left (one) + LETTER * (double) g_utf8_strlen (one->text, -1);
  double other_end = get_left (other) + LETTER * (double) g_utf8_strlen (other->text, -1);

  g_assert_true (one_end <= get_left (other) || other_end <= get_left (one));
}

/* @marks: up to three, 0 after the last */
static SlScene *
make_between (SlTraceSet *set, const SlTime *marks)
{
  static const char *const names[] = { "first", "second", "third" };
  const SlTime a = 200, b = 790;
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) with_a = sl_view_state_with_cursor (plain, SL_CURSOR_A, &a);
  g_autoptr (SlViewState) state = sl_view_state_with_cursor (with_a, SL_CURSOR_B, &b);

  for (guint i = 0; i < G_N_ELEMENTS (names) && marks[i] != 0; i++)
    state = mark (g_steal_pointer (&state), i + 1, marks[i], marks[i], names[i]);
  return make_scene (set, state, TRUE);
}

static void
test_between_cursors (void)
{
  static const SlTime cases[][3] = { { 0 },        { 500 },           { 490 },
                                     { 460, 540 }, { 300, 500, 700 }, { 330, 420, 510 } };
  g_autoptr (SlTraceSet) set = make_set ();

  g_test_summary (
      "Markers between the cursors keep their names, and what is between the cursors is written beside these.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlScene) scene = make_between (set, cases[i]);
      const SlShape *duration = find_text (scene, "590*s");
      const SlShape *names[] = { find_text (scene, "first"), find_text (scene, "second"),
                                 find_text (scene, "third") };

      g_assert_nonnull (duration);
      for (guint k = 0; k < G_N_ELEMENTS (names) && cases[i][k] != 0; k++)
        {
          g_assert_nonnull (names[k]);
          expect_apart (names[k], duration);
        }
    }
}

static void
test_no_overlap (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlScene) scene = NULL;

  g_test_summary ("A flag that has a name ends before the next one begins.");

  for (guint i = 0; i < 40; i++)
    state = mark (g_steal_pointer (&state), i + 1, (SlTime) i * i * END / 1600,
                  (SlTime) i * i * END / 1600, "a name");
  scene = make_scene (set, state, TRUE);
  for (guint i = 1; i < 40; i++)
    {
      const SlElement *one = find (scene, i), *next = find (scene, i + 1);

      g_assert_true (one->width <= 9 || one->x + one->width <= next->x);
    }
}

static void
test_under_cursor (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  const SlTime time = 500, other = 505;
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));

  g_test_summary ("A flag where one or both cursors are stands beside theirs and is found there.");

  state = mark (g_steal_pointer (&state), 1, time, time, "here");
  for (guint i = 0; i < SL_N_CURSORS; i++)
    {
      g_autoptr (SlViewState) with =
          sl_view_state_with_cursor (state, i, i == SL_CURSOR_A ? &time : &other);
      g_autoptr (SlScene) scene = make_scene (set, with, TRUE);
      const SlElement *flag = find (scene, 1);

      g_assert_true (sl_scene_pick (scene, flag->x + 1, flag->y + 4) == flag);
      g_assert_true (sl_scene_pick (scene, flag->x + flag->width - 1, flag->y + 4) == flag);
      g_assert_cmpfloat_with_epsilon (flag->x, get_x (scene, time), 40);
      g_assert_true (has_text (scene, "here"));
      sl_view_state_unref (state);
      state = g_steal_pointer (&with);
    }
}

static void
test_out_of_sight (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) all = make_state (set, SL_STYLE_COMPACT);
  g_autoptr (SlViewState) state = sl_view_state_with_visible (all, (SlSpan) { 450, 600 });
  g_autoptr (SlScene) scene = make_scene (set, state, TRUE);

  g_test_summary (
      "What is out of sight has no flag; a span that surrounds the view is all over it.");

  g_assert_null (find (scene, 1));
  g_assert_null (find (scene, 3));
  g_assert_cmpfloat_with_epsilon (find (scene, 2)->x, sl_scene_get_plot_x (scene), 1);
  g_assert_cmpfloat_with_epsilon (find (scene, 2)->width, sl_scene_get_view (scene).width, 1);
}

static void
test_exports (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) state = make_state (set, SL_STYLE_COMPACT);
  g_autoptr (SlScene) scene = make_scene (set, state, FALSE);
  static const SlExportType types[] = { SL_EXPORT_SVG, SL_EXPORT_TEX, SL_EXPORT_CSV };

  g_test_summary ("Files of a picture name its markers; a table has a line for each.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      SlFontSet fonts = SL_FONT_SET_DEFAULT;
      SlExportOptions options = { .type = types[i],
                                  .fonts = &fonts,
                                  .palette = sl_palette_get (SL_PALETTE_LIGHT),
                                  .scale = 1 };
      g_autoptr (GBytes) bytes = sl_export_to_bytes (scene, &options, NULL);
      g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

      g_assert_nonnull (strstr (text, "steady"));
      g_assert_true (types[i] != SL_EXPORT_CSV ||
                     strstr (text, ",marker,5000400,5000700,,steady,1\n") != NULL);
    }
}

/* Two tasks, 256 above 264, each with a row. */
static SlTraceSet *
make_tasks (void)
{
  SlTraceBuilder *builder = fixture_begin ();

  for (guint i = 0; i < 2; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256 + 8 * i);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
      SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
      SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

      /* Tasks without jobs are folded. */
      sl_track_writer_add_instant (marks, 100 + 200 * i, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_instant (marks, 300 + 200 * i, SL_KIND_TASK_END_CYCLE, 0);
      sl_track_writer_add_slice (states, 100 + 200 * i, 300 + 200 * i, SL_STATE_RUNNING, 0);
    }
  return fixture_end (builder, END);
}

static SlViewState *
draw (SlViewState *state, SlMarker marker)
{
  g_autoptr (SlViewState) before = state;
  g_autoptr (SlMarkers) markers = sl_markers_with (sl_view_state_get_markers (before), &marker);

  return sl_view_state_with_markers (before, markers);
}

/* A box from row to row, an arrow from one to the other and back in time, a text in the lower one. */
static SlViewState *
draw_all (SlTraceSet *set, SlStyle style)
{
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  SlViewState *state = sl_view_state_with_style (plain, style);

  state = draw (state, (SlMarker) { .id = 1,
                                    .span = { 100, 400 },
                                    .name = "both run",
                                    .form = SL_MARKER_BOX,
                                    .row = "task:264",
                                    .to_row = "task:256" });
  state = draw (state, (SlMarker) { .id = 2,
                                    .span = { 500, 800 },
                                    .name = "from here",
                                    .form = SL_MARKER_ARROW,
                                    .row = "task:256",
                                    .to_row = "task:264",
                                    .points_back = TRUE });
  return draw (state, (SlMarker) { .id = 3,
                                   .span = { 600, 600 },
                                   .name = "look here",
                                   .form = SL_MARKER_TEXT,
                                   .row = "task:264" });
}

static const SlElement *
find_handle (const SlScene *scene, guint id)
{
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == SL_ELEMENT_MARKER && element->target.index == id &&
          element->detail == SL_MARKER_HEAD)
        return element;
    }
  return NULL;
}

/* The outlined box with these edges. */
static gboolean
has_frame (const SlScene *scene, double left, double right, double top, double bottom)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_GAPS);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_GAPS); i++)
    if (shapes[i].type == SL_SHAPE_BOX && shapes[i].line_width == 2 &&
        fabs (shapes[i].x - left) < 0.1 && fabs (shapes[i].x + shapes[i].width - right) < 0.1 &&
        fabs (shapes[i].y - top) <= 1 && fabs (shapes[i].y + shapes[i].height - bottom) <= 1)
      return TRUE;

  return FALSE;
}

static void
test_drawings (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();

  g_test_summary (
      "In both looks a box encloses its span and its rows, an arrow has its head where it "
      "points, and each is found at its name; none of them has a flag.");

  for (int style = 0; style < SL_N_STYLES; style++)
    {
      g_autoptr (SlViewState) state = draw_all (set, (SlStyle) style);
      g_autoptr (SlScene) scene = make_scene (set, state, TRUE);
      const SlElement *tag = find (scene, 3), *head = find_handle (scene, 2);
      float upper[4], lower[4];
      guint row;

      g_assert_true (sl_rows_find (sl_scene_get_rows (scene), "task:256", &row));
      g_assert_true (sl_scene_get_row_box (scene, row, upper));
      g_assert_true (sl_rows_find (sl_scene_get_rows (scene), "task:264", &row));
      g_assert_true (sl_scene_get_row_box (scene, row, lower));
      g_assert_true (has_frame (scene, get_x (scene, 100), get_x (scene, 400),
                                MIN (upper[1], lower[1]),
                                MAX (upper[1] + upper[3], lower[1] + lower[3])));
      g_assert_cmpfloat_with_epsilon (head->x + head->width / 2, get_x (scene, 500), 0.1);
      g_assert_cmpfloat_with_epsilon (head->y + head->height / 2, upper[1] + upper[3] / 2, 0.1);
      g_assert_cmpfloat_with_epsilon (tag->x, get_x (scene, 600), 1);
      g_assert_cmpfloat_with_epsilon (tag->y + tag->height / 2, lower[1] + lower[3] / 2, 1);
      g_assert_true (sl_scene_pick (scene, tag->x + 5, tag->y + 9) == tag);
      g_assert_true (has_text (scene, "both run"));
      g_assert_true (has_text (scene, "from here"));
      g_assert_true (has_text (scene, "look here"));
      for (guint id = 1; id <= 3; id++)
        g_assert_cmpfloat (find (scene, id)->y, >=, sl_scene_get_plot_y (scene));
    }
}

static void
test_hidden_rows (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();
  g_autoptr (SlViewState) all = draw_all (set, SL_STYLE_COMPACT);
  g_autoptr (SlViewState) one =
      sl_view_state_with_name (all, SL_NAMES_HIDDEN_ROWS, "task:264", TRUE);
  g_autoptr (SlViewState) out = sl_view_state_with_visible (all, (SlSpan) { 850, 950 });
  g_autoptr (SlScene) scene = make_scene (set, one, TRUE);
  g_autoptr (SlScene) away = make_scene (set, out, TRUE);
  float box[4];
  guint row;

  g_test_summary (
      "Of a hidden row nothing is drawn; a box that has another row too is around that.");

  g_assert_null (find (scene, 3));
  g_assert_true (sl_rows_find (sl_scene_get_rows (scene), "task:256", &row));
  g_assert_true (sl_scene_get_row_box (scene, row, box));
  g_assert_true (
      has_frame (scene, get_x (scene, 100), get_x (scene, 400), box[1], box[1] + box[3]));
  for (guint id = 1; id <= 3; id++)
    g_assert_null (find (away, id));
}

static void
test_arrow_at_edge (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();

  g_test_summary ("An arrow to an instant comes from the side on which there is room for it.");

  for (SlTime time = 10; time < END; time += 10)
    {
      g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
      g_autoptr (SlViewState) state =
          draw (g_steal_pointer (&plain), (SlMarker) { .id = 1,
                                                       .span = { time, time },
                                                       .name = "x",
                                                       .form = SL_MARKER_ARROW,
                                                       .row = "task:264" });
      g_autoptr (SlScene) scene = make_scene (set, state, TRUE);
      const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_GAPS);
      double left = sl_scene_get_plot_x (scene);
      double right = left + sl_scene_get_view (scene).width;
      guint n_lines = 0;

      for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_GAPS); i++)
        if (shapes[i].type == SL_SHAPE_LINE)
          {
            g_assert_cmpfloat (shapes[i].x, >=, left);
            g_assert_cmpfloat (shapes[i].x, <=, right);
            n_lines++;
          }
      g_assert_cmpuint (n_lines, ==, 2);
      g_assert_cmpfloat_with_epsilon (find_handle (scene, 1)->x + 6, get_x (scene, time), 0.1);
    }
}

static void
test_drawing_exports (void)
{
  g_autoptr (SlTraceSet) set = make_tasks ();
  g_autoptr (SlViewState) state = draw_all (set, SL_STYLE_COMPACT);
  g_autoptr (SlScene) scene = make_scene (set, state, FALSE);
  g_autoptr (GString) table = sl_csv_writer_write (scene);
  g_auto (GStrv) parts = NULL;
  static const SlExportType types[] = { SL_EXPORT_SVG, SL_EXPORT_TEX };

  g_test_summary ("Files of a picture have what is drawn on it; a table has a line for each.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      SlFontSet fonts = SL_FONT_SET_DEFAULT;
      SlExportOptions options = { .type = types[i],
                                  .fonts = &fonts,
                                  .palette = sl_palette_get (SL_PALETTE_LIGHT),
                                  .scale = 1 };
      g_autoptr (GBytes) bytes = sl_export_to_bytes (scene, &options, NULL);
      g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

      g_assert_nonnull (strstr (text, "both run"));
      g_assert_nonnull (strstr (text, "look here"));
    }
  g_assert_nonnull (strstr (table->str, "task:264,marker,5000100,5000400,,both run,1\n"));
  parts = g_strsplit (table->str, ",marker,", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 4);
}

static void
test_overview (void)
{
  g_autoptr (SlTraceSet) set = make_set ();
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) marked = make_state (set, SL_STYLE_COMPACT);
  const SlSceneOptions options = { .width = WIDTH, .height = SL_OVERVIEW_HEIGHT };
  g_autoptr (SlScene) without = sl_scene_build_overview (set, plain, NULL, NULL, &options);
  g_autoptr (SlScene) with = sl_scene_build_overview (set, marked, NULL, NULL, &options);
  const SlShape *shapes = sl_scene_get_shapes (with, SL_LAYER_GAPS);
  guint n_before = sl_scene_get_n_shapes (without, SL_LAYER_GAPS);
  guint n_at = 0;

  g_test_summary ("The overview shows each marker where it is in the whole trace.");

  g_assert_cmpuint (sl_scene_get_n_shapes (with, SL_LAYER_GAPS), ==, n_before + 4 * 2);
  for (guint i = n_before; i < sl_scene_get_n_shapes (with, SL_LAYER_GAPS); i++)
    n_at += shapes[i].type == SL_SHAPE_BOX && shapes[i].x == 400 && shapes[i].width == 300;
  g_assert_cmpuint (n_at, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scene/markers/flags", test_flags);
  g_test_add_func ("/scene/markers/between-cursors", test_between_cursors);
  g_test_add_func ("/scene/markers/no-overlap", test_no_overlap);
  g_test_add_func ("/scene/markers/under-cursor", test_under_cursor);
  g_test_add_func ("/scene/markers/out-of-sight", test_out_of_sight);
  g_test_add_func ("/scene/markers/exports", test_exports);
  g_test_add_func ("/scene/markers/drawings", test_drawings);
  g_test_add_func ("/scene/markers/hidden-rows", test_hidden_rows);
  g_test_add_func ("/scene/markers/arrow-at-edge", test_arrow_at_edge);
  g_test_add_func ("/scene/markers/drawing-exports", test_drawing_exports);
  g_test_add_func ("/scene/markers/overview", test_overview);

  return g_test_run ();
}
