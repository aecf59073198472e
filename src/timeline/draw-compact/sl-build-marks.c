/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Instants and values of a row: releases, finishes, misses and whatever else happened at one
 * moment. A miss is drawn at every zoom. */

#include "sl-build-late-private.h"

#include <math.h>

#include "sl-job-overrun.h"
#include "sl-kind-action.h"
#include "sl-row-units.h"

#define HEAD_LENGTH 6.5f
#define HEAD_HALF   3.5f

/* Releases nearer than this on the average are left out: then only misses are drawn. */
#define MIN_PERIOD 24

/* The next finish after a miss is looked for among at most so many marks. */
#define MAX_LOOKED_AT 64

/* Groups of the fold. */
enum
{
  MARK_RELEASE,
  MARK_DEADLINE,
  MARK_FINISH,
  MARK_MISS,
  MARK_OVERRUN,
  MARK_TICK,
  N_MARKS,
};

static guint8
classify (const SlPicture *self, guint32 kind)
{
  if (sl_kind_mask_has (sl_view_state_get_hidden_kinds (self->state), (guint16) kind))
    return SL_FOLD_IGNORE;

  switch ((int) sl_kind_get_action (kind))
    {
    case SL_ACTION_RELEASE:
    case SL_ACTION_ACTIVATE:
      return MARK_RELEASE;
    case SL_ACTION_FINISH:
      return MARK_FINISH;
    case SL_ACTION_MISS:
      return MARK_MISS;
    case SL_ACTION_OVERRUN:
      return MARK_OVERRUN;
    default:
      return MARK_TICK;
    }
}

static guint8
choose_group (guint32 state, guint32 detail, gpointer user_data)
{
  const SlRowPen *self = user_data;

  return classify (self->picture, state);
}

static void
add_head (SlPicture *self, guint32 element, double x, double y, double length, SlPaint paint)
{
  const SlPoint points[] = {
    { (float) x, (float) y },
    { (float) x + HEAD_HALF, (float) (y + length) },
    { (float) x - HEAD_HALF, (float) (y + length) },
  };
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, element);

  shape->fill = paint;
  sl_scene_add_points (self->scene, shape, points, G_N_ELEMENTS (points));
}

/* From the base line to above the box; the head points away from the line for a release, onto it
 * for a deadline. */
static void
add_arrow (SlRowPen *self, guint32 element, double x, gboolean release)
{
  SlPaint paint = sl_build_paint (self, SL_PAINT_ARROW, -1, 1);
  double top = self->top + 1;

  sl_build_line (self->picture, SL_LAYER_MARKS, element,
                 sl_box (x, top + (release ? 4 : 0), 0, self->base - top - 4), paint, 1);
  if (release)
    add_head (self->picture, element, x, top, HEAD_LENGTH, paint);
  else
    add_head (self->picture, element, x, self->base, -HEAD_LENGTH, paint);
  sl_build_place (self->picture, element,
                  sl_box (x - HEAD_HALF, top, 2 * HEAD_HALF, self->base - top));
}

static void
add_finish (SlRowPen *self, guint32 element, double x)
{
  SlShape *disc = sl_scene_add_shape (self->picture->scene, SL_LAYER_MARKS, SL_SHAPE_DISC, element);

  disc->x = (float) x;
  disc->y = (float) (self->base + 0.5);
  disc->radius = 3.1f;
  disc->fill = sl_build_paint (self, SL_PAINT_INK, -1, 1);
  disc->stroke = sl_paint (SL_PAINT_VIEW);
  disc->line_width = 1;
  sl_build_place (self->picture, element, sl_box (x - 3, self->base - 2.5, 6, 6));
}

static void
add_tick (SlRowPen *self, guint32 element, double x)
{
  gboolean alone = self->lane->type == SL_LANE_MARKS;
  double height = alone ? self->base - self->top - 8 : 8;

  sl_build_line (self->picture, SL_LAYER_MARKS, element,
                 sl_box (round (x) + 0.5, self->base - height, 0, height),
                 sl_build_paint (self, alone ? SL_PAINT_INK : SL_PAINT_SOFT, -1, 1), 1);
  sl_build_box (self->picture, SL_LAYER_MARKS, element,
                sl_box (round (x) - 1, self->base - height - 1, 3, 3),
                sl_build_paint (self, alone ? SL_PAINT_INK : SL_PAINT_SOFT, -1, 1));
  sl_build_place (self->picture, element, sl_box (x - 1.5, self->base - height - 1, 3, height + 1));
}

