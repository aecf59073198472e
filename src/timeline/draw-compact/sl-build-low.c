/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the slices look like in which a task waits or rests: lower than those in which it is at work. */

#include <glib/gi18n-lib.h>

#include "sl-build-slice-private.h"

/* Pixels. */
#define WAITS_FROM  50
#define SPENT_FROM  60
#define TICK_HEIGHT 7
#define TICK_WIDTH  1.5
#define TICKS_FROM  6

/* Right of a box whose lock is waited for; else above the box of who waits. */
static void
add_waits_label (SlRowPen *self,
                 const SlItem *item,
                 const SlBand *band,
                 double x,
                 double width,
                 gboolean waiter)
{
  const char *name = sl_build_name (self, item->detail);
  g_autofree char *text = NULL;
  double begin = x, end = x + width, wanted;
  SlShape *label;

  sl_build_find_room (self->picture, &begin, &end);
  if (width < WAITS_FROM)
    return;

  if (waiter)
    text = g_strdup_printf (_ ("%s waits"), name != NULL ? name : "?");
  else
    text = name != NULL ? g_strdup_printf (_ ("waits for %s"), name) : g_strdup (_ ("waits"));
  if (!waiter)
    {
      sl_build_label (self, &(SlBuildLabel) { .text = text,
                                              .begin = begin,
                                              .end = end,
                                              .y = band->base - SL_LOW_HEIGHT - 4,
                                              .paint = sl_build_paint (self, SL_PAINT_SOFT, -1, 1),
                                              .halo = sl_paint (SL_PAINT_VIEW),
                                              .radius = 2 });
      return;
    }

  wanted = sl_text_measure_width (self->picture->measure, SL_FONT_ROW, text);
  if (wanted > end - begin - (band->low ? 0 : 2 * SL_LABEL_MARGIN))
    return;

  label = sl_build_text (self->picture, SL_LAYER_LABELS,
                         (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, x + width + 4,
                                        sl_build_middle (self->picture, SL_FONT_ROW,
                                                         band->y + band->height / 2) },
                         text, sl_build_paint (self, SL_PAINT_SOFT, -1, 1));
  label->halo = sl_paint (SL_PAINT_VIEW);
  label->radius = 2;
}

/* Hatched, as all that speaks of a lock, and framed. */
static void
draw_waiting (SlPicture *self, guint32 element, SlBox box, SlPaint edge)
{
  SlShape *shape = sl_build_hatch (self, SL_LAYER_BOXES, element, SL_HATCH_LOCK, box, edge);

  shape->spacing = 4;
  shape->line_width = 1.3f;
  shape = sl_build_box (self, SL_LAYER_BOXES, element, box, sl_paint (SL_PAINT_NONE));
  shape->stroke = edge;
  shape->line_width = 1;
}

/**
 * sl_build_unknown:
 * @fill: behind @hatch
 *
 * What somebody does is not recorded.
 */
void
sl_build_unknown (SlPicture *self, guint32 element, SlBox box, SlPaint fill, SlPaint hatch)
{
  SlShape *shape;

  sl_build_box (self, SL_LAYER_BOXES, element, box, fill);
  shape = sl_build_hatch (self, SL_LAYER_BOXES, element, SL_HATCH_LATE, box, hatch);
  shape->spacing = 9;
  shape->line_width = 1.2f;
}

/* In the colour of the task that events name, where they name one. */
static void
draw_unknown (SlRowPen *self, const SlItem *item, guint32 element, SlBox box)
{
  gboolean is_named = item->state == SL_STATE_UNKNOWN && item->detail != 0;
  int colour = sl_build_slice_colour (self, item->state, item->detail);

  sl_build_unknown (self->picture, element, box,
                    is_named ? sl_build_paint (self, SL_PAINT_TINT, colour, SL_STRENGTH_NAMED)
                             : sl_build_paint (self, SL_PAINT_GAP, -1, 1),
                    sl_build_paint (self, SL_PAINT_GAP_HATCH, -1, 1));
}

/* Hatched, as all that speaks of a budget. */
static void
draw_spent (SlRowPen *self, guint32 element, int colour, SlBox box)
{
  sl_build_hatch (self->picture, SL_LAYER_BOXES, element, SL_HATCH_EXHAUSTED, box,
                  sl_build_paint (self, SL_PAINT_THIN, colour, 1));
  sl_build_line (self->picture, SL_LAYER_BOXES, element, sl_box (box.x, box.y + 0.5, box.width, 0),
                 sl_build_paint (self, SL_PAINT_EDGE, colour, 1), 1);
  if (box.width >= SPENT_FROM)
    sl_build_slice_label (self, _ ("no budget"), box.x, box.width, box.y - 8,
                          sl_build_paint (self, SL_PAINT_SOFT, -1, 1));
}

static void
draw_ready (SlRowPen *self, guint32 element, int colour, SlBox box)
{
  double strength = sl_build_is_idle_task (self) ? 0.3 : 1;

  sl_build_box (self->picture, SL_LAYER_BOXES, element, box,
                sl_build_paint (self, SL_PAINT_TINT, colour, 0.38 * strength));
  sl_build_line (self->picture, SL_LAYER_BOXES, element, sl_box (box.x, box.y + 0.5, box.width, 0),
                 sl_build_paint (self, SL_PAINT_THIN, colour, strength), 1);
}

/**
 * sl_build_waking:
 * @box: of the row's low bars
 *
 * A dotted outline, as of what is in no queue yet; where that has no room, one of its sides.
 */
