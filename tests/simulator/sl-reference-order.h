/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Who is how urgent at some time of a run, worked out from the task set, the releases and finishes
 * of jobs and who ran when: nothing of it comes from the trace, or from what reads traces. */

#include "sl-simulator.h"

G_BEGIN_DECLS

#define SL_REFERENCE_NOBODY          G_MAXUINT
#define SL_REFERENCE_ORDER_MAX_TASKS 12
#define SL_REFERENCE_ORDER_MAX_LOCKS 4

/**
 * SlReferenceTaskState:
 * @job: place among the run's jobs of the one that the task has to do; %SL_REFERENCE_NOBODY for none
 * @executed: what it has executed of it
 * @wanted: the lock at which it has come to stand; %SL_SIM_NO_LOCK for none
 * @is_doubtful: it has executed nothing, or something was released when it came there: it may not
 *   have asked yet
 * @own: priority, period, relative or absolute deadline, or time of release, by the policy
 * @heir_of: who waits for it and is the most urgent of those and itself; itself for nobody
 */
typedef struct
{
  guint job;
  gint64 executed;
  guint wanted;
  gboolean is_doubtful;
  gint64 own;
  guint heir_of;
} SlReferenceTaskState;

/**
 * SlReferenceState:
 * @holders: by lock: a task, or %SL_REFERENCE_NOBODY
 * @budget: of the first server
 * @deadline: of the first server, if that is a constant bandwidth server
 */
typedef struct
{
  const SlTaskSet *set;
  const SlSimRun *run;
  const SlSimOptions *options;
  gint64 time;
  guint n_tasks;
  SlReferenceTaskState tasks[SL_REFERENCE_ORDER_MAX_TASKS];
  guint holders[SL_REFERENCE_ORDER_MAX_LOCKS];
  gint64 budget;
  gint64 deadline;
} SlReferenceState;

void sl_reference_state_init (SlReferenceState *self,
                              const SlTaskSet *set,
                              const SlSimRun *run,
                              const SlSimOptions *options,
                              gint64 time,
                              gboolean with_doubtful);
gint64 sl_reference_state_get_ceiling (const SlReferenceState *self, guint lock);
gint64 sl_reference_state_get_level (const SlReferenceState *self, guint task);
gboolean sl_reference_is_ahead (const SlReferenceState *self, gint64 one, gint64 other);

G_END_DECLS
