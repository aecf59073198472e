/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bus cycles one by one, where they are few: a box each, with what it says of itself. */

#include "sl-build-density-private.h"

#include "sl-bus-kinds.h"
#include "sl-bus-look.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Pixels. */
#define EDGE      3
#define MOST      96
#define TEXT_X    7
#define BYTE      6 /* of the sign that says which bytes are asked for */
#define BYTE_STEP 8
#define THIN_BYTE 4
#define THIN_STEP 5
#define LEAST     4  /* digits of an address that is cut at its front */
#define TALL_FROM 36 /* high boxes have a second line */

#define LINE_BYTES 8 /* that the bus moves at once */

static void
add_text (SlRowPen *self, double left, double y, const char *text)
{
  sl_build_text (self->picture, SL_LAYER_LABELS,
                 (SlTextSpot) { SL_FONT_MONO, SL_ANCHOR_LEFT, left,
                                sl_build_middle (self->picture, SL_FONT_MONO, y) },
                 text, sl_build_paint (self, SL_PAINT_INK, -1, 1));
}

static gboolean
fits (SlPicture *self, const char *text, double room)
{
  return sl_text_measure_width (self->measure, SL_FONT_MONO, text) <= room;
}

/* The address, or as much of its end as there is room for. */
static char *
dup_address (SlPicture *self, guint64 address, double room)
{
  g_autofree char *text = g_strdup_printf ("%08" G_GINT64_MODIFIER "x", address);
  gsize length = strlen (text);

  if (fits (self, text, room))
    return g_steal_pointer (&text);

  for (gsize cut = 1; cut + LEAST <= length; cut++)
    {
      g_autofree char *shorter = g_strconcat ("…", text + cut, NULL);

      if (fits (self, shorter, room))
        return g_steal_pointer (&shorter);
    }

  return NULL;
}

/* Eight squares, the lowest address first: full for the bytes that the cycle asks for. */
static void
add_bytes (SlRowPen *self, guint32 element, guint8 bytes, double x, double y, double room)
{
  gboolean is_thin = room < LINE_BYTES * BYTE_STEP;
  int size = is_thin ? THIN_BYTE : BYTE, step = is_thin ? THIN_STEP : BYTE_STEP;

  if (room < LINE_BYTES * step)
    return;

  for (guint i = 0; i < LINE_BYTES; i++)
    {
      gboolean is_asked = (bytes >> i & 1) != 0;
      SlShape *box = sl_build_box (self->picture, SL_LAYER_BOXES, element,
                                   sl_box (x + i * step, y - size / 2.0, size, size),
                                   is_asked ? sl_build_paint (self, SL_PAINT_INK, -1, 0.75)
                                            : sl_paint (SL_PAINT_NONE));

      box->stroke = sl_build_paint (self, SL_PAINT_INK, -1, 0.5);
      box->line_width = 1;
    }
}

/* The address, and how many bytes and which of them, as far as there is room. */
static void
add_words (SlRowPen *self, guint32 element, const SlEvent *event, double x, double width)
{
  double height = self->info->height - 11, left = MAX (x, self->picture->plot_x) + TEXT_X;
  double room = x + width - 3 - left, middle = self->top + 5 + height / 2;
  g_autofree char *address = dup_address (self->picture, event->a, room);
  g_autofree char *both = NULL;
  g_autofree char *size = NULL;
  guint64 n_bytes = sl_bus_event_get_bytes (event);
  guint8 bytes = sl_bus_look_get_bytes (event);

  if (address == NULL)
    return;

  both = g_strdup_printf ("%s·%" G_GUINT64_FORMAT, address, n_bytes);
  if (n_bytes == 0)
    add_text (self, left, middle, address);
  else if (height < TALL_FROM)
    add_text (self, left, middle, fits (self->picture, both, room) ? both : address);
  else
    {
      add_text (self, left, middle - 9, address);
      size = g_strdup_printf ("%" G_GUINT64_FORMAT, n_bytes);
      add_text (self, left, middle + 9, size);
      left += MAX (sl_text_measure_width (self->picture->measure, SL_FONT_MONO, "00"),
                   sl_text_measure_width (self->picture->measure, SL_FONT_MONO, size)) +
              4;
      if (bytes != 0)
        add_bytes (self, element, bytes, left, middle + 9, x + width - left);
    }
}

