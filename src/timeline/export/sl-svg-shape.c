/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-svg-shape.h"

#include "sl-shape-dots.h"
#include "sl-shape-outline.h"
#include "sl-svg-text.h"

/* Of hatches in palettes of high contrast. */
#define CONTRAST_LINE_WIDTH 2

/* Where the middle of letters lies above the base line, as a share of the font's size. */
#define MIDDLE_OF_LETTERS 0.35

static void
append_stroke (SlSvgContext *self, const SlShape *shape)
{
  sl_svg_append_paint (self->text, self->palette, "stroke", shape->stroke);
  if (shape->stroke.role == SL_PAINT_NONE)
    return;

  sl_svg_append_attribute (self->text, "stroke-width", shape->line_width);
  if (shape->dash[0] > 0)
    {
      g_string_append (self->text, " stroke-dasharray=\"");
      sl_svg_append_number (self->text, shape->dash[0]);
      g_string_append_c (self->text, ' ');
      sl_svg_append_number (self->text, shape->dash[1]);
      g_string_append_c (self->text, '"');
    }
}

static void
append_rectangle (SlSvgContext *self, const SlShape *shape, double inset)
{
  double radius = MAX (shape->radius - inset, 0);

  g_string_append (self->text, "<rect");
  sl_svg_append_attribute (self->text, "x", shape->x + inset);
  sl_svg_append_attribute (self->text, "y", shape->y + inset);
  sl_svg_append_attribute (self->text, "width", MAX (shape->width - 2 * inset, 0));
  sl_svg_append_attribute (self->text, "height", MAX (shape->height - 2 * inset, 0));
  if (radius > 0)
    sl_svg_append_attribute (self->text, "rx", radius);
}

/* Hatches that look the same share a pattern, whatever they stand for. */
static char *
make_hatch_key (SlSvgContext *self, const SlShape *shape)
{
  double alpha;
  guint32 colour = sl_palette_resolve (self->palette, shape->stroke, &alpha);

  return g_strdup_printf ("%u %d %d %06x %d", shape->hatch, (int) (shape->spacing * 100),
                          (int) (shape->line_width * 100), colour, (int) (alpha * 255));
}

static int
get_hatch_angle (const SlShape *shape)
{
  switch ((SlHatch) shape->hatch)
    {
    case SL_HATCH_LOCK:
      return 45;
    case SL_HATCH_LATE:
    case SL_HATCH_GAP:
      return -45;
    case SL_HATCH_EXHAUSTED:
    case SL_HATCH_DOTS:
    default:
      return 0;
    }
}

/**
 * sl_svg_define_hatch:
 * @shape: any; only hatches define something
 *
 * Writes the pattern that @shape is filled with, unless that stands there already. Lines lie at
 * multiples of the spacing from the picture's origin, as the painter draws them, so that
 * neighbours join.
 */
void
sl_svg_define_hatch (SlSvgContext *self, const SlShape *shape)
{
  gboolean is_dots = shape->hatch == SL_HATCH_DOTS;
  double line_width = self->palette->contrast && !is_dots ? CONTRAST_LINE_WIDTH : shape->line_width;
  g_autofree char *key = NULL;
  SlShape dots;
  guint number;

  if (sl_shape_get_dots (shape, &dots))
    sl_svg_define_hatch (self, &dots);
  if (shape->type != SL_SHAPE_HATCH)
    return;

  key = make_hatch_key (self, shape);
  if (g_hash_table_contains (self->hatches, key))
    return;

  number = g_hash_table_size (self->hatches) + 1;
  g_string_append_printf (self->text, "<pattern id=\"hatch-%u\" patternUnits=\"userSpaceOnUse\"",
                          number);
  sl_svg_append_attribute (self->text, "width", shape->spacing);
  sl_svg_append_attribute (self->text, "height", shape->spacing);
  g_string_append_printf (self->text, " patternTransform=\"rotate(%d) translate(",
                          get_hatch_angle (shape));
  sl_svg_append_number (self->text, -shape->spacing / 2);
  g_string_append (self->text, " 0)\"><rect");
  sl_svg_append_attribute (self->text, "x", (shape->spacing - line_width) / 2);
  sl_svg_append_attribute (self->text, "width", line_width);
  sl_svg_append_attribute (self->text, "height", is_dots ? line_width : shape->spacing);
  sl_svg_append_paint (self->text, self->palette, "fill", shape->stroke);
  g_string_append (self->text, "/></pattern>\n");
  g_hash_table_insert (self->hatches, g_steal_pointer (&key), GUINT_TO_POINTER (number));
}

