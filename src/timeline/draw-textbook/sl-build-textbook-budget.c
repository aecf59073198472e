/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The budget of a server over time, as far as the task model or the trace tells it: what the task
 * that it serves ran between a replenishment and the exhaustion after it is the whole budget. */

#include "sl-build-textbook-private.h"

#include <math.h>

#include "sl-kind-action.h"

#define HEIGHT     38
#define LINE_WIDTH 1.6

/* Marks that are looked at for the first exhaustion. */
#define MAX_LOOKED_AT 4096

/* Where the budget stands while it is followed. */
typedef struct
{
  SlTextbook *textbook;
  GPtrArray *served; /* of SlTrack: states of the tasks that are served */
  gboolean polls;    /* what it reclaims is lost */
  gint64 whole;      /* ticks */
  gint64 left;
  SlTime at;
  GArray *runs;   /* of SlSpan: of its tasks in the picture, in order */
  guint next;     /* of them */
  GArray *points; /* of SlPoint */
  SlTime last;    /* that was added to them */
} Budget;

static gint64
get_run_time (const SlTrack *states, SlSpan span)
{
  guint n_codes = sl_track_get_n_codes (states);
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  gint64 sum = 0;

  sl_track_sum (states, span, times, NULL);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (states, i, &state, &detail);
      sum += state == SL_STATE_RUNNING ? (gint64) times[i] : 0;
    }

  return sum;
}

/* How much was used up at least: more where it was filled up in between. */
static gint64
guess_whole (Budget *self, const SlTrack *marks)
{
  SlTrace *trace = self->textbook->pen->trace;
  SlTime full = sl_track_get_span (marks).begin;
  guint left = sl_textbook_get_most_marks (trace);
  gint64 least = G_MAXINT64;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, marks, full);
  for (guint i = 0; left > 0 && i < MAX_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    {
      const SlTrack *states;

      if (sl_kind_get_action (item.state) == SL_ACTION_REPLENISH)
        full = item.begin;
      if (sl_kind_get_action (item.state) != SL_ACTION_EXHAUST)
        continue;

      left--;
      states = sl_textbook_find_stopped (trace, item.begin);
      if (states != NULL)
        least = MIN (least, get_run_time (states, (SlSpan) { full, item.begin }));
      full = item.begin;
    }

  return least < G_MAXINT64 ? least : 0;
}

/* Who uses it, and how much it is. */
static gboolean
find_whole (Budget *self, const SlTrack *marks)
{
  const SlTaskRule *rule =
      sl_row_get_rule (self->textbook->picture->rows, self->textbook->pen->info);

  self->served = sl_textbook_get_served (self->textbook, self->textbook->pen->info->lane);
  self->polls = g_strcmp0 (rule->policy, "ps") == 0;
  self->whole = rule->wcet > 0 ? rule->wcet : guess_whole (self, marks);
  return self->served->len > 0 && self->whole > 0;
}

