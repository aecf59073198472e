/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-verdict.h"

#include <glib/gi18n-lib.h>

#include "sl-base-order.h"
#include "sl-idle-elsewhere.h"
#include "sl-inversion.h"
#include "sl-text-budget.h"
#include "sl-text-interference.h"
#include "sl-text-jobs.h"
#include "sl-text-skipped.h"
#include "sl-text-wait.h"
#include "sl-time-text.h"

static char *
dup_ticks (const SlJob *job, const SlClock *clock, gint64 ticks)
{
  return sl_time_text_duration (clock,
                                (SlSpan) { job->eligible, sl_time_add (job->eligible, ticks) });
}

static char *
dup_range (const SlJob *job, const SlClock *clock, const SlContrastRange *range)
{
  return sl_time_text_range (clock, job->eligible, range->least, range->most);
}

/* Missed, by how much, as far as anyone knows. */
static char *
describe_miss (const SlJob *job, const SlClock *clock)
{
  g_autofree char *late = NULL;
  gint64 lateness;

  if ((job->flags & SL_JOB_RUNS_ON) && sl_job_is_past_deadline (job))
    {
      late = dup_ticks (job, clock, job->end - job->deadline);
      /* Translators: a duration */
      return g_strdup_printf (
          _ ("Missed by about %s: its end and the start of the next job were not recorded"), late);
    }
  if (sl_job_get_lateness (job, &lateness) && lateness > 0)
    {
      late = dup_ticks (job, clock, lateness);
      /* Translators: a duration */
      return g_strdup_printf (_ ("Missed by %s"), late);
    }
  if ((job->flags & SL_JOB_ABORTED) && job->end == job->deadline)
    return g_strdup (_ ("Missed: aborted at its deadline"));
  if ((job->flags & SL_JOB_ABORTED) && job->deadline != SL_JOB_NEVER && job->end > job->deadline)
    {
      late = dup_ticks (job, clock, job->end - job->deadline);
      /* Translators: a duration */
      return g_strdup_printf (_ ("Missed: aborted %s after its deadline"), late);
    }
  if (!(job->flags & SL_JOB_FINISHED) && job->deadline != SL_JOB_NEVER && job->end > job->deadline)
    {
      late = dup_ticks (job, clock, job->end - job->deadline);
      /* Translators: a duration */
      return g_strdup_printf (_ ("Missed: not finished %s after its deadline"), late);
    }

  return g_strdup (_ ("Missed, as the trace records"));
}

/**
 * sl_text_job_verdict:
 * @number: place of a job in the table
 *
 * Returns: what became of the job in one sentence: whether it was late, and by how much
 */
char *
sl_text_job_verdict (const SlJobTable *table, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autofree char *left = NULL;
  gint64 lateness;

  if (sl_job_has_missed (job, FALSE))
    return describe_miss (job, clock);
  if (job->flags & SL_JOB_ABORTED)
    return g_strdup (_ ("Aborted before it finished"));
  if (job->flags & SL_JOB_SLEPT)
    return g_strdup (_ ("Fell asleep; whether it had finished then is not known"));
  if (job->flags & SL_JOB_LOST)
    return g_strdup (_ ("Its end was not recorded"));
  if (job->flags & SL_JOB_RUNS_ON)
    return g_strdup (_ ("Its end and the start of the next job were not recorded"));
  if (!(job->flags & SL_JOB_FINISHED))
    return g_strdup (_ ("Not finished when the trace ends"));
  if (job->release == SL_JOB_NEVER && job->deadline == SL_JOB_NEVER)
    return g_strdup (_ ("Finished; its release was not recorded"));
  if (!sl_job_get_lateness (job, &lateness))
    return g_strdup (_ ("Finished; no deadline is given"));

  left = dup_ticks (job, clock, ABS (lateness));
  if (job->deadline_from == SL_DEADLINE_INFERRED)
    /* Translators: a duration */
    return lateness > 0
               ? g_strdup_printf (
                     _ ("Finished %s after its inferred deadline; no deadline is given"), left)
               : g_strdup_printf (
                     _ ("Finished %s before its inferred deadline; no deadline is given"), left);
  /* Translators: a duration */
  return lateness < 0 ? g_strdup_printf (_ ("On time, %s before its deadline"), left)
                      : g_strdup (_ ("On time, exactly at its deadline"));
}

