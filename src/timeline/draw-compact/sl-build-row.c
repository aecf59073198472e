/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One row of the compact look: its slices alone, and folded where they are too thin. */

#include <math.h>

#include "sl-branch-look.h"
#include "sl-build-density-private.h"
#include "sl-build-jumps.h"
#include "sl-build-map-private.h"
#include "sl-build-slice-private.h"
#include "sl-row-items-private.h"
#include "sl-row-units.h"

/* Pixels. */
#define SMALL         5.0 /* slices under this fold */
#define FOLD_FROM     5   /* slices */
#define BADGE_FROM    40
#define NEST_LEVEL    12
#define HOLDER_HEIGHT 18

/* The fold's groups of a row of boxes: eight colours at work, then what else there is. */
enum
{
  GROUP_GREY = 8, /* at work, no object */
  GROUP_DIM,      /* at work, kept out by the filter */
  GROUP_LOW,      /* ready, blocked, throttled … */
  N_GROUPS,
};

static guint8
choose_group (guint32 state, guint32 detail, gpointer user_data)
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
sum_fold (SlRowPen *self, SlElement *element, const SlTrack *track, SlSpan own)
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
      if (!sl_build_is_drawn (self, item.state, item.detail))
        continue;

      element->count += counts[i];
      if (sl_state_is_at_work (item.state))
        {
          element->runs += counts[i];
          element->busy += times[i];
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
  guint64 per_column; /* ticks */
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
      double size;

      if (share->group < 0)
        {
          value[1] = column->groups != 0 ? 255 : 0;
          continue;
        }
      if ((column->groups >> share->group & 1) == 0 ||
          (share->hits >= 0 && share->hits != has_hit (self, part->first + i)))
        continue;

      size = (double) column->time[share->group] * 255 / (double) MAX (part->per_column, 1);
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

static void
draw_fold (SlRowPen *self, SlRowUnits *units, guint first, guint end, const SlBand *band)
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
  sum_fold (self, edited, units->track, own);
  runs = edited->runs;
  sl_build_place (self->picture, element, sl_box (x, band->y, width, band->height));
  draw_shares (self,
               &(Part) { columns + left, left, right - left,
                         (guint64) sl_span_duration (units->visible) / units->width },
               element, band);
  sl_build_dots (self, element, x, band->y, width);
  if (width >= BADGE_FROM && !band->low && band->height >= 16 && self->lane->type != SL_LANE_CPU)
    sl_build_badge (self, element, MAX (x, self->picture->plot_x) + 3, band->y + band->height / 2,
                    runs);
}

static double
get_width (const SlRowPen *self, const SlRowUnit *unit)
{
  return sl_build_x (self, unit->end) - sl_build_x (self, unit->item.begin);
}

/* Successive small units from @first on. */
typedef struct
{
  guint first; /* the first that is drawn */
  guint end;   /* of the units that were looked at */
  guint last;  /* the last that is drawn */
  guint64 drawn;
  gboolean dense;
} Run;

static gboolean
is_apart (const SlRowPen *self, const SlRowUnits *units, guint number)
{
  const SlRowUnit *unit = &g_array_index (units->units, SlRowUnit, number);
  const SlRowUnit *before = unit - 1;

  return sl_build_x (self, unit->item.begin) - sl_build_x (self, before->end) >= SMALL;
}

static Run
find_run (const SlRowPen *self, const SlRowUnits *units, guint first)
{
  Run run = { .first = first, .end = first, .last = first };

  for (; run.end < units->units->len; run.end++)
    {
      const SlRowUnit *unit = &g_array_index (units->units, SlRowUnit, run.end);

      if ((unit->count == 1 && get_width (self, unit) >= SMALL) ||
          (run.end > run.first && is_apart (self, units, run.end)))
        break;
      if (unit->count == 1 && !sl_build_is_drawn (self, unit->item.state, unit->item.detail))
        {
          run.first += run.drawn == 0;
          continue;
        }

      run.drawn += unit->count;
      run.dense = run.dense || unit->count > 1;
      run.last = run.end;
    }

  return run;
}

typedef void (*DrawUnitFunc) (SlRowPen *self, SlRowUnits *units, guint number, const SlBand *band);

