/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-job-finder.h"
#include "sl-period-misses.h"
#include "sl-processors.h"
#include "sl-relation.h"
#include "sl-release-lateness.h"
#include "sl-text-jobs.h"
#include "sl-text-reference.h"
#include "sl-text-verdict.h"
#include "sl-time-text.h"

/* What the details pane says of one job, the answer first: whether it was late and why, when what
 * happened, where its time went, and what was unlike the task's other jobs. */

typedef struct
{
  SlDocument *document;
  guint trace; /* number in the document's set */
  SlJobTable *jobs;
  const SlJob *job;
  guint number; /* of it in the table */
  GtkBox *box;
  GtkListBox *list;
} Filling;

static char *
dup_ticks_text (const Filling *self, gint64 ticks)
{
  return sl_event_text_duration (self->document, self->trace,
                                 (SlSpan) { self->job->eligible,
                                            sl_time_add (self->job->eligible, ticks) });
}

static char *
describe_release (const Filling *self)
{
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (self->jobs), self->job->task);
  SlTrace *trace = sl_job_table_get_trace (self->jobs);
  const SlLane *lane = sl_trace_get_lane_of_object (trace, self->job->task);
  g_autofree char *period = NULL;

  if (lane != NULL && sl_job_finder_goes_by_wakings (trace, lane, rule))
    /* Translators: what is taken for a job of a task */
    return g_strdup (_ ("From a wake-up to the next sleep"));
  if (rule->is_aperiodic)
    return g_strdup (_ ("Aperiodic"));
  if (rule->period == 0)
    return g_strdup ("");

  period = dup_ticks_text (self, rule->period);
  /* Translators: a duration */
  return rule->is_sporadic ? g_strdup_printf (_ ("Sporadic, at least %s apart"), period)
                           : g_strdup_printf (_ ("Periodic, every %s"), period);
}

static char *
describe_deadline (const Filling *self)
{
  const SlJob *job = self->job;
  g_autofree char *relative = NULL;

  if (job->deadline == SL_JOB_NEVER)
    return g_strdup (_ ("No deadline is given"));
  if (job->release == SL_JOB_NEVER)
    /* Translators: who gives the deadline */
    return g_strdup_printf (_ ("Deadline %s"), sl_text_deadline_from (job));

  relative = dup_ticks_text (self, job->deadline - sl_job_get_arrival (job));
  /* Translators: a duration, who gives the deadline */
  return g_strdup_printf (_ ("Deadline %s, %s"), relative, sl_text_deadline_from (job));
}

/* @picked: what of the job was picked */
static void
add_heading (const Filling *self, const char *picked)
{
  g_autofree char *task =
      sl_event_text_object_of_several (self->document, self->trace, self->job->task);
  g_autofree char *title = g_strdup_printf (_ ("%s, job %u"), task, self->job->number);
  g_autofree char *release = describe_release (self);
  g_autofree char *deadline = describe_deadline (self);
  g_autofree char *both =
      release[0] != '\0' ? g_strdup_printf ("%s · %s", release, deadline) : g_strdup (deadline);
  const char *const lines[] = { both, picked, NULL };

  sl_details_heading_append (self->box, self->document, self->trace, self->job->task, title, lines);
}

static void
add_card (const Filling *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);
  SlAnnotations *annotations = sl_trace_set_get_annotations (set, self->trace);
  g_autoptr (SlClock) clock = sl_trace_set_dup_clock_of (set, self->trace);
  gboolean is_miss = sl_job_has_missed (self->job, FALSE);
  g_autofree char *verdict = sl_text_job_verdict (self->jobs, clock, self->number);
  g_autofree char *why =
      is_miss ? sl_text_job_why (self->jobs, annotations, clock, self->number) : g_strdup ("");

  g_autofree char *reference =
      sl_text_deadline_reference (self->jobs, annotations, clock,
                                  sl_job_table_find_task (self->jobs, self->job->task));
  g_autofree char *all =
      g_strconcat (why, why[0] != '\0' && reference[0] != '\0' ? " " : "", reference, NULL);

  gtk_box_append (self->box, sl_verdict_card_new (verdict, all, is_miss));
}

/* In seconds, with the tick as its tooltip; where no rate is known, that tick. */
static void
add_time (const Filling *self, const char *name, SlTime time, gboolean is_late)
{
  SlClock *clock = sl_document_get_clock (self->document);
  g_autofree char *tick = NULL;
  g_autofree char *elapsed = NULL;

  if (time == SL_JOB_NEVER)
    return;

  time = sl_trace_set_to_reference (sl_document_get_trace_set (self->document), self->trace, time);
  tick = sl_event_text_tick (self->document, time);
  elapsed = sl_clock_has_rate (clock)
                ? sl_event_text_elapsed (self->document, time)
                : g_strdup_printf ("%s %s", tick, _ (sl_clock_get_unit_id (clock)));
  sl_field_list_add_fact (self->list, name, elapsed, tick, is_late);
}

