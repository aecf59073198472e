/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What points at a row of a textbook picture: releases, deadlines, ends, misses, inheritance. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-lock-blockers.h"
#include "sl-lower-bound.h"
#include "sl-textbook-jobs.h"

/* Arrows nearer than this are a pair. */
#define PAIR_GAP   6.4
#define PAIR_SHIFT 3.2

#define MISS_RADIUS 10.5
#define MISS_HEAD   11
#define MISS_HALF   5.2
#define MISS_RISE   11 /* of the diamond's middle above the arrow's top */
#define MISS_LINE   2.6

#define HOLLOW_RADIUS 8.5

/* Of a miss that is recorded at another time than the deadline. */
#define RECORDED_RADIUS 9.1

#define LATE_GAP 2.5

#define INHERIT_LINE  1.4
#define INHERIT_HEAD  8.5
#define INHERIT_HALF  3.8
#define INHERIT_SPARE 3 /* between the head and the box */

static gboolean
is_visible (const SlTextbook *self, SlTime own)
{
  return own != SL_TEXTBOOK_NEVER && own >= self->pen->visible.begin &&
         own <= self->pen->visible.end;
}

static guint
find_marks (const SlTextbook *self)
{
  const SlLane *lane = self->pen->lane;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      if (lane->tracks[i].role == SL_ROLE_MARKS)
        return i;
    }

  return G_MAXUINT;
}

/* An instant of the row; one that no mark tells of cannot be picked as such. */
static guint32
add_element (SlTextbook *self,
             SlElementType type,
             guint track,
             guint64 mark,
             SlTime begin,
             SlTime end)
{
  gboolean marked = mark != SL_TEXTBOOK_NO_MARK;
  guint32 element =
      sl_build_add_items (self->pen, type, track, marked ? mark : 0, 1, (SlSpan) { begin, end });

  if (!marked)
    sl_scene_edit_element (self->picture->scene, element)->target.type = SL_TARGET_NONE;
  return element;
}

static void
add_release (SlTextbook *self, guint track, const SlTextbookJob *job, int paired)
{
  double x = sl_build_x (self->pen, job->release) - paired * PAIR_SHIFT;
  double base = self->pen->base;
  guint32 element =
      add_element (self, SL_ELEMENT_RELEASE, track, job->release_mark, job->release, job->release);

  sl_build_place (self->picture, element,
                  sl_box (x - 4, base - SL_TEXTBOOK_ARROW, 8, SL_TEXTBOOK_ARROW));
  sl_textbook_add_arrow (self, element, x, base, TRUE,
                         sl_build_paint (self->pen, SL_PAINT_INK, -1, 1), SL_TEXTBOOK_LINE);
  self->signs |= SL_SIGN_RELEASE;
}

static void
add_deadline (SlTextbook *self, guint track, const SlTextbookJob *job, gboolean paired)
{
  double x = sl_build_x (self->pen, job->deadline) + (paired ? PAIR_SHIFT : 0);
  double base = self->pen->base;
  guint32 element = add_element (self, SL_ELEMENT_DEADLINE, track, SL_TEXTBOOK_NO_MARK,
                                 job->deadline, job->deadline);

  sl_scene_edit_element (self->picture->scene, element)->detail = job->inferred;
  sl_build_place (self->picture, element,
                  sl_box (x - 4, base - SL_TEXTBOOK_ARROW, 8, SL_TEXTBOOK_ARROW));
  sl_textbook_add_arrow (self, element, x, base, FALSE,
                         sl_build_paint (self->pen, job->inferred ? SL_PAINT_SOFT : SL_PAINT_INK,
                                         -1, 1),
                         job->inferred ? SL_TEXTBOOK_LINE / 2 : SL_TEXTBOOK_LINE);
  self->signs |= job->inferred ? SL_SIGN_INFERRED : SL_SIGN_DEADLINE;
}

