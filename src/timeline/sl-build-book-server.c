/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The deadlines of the server that a task runs in. When its budget is used up, a constant bandwidth
 * server waits for its deadline or does not, is filled up again, and has a new deadline one period
 * after the one before. Where it is filled up with some of its budget left, which had come too late to be
 * used, it has a new deadline one period after that. */

#include "sl-build-book-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Marks that are looked at before the picture, and for the period. */
#define MAX_LOOKED_AT 4096

#define SAGITTA     13
#define CURVE_STEPS 24
#define CURVE_LINE  1.5
#define OUTWARDS    28 /* beyond the right edge */
#define LABEL_ROOM  12 /* above the base line of its text */

typedef struct
{
  SlBook *book;
  const SlTrack *marks;
  gint64 period;
  gboolean is_given; /* the period */
  SlTime deadline;   /* in force; SL_JOB_NEVER for none */
  gboolean is_labelled;
} Server;

/* The least time from a server's activation, or from being filled up, to being filled up: nothing
 * else is known of the period where nobody tells it. */
static gint64
guess_period (const SlTrack *marks)
{
  gint64 least = G_MAXINT64;
  SlTime from = SL_TIME_MAX;
  gboolean exhausted = FALSE;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, marks, sl_track_get_span (marks).begin);
  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    {
      if (item.state == SL_KIND_SERVER_EXHAUST)
        {
          exhausted = TRUE;
          continue;
        }
      if (item.state == SL_KIND_SERVER_REPLENISH && exhausted && from < item.begin)
        least = MIN (least, item.begin - from);
      if (item.state == SL_KIND_SERVER_REPLENISH ||
          (item.state == SL_KIND_SERVER_ACTIVE && !exhausted))
        {
          from = item.begin;
          exhausted = FALSE;
        }
    }

  return least < G_MAXINT64 ? least : 0;
}

/* Servers under fixed priorities have no deadlines. Where nobody tells the policy, one is guessed that
 * has. */
static gboolean
has_deadlines (const SlTaskRule *rule)
{
  static const char *const policies[] = { "ps", "ds", "ss", NULL };

  return rule->policy == NULL || !g_strv_contains (policies, rule->policy);
}

