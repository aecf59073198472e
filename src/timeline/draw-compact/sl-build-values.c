/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Values over time: budgets, counts of interrupts. */

#include "sl-build-private.h"
#include "sl-row-look.h"
#include "sl-row-units.h"

#define LINE_WIDTH 1.6
#define LABEL_FROM 56 /* pixels */

static guint8
all_one_group (guint32 state, guint32 detail, gpointer user_data)
{
  return 0;
}

static SlShape *
add_strip (SlPicture *self, guint32 element, double y, double height, SlPaint fill)
{
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, element);

  shape->x = (float) self->plot_x;
  shape->y = (float) y;
  shape->width = (float) self->view.width;
  shape->height = (float) height;
  shape->fill = fill;
  return shape;
}

/* In 255ths of the height; @from … @to is that of the whole trace. */
static guint8
scale_value (gint64 value, gint64 from, gint64 to)
{
  double share = ((double) value - (double) from) / ((double) to - (double) from);

  return (guint8) (255 * CLAMP (share, 0, 1));
}

static guint32
add_element (SlRowPen *self, guint track, SlRowUnits *units, double y, double height)
{
  SlItem first = { 0 };
  SlTrackIter iter;
  guint32 element;

  sl_track_iter_init (&iter, units->track, units->visible.begin);
  if (!sl_track_iter_next (&iter, &first))
    first.index = sl_track_get_count (units->track);
  element =
      sl_build_add_items (self, SL_ELEMENT_VALUE, track, first.index,
                          sl_track_count_between (units->track, units->visible), units->visible);
  sl_build_place (self->picture, element,
                  sl_box (self->picture->plot_x, y, self->picture->view.width, height));

  return element;
}

/* The scale is that of the whole trace, so that it does not pump while panning. It begins at 0, below
 * which stands but SL_COUNT_UNKNOWN where things are counted. */
static gboolean
find_range (SlRowPen *self, const SlTrack *values, const guint8 *group_of, gint64 *from, gint64 *to)
{
  SlSpan span = sl_track_get_span (values);
  SlFoldQuery query = { { span.begin, MAX (span.end, span.begin) + 1 },
                        1,
                        group_of,
                        SL_STATE_NONE };
  SlFoldColumn whole;

  sl_track_fold (values, &query, &whole);
  *from = self->lane->type == SL_LANE_IRQ || self->lane->type == SL_LANE_SERVER ||
                  self->lane->type == SL_LANE_CPU
              ? 0
              : MIN (whole.minimum, 0);
  *to = whole.maximum;

  return whole.minimum <= whole.maximum && *from < *to;
}

/* How many columns there are before the end of the row's trace: another one on the axis may go on. */
static guint
count_columns (const SlRowPen *self, guint width)
{
  SlTime end = sl_trace_get_span (self->trace).end;

  return end > self->visible.begin ? MIN ((guint) sl_build_column (self, end) + 1, width) : 0;
}

/* In each step that is long enough: under a high line, over a low one. */
static void
add_frequencies (SlRowPen *self, const SlTrack *values, double y, double height, gint64 highest)
{
  double left = self->picture->plot_x;
  double right = MIN (left + self->picture->view.width,
                      sl_build_x (self, sl_trace_get_span (self->trace).end));
  guint limit = (guint) self->picture->view.width;
  SlItem item, next;
  SlTrackIter iter;
  gboolean more;

  /* The step that begins before what is seen reaches into it. */
  if (!sl_track_find_before (values, self->visible.begin + 1, &item))
    item.begin = self->visible.begin;
  sl_track_iter_init (&iter, values, item.begin);
  for (more = sl_track_iter_next (&iter, &item);
       more && limit-- > 0 && item.begin < self->visible.end; item = next)
    {
      double x = MAX (sl_build_x (self, item.begin), left), end = right;
      g_autofree char *text = NULL;
      SlShape *label;

      more = sl_track_iter_next (&iter, &next);
      if (more)
        end = MIN (sl_build_x (self, next.begin), right);
      if (end - x < LABEL_FROM)
        continue;

      text = sl_row_look_frequency (item.value);
      label =
          sl_build_text (self->picture, SL_LAYER_LABELS,
                         (SlTextSpot) {
                             SL_FONT_ROW, SL_ANCHOR_LEFT, x + 4,
                             sl_build_middle (self->picture, SL_FONT_ROW,
                                              item.value * 2 > highest ? y + height - 6 : y + 4) },
                         text, sl_build_paint (self, SL_PAINT_SOFT, -1, 1));
      label->halo = sl_paint (SL_PAINT_VIEW);
      label->radius = 2;
    }
}

/**
 * sl_build_values:
 * @track: of values
 *
 * A line over a pale area; in a column where the value goes up and down the line covers all of
 * that.
 */
void
sl_build_values (SlRowPen *self, guint track)
{
  const SlTrack *values = self->lane->tracks[track].track;
  double height = self->info->height - (self->info->part == SL_ROW_STATES ? 13 : 9),
         y = self->base - height;
  int colour = self->info->colour;
  g_auto (SlRowUnits) units = { 0 };
  const SlFoldColumn *columns;
  guint8 *area, *line;
  gint64 from, to;
  guint32 element;
  guint n_columns;

  sl_build_units (self, &units, values, SL_STATE_NONE, all_one_group, 0);
  if (!find_range (self, values, units.group_of, &from, &to))
    return;

  columns = sl_row_units_get_columns (&units);
  element = add_element (self, track, &units, y, height);
  sl_scene_add_values (self->picture->scene,
                       add_strip (self->picture, element, y, height,
                                  sl_build_paint (self, SL_PAINT_TINT, colour, 0.25)),
                       units.width);
  line = sl_scene_add_values (self->picture->scene,
                              add_strip (self->picture, element, y, height,
                                         sl_build_paint (self, SL_PAINT_EDGE, colour, 1)),
                              units.width);
  area = line - units.width * 2;
  n_columns = count_columns (self, units.width);
  for (guint i = 0; i < n_columns; i++)
    {
      guint8 low, high;

      if (columns[i].minimum > columns[i].maximum || columns[i].maximum < from)
        continue;

      low = scale_value (columns[i].minimum, from, to);
      high = scale_value (columns[i].maximum, from, to);
      area[i * 2 + 1] = high;
      line[i * 2] = (guint8) MIN (low, 255 - 255 * LINE_WIDTH / height);
      line[i * 2 + 1] = (guint8) MIN (high + 255 * LINE_WIDTH / height, 255);
    }
  if (self->info->part == SL_ROW_FREQUENCY)
    add_frequencies (self, values, y, height, to);
}
