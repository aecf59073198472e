/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Row headers, and what the user did: selection, cursors, rings. */

#include <math.h>

#include "sl-build-map-private.h"
#include "sl-lock-blockers.h"
#include "sl-row-levels.h"
#include "sl-text.h"
#include "sl-time-text.h"

#define SWATCH_X     14
#define SWATCH_W     4
#define SWATCH_H     16
#define TITLE_X      26
#define CURVE_INDENT 8
#define FIGURE_GAP   8
#define RING_OUT     3.5
#define RING_FOCUS   5.5

/* Of headers that are made wider for long names, and how many rows are looked at. */
#define MAX_WIDTH   240 /* in the ordinary type */
#define MOST_WIDTH  360 /* in any */
#define MANY_ROWS   300
#define RIGHT_SPACE 10

/* Numbers below this are never shortened. */
#define LONG_COUNT 100000

static void
add_triangle (SlPicture *self, double x, double y, gboolean collapsed)
{
  const SlPoint down[] = { { (float) x, (float) y - 2 },
                           { (float) x + 8, (float) y - 2 },
                           { (float) x + 4, (float) y + 3 } };
  const SlPoint right[] = { { (float) x + 2, (float) y - 4 },
                            { (float) x + 7, (float) y },
                            { (float) x + 2, (float) y + 4 } };
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_PATH, 0);

  shape->fill = sl_paint (SL_PAINT_SOFT);
  sl_scene_add_points (self->scene, shape, collapsed ? right : down, 3);
}

/* Where the title of a heading ends at the latest: with the plot, where nothing else stands beside it. */
static double
find_title_end (const SlPicture *self, const SlRow *row)
{
  int width = sl_build_get_name_width (self);

  return row->level == SL_ROW_NO_LEVEL && row->figure == NULL &&
                 width == self->options->header_width
             ? self->plot_x + self->view.width - RIGHT_SPACE
             : width - (row->figure != NULL ? RIGHT_SPACE : 0);
}

/* Returns: whether its title goes on into the plot */
static gboolean
add_group_header (SlPicture *self, const SlRow *row, double top)
{
  double middle = top + row->height / 2.0;
  gboolean is_trace = row->group == SL_GROUP_TRACE;
  SlFont font = is_trace ? SL_FONT_NAME_BOLD : SL_FONT_RULER_BOLD;
  double x = is_trace ? SWATCH_X - 8 : SWATCH_X - 2;
  double right = find_title_end (self, row);
  double left = x + TITLE_X - SWATCH_X + 2;
  g_autofree char *title = NULL;

  if (row->figure != NULL)
    {
      sl_build_text (self, SL_LAYER_FRAME,
                     (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_RIGHT, right,
                                    sl_build_middle (self, SL_FONT_RULER, middle) },
                     row->figure, sl_paint (SL_PAINT_DIM));
      right -= sl_text_measure_width (self->measure, SL_FONT_RULER, row->figure) + FIGURE_GAP;
    }
  title = sl_text_measure_elide (self->measure, font, row->title, right - left + 2, TRUE);

  add_triangle (self, x, middle, row->collapsed);
  if (title == NULL)
    return FALSE;

  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { font, SL_ANCHOR_LEFT, left, sl_build_middle (self, font, middle) },
                 title, sl_paint (is_trace ? SL_PAINT_INK : SL_PAINT_SOFT));
  return left + sl_text_measure_width (self->measure, font, title) > self->options->header_width;
}

