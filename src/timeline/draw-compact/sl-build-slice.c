/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a slice of a lane looks like by itself. */

#include "sl-build-slice-private.h"

#include <math.h>

#include "sl-branch-look.h"

/* Pixels. */
#define BOX_RADIUS_FROM  6
#define LABEL_ELIDE_FROM 34

/**
 * sl_state_is_at_work:
 *
 * Returns: whether the slice is tall: its object does something
 */
gboolean
sl_state_is_at_work (guint32 state)
{
  return state == SL_STATE_RUNNING || state == SL_STATE_HELD || state == SL_STATE_ACTIVE ||
         sl_state_is_interrupt (state) || state == SL_STATE_CLI || state == SL_STATE_REAL_MODE ||
         state == SL_STATE_CALL || sl_branch_look_is_state (state);
}

/**
 * sl_build_slice_colour:
 *
 * A row that belongs to an object has that object's colour; else a slice has its own: that of who
 * runs, holds or waits.
 *
 * Returns: a rank; -1 for grey
 */
int
sl_build_slice_colour (const SlRowPen *self, guint32 state, guint32 detail)
{
  if (self->info->colour >= 0 || self->lane->type == SL_LANE_TASK)
    return self->info->colour;
  if (state == SL_STATE_RUNNING || state == SL_STATE_HELD || state == SL_STATE_WAITED ||
      state == SL_STATE_CALL || (state == SL_STATE_ACTIVE && detail != 0) ||
      (state == SL_STATE_UNKNOWN && detail != 0))
    return sl_rows_get_colour (self->picture->rows, self->info->lane.trace, detail);

  return -1;
}

/**
 * sl_build_is_drawn:
 *
 * Returns: whether a slice is more than the bare base line: a processor that runs the idle task is
 *   idle, and a row of interrupts shows nothing else
 */
gboolean
sl_build_is_drawn (const SlRowPen *self, guint32 state, guint32 detail)
{
  if (self->info->part == SL_ROW_NESTED && !sl_state_is_interrupt (state))
    return FALSE;
  if (self->info->has_strips && self->is_strip != sl_state_is_interrupt (state))
    return FALSE;
  if (self->lane->type == SL_LANE_CPU && state == SL_STATE_RUNNING && detail != 0 &&
      detail == self->idle_task)
    return FALSE;
  if (self->lane->type == SL_LANE_CPU && state == SL_STATE_ASLEEP)
    return FALSE;

  return state != SL_STATE_IDLE && state != SL_STATE_NONE && state != SL_STATE_INACTIVE;
}

/**
 * sl_build_is_idle_task:
 *
 * Returns: whether the row is that of the idle task, which says little and is pale
 */
gboolean
sl_build_is_idle_task (const SlRowPen *self)
{
  return self->lane->type == SL_LANE_TASK && self->idle_task != 0 &&
         self->info->object == self->idle_task;
}

static void
round_box (SlRowPen *self, SlShape *box, int colour)
{
  box->radius = box->width >= BOX_RADIUS_FROM ? 2 : 0;
  if (box->width < SL_OUTLINE_FROM)
    return;

  box->stroke = sl_build_paint (self, SL_PAINT_OUTLINE, colour, 0.35);
  box->line_width = 1;
}

/* The colour of a box without the dots that tell it from one eight colours before. */
static int
get_plain (int colour)
{
  return colour >= SL_PALETTE_OBJECTS ? colour % SL_PALETTE_OBJECTS : colour;
}

/* Letters on a dotted box have a halo in the box's own colour. A dimmed one would darken the box. */
static void
cover_dots (SlRowPen *self, SlBuildLabel *label)
{
  if (self->strength < 1 || label->paint.role != SL_PAINT_LABEL ||
      label->paint.index < SL_PALETTE_OBJECTS)
    return;

  label->halo = sl_build_paint (self, SL_PAINT_OBJECT, get_plain (label->paint.index), 1);
  label->radius = 3;
}

/**
 * sl_build_slice_label:
 * @y: of its middle
 *
 * In the middle of a slice, elided, or not at all where it has no room.
 */
void
sl_build_slice_label (SlRowPen *self,
                      const char *text,
                      double x,
                      double width,
                      double y,
                      SlPaint paint)
{
  SlBuildLabel label = { .text = text,
                         .begin = x,
                         .end = x + width,
                         .y = sl_build_middle (self->picture, SL_FONT_ROW, y),
                         .is_elided = TRUE,
                         .paint = paint };

  sl_build_find_room (self->picture, &label.begin, &label.end);
  cover_dots (self, &label);
  sl_build_label (self, &label);
}

/* A lock's name in a box that holds it, on the box's own colour so that no line crosses it. */
static void
add_plate (SlRowPen *self, const char *text, double x, double width, double y, int colour)
{
  double begin = x, end = x + width;
  double wanted = sl_text_measure_width (self->picture->measure, SL_FONT_ROW, text);
  SlShape *plate;

  sl_build_find_room (self->picture, &begin, &end);
  if (wanted + 16 > end - begin)
    return;

  plate = sl_build_box (self->picture, SL_LAYER_LABELS, 0,
                        sl_box ((begin + end - wanted) / 2 - 4, y - 7, wanted + 8, 14),
                        sl_build_paint (self, SL_PAINT_OBJECT, get_plain (colour), 1));
  plate->radius = 3;
  plate->stroke = sl_build_paint (self, SL_PAINT_LABEL, colour, 0.4);
  plate->line_width = 1;
  sl_build_text (self->picture, SL_LAYER_LABELS,
                 (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_MIDDLE, (begin + end) / 2,
                                sl_build_middle (self->picture, SL_FONT_ROW, y) },
                 text, sl_build_paint (self, SL_PAINT_LABEL, colour, 1));
}

