/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "scene-fixture.h"

#define WIDTH 1400

/* Of text on a desktop: none, and those that its settings offer. */
static const double scales[] = { 1, 1.25, 1.5, 2 };

/* Letters overlap a band or a row by less than that, if at all: accents that no name has. */
#define SLACK 1.5

typedef struct
{
  SlTraceSet *set;
  SlViewState *state;
  SlTextMeasure *measure;
  SlRows *rows;
  SlScene *scene;
} Fixture;

static SlViewState *
make_state (SlTraceSet *set)
{
  SlSpan all = sl_trace_set_get_span (set);
  SlTime third = sl_span_duration (all) / 3, early = third, late = 2 * third;
  g_autoptr (SlViewState) plain = sl_view_state_new (all);
  g_autoptr (SlViewState) a = sl_view_state_with_cursor (plain, SL_CURSOR_A, &early);
  g_autoptr (SlViewState) b = sl_view_state_with_cursor (a, SL_CURSOR_B, &late);
  const SlMarker marker = { .id = 1,
                            .span = { third / 2, third / 2 },
                            .name = "start",
                            .text = "" };
  g_autoptr (SlMarkers) markers = sl_markers_with (sl_view_state_get_markers (b), &marker);

  return sl_view_state_with_markers (b, markers);
}

static void
fixture_init (Fixture *self, SlTraceSet *set, double scale)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlSceneOptions options = { .width = WIDTH,
                             .header_width = (int) lround (SL_HEADER_WIDTH * scale),
                             .margin = SL_PLOT_MARGIN,
                             .show_ruler = TRUE,
                             .show_cursors = TRUE };

  fonts.size *= scale;
  self->set = g_object_ref (set);
  self->state = make_state (set);
  self->measure = sl_text_measure_new_pango (&fonts);
  self->rows = sl_rows_new (set, self->state, scale);
  options.measure = self->measure;
  self->scene = sl_scene_build (self->rows, self->state, &options);
}

static void
fixture_clear (Fixture *self)
{
  sl_scene_unref (self->scene);
  sl_rows_unref (self->rows);
  sl_text_measure_free (self->measure);
  sl_view_state_unref (self->state);
  g_object_unref (self->set);
}

static void
get_text_sides (const Fixture *self, const SlShape *text, double *top, double *bottom)
{
  double ascent, descent;

  sl_text_measure_height (self->measure, text->font, &ascent, &descent);
  *top = text->y - ascent;
  *bottom = text->y + descent;
}

/* How many texts there are above the rows; each must be inside its band. */
static guint
check_bands (const Fixture *self)
{
  const SlShape *shapes = sl_scene_get_shapes (self->scene, SL_LAYER_FRAME);
  int band = sl_band_get_height (self->rows), plot = sl_scene_get_plot_y (self->scene);
  guint n_texts = 0;

  g_assert_cmpint (plot, ==, sl_ruler_get_height (self->rows, self->state) + band);
  for (guint i = 0; i < sl_scene_get_n_shapes (self->scene, SL_LAYER_FRAME); i++)
    {
      double top, bottom, begin;

      if (shapes[i].type != SL_SHAPE_TEXT || shapes[i].y >= plot)
        continue;

      get_text_sides (self, &shapes[i], &top, &bottom);
      begin = floor ((top + bottom) / 2 / band) * band;
      g_assert_cmpfloat (top, >=, begin - SLACK);
      g_assert_cmpfloat (bottom, <=, begin + band + SLACK);
      n_texts++;
    }
  return n_texts;
}