/* Whether two cycles acknowledge one interrupt: between them is nothing. */
static gboolean
is_pair (const SlBuildEvent *first, const SlBuildEvent *second)
{
  return first->index + 1 == second->index && first->event.cpu == second->event.cpu &&
         sl_bus_event_get_acknowledge (&first->event) == SL_BUS_FIRST_ACKNOWLEDGE &&
         sl_bus_event_get_acknowledge (&second->event) == SL_BUS_SECOND_ACKNOWLEDGE;
}

/* What the box of one of a pair says instead of an address, which means nothing. */
static void
add_place_in_pair (SlRowPen *self, gboolean is_first, double x, double width)
{
  double left = MAX (x, self->picture->plot_x) + TEXT_X;
  double middle = self->top + 5 + (self->info->height - 11) / 2.0;
  double room = x + width - 3 - left;
  /* Translators: what the two cycles are for by which a processor acknowledges an interrupt */
  const char *text = is_first ? _ ("1 of 2") : _ ("2 of 2: vector");

  if (!fits (self->picture, text, room))
    text = is_first ? "1/2" : "2/2";
  if (fits (self->picture, text, room))
    add_text (self, left, middle, text);
}

/* @before, @next: (nullable): the events beside it, of any row */
static void
draw_event (SlRowPen *self,
            const SlBuildEvent *before,
            const SlBuildEvent *event,
            const SlBuildEvent *next)
{
  gboolean is_first = next != NULL && is_pair (event, next);
  gboolean is_second = before != NULL && is_pair (before, event);
  double height = self->info->height - 11;
  double x = round (sl_build_x (self, event->event.time));
  double end = next != NULL ? round (sl_build_x (self, next->event.time)) : x + MOST;
  /* The two of a pair touch each other, or a line joins them. */
  double width = CLAMP (end - x - (is_first ? 0 : 1), EDGE, MOST);
  SlElement element = {
    .type = SL_ELEMENT_BOX,
    .row = self->row,
    .target = { SL_TARGET_EVENT, self->info->lane.trace, self->info->key, 0, event->index, 1 },
    .count = 1,
  };
  guint32 number;
  SlPaint colour = sl_build_paint (self, SL_PAINT_OBJECT, self->info->colour, 1);

  element.span.begin = element.span.end =
      sl_trace_set_to_reference (self->picture->set, self->info->lane.trace, event->event.time);
  number = sl_scene_add_element (self->picture->scene, &element);
  sl_build_place (self->picture, number, sl_box (x, self->top + 5, width, height));
  sl_build_box (self->picture, SL_LAYER_BOXES, number, sl_box (x, self->top + 5, width, height),
                sl_build_paint (self, SL_PAINT_OBJECT, self->info->colour, 0.3));
  sl_build_box (self->picture, SL_LAYER_BOXES, number, sl_box (x, self->top + 5, width, 1), colour);
  sl_build_box (self->picture, SL_LAYER_BOXES, number,
                sl_box (x, self->top + 5, is_second ? 1 : EDGE, height), colour);
  if (is_first && end > x + width)
    sl_build_box (self->picture, SL_LAYER_BOXES, number,
                  sl_box (x + width, self->top + 5, end - x - width, 1), colour);
  if (is_first || is_second)
    add_place_in_pair (self, is_first, x, width);
  else
    add_words (self, number, &event->event, x, width);
}

static gboolean
matches (SlRowPen *self, const SlBuildEvent *event, const SlBuildEvent *before)
{
  return sl_filter_run_match_event (self->filter, &event->event,
                                    before != NULL ? before->event.time : SL_TIME_MIN);
}

/**
 * sl_build_boxes:
 * @events: (element-type SlBuildEvent): of all kinds; those of the row's are drawn
 */
void
sl_build_boxes (SlRowPen *self, const GArray *events)
{
  double strength = self->strength;
  for (guint i = 0; i < events->len; i++)
    {
      const SlBuildEvent *event = &g_array_index (events, SlBuildEvent, i);

      if (sl_density_find_code (self->lane->density, event->event.kind, event->event.cpu) !=
          self->lane->measure)
        continue;

      if (self->filter != NULL)
        self->strength = matches (self, event, i > 0 ? event - 1 : NULL) ? 1 : SL_STRENGTH_DIMMED;
      draw_event (self, i > 0 ? event - 1 : NULL, event, i + 1 < events->len ? event + 1 : NULL);
      self->strength = strength;
    }
}
