/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-jobs.h"

#include <glib/gi18n-lib.h>

#include "sl-text-verdict.h"
#include "sl-time-text.h"

/**
 * sl_text_deadline_from:
 *
 * Returns: (transfer none): who says the deadline of the job, and whether that is a time or follows from the release, for people
 */
const char *
sl_text_deadline_from (const SlJob *job)
{
  switch ((SlDeadlineFrom) job->deadline_from)
    {
    case SL_DEADLINE_TRACE:
      if (!(job->flags & SL_JOB_DEADLINE_RELATIVE))
        return _ ("recorded");
      /* Translators: a sum of two times: when the deadline of a job is */
      return job->nominal != SL_JOB_NEVER ? _ ("nominal release + recorded relative deadline")
                                          : _ ("release + recorded relative deadline");
    case SL_DEADLINE_OPTION:
      return _ ("given");
    case SL_DEADLINE_MODEL:
      return _ ("from the task model");
    case SL_DEADLINE_INFERRED:
      return _ ("inferred from the releases");
    case SL_DEADLINE_UNKNOWN:
    default:
      return _ ("unknown");
    }
}

static char *
describe_abort (const SlJob *job, const char *duration)
{
  if (job->end == job->deadline)
    return g_strdup (_ ("aborted at its deadline"));

  return job->end > job->deadline
             ? g_strdup_printf (_ ("aborted %s after its deadline"), duration)
             : g_strdup_printf (_ ("aborted %s before its deadline, but the trace records a miss"),
                                duration);
}

static char *
describe_lateness (const SlJob *job, const SlClock *clock)
{
  SlTime begin = MIN (job->deadline, job->end);
  SlTime end = MAX (job->deadline, job->end);
  g_autofree char *duration = sl_time_text_duration (clock, (SlSpan) { begin, end });

  if (job->flags & SL_JOB_ABORTED)
    return describe_abort (job, duration);
  if ((job->flags & SL_JOB_RUNS_ON) && job->end > job->deadline)
    return g_strdup_printf (_ ("about %s late"), duration);
  if (!(job->flags & SL_JOB_FINISHED) && job->end == job->deadline)
    return g_strdup (_ ("not finished at its deadline"));
  if (!(job->flags & SL_JOB_FINISHED))
    return job->end > job->deadline
               ? g_strdup_printf (_ ("not finished %s after its deadline"), duration)
               : g_strdup_printf (
                     _ ("not finished %s before its deadline, but the trace records a miss"),
                     duration);
  /* The program may know by its own clock that it was late by less than its logging takes. */
  if (job->end == job->deadline)
    return g_strdup (_ ("finished at its deadline, but the trace records a miss"));
  if (job->end < job->deadline)
    return g_strdup_printf (_ ("%s before its deadline, but the trace records a miss"), duration);

  return g_strdup_printf (_ ("%s late"), duration);
}

/* Who says the deadline; and when the trace records a miss, where that is another time. */
static char *
dup_deadline_from (const SlJob *job, const SlClock *clock)
{
  const char *from = sl_text_deadline_from (job);
  g_autofree char *recorded = NULL;

  if (!sl_job_has_other_miss (job))
    return g_strdup (from);

  recorded = sl_clock_dup_absolute (clock, job->miss);
  /* Translators: who says the deadline, such as "from the task model", and a tick */
  return g_strdup_printf (_ ("%s; miss recorded at %s"), from, recorded);
}

/**
 * sl_text_job_miss:
 * @annotations: (nullable): as in sl_text_job_part()
 * @number: place of a job with a deadline
 *
 * Returns: one line: the job, by how much it was late, and its largest cause beyond own
 *   execution within the usual
 */
char *
sl_text_job_miss (SlJobTable *table, SlAnnotations *annotations, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlTrace *trace = sl_job_table_get_trace (table);
  g_autofree char *task = sl_text_object (trace, annotations, job->task);
  g_autofree char *lateness = describe_lateness (job, clock);
  g_autofree char *from = dup_deadline_from (job, clock);
  g_autofree char *deadline = sl_clock_dup_absolute (clock, job->deadline);
  gboolean has_longer;
  g_autofree char *reason = sl_text_job_reason (table, annotations, clock, number, &has_longer);
  g_autofree char *idle = sl_text_job_idle (table, annotations, clock, number);
  g_autofree char *cause =
      g_strconcat (reason, reason[0] != '\0' && idle[0] != '\0' ? "; " : "", idle, NULL);

  if (cause[0] == '\0')
    /* Translators: task, number of its job, "2 ms late", a tick, who says the deadline */
    return g_strdup_printf (_ ("%s, job %u: %s (deadline %s, %s)"), task, job->number, lateness,
                            deadline, from);

  if (has_longer)
    /* Translators: task, number of its job, "2 ms late", a tick, who says the deadline, “own execution” and
     * how long that was */
    return g_strdup_printf (_ ("%s, job %u: %s (deadline %s, %s); late even without waiting: %s"),
                            task, job->number, lateness, deadline, from, cause);

  /* Translators: task, number of its job, "2 ms late", a tick, who says the deadline, what took
   * the most time and how long */
  return g_strdup_printf (_ ("%s, job %u: %s (deadline %s, %s); largest cause: %s"), task,
                          job->number, lateness, deadline, from, cause);
}

