/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One row of the compact look: each of its slices, and folds of those that are too thin. */

#include <math.h>

#include "sl-branch-look.h"
#include "sl-build-density-private.h"
#include "sl-build-fold-private.h"
#include "sl-build-jumps.h"
#include "sl-build-map-private.h"
#include "sl-build-slice-private.h"
#include "sl-row-items-private.h"
#include "sl-row-units.h"

/* Pixels. */
#define SMALL         5.0 /* slices under this fold */
#define FOLD_FROM     5   /* slices */
#define NEST_LEVEL    12
#define HOLDER_HEIGHT 18
#define WAITER_PITCH  8
#define STRIP_HEIGHT  7
#define PROCESSOR_BOX 21

/* Successive small units from @first on. */
typedef struct
{
  guint first; /* the first that is drawn */
  guint end;   /* of the units that were looked at */
  guint last;  /* the last that is drawn */
  guint64 drawn;
  gboolean dense;
} Run;

static Run
find_run (const SlRowPen *self, const SlRowUnits *units, guint first)
{
  Run run = { .first = first, .end = first, .last = first };
  double before = G_MAXDOUBLE; /* where the unit before ends */

  for (; run.end < units->units->len; run.end++)
    {
      const SlRowUnit *unit = &g_array_index (units->units, SlRowUnit, run.end);
      gboolean follows = run.end > run.first && unit->item.begin == unit[-1].end;
      double x = follows ? before : sl_build_x (self, unit->item.begin);
      double end = sl_build_x (self, unit->end);

      if ((unit->count == 1 && end - x >= SMALL) || (run.end > run.first && x - before >= SMALL))
        break;
      before = end;
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

/* Of slices. Dense columns that are so near each other would be one fold anyway: what lies between them, and begins in the
 * first or ends in the last, is too small to be drawn by itself. */
static void
build_units (SlRowPen *self, SlRowUnits *units, guint track, SlState shown)
{
  self->folded = self->lane->tracks[track].track;
  sl_build_units (self, units, self->folded, shown, sl_build_choose_group, (guint) SMALL - 2);
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
          sl_build_fold (self, units, run.first, run.last + 1, band);
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

  build_units (self, &units, band->track, sl_row_get_state (self->info));
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
  gboolean lowest = band->y + band->height >= band->base || self->is_strip;
  gboolean is_pale = self->is_strip ? item->state == SL_STATE_SOFTIRQ : lowest;
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
  sl_build_place (self->picture, element, sl_box (x, band->y, width, band->height));
  sl_build_dim_item (self, item);
  sl_build_box (self->picture, SL_LAYER_BOXES, element, sl_box (x, band->y, width, band->height),
                sl_build_paint (self, is_pale ? SL_PAINT_INTERRUPT : SL_PAINT_INTERRUPT_NESTED, -1,
                                1));
  if (lowest && (self->lane->type == SL_LANE_CPU || self->lane->type == SL_LANE_BRANCH) &&
      width >= 3)
    add_line_name (self, units, number, x + width, band->y + band->height / 2.0);
  self->strength = strength;
}

static void
draw_nested (SlRowPen *self, guint track, guint level)
{
  int height = sl_build_scaled (self->picture, NEST_LEVEL);
  SlBand band = { track, self->base - height * ((int) level + 1), height, self->base, TRUE };
  g_auto (SlRowUnits) units = { 0 };

  build_units (self, &units, track, sl_row_get_state (self->info));
  draw_units (self, &units, &band, draw_nested_unit);
}

/* The slices of one state as a strip above the boxes of their processor: the first level for softirqs, the next for interrupts.
 * What interrupts an interrupt is on top of it. */
static void
draw_strip (SlRowPen *self, guint track, guint32 state, const SlBand *boxes)
{
  guint level = state == SL_STATE_SOFTIRQ ? 1 : 2;
  int height = sl_build_scaled (self->picture, STRIP_HEIGHT);
  SlBand band = { track, boxes->y - (height + 1) * (int) level, height, boxes->base, TRUE };
  g_auto (SlRowUnits) units = { 0 };

  self->is_strip = TRUE;
  build_units (self, &units, track, state);
  draw_units (self, &units, &band, draw_nested_unit);
  self->is_strip = FALSE;
}

/* What a processor with strips does: below them what it runs. */
static void
draw_processor (SlRowPen *self, guint track)
{
  int height = sl_build_scaled (self->picture, PROCESSOR_BOX);
  SlBand band = { track, self->base - height, height, self->base, FALSE };

  if (self->lane->tracks[track].role == SL_ROLE_STATES)
    {
      draw_slices (self, &band);
      draw_strip (self, track, SL_STATE_SOFTIRQ, &band);
    }
  draw_strip (self, track, SL_STATE_INTERRUPT, &band);
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

/* In the row of a lock, below the box of who holds it. */
static double
find_holder_base (const SlRowPen *self)
{
  return self->top + 5 + sl_build_scaled (self->picture, HOLDER_HEIGHT);
}

static void
draw_track (SlRowPen *self, guint track, guint *n_waiters, guint *n_nested)
{
  SlBand band = { track, self->top + 5, self->info->height - 11, self->base, FALSE };

  if (self->info->has_strips && (self->lane->tracks[track].role == SL_ROLE_STATES ||
                                 self->lane->tracks[track].role == SL_ROLE_NESTED))
    {
      draw_processor (self, track);
      return;
    }

  switch (self->lane->tracks[track].role)
    {
    case SL_ROLE_NESTED:
      draw_nested (self, track, (*n_nested)++);
      break;
    case SL_ROLE_WAITERS:
      band.y = find_holder_base (self) +
               sl_build_scaled (self->picture, 4 + WAITER_PITCH * (int) (*n_waiters)++);
      band.height = sl_build_scaled (self->picture, WAITER_PITCH) - 1;
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
        band.height = find_holder_base (self) - band.y;
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
    case SL_ROLE_PERIOD:
    case SL_ROLE_PERIOD_NS:
    case SL_ROLE_DEADLINE_NS:
    case SL_ROLE_WCET:
    case SL_ROLE_PHASE:
    case SL_ROLE_BUDGET:
    case SL_ROLE_WAKERS:
    case SL_ROLE_TIMED:
    case SL_ROLE_FLOWS:
    case SL_ROLE_SENT:
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
  gboolean draws_budget;
  double base = self->lane->type == SL_LANE_LOCK ? find_holder_base (self) : self->base;

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

  draws_budget = sl_build_draws_budget (self);
  for (guint i = 0; i < self->lane->n_tracks; i++)
    {
      SlTrackRole role = self->lane->tracks[i].role;

      if (!sl_row_shows_track (self->info, role) && !sl_row_draws_values (self->info, role))
        continue;

      if (draws_budget)
        {
          if (role == SL_ROLE_STATES)
            sl_build_budget (self, i);
        }
      else if (sl_branch_look_is_calls (self->lane) &&
               (role == SL_ROLE_STATES || role == SL_ROLE_NESTED))
        draw_calls (self, i, n_nested++);
      else
        draw_track (self, i, &n_waiters, &n_nested);
    }
  sl_build_labels (self);
  sl_build_migrations (self);
}
