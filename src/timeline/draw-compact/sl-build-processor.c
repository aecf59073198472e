/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What rows say of processors: where one sleeps, and where a task comes to run on another one. */

#include <math.h>

#include "sl-build-slice-private.h"

/* Pixels. */
#define SLEEP_FROM  3
#define SLEEP_LABEL 24
#define DEEPEST     5
#define TAG_WIDTH   16
#define TAG_HEIGHT  12
#define TAG_TIP     4
#define TAG_ABOVE   3

/* Nearer to the one before it a tag is left out. */
#define TAG_APART 24

typedef struct
{
  double x, y;
  guint64 cpu;
} Tag;

/* Slices that may be between two runs of a task: ready, waking, asleep, interrupted and their like. */
#define MOST_BETWEEN 8

/**
 * sl_build_asleep:
 * @item: a slice of a processor that sleeps
 *
 * The base line sinks, the deeper, the more of the processor is off.
 */
void
sl_build_asleep (SlRowPen *self, const SlItem *item, const SlBand *band)
{
  double left = self->picture->plot_x - 8,
         right = self->picture->plot_x + self->picture->view.width + 8;
  double x = CLAMP (round (sl_build_x (self, item->begin)), left, right);
  double end = CLAMP (round (sl_build_x (self, item->end)), left, right);
  double depth = 1 + MIN (item->detail, DEEPEST - 1);
  g_autofree char *name = NULL;
  SlElement *edited;
  guint32 element;

  if (end - x < SLEEP_FROM)
    return;

  element = sl_build_add_items (self, SL_ELEMENT_BOX, band->track, item->index, 1,
                                (SlSpan) { item->begin, item->end });
  edited = sl_scene_edit_element (self->picture->scene, element);
  edited->state = item->state;
  edited->detail = item->detail;
  sl_build_place (self->picture, element, sl_box (x, band->y, end - x, band->height));
  sl_build_box (self->picture, SL_LAYER_BOXES, element, sl_box (x, band->base, end - x, depth),
                sl_build_paint (self, SL_PAINT_INK, -1, 0.08));
  sl_build_line (self->picture, SL_LAYER_BOXES, element,
                 sl_box (x, band->base + depth + 0.5, end - x, 0),
                 sl_build_paint (self, SL_PAINT_DIM, -1, 1), 1);
  if (MIN (end, right - 8) - MAX (x, left + 8) < SLEEP_LABEL)
    return;

  name = g_strdup_printf ("C%u", item->detail);
  sl_build_text (self->picture, SL_LAYER_LABELS,
                 (SlTextSpot) {
                     SL_FONT_ROW, SL_ANCHOR_MIDDLE, (MAX (x, left + 8) + MIN (end, right - 8)) / 2,
                     sl_build_middle (self->picture, SL_FONT_ROW, band->base - band->height / 2) },
                 name, sl_build_paint (self, SL_PAINT_DIM, -1, 1));
}

/* The processor that the task ran on last before its slice @number: an object; 0 where it is not known. */
static guint32
find_last (SlRowUnits *units, guint number)
{
  SlItem item = g_array_index (units->units, SlRowUnit, number).item;

  for (guint i = 0; i < MOST_BETWEEN; i++)
    {
      const SlRowUnit *before =
          number > i ? &g_array_index (units->units, SlRowUnit, number - i - 1) : NULL;

      if (before != NULL && before->count == 1)
        item = before->item;
      else if (!sl_track_find_before (units->track, item.begin, &item))
        return 0;
      else
        number = 0; /* from here on by the track alone */
      if (item.state == SL_STATE_RUNNING)
        return item.detail;
      if (item.state == SL_STATE_UNKNOWN)
        return 0;
    }

  return 0;
}

/**
 * sl_build_tag:
 * @x: its tip
 * @y: its top
 * @name: of a processor
 *
 * The sign that a task comes to run on another processor.
 */
void
sl_build_tag (SlPicture *self, double x, double y, const char *name, SlPaint ink)
{
  int height = sl_build_scaled (self, TAG_HEIGHT), tip = sl_build_scaled (self, TAG_TIP);
  double width = MAX (sl_build_scaled (self, TAG_WIDTH),
                      sl_text_measure_width (self->measure, SL_FONT_ROW_BOLD, name) + 2 * tip + 1);
  const SlPoint points[] = {
    { (float) (x - width), (float) y },
    { (float) (x - tip), (float) y },
    { (float) x, (float) (y + height / 2.0) },
    { (float) (x - tip), (float) (y + height) },
    { (float) (x - width), (float) (y + height) },
    { (float) (x - width), (float) y },
  };
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, 0);

  shape->fill = sl_paint (SL_PAINT_VIEW);
  shape->stroke = ink;
  shape->line_width = 1;
  sl_scene_add_points (self->scene, shape, points, G_N_ELEMENTS (points));
  sl_build_text (self, SL_LAYER_LABELS,
                 (SlTextSpot) { SL_FONT_ROW_BOLD, SL_ANCHOR_MIDDLE, x - width / 2 - tip / 2.0,
                                sl_build_middle (self, SL_FONT_ROW_BOLD, y + height / 2.0) },
                 name, ink);
}

/**
 * sl_build_migration:
 * @number: a run of a task
 *
 * Where the task ran on another processor before, a tag is to point at the box with the number of its new
 * one.
 */
void
sl_build_migration (SlRowPen *self, SlRowUnits *units, guint number, const SlBand *band)
{
  const SlItem *item = &g_array_index (units->units, SlRowUnit, number).item;
  double x = round (sl_build_x (self, item->begin)) - 0.5;
  SlTrace *trace = sl_trace_set_get_trace (self->picture->set, self->info->lane.trace);
  const SlObject *cpu = sl_object_table_get (sl_trace_get_objects (trace), item->detail);
  guint32 last;
  Tag tag;

  if (x < self->picture->plot_x || cpu == NULL)
    return;

  last = find_last (units, number);
  if (last == 0 || last == item->detail)
    return;

  tag = (Tag) { x, round (band->y) - TAG_ABOVE + 0.5, cpu->id };
  if (self->tags == NULL)
    self->tags = g_array_new (FALSE, FALSE, sizeof (Tag));
  g_array_append_val (self->tags, tag);
}

static gboolean
meets_miss (const SlRowPen *self, const Tag *tag)
{
  guint n_misses = self->misses != NULL ? self->misses->len : 0;

  for (guint i = 0; i < n_misses; i++)
    {
      double x = g_array_index (self->misses, double, i);

      if (x - SL_MISS_HALF < tag->x &&
          tag->x - sl_build_scaled (self->picture, TAG_WIDTH) < x + SL_MISS_HALF)
        return TRUE;
    }
  return FALSE;
}

/**
 * sl_build_migrations:
 *
 * Draws the tags of the row: where a task moves to and fro all the time the first one stands for all, and
 * none covers a miss.
 */
void
sl_build_migrations (SlRowPen *self)
{
  for (guint i = 0; self->tags != NULL && i < self->tags->len; i++)
    {
      const Tag *tag = &g_array_index (self->tags, Tag, i);
      g_autofree char *name = g_strdup_printf ("%" G_GUINT64_FORMAT, tag->cpu);

      if ((i == 0 || tag->x - tag[-1].x >= sl_build_scaled (self->picture, TAG_APART)) &&
          !meets_miss (self, tag))
        sl_build_tag (self->picture, tag->x, tag->y, name,
                      sl_build_paint (self, SL_PAINT_INK, -1, 1));
    }
  g_clear_pointer (&self->tags, g_array_unref);
  g_clear_pointer (&self->misses, g_array_unref);
}