/* Critical sections and raised priority lie over the task's boxes, cut to them. */
static void
add_annotations_of (SlRowPen *self, SlSpan own, guint32 element, const SlBand *band, int colour)
{
  for (guint i = 0; i < self->lane->n_tracks; i++)
    {
      const SlLaneTrack *annotations = &self->lane->tracks[i];
      guint limit = (guint) self->picture->view.width;
      SlTrackIter iter;
      SlItem item;

      if (annotations->role != SL_ROLE_HOLDS && annotations->role != SL_ROLE_INHERITS)
        continue;

      sl_track_iter_init (&iter, annotations->track, own.begin);
      while (limit-- > 0 && sl_track_iter_next (&iter, &item) && item.begin < own.end)
        {
          double x = round (sl_build_x (self, MAX (item.begin, own.begin)));
          double end = round (sl_build_x (self, MIN (item.end, own.end)));
          const char *name;
          SlShape *edge;

          if (end - x < 1 || (annotations->role == SL_ROLE_HOLDS && end - x < SL_OUTLINE_FROM))
            continue;
          if (annotations->role == SL_ROLE_INHERITS)
            {
              sl_build_line (self->picture, SL_LAYER_BOXES, element,
                             sl_box (x, band->y - 3, end - x, 0),
                             sl_build_paint (self, SL_PAINT_INK, -1, 1), 2);
              continue;
            }

          sl_build_hatch (self->picture, SL_LAYER_BOXES, element, SL_HATCH_LOCK,
                          sl_box (x + 1, band->y + 1, end - x - 2, band->height - 2),
                          sl_build_paint (self, SL_PAINT_LABEL, colour, 0.42));
          edge =
              sl_build_box (self->picture, SL_LAYER_BOXES, element,
                            sl_box (x, band->y, end - x, band->height), sl_paint (SL_PAINT_NONE));
          round_box (self, edge, colour);
          name = sl_build_name (self, item.detail);
          if (name != NULL)
            add_plate (self, name, x, end - x, band->y + band->height / 2, colour);
        }
    }
}

static void
draw_at_work (SlRowPen *self,
              const SlItem *item,
              guint32 element,
              const SlBand *band,
              double x,
              double width)
{
  int colour = sl_build_slice_colour (self, item->state, item->detail);
  double strength = sl_build_is_idle_task (self) ? 0.3 : 1;
  SlShape *box =
      sl_build_box (self->picture, SL_LAYER_BOXES, element,
                    sl_box (x, band->y, width, band->height),
                    sl_build_paint (self, width < SL_OUTLINE_FROM ? SL_PAINT_THIN : SL_PAINT_OBJECT,
                                    colour, strength));
  const char *name = NULL;

  round_box (self, box, colour);
  if (self->lane->type == SL_LANE_TASK && item->state != SL_STATE_ACTIVE)
    {
      add_annotations_of (self, (SlSpan) { item->begin, item->end }, element, band, colour);
      return;
    }

  if (item->state == SL_STATE_HELD && width >= SL_OUTLINE_FROM)
    sl_build_hatch (self->picture, SL_LAYER_BOXES, element, SL_HATCH_LOCK,
                    sl_box (x + 1, band->y + 1, width - 2, band->height - 2),
                    sl_build_paint (self, SL_PAINT_LABEL, colour, 0.42));
  if (width < LABEL_ELIDE_FROM)
    return;

  if (sl_branch_look_is_state (item->state))
    {
      g_autofree char *label = sl_branch_look_label (self->picture->set, self->info->lane.trace,
                                                     item->state, item->detail);

      sl_build_slice_label (self, label, x, width, band->y + band->height / 2,
                            sl_build_paint (self, SL_PAINT_LABEL, colour, 1));
      return;
    }

  name = sl_build_name (self, item->detail);
  if (name != NULL && item->state == SL_STATE_HELD)
    add_plate (self, name, x, width, band->y + band->height / 2, colour);
  else if (name != NULL)
    sl_build_slice_label (self, name, x, width, band->y + band->height / 2,
                          sl_build_paint (self, SL_PAINT_LABEL, colour, 1));
}

/**
 * sl_build_slice:
 *
 * One slice by itself, cut to a little more than what is visible.
 */
void
sl_build_slice (SlRowPen *self, const SlItem *item, const SlBand *band)
{
  double left = self->picture->plot_x - 8,
         right = self->picture->plot_x + self->picture->view.width + 8;
  double x = CLAMP (round (sl_build_x (self, item->begin)), left, right);
  double end = CLAMP (round (sl_build_x (self, item->end)), left, right);
  double width = MAX (end - x, 1);
  double strength = self->strength;
  gboolean tall = sl_state_is_at_work (item->state) || item->state == SL_STATE_UNKNOWN ||
                  item->state == SL_STATE_UNDECODED;
  guint32 element = sl_build_add_items (self, SL_ELEMENT_BOX, band->track, item->index, 1,
                                        (SlSpan) { item->begin, item->end });
  SlElement *edited = sl_scene_edit_element (self->picture->scene, element);

  edited->state = item->state;
  edited->detail = item->detail;
  edited->runs = sl_state_is_at_work (item->state);
  edited->busy = edited->runs > 0 ? (guint64) (item->end - item->begin) : 0;
  if (tall || band->low)
    sl_build_place (self->picture, element, sl_box (x, band->y, width, band->height));
  else
    sl_build_place (self->picture, element,
                    sl_box (x, band->base - SL_LOW_HEIGHT, width, SL_LOW_HEIGHT));

  sl_build_dim_item (self, item);
  if (sl_state_is_at_work (item->state))
    draw_at_work (self, item, element, band, x, width);
  else
    sl_build_low (self, item, element, band, x, width);
  self->strength = strength;
}