/* Goes over the units; successive small ones are a fold when there are enough of them. */
static void
draw_units (SlRowPen *self, SlRowUnits *units, const SlBand *band, DrawUnitFunc draw_unit)
{
  guint n_units = units->units->len;

  for (guint i = 0; i < n_units;)
    {
      Run run = find_run (self, units, i);

      if (run.drawn >= FOLD_FROM || run.dense)
        {
          draw_fold (self, units, run.first, run.last + 1, band);
          i = MAX (run.last + 1, run.end);
          continue;
        }

      for (guint end = MAX (run.end, i + 1); i < end; i++)
        {
          const SlItem *item = &g_array_index (units->units, SlRowUnit, i).item;

          if (sl_build_is_drawn (self, item->state, item->detail))
            draw_unit (self, units, i, band);
          else if (item->state == SL_STATE_ASLEEP && self->info->part == SL_ROW_STATES)
            sl_build_asleep (self, item, band);
        }
    }
}

static void
draw_slice_unit (SlRowPen *self, SlRowUnits *units, guint number, const SlBand *band)
{
  const SlItem *item = &g_array_index (units->units, SlRowUnit, number).item;

  sl_build_slice (self, item, band);
  if (self->lane->type == SL_LANE_TASK && item->state == SL_STATE_RUNNING && item->detail != 0)
    sl_build_migration (self, units, number, band);
}

static void
draw_slices (SlRowPen *self, const SlBand *band)
{
  g_auto (SlRowUnits) units = { 0 };

  self->folded = self->lane->tracks[band->track].track;
  sl_build_units (self, &units, self->lane->tracks[band->track].track,
                  sl_row_get_state (self->info), choose_group);
  draw_units (self, &units, band, draw_slice_unit);
}

/* The line's name stands right of its bar where nothing comes soon. */
static void
add_line_name (SlRowPen *self, const SlRowUnits *units, guint number, double x, double y)
{
  const SlRowUnit *unit = &g_array_index (units->units, SlRowUnit, number);
  const char *name = sl_build_name (self, unit->item.detail);
  double next = self->picture->plot_x + self->picture->view.width;

  if (name == NULL)
    return;
  if (number + 1 < units->units->len)
    next = MIN (next, sl_build_x (self, unit[1].item.begin));
  if (x + 8 + sl_text_measure_width (self->picture->measure, SL_FONT_ROW, name) > next)
    return;

  sl_build_text (self->picture, SL_LAYER_LABELS,
                 (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, x + 4,
                                sl_build_middle (self->picture, SL_FONT_ROW, y) },
                 name, sl_build_paint (self, SL_PAINT_SOFT, -1, 1));
}

/* Interrupts: flat bars at least two pixels wide. */
static void
draw_nested_unit (SlRowPen *self, SlRowUnits *units, guint number, const SlBand *band)
{
  const SlItem *item = &g_array_index (units->units, SlRowUnit, number).item;
  gboolean lowest = band->y + NEST_LEVEL >= band->base;
  double strength = self->strength;
  double left = self->picture->plot_x - 8,
         right = self->picture->plot_x + self->picture->view.width + 8;
  double x = CLAMP (round (sl_build_x (self, item->begin)), left, right);
  double end = CLAMP (round (sl_build_x (self, item->end)), left, right);
  double width = MAX (end - x, 2);
  guint32 element = sl_build_add_items (self, SL_ELEMENT_BOX, band->track, item->index, 1,
                                        (SlSpan) { item->begin, item->end });
  SlElement *edited = sl_scene_edit_element (self->picture->scene, element);

  edited->state = item->state;
  edited->detail = item->detail;
  edited->runs = 1;
  edited->busy = (guint64) (item->end - item->begin);
  sl_build_place (self->picture, element, sl_box (x, band->y, width, NEST_LEVEL));
  sl_build_dim_item (self, item);
  sl_build_box (self->picture, SL_LAYER_BOXES, element, sl_box (x, band->y, width, NEST_LEVEL),
                sl_build_paint (self, lowest ? SL_PAINT_INTERRUPT : SL_PAINT_INTERRUPT_NESTED, -1,
                                1));
  if (lowest && (self->lane->type == SL_LANE_CPU || self->lane->type == SL_LANE_BRANCH) &&
      width >= 3)
    add_line_name (self, units, number, x + width, band->y + NEST_LEVEL / 2.0);
  self->strength = strength;
}

