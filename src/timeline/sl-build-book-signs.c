/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The signs of the textbook look, one by one; the legend shows the same. */

#include "sl-build-book-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define HEAD_LENGTH   8.5
#define HEAD_HALF     3.6
#define NOTCH         0.22
#define CIRCLE_RADIUS 8.2
#define LOWERED       2.6

static SlFont
get_font (SlBookSize size, char mode)
{
  static const SlFont fonts[][3] = {
    [SL_BOOK_NORMAL] = { SL_FONT_BOOK, SL_FONT_BOOK_ITALIC, SL_FONT_BOOK_SUB },
    [SL_BOOK_SMALL] = { SL_FONT_BOOK_SMALL, SL_FONT_BOOK_SMALL_ITALIC, SL_FONT_BOOK_SUB },
    [SL_BOOK_SYMBOL] = { SL_FONT_BOOK_SYMBOL, SL_FONT_BOOK_SYMBOL, SL_FONT_BOOK_SYMBOL_SUB },
    [SL_BOOK_CAPTION] = { SL_FONT_BOOK_CAPTION, SL_FONT_BOOK_CAPTION_ITALIC, SL_FONT_BOOK_SUB },
  };

  if (mode == *SL_BOOK_I)
    return fonts[size][1];

  return mode == *SL_BOOK_S ? fonts[size][2] : fonts[size][0];
}

/* Cuts the next run off. */
static char *
next_run (const char **text, char *mode)
{
  const char *begin = *text;
  gsize length;

  while (*begin >= *SL_BOOK_I && *begin <= *SL_BOOK_S)
    *mode = *begin++;
  length = strcspn (begin, SL_BOOK_I SL_BOOK_R SL_BOOK_S);
  *text = begin + length;

  return g_strndup (begin, length);
}

/**
 * sl_book_text_width:
 * @text: with %SL_BOOK_I, %SL_BOOK_R and %SL_BOOK_S between its runs
 */
double
sl_book_text_width (SlBook *self, SlBookSize size, const char *text)
{
  char mode = *SL_BOOK_R;
  double width = 0;

  while (*text != '\0')
    {
      g_autofree char *run = next_run (&text, &mode);

      width += sl_text_measure_width (self->build->measure, get_font (size, mode), run);
    }

  return width;
}

/**
 * sl_book_add_text:
 * @y: of the base line
 *
 * Text of several fonts on a halo of the page.
 *
 * Returns: its width
 */
double
sl_book_add_text (SlBook *self,
                  SlLayer layer,
                  guint32 element,
                  SlBookSize size,
                  SlAnchor anchor,
                  double x,
                  double y,
                  const char *text,
                  SlPaint paint)
{
  double width = sl_book_text_width (self, size, text);
  char mode = *SL_BOOK_R;

  if (anchor != SL_ANCHOR_LEFT)
    x -= anchor == SL_ANCHOR_RIGHT ? width : width / 2;
  while (*text != '\0')
    {
      g_autofree char *run = next_run (&text, &mode);
      SlFont font = get_font (size, mode);
      SlShape *shape;

      if (*run == '\0')
        continue;

      shape = sl_build_text (self->build, layer, font, SL_ANCHOR_LEFT, x,
                             y + (mode == *SL_BOOK_S ? LOWERED : 0), run, paint);
      shape->element = element;
      shape->halo = sl_paint (SL_PAINT_VIEW);
      shape->radius = SL_BOOK_TEXT_HALO;
      x += sl_text_measure_width (self->build->measure, font, run);
    }

  return width;
}

/**
 * sl_book_dup_symbol:
 *
 * Returns: (transfer full): the task's or budget's symbol, with its runs: its own name where that
 *   is as short as a symbol
 */
char *
sl_book_dup_symbol (const SlBook *self, const SlRow *row)
{
  const char *title = sl_row_get_model_name (self->build->rows, row);

  if (row->lane_type == SL_LANE_SERVER)
    return g_strdup (SL_BOOK_I "c" SL_BOOK_S "s");
  if (g_utf8_strlen (title, -1) <= 2)
    {
      const char *last = g_utf8_offset_to_pointer (title, MAX (g_utf8_strlen (title, -1) - 1, 0));
      g_autofree char *first = g_strndup (title, (gsize) (last - title));

      return last > title && g_ascii_isdigit (*last)
                 ? g_strconcat (SL_BOOK_I, first, SL_BOOK_S, last, NULL)
                 : g_strconcat (SL_BOOK_I, title, NULL);
    }

  return g_strdup_printf (SL_BOOK_I "τ" SL_BOOK_S "%u", row->place);
}

