/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The deadlines of a server, on its own row: each once, with an arc from the instant at which it was set.
 * When its budget is used up, a constant bandwidth server waits for its deadline or does not, is
 * filled up again, and has a new deadline one period after the one before. Where it is filled up
 * with some of its budget left, which had come too late to be used, it has a new deadline one period
 * after that (Abeni and Buttazzo 1998). */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-kind-action.h"
#include "sl-server-deadlines.h"

/* Marks that are looked at before the picture, and for the period. */
#define MAX_LOOKED_AT 4096

#define SAGITTA     13
#define CURVE_STEPS 24
#define CURVE_LINE  1.2
#define HEAD        7
#define OUTWARDS    28 /* beyond the right edge */

/* Arcs begin where the budget is whole, and end above the arrow. */
#define ARC_BEGIN 41
#define ARC_END   (SL_TEXTBOOK_ARROW + 4)

/* @set: when it was set
 * @deadline: SL_JOB_NEVER for none
 * @added: it is the one before, put off by a period
 * @is_computed: the trace does not record that it was set */
typedef struct
{
  SlTime set;
  SlTime deadline;
  gboolean added;
  gboolean is_computed;
} Deadline;

typedef struct
{
  SlTextbook *textbook;
  gint64 period;
  gboolean is_given; /* the period */
  Deadline current;
  SlTime exhausted; /* and not filled up since; SL_JOB_NEVER else */
  char *name;       /* "d", with its subscript */
  guint labelled;   /* bit 0: an arc that sets, bit 1: one that adds */
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
      SlAction action = sl_kind_get_action (item.state);

      if (action == SL_ACTION_EXHAUST)
        {
          exhausted = TRUE;
          continue;
        }
      if (action == SL_ACTION_REPLENISH && exhausted && from < item.begin)
        least = MIN (least, item.begin - from);
      if (action == SL_ACTION_REPLENISH || (action == SL_ACTION_SERVER_ACTIVATE && !exhausted))
        {
          from = item.begin;
          exhausted = FALSE;
        }
    }

  return least < G_MAXINT64 ? least : 0;
}

static gboolean
is_visible (const Server *self, SlTime time)
{
  const SlSpan *visible = &self->textbook->pen->visible;

  return time != SL_JOB_NEVER && time >= visible->begin && time <= visible->end;
}

static double
get_arc (double from, double to, double way)
{
  return from + (to - from) * way - 4 * SAGITTA * way * (1 - way);
}

/* From where the budget was filled up to the top of the arrow, or out of the picture. */
static void
add_arc (Server *self, guint32 element, double x, double end)
{
  SlPicture *picture = self->textbook->picture;
  SlRowPen *pen = self->textbook->pen;
  double from = pen->base - ARC_BEGIN, to = pen->base - ARC_END;
  double edge = picture->plot_x + picture->view.width;
  double first = MAX (x, picture->plot_x), last = end > edge ? edge + OUTWARDS : end;
  SlPaint ink = sl_build_paint (pen, self->is_given ? SL_PAINT_INK : SL_PAINT_SOFT, -1, 1);
  SlPoint points[CURVE_STEPS + 1];
  SlShape *shape;
  double dx, dy, length, y;

  /* The last point is at the head's back. */
  for (guint i = 0; i <= CURVE_STEPS; i++)
    {
      double at = first + (double) i / CURVE_STEPS * (MAX (last - HEAD, first) - first);

      points[i] = (SlPoint) { (float) at, (float) get_arc (from, to, (at - x) / (end - x)) };
    }
  y = get_arc (from, to, (last - x) / (end - x));
  dx = points[CURVE_STEPS].x - last;
  dy = points[CURVE_STEPS].y - y;
  length = MAX (hypot (dx, dy), 0.01);

  shape = sl_scene_add_shape (picture->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, element);
  shape->stroke = ink;
  shape->line_width = (float) CURVE_LINE;
  sl_scene_add_points (picture->scene, shape, points, CURVE_STEPS + 1);
  sl_textbook_add_head (self->textbook, SL_LAYER_MARKS, element, last, y, dx / length * 8.5,
                        dy / length * 8.5, 3.4, ink);
}

