/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One row of the compact look: what its lane's slices look like, alone and folded. */

#include "sl-build-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-row-items-private.h"
#include "sl-row-units.h"

/* Pixels. */
#define LOW_HEIGHT       9
#define SMALL            5.0 /* slices under this fold */
#define BOX_RADIUS_FROM  6
#define FOLD_FROM        5 /* slices */
#define CHIP_FROM        40
#define LABEL_MARGIN     5
#define LABEL_ELIDE_FROM 34
#define WAITS_FROM       50
#define SPENT_FROM       60
#define NEST_LEVEL       12
#define HOLDER_HEIGHT    18

/* The fold's groups of a row of boxes: eight colours at work, then what else there is. */
enum
{
  GROUP_GREY = 8, /* at work, no object */
  GROUP_LOW,      /* ready, blocked, throttled … */
  N_GROUPS,
};

static gboolean
is_at_work (guint32 state)
{
  return state == SL_STATE_RUNNING || state == SL_STATE_HELD || state == SL_STATE_ACTIVE ||
         state == SL_STATE_INTERRUPT || state == SL_STATE_CLI || state == SL_STATE_REAL_MODE;
}

/* Whose colour a slice has: a row that belongs to an object has that object's; else the slice's
 * own: who runs, holds, waits. */
static int
get_colour (const SlBuild *self, guint32 state, guint32 detail)
{
  if (self->info->colour >= 0)
    return self->info->colour;
  if (state == SL_STATE_RUNNING || state == SL_STATE_HELD || state == SL_STATE_WAITED)
    return sl_build_colour_of (self, detail);

  return -1;
}

static guint8
choose_group (guint32 state, guint32 detail, gpointer user_data)
{
  const SlBuild *self = user_data;
  int colour = get_colour (self, state, detail);

  if (state == SL_STATE_IDLE || state == SL_STATE_NONE || state == SL_STATE_INACTIVE)
    return SL_FOLD_IGNORE;
  if (!is_at_work (state))
    return GROUP_LOW;

  return colour < 0 ? GROUP_GREY : (guint8) (colour % SL_PALETTE_OBJECTS);
}

/* Where slices of one track stand in their row. */
typedef struct
{
  guint track;
  double y;
  double height;
  double base;
  gboolean low; /* waiters: bars */
} Band;

static void
round_box (SlBuild *self, SlShape *box, int colour)
{
  box->radius = box->width >= BOX_RADIUS_FROM ? 2 : 0;
  if (box->width < 3)
    return;

  box->stroke = sl_build_paint (self, SL_PAINT_OUTLINE, colour, 0.35);
  box->line_width = 1;
}

static void
add_label (SlBuild *self,
           const char *text,
           double x,
           double width,
           double y,
           SlPaint paint,
           gboolean left)
{
  double begin = MAX (x, self->plot_x);
  double end = MIN (x + width, self->plot_x + self->view.width);
  double room = end - begin - 2 * LABEL_MARGIN;
  double wanted = sl_text_measure_width (self->measure, SL_FONT_ROW, text);
  g_autofree char *elided = NULL;

  if (wanted <= room)
    {
      sl_build_text (self, SL_LAYER_LABELS, SL_FONT_ROW, left ? SL_ANCHOR_LEFT : SL_ANCHOR_MIDDLE,
                     left ? begin + LABEL_MARGIN : (begin + end) / 2,
                     sl_build_middle (self, SL_FONT_ROW, y), text, paint);
      return;
    }
  if (room < LABEL_ELIDE_FROM)
    return;

  elided = sl_text_measure_elide (self->measure, SL_FONT_ROW, text, room, FALSE);
  if (elided != NULL)
    sl_build_text (self, SL_LAYER_LABELS, SL_FONT_ROW, SL_ANCHOR_LEFT, begin + LABEL_MARGIN,
                   sl_build_middle (self, SL_FONT_ROW, y), elided, paint);
}

