/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sheet-picture.h"

#include "sl-scene-builder.h"
#include "sl-scene-parts.h"

/* Wider ones are scaled down to the page; letters stay readable up to here. */
static const int widths[] = { SL_SHEET_PICTURE_WIDTH, 800, 1000 };

/* Of a blank grid, in pixels. */
#define ROW_HEIGHT  58
#define TOP         6
#define BOX_HEIGHT  40 /* of the grid above a base line */
#define AXIS_HEIGHT 44
#define RIGHT       44
#define NAME_X      4
#define GRID_WIDTH  0.6
#define GRID_TENTH  1.1
#define BASE_WIDTH  1.4
#define AXIS_WIDTH  2
#define NUMBER_DROP 20
#define HEAD_LENGTH 10
#define HEAD_HALF   4.5

/* Between lines, and between numbers. */
#define LEAST_STEP 6.5
#define NUMBER_GAP 6

/* (transfer full): @changed instead of @state */
static SlViewState *
replace (SlViewState *state, SlViewState *changed)
{
  sl_view_state_unref (state);
  return changed;
}

static SlViewState *
make_state (SlSpan span)
{
  SlViewState *state = sl_view_state_new (span);

  state = replace (state, sl_view_state_with_axis (state, SL_AXIS_TIME));
  return replace (state, sl_view_state_with_style (state, SL_STYLE_TEXTBOOK));
}

static SlRows *
make_rows (const SlExerciseTrace *trace, SlViewState *state)
{
  g_autoptr (SlAnnotations) plain = sl_annotations_new ();
  g_autoptr (SlAnnotations) annotations = sl_task_model_name_objects (trace->run->model, plain);
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace->trace, annotations);
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();

  g_ptr_array_add (tables, trace->jobs);
  return sl_rows_new_with_jobs (set, state, 1, tables);
}

/**
 * sl_sheet_picture_draw:
 * @span: not empty
 *
 * Returns: (transfer full): the schedule in @span, wide enough for the textbook's signs where that
 *   can still be read
 */
SlScene *
sl_sheet_picture_draw (const SlExerciseTrace *trace, SlSpan span, SlTextMeasure *measure)
{
  g_autoptr (SlViewState) state = make_state (span);
  g_autoptr (SlRows) rows = make_rows (trace, state);
  SlScene *scene = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      const SlSceneOptions options = {
        .width = widths[i],
        .header_width = sl_textbook_get_margin (rows, measure),
        .show_ruler = TRUE,
        .measure = measure,
      };

      g_clear_pointer (&scene, sl_scene_unref);
      scene = sl_scene_build (rows, state, &options);
      if (sl_scene_get_unit (scene) != NULL)
        break;
    }

  return scene;
}

/* Of a blank grid, in ticks, which are nanoseconds.
 * @step: from one line to the next; divides all that the set says, where there is room for that
 * @number_step: from one number to the next
 * @unit: of the numbers */
typedef struct
{
  SlScene *scene;
  SlTextMeasure *measure;
  SlView view;
  int left;
  int bottom; /* of the axis */
  gint64 step;
  gint64 number_step;
  gint64 unit;
} Grid;

static gint64
find_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      gint64 rest = a % b;

      a = b;
      b = rest;
    }

  return a;
}

static gint64
add_pattern (gint64 divisor, const SlSimPattern *pattern)
{
  divisor = find_divisor (divisor, pattern->period);
  divisor = find_divisor (divisor, pattern->offset);
  for (guint i = 0; pattern->arrivals != NULL && i < pattern->arrivals->len; i++)
    divisor = find_divisor (divisor, g_array_index (pattern->arrivals, gint64, i));

  return divisor;
}

static gint64
add_distribution (gint64 divisor, const SlSimDistribution *distribution)
{
  for (guint i = 0; i < distribution->parts->len; i++)
    divisor =
        find_divisor (divisor, g_array_index (distribution->parts, SlSimDistributionPart, i).most);

  return find_divisor (divisor, distribution->wcet);
}

/* Of all times that the set says: on its multiples everything happens. */
static gint64
find_common_divisor (const SlTaskSet *set)
{
  gint64 divisor = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (set, i);

      divisor = find_divisor (add_distribution (add_pattern (divisor, &task->pattern),
                                                &task->distribution),
                              task->deadline);
      for (guint k = 0; k < task->steps->len; k++)
        divisor = find_divisor (divisor, g_array_index (task->steps, SlSimStep, k).at);
    }
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    divisor = find_divisor (find_divisor (divisor, sl_task_set_get_server (set, i)->budget),
                            sl_task_set_get_server (set, i)->period);
  for (guint i = 0; i < sl_task_set_get_n_lines (set); i++)
    divisor = add_distribution (add_pattern (divisor, &sl_task_set_get_line (set, i)->pattern),
                                &sl_task_set_get_line (set, i)->distribution);

  return MAX (divisor, 1);
}