/**
 * sl_book_get_letter:
 * @lock: of the row's trace
 *
 * Returns: what stands for the lock in circles: its own name where that is short
 */
const char *
sl_book_get_letter (SlBook *self, guint32 lock)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) self->build->info->lane.trace << 32 | lock);
  const char *letter = g_hash_table_lookup (self->letters, key);
  const char *name = sl_build_name (self->build, lock);
  g_autofree char *roman = NULL;
  char text[2] = { 0 };

  if (letter != NULL || name == NULL)
    return letter != NULL ? letter : "?";

  if (g_utf8_strlen (name, -1) <= 2)
    {
      letter = name;
    }
  else
    {
      text[0] = (char) ('A' + g_hash_table_size (self->letters) % 26);
      letter = sl_scene_add_string (self->build->scene, text);
      roman = g_strconcat (SL_BOOK_I, letter, SL_BOOK_R, NULL);
      if (self->explained->len > 0)
        g_string_append (self->explained, ", ");
      /* Translators: a letter in the picture and the lock that it stands for */
      g_string_append_printf (self->explained, _ ("%s is %s"), roman, name);
    }
  g_hash_table_insert (self->letters, key, (gpointer) letter);

  return letter;
}

/**
 * sl_book_add_head:
 * @x, @y: its point
 * @dx, @dy: from the point to the middle of the back
 * @half: half its width
 */
void
sl_book_add_head (SlBook *self,
                  SlLayer layer,
                  guint32 element,
                  double x,
                  double y,
                  double dx,
                  double dy,
                  double half,
                  SlPaint paint)
{
  double length = hypot (dx, dy), nx = -dy / length * half, ny = dx / length * half;
  const SlPoint points[] = {
    { (float) x, (float) y },
    { (float) (x + dx + nx), (float) (y + dy + ny) },
    { (float) (x + dx * (1 - NOTCH)), (float) (y + dy * (1 - NOTCH)) },
    { (float) (x + dx - nx), (float) (y + dy - ny) },
  };
  SlShape *shape = sl_scene_add_shape (self->build->scene, layer, SL_SHAPE_PATH, element);

  shape->fill = paint;
  sl_scene_add_points (self->build->scene, shape, points, G_N_ELEMENTS (points));
}

/**
 * sl_book_add_arrow:
 * @up: away from the base line: a release; else a deadline
 */
void
sl_book_add_arrow (SlBook *self,
                   guint32 element,
                   double x,
                   double base,
                   gboolean up,
                   SlPaint paint,
                   double line_width)
{
  double top = base - SL_BOOK_ARROW;

  sl_build_line (self->build, SL_LAYER_MARKS, element, x, top + (up ? 5 : 0), 0, SL_BOOK_ARROW - 5,
                 paint, line_width);
  sl_book_add_head (self, SL_LAYER_MARKS, element, x, up ? top : base, 0,
                    up ? HEAD_LENGTH : -HEAD_LENGTH, HEAD_HALF, paint);
}

/**
 * sl_book_add_postponed:
 *
 * A deadline that is no longer in force.
 */
void
sl_book_add_postponed (SlBook *self,
                       SlLayer layer,
                       guint32 element,
                       double x,
                       double top,
                       double base)
{
  SlPaint soft = sl_build_paint (self->build, SL_PAINT_SOFT, -1, 1);
  SlShape *line =
      sl_build_line (self->build, layer, element, x, top, 0, base - top - 5, soft, SL_BOOK_LINE);

  line->dash[0] = 3.2f;
  line->dash[1] = 2.4f;
  sl_book_add_head (self, layer, element, x, base, 0, -HEAD_LENGTH, HEAD_HALF, soft);
}

/**
 * sl_book_add_disc:
 *
 * The end of a job.
 */
void
sl_book_add_disc (SlBook *self, guint32 element, double x, double base)
{
  SlShape *disc = sl_scene_add_shape (self->build->scene, SL_LAYER_LABELS, SL_SHAPE_DISC, element);

  disc->x = (float) x;
  disc->y = (float) base;
  disc->radius = 3.85f;
  disc->fill = sl_build_paint (self->build, SL_PAINT_INK, -1, 1);
  disc->stroke = sl_paint (SL_PAINT_VIEW);
  disc->line_width = 1.1f;
}

