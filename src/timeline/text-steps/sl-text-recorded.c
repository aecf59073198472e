/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-recorded.h"

#include <glib/gi18n-lib.h>

/* Of Linux; deadline tasks have a greater one. */
#define MOST_REAL_TIME 99

static char *
describe_classes (const SlDecisionWords *self)
{
  gboolean waits = self->decision->kind == SL_DECISION_QUEUE;

  if (self->decision->measure > MOST_REAL_TIME)
    return waits ? g_strdup_printf (_ ("%s is a deadline task, and those go first"), self->rival)
                 : g_strdup_printf (_ ("it is a deadline task, and %s is not"), self->rival);

  return waits ? g_strdup_printf (_ ("it is a fair task, and %s has the real-time priority %s"),
                                  self->rival, self->measure)
               /* Translators: a number, a task */
               : g_strdup_printf (_ ("it has the real-time priority %s, and %s is a fair task"),
                                  self->measure, self->rival);
}

/* Two tasks whose order follows from what no priority says. */
static char *
describe_unordered (const SlDecisionWords *self)
{
  if (self->decision->measure == 0 && self->decision->rival_measure == 0)
    return g_strdup_printf (_ ("%s is a fair task as well, and the trace does not record in which "
                               "order those run"),
                            self->rival);
  if (self->decision->measure == self->decision->rival_measure)
    return g_strdup_printf (_ ("%s is a deadline task as well, and the trace does not record the "
                               "deadlines that those are scheduled by"),
                            self->rival);

  return g_strdup (_ ("whether a task of priority 99 precedes a deadline task depends on its "
                      "class, which the trace does not record"));
}

/**
 * sl_text_recorded:
 *
 * Returns: (nullable): a clause about the task of a decision that nothing is known of but the priorities that the trace
 *   records; %NULL where it has none, or a policy is known
 */
char *
sl_text_recorded (const SlDecisionWords *self)
{
  if (!sl_replay_goes_by_recorded (self->replay))
    return NULL;

  switch ((int) self->decision->reason)
    {
    case SL_REASON_CLASS:
      return describe_classes (self);
    case SL_REASON_UNORDERED:
      return describe_unordered (self);
    case SL_REASON_SWITCH:
      return self->decision->other == 0
                 ? g_strdup (_ ("its processor is idle, but has not switched to it yet"))
                 : g_strdup_printf (_ ("it takes precedence over %s, but the processor has not "
                                       "switched yet"),
                                    self->other);
    case SL_REASON_UNEXPLAINED:
      return g_strdup (_ ("according to the recorded priorities it should be otherwise"));
    default:
      return g_strdup (
          _ ("the trace does not record who has the processor, or with which priority"));
    }
}