static void
add_late (SlTextbook *self, guint32 element, const SlTextbookJob *job)
{
  double left = self->picture->plot_x, right = left + self->picture->view.width;
  double x = CLAMP (sl_build_x (self->pen, job->deadline), left - 8, right);
  double end = sl_build_x (self->pen, job->end);
  double y = self->pen->base + LATE_GAP;
  SlSpan late = { job->deadline, job->finish };
  SlTextbookPlace places[2];
  g_autofree char *duration = NULL;
  g_autofree char *text = NULL;

  end = MIN (end, right);
  if (end - x < 1)
    return;

  if (!is_visible (self, job->deadline))
    sl_build_place (self->picture, element, sl_box (x, y, end - x, SL_TEXTBOOK_LOW));
  sl_textbook_add_strip (self, element, SL_HATCH_LATE, x, y, end - x, sl_paint (SL_PAINT_MISS));
  sl_textbook_take (self, x, y, end - x, SL_TEXTBOOK_LOW);
  if (job->finish == SL_TEXTBOOK_NEVER)
    return;

  late.begin =
      sl_trace_set_to_reference (self->picture->set, self->pen->info->lane.trace, late.begin);
  late.end = sl_trace_set_to_reference (self->picture->set, self->pen->info->lane.trace, late.end);
  duration = sl_textbook_unit_duration (&self->unit, late);
  text = g_strdup_printf (_ ("tardiness %s"), duration);
  places[0] = (SlTextbookPlace) { SL_ANCHOR_LEFT, end + 6, y + 11 };
  places[1] = (SlTextbookPlace) { SL_ANCHOR_RIGHT, x - 6, y + 11 };
  sl_textbook_wish_text (self,
                         &(SlTextbookText) { SL_LAYER_MISSES, element, SL_TEXTBOOK_NORMAL, text,
                                             sl_paint (SL_PAINT_MISS) },
                         places, G_N_ELEMENTS (places));
}

static void
add_miss (SlTextbook *self, guint track, const SlTextbookJob *job)
{
  double x = sl_build_x (self->pen, job->deadline);
  double base = self->pen->base, top = base - SL_TEXTBOOK_ARROW - MISS_RISE;
  SlTime end = job->finish == SL_TEXTBOOK_NEVER ? job->deadline : MAX (job->finish, job->deadline);
  guint64 mark = job->recorded == SL_TEXTBOOK_NEVER ? job->miss_mark : SL_TEXTBOOK_NO_MARK;
  guint32 element = add_element (self, SL_ELEMENT_MISS, track, mark, job->deadline, end);

  sl_scene_edit_element (self->picture->scene, element)->state = SL_KIND_TASK_DEADLINE_MISS;
  self->signs |= SL_SIGN_MISS;
  if (is_visible (self, job->deadline))
    {
      sl_build_place (self->picture, element,
                      sl_box (x - MISS_RADIUS, top - MISS_RADIUS, 2 * MISS_RADIUS,
                              2 * MISS_RADIUS));
      sl_build_line (self->picture, SL_LAYER_MISSES, element, sl_box (x, top, 0, base - top - 6),
                     sl_paint (SL_PAINT_MISS), MISS_LINE);
      sl_textbook_add_head (self, SL_LAYER_MISSES, element, x, base, 0, -MISS_HEAD, MISS_HALF,
                            sl_paint (SL_PAINT_MISS));
      sl_build_miss (self->picture, SL_LAYER_MISSES, element, x, top, MISS_RADIUS, FALSE);
      sl_textbook_take (self, x - MISS_RADIUS, top - MISS_RADIUS / 2, 2 * MISS_RADIUS, MISS_RADIUS);
      sl_textbook_take (self, x - MISS_LINE, top, 2 * MISS_LINE, base - top);
      sl_textbook_wish_beside (self,
                               &(SlTextbookText) { SL_LAYER_MISSES, element, SL_TEXTBOOK_NORMAL,
                                                   _ ("missed"), sl_paint (SL_PAINT_MISS) },
                               x, MISS_RADIUS + 5, top + 5);
    }
  add_late (self, element, job);
}

/* The trace's own word, where another deadline is in force. */
static void
add_recorded (SlTextbook *self, guint track, const SlTextbookJob *job)
{
  double x = sl_build_x (self->pen, job->recorded);
  double base = self->pen->base, top = base - SL_TEXTBOOK_ARROW - MISS_RISE;
  guint32 element = add_element (self, SL_ELEMENT_RECORDED_MISS, track, job->miss_mark,
                                 job->recorded, job->recorded);

  sl_textbook_add_recorded_shaft (self, SL_LAYER_MISSES, element, x, top, base);
  sl_scene_edit_element (self->picture->scene, element)->state = SL_KIND_TASK_DEADLINE_MISS;
  sl_build_place (self->picture, element,
                  sl_box (x - RECORDED_RADIUS, top - RECORDED_RADIUS, 2 * RECORDED_RADIUS,
                          2 * RECORDED_RADIUS));
  sl_build_miss (self->picture, SL_LAYER_MISSES, element, x, top, RECORDED_RADIUS, TRUE);
  sl_textbook_take (self, x - RECORDED_RADIUS, top - RECORDED_RADIUS / 2, 2 * RECORDED_RADIUS,
                    RECORDED_RADIUS);
  sl_textbook_take (self, x - SL_TEXTBOOK_LINE, top, 2 * SL_TEXTBOOK_LINE, base - top);
  sl_textbook_wish_beside (self,
                           &(SlTextbookText) { SL_LAYER_MISSES, element, SL_TEXTBOOK_NORMAL,
                                               _ ("miss recorded"), sl_paint (SL_PAINT_MISS) },
                           x, RECORDED_RADIUS + 5, top + 5);
  self->signs |= SL_SIGN_RECORDED;
}

