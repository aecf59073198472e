/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The shapes of a scene, one by one, in the commands of TikZ. */

#include "sl-tikz-private.h"

#include <math.h>

#include "sl-shape-dots.h"
#include "sl-shape-outline.h"
#include "sl-tikz-text.h"

/* Pixels by which a label may be wider than it was measured. */
#define SPARE 1

/* Appends "key=colour,key opacity=…"; FALSE where nothing would be seen. */
static gboolean
append_paint (SlTikzContext *self, const char *key, SlPaint paint)
{
  double alpha;
  guint32 colour = sl_palette_resolve (self->options->palette, paint, &alpha);

  if (alpha <= 0)
    return FALSE;

  g_hash_table_add (self->colours, GUINT_TO_POINTER (colour + 1));
  g_string_append_printf (self->text, "%s=sl%06x,", key, colour);
  if (alpha < 0.998)
    {
      g_string_append_printf (self->text, "%s opacity=", key);
      sl_tikz_append_number (self->text, alpha);
      g_string_append_c (self->text, ',');
    }

  return TRUE;
}

static gboolean
is_seen (SlTikzContext *self, SlPaint paint)
{
  double alpha;

  sl_palette_resolve (self->options->palette, paint, &alpha);
  return alpha > 0;
}

static void
append_length (SlTikzContext *self, const char *key, double pixels)
{
  g_string_append_printf (self->text, "%s=", key);
  sl_tikz_append_number (self->text, pixels * self->unit);
  g_string_append (self->text, "bp,");
}

static void
append_stroke (SlTikzContext *self, const SlShape *shape)
{
  append_paint (self, "draw", shape->stroke);
  append_length (self, "line width", shape->line_width);
  if (shape->dash[0] <= 0)
    return;

  g_string_append (self->text, "dash pattern=on ");
  sl_tikz_append_number (self->text, shape->dash[0] * self->unit);
  g_string_append (self->text, "bp off ");
  sl_tikz_append_number (self->text, shape->dash[1] * self->unit);
  g_string_append (self->text, "bp,");
}

static void
append_rectangle (SlTikzContext *self, const SlShape *shape, double inset)
{
  if (shape->radius > inset)
    append_length (self, "rounded corners", shape->radius - inset);
  g_string_append (self->text, "] ");
  sl_tikz_append_point (self->text, shape->x + inset, shape->y + inset);
  g_string_append (self->text, " rectangle ");
  sl_tikz_append_point (self->text, shape->x + shape->width - inset,
                        shape->y + shape->height - inset);
  g_string_append (self->text, ";\n");
}

static void
append_segment (SlTikzContext *self, double x, double y, double end_x, double end_y)
{
  sl_tikz_append_point (self->text, x, y);
  g_string_append (self->text, "--");
  sl_tikz_append_point (self->text, end_x, end_y);
}

/* Each line is cut to the rectangle here, so that no clip is needed. */
static void
append_hatch_lines (SlTikzContext *self, const SlShape *shape)
{
  double x = shape->x, y = shape->y, right = x + shape->width, bottom = y + shape->height;
  double pitch = shape->spacing * G_SQRT2;

  switch ((SlHatch) shape->hatch)
    {
    case SL_HATCH_EXHAUSTED:
      for (double at = ceil (x / shape->spacing) * shape->spacing; at <= right;
           at += shape->spacing)
        append_segment (self, at, y, at, bottom);
      break;
    case SL_HATCH_LOCK:
      for (double sum = ceil ((x + y) / pitch) * pitch; sum < right + bottom; sum += pitch)
        {
          double from = MAX (y, sum - right), to = MIN (bottom, sum - x);

          append_segment (self, sum - from, from, sum - to, to);
        }
      break;
    case SL_HATCH_DOTS:
      for (double top = ceil (y / shape->spacing) * shape->spacing + 1; top < bottom;
           top += shape->spacing)
        {
          for (double at = ceil (x / shape->spacing) * shape->spacing; at < right;
               at += shape->spacing)
            append_segment (self, MAX (at - 1, x), top, MIN (at + 1, right), top);
        }
      break;
    case SL_HATCH_LATE:
    case SL_HATCH_GAP:
    default:
      for (double gap = ceil ((x - bottom) / pitch) * pitch; gap < right - y; gap += pitch)
        {
          double from = MAX (y, x - gap), to = MIN (bottom, right - gap);

          append_segment (self, gap + from, from, gap + to, to);
        }
      break;
    }
}

static void
write_hatch (SlTikzContext *self, const SlShape *shape)
{
  if (!is_seen (self, shape->stroke) || shape->width <= 0)
    return;

  g_string_append (self->text, "\\path[");
  append_stroke (self, shape);
  g_string_append (self->text, "] ");
  append_hatch_lines (self, shape);
  g_string_append (self->text, ";\n");
}