static void
write_hatch (SlSvgContext *self, const SlShape *shape)
{
  g_autofree char *key = make_hatch_key (self, shape);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->hatches, key));

  append_rectangle (self, shape, 0);
  g_string_append_printf (self->text, " fill=\"url(#hatch-%u)\"/>", number);
}

/* The outline lies inside the edge: a rectangle of its own, since the colour reaches the edge. */
static void
write_edge (SlSvgContext *self, const SlShape *shape)
{
  if (shape->stroke.role == SL_PAINT_NONE || shape->line_width <= 0 ||
      shape->width <= shape->line_width)
    return;

  append_rectangle (self, shape, shape->line_width / 2);
  g_string_append (self->text, " fill=\"none\"");
  append_stroke (self, shape);
  g_string_append (self->text, "/>");
}

static void
write_box (SlSvgContext *self, const SlShape *shape)
{
  SlShape outline, dots;

  if (shape->fill.role != SL_PAINT_NONE)
    {
      append_rectangle (self, shape, 0);
      sl_svg_append_paint (self->text, self->palette, "fill", shape->fill);
      g_string_append (self->text, "/>");
    }
  if (sl_shape_get_outline (shape, self->palette, &outline))
    write_edge (self, &outline);
  if (sl_shape_get_dots (shape, &dots))
    write_hatch (self, &dots);
  write_edge (self, shape);
}

static void
write_line (SlSvgContext *self, const SlShape *shape)
{
  g_string_append (self->text, "<line");
  sl_svg_append_attribute (self->text, "x1", shape->x);
  sl_svg_append_attribute (self->text, "y1", shape->y);
  sl_svg_append_attribute (self->text, "x2", shape->x + shape->width);
  sl_svg_append_attribute (self->text, "y2", shape->y + shape->height);
  append_stroke (self, shape);
  g_string_append (self->text, "/>");
}

static void
write_path (SlSvgContext *self, const SlShape *shape)
{
  const SlPoint *points = sl_scene_get_points (self->scene, shape);

  g_string_append (self->text, shape->fill.role != SL_PAINT_NONE ? "<polygon points=\""
                                                                 : "<polyline points=\"");
  for (guint i = 0; i < shape->count; i++)
    {
      if (i > 0)
        g_string_append_c (self->text, ' ');
      sl_svg_append_number (self->text, points[i].x);
      g_string_append_c (self->text, ',');
      sl_svg_append_number (self->text, points[i].y);
    }
  g_string_append_c (self->text, '"');
  sl_svg_append_paint (self->text, self->palette, "fill", shape->fill);
  append_stroke (self, shape);
  g_string_append (self->text, "/>");
}

static void
write_disc (SlSvgContext *self, const SlShape *shape)
{
  g_string_append (self->text, "<circle");
  sl_svg_append_attribute (self->text, "cx", shape->x);
  sl_svg_append_attribute (self->text, "cy", shape->y);
  sl_svg_append_attribute (self->text, "r", shape->radius);
  sl_svg_append_paint (self->text, self->palette, "fill", shape->fill);
  append_stroke (self, shape);
  g_string_append (self->text, "/>");
}

static void
append_font (SlSvgContext *self, SlFont font)
{
  sl_svg_append_attribute (self->text, "font-size", sl_font_set_get_size (self->fonts, font));
  if (sl_font_is_bold (font))
    g_string_append (self->text, " font-weight=\"bold\"");
  if (sl_font_is_italic (font))
    g_string_append (self->text, " font-style=\"italic\"");
  if (sl_font_set_get_family (self->fonts, font) != self->fonts->family)
    {
      g_string_append (self->text, " font-family=\"");
      sl_svg_append_escaped (self->text, sl_font_set_get_family (self->fonts, font));
      g_string_append (self->text, sl_font_is_mono (font) ? ", monospace\"" : "\"");
    }
}