static void
add_finish (SlTextbook *self, guint track, const SlTextbookJob *job)
{
  double x = sl_build_x (self->pen, job->finish);
  guint32 element =
      add_element (self, SL_ELEMENT_FINISH, track, job->finish_mark, job->finish, job->finish);

  sl_build_place (self->picture, element, sl_box (x - 4, self->pen->base - 4, 8, 8));
  sl_textbook_add_disc (self, element, x, self->pen->base);
  self->signs |= SL_SIGN_FINISH;
}

/* A job that took longer than its WCET, or that was cut off: the word tells the one from the
 * other. */
static void
add_hollow (SlTextbook *self, guint track, SlTime time, SlTextbookSign sign, const char *word)
{
  double x = sl_build_x (self->pen, time);
  double y = self->pen->base - SL_TEXTBOOK_BOX - HOLLOW_RADIUS - 3;
  guint32 element = add_element (self, SL_ELEMENT_OVERRUN, track, SL_TEXTBOOK_NO_MARK, time, time);

  sl_scene_edit_element (self->picture->scene, element)->state =
      sign == SL_SIGN_OVERRUN ? SL_KIND_TASK_WCET_VIOLATION : SL_KIND_TASK_END;
  sl_build_place (self->picture, element,
                  sl_box (x - HOLLOW_RADIUS, y - HOLLOW_RADIUS, 2 * HOLLOW_RADIUS,
                          2 * HOLLOW_RADIUS));
  sl_build_miss (self->picture, SL_LAYER_MISSES, element, x, y, HOLLOW_RADIUS, TRUE);
  sl_textbook_take (self, x - HOLLOW_RADIUS, y - HOLLOW_RADIUS / 2, 2 * HOLLOW_RADIUS,
                    HOLLOW_RADIUS);
  sl_textbook_wish_beside (self,
                           &(SlTextbookText) { SL_LAYER_MISSES, element, SL_TEXTBOOK_NORMAL, word,
                                               sl_paint (SL_PAINT_MISS) },
                           x, HOLLOW_RADIUS + 4, y + 4);
  self->signs |= sign;
}

/* Where an arrow of a job is. */
typedef struct
{
  double x;
  const SlTextbookJob *job;
} Arrow;

static int
compare_arrows (gconstpointer one, gconstpointer other)
{
  const Arrow *a = one;
  const Arrow *b = other;

  return a->x < b->x ? -1 : a->x > b->x;
}

/* (transfer full): of all releases, or of all deadlines, from left to right */
static GArray *
find_arrows (const SlTextbook *self, GArray *jobs, gboolean releases)
{
  GArray *arrows = g_array_new (FALSE, FALSE, sizeof (Arrow));

  for (guint i = 0; i < jobs->len; i++)
    {
      const SlTextbookJob *job = &g_array_index (jobs, SlTextbookJob, i);
      SlTime time = releases ? job->release : job->deadline;
      Arrow arrow = { time != SL_TEXTBOOK_NEVER ? sl_build_x (self->pen, time) : 0, job };

      if (time != SL_TEXTBOOK_NEVER)
        g_array_append_val (arrows, arrow);
    }
  g_array_sort (arrows, compare_arrows);

  return arrows;
}

/* Whether one of @arrows, which belong to other jobs, is where an arrow of @job is at @time: 2 for
 * one of a job that missed its deadline. */
static int
find_paired (const SlTextbook *self, GArray *arrows, const SlTextbookJob *job, SlTime time)
{
  double x = sl_build_x (self->pen, time);

  for (guint i =
           sl_lower_bound (0, arrows->len, j, g_array_index (arrows, Arrow, j).x <= x - PAIR_GAP);
       i < arrows->len && g_array_index (arrows, Arrow, i).x < x + PAIR_GAP; i++)
    {
      const SlTextbookJob *other = g_array_index (arrows, Arrow, i).job;

      if (other != job)
        return other->missed ? 2 : 1;
    }

  return 0;
}