static void
append_link (GString *text, SlTrace *trace, SlAnnotations *annotations, const SlChainLink *link)
{
  g_autofree char *lock = sl_text_object (trace, annotations, link[0].lock);
  g_autofree char *holder = sl_text_object (trace, annotations, link[0].holder);
  g_autofree char *waiter = sl_text_object (trace, annotations, link[0].waiter);

  if (text->len == 0)
    /* Translators: a lock, and the task that held it */
    g_string_append_printf (text, _ ("%s, held by %s"), lock, holder);
  else if (link[0].lock == link[-1].lock)
    /* Translators: the next task that held the lock; follows "LOCK, held by TASK" */
    g_string_append_printf (text, _ (", then by %s"), holder);
  else if (link[0].waiter == link[-1].holder)
    /* Translators: a lock, and the task that held it; follows "LOCK, held by TASK" */
    g_string_append_printf (text, _ (", which waited for %s, held by %s"), lock, holder);
  else
    /* Translators: a task that was named before, a lock, and the task that held that */
    g_string_append_printf (text, _ ("; %s waited for %s, held by %s"), waiter, lock, holder);
}

/* "mutex:1, held by task:2, which waited for mutex:3, held by task:4, then by task:5" */
static char *
describe_chain (SlTrace *trace, SlAnnotations *annotations, const SlInversion *inversion)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < inversion->n_links; i++)
    append_link (text, trace, annotations, &inversion->chain[i]);
  return g_string_free (text, FALSE);
}

/**
 * sl_text_inversion_chain:
 * @annotations: (nullable): as in sl_text_job_part()
 *
 * Returns: who held what, and who ran in between
 */
char *
sl_text_inversion_chain (SlTrace *trace,
                         SlAnnotations *annotations,
                         const SlClock *clock,
                         const SlInversion *inversion)
{
  SlTime begin = inversion->span.begin;
  g_autofree char *chain = describe_chain (trace, annotations, inversion);
  g_autofree char *intruder = NULL;
  g_autofree char *ticks = NULL;

  if (inversion->intruder == 0)
    return g_steal_pointer (&chain);

  intruder = sl_text_object (trace, annotations, inversion->intruder);
  ticks =
      sl_time_text_duration (clock,
                             (SlSpan) { begin, sl_time_add (begin, inversion->intruder_ticks) });
  /* Translators: a chain of locks and holders, how long, a task */
  return g_strdup_printf (_ ("%s; in between others ran for %s, longest %s"), chain, ticks,
                          intruder);
}

/**
 * sl_text_inversion:
 * @annotations: (nullable): as in sl_text_job_part()
 *
 * Returns: one line: who waited how long for what, whether that was bounded, and who was in the way
 */
char *
sl_text_inversion (SlJobTable *table,
                   SlAnnotations *annotations,
                   const SlClock *clock,
                   const SlInversion *inversion)
{
  SlTrace *trace = sl_job_table_get_trace (table);
  g_autofree char *task = sl_text_object (trace, annotations, inversion->task);
  g_autofree char *wait = sl_time_text_duration (clock, inversion->span);
  g_autofree char *chain = sl_text_inversion_chain (trace, annotations, clock, inversion);
  g_autofree char *at =
      g_strdup_printf ("%" G_GUINT64_FORMAT, sl_clock_to_absolute (clock, inversion->span.begin));

  if (inversion->job == G_MAXUINT)
    /* Translators: task, a tick, "bounded", how long, a chain of locks and their holders */
    return g_strdup_printf (_ ("%s, from %s: %s inversion, waited %s for %s"), task, at,
                            inversion->intruder == 0 ? _ ("bounded") : _ ("unbounded"), wait,
                            chain);

  /* Translators: task, its job, a tick, "bounded", how long, a chain of locks and their holders */
  return g_strdup_printf (_ ("%s, job %u, from %s: %s inversion, waited %s for %s"), task,
                          sl_job_table_get (table, inversion->job)->number, at,
                          inversion->intruder == 0 ? _ ("bounded") : _ ("unbounded"), wait, chain);
}