static void
append_anchor (SlSvgContext *self, const SlShape *shape)
{
  if (shape->upright || shape->label_anchor == SL_ANCHOR_MIDDLE)
    g_string_append (self->text, " text-anchor=\"middle\"");
  else if (shape->label_anchor == SL_ANCHOR_RIGHT)
    g_string_append (self->text, " text-anchor=\"end\"");
}

static void
begin_text (SlSvgContext *self, const SlShape *shape)
{
  SlFont font = (SlFont) shape->font;
  double drop = shape->upright ? MIDDLE_OF_LETTERS * sl_font_set_get_size (self->fonts, font) : 0;

  g_string_append (self->text, "<text");
  sl_svg_append_attribute (self->text, "x", sl_shape_get_label_x (shape));
  sl_svg_append_attribute (self->text, "y", shape->y + drop);
  if (shape->upright)
    {
      g_string_append (self->text, " transform=\"rotate(-90 ");
      sl_svg_append_number (self->text, shape->x);
      g_string_append_c (self->text, ' ');
      sl_svg_append_number (self->text, shape->y);
      g_string_append (self->text, ")\"");
    }
  append_anchor (self, shape);
}

static void
append_halo (SlSvgContext *self, const SlShape *shape)
{
  sl_svg_append_paint (self->text, self->palette, "stroke", shape->halo);
  sl_svg_append_attribute (self->text, "stroke-width", 2 * shape->radius);
  g_string_append (self->text, " stroke-linejoin=\"round\"");
}

/* The runs of a label follow each other, whatever fonts draw them. */
static void
append_runs (SlSvgContext *self, const SlShape *label)
{
  double y = label->y;

  for (const SlShape *run = label; run <= label + label->joined; run++)
    {
      g_string_append (self->text, "<tspan");
      if (run->y != y)
        sl_svg_append_attribute (self->text, "dy", run->y - y);
      y = run->y;
      append_font (self, (SlFont) run->font);
      g_string_append_c (self->text, '>');
      sl_svg_append_escaped (self->text, run->text);
      g_string_append (self->text, "</tspan>");
    }
}

/* All halos first: that of one run would hide the end of the run before. */
static void
write_label (SlSvgContext *self, const SlShape *shape)
{
  if (shape->halo.role != SL_PAINT_NONE && shape->radius > 0)
    {
      begin_text (self, shape);
      g_string_append (self->text, " fill=\"none\" aria-hidden=\"true\"");
      append_halo (self, shape);
      g_string_append_c (self->text, '>');
      append_runs (self, shape);
      g_string_append (self->text, "</text>");
    }
  begin_text (self, shape);
  sl_svg_append_paint (self->text, self->palette, "fill", shape->stroke);
  g_string_append_c (self->text, '>');
  append_runs (self, shape);
  g_string_append (self->text, "</text>");
}

static void
write_text (SlSvgContext *self, const SlShape *shape)
{
  if (shape->joined > 0)
    {
      write_label (self, shape);
      return;
    }

  begin_text (self, shape);
  append_font (self, (SlFont) shape->font);
  sl_svg_append_paint (self->text, self->palette, "fill", shape->stroke);
  if (shape->halo.role != SL_PAINT_NONE && shape->radius > 0)
    {
      append_halo (self, shape);
      g_string_append (self->text, " paint-order=\"stroke\"");
    }
  g_string_append_c (self->text, '>');
  sl_svg_append_escaped (self->text, shape->text);
  g_string_append (self->text, "</text>");
}