/* A lock's name in a box that holds it, on the box's own colour so that no line crosses it. */
static void
add_plate (SlBuild *self, const char *text, double x, double width, double y, int colour)
{
  double begin = MAX (x, self->plot_x);
  double end = MIN (x + width, self->plot_x + self->view.width);
  double wanted = sl_text_measure_width (self->measure, SL_FONT_ROW, text);
  SlShape *plate;

  if (wanted + 16 > end - begin)
    return;

  plate = sl_build_box (self, SL_LAYER_LABELS, 0, (begin + end - wanted) / 2 - 4, y - 7, wanted + 8,
                        14, sl_build_paint (self, SL_PAINT_OBJECT, colour, 1));
  plate->radius = 3;
  plate->stroke = sl_build_paint (self, SL_PAINT_LABEL, colour, 0.4);
  plate->line_width = 1;
  sl_build_text (self, SL_LAYER_LABELS, SL_FONT_ROW, SL_ANCHOR_MIDDLE, (begin + end) / 2,
                 sl_build_middle (self, SL_FONT_ROW, y), text,
                 sl_build_paint (self, SL_PAINT_LABEL, colour, 1));
}

/* Critical sections and raised priority lie over the task's boxes, cut to them. */
static void
add_overlays (SlBuild *self, SlSpan own, guint32 element, const Band *band, int colour)
{
  for (guint i = 0; i < self->lane->n_tracks; i++)
    {
      const SlLaneTrack *overlay = &self->lane->tracks[i];
      guint limit = (guint) self->view.width;
      SlTrackIter iter;
      SlItem item;

      if (overlay->role != SL_ROLE_HOLDS && overlay->role != SL_ROLE_INHERITS)
        continue;

      sl_track_iter_init (&iter, overlay->track, own.begin);
      while (limit-- > 0 && sl_track_iter_next (&iter, &item) && item.begin < own.end)
        {
          double x = round (sl_build_x (self, MAX (item.begin, own.begin)));
          double end = round (sl_build_x (self, MIN (item.end, own.end)));
          const char *name;

          if (end - x < 1)
            continue;
          if (overlay->role == SL_ROLE_INHERITS)
            {
              sl_build_line (self, SL_LAYER_BOXES, element, x, band->y - 3, end - x, 0,
                             sl_build_paint (self, SL_PAINT_INK, -1, 1), 2);
              continue;
            }

          sl_build_hatch (self, element, SL_HATCH_LOCK, x, band->y, end - x, band->height,
                          sl_build_paint (self, SL_PAINT_LABEL, colour, 0.42));
          if (end - x >= 3)
            {
              SlShape *edge = sl_build_box (self, SL_LAYER_BOXES, element, x, band->y, end - x,
                                            band->height, sl_paint (SL_PAINT_NONE));

              round_box (self, edge, colour);
            }
          name = sl_build_name (self, item.detail);
          if (name != NULL)
            add_plate (self, name, x, end - x, band->y + band->height / 2, colour);
        }
    }
}

static void
draw_at_work (SlBuild *self,
              const SlItem *item,
              guint32 element,
              const Band *band,
              double x,
              double width)
{
  int colour = get_colour (self, item->state, item->detail);
  SlShape *box = sl_build_box (self, SL_LAYER_BOXES, element, x, band->y, width, band->height,
                               sl_build_paint (self, SL_PAINT_OBJECT, colour, 1));
  const char *name = NULL;

  round_box (self, box, colour);
  if (self->lane->type == SL_LANE_TASK)
    {
      add_overlays (self, (SlSpan) { item->begin, item->end }, element, band, colour);
      return;
    }

  if (item->state == SL_STATE_HELD)
    sl_build_hatch (self, element, SL_HATCH_LOCK, x, band->y, width, band->height,
                    sl_build_paint (self, SL_PAINT_LABEL, colour, 0.42));
  if (width < LABEL_ELIDE_FROM)
    return;

  name = sl_build_name (self, item->detail);
  if (name != NULL && item->state == SL_STATE_HELD)
    add_plate (self, name, x, width, band->y + band->height / 2, colour);
  else if (name != NULL)
    add_label (self, name, x, width, band->y + band->height / 2,
               sl_build_paint (self, SL_PAINT_LABEL, colour, 1), FALSE);
}