/* So many marks of one kind in @span. The first one is looked for only a little while. */
static void
add_counted (SlPicture *self,
             const SlRowUnits *units,
             SlSpan span,
             guint8 mark,
             guint64 count,
             SlBuildLate *late)
{
  SlTrackIter iter;
  SlItem item;

  if (count == 0)
    return;

  sl_track_iter_init (&iter, units->track, span.begin);
  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    {
      if (classify (self, item.state) == mark)
        break;
    }
  item.begin = item.end = CLAMP (item.begin, span.begin, MAX (span.end - 1, span.begin));
  item.state = mark == MARK_OVERRUN ? SL_KIND_TASK_WCET_VIOLATION : SL_KIND_TASK_DEADLINE_MISS;
  sl_build_late_add (late, &item, mark == MARK_OVERRUN, count);
}

/* Whether @item is a mark of an overrun that another job of the task is to blame for. */
static gboolean
is_innocent (const SlRowPen *self, const SlItem *item)
{
  const SlJobTable *jobs = sl_kind_get_action (item->state) == SL_ACTION_OVERRUN
                               ? sl_rows_get_jobs (self->picture->rows, self->info->lane.trace)
                               : NULL;

  return jobs != NULL && !sl_job_overrun_is_marked (jobs, self->info->object, item->begin);
}

/* Of the @count marks of overruns in @span those that are not: among the first marks. */
static guint64
count_innocent (const SlRowPen *self, const SlRowUnits *units, SlSpan span, guint64 count)
{
  guint64 innocent = 0, seen = 0;
  SlTrackIter iter;
  SlItem item;

  if (count == 0)
    return 0;

  sl_track_iter_init (&iter, units->track, span.begin);
  for (guint i = 0; i < MAX_LOOKED_AT && seen < count && sl_track_iter_next (&iter, &item) &&
                    item.begin < span.end;
       i++)
    {
      seen += classify (self->picture, item.state) == MARK_OVERRUN;
      innocent += classify (self->picture, item.state) == MARK_OVERRUN && is_innocent (self, &item);
    }
  return innocent;
}

/* Where marks stand so close that not each is looked at: the fold tells in which columns there
 * are misses, and a sum how many. Some of them may lie in a neighbour of their column, since the
 * fold spreads what a border cuts: up to @counted all are added. */
static void
add_column (SlRowPen *self, SlRowUnits *units, guint column, SlTime *counted, SlBuildLate *late)
{
  const SlView *view = units->view;
  SlTime before = sl_view_column_span (view, MAX ((int) column - 1, 0)).begin;
  SlTime after = sl_view_column_span (view, (int) MIN (column + 1, units->width - 1)).end;
  SlSpan span = { MAX (before, *counted), after };
  guint n_codes = sl_track_get_n_codes (units->track);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);
  guint64 misses = 0, overruns = 0;

  *counted = after;
  sl_track_sum (units->track, span, NULL, counts);
  for (guint i = 0; i < n_codes; i++)
    {
      misses += units->group_of[i] == MARK_MISS ? counts[i] : 0;
      overruns += units->group_of[i] == MARK_OVERRUN ? counts[i] : 0;
    }

  add_counted (self->picture, units, span, MARK_MISS, misses, late);
  add_counted (self->picture, units, span, MARK_OVERRUN,
               overruns - count_innocent (self, units, span, overruns), late);
}

static void
add_late (SlRowPen *self, SlRowUnits *units, SlBuildLate *late)
{
  const guint32 wanted = 1u << MARK_MISS | 1u << MARK_OVERRUN;
  SlTime counted = units->visible.begin;

  for (guint i = 0; units->columns != NULL && i < units->width; i++)
    {
      if ((units->columns[i].groups & wanted) != 0)
        add_column (self, units, i, &counted, late);
    }
  for (guint i = 0; units->columns == NULL && i < units->units->len; i++)
    {
      const SlItem *item = &g_array_index (units->units, SlRowUnit, i).item;
      guint8 mark = classify (self->picture, item->state);

      if (mark == MARK_MISS || (mark == MARK_OVERRUN && !is_innocent (self, item)))
        sl_build_late_add (late, item, mark == MARK_OVERRUN, 1);
    }
}

