/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of a server whose budget the trace tells: what is left of it, and the deadlines by which the scheduler orders it. */

#include "sl-budget-curve.h"
#include "sl-build-slice-private.h"
#include "sl-kind-action.h"
#include "sl-server-deadlines.h"

/* Pixels. */
#define TOP         9 /* above a whole budget */
#define HEAD_HALF   3.5f
#define HEAD_LENGTH 6.5
#define APART       16 /* arrows */

/* Where fewer pixels are between two marks of the server, its curve cannot be seen. */
#define LEAST_WIDTH 3

/* States of the tasks that are looked at for each of those. */
#define MOST_STATES 9

static void
draw_curve (const SlBudgetCurve *curve)
{
  SlRowPen *pen = curve->pen;
  SlPoint first = g_array_index (curve->points, SlPoint, 0);
  SlPoint last = g_array_index (curve->points, SlPoint, curve->points->len - 1);

  sl_budget_curve_draw (curve, 0, sl_box (first.x, pen->base - curve->height, last.x - first.x, 0),
                        sl_build_paint (pen, SL_PAINT_TINT, pen->info->colour, 0.25),
                        sl_build_paint (pen, SL_PAINT_EDGE, pen->info->colour, 1));
}

/* The curve is not shown where what is left of the budget is unknown. */
static void
cover_unknown (SlRowPen *self)
{
  g_autoptr (GArray) spans = sl_budget_find_unknown (self, FALSE);

  for (guint i = 0; i < spans->len; i++)
    {
      SlSpan span = g_array_index (spans, SlSpan, i);
      double x = sl_build_x (self, span.begin), end = sl_build_x (self, span.end);

      sl_build_box (self->picture, SL_LAYER_BOXES, 0,
                    sl_box (x, self->top + 2, end - x, self->base - self->top - 2),
                    sl_paint (SL_PAINT_VIEW));
    }
}

/* Each state can be picked. */
static void
add_states (SlRowPen *self, guint track)
{
  const SlBand band = { track, self->top + 2, self->base - self->top - 2, self->base, FALSE };
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, self->lane->tracks[track].track, self->visible.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < self->visible.end)
    {
      SlSpan part = sl_span_intersect ((SlSpan) { item.begin, item.end }, self->visible);
      double x = sl_build_x (self, part.begin), end = sl_build_x (self, part.end);
      SlElement *edited;
      guint32 element;

      if (item.state == SL_STATE_NONE || part.end <= part.begin)
        continue;
      if (item.state == SL_STATE_UNKNOWN)
        {
          sl_build_slice (self, &item, &band);
          continue;
        }

      element = sl_build_add_items (self, SL_ELEMENT_BOX, track, item.index, 1,
                                    (SlSpan) { item.begin, item.end });
      edited = sl_scene_edit_element (self->picture->scene, element);
      edited->state = item.state;
      edited->detail = item.detail;
      edited->runs = item.state == SL_STATE_ACTIVE;
      edited->busy = edited->runs > 0 ? (guint64) (item.end - item.begin) : 0;
      sl_build_place (self->picture, element, sl_box (x, band.y, MAX (end - x, 1), band.height));
    }
}