static gboolean
is_own (const SlJobReason *reason)
{
  return reason->part.cause == SL_CAUSE_EXECUTION;
}

/**
 * sl_text_job_reason:
 * @annotations: (nullable): as in sl_text_job_part()
 * @number: place of a job in the table
 * @has_longer: (out) (optional): as in #SlJobReason
 *
 * Returns: the job's largest cause beyond own execution within the usual, and how long that took,
 *   for a line of a list; empty where nothing took time
 */
char *
sl_text_job_reason (SlJobTable *table,
                    SlAnnotations *annotations,
                    const SlClock *clock,
                    guint number,
                    gboolean *has_longer)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autofree char *cause = NULL, *ticks = NULL, *usual = NULL;
  SlJobReason reason = { 0 };
  gboolean is_found = sl_job_contrast_find_reason (table, number, &reason);

  if (has_longer != NULL)
    *has_longer = reason.has_longer;
  if (!is_found)
    return g_strdup ("");

  cause = sl_text_job_part (sl_job_table_get_trace (table), annotations, &reason.part);
  ticks = dup_ticks (job, clock, reason.part.ticks);
  if (is_own (&reason) && sl_contrast_range_is_beyond (&reason.usual, reason.n_others))
    {
      usual = dup_range (job, clock, &reason.usual);
      /* Translators: “own execution”, a duration, a range of durations of the task’s other jobs */
      return g_strdup_printf (_ ("%s, %s, others %s"), cause, ticks, usual);
    }
  if (is_own (&reason) && reason.beyond > 0)
    {
      usual = dup_ticks (job, clock, reason.beyond);
      /* Translators: “own execution”, two durations */
      return g_strdup_printf (_ ("%s, %s, %s of it beyond the WCET"), cause, ticks, usual);
    }

  /* Translators: what took the most time, how long */
  return g_strdup_printf (C_ ("cause", "%s, %s"), cause, ticks);
}

static char *
describe_own (const SlJob *job, const SlClock *clock, const SlJobReason *reason)
{
  g_autofree char *ticks = dup_ticks (job, clock, reason->part.ticks);
  g_autofree char *usual = NULL;

  if (reason->beyond > 0 && !sl_contrast_range_is_beyond (&reason->usual, reason->n_others))
    {
      usual = dup_ticks (job, clock, reason->beyond);
      /* Translators: durations */
      return g_strdup_printf (_ ("It executed for %s, %s of it beyond its WCET."), ticks, usual);
    }
  if (reason->n_others == 0)
    /* Translators: a duration */
    return g_strdup_printf (_ ("It executed for %s."), ticks);

  usual = dup_range (job, clock, &reason->usual);
  /* Translators: a duration; one or a range of the durations of other jobs */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "It executed for %s. The task’s other job took %s.",
                                       "It executed for %s. The task’s other jobs took %s.",
                                       reason->n_others),
                          ticks, usual);
}

/* Who runs while a job waits for a lock although that one neither has it nor is as urgent: what makes an inversion
 * unbounded. */
static char *
describe_intruder (SlJobTable *table,
                   SlAnnotations *annotations,
                   const SlClock *clock,
                   const SlJob *job,
                   const SlJobPart *part)
{
  g_autofree char *intruder = NULL, *ticks = NULL;
  SlInversion wait;

  if (part->cause != SL_CAUSE_BLOCKED || part->object == 0 ||
      !sl_inversions_find_worst (table, job->task, (SlSpan) { job->eligible, job->end }, &wait))
    return g_strdup ("");

  intruder = sl_text_object (sl_job_table_get_trace (table), annotations, wait.intruder);
  ticks = dup_ticks (job, clock, wait.intruder_ticks);
  /* Translators: a task, a duration */
  return g_strdup_printf (
      _ ("Meanwhile %s, which is less urgent and does not hold it, ran for %s: a priority inversion."),
      intruder, ticks);
}

