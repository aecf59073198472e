/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-decision.h"

#include <glib/gi18n-lib.h>

#include "sl-text-reason.h"

/* The same of one that need not run. */
static char *
describe_heir (const SlDecisionWords *self)
{
  gboolean is_edf = sl_replay_get_policy (self->replay) == SL_POLICY_EDF;

  if (self->decision->deciding_lock == 0)
    return g_strdup_printf (is_edf ? _ ("%s now has %s’s deadline")
                                   : _ ("%s now has %s’s priority"),
                            self->task, self->inherits_from);

  /* Translators: a task, a task, a lock */
  return g_strdup_printf (is_edf ? _ ("%s now has %s’s deadline because it holds %s")
                                 : _ ("%s now has %s’s priority because it holds %s"),
                          self->task, self->inherits_from, self->deciding_lock);
}

/* @priority: (out): of @task
 * @ceiling: (out): of the lock that keeps it from having another one */
static void
find_ceiling (const SlDecisionWords *self, guint32 task, char **priority, char **ceiling)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (self->replay));

  *priority = g_strdup_printf ("%" G_GINT64_FORMAT, sl_task_rules_get (rules, task)->priority);
  *ceiling =
      g_strdup_printf ("%" G_GINT64_FORMAT,
                       sl_task_rules_get_lock (rules, self->decision->ceiling_lock)->ceiling);
}

/* A task that waited for a lock, and might have got it, does not. */
static char *
describe_refused (const SlDecisionWords *self)
{
  const SlDecision *decision = self->decision;
  g_autofree char *priority = NULL, *ceiling = NULL;

  if (decision->ceiling_lock == 0)
    /* Translators: a task, a lock, a task */
    return g_strdup_printf (_ ("%s still has to wait for %s, which %s holds now"), self->task,
                            self->lock, self->holder);

  find_ceiling (self, decision->task, &priority, &ceiling);
  /* Translators: a task, a lock, a number, a number, a lock, a task */
  return g_strdup_printf (_ ("%s still has to wait for %s, which is free: its priority %s is not "
                             "above the ceiling %s of %s, which %s holds"),
                          self->task, self->lock, priority, ceiling, self->ceiling_lock,
                          self->holder);
}

/* What kept a task from having a lock. */
static char *
describe_wait (const SlDecisionWords *self)
{
  const SlDecision *decision = self->decision;
  g_autofree char *priority = NULL, *ceiling = NULL;

  if (decision->holder == 0)
    return g_strdup_printf (_ ("%s waits for %s; its holder is not recorded"), self->other,
                            self->lock);
  if (decision->is_deadlock)
    /* Translators: a task, a lock, a task */
    return g_strdup_printf (_ ("%s waits for %s, which %s holds: a circular wait, that is, a "
                               "deadlock"),
                            self->other, self->lock, self->holder);
  if (decision->ceiling_lock == 0)
    /* Translators: a task, a lock, a task */
    return g_strdup_printf (_ ("%s waits for %s, which %s holds"), self->other, self->lock,
                            self->holder);

  find_ceiling (self, decision->other, &priority, &ceiling);
  /* Translators: a task, a lock, a number, a number, a lock, a task */
  return g_strdup_printf (_ ("%s waits for %s, which is free: its priority %s is not above the "
                             "ceiling %s of %s, which %s holds"),
                          self->other, self->lock, priority, ceiling, self->ceiling_lock,
                          self->holder);
}

/* @job: index in the jobs' table */
static char *
describe_abort (const SlDecisionWords *self, const char *task, guint job)
{
  const SlJob *found = sl_job_table_get (sl_replay_get_jobs (self->replay), job);

  return found->deadline == found->end
             ? g_strdup_printf (_ ("the job of %s is aborted at its deadline"), task)
             : g_strdup_printf (_ ("the job of %s is aborted"), task);
}

/* A job that ends while its task goes on with the next one, or waits. */
static char *
describe_end (const SlDecisionWords *self)
{
  const SlDecision *decision = self->decision;
  char *text;

  if (decision->previous_fate == SL_FATE_ABORTED)
    return describe_abort (self, self->task, decision->job);
  if (decision->other != decision->task)
    text = g_strdup_printf (_ ("%s finishes its job"), self->task);
  else if (decision->released_lock != 0)
    /* Translators: a task, a lock */
    text = g_strdup_printf (_ ("%s releases %s, finishes its job and starts the next"), self->task,
                            self->released_lock);
  else
    text = g_strdup_printf (_ ("%s finishes its job and starts the next"), self->task);

  return sl_decision_words_add_lateness (self, text, decision->job);
}

static char *
describe_given (const SlDecisionWords *self)
{
  return g_strdup_printf (_ ("%s releases %s"), self->other, self->released_lock);
}

