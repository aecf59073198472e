/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is decided between two instants of a trace, shared by its files:
 *
 *   sl-decision-facts.c    what became of a task, and what led to it
 *   sl-decision-compare.c  which decisions that makes
 *   sl-decision.c          the way from one such pair to the next
 */

#include "sl-decision.h"

G_BEGIN_DECLS

/**
 * SlDecisionPair:
 * @blank: what all decisions between @before and @after have in common: the event
 * @found: (element-type SlDecision): what was decided
 */
typedef struct
{
  SlReplay *replay;
  SlReplayChanges *changes;
  const SlSchedState *before;
  const SlSchedState *after;
  guint32 idle_task;
  SlDecision blank;
  GArray *found;
} SlDecisionPair;

guint32 sl_decision_pair_get_runner (const SlDecisionPair *self,
                                     const SlSchedState *sched,
                                     guint processor);
guint sl_decision_pair_get_job (const SlSchedState *sched, guint32 task);
guint32 sl_decision_pair_get_given (const SlDecisionPair *self, guint32 task);
gboolean sl_decision_pair_has_ended (const SlDecisionPair *self, guint job);
gboolean sl_decision_pair_is_aborted (const SlDecisionPair *self, guint job);
SlPreviousFate sl_decision_pair_get_fate (const SlDecisionPair *self, guint32 task);
SlWakeReason sl_decision_pair_get_wake_reason (const SlDecisionPair *self, guint32 task);
guint32 sl_decision_pair_find_blocker (const SlDecisionPair *self,
                                       const SlSchedState *sched,
                                       guint32 task,
                                       guint32 lock,
                                       guint32 *ceiling_lock);
void sl_decision_pair_find_holder (const SlDecisionPair *self, guint32 task, SlDecision *decision);
const SlSchedTask *sl_decision_find_task (const SlSchedState *sched, guint32 task);
guint32 sl_decision_get_owner (const SlSchedState *sched, guint32 lock);

void sl_decision_pair_compare (SlDecisionPair *self);

/* sl-recorded-server.c: what a trace records of the servers of single tasks, such as those of SCHED_DEADLINE. */
guint32 sl_recorded_server_find (const SlSchedState *sched, SlReplay *replay, guint32 task);
gboolean sl_recorded_server_find_deadline (const SlSchedState *sched,
                                           SlReplay *replay,
                                           guint32 task,
                                           SlTime *deadline);

G_END_DECLS
