/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is written on slices and folds. In the row of a task it is drawn once the signs of misses are known, which would
 * cover it. */

#include "sl-build-private.h"

/* The least pixels that are left of a label. */
#define LABEL_ELIDE_FROM 34

static double
get_miss (const SlRowPen *self, guint number)
{
  return g_array_index (self->misses, double, number);
}

static guint
count_misses (const SlRowPen *self)
{
  return self->misses != NULL ? self->misses->len : 0;
}

/* Finds the sign that is the first to cover some of the stretch; returns where it ends. Both are @end for none. */
static double
find_sign (const SlRowPen *self, double begin, double end, double *sign)
{
  double end_of_sign = end;

  *sign = end;
  for (guint i = 0; i < count_misses (self); i++)
    {
      double miss = get_miss (self, i);

      if (miss + SL_MISS_HALF <= begin || miss - SL_MISS_HALF >= *sign)
        continue;
      *sign = MAX (miss - SL_MISS_HALF, begin);
      end_of_sign = miss + SL_MISS_HALF;
    }

  return end_of_sign;
}

/* Sets the edges to those of the first piece of at least @least between signs; where there is none, of the widest. */
static void
leave_signs (const SlRowPen *self, double least, double *begin, double *end)
{
  double right = *end, at = *begin, widest = -1;

  while (at < right)
    {
      double sign, next = find_sign (self, at, right, &sign);

      if (sign - at > widest)
        {
          widest = sign - at;
          *begin = at;
          *end = sign;
        }
      if (widest >= least)
        return;
      at = next;
    }
}

static void
draw_text (SlRowPen *self, const SlBuildLabel *label, double begin, double end)
{
  SlTextMeasure *measure = self->picture->measure;
  double wanted = sl_text_measure_width (measure, SL_FONT_ROW, label->text);
  double room = end - begin - 2 * SL_LABEL_MARGIN;
  g_autofree char *elided = NULL;
  gboolean fits = wanted <= room;
  SlShape *shape;

  if (!fits && label->is_elided && room >= LABEL_ELIDE_FROM)
    elided = sl_text_measure_elide (measure, SL_FONT_ROW, label->text, room, FALSE);
  if (!fits && elided == NULL)
    return;

  shape =
      sl_build_text (self->picture, SL_LAYER_LABELS,
                     (SlTextSpot) {
                         SL_FONT_ROW, fits && label->is_elided ? SL_ANCHOR_MIDDLE : SL_ANCHOR_LEFT,
                         fits && label->is_elided ? (begin + end) / 2 : begin + SL_LABEL_MARGIN,
                         label->y },
                     fits ? label->text : elided, label->paint);
  shape->halo = label->halo;
  shape->radius = label->radius;
}

static void
draw_label (SlRowPen *self, const SlBuildLabel *label)
{
  double begin = label->begin, end = label->end, width, strength = self->strength;

  if (label->text != NULL)
    {
      width = sl_text_measure_width (self->picture->measure, SL_FONT_ROW, label->text);
      leave_signs (self, width + 2 * SL_LABEL_MARGIN, &begin, &end);
      draw_text (self, label, begin, end);
      return;
    }

  width = sl_build_badge_width (self->picture, label->count);
  leave_signs (self, width, &begin, &end);
  self->strength = label->strength;
  if (end - begin >= width)
    sl_build_badge (self, label->element, begin, label->y, label->count);
  self->strength = strength;
}

static void
clear_label (gpointer label)
{
  g_clear_pointer (&((SlBuildLabel *) label)->owned, g_free);
}

/**
 * sl_build_label:
 * @label: its text is copied
 *
 * Draws the label, or in the row of a task lets sl_build_labels() do it.
 */
void
sl_build_label (SlRowPen *self, const SlBuildLabel *label)
{
  SlBuildLabel kept = *label;

  if (self->lane->type != SL_LANE_TASK)
    {
      draw_label (self, label);
      return;
    }

  if (self->labels == NULL)
    {
      self->labels = g_array_new (FALSE, FALSE, sizeof (SlBuildLabel));
      g_array_set_clear_func (self->labels, clear_label);
    }
  kept.text = kept.owned = g_strdup (label->text);
  g_array_append_val (self->labels, kept);
}

/**
 * sl_build_labels:
 *
 * Draws the labels of the row at hand beside the signs of its misses.
 */
void
sl_build_labels (SlRowPen *self)
{
  for (guint i = 0; self->labels != NULL && i < self->labels->len; i++)
    draw_label (self, &g_array_index (self->labels, SlBuildLabel, i));
  g_clear_pointer (&self->labels, g_array_unref);
}