/* The same of what is said in the rows, and of their names. */
static guint
check_rows (const Fixture *self)
{
  guint n_texts = 0;

  for (SlLayer layer = 0; layer < SL_N_LAYERS; layer++)
    {
      const SlShape *shapes = sl_scene_get_shapes (self->scene, layer);

      for (guint i = 0; i < sl_scene_get_n_shapes (self->scene, layer); i++)
        {
          double top, bottom;
          float box[4];
          guint row;

          if (shapes[i].type != SL_SHAPE_TEXT || shapes[i].y < sl_scene_get_plot_y (self->scene))
            continue;

          get_text_sides (self, &shapes[i], &top, &bottom);
          for (row = 0; row < sl_rows_get_count (self->rows); row++)
            {
              sl_scene_get_row_box (self->scene, row, box);
              if ((top + bottom) / 2 < box[1] + box[3])
                break;
            }
          g_assert_cmpuint (row, <, sl_rows_get_count (self->rows));
          g_assert_cmpfloat (top, >=, box[1] - SLACK);
          g_assert_cmpfloat (bottom, <=, box[1] + box[3] + SLACK);
          n_texts++;
        }
    }
  return n_texts;
}

static void
test_text_fits (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (40);

  g_test_summary (
      "However large the desktop makes text, that of the ruler and of the strip of cursors is inside its "
      "band, and that of a row inside the row; both grow with it.");

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      Fixture fixture;

      fixture_init (&fixture, set, scales[i]);
      g_assert_cmpint (sl_band_get_height (fixture.rows), ==,
                       (int) lround (SL_BAND_HEIGHT * scales[i]));
      g_assert_cmpuint (check_bands (&fixture), >, 8);
      g_assert_cmpuint (check_rows (&fixture), >, 3);
      fixture_clear (&fixture);
    }
}

/* Of the ruler: a long tick is none of a few pixels. */
static gboolean
goes_through (const Fixture *self, const SlShape *tick, const SlShape *text)
{
  double begin = text->x, top, bottom;

  if (tick->type != SL_SHAPE_LINE || tick->height < 6 || tick->width > 0 ||
      text->type != SL_SHAPE_TEXT || text->anchor != SL_ANCHOR_LEFT)
    return FALSE;

  get_text_sides (self, text, &top, &bottom);
  return tick->y < bottom && tick->y + tick->height > top && tick->x > begin &&
         tick->x < begin + sl_text_measure_width (self->measure, text->font, text->text);
}

static void
check_ticks (const Fixture *self)
{
  const SlShape *shapes = sl_scene_get_shapes (self->scene, SL_LAYER_FRAME);
  guint n_shapes = sl_scene_get_n_shapes (self->scene, SL_LAYER_FRAME);
  int end = sl_ruler_get_height (self->rows, self->state);

  for (guint i = 0; i < n_shapes; i++)
    for (guint j = 0; j < n_shapes; j++)
      if (shapes[i].y < end && shapes[j].y < end)
        g_assert_false (goes_through (self, &shapes[i], &shapes[j]));
}

static void
test_ticks (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (40);
  SlSpan all = sl_trace_set_get_span (set);

  g_test_summary (
      "However large the text is, no long tick goes through the label of another one, also where times are in ns.");

  sl_trace_set_show_unit (set, SL_SHOWN_NS);

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    for (SlTime length = sl_span_duration (all); length > 20; length = length * 3 / 4)
      {
        Fixture fixture;
        g_autoptr (SlViewState) state = NULL;
        SlSceneOptions options = { .width = WIDTH, .header_width = 200, .show_ruler = TRUE };

        fixture_init (&fixture, set, scales[i]);
        options.measure = fixture.measure;
        state =
            sl_view_state_with_visible (fixture.state, (SlSpan) { all.begin, all.begin + length });
        sl_scene_unref (fixture.scene);
        fixture.scene = sl_scene_build (fixture.rows, state, &options);
        check_ticks (&fixture);
        fixture_clear (&fixture);
      }
}