/* The sign of what the row's object is: its colour, or the hatch of locks. */
static void
add_sign (SlPicture *self, const SlRow *row, double middle)
{
  SlShape *shape;

  if (row->lane_type == SL_LANE_LOCK)
    {
      shape = sl_build_box (self, SL_LAYER_FRAME, 0, sl_box (SWATCH_X - 6, middle - 7, 14, 14),
                            sl_paint (SL_PAINT_NONE));
      shape->stroke = sl_paint (SL_PAINT_SOFT);
      shape->line_width = 1;
      shape->radius = 3;
      for (int i = 1; i <= 3; i++)
        {
          double run = i == 2 ? 11 : 6;
          double x = SWATCH_X - 4.5 + (i == 3 ? 5 : 0);
          double y = middle + (i == 1 ? 0.5 : 5.5);

          sl_build_line (self, SL_LAYER_FRAME, 0, sl_box (x, y, run, -run),
                         sl_paint (SL_PAINT_SOFT), 1);
        }
      return;
    }
  if (row->colour < 0)
    return;

  shape = sl_build_box (self, SL_LAYER_FRAME, 0,
                        sl_box (SWATCH_X, middle - SWATCH_H / 2.0, SWATCH_W, SWATCH_H),
                        sl_paint_object (SL_PAINT_OBJECT, (guint) row->colour, 1));
  shape->radius = 2;
  shape->stroke = sl_paint_object (SL_PAINT_OUTLINE, (guint) row->colour, 0.2);
  shape->line_width = 1;
}

/* What is left of the sign where a row is thin. */
static void
add_sign_line (SlPicture *self, const SlRow *row, double middle)
{
  sl_build_box (self, SL_LAYER_FRAME, 0, sl_box (SWATCH_X, middle - 1.5, 2 * SWATCH_W, 3),
                row->colour >= 0 ? sl_paint_object (SL_PAINT_OBJECT, (guint) row->colour, 0.8)
                                 : sl_paint_alpha (SL_PAINT_SOFT, 0.5));
}

/* The figure to three digits: it stays below others, and its unit tells how large it is. */
static char *
dup_short_figure (guint64 count)
{
  static const char *const units[] = { "k", "M", "G", "T" };
  double rounded = (double) count / 1000;
  g_autofree char *digits = NULL;
  guint unit = 0;

  for (; rounded >= 999.5 && unit + 1 < G_N_ELEMENTS (units); unit++)
    rounded /= 1000;

  digits = sl_time_text_decimal (rounded < 9.995   ? "%.2f"
                                 : rounded < 99.95 ? "%.1f"
                                                   : "%.0f",
                                 rounded);
  return g_strdup_printf ("%s\u2009%s", digits, units[unit]);
}

/* What stands at the right of the header: a long number is shortened where the title needs the room. */
static char *
dup_figure (SlPicture *self, const SlRow *row, SlFont font, double room)
{
  double needed = sl_text_measure_width (self->measure, font, row->title) + FIGURE_GAP +
                  sl_text_measure_width (self->measure, SL_FONT_RULER, row->figure);
  guint64 count = row->stock != NULL ? row->stock->count : 0;

  return count >= LONG_COUNT && needed > room ? dup_short_figure (count) : g_strdup (row->figure);
}

static void
add_row_header (SlPicture *self, const SlRow *row, double top)
{
  const SlTarget *picked = sl_view_state_get_picked (self->state);
  gboolean is_picked = picked->type != SL_TARGET_NONE && g_strcmp0 (picked->row, row->key) == 0;
  gboolean chosen = is_picked || row->is_selected;
  gboolean is_curve = row->part == SL_ROW_QUEUE || row->part == SL_ROW_FREQUENCY;
  SlFont font = is_picked ? SL_FONT_NAME_BOLD : is_curve ? SL_FONT_RULER : SL_FONT_NAME;
  double left = TITLE_X + (is_curve ? CURVE_INDENT : 0);
  double middle = top + row->height / 2.0;
  double strength = row->matches ? 1 : 0.4;
  double right = sl_build_get_name_width (self) - RIGHT_SPACE;
  g_autofree char *title = NULL;

  if (chosen)
    sl_build_box (self, SL_LAYER_FRAME, 0,
                  sl_box (0, top, self->options->header_width, row->height),
                  sl_paint (SL_PAINT_SELECTED));
  sl_build_line (self, SL_LAYER_FRAME, 0,
                 sl_box (0, top + row->height - 0.5, self->options->header_width, 0),
                 sl_paint (SL_PAINT_GRID), 1);
  /* Its name has no room; the tooltip says it. */
  if (row->is_thin)
    {
      add_sign_line (self, row, middle);
      return;
    }
  if (sl_build_is_map (self, row))
    {
      sl_build_map_header (self, row, top);
      return;
    }

  add_sign (self, row, middle);
  if (row->figure != NULL)
    {
      g_autofree char *figure = dup_figure (self, row, font, right - left);

      sl_build_text (self, SL_LAYER_FRAME,
                     (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_RIGHT, right,
                                    sl_build_middle (self, SL_FONT_RULER, middle) },
                     figure, sl_paint_alpha (SL_PAINT_DIM, strength));
      right -= sl_text_measure_width (self->measure, SL_FONT_RULER, figure) + FIGURE_GAP;
    }

  title = sl_text_measure_elide (self->measure, font, row->title, right - left, TRUE);
  if (title != NULL)
    sl_build_text (self, SL_LAYER_FRAME,
                   (SlTextSpot) { font, SL_ANCHOR_LEFT, left,
                                  sl_build_middle (self, font, middle) },
                   title, sl_paint_alpha (is_curve ? SL_PAINT_SOFT : SL_PAINT_INK, strength));
}