static void
write_edge (SlTikzContext *self, const SlShape *shape)
{
  if (shape->line_width <= 0 || shape->width <= shape->line_width || !is_seen (self, shape->stroke))
    return;

  g_string_append (self->text, "\\path[");
  append_stroke (self, shape);
  append_rectangle (self, shape, shape->line_width / 2);
}

static void
write_box (SlTikzContext *self, const SlShape *shape)
{
  SlShape outline, dots;

  if (is_seen (self, shape->fill))
    {
      g_string_append (self->text, "\\path[");
      append_paint (self, "fill", shape->fill);
      append_rectangle (self, shape, 0);
    }
  if (sl_shape_get_outline (shape, self->options->palette, &outline))
    write_edge (self, &outline);
  if (sl_shape_get_dots (shape, &dots))
    write_hatch (self, &dots);
  write_edge (self, shape);
}

static void
write_line (SlTikzContext *self, const SlShape *shape)
{
  if (!is_seen (self, shape->stroke))
    return;

  g_string_append (self->text, "\\path[");
  append_stroke (self, shape);
  g_string_append (self->text, "] ");
  append_segment (self, shape->x, shape->y, shape->x + shape->width, shape->y + shape->height);
  g_string_append (self->text, ";\n");
}

static void
begin_filled (SlTikzContext *self, const SlShape *shape)
{
  g_string_append (self->text, "\\path[");
  append_paint (self, "fill", shape->fill);
  if (shape->line_width > 0 && is_seen (self, shape->stroke))
    append_stroke (self, shape);
  g_string_append (self->text, "] ");
}

static void
write_path (SlTikzContext *self, const SlShape *shape)
{
  const SlPoint *points = sl_scene_get_points (self->scene, shape);

  begin_filled (self, shape);
  for (guint i = 0; i < shape->count; i++)
    {
      if (i > 0)
        g_string_append (self->text, "--");
      sl_tikz_append_point (self->text, points[i].x, points[i].y);
    }
  g_string_append (self->text, shape->fill.role != SL_PAINT_NONE ? "--cycle;\n" : ";\n");
}

static void
write_disc (SlTikzContext *self, const SlShape *shape)
{
  begin_filled (self, shape);
  sl_tikz_append_point (self->text, shape->x, shape->y);
  g_string_append (self->text, " circle[radius=");
  sl_tikz_append_number (self->text, shape->radius * self->unit);
  g_string_append (self->text, "bp];\n");
}

static void
append_size (SlTikzContext *self, SlFont font)
{
  double size = sl_font_set_get_size (self->options->fonts, font) * self->unit;

  g_string_append (self->text, "\\fontsize{");
  sl_tikz_append_number (self->text, size);
  g_string_append (self->text, "bp}{");
  sl_tikz_append_number (self->text, size * 1.2);
  g_string_append (self->text, "bp}\\selectfont");
}

static void
append_style (SlTikzContext *self, SlFont font)
{
  if (sl_font_is_bold (font))
    g_string_append (self->text, "\\bfseries");
  if (sl_font_is_italic (font))
    g_string_append (self->text, "\\itshape");
  if (sl_font_is_mono (font))
    g_string_append (self->text, "\\ttfamily");
}

/* One of several runs of @label, in its font and at its height. */
static void
append_run (SlTikzContext *self, const SlShape *run, const SlShape *label)
{
  gsize length;

  if (run->y != label->y)
    {
      g_string_append (self->text, "\\raisebox{");
      sl_tikz_append_number (self->text, (label->y - run->y) * self->unit);
      g_string_append (self->text, "bp}");
    }
  g_string_append_c (self->text, '{');
  length = self->text->len;
  if (sl_font_set_get_size (self->options->fonts, run->font) !=
      sl_font_set_get_size (self->options->fonts, label->font))
    append_size (self, run->font);
  append_style (self, run->font);
  if (self->text->len > length)
    g_string_append_c (self->text, ' ');
  sl_tikz_append_escaped (self->text, run->text);
  g_string_append_c (self->text, '}');
}

/* One node for all runs of a label, as wide as the document's fonts make it, but never wider than the
 * picture has room for: the macro \slfit makes it smaller then. */