/* The last point before the picture stands at its edge; what happens at the edge itself is seen. */
static void
add_point (Budget *self, SlTime time, gint64 left)
{
  SlRowPen *pen = self->textbook->pen;
  double share = CLAMP ((double) left / (double) self->whole, 0, 1);
  SlTime begin = pen->visible.begin;
  SlPoint point = { (float) sl_build_x (pen, MAX (time, begin)),
                    (float) (pen->base - HEIGHT * share) };

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
find_runs (Budget *self)
{
  SlSpan visible = self->textbook->pen->visible;

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
skip_to (Budget *self, SlTime time)
{
  gint64 used = 0;

  for (guint i = 0; i < self->served->len; i++)
    used += get_run_time (g_ptr_array_index (self->served, i), (SlSpan) { self->at, time });

  self->left = MAX (self->left - used, 0);
  self->at = time;
  add_point (self, time, self->left);
}

/* Lets the tasks run until @time. */
static void
follow (Budget *self, SlTime time)
{
  SlTime begin = self->textbook->pen->visible.begin;

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
get_amount (const Budget *self, const SlItem *mark)
{
  SlTraceSet *set = self->textbook->picture->set;
  guint trace = self->textbook->pen->info->lane.trace;
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (sl_trace_set_get_annotations (set, trace),
                                                        sl_trace_set_get_trace (set, trace));
  gint64 ps;
  SlTime end;

  if (!sl_clock_to_ps (clock, mark->begin, &ps) ||
      !sl_clock_from_ps (clock, ps + (gint64) mark->detail * 1000000, &end))
    return 0;

  return end - mark->begin;
}

/* Returns: whether @mark changes the budget */
static gboolean
takes_mark (const Budget *self, const SlItem *mark)
{
  SlAction action = sl_kind_get_action (mark->state);

  return action == SL_ACTION_REPLENISH || action == SL_ACTION_EXHAUST ||
         (self->polls && action == SL_ACTION_SERVER_IDLE);
}

static gint64
get_left_after (const Budget *self, const SlItem *mark)
{
  if (sl_kind_get_action (mark->state) != SL_ACTION_REPLENISH)
    return 0;
  if (mark->detail == 0)
    return self->whole;

  return MIN (self->left + get_amount (self, mark), self->whole);
}

/* Begins where the budget is known: where it was whole or used up for the last time before the
 * picture; before all of that it is whole.
 *
 * Returns: the time from which on marks have to be looked at */
static SlTime
find_begin (Budget *self, const SlTrack *marks)
{
  SlTime at = self->textbook->pen->visible.begin;
  SlItem item;

  self->left = self->whole;
  self->at = at;
  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_find_before (marks, at, &item); i++)
    {
      at = item.begin;
      self->at = at;
      if (!takes_mark (self, &item) ||
          (sl_kind_get_action (item.state) == SL_ACTION_REPLENISH && item.detail > 0))
        continue;

      self->left = get_left_after (self, &item);
      return at + 1;
    }

  return at;
}

static void
follow_marks (Budget *self, const SlTrack *marks)
{
  SlTime end = self->textbook->pen->visible.end;
  SlTime from = find_begin (self, marks);
  SlTrackIter iter;
  SlItem item;

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

static void
draw (Budget *self, guint32 element)
{
  SlPicture *picture = self->textbook->picture;
  SlRowPen *pen = self->textbook->pen;
  double base = pen->base, end = picture->plot_x + picture->view.width;
  int colour = pen->info->colour;
  SlPoint first = g_array_index (self->points, SlPoint, 0);
  SlPoint corners[] = { { (float) end, (float) base }, { first.x, (float) base } };
  guint n_points = self->points->len;
  SlShape *shape;

  shape = sl_build_line (picture, SL_LAYER_BOXES, element,
                         sl_box (picture->plot_x, base - HEIGHT, picture->view.width, 0),
                         sl_build_paint (pen, SL_PAINT_SOFT, -1, 1), 1);
  shape->dash[0] = 1;
  shape->dash[1] = 3;

  g_array_append_vals (self->points, corners, G_N_ELEMENTS (corners));
  shape = sl_scene_add_shape (picture->scene, SL_LAYER_BOXES, SL_SHAPE_PATH, element);
  shape->fill = sl_build_paint (pen, SL_PAINT_TEXTBOOK, colour, 0.6);
  sl_scene_add_points (picture->scene, shape, (SlPoint *) self->points->data, self->points->len);
  shape = sl_scene_add_shape (picture->scene, SL_LAYER_BOXES, SL_SHAPE_PATH, element);
  shape->stroke = sl_build_paint (pen, SL_PAINT_INK, -1, 1);
  shape->line_width = LINE_WIDTH;
  sl_scene_add_points (picture->scene, shape, (SlPoint *) self->points->data, n_points);
}

static void
add_scale (Budget *self)
{
  SlTextbook *textbook = self->textbook;
  SlPicture *picture = textbook->picture;
  SlRowPen *pen = textbook->pen;
  SlPaint ink = sl_paint (SL_PAINT_INK);
  g_autofree char *duration = sl_textbook_dup_length (textbook, pen->info, self->whole);

  sl_build_line (picture, SL_LAYER_FRAME, 0,
                 sl_box (picture->plot_x, pen->base - HEIGHT - 8, 0, HEIGHT + 8), ink, 1);
  sl_textbook_add_head (textbook, SL_LAYER_FRAME, 0, picture->plot_x, pen->base - HEIGHT - 14, 0,
                        8.5, 3.6, ink);
  for (int i = 0; i < 2; i++)
    {
      double y = pen->base - HEIGHT * i;

      sl_build_line (picture, SL_LAYER_FRAME, 0, sl_box (picture->plot_x - 4, y, 4, 0), ink, 1);
      sl_textbook_add_text (textbook,
                            &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_SMALL,
                                                i == 0 ? "0" : duration, ink },
                            (SlTextbookPlace) { SL_ANCHOR_RIGHT, picture->plot_x - 6, y + 4 });
    }
}

static void
add_sawtooth (Budget *self, const SlTrack *marks)
{
  SlPicture *picture = self->textbook->picture;
  SlRowPen *pen = self->textbook->pen;
  SlElement element = { .type = SL_ELEMENT_VALUE, .row = pen->row, .span = picture->view.visible };
  guint32 number = sl_scene_add_element (picture->scene, &element);

  sl_build_place (picture, number,
                  sl_box (picture->plot_x, pen->base - HEIGHT, picture->view.width, HEIGHT));
  find_runs (self);
  follow_marks (self, marks);
  draw (self, number);
  add_scale (self);
}

/**
 * sl_textbook_add_budget:
 *
 * The server's row at hand: the sawtooth of its budget, where that is known, and its deadlines.
 */
void
sl_textbook_add_budget (SlTextbook *self)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  const SlTrack *marks = sl_lane_get_track (pen->lane, SL_ROLE_MARKS);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SlPoint));
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlSpan));
  g_autofree char *name = sl_textbook_dup_server (self, pen->info);
  Budget budget = { .textbook = self, .points = points, .runs = runs, .last = SL_TIME_MIN };

  sl_build_line (picture, SL_LAYER_PAGE, 0,
                 sl_box (picture->plot_x - 6, pen->base, picture->view.width + 20, 0),
                 sl_build_paint (pen, SL_PAINT_INK, -1, 1), 1);
  if (marks == NULL)
    return;
  if (find_whole (&budget, marks))
    add_sawtooth (&budget, marks);
  sl_textbook_add_server_deadlines (self, name, marks);
}
