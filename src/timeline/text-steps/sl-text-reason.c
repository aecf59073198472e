/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-reason.h"

#include <glib/gi18n-lib.h>

#include "sl-text-recorded.h"

/* Why the one that runs precedes the one that it preempts: a clause about "it", short where the
 * figures are those of both. */
static char *
describe_preemption (const SlDecisionWords *self)
{
  const SlDecision *decision = self->decision;

  if (decision->measure_of != decision->task || decision->rival_measure_of != decision->rival)
    return NULL;

  switch ((int) decision->reason)
    {
    case SL_REASON_PRIORITY:
      /* Translators: two numbers, of the task that preempts and of the one that is preempted */
      return g_strdup_printf (_ ("its priority %s is above %s"), self->measure,
                              self->rival_measure);
    case SL_REASON_PERIOD:
      return g_strdup_printf (_ ("its period %s is shorter than %s"), self->measure,
                              self->rival_measure);
    case SL_REASON_RELATIVE_DEADLINE:
      return g_strdup_printf (_ ("its relative deadline %s is shorter than %s"), self->measure,
                              self->rival_measure);
    case SL_REASON_DEADLINE:
      return g_strdup_printf (_ ("its deadline %s comes before %s"), self->measure,
                              self->rival_measure);
    default:
      return NULL;
    }
}

/* Why the one that runs precedes one that has the ceiling of a lock. */
static char *
describe_ceiling (const SlDecisionWords *self)
{
  if (self->decision->reason != SL_REASON_PRIORITY || self->decision->deciding_lock == 0)
    return NULL;
  if (self->decision->kind == SL_DECISION_QUEUE)
    /* Translators: a number, a lock, a task, a number */
    return g_strdup_printf (_ ("it has the ceiling %s of %s, which is below %s’s priority %s"),
                            self->rival_measure, self->deciding_lock, self->rival, self->measure);

  /* Translators: a number, a number, a lock, a task */
  return g_strdup_printf (_ ("its priority %s is above the ceiling %s of %s, which %s holds"),
                          self->measure, self->rival_measure, self->deciding_lock, self->rival);
}

/* Of two jobs that nothing but their releases tells apart; @first is the one that goes first. */
static char *
describe_tie (const SlDecisionWords *self, const char *first)
{
  gboolean is_fifo = self->decision->reason == SL_REASON_RELEASE;

  switch ((int) self->decision->tie)
    {
    case SL_TIE_LISTED:
      /* Translators: a task, and which of both is listed first */
      return is_fifo ? g_strdup_printf (_ ("%s’s job was released at the same instant, and %s is "
                                           "listed first"),
                                        self->rival, first)
                     : g_strdup_printf (_ ("%s is as urgent, both were released at the same "
                                           "instant, and %s is listed first"),
                                        self->rival, first);
    case SL_TIE_SERVER:
      return g_strdup_printf (_ ("%s is as urgent, and servers run first"), self->rival);
    case SL_TIE_NONE:
      return g_strdup_printf (_ ("%s is as urgent"), self->rival);
    default:
      return NULL;
    }
}

/* Why the task that runs precedes another one that is ready. */
static char *
describe_choice (const SlDecisionWords *self)
{
  SlTextFigure one = sl_decision_words_get_runner (self, self->decision->task, self->task);
  SlTextFigure other = sl_decision_words_get_waiter (self, self->decision->rival, self->rival);
  char *tie = NULL;

  switch ((int) self->decision->reason)
    {
    case SL_REASON_ONLY:
      return g_strdup (_ ("no other task is ready"));
    case SL_REASON_RELEASE:
      tie = describe_tie (self, self->task);
      return tie != NULL ? tie
                         : g_strdup_printf (_ ("its job was released before %s’s"), self->rival);
    case SL_REASON_EQUAL:
      tie = describe_tie (self, self->task);
      return tie != NULL
                 ? tie
                 : g_strdup_printf (_ ("%s is as urgent, and its own job was released first"),
                                    self->rival);
    case SL_REASON_TURN:
      return g_strdup (_ ("it is its turn"));
    default:
      return self->decision->deciding_lock != 0
                 ? describe_ceiling (self)
                 : sl_text_comparison (self->decision->reason, TRUE, &one, &other);
    }
}

/* Why a task that is ready does not precede the one that runs. */
static char *
describe_waiting (const SlDecisionWords *self)
{
  SlTextFigure one = sl_decision_words_get_waiter (self, self->decision->task, self->task);
  SlTextFigure other = sl_decision_words_get_runner (self, self->decision->rival, self->rival);
  char *tie = NULL;

  switch ((int) self->decision->reason)
    {
    case SL_REASON_RELEASE:
      tie = describe_tie (self, self->rival);
      return tie != NULL
                 ? tie
                 : g_strdup_printf (_ ("%s’s job was released before its own"), self->rival);
    case SL_REASON_EQUAL:
      tie = describe_tie (self, self->rival);
      return tie != NULL ? tie
                         : g_strdup_printf (_ ("%s is as urgent, and its job was released first"),
                                            self->rival);
    case SL_REASON_TURN:
      return g_strdup_printf (_ ("it is %s’s turn"), self->rival);
    default:
      return self->decision->deciding_lock != 0
                 ? describe_ceiling (self)
                 : sl_text_comparison (self->decision->reason, FALSE, &one, &other);
    }
}