static void
add_ends (SlTextbook *self, guint track, const SlTextbookJob *job)
{
  if (is_visible (self, job->overrun))
    add_hollow (self, track, job->overrun, SL_SIGN_OVERRUN, _ ("WCET"));
  if (is_visible (self, job->abort))
    add_hollow (self, track, job->abort, SL_SIGN_ABORTED, _ ("aborted"));
  if (is_visible (self, job->finish))
    add_finish (self, track, job);
}

/* Whether its missed deadline, or what of it came too late, is in the picture. */
static gboolean
is_late_in_sight (const SlTextbook *self, const SlTextbookJob *job)
{
  return job->missed && job->deadline <= self->pen->visible.end &&
         MAX (job->end, job->deadline) >= self->pen->visible.begin;
}

/**
 * sl_textbook_add_jobs:
 *
 * Arrows and discs of the row at hand.
 */
void
sl_textbook_add_jobs (SlTextbook *self)
{
  guint track = find_marks (self);
  g_autoptr (GArray) jobs = NULL;
  g_autoptr (GArray) releases = NULL;
  g_autoptr (GArray) deadlines = NULL;
  gboolean is_served;

  if (track == G_MAXUINT)
    return;

  is_served = sl_textbook_is_served (self);
  jobs = sl_textbook_jobs_find (sl_rows_get_jobs (self->picture->rows, self->pen->info->lane.trace),
                                self->pen->info->object, self->pen->lane, self->pen->visible);
  releases = find_arrows (self, jobs, TRUE);
  deadlines = find_arrows (self, jobs, FALSE);
  for (guint i = 0; i < jobs->len; i++)
    {
      const SlTextbookJob *job = &g_array_index (jobs, SlTextbookJob, i);

      if (is_visible (self, job->release))
        {
          add_release (self, track, job, find_paired (self, deadlines, job, job->release));
          self->n_jobs++;
        }
      if (is_visible (self, job->recorded))
        add_recorded (self, track, job);
      if (is_late_in_sight (self, job))
        add_miss (self, track, job);
      else if (!job->missed && is_visible (self, job->deadline) && !(is_served && job->inferred))
        add_deadline (self, track, job, find_paired (self, releases, job, job->deadline) > 0);
      if (is_late_in_sight (self, job) || is_visible (self, job->recorded))
        self->n_missed++;
      add_ends (self, track, job);
    }
}

/* Who keeps the row's task from @lock at @time; 0 where nobody knows. */
static guint32
find_blocker (SlTextbook *self, guint32 lock, SlTime time)
{
  guint trace = self->pen->info->lane.trace;
  SlLockBlockers *blockers = g_hash_table_lookup (self->blockers, GUINT_TO_POINTER (trace));
  SlSpan span = { time, time + 1 };

  if (blockers == NULL)
    {
      const SlJobTable *table = sl_rows_get_jobs (self->picture->rows, trace);

      blockers = sl_lock_blockers_new (self->pen->trace,
                                       table != NULL ? sl_job_table_get_rules (table) : NULL);
      g_hash_table_insert (self->blockers, GUINT_TO_POINTER (trace), blockers);
    }

  return sl_lock_blockers_cut (blockers, self->pen->info->object, lock, &span).task;
}

/* The task that keeps the row's one from the lock when the wait begins, if it runs with somebody's
 * priority in it. */
static gboolean
find_heir (SlTextbook *self, const SlItem *blocked, guint *row)
{
  guint32 blocker = blocked->detail != 0 ? find_blocker (self, blocked->detail, blocked->begin) : 0;
  const SlTrack *inherits;
  const SlLane *heir;
  SlTrackIter iter;
  SlItem item;

  if (blocker == 0 ||
      !sl_rows_find_object (self->picture->rows, self->pen->info->lane.trace, blocker, row))
    return FALSE;

  heir = sl_rows_get_lane (self->picture->rows, *row);
  inherits = sl_lane_get_track (heir, SL_ROLE_INHERITS);
  if (inherits == NULL)
    return FALSE;

  sl_track_iter_init (&iter, inherits, blocked->begin);
  return sl_track_iter_next (&iter, &item) && item.begin < blocked->end;
}