/* The server that the task of the row at hand runs in. */
static gboolean
find_server (SlBook *book, Server *self)
{
  SlBuild *build = book->build;
  const SlTrack *states = sl_lane_get_track (build->lane, SL_ROLE_STATES);
  SlJobTable *table = sl_rows_get_jobs (build->rows, build->info->lane.trace);

  for (guint i = 0; states != NULL && i < sl_trace_get_n_lanes (build->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (build->trace, i);
      const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
      const SlTaskRule *rule =
          sl_task_rules_get (table != NULL ? sl_job_table_get_rules (table) : NULL, lane->object);
      g_autoptr (GPtrArray) served = NULL;

      if (lane->type != SL_LANE_SERVER || marks == NULL || !has_deadlines (rule))
        continue;
      served = sl_book_find_served (build, rule, marks);
      if (!g_ptr_array_find (served, states, NULL))
        continue;

      *self = (Server) { .book = book, .marks = marks, .deadline = SL_JOB_NEVER };
      self->is_given = rule->period > 0;
      self->period = rule->period > 0 ? rule->period : guess_period (marks);
      return self->period > 0;
    }

  return FALSE;
}

static gboolean
is_visible (const Server *self, SlTime time)
{
  const SlSpan *visible = &self->book->build->visible;

  return time != SL_JOB_NEVER && time >= visible->begin && time <= visible->end;
}

static guint32
add_element (Server *self, SlTime time, double x)
{
  SlBuild *build = self->book->build;
  guint32 number =
      sl_build_add_items (build, SL_ELEMENT_DEADLINE, 0, 0, 1, (SlSpan) { time, time });
  SlElement *element = sl_scene_edit_element (build->scene, number);

  element->thing.type = SL_THING_NONE;
  sl_build_place (build, number, x - 4, build->base - SL_BOOK_ARROW, 8, SL_BOOK_ARROW);
  return number;
}

/* From the top of one deadline to that of the next one, or out of the picture. */
static void
add_curve (Server *self, guint32 element, double x, double end)
{
  SlBuild *build = self->book->build;
  double y = build->base - SL_BOOK_ARROW - 4;
  double edge = build->plot_x + build->view.width;
  double last = end > edge ? edge + OUTWARDS : end;
  SlPaint ink = sl_build_paint (build, SL_PAINT_INK, -1, 1);
  SlPoint points[CURVE_STEPS + 1];
  SlShape *shape;
  double dx, dy, length;
  /* Above the curve, or where the picture ends there, below it. */
  double label = y - SAGITTA - 5 >= LABEL_ROOM ? y - SAGITTA - 5 : y - SAGITTA + LABEL_ROOM;

  x += 2;
  for (guint i = 0; i <= CURVE_STEPS; i++)
    {
      double share = (double) i / CURVE_STEPS;
      double at = x + share * (last - x), way = (at - x) / (end - x);

      points[i] = (SlPoint) { (float) at, (float) (y - 4 * SAGITTA * way * (1 - way)) };
    }
  dx = points[CURVE_STEPS - 1].x - points[CURVE_STEPS].x;
  dy = points[CURVE_STEPS - 1].y - points[CURVE_STEPS].y;
  length = MAX (hypot (dx, dy), 0.01);

  shape = sl_scene_add_shape (build->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, element);
  shape->stroke = ink;
  shape->line_width = (float) CURVE_LINE;
  sl_scene_add_points (build->scene, shape, points, CURVE_STEPS);
  sl_book_add_head (self->book, SL_LAYER_MARKS, element, points[CURVE_STEPS].x,
                    points[CURVE_STEPS].y, dx / length * 9.5, dy / length * 9.5, 3.8, ink);

  if (!self->is_labelled && end <= edge)
    sl_book_add_text (self->book, SL_LAYER_LABELS, element, SL_BOOK_SMALL, SL_ANCHOR_MIDDLE,
                      (x + end) / 2, label,
                      SL_BOOK_I "d" SL_BOOK_S "s" SL_BOOK_R " ← " SL_BOOK_I "d" SL_BOOK_S
                                "s" SL_BOOK_R " + " SL_BOOK_I "T",
                      ink);
  self->is_labelled = self->is_labelled || end <= edge;
}

/* The budget was filled up at @time, which was the deadline until then. */
static void
postpone (Server *self, SlTime time)
{
  SlBook *book = self->book;
  double x = sl_build_x (book->build, time);
  double end = sl_build_x (book->build, sl_time_add (time, self->period));
  SlElement *edited;
  guint32 element;

  self->deadline = sl_time_add (time, self->period);
  if (!is_visible (self, time))
    return;

  element = add_element (self, time, x);
  edited = sl_scene_edit_element (book->build->scene, element);
  edited->state = SL_KIND_SERVER_REPLENISH;
  edited->span.end =
      sl_trace_set_to_reference (book->build->set, book->build->info->lane.trace, self->deadline);
  sl_book_add_postponed (book, SL_LAYER_MARKS, element, x, book->build->base - SL_BOOK_ARROW,
                         book->build->base);
  add_curve (self, element, x, end);
  book->signs |= SL_SIGN_POSTPONED;
}

/* What stayed in force to its end. */
static void
settle (Server *self)
{
  SlBook *book = self->book;
  double x = sl_build_x (book->build, self->deadline);

  if (is_visible (self, self->deadline))
    {
      guint32 element = add_element (self, self->deadline, x);

      sl_scene_edit_element (book->build->scene, element)->detail = !self->is_given;
      sl_book_add_arrow (book, element, x, book->build->base, FALSE,
                         sl_build_paint (book->build, self->is_given ? SL_PAINT_INK : SL_PAINT_SOFT,
                                         -1, 1),
                         self->is_given ? SL_BOOK_LINE : SL_BOOK_LINE / 2);
      book->signs |= self->is_given ? SL_SIGN_DEADLINE : SL_SIGN_GUESSED;
    }
  self->deadline = SL_JOB_NEVER;
}

/* @exhausted: when it was and has not been filled up since; SL_JOB_NEVER else */
static void
take_mark (Server *self, const SlItem *mark, SlTime *exhausted)
{
  SlTime begin = mark->begin;
  gboolean is_over = self->deadline == SL_JOB_NEVER || self->deadline <= begin;

  if (mark->state == SL_KIND_SERVER_EXHAUST)
    {
      *exhausted = begin;
    }
  else if (mark->state == SL_KIND_SERVER_REPLENISH && *exhausted != SL_JOB_NEVER)
    {
      /* At once, or when the deadline came. */
      postpone (self,
                *exhausted == begin && self->deadline != SL_JOB_NEVER ? self->deadline : begin);
      *exhausted = SL_JOB_NEVER;
    }
  else if (mark->state == SL_KIND_SERVER_REPLENISH ||
           (mark->state == SL_KIND_SERVER_ACTIVE && *exhausted == SL_JOB_NEVER && is_over))
    {
      if (self->deadline != SL_JOB_NEVER && is_over)
        settle (self);
      self->deadline = sl_time_add (begin, self->period);
    }
}

/**
 * sl_book_add_server_deadlines:
 *
 * The deadlines of the server that the task of the row at hand runs in: dashed where they were
 * postponed, with an arrow to the next one.
 *
 * Returns: whether it runs in one
 */
gboolean
sl_book_add_server_deadlines (SlBook *self)
{
  SlTime end = self->build->visible.end, from = self->build->visible.begin;
  SlTime exhausted = SL_JOB_NEVER;
  Server server;
  SlTrackIter iter;
  SlItem item;

  if (!find_server (self, &server))
    return sl_row_get_rule (self->build->rows, self->build->info)->server != NULL;

  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_find_before (server.marks, from, &item); i++)
    {
      from = item.begin;
      if (item.state == SL_KIND_SERVER_ACTIVE &&
          item.begin < sl_time_add (self->build->visible.begin, -2 * server.period))
        break;
    }

  sl_track_iter_init (&iter, server.marks, from);
  while (sl_track_iter_next (&iter, &item) && item.begin <= end)
    take_mark (&server, &item, &exhausted);
  if (server.deadline != SL_JOB_NEVER && exhausted == SL_JOB_NEVER)
    settle (&server);

  return TRUE;
}