/**
 * sl_header_get_width:
 *
 * Returns: of the rows' headers, in pixels: as wide as their names need, within limits
 */
int
sl_header_get_width (const SlRows *rows, SlTextMeasure *measure)
{
  guint n_rows = MIN (sl_rows_get_count (rows), MANY_ROWS);
  double most = CLAMP (MAX_WIDTH * sl_rows_get_font_scale (rows), MAX_WIDTH, MOST_WIDTH);
  double width = SL_HEADER_WIDTH;

  for (guint i = 0; i < n_rows && width < most; i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      double needed = TITLE_X + RIGHT_SPACE;

      if (row->part == SL_ROW_HEADING)
        continue;

      needed += sl_text_measure_width (measure, SL_FONT_NAME_BOLD, row->title);
      if (row->figure != NULL)
        needed += FIGURE_GAP + sl_text_measure_width (measure, SL_FONT_RULER, row->figure);
      width = MAX (width, ceil (needed));
    }

  return (int) MIN (width, most);
}

/* Across headers and plot. */
static void
add_separator (SlPicture *self, const SlRow *row, double top)
{
  sl_build_line (self, SL_LAYER_FRAME, 0,
                 sl_box (0, top - row->gap / 2.0, self->plot_x + self->view.width, 0),
                 sl_paint_alpha (SL_PAINT_SOFT, 0.6), 2);
}

/* Between headers and plot. */
static void
add_divider (SlPicture *self, double from, double to)
{
  if (to > from)
    sl_build_line (self, SL_LAYER_FRAME, 0,
                   sl_box (self->options->header_width - 0.5, from, 0, to - from),
                   sl_paint_alpha (SL_PAINT_BASE, 0.7), 1);
}

/**
 * sl_build_headers:
 *
 * The column left of the plot.
 */
void
sl_build_headers (SlPicture *self)
{
  guint n_rows = sl_rows_get_count (self->rows);
  double height = self->plot_bottom - self->plot_y;
  double divided = self->plot_y; /* so far down */
  guint first = 0;

  sl_rows_at (self->rows, MAX (self->plot_y - self->row_shift, 0), &first);
  sl_build_box (self, SL_LAYER_FRAME, 0,
                sl_box (0, self->plot_y, self->options->header_width, height),
                sl_paint (SL_PAINT_WINDOW));
  for (guint i = first; i < n_rows; i++)
    {
      const SlRow *row = sl_rows_get (self->rows, i);
      double top = row->y + self->row_shift;

      if (top >= self->plot_bottom)
        break;

      if (row->part == SL_ROW_HEADING)
        {
          sl_build_box (self, SL_LAYER_FRAME, 0,
                        sl_box (0, top, self->options->header_width, row->height),
                        sl_paint (SL_PAINT_GROUP));
          if (add_group_header (self, row, top))
            {
              add_divider (self, divided, top);
              divided = top + row->height;
            }
        }
      else
        {
          add_row_header (self, row, top);
        }
      if (row->gap > 0 && top - row->gap >= self->plot_y)
        add_separator (self, row, top);
    }
  add_divider (self, divided, self->plot_bottom);
  sl_build_time_column (self);
}

