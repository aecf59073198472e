/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What points at a row of a textbook picture: releases, deadlines, ends, misses. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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

/* Whether the job ran on the processor whose part this is; one that never ran was to go on where its task ran
 * last. */
static gboolean
ran_here (SlTextbook *self, const SlJob *job)
{
  const SlTrack *states = sl_lane_get_track (self->pen->lane, SL_ROLE_STATES);
  SlTrackIter iter;
  SlItem item;

  if (states == NULL || job->start == SL_JOB_NEVER)
    return sl_textbook_find_home (self, job->eligible) == self->pen->info->cpu;

  sl_track_iter_init (&iter, states, job->start);
  while (sl_track_iter_next (&iter, &item) && item.begin < job->end)
    for (SlTime end = item.end; item.state == SL_STATE_RUNNING && item.begin < MIN (end, job->end);
         item.begin = item.end, item.end = end)
      if (sl_textbook_find_processor (self, &item) == self->pen->info->cpu && item.end > job->start)
        return TRUE;

  return FALSE;
}

/* Of a task that migrates, each part has the jobs that ran there. */
static void
leave_out_others (SlTextbook *self, GArray *jobs)
{
  guint kept = 0;

  if (!self->pen->info->migrates)
    return;

  for (guint i = 0; i < jobs->len; i++)
    {
      SlTextbookJob job = g_array_index (jobs, SlTextbookJob, i);

      if (ran_here (self, job.job))
        g_array_index (jobs, SlTextbookJob, kept++) = job;
    }
  g_array_set_size (jobs, kept);
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
  leave_out_others (self, jobs);
  releases = find_arrows (self, jobs, TRUE);
  deadlines = find_arrows (self, jobs, FALSE);
  for (guint i = 0; i < jobs->len; i++)
    {
      const SlTextbookJob *job = &g_array_index (jobs, SlTextbookJob, i);

      gboolean counts = g_hash_table_add (self->counted, (gpointer) job->job);

      if (is_visible (self, job->release))
        {
          add_release (self, track, job, find_paired (self, deadlines, job, job->release));
          self->n_jobs += counts;
        }
      if (is_visible (self, job->recorded))
        add_recorded (self, track, job);
      if (is_late_in_sight (self, job))
        add_miss (self, track, job);
      else if (!job->missed && is_visible (self, job->deadline) && !(is_served && job->inferred))
        add_deadline (self, track, job, find_paired (self, releases, job, job->deadline) > 0);
      if (is_late_in_sight (self, job) || is_visible (self, job->recorded))
        self->n_missed += counts;
      add_ends (self, track, job);
    }
}