/* What became of the task that had the processor; %NULL for nobody. */
static char *
describe_left (const SlDecisionWords *self)
{
  char *text;

  switch ((int) self->decision->previous_fate)
    {
    case SL_FATE_PREEMPTED:
      return self->decision->released_lock != 0 ? describe_given (self) : NULL;
    case SL_FATE_FINISHED:
      /* As a task that has set its clock and waits for it the first time. */
      if (self->decision->other_job == G_MAXUINT && self->decision->released_lock == 0)
        return g_strdup_printf (_ ("%s waits for its next release"), self->other);
      text = self->decision->released_lock != 0
                 /* Translators: a task, a lock */
                 ? g_strdup_printf (_ ("%s releases %s and finishes its job"), self->other,
                                    self->released_lock)
                 : g_strdup_printf (_ ("%s finishes its job"), self->other);
      return sl_decision_words_add_lateness (self, text, self->decision->other_job);
    case SL_FATE_ABORTED:
      return describe_abort (self, self->other, self->decision->other_job);
    case SL_FATE_WAITS:
      return describe_wait (self);
    case SL_FATE_THROTTLED:
      return g_strdup_printf (_ ("%s has used up its budget"), self->other);
    case SL_FATE_SUSPENDED:
      return g_strdup_printf (_ ("%s goes to sleep"), self->other);
    case SL_FATE_ENDED:
      return g_strdup_printf (_ ("%s ends"), self->other);
    case SL_FATE_UNKNOWN:
      return g_strdup_printf (_ ("%s waits for something that is not logged"), self->other);
    case SL_FATE_NOBODY:
    default:
      return NULL;
    }
}

static char *
describe_running (const SlDecisionWords *self)
{
  const SlDecision *decision = self->decision;
  gboolean preempts = decision->previous_fate == SL_FATE_PREEMPTED;
  g_autofree char *reason = NULL;

  if (decision->reason == SL_REASON_HOLDS)
    return sl_text_reason_inherited (self, self->task);

  reason = sl_text_reason_to_run (self);
  return preempts
             /* Translators: a task, a task, why */
             ? g_strdup_printf (_ ("%s preempts %s: %s"), self->task, self->other, reason)
             /* Translators: a task, why */
             : g_strdup_printf (_ ("%s runs: %s"), self->task, reason);
}

static char *
describe_queued (const SlDecisionWords *self)
{
  g_autofree char *reason = sl_text_reason_to_wait (self);

  switch ((int) self->decision->wake_reason)
    {
    case SL_WAKE_RELEASED:
      /* Translators: a task, why */
      return g_strdup_printf (_ ("%s is released and waits: %s"), self->task, reason);
    case SL_WAKE_UNBLOCKED:
      /* Translators: a task, a lock that it has not yet taken, why it does not run */
      return g_strdup_printf (_ ("%s can take %s now and is ready: %s"), self->task, self->lock,
                              reason);
    case SL_WAKE_HANDED:
      /* Translators: a task, a lock, why the task does not run */
      return g_strdup_printf (_ ("%s gets %s and is ready: %s"), self->task, self->lock, reason);
    case SL_WAKE_REPLENISHED:
      return g_strdup_printf (_ ("%s has a budget again and waits: %s"), self->task, reason);
    case SL_WAKE_UNKNOWN:
    default:
      return self->decision->reason == SL_REASON_SERVER &&
                     self->decision->served == self->decision->task
                 /* Translators: a task, why it waits */
                 ? g_strdup_printf (_ ("%s waits: %s"), self->task, reason)
                 : g_strdup_printf (_ ("%s is ready and waits: %s"), self->task, reason);
    }
}

static char *
describe (const SlDecisionWords *self)
{
  g_autofree char *left = NULL;
  g_autofree char *now = NULL;

  switch ((int) self->decision->kind)
    {
    case SL_DECISION_QUEUE:
      return describe_queued (self);
    case SL_DECISION_INHERIT:
      return describe_heir (self);
    case SL_DECISION_END:
      return describe_end (self);
    case SL_DECISION_REFUSE:
      now = describe_refused (self);
      if (self->decision->released_lock != 0)
        left = describe_given (self);
      break;
    case SL_DECISION_IDLE:
      if (self->decision->previous_fate == SL_FATE_NOBODY)
        return g_strdup (_ ("No task is ready"));
      now = g_strdup (_ ("no task is ready"));
      break;
    case SL_DECISION_UNSEEN:
      if (self->decision->previous_fate == SL_FATE_UNKNOWN)
        return g_strdup (_ ("Who runs from here on was not recorded"));
      now = g_strdup (_ ("who runs from here on was not recorded"));
      break;
    case SL_DECISION_RUN:
    default:
      now = describe_running (self);
      break;
    }
  if (self->decision->kind != SL_DECISION_REFUSE)
    left = describe_left (self);

  /* Translators: what became of the task before, which task runs now and why */
  return left != NULL ? g_strdup_printf (_ ("%s; %s"), left, now) : g_steal_pointer (&now);
}

/**
 * sl_text_decision:
 * @annotations: (nullable): as in sl_text_step_name()
 * @clock: with the user's rate
 * @decision: as sl_decisions_find() gave it
 *
 * Returns: one sentence, without a full stop: of several processors which decided, what was decided and why. It says so where a fact is
 *   neither in the trace nor in the task model
 */
char *
sl_text_decision (SlReplay *replay,
                  SlAnnotations *annotations,
                  const SlClock *clock,
                  const SlDecision *decision)
{
  SlDecisionWords words = { .replay = replay, .clock = clock, .decision = decision };
  char *text;

  sl_decision_words_find (&words, annotations);
  text = describe (&words);
  sl_decision_words_clear (&words);
  return sl_decision_words_add_processor (replay, annotations, decision, text);
}
