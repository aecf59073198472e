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

typedef struct
{
  double left, top, right, bottom;
} Extent;

/* Capitals and what goes below the line: accents and brackets may reach into the line above. */
static Extent
get_extent (const SlShape *text, const SlFontSet *fonts)
{
  double size = sl_font_set_get_size (fonts, text->font);
  double left = text->x;

  if (text->anchor != SL_ANCHOR_LEFT)
    left -= text->anchor == SL_ANCHOR_RIGHT ? text->width : text->width / 2;

  return (Extent) { left, text->y - 0.68 * size, left + text->width, text->y + 0.2 * size };
}

static gboolean
overlap (const Extent *one, const Extent *other)
{
  return one->left < other->right - 1 && other->left < one->right - 1 && one->top < other->bottom &&
         other->top < one->bottom;
}

/* Returns: how many texts there are beside the rows, each apart from all others and inside the picture */
static guint
check_texts (SlScene *scene, const SlFontSet *fonts)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);
  g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (Extent));

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    {
      Extent extent;

      if (shapes[i].type != SL_SHAPE_TEXT)
        continue;

      extent = get_extent (&shapes[i], fonts);
      g_assert_cmpfloat (extent.left, >=, 0);
      g_assert_cmpfloat (extent.right, <=, sl_scene_get_width (scene) + 1);
      g_assert_cmpfloat (extent.bottom, <=, sl_scene_get_height (scene) + 1);
      for (guint j = 0; j < extents->len; j++)
        g_assert_false (overlap (&extent, &g_array_index (extents, Extent, j)));
      g_array_append_val (extents, extent);
    }

  return extents->len;
}

/* What is written in the widest letters. */
static double
get_symbol_width (const SlScene *scene)
{
  const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_FRAME);

  for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_FRAME); i++)
    if (shapes[i].type == SL_SHAPE_TEXT && shapes[i].font == SL_FONT_TEXTBOOK_SYMBOL)
      return shapes[i].width;
  g_assert_not_reached ();
}

static SlScene *
make_scaled (SlTraceSet *set, double scale, int height, SlTextMeasure *measure)
{
  const SlTaskRule rule = { .wcet = 4000, .period = 10000, .deadline = 9000 };
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (GPtrArray) jobs = NULL;
  g_autoptr (SlViewState) state = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) textbook = sl_view_state_with_style (state, SL_STYLE_TEXTBOOK);
  g_autoptr (SlRows) rows = NULL;
  SlSceneOptions options = { .width = 1000, .height = height, .measure = measure };

  sl_task_rules_set (rules, 1, &rule);
  jobs = fixture_find_jobs (set, rules);
  rows = sl_rows_new_with_jobs (set, textbook, scale, jobs);
  options.header_width = sl_textbook_get_margin (rows, measure);
  options.show_ruler = options.show_cursors = height > 0;
  return sl_scene_build (rows, textbook, &options);
}

static void
test_scale (void)
{
  static const double scales[] = { 1, 0.85, 1.2, 1.5, 2 };
  static const int heights[] = { 0, 400 };
  g_autoptr (SlTraceSet) set = make_set ();
  double width = 0;
  guint n_texts = 0;

  g_test_summary (
      "Text of a textbook picture grows with the interface font, and none gets into another one's way.");

  for (guint h = 0; h < G_N_ELEMENTS (heights); h++)
    for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
      {
        SlFontSet fonts = SL_FONT_SET_DEFAULT;
        g_autoptr (SlTextMeasure) measure = NULL;
        g_autoptr (SlScene) scene = NULL;

        fonts.size *= scales[i];
        measure = sl_text_measure_new_pango (&fonts);
        scene = make_scaled (set, scales[i], heights[h], measure);
        g_test_message ("scale %g, height %d", scales[i], heights[h]);
        if (i == 0)
          {
            width = get_symbol_width (scene);
            n_texts = check_texts (scene, &fonts);
            g_assert_cmpuint (n_texts, >, 10);
          }
        g_assert_cmpuint (check_texts (scene, &fonts), >, n_texts / 2);
        g_assert_cmpfloat_with_epsilon (get_symbol_width (scene), width * scales[i], 1);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-page/cursors", test_cursors);
  g_test_add_func ("/scene-page/scale", test_scale);
  return g_test_run ();
}