/* The least of 1, 2, 5 … times @step that takes @pixels at least. */
static gint64
widen (const SlView *view, gint64 step, double pixels)
{
  static const gint64 factors[] = { 1, 2, 5 };
  double least = pixels * (double) sl_span_duration (view->visible) / view->width;

  for (gint64 ten = 1; step * ten < SL_TIME_MAX / 100; ten *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      if ((double) (step * ten * factors[i]) >= least)
        return step * ten * factors[i];

  return step;
}

static void
choose_steps (Grid *self, const SlTaskSet *set)
{
  g_autofree char *longest = NULL;

  self->step = widen (&self->view, find_common_divisor (set), LEAST_STEP);
  self->unit = 1;
  while (self->unit < 1000000000 && self->step % (self->unit * 1000) == 0)
    self->unit *= 1000;
  longest = g_strdup_printf ("%" G_GUINT64_FORMAT,
                             sl_span_duration (self->view.visible) / (guint64) self->unit);
  self->number_step =
      widen (&self->view, self->step,
             sl_text_measure_width (self->measure, SL_FONT_TEXTBOOK, longest) + NUMBER_GAP);
}

static const char *
get_unit_name (gint64 unit)
{
  return unit == 1 ? "ns" : unit == 1000 ? "µs" : unit == 1000000 ? "ms" : "s";
}

static SlShape *
add_line (Grid *self, double x, double y, double width, double height, SlPaint paint, float thick)
{
  SlShape *line = sl_scene_add_shape (self->scene, SL_LAYER_PAGE, SL_SHAPE_LINE, 0);

  line->x = (float) x;
  line->y = (float) y;
  line->width = (float) width;
  line->height = (float) height;
  line->stroke = paint;
  line->line_width = thick;
  return line;
}

static void
add_text (Grid *self, SlFont font, SlAnchor anchor, double x, double y, const char *text)
{
  sl_scene_add_text (self->scene, self->measure, SL_LAYER_FRAME,
                     (SlTextSpot) { font, anchor, x, y }, text, sl_paint (SL_PAINT_INK));
}

/* Vertical lines above all base lines, numbered below the axis. */
static void
add_units (Grid *self)
{
  SlSpan span = self->view.visible;

  for (SlTime time = span.begin; time <= span.end; time += self->step)
    {
      double x = self->left + sl_view_x (&self->view, time);
      gboolean is_numbered = (time - span.begin) % self->number_step == 0;
      g_autofree char *number =
          g_strdup_printf ("%" G_GINT64_FORMAT, (time - span.begin) / self->unit);

      add_line (self, x, TOP, 0, self->bottom - TOP, sl_paint (SL_PAINT_GRID),
                is_numbered ? GRID_TENTH : GRID_WIDTH);
      add_line (self, x, self->bottom, 0, is_numbered ? 6 : 4, sl_paint (SL_PAINT_INK), 1);
      if (is_numbered)
        add_text (self, SL_FONT_TEXTBOOK, SL_ANCHOR_MIDDLE, x, self->bottom + NUMBER_DROP, number);
    }
}

static void
add_axis (Grid *self)
{
  double end = self->left + self->view.width + RIGHT - HEAD_LENGTH - 2;
  const SlPoint points[] = {
    { (float) (end + HEAD_LENGTH), (float) self->bottom },
    { (float) end, (float) (self->bottom - HEAD_HALF) },
    { (float) end, (float) (self->bottom + HEAD_HALF) },
  };
  SlShape *head;
  g_autofree char *name = g_strdup_printf ("t / %s", get_unit_name (self->unit));

  add_line (self, self->left - 6, self->bottom, end - self->left + 6, 0, sl_paint (SL_PAINT_INK),
            AXIS_WIDTH);
  head = sl_scene_add_shape (self->scene, SL_LAYER_PAGE, SL_SHAPE_PATH, 0);
  head->fill = sl_paint (SL_PAINT_INK);
  sl_scene_add_points (self->scene, head, points, G_N_ELEMENTS (points));
  add_text (self, SL_FONT_TEXTBOOK_ITALIC, SL_ANCHOR_RIGHT,
            self->left + self->view.width + RIGHT - 2, self->bottom + 2 * NUMBER_DROP - 2, name);
}

static void
add_row (Grid *self, guint number, const char *name)
{
  double base = TOP + (number + 1) * ROW_HEIGHT - 6;
  g_autofree char *fits =
      sl_text_measure_elide (self->measure, SL_FONT_TEXTBOOK, name, self->left - NAME_X - 10, TRUE);

  add_line (self, self->left - 6, base, self->view.width + 12, 0, sl_paint (SL_PAINT_INK),
            BASE_WIDTH);
  if (fits != NULL)
    add_text (self, SL_FONT_TEXTBOOK, SL_ANCHOR_LEFT, NAME_X, base - BOX_HEIGHT / 3.0, fits);
}

/**
 * sl_sheet_picture_draw_blank:
 * @span: not empty; of a set in which nothing is drawn at random
 *
 * Returns: (transfer full): the same rows as in sl_sheet_picture_draw(), named, with a grid of the
 *   same span, and nothing in them
 */
SlScene *
sl_sheet_picture_draw_blank (const SlExerciseTrace *trace, SlSpan span, SlTextMeasure *measure)
{
  g_autoptr (SlViewState) state = make_state (span);
  g_autoptr (SlRows) rows = make_rows (trace, state);
  guint n_rows = sl_rows_get_count (rows);
  int left = sl_textbook_get_margin (rows, measure);
  Grid self = {
    .measure = measure,
    .left = left,
    .bottom = TOP + (int) n_rows * ROW_HEIGHT + 10,
    .view = sl_view_make (span, span, SL_SHEET_PICTURE_WIDTH - left - RIGHT),
  };
  int height = self.bottom + AXIS_HEIGHT;

  self.scene = sl_scene_new (SL_SHEET_PICTURE_WIDTH, height, self.view, NULL);
  choose_steps (&self, trace->set);
  sl_scene_add_box (self.scene, SL_LAYER_PAGE, 0, sl_box (0, 0, SL_SHEET_PICTURE_WIDTH, height),
                    sl_paint (SL_PAINT_VIEW));
  add_units (&self);
  for (guint i = 0; i < n_rows; i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      const char *name = sl_exercise_trace_get_name (trace, row->object);

      add_row (&self, i, name != NULL ? name : row->title);
    }
  add_axis (&self);
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    sl_scene_set_clip (self.scene, layer, 0, 0, SL_SHEET_PICTURE_WIDTH, (float) height);

  return self.scene;
}