/* Dashed where another one was set before it came; with a hollow head where it was computed. */
static void
draw_deadline (SlRowPen *self, SlTime set, SlTime deadline, gboolean is_replaced)
{
  SlPaint paint = sl_build_paint (self, SL_PAINT_ARROW, -1, 1);
  double x = sl_build_x (self, deadline), top = self->top + 2;
  const SlPoint head[] = { { (float) x, (float) self->base },
                           { (float) x + HEAD_HALF, (float) (self->base - HEAD_LENGTH) },
                           { (float) x - HEAD_HALF, (float) (self->base - HEAD_LENGTH) },
                           { (float) x, (float) self->base } };
  gboolean is_computed = sl_server_deadlines_are_computed_at (self->lane, set);
  guint32 element =
      sl_build_add_items (self, SL_ELEMENT_DEADLINE, 0, 0, 1, (SlSpan) { set, deadline });
  SlElement *edited = sl_scene_edit_element (self->picture->scene, element);
  SlShape *shape;

  edited->target.type = SL_TARGET_NONE;
  edited->state = is_replaced ? SL_KIND_ACTED_REPLENISH : 0;
  edited->detail = is_computed ? SL_SERVER_COMPUTED : 0;
  sl_build_place (self->picture, element,
                  sl_box (x - HEAD_HALF, top, 2 * HEAD_HALF, self->base - top));
  shape = sl_build_line (self->picture, SL_LAYER_MARKS, element,
                         sl_box (x, top, 0, self->base - HEAD_LENGTH - top), paint, 1);
  if (is_replaced)
    {
      shape->dash[0] = 3;
      shape->dash[1] = 2;
    }
  shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, element);
  shape->fill = is_computed ? sl_paint (SL_PAINT_VIEW) : paint;
  shape->stroke = paint;
  shape->line_width = 1;
  sl_scene_add_points (self->picture->scene, shape, head, G_N_ELEMENTS (head));
}

static void
draw_deadlines (SlRowPen *self, const SlTrack *deadlines)
{
  SlTime from = self->visible.begin;
  double drawn = -APART;
  SlItem item, next;
  SlTrackIter iter;
  gboolean more;

  /* The one in force at the left edge, and one before it, which may be replaced there. */
  for (guint i = 0; i < 2 && sl_track_find_before (deadlines, from, &item); i++)
    from = item.begin;

  sl_track_iter_init (&iter, deadlines, from);
  for (more = sl_track_iter_next (&iter, &item); more && item.begin < self->visible.end;
       item = next)
    {
      double x = sl_build_x (self, item.value);

      more = sl_track_iter_next (&iter, &next);
      if (item.value < self->visible.begin || item.value > self->visible.end || x - drawn < APART)
        continue;

      draw_deadline (self, item.begin, item.value, more && next.begin < item.value);
      drawn = x;
    }
}

static gboolean
has_more (const SlRowPen *self, const SlTrack *track, guint64 most)
{
  return sl_track_count_between (track, self->visible) > most;
}

/**
 * sl_build_draws_budget:
 *
 * Returns: whether the row is of a server whose budget over time is drawn, which stands for its states and its marks: the
 *   trace tells how much the budget is, and so little is in sight that it can be seen
 */
gboolean
sl_build_draws_budget (const SlRowPen *self)
{
  const SlTrack *marks = sl_lane_get_track (self->lane, SL_ROLE_MARKS);
  guint64 most = (guint64) self->picture->view.width / LEAST_WIDTH;
  g_autoptr (GPtrArray) served = NULL;

  if (self->lane->type != SL_LANE_SERVER || marks == NULL ||
      sl_budget_find_whole (self->lane, self->visible.begin) <= 0 || has_more (self, marks, most))
    return FALSE;

  served = g_ptr_array_new ();
  sl_budget_add_served (self->trace, self->lane, served);
  for (guint i = 0; i < served->len; i++)
    if (has_more (self, g_ptr_array_index (served, i), MOST_STATES * most))
      return FALSE;

  return TRUE;
}

/**
 * sl_build_budget:
 * @track: of the states of a server, of which sl_build_draws_budget() is true
 */
void
sl_build_budget (SlRowPen *self, guint track)
{
  const SlTrack *deadlines = sl_lane_get_track (self->lane, SL_ROLE_DEADLINES);
  g_autoptr (GPtrArray) served = g_ptr_array_new ();
  g_auto (SlBudgetCurve) curve = { 0 };

  sl_budget_add_served (self->trace, self->lane, served);
  sl_budget_curve_init (&curve, self, served,
                        sl_budget_find_whole (self->lane, self->visible.begin),
                        self->base - self->top - TOP);
  sl_budget_curve_follow (&curve, sl_lane_get_track (self->lane, SL_ROLE_MARKS));
  draw_curve (&curve);
  cover_unknown (self);
  add_states (self, track);
  if (deadlines != NULL)
    draw_deadlines (self, deadlines);
}
