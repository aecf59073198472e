/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-budget.h"

#include <glib/gi18n-lib.h>

#include "sl-job-splitter.h"
#include "sl-time-text.h"

static char *
dup_ticks (const SlJob *job, const SlClock *clock, gint64 ticks)
{
  return sl_time_text_duration (clock,
                                (SlSpan) { job->eligible, sl_time_add (job->eligible, ticks) });
}

/* Whether there is a server that is not known to serve one task alone. */
static gboolean
has_shared_servers (SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);

      for (guint j = 0;
           lane->type == SL_LANE_SERVER && states != NULL && j < sl_track_get_n_codes (states); j++)
        {
          guint32 state, served;

          sl_track_get_code (states, j, &state, &served);
          if (state != SL_STATE_UNKNOWN && served == 0)
            return TRUE;
        }
    }

  return FALSE;
}

/* What the budget was that @lane says was used up at @time; 0 where that is not recorded. */
static gint64
find_whole_budget (const SlLane *lane, SlTime time)
{
  const SlTrack *budgets = sl_lane_get_track (lane, SL_ROLE_BUDGET);
  SlItem item;

  return budgets != NULL && sl_track_find_at (budgets, time, &item) ? item.value : 0;
}

/* A budget that is exceeded by more than one in so many was not checked in time. */
#define MUCH 20

/* How long the job had executed when its budget, @whole, was first used up; 0 where it had none from the beginning for most
 * of @without, or may share it; @unseen: of how much of the time up to then nothing was recorded. Until its budget is
 * filled up at its release, a job has none for an instant. */
static gint64
find_used_budget (SlTrace *trace, const SlJob *job, gint64 without, gint64 *whole, gint64 *unseen)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, job->task);
  const SlTrack *states = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
  gint64 executed = 0, at_first = 0;
  SlTrackIter iter;
  SlItem item;

  if (states == NULL || has_shared_servers (trace))
    return 0;

  sl_track_iter_init (&iter, states, job->eligible);
  while (sl_track_iter_next (&iter, &item) && item.begin < job->end)
    {
      gint64 ticks = MIN (item.end, job->end) - MAX (item.begin, job->eligible);

      if (item.state == SL_STATE_THROTTLED && (executed > 0 || *unseen > 0))
        {
          *whole = find_whole_budget (lane, item.begin);
          return executed;
        }
      if (item.state == SL_STATE_THROTTLED)
        at_first += ticks;
      if (at_first > without / 2)
        break;
      if (item.state == SL_STATE_RUNNING)
        executed += ticks;
      if (item.state == SL_STATE_UNKNOWN)
        *unseen += ticks;
    }

  *unseen = 0;
  return 0;
}

/* Ticks of the job in which it may have executed or not; 0 where they are few beside its execution. */
static gint64
sum_unseen (SlJobTable *table, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autoptr (GArray) parts = sl_job_table_dup_parts (table, number);
  gint64 sum = sl_job_parts_sum ((const SlJobPart *) (gpointer) parts->data, parts->len,
                                 SL_CAUSE_NOT_RECORDED);

  return sum > job->execution / MUCH ? sum : 0;
}

/* Of a job that went on where nothing was recorded: nobody knows how long it executed in all.
 *
 * @used: executed with its first budget, @whole */
static char *
describe_unseen (const char *runtime,
                 gint64 whole,
                 const char *executed,
                 gint64 used,
                 const char *ticks,
                 const char *unseen)
{
  if (whole > 0 && ABS (used - whole) <= whole / MUCH)
    /* Translators: durations: the budget, executed with it, without a budget, not recorded */
    return g_strdup_printf (
        _ ("It used up its budget of %s after executing for %s, and had none for %s; what it did for "
           "another %s was not recorded."),
        runtime, executed, ticks, unseen);

  /* Translators: durations: executed with the first budget, without a budget, not recorded */
  return g_strdup_printf (
      _ ("It used up its budget after executing for %s, and had none for %s; what it did for another "
         "%s was not recorded."),
      executed, ticks, unseen);
}

/**
 * sl_text_job_budget:
 * @number: place of a job in the table
 * @without: for how many ticks it had no budget
 *
 * Returns: (nullable): a sentence: that the job used up a budget of its own, after how long, and for how long it had none;
 *   %NULL where it had none from the beginning, or shares one
 */
char *
sl_text_job_budget (SlJobTable *table, const SlClock *clock, guint number, gint64 without)
{
  const SlJob *job = sl_job_table_get (table, number);
  gint64 whole = 0, unseen = 0;
  gint64 used = find_used_budget (sl_job_table_get_trace (table), job, without, &whole, &unseen);
  g_autofree char *budget = NULL, *all = NULL, *runtime = NULL, *ticks = NULL;

  if (used <= 0 && unseen == 0)
    return NULL;

  ticks = dup_ticks (job, clock, without);
  budget = dup_ticks (job, clock, unseen > 0 ? unseen : used);
  if (unseen > 0)
    /* Translators: durations: without a budget, not recorded before that */
    return g_strdup_printf (
        _ ("It used up its budget and had none for %s; what it did for %s before that was not "
           "recorded."),
        ticks, budget);

  all = dup_ticks (job, clock, job->execution);
  runtime = dup_ticks (job, clock, whole);
  unseen = sum_unseen (table, number);
  if (unseen > 0)
    {
      g_autofree char *later = dup_ticks (job, clock, unseen);

      return describe_unseen (runtime, whole, budget, used, ticks, later);
    }
  if (whole > 0 && used - whole > whole / MUCH)
    /* Translators: durations: the budget, executed with it, executed in all, without a budget. “Ticks” are those of the
     * kernel’s timer. */
    return g_strdup_printf (
        _ ("It used up its budget of %s, was stopped only after executing for %s of "
           "its %s, since the kernel checks budgets at its ticks, and had none for %s."),
        runtime, budget, all, ticks);
  if (whole - used > whole / MUCH)
    /* Translators: durations: the budget, executed with it, executed in all, without a budget */
    return g_strdup_printf (
        _ ("Its budget of %s was used up after it had executed for %s of its %s, the rest of it having been "
           "used before the job began; it had none for %s."),
        runtime, budget, all, ticks);
  if (whole > 0)
    /* Translators: durations: the budget, executed with it, executed in all, without a budget */
    return g_strdup_printf (
        _ ("It used up its budget of %s after executing for %s of its %s, and had none for %s."),
        runtime, budget, all, ticks);

  /* Translators: durations: executed with the first budget, executed in all, without a budget */
  return g_strdup_printf (
      _ ("It used up its budget after executing for %s of its %s, and had none for %s."), budget,
      all, ticks);
}