void
sl_build_waking (SlPicture *self, guint32 element, SlBox box, SlPaint edge)
{
  SlShape *shape;

  if (box.width < SL_OUTLINE_FROM)
    {
      shape = sl_build_line (self, SL_LAYER_BOXES, element,
                             sl_box (box.x + 0.5, box.y, 0, box.height), edge, 1);
    }
  else
    {
      shape = sl_build_box (self, SL_LAYER_BOXES, element, box, sl_paint (SL_PAINT_NONE));
      shape->stroke = edge;
      shape->line_width = 1;
    }
  shape->dash[0] = 1;
  shape->dash[1] = 1.5f;
}

/* Upright, at both ends of a line on the base line, where there is room for them. */
static void
add_end_ticks (SlPicture *self, guint32 element, SlBox line, SlPaint edge)
{
  if (line.width < TICKS_FROM)
    return;

  for (guint i = 0; i < 2; i++)
    sl_build_line (self, SL_LAYER_BOXES, element,
                   sl_box (line.x + (i == 0 ? TICK_WIDTH / 2 : line.width - TICK_WIDTH / 2),
                           line.y - TICK_HEIGHT, 0, TICK_HEIGHT),
                   edge, TICK_WIDTH);
}

/**
 * sl_build_uninterruptible:
 * @line: along the base line, of no height
 *
 * A thick line that ends at something: no signal gets through.
 */
void
sl_build_uninterruptible (SlPicture *self, guint32 element, SlBox line, SlPaint edge)
{
  sl_build_line (self, SL_LAYER_BOXES, element, sl_box (line.x, line.y - 1.5, line.width, 0), edge,
                 3);
  add_end_ticks (self, element, line, edge);
}

/* Dashed, along the base line. */
static void
draw_suspended (SlPicture *self, guint32 element, SlBox line, SlPaint paint)
{
  SlShape *shape = sl_build_line (self, SL_LAYER_BOXES, element,
                                  sl_box (line.x, line.y - 0.5, line.width, 0), paint, 1);

  shape->dash[0] = 2;
  shape->dash[1] = 3;
}

/**
 * sl_build_stopped:
 * @line: along the base line, of no height
 *
 * Dashed as of what is suspended, but it ends where somebody else wants it to.
 */
void
sl_build_stopped (SlPicture *self, guint32 element, SlBox line, SlPaint edge)
{
  draw_suspended (self, element, line, edge);
  add_end_ticks (self, element, line, edge);
}

/* Above the line of who rests, as far as it has room there. */
static void
add_rest_label (SlRowPen *self, const char *text, const SlBand *band, double x, double width)
{
  double begin = x, end = x + width;

  if (width < WAITS_FROM)
    return;

  sl_build_find_room (self->picture, &begin, &end);
  sl_build_label (self, &(SlBuildLabel) { .text = text,
                                          .begin = begin,
                                          .end = end,
                                          .y = band->base - TICK_HEIGHT,
                                          .paint = sl_build_paint (self, SL_PAINT_SOFT, -1, 1),
                                          .halo = sl_paint (SL_PAINT_VIEW),
                                          .radius = 2 });
}

/* Why, where the trace tells it. */
static void
draw_uninterruptible (SlRowPen *self,
                      const SlItem *item,
                      guint32 element,
                      const SlBand *band,
                      double x,
                      double width)
{
  int colour = sl_build_slice_colour (self, item->state, item->detail);
  const char *name = sl_build_name (self, item->detail);
  g_autofree char *text = NULL;

  sl_build_uninterruptible (self->picture, element, sl_box (x, band->base, width, 0),
                            sl_build_paint (self, SL_PAINT_EDGE, colour, 1));
  if (name == NULL)
    return;

  /* Translators: what a task waits for, then the letter by which Linux calls its uninterruptible sleep */
  text = g_strdup_printf (_ ("%s, D"), name);
  add_rest_label (self, text, band, x, width);
}

/**
 * sl_build_low:
 * @x, @width: of the slice, as far as it is drawn
 *
 * A slice in which the object is not at work.
 */
void
sl_build_low (SlRowPen *self,
              const SlItem *item,
              guint32 element,
              const SlBand *band,
              double x,
              double width)
{
  int colour = sl_build_slice_colour (self, item->state, item->detail);
  double height = band->low ? band->height : SL_LOW_HEIGHT;
  double y = band->low ? band->y : band->base - height;
  SlBox box = sl_box (x, y, width, height);

  switch ((int) item->state)
    {
    case SL_STATE_BLOCKED:
    case SL_STATE_WAITED:
      draw_waiting (self->picture, element, box, sl_build_paint (self, SL_PAINT_EDGE, colour, 1));
      add_waits_label (self, item, band, x, width, item->state == SL_STATE_WAITED);
      break;
    case SL_STATE_THROTTLED:
    case SL_STATE_EXHAUSTED:
      draw_spent (self, element, colour, box);
      break;
    case SL_STATE_SUSPENDED:
      draw_suspended (self->picture, element, sl_box (x, band->base, width, 0),
                      sl_build_paint (self, SL_PAINT_THIN, colour, 1));
      break;
    case SL_STATE_UNINTERRUPTIBLE:
      draw_uninterruptible (self, item, element, band, x, width);
      break;
    case SL_STATE_STOPPED:
      sl_build_stopped (self->picture, element, sl_box (x, band->base, width, 0),
                        sl_build_paint (self, SL_PAINT_EDGE, colour, 1));
      add_rest_label (self, _ ("stopped"), band, x, width);
      break;
    case SL_STATE_WAKING:
      sl_build_waking (self->picture, element, box,
                       sl_build_paint (self, SL_PAINT_EDGE, colour, 1));
      break;
    case SL_STATE_UNKNOWN:
    case SL_STATE_UNDECODED:
      draw_unknown (self, item, element, sl_box (x, band->y, width, band->height));
      break;
    default:
      draw_ready (self, element, colour, box);
      break;
    }
}