/* Once of each kind: what is set, and to what. */
static void
add_label (Server *self, guint32 element, double x, double end)
{
  SlPicture *picture = self->textbook->picture;
  SlRowPen *pen = self->textbook->pen;
  guint kind = self->current.added ? 2 : 1;
  g_autofree char *text = NULL;

  if ((self->labelled & kind) != 0 || x < picture->plot_x ||
      end > picture->plot_x + picture->view.width)
    return;

  text = self->current.added
             ? g_strdup_printf ("%s" SL_TEXTBOOK_R " ← %s" SL_TEXTBOOK_R " + " SL_TEXTBOOK_I "T",
                                self->name, self->name)
             : g_strdup_printf ("%s" SL_TEXTBOOK_R " ← " SL_TEXTBOOK_I "t" SL_TEXTBOOK_R
                                " + " SL_TEXTBOOK_I "T",
                                self->name);
  if (sl_textbook_try_text (self->textbook,
                            &(SlTextbookText) { SL_LAYER_LABELS, element, SL_TEXTBOOK_SMALL, text,
                                                sl_build_paint (pen, SL_PAINT_INK, -1, 1) },
                            (SlTextbookPlace) { SL_ANCHOR_MIDDLE, (x + end) / 2,
                                                pen->base - (ARC_BEGIN + ARC_END) / 2.0 - SAGITTA -
                                                    7 }))
    self->labelled |= kind;
}

static void
add_arrow (Server *self, guint32 element, double x, gboolean replaced)
{
  SlTextbook *textbook = self->textbook;
  double base = textbook->pen->base;
  double top = base - SL_TEXTBOOK_ARROW;

  if (replaced)
    sl_textbook_add_postponed (textbook, SL_LAYER_MARKS, element, x, top, base);
  else if (self->current.is_computed)
    sl_textbook_add_arrow (textbook, element, x, base, FALSE,
                           sl_build_paint (textbook->pen, SL_PAINT_SOFT, -1, 1),
                           SL_TEXTBOOK_LINE / 2);
  else if (self->is_given)
    sl_textbook_add_arrow (textbook, element, x, base, FALSE,
                           sl_build_paint (textbook->pen, SL_PAINT_INK, -1, 1), SL_TEXTBOOK_LINE);
  else
    sl_textbook_add_guessed (textbook, SL_LAYER_MARKS, element, x, top, base);
  if (replaced)
    textbook->signs |= SL_SIGN_POSTPONED;
  else if (self->current.is_computed)
    textbook->signs |= SL_SIGN_INFERRED;
  else
    textbook->signs |= self->is_given ? SL_SIGN_DEADLINE : SL_SIGN_GUESSED;
}

/* Draws the one that held until now.
 *
 * @replaced: by another one, before it came */
static void
draw (Server *self, gboolean replaced)
{
  SlPicture *picture = self->textbook->picture;
  SlRowPen *pen = self->textbook->pen;
  SlTime deadline = self->current.deadline;
  SlElement *edited;
  double x, end;
  guint32 element;

  if (deadline == SL_JOB_NEVER ||
      (!is_visible (self, self->current.set) && !is_visible (self, deadline)))
    return;

  x = sl_build_x (pen, self->current.set);
  end = sl_build_x (pen, deadline);
  element = sl_build_add_items (pen, SL_ELEMENT_DEADLINE, 0, 0, 1,
                                (SlSpan) { self->current.set, deadline });
  edited = sl_scene_edit_element (picture->scene, element);
  edited->target.type = SL_TARGET_NONE;
  edited->state = replaced ? SL_KIND_SERVER_REPLENISH : 0;
  edited->detail = self->current.is_computed ? SL_SERVER_COMPUTED : !self->is_given;
  sl_build_place (picture, element,
                  sl_box (end - 4, pen->base - SL_TEXTBOOK_ARROW, 8, SL_TEXTBOOK_ARROW));
  if (is_visible (self, deadline))
    add_arrow (self, element, end, replaced);
  if (end - x >= 1)
    add_arc (self, element, x, end);
  add_label (self, element, x, end);
}

static void
set_deadline (Server *self, SlTime now, SlTime deadline, gboolean added)
{
  draw (self, self->current.deadline != SL_JOB_NEVER &&
                  (self->current.deadline > now || (added && self->current.deadline == now)));
  self->current = (Deadline) { now, deadline, added, FALSE };
}

/* The budget was used up and is whole again: at once, or when the deadline came. */
static void
postpone (Server *self, SlTime now)
{
  SlTime before = self->current.deadline;
  gboolean follows = before != SL_JOB_NEVER && (self->is_given || self->exhausted == now);

  set_deadline (self, now, sl_time_add (follows ? before : now, self->period), TRUE);
  self->exhausted = SL_JOB_NEVER;
}