/* One strip for all columns in which something happened. */
static void
draw_dense_ticks (SlRowPen *self, SlRowUnits *units, guint track)
{
  const SlFoldColumn *columns = sl_row_units_get_columns (units);
  double height = self->lane->type == SL_LANE_MARKS ? self->base - self->top - 8 : 8;
  SlItem first;
  SlTrackIter iter;
  guint32 element;
  guint64 count = sl_track_count_between (units->track, units->visible);
  SlShape *shape;
  guint8 *values;

  sl_track_iter_init (&iter, units->track, units->visible.begin);
  if (count == 0 || !sl_track_iter_next (&iter, &first))
    return;

  element = sl_build_add_items (self, SL_ELEMENT_FOLD, track, first.index, count, units->visible);
  sl_scene_edit_element (self->picture->scene, element)->state = first.state;
  sl_build_place (self->picture, element,
                  sl_box (self->picture->plot_x, self->base - height, self->picture->view.width,
                          height));
  shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, element);
  shape->x = (float) self->picture->plot_x;
  shape->y = (float) (self->base - height);
  shape->width = (float) self->picture->view.width;
  shape->height = (float) height;
  shape->fill = sl_build_paint (self, SL_PAINT_SOFT, -1, 0.7);
  values = sl_scene_add_values (self->picture->scene, shape, units->width);
  for (guint i = 0; i < units->width; i++)
    values[i * 2 + 1] = (columns[i].groups >> MARK_TICK & 1) != 0 ? 255 : 0;
}

static void
draw_mark (SlRowPen *self, guint track, const SlItem *item, guint8 mark)
{
  static const SlElementType types[] = {
    [MARK_RELEASE] = SL_ELEMENT_RELEASE,
    [MARK_DEADLINE] = SL_ELEMENT_DEADLINE,
    [MARK_FINISH] = SL_ELEMENT_FINISH,
    [MARK_TICK] = SL_ELEMENT_TICK,
  };
  double x = sl_build_x (self, item->begin);
  double strength = self->strength;
  guint32 element = sl_build_add_items (self, types[mark], track, item->index, 1,
                                        (SlSpan) { item->begin, item->begin });

  sl_scene_edit_element (self->picture->scene, element)->state = item->state;
  sl_scene_edit_element (self->picture->scene, element)->detail = item->detail;
  sl_build_dim_item (self, item);
  if (mark == MARK_FINISH)
    add_finish (self, element, x);
  else if (mark == MARK_TICK)
    add_tick (self, element, x);
  else
    add_arrow (self, element, round (x) + 0.5, mark == MARK_RELEASE);
  self->strength = strength;
}

/* Where marks are as dense as can be and none of them is a miss or a mark without meaning of its
 * own, nothing is drawn: then the fold is spared. */
static gboolean
can_show_any (SlRowPen *self, const SlTrack *marks)
{
  guint n_codes = sl_track_get_n_codes (marks);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);

  if (sl_track_count_between (marks, self->visible) <= (guint64) self->picture->view.width * 2)
    return TRUE;

  sl_track_sum (marks, self->visible, NULL, counts);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;
      guint8 mark;

      sl_track_get_code (marks, i, &state, &detail);
      mark = classify (self->picture, state);
      if (counts[i] > 0 && mark != SL_FOLD_IGNORE && mark > MARK_FINISH)
        return TRUE;
    }

  return FALSE;
}

static void
draw_marks (SlRowPen *self, guint track, SlBuildLate *late)
{
  const SlTrack *marks = self->lane->tracks[track].track;
  guint counts[N_MARKS] = { 0 };
  g_auto (SlRowUnits) units = { 0 };

  sl_build_units (self, &units, marks, SL_STATE_NONE, choose_group, 0);
  if (units.columns == NULL)
    {
      for (guint i = 0; i < units.units->len; i++)
        {
          guint8 mark =
              classify (self->picture, g_array_index (units.units, SlRowUnit, i).item.state);

          if (mark < N_MARKS)
            counts[mark]++;
        }
    }

  if (units.columns != NULL || counts[MARK_TICK] * 4 > units.width)
    draw_dense_ticks (self, &units, track);
  for (guint i = 0; units.columns == NULL && i < units.units->len; i++)
    {
      const SlItem *item = &g_array_index (units.units, SlRowUnit, i).item;
      guint8 mark = classify (self->picture, item->state);
      guint gap = mark == MARK_TICK ? 4 : MIN_PERIOD;

      if (mark != SL_FOLD_IGNORE && mark != MARK_MISS && mark != MARK_OVERRUN &&
          counts[mark] * gap <= units.width)
        draw_mark (self, track, item, mark);
    }
  add_late (self, &units, late);
}

/**
 * sl_build_marks:
 * @track: of instants
 *
 * Releases and finishes are drawn while a period takes at least 24 pixels, misses always: those
 * that the trace tells, and those that follow from deadlines that it does not.
 */
void
sl_build_marks (SlRowPen *self, guint track)
{
  SlBuildLate late;

  sl_build_late_init (&late, self, track,
                      classify (self->picture, SL_KIND_TASK_DEADLINE_MISS) != SL_FOLD_IGNORE);
  if (can_show_any (self, self->lane->tracks[track].track))
    draw_marks (self, track, &late);
  sl_build_late_finish (&late);
}
