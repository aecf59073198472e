/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the scheduler decided, and by which facts. */

#include "sl-effective-priority.h"

G_BEGIN_DECLS

/**
 * SlDecisionKind:
 * @SL_DECISION_RUN: a task gets a processor
 * @SL_DECISION_IDLE: nobody gets it
 * @SL_DECISION_UNSEEN: what a processor does from then on is not recorded
 * @SL_DECISION_QUEUE: a task becomes ready and does not run
 * @SL_DECISION_INHERIT: a task inherits from another one, and nothing else changes
 * @SL_DECISION_END: a job ends, and its task either keeps the processor for its next job or did not have it
 * @SL_DECISION_REFUSE: a task that waited for a lock could have got it, or who kept it from that has
 *   given back what did so, and it waits again, or still
 */
typedef enum
{
  SL_DECISION_RUN,
  SL_DECISION_IDLE,
  SL_DECISION_UNSEEN,
  SL_DECISION_QUEUE,
  SL_DECISION_INHERIT,
  SL_DECISION_END,
  SL_DECISION_REFUSE,
  SL_N_DECISION_KINDS,
} SlDecisionKind;

/**
 * SlPreviousFate:
 *
 * What became of the task that had the processor before, or of the job in %SL_DECISION_END.
 */
typedef enum
{
  SL_FATE_NOBODY, /* the processor was idle, or nobody knows who had it */
  SL_FATE_PREEMPTED,
  SL_FATE_FINISHED,
  SL_FATE_ABORTED, /* its job ended without finishing */
  SL_FATE_WAITS,   /* for SlDecision.lock */
  SL_FATE_THROTTLED,
  SL_FATE_SUSPENDED,
  SL_FATE_ENDED,
  SL_FATE_UNKNOWN, /* it waits for something that is not logged */
  SL_N_FATES,
} SlPreviousFate;

/**
 * SlWakeReason:
 *
 * How a task became ready.
 */
typedef enum
{
  SL_WAKE_UNKNOWN,
  SL_WAKE_RELEASED,
  SL_WAKE_UNBLOCKED, /* it may take the lock that it waited for */
  SL_WAKE_HANDED,    /* it has been given the lock that it waited for */
  SL_WAKE_REPLENISHED,
} SlWakeReason;

/**
 * SlReason:
 * @SL_REASON_UNKNOWN: neither the trace nor the task model says which policy the scheduler follows
 * @SL_REASON_UNEXPLAINED: according to the task model, or to the priorities that the trace records, it should have been otherwise
 * @SL_REASON_ONLY: nobody else is ready
 * @SL_REASON_PRIORITY: the greater one
 * @SL_REASON_PERIOD: the shorter one
 * @SL_REASON_RELATIVE_DEADLINE: the shorter one
 * @SL_REASON_DEADLINE: the earlier one
 * @SL_REASON_RELEASE: the earlier one, by first in, first out
 * @SL_REASON_EQUAL: the policy finds both equal: SlDecision.tie says more
 * @SL_REASON_TURN: round robin
 * @SL_REASON_HOLDS: the one that runs inherits from SlDecision.inherits_from, which waits for it
 * @SL_REASON_CEILING: the one that runs has the ceiling of a lock that it holds
 * @SL_REASON_SYSTEM_CEILING: the preemption level of the one that waits is not above the ceiling
 * @SL_REASON_NO_PREEMPTION: the one that runs holds a lock and is not preempted
 * @SL_REASON_SERVER: a server decides: by a deadline of its own, or since it does not serve now
 * @SL_REASON_CLASS: of the classes of Linux that of the one that runs goes first: deadline tasks, real-time tasks, fair tasks
 * @SL_REASON_UNORDERED: of tasks with these priorities the trace does not record which goes first
 * @SL_REASON_SWITCH: the one that waits goes first, but its processor has not switched yet
 */
typedef enum
{
  SL_REASON_UNKNOWN,
  SL_REASON_UNEXPLAINED,
  SL_REASON_ONLY,
  SL_REASON_PRIORITY,
  SL_REASON_PERIOD,
  SL_REASON_RELATIVE_DEADLINE,
  SL_REASON_DEADLINE,
  SL_REASON_RELEASE,
  SL_REASON_EQUAL,
  SL_REASON_TURN,
  SL_REASON_HOLDS,
  SL_REASON_CEILING,
  SL_REASON_SYSTEM_CEILING,
  SL_REASON_NO_PREEMPTION,
  SL_REASON_SERVER,
  SL_REASON_CLASS,
  SL_REASON_UNORDERED,
  SL_REASON_SWITCH,
  SL_N_REASONS,
} SlReason;