static void
add_duration (const Filling *self, const char *name, gint64 ticks, gboolean is_late)
{
  g_autofree char *number = sl_time_text_signed_ticks (ticks);
  g_autofree char *length = dup_ticks_text (self, ABS (ticks));
  g_autofree char *duration = g_strdup_printf ("%s%s", ticks < 0 ? "−" : "", length);

  sl_field_list_add_fact (self->list, name, duration, number, is_late);
}

/* By which the job is found in the program's own log. */
static void
add_recorded_number (const Filling *self)
{
  g_autofree char *number = NULL;

  if (self->job->recorded == 0)
    return;

  number = g_strdup_printf ("%u", self->job->recorded - 1);
  sl_field_list_add_fact (self->list, _ ("Recorded number"), number, "", FALSE);
}

/* Where it began to run, and where it was last, if there are several processors. */
static void
add_processor (const Filling *self)
{
  const SlJob *job = self->job;
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (self->document), self->trace);
  guint32 first = job->start != SL_JOB_NEVER && sl_processors_count_lanes (trace) > 1
                      ? sl_relation_find_processor (trace, job->task, job->start)
                      : 0;
  guint32 last = first != 0 && job->end > job->start
                     ? sl_relation_find_processor (trace, job->task, job->end - 1)
                     : 0;
  g_autofree char *began = NULL;
  g_autofree char *ended = NULL;
  g_autofree char *both = NULL;

  if (first == 0)
    return;

  began = sl_event_text_title (self->document, self->trace, first);
  if (last != 0 && last != first)
    {
      ended = sl_event_text_title (self->document, self->trace, last);
      /* Translators: the processors where a job began and where it ended */
      both = g_strdup_printf (_ ("%s, at the end %s"), began, ended);
    }
  sl_field_list_add_fact (self->list, _ ("Processor"), both != NULL ? both : began, "", FALSE);
}

/* If deadlines counted from the period of the task, other jobs would have missed theirs: then that one is shown as well. */
static void
add_deadline_by_period (const Filling *self)
{
  const SlJobTask *task = sl_job_table_find_task (self->jobs, self->job->task);
  SlPeriodMisses misses;
  SlTime deadline;

  if (!sl_period_misses_find (self->jobs, task, &misses) || !sl_period_misses_differ (&misses) ||
      self->job->release == SL_JOB_NEVER)
    return;

  deadline = sl_period_misses_get_deadline (&misses, self->job);
  add_time (self, _ ("Deadline by period"), deadline, self->job->end > deadline);
}

/* A recorded miss at another time than the deadline in force has a line of its own. */
static void
add_facts (Filling *self)
{
  const SlJob *job = self->job;
  gboolean is_late = sl_job_has_missed (job, FALSE);
  gint64 ticks;

  self->list = sl_field_list_append_facts (self->box, _ ("Times of the job"));
  add_recorded_number (self);
  add_time (self, _ ("Release"), sl_job_get_arrival (job), FALSE);
  if (!sl_job_has_other_miss (job))
    add_time (self, _ ("Start"), job->start, FALSE);
  add_processor (self);
  if (job->deadline_from != SL_DEADLINE_INFERRED)
    add_time (self, _ ("Deadline"), job->deadline, FALSE);
  add_deadline_by_period (self);
  if (sl_job_has_other_miss (job))
    add_time (self, _ ("Miss recorded"), job->miss, FALSE);
  add_time (self, job->flags & SL_JOB_ABORTED ? _ ("Aborted") : _ ("Finish"),
            job->flags & SL_JOB_ABORTED ? job->end : sl_job_get_finish (job), is_late);
  if (sl_job_get_response (job, &ticks))
    add_duration (self, _ ("Response"), ticks, FALSE);
  if (job->deadline_from != SL_DEADLINE_INFERRED && sl_job_get_lateness (job, &ticks))
    add_duration (self, _ ("Lateness"), ticks, is_late);
  ticks = sl_job_table_get_release_lateness (self->jobs, self->number);
  if (ticks != SL_RELEASE_LATENESS_UNKNOWN && ticks != 0)
    add_duration (self, _ ("Release lateness"), ticks, FALSE);
}

/**
 * sl_job_details_fill:
 * @box: to which it is appended
 * @ref: a job of the document
 * @picked: what of the job was picked; may be empty
 */
void
sl_job_details_fill (GtkBox *box, SlDocument *document, SlJobRef ref, const char *picked)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  Filling filling = { .document = document,
                      .trace = ref.trace,
                      .jobs = jobs,
                      .number = ref.number,
                      .box = box };

  g_return_if_fail (jobs != NULL && ref.number < sl_job_table_get_n_jobs (jobs));

  filling.job = sl_job_table_get (jobs, ref.number);
  add_heading (&filling, picked);
  add_card (&filling);
  add_facts (&filling);
  sl_job_causes_append (box, document, ref);
  sl_wake_list_append (box, document, ref.trace,
                       filling.job->release != SL_JOB_NEVER ? sl_job_get_arrival (filling.job)
                                                            : SL_TIME_MAX);
  sl_job_unlike_append (box, document, ref);
  sl_response_bars_append (box, document, ref);
  /* Behind all that says why the job was late, which has to be in sight. */
  sl_follow_list_append (box, document, ref.trace);
}