static void
add_waits_label (SlBuild *self,
                 const SlItem *item,
                 const Band *band,
                 double x,
                 double width,
                 gboolean waiter)
{
  const char *name = sl_build_name (self, item->detail);
  g_autofree char *text = NULL;
  double room = band->low ? width : width - 2 * LABEL_MARGIN;
  SlShape *label;

  if (width < WAITS_FROM)
    return;

  if (waiter)
    text = g_strdup_printf (_ ("%s waits"), name != NULL ? name : "?");
  else
    text = name != NULL ? g_strdup_printf (_ ("waits for %s"), name) : g_strdup (_ ("waits"));
  if (sl_text_measure_width (self->measure, SL_FONT_ROW, text) > room)
    return;

  label =
      sl_build_text (self, SL_LAYER_LABELS, SL_FONT_ROW, SL_ANCHOR_LEFT, MAX (x, self->plot_x) + 3,
                     waiter ? sl_build_middle (self, SL_FONT_ROW, band->y + band->height / 2)
                            : band->base - LOW_HEIGHT - 4,
                     text, sl_build_paint (self, SL_PAINT_SOFT, -1, 1));
  label->halo = sl_paint (SL_PAINT_VIEW);
  label->radius = 2;
}

static void
draw_low (SlBuild *self,
          const SlItem *item,
          guint32 element,
          const Band *band,
          double x,
          double width)
{
  int colour = get_colour (self, item->state, item->detail);
  double height = band->low ? band->height : LOW_HEIGHT;
  double y = band->low ? band->y : band->base - height;
  SlPaint edge = sl_build_paint (self, SL_PAINT_EDGE, colour, 1);
  SlShape *shape;

  switch ((SlState) item->state)
    {
    case SL_STATE_BLOCKED:
    case SL_STATE_WAITED:
      shape = sl_build_hatch (self, element, SL_HATCH_LOCK, x, y, width, height, edge);
      shape->spacing = 4;
      shape->line_width = 1.3f;
      shape = sl_build_box (self, SL_LAYER_BOXES, element, x, y, width, height,
                            sl_paint (SL_PAINT_NONE));
      shape->stroke = edge;
      shape->line_width = 1;
      add_waits_label (self, item, band, x, width, item->state == SL_STATE_WAITED);
      break;
    case SL_STATE_THROTTLED:
    case SL_STATE_EXHAUSTED:
      sl_build_hatch (self, element, SL_HATCH_EXHAUSTED, x, y, width, height,
                      sl_build_paint (self, SL_PAINT_OBJECT, colour, 1));
      sl_build_line (self, SL_LAYER_BOXES, element, x, y + 0.5, width, 0, edge, 1);
      if (width >= SPENT_FROM)
        add_label (self, _ ("budget spent"), x, width, y - 8,
                   sl_build_paint (self, SL_PAINT_SOFT, -1, 1), FALSE);
      break;
    case SL_STATE_SUSPENDED:
      shape = sl_build_line (self, SL_LAYER_BOXES, element, x, band->base - 0.5, width, 0,
                             sl_build_paint (self, SL_PAINT_OBJECT, colour, 1), 1);
      shape->dash[0] = 2;
      shape->dash[1] = 3;
      break;
    case SL_STATE_UNKNOWN:
      sl_build_box (self, SL_LAYER_BOXES, element, x, band->y, width, band->height,
                    sl_build_paint (self, SL_PAINT_GAP, -1, 1));
      shape = sl_build_hatch (self, element, SL_HATCH_LATE, x, band->y, width, band->height,
                              sl_build_paint (self, SL_PAINT_GAP_HATCH, -1, 1));
      shape->spacing = 9;
      shape->line_width = 1.2f;
      break;
    case SL_STATE_READY:
    case SL_STATE_INTERRUPTED:
    case SL_STATE_NONE:
    case SL_STATE_RUNNING:
    case SL_STATE_IDLE:
    case SL_STATE_INTERRUPT:
    case SL_STATE_ACTIVE:
    case SL_STATE_HELD:
    case SL_STATE_INACTIVE:
    case SL_STATE_INHERITS:
    case SL_STATE_CLI:
    case SL_STATE_REAL_MODE:
    case SL_STATE_GAP:
    case SL_STATE_NOT_RECORDED:
    case SL_N_STATES:
    default:
      sl_build_box (self, SL_LAYER_BOXES, element, x, y, width, height,
                    sl_build_paint (self, SL_PAINT_TINT, colour, 0.38));
      sl_build_line (self, SL_LAYER_BOXES, element, x, y + 0.5, width, 0,
                     sl_build_paint (self, SL_PAINT_OBJECT, colour, 1), 1);
      break;
    }
}