/* What the other jobs had of the same cause, of whomever; and this one, where that is more than was said of @part. */
static char *
describe_others (const SlJob *job,
                 const SlClock *clock,
                 const SlJobContrast *contrast,
                 const SlJobPart *part)
{
  const SlContrastRange *range = &contrast->causes[part->cause];
  g_autofree char *usual = NULL, *own = NULL;

  if (contrast->n_others == 0)
    return g_strdup ("");

  usual = dup_range (job, clock, range);
  if (range->ticks == part->ticks)
    /* Translators: “Preempted” or the like, a range of durations */
    return g_strdup_printf (_ ("%s in the task’s other jobs: %s."),
                            sl_text_contrast_title (part->cause), usual);
  own = dup_ticks (job, clock, range->ticks);
  /* Translators: “Preempted” or the like, a duration, a range of durations of other jobs */
  return g_strdup_printf (_ ("%s in all: %s, the task’s other jobs %s."),
                          sl_text_contrast_title (part->cause), own, usual);
}

/* Idle for less of a job, another processor would have made no difference. */
#define LEAST_IDLE 20

/**
 * sl_text_job_idle:
 * @annotations: (nullable): as in sl_text_job_part()
 * @number: place of a job in the table
 *
 * Returns: a sentence: which other processor was idle while the job was ready, of those on which its task ran in this
 *   trace; empty where none was for a notable part of its response
 */
char *
sl_text_job_idle (SlJobTable *table, SlAnnotations *annotations, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlTrace *trace = sl_job_table_get_trace (table);
  g_autofree char *processor = NULL, *ticks = NULL;
  SlIdleElsewhere idle;

  if (!sl_idle_elsewhere_find (trace, job->task, (SlSpan) { job->eligible, job->end }, &idle) ||
      idle.ticks < (job->end - job->eligible) / LEAST_IDLE)
    return g_strdup ("");

  processor = sl_text_object (trace, annotations, idle.cpu);
  ticks = dup_ticks (job, clock, idle.ticks);
  /* Translators: a processor, a duration */
  return g_strdup_printf (_ ("%s, where its task also ran, was idle for %s while it was ready"),
                          processor, ticks);
}

/* As sl_text_job_idle(), with its stop. */
static char *
describe_idle (SlJobTable *table, SlAnnotations *annotations, const SlClock *clock, guint number)
{
  g_autofree char *idle = sl_text_job_idle (table, annotations, clock, number);

  return idle[0] != '\0' ? g_strconcat (idle, ".", NULL) : g_strdup ("");
}

/* Those that are not empty, a space between them. */
static char *
join_sentences (const char *const sentences[], guint n_sentences)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < n_sentences; i++)
    {
      if (all->len > 0 && sentences[i][0] != '\0')
        g_string_append_c (all, ' ');
      g_string_append (all, sentences[i]);
    }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

/* Nobody is as little urgent as a task that has not got its real-time priority yet: that is why others ran. */
static const char *
describe_late_priority (SlJobTable *table, const SlJob *job, const SlJobPart *part)
{
  const SlBaseOrder *order = sl_job_table_get_order (table);
  SlTime end = sl_trace_get_span (sl_job_table_get_trace (table)).end;
  SlTime release = sl_job_get_arrival (job);

  if (part->cause != SL_CAUSE_PREEMPTED || release == SL_JOB_NEVER ||
      !sl_base_order_is_background (order, job->task, release) ||
      sl_base_order_is_background (order, job->task, end))
    return "";

  return _ ("When it was released it was still a fair task: it got its real-time priority later.");
}