static void
add_cursor_line (SlPicture *self, SlCursor cursor)
{
  SlShape *line;
  SlTime time;
  double x;

  if (!sl_view_state_get_cursor (self->state, cursor, &time))
    return;

  x = self->plot_x + sl_view_x (&self->view, time);
  if (x < self->plot_x || x > self->plot_x + self->view.width)
    return;

  line = sl_build_line (self, SL_LAYER_USER, 0,
                        sl_box (floor (x) + 0.5, self->plot_y, 0, self->plot_bottom - self->plot_y),
                        sl_paint (SL_PAINT_ACCENT), 1);
  line->dash[0] = cursor == SL_CURSOR_B ? 5 : 0;
  line->dash[1] = cursor == SL_CURSOR_B ? 3 : 0;
}

static void
add_selection (SlPicture *self)
{
  SlElement element = { .type = SL_ELEMENT_SELECTION, .row = G_MAXUINT };
  SlSpan span;
  double x, end, height = self->plot_bottom - self->plot_y, out = self->options->margin + 4;
  guint32 number;

  if (!sl_view_state_get_selection (self->state, &span))
    return;

  x = self->plot_x + sl_view_x (&self->view, span.begin);
  end = self->plot_x + sl_view_x (&self->view, span.end);
  x = CLAMP (x, self->plot_x - out, self->plot_x + self->view.width + out);
  end = CLAMP (end, x, self->plot_x + self->view.width + out);
  element.span = span;
  number = sl_scene_add_element (self->scene, &element);
  sl_build_place (self, number, sl_box (x, self->plot_y, end - x, height));
  sl_build_box (self, SL_LAYER_USER, number, sl_box (x, self->plot_y, end - x, height),
                sl_paint_alpha (SL_PAINT_ACCENT, 0.12));
  sl_build_line (self, SL_LAYER_USER, number, sl_box (floor (x) + 0.5, self->plot_y, 0, height),
                 sl_paint (SL_PAINT_ACCENT), 1);
  sl_build_line (self, SL_LAYER_USER, number, sl_box (floor (end) + 0.5, self->plot_y, 0, height),
                 sl_paint (SL_PAINT_ACCENT), 1);
}

static void
add_ring (SlPicture *self, const SlTarget *target, double out, double width, gboolean dashed)
{
  const SlElement *element = sl_scene_find (self->scene, target);
  double left, right, out_of_plot = self->options->margin + 10;
  SlShape *ring;

  if (element == NULL || target->type == SL_TARGET_ROW)
    return;

  left = MAX (element->x, self->plot_x - out_of_plot);
  right = MIN (element->x + element->width, self->plot_x + self->view.width + out_of_plot);
  ring = sl_build_box (self, SL_LAYER_USER, 0,
                       sl_box (left - out, element->y - out, right - left + 2 * out,
                               element->height + 2 * out),
                       sl_paint (SL_PAINT_NONE));
  ring->radius = 5;
  ring->stroke = sl_paint (SL_PAINT_ACCENT);
  ring->line_width = (float) width;
  ring->dash[0] = ring->dash[1] = dashed ? 2 : 0;
}

static void
add_hover (SlPicture *self)
{
  const SlTarget *hover = self->options->hover;
  const SlElement *element;
  SlShape *box;

  if (hover == NULL || (hover->type != SL_TARGET_ITEMS && hover->type != SL_TARGET_EVENT))
    return;

  element = sl_scene_find (self->scene, hover);
  if (element == NULL)
    return;

  box = sl_build_box (self, SL_LAYER_USER, 0,
                      sl_box (element->x, element->y, element->width, element->height),
                      sl_paint (SL_PAINT_NONE));
  box->radius = element->width >= 6 ? 2 : 0;
  box->stroke = sl_paint (SL_PAINT_INK);
  box->line_width = 1;
}