static void
draw_nested (SlRowPen *self, guint track, guint level)
{
  SlBand band = { track, self->base - NEST_LEVEL * (level + 1), NEST_LEVEL, self->base, TRUE };
  g_auto (SlRowUnits) units = { 0 };

  self->folded = self->lane->tracks[track].track;
  sl_build_units (self, &units, self->lane->tracks[track].track, sl_row_get_state (self->info),
                  choose_group);
  draw_units (self, &units, &band, draw_nested_unit);
}

/* Calls, and the spans of a thread, share the height of their row. */
static void
draw_calls (SlRowPen *self, guint track, guint level)
{
  double height = (self->info->height - SL_CALL_MARGIN) / MAX (self->info->levels, 1),
         top = self->top + SL_CALL_MARGIN / 2;
  double y = round (top + height * level);
  SlBand band = { track, y, round (top + height * (level + 1)) - y - 1, self->base, TRUE };

  draw_slices (self, &band);
}

/* Whether all states of the row are flat bars. */
static gboolean
is_flat (const SlRowPen *self)
{
  switch (self->lane->type)
    {
    case SL_LANE_IRQ:
    case SL_LANE_TIMER:
    case SL_LANE_MARKS:
      return TRUE;
    case SL_LANE_BRANCH:
      return sl_lane_get_track (self->lane, SL_ROLE_NESTED) != NULL;
    case SL_LANE_TRACE:
    case SL_LANE_CPU:
    case SL_LANE_TASK:
    case SL_LANE_SERVER:
    case SL_LANE_LOCK:
    case SL_LANE_BUS:
    default:
      return self->info->part == SL_ROW_NESTED;
    }
}

static void
draw_instants (SlRowPen *self, guint track)
{
  gboolean has_signs = self->lane->type == SL_LANE_BUS || sl_branch_look_has_signs (self->lane);

  if ((has_signs && sl_build_special (self, track)) || sl_build_jumps (self, track))
    return;

  sl_build_marks (self, track);
}

static void
draw_track (SlRowPen *self, guint track, guint *n_waiters, guint *n_nested)
{
  SlBand band = { track, self->top + 5, self->info->height - 11, self->base, FALSE };

  switch (self->lane->tracks[track].role)
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
      if (is_flat (self))
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
      draw_instants (self, track);
      break;
    case SL_ROLE_VALUE:
    case SL_ROLE_QUEUE:
    case SL_ROLE_FREQUENCY:
      sl_build_values (self, track);
      break;
    case SL_ROLE_INHERITS:
    case SL_ROLE_CEILING:
    case SL_ROLE_JUMPS:
    case SL_ROLE_GOES_ON:
    case SL_ROLE_COUNTED:
    case SL_ROLE_REQUESTS:
    case SL_ROLE_DEADLINES:
    case SL_ROLE_NOMINAL:
    case SL_ROLE_PRIORITY:
    case SL_ROLE_WAKERS:
    case SL_ROLE_TIMED:
    case SL_ROLE_LOGGED:
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
sl_build_row (SlRowPen *self)
{
  guint n_waiters = 0, n_nested = 0;
  double base = self->lane->type == SL_LANE_LOCK ? self->top + 5 + HOLDER_HEIGHT : self->base;

  sl_build_line (self->picture, SL_LAYER_PAGE, 0,
                 sl_box (self->picture->plot_x - self->picture->options->margin, base + 0.5,
                         self->picture->view.width + 2 * self->picture->options->margin, 0),
                 sl_paint (SL_PAINT_BASE), 1);
  if (self->visible.end <= self->visible.begin)
    return;

  if (self->lane->map != NULL)
    sl_build_map (self);
  if (self->lane->density != NULL)
    sl_build_density (self);

  for (guint i = 0; i < self->lane->n_tracks; i++)
    {
      SlTrackRole role = self->lane->tracks[i].role;

      if (!sl_row_shows_track (self->info, role) && !sl_row_draws_values (self->info, role))
        continue;

      if (sl_branch_look_is_calls (self->lane) &&
          (role == SL_ROLE_STATES || role == SL_ROLE_NESTED))
        draw_calls (self, i, n_nested++);
      else
        draw_track (self, i, &n_waiters, &n_nested);
    }
}