static void
write_text (SlTikzContext *self, const SlShape *shape)
{
  static const char *const anchors[] = {
    [SL_ANCHOR_LEFT] = "base west",
    [SL_ANCHOR_MIDDLE] = "base",
    [SL_ANCHOR_RIGHT] = "base east",
  };

  if (!is_seen (self, shape->stroke))
    return;

  g_string_append (self->text, "\\node[");
  append_paint (self, "text", shape->stroke);
  if (shape->radius > 0 && append_paint (self, "fill", shape->halo))
    append_length (self, "inner sep", 0.5);
  g_string_append_printf (self->text, "%s", shape->upright ? "rotate=90,anchor=center" : "anchor=");
  g_string_append (self->text, shape->upright ? "" : anchors[shape->label_anchor]);
  g_string_append (self->text, ",font=");
  append_size (self, shape->font);
  if (shape->joined == 0)
    append_style (self, shape->font);
  g_string_append (self->text, "] at ");
  sl_tikz_append_point (self->text, sl_shape_get_label_x (shape), shape->y);
  g_string_append (self->text, " {\\slfit{");
  sl_tikz_append_number (self->text, (sl_shape_get_label_width (shape) + SPARE) * self->unit);
  g_string_append (self->text, "bp}{");
  if (shape->joined == 0)
    sl_tikz_append_escaped (self->text, shape->text);
  for (const SlShape *run = shape; shape->joined > 0 && run <= shape + shape->joined; run++)
    append_run (self, run, shape);
  g_string_append (self->text, "}};\n");
}

static void
write_strip (SlTikzContext *self, const SlShape *shape)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  double unit = shape->height / 255.0, base = shape->y + shape->height;
  guint end;

  if (!is_seen (self, shape->fill))
    return;

  g_string_append (self->text, "\\path[");
  append_paint (self, "fill", shape->fill);
  g_string_append (self->text, "]");
  for (guint first = 0; first < shape->count; first = end)
    {
      const guint8 *bar = values + 2 * first;

      end = first + 1;
      while (end < shape->count && values[2 * end] == bar[0] && values[2 * end + 1] == bar[1])
        end++;
      if (bar[1] <= bar[0])
        continue;

      g_string_append_c (self->text, ' ');
      sl_tikz_append_point (self->text, shape->x + first, base - bar[1] * unit);
      g_string_append (self->text, " rectangle ");
      sl_tikz_append_point (self->text, shape->x + end, base - bar[0] * unit);
    }
  g_string_append (self->text, ";\n");
}

/* The cells of one look, as one path of runs. */
static void
append_cells (SlTikzContext *self, const SlShape *shape, guint8 code, guint8 level)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  guint n_columns = (guint) (shape->width / shape->spacing), end;
  double alpha;
  guint32 colour = sl_cell_resolve (self->options->palette, shape->fill, code, level, &alpha);

  if (alpha <= 0 || n_columns == 0)
    return;

  g_hash_table_add (self->colours, GUINT_TO_POINTER (colour + 1));
  g_string_append_printf (self->text, "\\path[fill=sl%06x,fill opacity=", colour);
  sl_tikz_append_number (self->text, alpha);
  g_string_append_c (self->text, ']');
  for (guint i = 0; i < shape->count; i = MAX (end, i + 1))
    {
      double x = shape->x + (float) (i % n_columns) * shape->spacing;
      double y = shape->y + (float) (i / n_columns) * shape->spacing;

      end = i;
      while (end < shape->count && end / n_columns == i / n_columns && values[2 * end] == code &&
             values[2 * end + 1] == level)
        end++;
      if (end == i)
        continue;

      g_string_append_c (self->text, ' ');
      sl_tikz_append_point (self->text, x, y);
      g_string_append (self->text, " rectangle ");
      sl_tikz_append_point (self->text, x + (end - i) * shape->spacing, y + shape->spacing);
    }
  g_string_append (self->text, ";\n");
}

static void
write_cells (SlTikzContext *self, const SlShape *shape)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  gboolean used[16][SL_CELL_LEVELS] = { { FALSE } };

  for (guint i = 0; i < shape->count; i++)
    used[values[2 * i] % 16][values[2 * i + 1] % SL_CELL_LEVELS] = TRUE;

  for (guint8 code = 1; code < 16; code++)
    {
      for (guint8 level = 0; level < SL_CELL_LEVELS; level++)
        {
          if (used[code][level])
            append_cells (self, shape, code, level);
        }
    }
}

/**
 * sl_tikz_write_shape:
 *
 * One command for each colour of the shape; nothing where nothing would be seen.
 */
void
sl_tikz_write_shape (SlTikzContext *self, const SlShape *shape)
{
  static void (*const writers[]) (SlTikzContext *, const SlShape *) = {
    [SL_SHAPE_BOX] = write_box,     [SL_SHAPE_HATCH] = write_hatch, [SL_SHAPE_LINE] = write_line,
    [SL_SHAPE_PATH] = write_path,   [SL_SHAPE_DISC] = write_disc,   [SL_SHAPE_TEXT] = write_text,
    [SL_SHAPE_STRIP] = write_strip, [SL_SHAPE_CELLS] = write_cells,
  };

  g_return_if_fail (shape->type < G_N_ELEMENTS (writers));
  writers[shape->type](self, shape);
}