/* The row of the task that keeps @waiter from @lock at @time. */
static gboolean
find_blocker (SlPicture *self, guint trace, guint32 waiter, guint32 lock, SlTime time, guint *row)
{
  const SlJobTable *table = sl_rows_get_jobs (self->rows, trace);
  g_autoptr (SlLockBlockers) blockers =
      sl_lock_blockers_new (sl_trace_set_get_trace (self->set, trace),
                            table != NULL ? sl_job_table_get_rules (table) : NULL);
  SlSpan span = { time, time + 1 };
  guint32 task = sl_lock_blockers_cut (blockers, waiter, lock, &span).task;

  return task != 0 && sl_rows_find_object (self->rows, trace, task, row);
}

/* While a job that waits for a lock is picked: from it to the task that it waits for, which may
 * inherit its priority. */
static void
add_inheritance (SlPicture *self)
{
  const SlTarget *picked = sl_view_state_get_picked (self->state);
  const SlElement *from = sl_scene_find (self->scene, picked);
  SlElement element = { .type = SL_ELEMENT_INHERITS, .row = G_MAXUINT };
  float box[4];
  double x, y, end, head;
  SlShape *line;
  SlItem item;
  guint row;

  if (from == NULL || from->type != SL_ELEMENT_BOX || from->state != SL_STATE_BLOCKED ||
      !sl_rows_get_item (self->rows, picked, &item) || item.detail == 0 ||
      !find_blocker (self, picked->trace, sl_rows_get (self->rows, from->row)->object, item.detail,
                     item.begin, &row))
    return;

  sl_scene_get_row_box (self->scene, row, box);
  x = floor (from->x) + 0.5;
  y = from->y + from->height;
  end = box[1] > y ? box[1] + 4 : box[1] + box[3] - 5;
  head = end > y ? -8.5 : 8.5;
  element.span = from->span;
  element.x = (float) x - 4;
  element.y = (float) MIN (y, end);
  element.width = 8;
  element.height = (float) fabs (end - y);
  sl_build_line (self, SL_LAYER_USER, sl_scene_add_element (self->scene, &element),
                 sl_box (x, y, 0, end + head - y), sl_paint (SL_PAINT_VIEW), 4);
  line = sl_build_line (self, SL_LAYER_USER, 0, sl_box (x, y, 0, end + head - y),
                        sl_paint (SL_PAINT_INK), 1.4);
  line->dash[0] = 4.5f;
  line->dash[1] = 3;
  line = sl_scene_add_shape (self->scene, SL_LAYER_USER, SL_SHAPE_PATH, 0);
  line->fill = sl_paint (SL_PAINT_INK);
  sl_scene_add_points (self->scene, line,
                       (SlPoint[]) { { (float) x, (float) end },
                                     { (float) x - 3.8f, (float) (end + head) },
                                     { (float) x + 3.8f, (float) (end + head) } },
                       3);
}

/**
 * sl_build_user:
 *
 * Rings and cursors, above all that was recorded.
 */
void
sl_build_user (SlPicture *self)
{
  add_selection (self);
  for (guint i = 0; i < SL_N_CURSORS; i++)
    add_cursor_line (self, i);

  add_hover (self);
  add_inheritance (self);
  sl_build_veil (self);
  sl_build_marker_lines (self);
  sl_build_drawings (self);
  if (!sl_build_job_ring (self))
    add_ring (self, sl_view_state_get_picked (self->state), RING_OUT, 2, FALSE);
  if (self->options->focus != NULL)
    add_ring (self, self->options->focus, RING_FOCUS, 2, TRUE);
  sl_build_relations (self);
  sl_build_wakes (self);
  sl_build_instant (self);
  sl_build_present_hit (self);
  sl_build_zoomed (self);
  sl_build_snap (self);
}
