/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the simulator is asked to run: a task model in which each task tells when it is released,
 * what its jobs execute and which locks they take. One tick is a nanosecond. */

#include "sl-task-model.h"

G_BEGIN_DECLS

/* The kernel's task table has 154 places, two of which are its own. */
#define SL_TASK_SET_MAX_TASKS 152

/**
 * SlSimStep:
 * @at: what the job has executed until then, by its WCET
 * @lock: which lock of the set
 * @takes: whether it takes the lock, or gives it back
 */
typedef struct
{
  gint64 at;
  guint lock;
  gboolean takes;
} SlSimStep;

/**
 * SlSimTask:
 * @period: 0 for an aperiodic task
 * @deadline: relative; 0 for none
 * @wcet: by which sections are told
 * @sporadic: how much longer than the period the distance of two releases may be
 * @arrivals: (element-type gint64): of an aperiodic task, ascending
 * @executions: (element-type gint64): of its jobs in turn, or the two ends of a range
 * @is_range: which of both
 * @steps: (element-type SlSimStep): properly nested, in order
 */
typedef struct
{
  char *name;
  gint64 period;
  gint64 deadline;
  gint64 wcet;
  gint64 offset;
  gint64 jitter;
  gint64 sporadic;
  GArray *arrivals;
  GArray *executions;
  gboolean is_range;
  gint64 priority;
  gboolean has_priority;
  GArray *steps;
} SlSimTask;

/* Immutable. */
typedef struct _SlTaskSet SlTaskSet;

SlTaskSet *sl_task_set_new (const SlTaskModel *model, GError **error);
void sl_task_set_free (SlTaskSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskSet, sl_task_set_free)

guint sl_task_set_get_n_tasks (const SlTaskSet *self);
const SlSimTask *sl_task_set_get_task (const SlTaskSet *self, guint task);
guint sl_task_set_get_n_locks (const SlTaskSet *self);
const char *sl_task_set_get_lock (const SlTaskSet *self, guint lock);
const SlTaskModel *sl_task_set_get_model (const SlTaskSet *self);
gboolean sl_task_set_may_deadlock (const SlTaskSet *self);

G_END_DECLS