/* A task that moves between processors and has a fold, a processor with strips of interrupts above its slices, a lock. */
static SlTraceSet *
make_signs (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 cpus[] = { fixture_add_object (builder, SL_OBJECT_CPU, 0),
                     fixture_add_object (builder, SL_OBJECT_CPU, 1) };
  guint32 lock = fixture_add_object (builder, SL_OBJECT_MUTEX, 7);
  SlTrackWriter *runs = sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_TASK, task),
                                                   SL_ROLE_STATES, SL_TRACK_SLICES);
  SlLaneBuilder *cpu = fixture_add_lane (builder, SL_LANE_CPU, cpus[0]);
  SlTrackWriter *states = sl_lane_builder_add_track (cpu, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *interrupts = sl_lane_builder_add_track (cpu, SL_ROLE_NESTED, SL_TRACK_SLICES);
  SlTrackWriter *queue = sl_lane_builder_add_track (cpu, SL_ROLE_QUEUE, SL_TRACK_VALUES);
  SlTrackWriter *holders =
      sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_LOCK, lock), SL_ROLE_STATES,
                                 SL_TRACK_SLICES);

  for (SlTime i = 0; i < 200; i++)
    sl_track_writer_add_slice (runs, i, i + 1, SL_STATE_RUNNING, cpus[i % 2]);
  sl_track_writer_add_slice (runs, 400, 600, SL_STATE_RUNNING, cpus[0]);
  sl_track_writer_add_slice (runs, 700, 900, SL_STATE_RUNNING, cpus[1]);
  sl_track_writer_add_slice (states, 400, 600, SL_STATE_RUNNING, task);
  sl_track_writer_add_slice (interrupts, 450, 460, SL_STATE_INTERRUPT, 0);
  sl_track_writer_add_value (queue, 0, 1);
  sl_track_writer_add_slice (holders, 400, 900, SL_STATE_HELD, task);
  return fixture_end (builder, 1000);
}

/* Whether the shape is around the letters of the text; figures have no descent. */
static gboolean
is_around (const Fixture *self, const SlShape *shape, const SlShape *text)
{
  double top, bottom, y = shape->y, height = shape->height;
  const SlPoint *points;

  get_text_sides (self, text, &top, &bottom);
  if (shape->type == SL_SHAPE_PATH && shape->count > 3)
    {
      points = sl_scene_get_points (self->scene, shape);
      y = points[0].y;
      height = points[shape->count - 2].y - y;
      return text->x >= points[0].x && text->x <= points[2].x && y <= top + SLACK + 1 &&
             y + height >= text->y;
    }
  return shape->type == SL_SHAPE_BOX && text->x >= shape->x && text->x <= shape->x + shape->width &&
         y <= top + SLACK + 1 && y + height >= text->y + 1;
}

/* Returns: how many texts rows have */
static guint
check_signs (const Fixture *self)
{
  const SlShape *texts = sl_scene_get_shapes (self->scene, SL_LAYER_LABELS);
  guint n_texts = 0;

  for (guint i = 0; i < sl_scene_get_n_shapes (self->scene, SL_LAYER_LABELS); i++)
    {
      gboolean is_inside = FALSE;

      if (texts[i].type != SL_SHAPE_TEXT)
        continue;
      for (SlLayer layer = SL_LAYER_BOXES; layer <= SL_LAYER_LABELS; layer++)
        {
          const SlShape *shapes = sl_scene_get_shapes (self->scene, layer);

          for (guint j = 0; j < sl_scene_get_n_shapes (self->scene, layer); j++)
            is_inside = is_inside || is_around (self, &shapes[j], &texts[i]);
        }
      if (!is_inside)
        g_error ("“%s” is larger than what is around it", texts[i].text);
      n_texts++;
    }
  return n_texts;
}

static void
test_signs (void)
{
  g_autoptr (SlTraceSet) set = make_signs ();

  g_test_summary (
      "What is drawn around a name or a number in a row grows with its letters: boxes of "
      "processors and locks, how many are folded, the tag of a migration.");

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      Fixture fixture;

      fixture_init (&fixture, set, scales[i]);
      g_assert_cmpuint (check_signs (&fixture), ==, 5);
      fixture_clear (&fixture);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-scale/text-fits", test_text_fits);
  g_test_add_func ("/scene-scale/ticks", test_ticks);
  g_test_add_func ("/scene-scale/signs", test_signs);
  return g_test_run ();
}