/* The deadline that is inherited, as the axis counts; NULL where nobody says one. */
static char *
make_inherited (SlTextbook *self, const SlItem *blocked)
{
  guint trace = self->pen->info->lane.trace;
  const SlJobTable *table = sl_rows_get_jobs (self->picture->rows, trace);
  guint number = table != NULL
                     ? sl_job_table_find_at (table, self->pen->info->object, blocked->begin)
                     : G_MAXUINT;
  const SlJob *job = number != G_MAXUINT ? sl_job_table_get (table, number) : NULL;

  if (job == NULL || job->deadline == SL_JOB_NEVER || job->deadline_from == SL_DEADLINE_INFERRED)
    return NULL;

  return sl_textbook_unit_instant (&self->unit, sl_trace_set_to_reference (self->picture->set,
                                                                           trace, job->deadline));
}

/* What stands beside the arrow: who inherits, and what. */
static char *
make_inheritance_text (SlTextbook *self, const SlItem *blocked, const SlRow *heir)
{
  g_autofree char *symbol = sl_textbook_dup_symbol (self, heir);
  g_autofree char *roman = g_strconcat (symbol, SL_TEXTBOOK_R, NULL);
  g_autofree char *own = sl_textbook_dup_symbol (self, self->pen->info);
  g_autofree char *deadline = make_inherited (self, blocked);
  g_autofree char *what = NULL;

  if (deadline == NULL || sl_row_get_rule (self->picture->rows, self->pen->info)->has_priority)
    return g_strdup_printf (_ ("%s inherits from %s"), roman, own);

  what = g_strdup_printf (SL_TEXTBOOK_I "d" SL_TEXTBOOK_R " = %s", deadline);
  /* Translators: a task, and "d = 8", the deadline that it inherits */
  return g_strdup_printf (_ ("%s inherits %s"), roman, what);
}

/**
 * sl_textbook_add_inheritance:
 * @blocked: a slice of the row at hand
 *
 * From the base line of who waits to the box of who holds, and inherits the priority.
 */
void
sl_textbook_add_inheritance (SlTextbook *self, const SlItem *blocked)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  SlElement element = { .type = SL_ELEMENT_INHERITS, .row = pen->row };
  SlPaint ink = sl_build_paint (pen, SL_PAINT_INK, -1, 1);
  g_autofree char *text = NULL;
  double x, y = pen->base, base, end, head;
  const SlRow *heir;
  SlShape *line;
  guint32 number;
  guint row;

  if (!is_visible (self, blocked->begin) || !find_heir (self, blocked, &row))
    return;

  heir = sl_rows_get (picture->rows, row);
  base = sl_textbook_get_base (picture, heir);
  x = sl_build_x (pen, blocked->begin);
  end = base > y ? base - SL_TEXTBOOK_BOX - SL_TEXTBOOK_LIFT - INHERIT_SPARE : base + INHERIT_SPARE;
  head = end > y ? -INHERIT_HEAD : INHERIT_HEAD;
  element.span.begin = element.span.end =
      sl_trace_set_to_reference (picture->set, pen->info->lane.trace, blocked->begin);
  element.detail = row;
  element.x = (float) x - 4;
  element.y = (float) MIN (y, end);
  element.width = 8;
  element.height = (float) fabs (end - y);
  number = sl_scene_add_element (picture->scene, &element);

  sl_build_line (picture, SL_LAYER_MARKS, number,
                 sl_box (x, y + (end > y ? 2 : -2), 0, end + head - y - (end > y ? 2 : -2)),
                 sl_paint (SL_PAINT_VIEW), 4);
  line = sl_build_line (picture, SL_LAYER_MARKS, number, sl_box (x, y, 0, end + head - y), ink,
                        INHERIT_LINE);
  line->dash[0] = 4.5f;
  line->dash[1] = 3;
  sl_textbook_add_head (self, SL_LAYER_MARKS, number, x, end, 0, head, INHERIT_HALF, ink);
  sl_textbook_take (self, x - 1, MIN (y, end), 2, fabs (end - y));

  text = make_inheritance_text (self, blocked, heir);
  sl_textbook_wish_beside (self,
                           &(SlTextbookText) { SL_LAYER_LABELS, number, SL_TEXTBOOK_NORMAL, text,
                                               ink },
                           x, 8, end > y ? end - INHERIT_HEAD - 10 : end + INHERIT_HEAD + 16);
  self->signs |= SL_SIGN_INHERITS;
}