/* One slice by itself, cut to a little more than what is visible. */
static void
draw_slice (SlBuild *self, const SlItem *item, const Band *band)
{
  double left = self->plot_x - 8, right = self->plot_x + self->view.width + 8;
  double x = CLAMP (round (sl_build_x (self, item->begin)), left, right);
  double end = CLAMP (round (sl_build_x (self, item->end)), left, right);
  double width = MAX (end - x, 1);
  gboolean tall = is_at_work (item->state) || item->state == SL_STATE_UNKNOWN;
  guint32 element = sl_build_add_items (self, SL_ELEMENT_BOX, band->track, item->index, 1,
                                        (SlSpan) { item->begin, item->end });
  SlElement *edited = sl_scene_edit_element (self->scene, element);

  edited->state = item->state;
  edited->detail = item->detail;
  edited->runs = is_at_work (item->state);
  edited->busy = edited->runs > 0 ? (guint64) (item->end - item->begin) : 0;
  if (tall || band->low)
    sl_build_place (self, element, x, band->y, width, band->height);
  else
    sl_build_place (self, element, x, band->base - LOW_HEIGHT, width, LOW_HEIGHT);

  if (is_at_work (item->state))
    draw_at_work (self, item, element, band, x, width);
  else
    draw_low (self, item, element, band, x, width);
}

/* How many runs lie in a fold, and how long they took. */
static void
sum_fold (SlBuild *self, SlElement *element, const SlTrack *track, SlSpan own)
{
  guint n_codes = sl_track_get_n_codes (track);
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);

  sl_track_sum (track, own, times, counts);
  element->count = 0;
  for (guint i = 0; i < n_codes; i++)
    {
      SlItem item = { 0 };

      sl_track_get_code (track, i, &item.state, &item.detail);
      if (!sl_item_is_drawn (track, &item))
        continue;

      element->count += counts[i];
      if (is_at_work (item.state))
        {
          element->runs += counts[i];
          element->busy += times[i];
        }
    }
}

static void
draw_shares (SlBuild *self,
             const SlFoldColumn *columns,
             guint first,
             guint end,
             guint32 element,
             const Band *band,
             guint64 per_column)
{
  double height = band->height;
  int x = self->plot_x + (int) first;
  guint used = 0;
  guint8 *below = g_new0 (guint8, end - first);

  for (guint i = first; i < end; i++)
    used |= columns[i].groups;

  for (int group = -1; group <= GROUP_GREY; group++)
    {
      gboolean bed = group < 0;
      int colour = group == GROUP_GREY ? -1 : group;
      SlShape *shape;
      guint8 *values;

      if (!bed && (used >> group & 1) == 0)
        continue;
      if (bed)
        colour = self->info->colour;

      shape = sl_scene_add_shape (self->scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, element);
      shape->x = (float) x;
      shape->y = (float) band->y;
      shape->width = (float) (end - first);
      shape->height = (float) height;
      shape->fill =
          sl_build_paint (self, bed ? SL_PAINT_TINT : SL_PAINT_OBJECT, colour, bed ? 0.22 : 1);
      values = sl_scene_add_values (self->scene, shape, end - first);
      for (guint i = first; i < end; i++)
        {
          const SlFoldColumn *column = &columns[i];
          guint8 *value = values + (i - first) * 2;
          double share;

          if (bed)
            {
              value[1] = column->groups != 0 ? 255 : 0;
              continue;
            }
          if ((column->groups >> group & 1) == 0)
            continue;

          share = (double) column->time[group] * 255 / (double) MAX (per_column, 1);
          share = MAX (share, 2 * 255 / height);
          value[0] = below[i - first];
          value[1] = (guint8) MIN (value[0] + share + 0.5, 255);
          below[i - first] = value[1];
        }
    }

  g_free (below);
}