/**
 * sl_book_add_section:
 * @letter: (nullable): of the lock; in a circle where there is room for it
 *
 * A critical section over the box that holds it.
 */
void
sl_book_add_section (SlBook *self,
                     guint32 element,
                     double x,
                     double y,
                     double width,
                     double height,
                     const char *letter)
{
  SlShape *shape = sl_build_hatch (self->build, SL_LAYER_BOXES, element, SL_HATCH_LOCK, x, y, width,
                                   height, sl_build_paint (self->build, SL_PAINT_INK, -1, 0.75));

  shape->spacing = 4.6f;
  shape->line_width = 0.8f;
  for (int side = 0; side < 2; side++)
    sl_build_line (self->build, SL_LAYER_BOXES, element, x + side * width, y, 0, height,
                   sl_build_paint (self->build, SL_PAINT_INK, -1, 1), SL_BOOK_THIN);
  if (letter != NULL)
    sl_book_add_letter (self, element, x, y, width, height, letter);
}

/**
 * sl_book_add_letter:
 *
 * The lock's letter in a circle in the middle of a part of a box, where there is room for it.
 */
void
sl_book_add_letter (SlBook *self,
                    guint32 element,
                    double x,
                    double y,
                    double width,
                    double height,
                    const char *letter)
{
  SlShape *shape;

  if (width < 2 * CIRCLE_RADIUS)
    return;

  shape = sl_scene_add_shape (self->build->scene, SL_LAYER_LABELS, SL_SHAPE_DISC, element);
  shape->x = (float) (x + width / 2);
  shape->y = (float) (y + height / 2);
  shape->radius = CIRCLE_RADIUS;
  shape->fill = sl_paint (SL_PAINT_VIEW);
  shape->stroke = sl_build_paint (self->build, SL_PAINT_INK, -1, 1);
  shape->line_width = 0.9f;
  shape = sl_build_text (self->build, SL_LAYER_LABELS, SL_FONT_BOOK_ITALIC, SL_ANCHOR_MIDDLE,
                         x + width / 2,
                         sl_build_middle (self->build, SL_FONT_BOOK_ITALIC, y + height / 2), letter,
                         sl_build_paint (self->build, SL_PAINT_INK, -1, 1));
  shape->element = element;
}

/**
 * sl_book_add_raised:
 *
 * What holds a raised box up.
 */
void
sl_book_add_raised (SlBook *self, guint32 element, double x, double base, double width)
{
  SlPaint ink = sl_build_paint (self->build, SL_PAINT_INK, -1, 1);
  SlShape *shape = sl_build_hatch (self->build, SL_LAYER_BOXES, element, SL_HATCH_EXHAUSTED, x,
                                   base - SL_BOOK_LIFT, width, SL_BOOK_LIFT,
                                   sl_build_paint (self->build, SL_PAINT_INK, -1, 0.35));

  shape->spacing = 4;
  shape->line_width = 0.6f;
  sl_build_line (self->build, SL_LAYER_BOXES, element, x - 1.1, base - SL_BOOK_LIFT, width + 2.2, 0,
                 ink, 2.2);
  for (int side = 0; side < 2; side++)
    sl_build_line (self->build, SL_LAYER_BOXES, element, x + side * width, base - SL_BOOK_LIFT, 0,
                   SL_BOOK_LIFT, ink, 2.2);
}

/**
 * sl_book_add_strip:
 *
 * A low hatched bar.
 */
void
sl_book_add_strip (SlBook *self,
                   guint32 element,
                   SlHatch hatch,
                   double x,
                   double y,
                   double width,
                   SlPaint paint)
{
  gboolean late = hatch == SL_HATCH_LATE;
  SlShape *shape =
      sl_build_hatch (self->build, SL_LAYER_BOXES, element, hatch, x, y, width, SL_BOOK_LOW, paint);

  shape->spacing = late ? 3.3f : 3.6f;
  shape->line_width = late ? 1.1f : 0.8f;
  shape = sl_build_box (self->build, SL_LAYER_BOXES, element, x, y, width, SL_BOOK_LOW,
                        sl_paint (SL_PAINT_NONE));
  shape->stroke = paint;
  shape->line_width = 0.9f;
}
