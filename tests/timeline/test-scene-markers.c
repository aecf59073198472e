/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "scene-fixture.h"
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
      sl_markers_with (sl_view_state_get_markers (before),
                       &(SlMarker) { id, { begin, end }, name, "what for", id });

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

      if (element->type == SL_ELEMENT_MARKER && element->target.index == id)
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
  g_test_add_func ("/scene/markers/no-overlap", test_no_overlap);
  g_test_add_func ("/scene/markers/out-of-sight", test_out_of_sight);
  g_test_add_func ("/scene/markers/exports", test_exports);
  g_test_add_func ("/scene/markers/overview", test_overview);

  return g_test_run ();
}