static void
append_bar (SlSvgContext *self, const SlShape *shape, guint first, guint end, const guint8 *bar)
{
  double unit = shape->height / 255.0;
  double top = shape->y + shape->height - bar[1] * unit;
  double height = (bar[1] - bar[0]) * unit;

  g_string_append_c (self->text, 'M');
  sl_svg_append_number (self->text, shape->x + first);
  g_string_append_c (self->text, ' ');
  sl_svg_append_number (self->text, top);
  g_string_append_printf (self->text, "h%uv", end - first);
  sl_svg_append_number (self->text, height);
  g_string_append_printf (self->text, "h-%uz", end - first);
}

/* All columns of a strip are one path; neighbours of the same height are one bar. */
static void
write_strip (SlSvgContext *self, const SlShape *shape)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  guint end;

  g_string_append (self->text, "<path d=\"");
  for (guint first = 0; first < shape->count; first = end)
    {
      const guint8 *bar = values + 2 * first;

      end = first + 1;
      while (end < shape->count && values[2 * end] == bar[0] && values[2 * end + 1] == bar[1])
        end++;
      if (bar[1] > bar[0])
        append_bar (self, shape, first, end, bar);
    }
  g_string_append_c (self->text, '"');
  sl_svg_append_paint (self->text, self->palette, "fill", shape->fill);
  g_string_append (self->text, "/>");
}

/* The cells of one look, as one path of runs. */
static void
append_cells (SlSvgContext *self, const SlShape *shape, guint8 code, guint8 level)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  guint n_columns = (guint) (shape->width / shape->spacing);
  gsize length = self->text->len;
  double alpha;
  guint32 colour = sl_cell_resolve (self->palette, shape->fill, code, level, &alpha);
  gboolean any = FALSE;

  g_string_append_printf (self->text, "<path fill=\"#%06x\"", colour);
  sl_svg_append_attribute (self->text, "fill-opacity", alpha);
  g_string_append (self->text, " d=\"");
  for (guint i = 0; i < shape->count;)
    {
      guint end = i;

      while (end < shape->count && end / n_columns == i / n_columns && values[2 * end] == code &&
             values[2 * end + 1] == level)
        end++;
      if (end > i)
        g_string_append_printf (self->text, "M%d,%dh%dv%dh-%dz",
                                (int) (shape->x + (float) (i % n_columns) * shape->spacing),
                                (int) (shape->y + (float) (i / n_columns) * shape->spacing),
                                (int) ((float) (end - i) * shape->spacing), (int) shape->spacing,
                                (int) ((float) (end - i) * shape->spacing));
      any = any || end > i;
      i = MAX (end, i + 1);
    }
  g_string_append (self->text, "\"/>");
  if (!any)
    g_string_truncate (self->text, length);
}

static void
write_cells (SlSvgContext *self, const SlShape *shape)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  gboolean used[16][SL_CELL_LEVELS] = { { FALSE } };

  for (guint i = 0; i < shape->count; i++)
    used[values[2 * i] % 16][values[2 * i + 1] % SL_CELL_LEVELS] = TRUE;

  g_string_append (self->text, "<g>");
  for (guint8 code = 1; code < 16; code++)
    {
      for (guint8 level = 0; level < SL_CELL_LEVELS; level++)
        {
          if (used[code][level])
            append_cells (self, shape, code, level);
        }
    }
  g_string_append (self->text, "</g>");
}

/**
 * sl_svg_write_shape:
 * @shape: of the context's scene; its hatch was defined before
 */
void
sl_svg_write_shape (SlSvgContext *self, const SlShape *shape)
{
  static void (*const writers[]) (SlSvgContext *, const SlShape *) = {
    [SL_SHAPE_BOX] = write_box,     [SL_SHAPE_HATCH] = write_hatch, [SL_SHAPE_LINE] = write_line,
    [SL_SHAPE_PATH] = write_path,   [SL_SHAPE_DISC] = write_disc,   [SL_SHAPE_TEXT] = write_text,
    [SL_SHAPE_STRIP] = write_strip, [SL_SHAPE_CELLS] = write_cells,
  };

  g_return_if_fail (shape->type < G_N_ELEMENTS (writers));
  writers[shape->type](self, shape);
}