static void
draw_fold (SlBuild *self, SlRowUnits *units, guint first, guint end, const Band *band)
{
  const SlRowUnit *begin_unit = &g_array_index (units->units, SlRowUnit, first);
  const SlRowUnit *last = &g_array_index (units->units, SlRowUnit, end - 1);
  SlSpan own = { begin_unit->item.begin, last->end };
  SlSpan visible = sl_span_intersect (own, self->visible);
  guint64 count = last->item.index + last->count - begin_unit->item.index;
  const SlFoldColumn *columns = sl_row_units_get_columns (units);
  guint left = (guint) sl_build_column (self, visible.begin);
  guint right = (guint) sl_build_column (self, visible.end - 1) + 1;
  double x = self->plot_x + left, width = right - left;
  guint32 element =
      sl_build_add_items (self, SL_ELEMENT_FOLD, band->track, begin_unit->item.index, count, own);
  SlElement *edited = sl_scene_edit_element (self->scene, element);
  guint64 runs;

  edited->state = begin_unit->item.state;
  edited->detail = begin_unit->item.detail;
  sum_fold (self, edited, units->track, own);
  runs = edited->runs;
  sl_build_place (self, element, x, band->y, width, band->height);
  draw_shares (self, columns, left, right, element, band,
               (guint64) sl_span_duration (units->visible) / units->width);
  sl_build_rail (self, element, x, band->y, width);
  if (width >= CHIP_FROM && !band->low && band->height >= 16 && self->lane->type != SL_LANE_CPU)
    sl_build_chip (self, element, MAX (x, self->plot_x) + 3, band->y + band->height / 2, runs);
}

static double
get_width (const SlBuild *self, const SlRowUnit *unit)
{
  return sl_build_x (self, unit->end) - sl_build_x (self, unit->item.begin);
}

/* Goes over the units; successive small ones are a fold when there are enough of them. */
static void
draw_slices (SlBuild *self, const Band *band)
{
  const SlTrack *track = self->lane->tracks[band->track].track;
  g_auto (SlRowUnits) units = { 0 };
  guint n_units;

  sl_row_units_init (&units, track, self->visible, (guint) self->view.width, choose_group, self);
  n_units = units.units->len;
  for (guint i = 0; i < n_units;)
    {
      guint end = i, last = i;
      guint64 drawn = 0;
      gboolean dense = FALSE;

      for (; end < n_units; end++)
        {
          const SlRowUnit *unit = &g_array_index (units.units, SlRowUnit, end);

          if (unit->count == 1 && get_width (self, unit) >= SMALL)
            break;
          if (unit->count == 1 && !sl_item_is_drawn (track, &unit->item))
            {
              i += drawn == 0;
              continue;
            }
          drawn += unit->count;
          dense = dense || unit->count > 1;
          last = end;
        }

      if (drawn >= FOLD_FROM || dense)
        {
          draw_fold (self, &units, i, last + 1, band);
          i = last + 1;
        }
      for (; i < end || (i == end && end < n_units); i++)
        {
          const SlRowUnit *unit = &g_array_index (units.units, SlRowUnit, i);

          if (sl_item_is_drawn (track, &unit->item))
            draw_slice (self, &unit->item, band);
        }
    }
}