static char *
describe_cause (SlJobTable *table, SlAnnotations *annotations, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autofree char *ticks = NULL, *wait = NULL, *intruder = NULL, *others = NULL, *idle = NULL;
  g_autofree char *interference = NULL;
  const char *late_priority;
  SlJobContrast contrast;
  SlJobReason reason;

  if (!sl_job_contrast_find_reason (table, number, &reason))
    return g_strdup ("");
  if (is_own (&reason))
    return describe_own (job, clock, &reason);

  sl_job_contrast_find (table, number, &contrast);
  ticks = dup_ticks (job, clock, reason.part.ticks);
  if (reason.part.cause == SL_CAUSE_THROTTLED && reason.part.object == 0)
    wait = sl_text_job_budget (table, clock, number, reason.part.ticks);
  if (wait == NULL)
    wait = sl_text_wait (sl_job_table_get_trace (table), annotations, &reason.part, ticks);
  late_priority = describe_late_priority (table, job, &reason.part);
  intruder = describe_intruder (table, annotations, clock, job, &reason.part);
  others =
      intruder[0] == '\0' ? describe_others (job, clock, &contrast, &reason.part) : g_strdup ("");
  interference = sl_text_job_interference (table, annotations, clock, number);
  idle = describe_idle (table, annotations, clock, number);
  return join_sentences ((const char *const[]) { wait, late_priority, intruder, others,
                                                 interference, idle },
                         6);
}

/**
 * sl_text_job_remark:
 * @annotations: (nullable): as in sl_text_job_part()
 * @number: place of a job in the table
 *
 * Returns: a sentence that belongs to the job's largest cause: of a lock, who ran meanwhile although that one is less urgent
 *   and does not hold it; of others that preempted it, that its task had no real-time priority yet; else empty
 */
char *
sl_text_job_remark (SlJobTable *table,
                    SlAnnotations *annotations,
                    const SlClock *clock,
                    guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autofree char *intruder = NULL;
  SlJobReason reason;

  if (!sl_job_contrast_find_reason (table, number, &reason))
    return g_strdup ("");

  intruder = describe_intruder (table, annotations, clock, job, &reason.part);
  return intruder[0] != '\0' ? g_steal_pointer (&intruder)
                             : g_strdup (describe_late_priority (table, job, &reason.part));
}

/**
 * sl_text_job_why:
 * @annotations: (nullable): as in sl_text_job_part()
 * @number: place of a job in the table
 *
 * Returns: sentences: the job's largest cause beyond own execution within the usual, how the task's other jobs fared,
 *   whose job took unusually long meanwhile, and whether a release is missing behind it; empty where nothing took time
 */
char *
sl_text_job_why (SlJobTable *table, SlAnnotations *annotations, const SlClock *clock, guint number)
{
  g_autofree char *cause = describe_cause (table, annotations, clock, number);
  g_autofree char *skipped = sl_text_job_skipped (table, clock, number);

  return join_sentences ((const char *const[]) { cause, skipped }, 2);
}

/**
 * sl_text_contrast_title:
 * @cause: but for %SL_CAUSE_OVERRUN, which counts as execution
 *
 * Returns: (transfer none): the name of the sum of that cause, for a line of figures
 */
const char *
sl_text_contrast_title (SlCause cause)
{
  switch (cause)
    {
    case SL_CAUSE_EXECUTION:
    case SL_CAUSE_OVERRUN:
      return _ ("Executed");
    case SL_CAUSE_PREEMPTED:
      return _ ("Preempted");
    case SL_CAUSE_BLOCKED:
      return _ ("Blocked");
    case SL_CAUSE_INTERRUPT:
      return _ ("Interrupted");
    case SL_CAUSE_THROTTLED:
      return _ ("Throttled");
    case SL_CAUSE_EARLIER_JOB:
      return _ ("Behind earlier job");
    case SL_CAUSE_SUSPENDED:
      return _ ("Suspended");
    case SL_CAUSE_RELEASE_LATENCY:
      return _ ("Release latency");
    case SL_CAUSE_WAKING:
      return _ ("Being woken");
    case SL_CAUSE_DISPATCH:
      return _ ("Scheduling latency");
    case SL_CAUSE_UNEXPLAINED:
      return _ ("Unexplained");
    case SL_CAUSE_NOT_RECORDED:
    case SL_N_CAUSES:
    default:
      return _ ("Not recorded");
    }
}