/**
 * sl_text_reason_inherited:
 * @runner: what the task is called that runs with what it inherits
 *
 * Returns: such as "τ3 runs at τ1’s priority because it holds m1"
 */
char *
sl_text_reason_inherited (const SlDecisionWords *self, const char *runner)
{
  gboolean is_edf = sl_replay_get_policy (self->replay) == SL_POLICY_EDF;

  if (self->decision->deciding_lock == 0)
    return g_strdup_printf (is_edf ? _ ("%s runs with %s’s deadline")
                                   : _ ("%s runs at %s’s priority"),
                            runner, self->inherits_from);

  /* Translators: a task, a task, a lock */
  return g_strdup_printf (is_edf ? _ ("%s runs with %s’s deadline because it holds %s")
                                 : _ ("%s runs at %s’s priority because it holds %s"),
                          runner, self->inherits_from, self->deciding_lock);
}

/* Why a task runs because of a lock that it holds. */
static char *
describe_lock_of_runner (const SlDecisionWords *self)
{
  switch ((int) self->decision->reason)
    {
    case SL_REASON_CEILING:
      /* Translators: a number, a lock, a task, a number */
      return g_strdup_printf (_ ("it has the ceiling %s of %s, which is not below %s’s %s"),
                              self->measure, self->deciding_lock, self->rival, self->rival_measure);
    case SL_REASON_SYSTEM_CEILING:
      /* Translators: a number, a task, a number */
      return g_strdup_printf (_ ("the system ceiling %s is not below %s’s preemption level %s"),
                              self->measure, self->rival, self->rival_measure);
    case SL_REASON_NO_PREEMPTION:
      return g_strdup_printf (_ ("it holds %s and is not preempted"), self->deciding_lock);
    default:
      return NULL;
    }
}

/* Why a task does not run because of a lock that another one holds. */
static char *
describe_lock_of_other (const SlDecisionWords *self)
{
  switch ((int) self->decision->reason)
    {
    case SL_REASON_HOLDS:
      return sl_text_reason_inherited (self, self->other);
    case SL_REASON_CEILING:
      /* Translators: a task, a number, a lock, a number */
      return g_strdup_printf (_ ("%s has the ceiling %s of %s, which is not below its priority %s"),
                              self->decision->holder != 0 ? self->holder : self->other,
                              self->measure, self->deciding_lock, self->rival_measure);
    case SL_REASON_SYSTEM_CEILING:
      /* Translators: two numbers */
      return g_strdup_printf (_ ("the system ceiling %s is not below its preemption level %s"),
                              self->measure, self->rival_measure);
    case SL_REASON_NO_PREEMPTION:
      return g_strdup_printf (_ ("%s holds %s and is not preempted"), self->other,
                              self->deciding_lock);
    default:
      return NULL;
    }
}

/* What a server decides; of one that waits by itself or of its rival. */
static char *
describe_server (const SlDecisionWords *self)
{
  if (self->decision->reason != SL_REASON_SERVER)
    return NULL;
  if (self->decision->served != 0 && self->decision->server == 0)
    return g_strdup (_ ("it has no budget now"));
  if (self->decision->served == 0)
    return g_strdup_printf (
        _ ("decided by the deadline of server %s, which the trace does not record"), self->server);

  return self->decision->kind == SL_DECISION_QUEUE
             ? g_strdup_printf (_ ("its server %s has no budget now"), self->server)
             /* Translators: a server, the task that it would serve */
             : g_strdup_printf (_ ("the server %s has no budget for %s now"), self->server,
                                self->served);
}

/* Of one that runs or waits by nothing that its task or lock says. */
static char *
describe_remaining (const SlDecisionWords *self)
{
  char *reason = describe_server (self);

  if (reason == NULL)
    reason = sl_text_recorded (self);
  if (reason != NULL)
    return reason;

  return g_strdup (
      self->decision->reason == SL_REASON_UNEXPLAINED
          ? _ ("according to the task model it should be otherwise")
          : _ ("neither the trace nor a task model says which policy the scheduler follows"));
}

/**
 * sl_text_reason_to_run:
 *
 * Returns: why the task that runs precedes another one
 */
char *
sl_text_reason_to_run (const SlDecisionWords *self)
{
  char *reason = NULL;

  if (self->decision->previous_fate == SL_FATE_PREEMPTED &&
      self->decision->rival_measure != G_MAXINT64)
    reason = describe_preemption (self);
  if (reason == NULL)
    reason = describe_choice (self);
  if (reason == NULL)
    reason = describe_lock_of_runner (self);
  return reason != NULL ? reason : describe_remaining (self);
}

/**
 * sl_text_reason_to_wait:
 *
 * Returns: why a task that is ready does not precede the one that runs
 */
char *
sl_text_reason_to_wait (const SlDecisionWords *self)
{
  char *reason = describe_waiting (self);

  if (reason == NULL)
    reason = describe_lock_of_other (self);
  return reason != NULL ? reason : describe_remaining (self);
}