#define SL_DECISION_NO_PROCESSOR G_MAXUINT

/**
 * SlDecision:
 * @first: the event before which all was as it was
 * @index: the event from which on it is as decided
 * @time: of that event, in ticks of the recorded trace
 * @processor: in %SL_DECISION_RUN, %SL_DECISION_IDLE and %SL_DECISION_UNSEEN whose decision it is, in %SL_DECISION_QUEUE in whose queue
 *   the task is, in %SL_DECISION_END on which it runs: a number of SlSchedState.processors; %SL_DECISION_NO_PROCESSOR
 *   where it is not said, or of no one
 * @task: which it is about; 0 for %SL_DECISION_IDLE and %SL_DECISION_UNSEEN
 * @job: its job, index in the jobs' table, in %SL_DECISION_END the one that ended; %G_MAXUINT for none
 * @other: who had the processor before; of %SL_DECISION_QUEUE and %SL_DECISION_REFUSE who has it;
 *   0 for nobody
 * @other_job: its job, the one that it finished where it did
 * @released_lock: the lock that @other released; 0 for none
 * @lock: that @other waits for, in %SL_FATE_WAITS, or @task, in %SL_DECISION_REFUSE; that @task waited for
 *   where %SL_DECISION_QUEUE is by a lock
 * @holder: who is in the way: holds @lock or, where that is free, the lock with the ceiling; 0 where
 *   nobody knows
 * @ceiling_lock: where @lock is free: the one whose ceiling is in the way; 0 for none
 * @is_deadlock: @holder waits, by itself or by others that wait, for @other
 * @rival: whom @task is compared with
 * @measure: of the one that runs, as the reason says; %G_MAXINT64 where it has none. Of the two reasons
 *   with ceilings it is the ceiling
 * @measure_of: whose @measure is: the one that runs, or the server that it runs in; 0 where there is
 *   none, and for a ceiling
 * @rival_measure: of the one that waits
 * @rival_measure_of: whose that is: the one that waits, who it inherits from, or a server; 0 as before
 * @tie: by what one of two equals goes first
 * @inherits_from: whose effective priority it is, in %SL_REASON_HOLDS
 * @server: in %SL_REASON_SERVER
 * @served: in %SL_REASON_SERVER: who runs in it, and is not served; 0 where its deadline is not known
 * @deciding_lock: the lock that makes the difference, where the reason is one of locks; 0 where it is not known.
 *   In %SL_REASON_PRIORITY the one whose ceiling @rival_measure is; 0 for none
 */
typedef struct
{
  guint64 first;
  guint64 index;
  SlTime time;
  SlDecisionKind kind;
  guint processor;
  guint32 task;
  guint job;
  guint32 other;
  guint other_job;
  SlPreviousFate previous_fate;
  SlWakeReason wake_reason;
  guint32 released_lock;
  guint32 lock;
  guint32 holder;
  guint32 ceiling_lock;
  gboolean is_deadlock;
  SlReason reason;
  guint32 rival;
  gint64 measure;
  guint32 measure_of;
  gint64 rival_measure;
  guint32 rival_measure_of;
  SlTie tie;
  guint32 inherits_from;
  guint32 server;
  guint32 served;
  guint32 deciding_lock;
} SlDecision;

const char *sl_decision_kind_get_id (SlDecisionKind kind);
const char *sl_previous_fate_get_id (SlPreviousFate left);
const char *sl_reason_get_id (SlReason reason);

/* For whoever asks for many decisions that lie close to each other. Not for several threads at
 * once. */
typedef struct _SlDecisionSearch SlDecisionSearch;

SlDecisionSearch *sl_decision_search_new (SlReplay *replay);
void sl_decision_search_free (SlDecisionSearch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDecisionSearch, sl_decision_search_free)

guint32 sl_decision_get_cpu (const SlReplay *replay, const SlDecision *decision);

gboolean
sl_decision_search_find (SlDecisionSearch *self, guint64 index, int direction, GArray *decisions);
gboolean sl_decision_search_find_at (SlDecisionSearch *self, guint64 index, GArray *decisions);
const SlSchedState *sl_decision_search_get_state (SlDecisionSearch *self, guint64 index);

gboolean sl_decisions_find (SlReplay *replay, guint64 index, int direction, GArray *decisions);

G_END_DECLS
