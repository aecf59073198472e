/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The budget of a server over time: it is less by what its tasks execute, whole where it is replenished, and nothing where it
 * is said to be used up. */

#include "sl-budget-curve.h"

#include "sl-kind-action.h"
#include "sl-task-load.h"

/* Pixels. */
#define LINE_WIDTH 1.6

/* Marks that are looked at before the picture. */
#define MAX_LOOKED_AT 4096

/* The last point before the picture stands at its edge; what happens at the edge itself is seen. */
static void
add_point (SlBudgetCurve *self, SlTime time, gint64 left)
{
  SlRowPen *pen = self->pen;
  double share = CLAMP ((double) left / (double) self->whole, 0, 1);
  SlTime begin = pen->visible.begin;
  SlPoint point = { (float) sl_build_x (pen, MAX (time, begin)),
                    (float) (pen->base - self->height * share) };

  if (self->last < begin)
    g_array_set_size (self->points, 0);
  g_array_append_val (self->points, point);
  self->last = time;
}

static int
compare_spans (gconstpointer one, gconstpointer other)
{
  const SlSpan *a = one;
  const SlSpan *b = other;

  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* When its tasks run in the picture. */
static void
find_runs (SlBudgetCurve *self)
{
  SlSpan visible = self->pen->visible;

  for (guint i = 0; i < self->served->len; i++)
    {
      SlTrackIter iter;
      SlItem item;

      sl_track_iter_init (&iter, g_ptr_array_index (self->served, i), visible.begin);
      while (sl_track_iter_next (&iter, &item) && item.begin < visible.end)
        {
          SlSpan part = sl_span_intersect (visible, (SlSpan) { item.begin, item.end });

          if (item.state == SL_STATE_RUNNING && part.end > part.begin)
            g_array_append_val (self->runs, part);
        }
    }
  g_array_sort (self->runs, compare_spans);
}

/* Before the picture nobody sees when they run. */
static void
skip_to (SlBudgetCurve *self, SlTime time)
{
  gint64 used = 0;

  for (guint i = 0; i < self->served->len; i++)
    used += (gint64) sl_task_load_sum_running (g_ptr_array_index (self->served, i),
                                               (SlSpan) { self->at, time });

  self->left = MAX (self->left - used, 0);
  self->at = time;
  add_point (self, time, self->left);
}

/* Lets the tasks run until @time. */
static void
follow (SlBudgetCurve *self, SlTime time)
{
  SlTime begin = self->pen->visible.begin;

  if (self->at < begin)
    skip_to (self, MIN (time, begin));
  while (self->next < self->runs->len)
    {
      SlSpan run = g_array_index (self->runs, SlSpan, self->next);
      SlSpan part = sl_span_intersect ((SlSpan) { self->at, time }, run);

      if (run.begin >= time)
        break;
      if (part.end > part.begin)
        {
          add_point (self, part.begin, self->left);
          self->left = MAX (self->left - (part.end - part.begin), 0);
          add_point (self, part.end, self->left);
        }
      if (run.end > time)
        break;
      self->next++;
    }
  add_point (self, time, self->left);
  self->at = MAX (self->at, time);
}

/* In ticks, from the microseconds of a mark, which a sporadic server gets back. */
static gint64
get_amount (const SlBudgetCurve *self, const SlItem *mark)
{
  SlTraceSet *set = self->pen->picture->set;
  guint trace = self->pen->info->lane.trace;
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (sl_trace_set_get_annotations (set, trace),
                                                        sl_trace_set_get_trace (set, trace));
  gint64 ps;
  SlTime end;

  if (!sl_clock_to_ps (clock, mark->begin, &ps) ||
      !sl_clock_from_ps (clock, ps + (gint64) sl_server_get_amount (mark->detail) * 1000000, &end))
    return 0;

  return end - mark->begin;
}

/* Returns: whether @mark changes the budget */
static gboolean
takes_mark (const SlBudgetCurve *self, const SlItem *mark)
{
  SlAction action = sl_kind_get_action (mark->state);

  return action == SL_ACTION_REPLENISH || action == SL_ACTION_EXHAUST ||
         (self->polls && action == SL_ACTION_SERVER_IDLE);
}

/* Whether @mark adds to what is left, instead of making the budget whole. */
static gboolean
adds (const SlItem *mark)
{
  return sl_kind_get_action (mark->state) == SL_ACTION_REPLENISH &&
         sl_server_get_amount (mark->detail) > 0;
}

static gint64
get_left_after (const SlBudgetCurve *self, const SlItem *mark)
{
  if (sl_kind_get_action (mark->state) != SL_ACTION_REPLENISH)
    return 0;
  if (!adds (mark))
    return self->whole;

  return MIN (self->left + get_amount (self, mark), self->whole);
}

/* Begins where the budget is known: where it was whole or used up for the last time before the
 * picture; before all of that it is whole.
 *
 * Returns: the time from which on marks have to be looked at */
static SlTime
find_begin (SlBudgetCurve *self, const SlTrack *marks)
{
  SlTime at = self->pen->visible.begin;
  SlItem item;

  self->left = self->whole;
  self->at = at;
  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_find_before (marks, at, &item); i++)
    {
      at = item.begin;
      self->at = at;
      if (!takes_mark (self, &item) || adds (&item))
        continue;

      self->left = get_left_after (self, &item);
      return at + 1;
    }

  return at;
}

/**
 * sl_budget_curve_follow:
 * @marks: of the server
 *
 * Follows the budget through what is visible: @points has its corners then.
 */