/* Interrupts: flat bars, one level above the other, at least two pixels wide. */
static void
draw_nested (SlBuild *self, guint track, guint level)
{
  SlPaintRole role = level == 0 ? SL_PAINT_INTERRUPT : SL_PAINT_INTERRUPT_NESTED;
  double y = self->base - NEST_LEVEL * (level + 1);
  g_auto (SlRowUnits) units = { 0 };
  double free_from = self->plot_x;

  sl_row_units_init (&units, self->lane->tracks[track].track, self->visible,
                     (guint) self->view.width, choose_group, self);
  for (guint i = 0; i < units.units->len; i++)
    {
      const SlRowUnit *unit = &g_array_index (units.units, SlRowUnit, i);
      double left = self->plot_x - 8, right = self->plot_x + self->view.width + 8;
      double x = CLAMP (round (sl_build_x (self, unit->item.begin)), left, right);
      double end = CLAMP (round (sl_build_x (self, unit->end)), left, right);
      double width = MAX (end - x, 2);
      gboolean folded = unit->count > 1;
      guint32 element = sl_build_add_items (self, folded ? SL_ELEMENT_FOLD : SL_ELEMENT_BOX, track,
                                            unit->item.index, unit->count,
                                            (SlSpan) { unit->item.begin, unit->end });
      SlElement *edited = sl_scene_edit_element (self->scene, element);
      const char *name;

      edited->state = unit->item.state;
      edited->detail = unit->item.detail;
      edited->runs = unit->count;
      edited->busy = (guint64) (unit->end - unit->item.begin);
      sl_build_place (self, element, x, y, width, NEST_LEVEL);
      if (folded)
        {
          Band band = { track, y, NEST_LEVEL, self->base, TRUE };
          guint first = (guint) sl_build_column (self, unit->item.begin);
          guint last = (guint) sl_build_column (self, unit->end - 1) + 1;

          edited->busy = 0;
          edited->runs = 0;
          sum_fold (self, edited, units.track, (SlSpan) { unit->item.begin, unit->end });
          draw_shares (self, sl_row_units_get_columns (&units), first, last, element, &band,
                       (guint64) sl_span_duration (units.visible) / units.width);
          sl_build_rail (self, element, x, y, width);
        }
      else
        sl_build_box (self, SL_LAYER_BOXES, element, x, y, width, NEST_LEVEL,
                      sl_build_paint (self, role, -1, 1));

      name = level == 0 && self->lane->type == SL_LANE_CPU && !folded && width >= 16
                 ? sl_build_name (self, unit->item.detail)
                 : NULL;
      if (name != NULL && x + width + 4 >= free_from)
        {
          double room = sl_text_measure_width (self->measure, SL_FONT_ROW, name) + 8;
          double next =
              i + 1 < units.units->len
                  ? sl_build_x (self, g_array_index (units.units, SlRowUnit, i + 1).item.begin)
                  : right;

          if (x + width + room < next)
            sl_build_text (self, SL_LAYER_LABELS, SL_FONT_ROW, SL_ANCHOR_LEFT, x + width + 4,
                           sl_build_middle (self, SL_FONT_ROW, y + NEST_LEVEL / 2.0), name,
                           sl_build_paint (self, SL_PAINT_SOFT, -1, 1));
          free_from = x + width + room;
        }
    }
}

static void
draw_track (SlBuild *self, guint track, guint *n_waiters, guint *n_nested)
{
  const SlLaneTrack *info = &self->lane->tracks[track];
  double row_height = self->info->height;
  Band band = { track, self->top + 5, row_height - 11, self->base, FALSE };

  switch (info->role)
    {
    case SL_ROLE_NESTED:
      draw_nested (self, track, (*n_nested)++);
      break;
    case SL_ROLE_WAITERS:
      band.y = self->top + 5 + HOLDER_HEIGHT + 4 + 8 * (*n_waiters)++;
      band.height = 7;
      band.low = TRUE;
      draw_slices (self, &band);
      break;
    case SL_ROLE_STATES:
    case SL_ROLE_HOLDS:
      if (self->lane->type == SL_LANE_IRQ || self->lane->type == SL_LANE_TIMER)
        {
          draw_nested (self, track, (*n_nested)++);
          break;
        }
      if (self->lane->type == SL_LANE_LOCK)
        band.height = HOLDER_HEIGHT;
      draw_slices (self, &band);
      break;
    case SL_ROLE_CLI:
    case SL_ROLE_REAL_MODE:
      draw_slices (self, &band);
      break;
    case SL_ROLE_MARKS:
      sl_build_marks (self, track);
      break;
    case SL_ROLE_VALUE:
      if (self->lane->type == SL_LANE_SERVER)
        sl_build_values (self, track);
      break;
    case SL_ROLE_INHERITS:
    default:
      break;
    }
}

/**
 * sl_build_row:
 *
 * Draws all that the row at hand shows of its lane.
 */
void
sl_build_row (SlBuild *self)
{
  guint n_waiters = 0, n_nested = 0;
  double base = self->lane->type == SL_LANE_LOCK ? self->top + 5 + HOLDER_HEIGHT : self->base;

  sl_build_line (self, SL_LAYER_PAGE, 0, self->plot_x, base + 0.5, self->view.width, 0,
                 sl_paint (SL_PAINT_BASE), 1);
  if (self->visible.end <= self->visible.begin)
    return;

  for (guint i = 0; i < self->lane->n_tracks; i++)
    {
      SlTrackRole role = self->lane->tracks[i].role;

      if (sl_row_shows_track (self->info, role) ||
          (role == SL_ROLE_VALUE && self->info->part == SL_ROW_STATES))
        draw_track (self, i, &n_waiters, &n_nested);
    }
}
