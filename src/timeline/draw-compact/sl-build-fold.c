/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-build-fold-private.h"

#define BADGE_FROM 40 /* pixels */

/* The fold's groups of a row of boxes: eight colours at work, then what else there is. */
enum
{
  GROUP_GREY = 8, /* at work, no object */
  GROUP_DIM,      /* at work, kept out by the filter */
  GROUP_LOW,      /* ready, blocked, throttled … */
  N_GROUPS,
};

/**
 * sl_build_choose_group:
 * @user_data: the pen of the row
 *
 * Returns: which group of a fold a slice belongs to, or %SL_FOLD_IGNORE
 */
guint8
sl_build_choose_group (guint32 state, guint32 detail, gpointer user_data)
{
  const SlRowPen *self = user_data;
  int colour = sl_build_slice_colour (self, state, detail);

  if (!sl_build_is_drawn (self, state, detail))
    return SL_FOLD_IGNORE;
  if (!sl_state_is_at_work (state))
    return GROUP_LOW;
  if (!sl_build_code_matches (self, state, detail))
    return GROUP_DIM;

  return colour < 0 ? GROUP_GREY : (guint8) (colour % SL_PALETTE_OBJECTS);
}

/* How many runs lie in a fold, and how long they took. */
static void
sum_fold (SlElement *element, const SlRowUnits *units, SlSpan own)
{
  guint64 times[G_MAXUINT8 + 1] = { 0 };
  guint64 counts[G_MAXUINT8 + 1] = { 0 };

  sl_row_units_sum (units, own, times, counts);
  element->count = 0;
  for (guint group = 0; group < N_GROUPS; group++)
    {
      element->count += counts[group];
      if (group != GROUP_LOW)
        {
          element->runs += counts[group];
          element->busy += times[group];
        }
    }
}

/* One of the strips that a fold is made of, from the lowest up. */
typedef struct
{
  int group;  /* -1 for the background */
  int hits;   /* 1 for columns with a hit alone, 0 for those without, -1 for all */
  int colour; /* -1 for grey */
  double weight;
} Share;

static Share
make_share (const SlRowPen *self, int pass)
{
  double strength = sl_build_is_idle_task (self) ? 0.3 : 1;

  if (pass < 0)
    return (Share) { -1, -1, self->info->colour, 0.22 };
  if (pass < GROUP_DIM)
    return (Share) { pass, -1, pass >= GROUP_GREY ? -1 : pass, strength };
  if (pass == GROUP_DIM)
    return (Share) { GROUP_DIM, 0, self->info->colour, strength * SL_STRENGTH_DIMMED };

  return (Share) { GROUP_DIM, 1, self->info->colour, strength };
}

static gboolean
has_hit (const SlRowPen *self, guint column)
{
  return self->hit_columns != NULL && self->hit_columns[column] != 0;
}

/* A part of a fold that is drawn. */
typedef struct
{
  const SlFoldColumn *columns;
  guint first; /* of the plot's columns */
  guint n_columns;
  const SlView *view;
} Part;

/* @below begins with the part's first column. */
static void
fill_share (const SlRowPen *self,
            const Share *share,
            const Part *part,
            double height,
            guint8 *below,
            guint8 *values)
{
  for (guint i = 0; i < part->n_columns; i++)
    {
      const SlFoldColumn *column = &part->columns[i];
      guint8 *value = values + i * 2;
      gint64 ticks = sl_view_column_ticks (part->view, part->first + i);
      double size;

      if (share->group < 0)
        {
          value[1] = column->groups != 0 ? 255 : 0;
          continue;
        }
      if ((column->groups >> share->group & 1) == 0 ||
          (share->hits >= 0 && share->hits != has_hit (self, part->first + i)))
        continue;

      size = (double) column->time[share->group] * 255 / (double) MAX (ticks, 1);
      size = MAX (size, 2 * 255 / height);
      value[0] = below[i];
      value[1] = (guint8) MIN (value[0] + size + 0.5, 255);
      below[i] = value[1];
    }
}

static void
draw_shares (SlRowPen *self, const Part *part, guint32 element, const SlBand *band)
{
  g_autofree guint8 *below = g_new0 (guint8, part->n_columns);
  guint used = 0;

  for (guint i = 0; i < part->n_columns; i++)
    used |= part->columns[i].groups;

  for (int pass = -1; pass <= GROUP_DIM + 1; pass++)
    {
      Share share = make_share (self, pass);
      SlShape *shape;

      if (share.group >= 0 && (used >> share.group & 1) == 0)
        continue;

      shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, element);
      shape->x = (float) (self->picture->plot_x + (int) part->first);
      shape->y = (float) band->y;
      shape->width = (float) part->n_columns;
      shape->height = (float) band->height;
      shape->fill = sl_build_paint (self, share.group < 0 ? SL_PAINT_TINT : SL_PAINT_THIN,
                                    share.colour, share.weight);
      fill_share (self, &share, part, band->height, below,
                  sl_scene_add_values (self->picture->scene, shape, part->n_columns));
    }
}

/**
 * sl_build_fold:
 * @units: of the track of @band, grouped by sl_build_choose_group()
 * @first: the first unit of the fold
 * @end: behind its last
 *
 * Draws slices that are too thin to tell apart as one element: in each column, how much of the time was whose.
 */
void
sl_build_fold (SlRowPen *self, SlRowUnits *units, guint first, guint end, const SlBand *band)
{
  const SlRowUnit *begin_unit = &g_array_index (units->units, SlRowUnit, first);
  const SlRowUnit *last = &g_array_index (units->units, SlRowUnit, end - 1);
  SlSpan own = { begin_unit->item.begin, last->end };
  SlSpan visible = sl_span_intersect (own, self->visible);
  guint64 count = last->item.index + last->count - begin_unit->item.index;
  const SlFoldColumn *columns = sl_row_units_get_columns (units);
  guint left = (guint) sl_build_column (self, visible.begin);
  guint right = (guint) sl_build_column (self, visible.end - 1) + 1;
  double x = self->picture->plot_x + left, width = right - left;
  guint32 element =
      sl_build_add_items (self, SL_ELEMENT_FOLD, band->track, begin_unit->item.index, count, own);
  SlElement *edited = sl_scene_edit_element (self->picture->scene, element);
  guint64 runs;

  edited->state = begin_unit->item.state;
  edited->detail = begin_unit->item.detail;
  sum_fold (edited, units, own);
  runs = edited->runs;
  sl_build_place (self->picture, element, sl_box (x, band->y, width, band->height));
  draw_shares (self, &(Part) { columns + left, left, right - left, units->view }, element, band);
  sl_build_dots (self, element, x, band->y, width);
  if (width >= BADGE_FROM && !band->low && band->height >= 16 && self->lane->type != SL_LANE_CPU)
    sl_build_label (self, &(SlBuildLabel) { .begin = MAX (x, self->picture->plot_x) + 3,
                                            .end = x + width,
                                            .y = band->y + band->height / 2,
                                            .element = element,
                                            .count = runs,
                                            .strength = self->strength });
}