void
sl_budget_curve_follow (SlBudgetCurve *self, const SlTrack *marks)
{
  SlTime end = self->pen->visible.end;
  SlTime from = find_begin (self, marks);
  SlTrackIter iter;
  SlItem item;

  find_runs (self);
  add_point (self, self->at, self->left);
  sl_track_iter_init (&iter, marks, from);
  while (sl_track_iter_next (&iter, &item) && item.begin < end)
    {
      if (!takes_mark (self, &item))
        continue;

      follow (self, item.begin);
      self->left = get_left_after (self, &item);
      add_point (self, item.begin, self->left);
    }
  follow (self, end);
}

/**
 * sl_budget_curve_draw:
 * @whole: the line of a whole budget, of no height; below its right end the area under the curve ends
 * @fill: of that area
 *
 * To be called once, behind sl_budget_curve_follow().
 */
void
sl_budget_curve_draw (const SlBudgetCurve *self,
                      guint32 element,
                      SlBox whole,
                      SlPaint fill,
                      SlPaint line)
{
  SlPicture *picture = self->pen->picture;
  float base = (float) self->pen->base;
  const SlPoint corners[] = { { (float) (whole.x + whole.width), base },
                              { g_array_index (self->points, SlPoint, 0).x, base } };
  guint n_points = self->points->len;
  SlShape *shape = sl_build_line (picture, SL_LAYER_BOXES, element, whole,
                                  sl_build_paint (self->pen, SL_PAINT_SOFT, -1, 1), 1);

  shape->dash[0] = 1;
  shape->dash[1] = 3;
  g_array_append_vals (self->points, corners, G_N_ELEMENTS (corners));
  shape = sl_scene_add_shape (picture->scene, SL_LAYER_BOXES, SL_SHAPE_PATH, element);
  shape->fill = fill;
  sl_scene_add_points (picture->scene, shape, (SlPoint *) self->points->data, self->points->len);
  shape = sl_scene_add_shape (picture->scene, SL_LAYER_BOXES, SL_SHAPE_PATH, element);
  shape->stroke = line;
  shape->line_width = LINE_WIDTH;
  sl_scene_add_points (picture->scene, shape, (SlPoint *) self->points->data, n_points);
}

/**
 * sl_budget_curve_init:
 * @served: (transfer none) (element-type SlTrack): states of the tasks that the server serves; outlive @self
 * @whole: ticks, above 0
 * @height: pixels of a whole budget, above the base line of the row at hand
 */
void
sl_budget_curve_init (SlBudgetCurve *self,
                      SlRowPen *pen,
                      GPtrArray *served,
                      gint64 whole,
                      double height)
{
  *self = (SlBudgetCurve) { .pen = pen,
                            .served = served,
                            .whole = whole,
                            .height = height,
                            .last = SL_TIME_MIN,
                            .points = g_array_new (FALSE, FALSE, sizeof (SlPoint)),
                            .runs = g_array_new (FALSE, FALSE, sizeof (SlSpan)) };
}

void
sl_budget_curve_clear (SlBudgetCurve *self)
{
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->runs, g_array_unref);
}

/**
 * sl_budget_find_whole:
 * @time: of what is visible
 *
 * Returns: how much a whole budget of the server is at @time, as recorded; before the first record, what that one says; 0 if
 *   there is none
 */
gint64
sl_budget_find_whole (const SlLane *server, SlTime time)
{
  const SlTrack *budgets = sl_lane_get_track (server, SL_ROLE_BUDGET);
  SlTrackIter iter;
  SlItem item;

  if (budgets == NULL)
    return 0;
  if (sl_track_find_before (budgets, time, &item))
    return MAX (item.value, 0);

  sl_track_iter_init (&iter, budgets, SL_TIME_MIN);
  return sl_track_iter_next (&iter, &item) ? MAX (item.value, 0) : 0;
}

/**
 * sl_budget_add_served:
 * @served: (element-type SlTrack): gets the states of the tasks that @server serves, as far as its own states tell them
 */
void
sl_budget_add_served (SlTrace *trace, const SlLane *server, GPtrArray *served)
{
  const SlTrack *own = sl_lane_get_track (server, SL_ROLE_STATES);
  guint n_codes = own != NULL ? sl_track_get_n_codes (own) : 0;

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, task;
      const SlLane *lane;
      const SlTrack *states;

      sl_track_get_code (own, i, &state, &task);
      lane = task != 0 ? sl_trace_get_lane_of_object (trace, task) : NULL;
      states = lane != NULL && lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_STATES)
                                                          : NULL;
      if (states != NULL && !g_ptr_array_find (served, states, NULL))
        g_ptr_array_add (served, (gpointer) states);
    }
}

static void
add_unknown (GArray *spans, SlSpan visible, SlTime begin, SlTime end)
{
  SlSpan span = sl_span_intersect (visible, (SlSpan) { begin, end });

  if (span.end > span.begin)
    g_array_append_val (spans, span);
}

/**
 * sl_budget_find_unknown:
 * @pen: of the row of a server whose budget the trace tells
 * @exists: only where there is such a server
 *
 * Returns: (transfer full) (element-type SlSpan): where in the picture nobody knows what is left of the budget, in order
 */
GArray *
sl_budget_find_unknown (const SlRowPen *pen, gboolean exists)
{
  const SlTrack *states = sl_lane_get_track (pen->lane, SL_ROLE_STATES);
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SlSpan));
  SlTime known = pen->visible.begin;
  SlTrackIter iter;
  SlItem item;

  if (states == NULL)
    return spans;

  sl_track_iter_init (&iter, states, pen->visible.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < pen->visible.end)
    {
      if (!exists)
        add_unknown (spans, pen->visible, known, item.begin);
      if (item.state == SL_STATE_UNKNOWN)
        add_unknown (spans, pen->visible, item.begin, item.end);
      known = MAX (known, item.end);
    }
  if (!exists)
    add_unknown (spans, pen->visible, known, pen->visible.end);
  return spans;
}