static void
take_mark (Server *self, const SlItem *mark)
{
  SlAction action = sl_kind_get_action (mark->state);
  SlTime now = mark->begin;
  gboolean is_over = self->current.deadline == SL_JOB_NEVER || self->current.deadline <= now;
  gboolean is_spent = self->exhausted != SL_JOB_NEVER;

  if (action == SL_ACTION_EXHAUST)
    self->exhausted = now;
  else if (action == SL_ACTION_REPLENISH && is_spent)
    postpone (self, now);
  else if (action == SL_ACTION_REPLENISH ||
           (action == SL_ACTION_SERVER_ACTIVATE && !is_spent && is_over))
    set_deadline (self, now, sl_time_add (now, self->period), FALSE);
}

/* Where to begin, so that what holds at the picture's left edge is known. */
static SlTime
find_begin (const Server *self, const SlTrack *marks)
{
  SlTime begin = self->textbook->pen->visible.begin, from = begin;
  SlItem item;

  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_find_before (marks, from, &item); i++)
    {
      from = item.begin;
      if (sl_kind_get_action (item.state) == SL_ACTION_SERVER_ACTIVATE &&
          item.begin < sl_time_add (begin, -2 * self->period))
        break;
    }

  return from;
}

/* Those that the scheduler goes by, as far as they lie in the picture or are set in it. */
static void
take_known (Server *self, const SlServerDeadlines *known)
{
  const SlSpan *visible = &self->textbook->pen->visible;
  guint n;
  const SlServerDeadline *all = sl_server_deadlines_get_all (known, &n);
  SlTime until;
  const SlServerDeadline *found = sl_server_deadlines_find (known, visible->begin, &until);
  guint first = found != NULL ? (guint) (found - all) : 0;

  /* No later one comes before an earlier one. */
  for (guint i = 0; i < MAX_LOOKED_AT && first > 0 && all[first - 1].deadline >= visible->begin;
       i++)
    first--;
  for (guint i = first; i < n && all[i].from <= visible->end; i++)
    set_deadline (self, all[i].from, all[i].deadline, all[i].is_postponed);
}

/* Those that the trace tells. */
static void
take_told (Server *self, const SlTrack *told)
{
  const SlSpan *visible = &self->textbook->pen->visible;
  SlTime from = visible->begin;
  SlTrackIter iter;
  SlItem item;

  /* No later one comes before an earlier one. */
  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_find_before (told, from, &item); i++)
    {
      from = item.begin;
      if (item.value < visible->begin)
        break;
    }

  /* What it was set to is not always a period after something. */
  self->is_given = TRUE;
  self->labelled = G_MAXUINT;
  sl_track_iter_init (&iter, told, from);
  while (sl_track_iter_next (&iter, &item) && item.begin <= visible->end)
    {
      set_deadline (self, item.begin, item.value, FALSE);
      self->current.is_computed =
          sl_server_deadlines_are_computed_at (self->textbook->pen->lane, item.begin);
    }
}

/* Where nobody tells the period. */
static void
take_marks (Server *self, const SlTrack *marks)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, marks, find_begin (self, marks));
  while (sl_track_iter_next (&iter, &item) && item.begin <= self->textbook->pen->visible.end)
    take_mark (self, &item);
}

/**
 * sl_textbook_add_server_deadlines:
 * @name: of the server, as a subscript
 * @marks: of the server's row at hand
 *
 * The deadlines of the server: dashed where another one was set before they came.
 */
void
sl_textbook_add_server_deadlines (SlTextbook *self, const char *name, const SlTrack *marks)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  const SlTaskRule *rule = sl_row_get_rule (picture->rows, pen->info);
  const SlJobTable *table = sl_rows_get_jobs (picture->rows, pen->info->lane.trace);
  g_autofree char *symbol = g_strconcat (SL_TEXTBOOK_I "d" SL_TEXTBOOK_S, name, NULL);
  Server server = { .textbook = self,
                    .period = rule->period > 0 ? rule->period : guess_period (marks),
                    .is_given = rule->period > 0,
                    .current = { .deadline = SL_JOB_NEVER },
                    .exhausted = SL_JOB_NEVER,
                    .name = symbol };
  const SlServerDeadlines *known =
      table != NULL
          ? sl_base_order_get_deadlines (sl_job_table_get_order (table), pen->lane->object)
          : NULL;

  const SlTrack *told = sl_lane_get_track (pen->lane, SL_ROLE_DEADLINES);

  if (!sl_row_has_deadlines (picture->rows, pen->info) || (server.period <= 0 && told == NULL))
    return;

  if (told != NULL)
    take_told (&server, told);
  else if (known != NULL)
    take_known (&server, known);
  else
    take_marks (&server, marks);
  draw (&server, FALSE);
}
