/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All jobs of a trace with their deadlines: task by task in the order of the lanes, in a task by
 * release. Immutable, shared by count, readable from any thread. */

#include <gio/gio.h>

#include "sl-base-order.h"
#include "sl-job.h"
#include "sl-task-rules.h"
#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlJobTask:
 * @task: the task's number
 * @lane: its lane in the trace
 * @first: place of its first job in the table
 * @n_jobs: how many it has
 * @n_skipped: activations that released no job, since the task was not asleep
 * @has_deadlines: the trace records the deadlines of its jobs
 */
typedef struct
{
  guint32 task;
  guint lane;
  guint first;
  guint n_jobs;
  guint64 n_skipped;
  gboolean has_deadlines;
} SlJobTask;

#define SL_TYPE_JOB_TABLE (sl_job_table_get_type ())
GType sl_job_table_get_type (void);

SlJobTable *sl_job_table_new (SlTrace *trace,
                              guint32 idle_task,
                              const SlTaskRules *rules,
                              GCancellable *cancellable,
                              GError **error);
SlJobTable *sl_job_table_with_rules (SlJobTable *self, const SlTaskRules *rules);
SlJobTable *sl_job_table_ref (SlJobTable *self);
void sl_job_table_unref (SlJobTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobTable, sl_job_table_unref)

SlTrace *sl_job_table_get_trace (const SlJobTable *self);
guint32 sl_job_table_get_idle_task (const SlJobTable *self);
const SlTaskRules *sl_job_table_get_rules (const SlJobTable *self);

guint sl_job_table_get_n_jobs (const SlJobTable *self);
const SlJob *sl_job_table_get (const SlJobTable *self, guint number);
guint sl_job_table_get_n_tasks (const SlJobTable *self);
const SlJobTask *sl_job_table_get_task (const SlJobTable *self, guint number);
const SlJobTask *sl_job_table_find_task (const SlJobTable *self, guint32 task);
gboolean sl_job_table_has_deadlines (const SlJobTable *self, guint32 task);
guint sl_job_table_find_marked (const SlJobTable *self, guint32 task, guint32 kind, SlTime time);
guint sl_job_table_find_at (const SlJobTable *self, guint32 task, SlTime time);
guint sl_job_table_find_at_or_next (const SlJobTable *self, guint32 task, SlTime time, guint *next);
const SlBaseOrder *sl_job_table_get_order (const SlJobTable *self);

/* Places of the jobs that missed their deadline, by the time of the miss. */
const guint *
sl_job_table_get_misses (const SlJobTable *self, gboolean with_inferred, guint *n_misses);
const guint *sl_job_table_get_given_misses (const SlJobTable *self, guint32 task, guint *n_misses);
guint sl_job_table_find_miss (const SlJobTable *self, guint32 task, SlTime time);

gint64 sl_job_table_get_interarrival (const SlJobTable *self, guint number);
gint64 sl_job_table_get_release_lateness (const SlJobTable *self, guint number);

G_END_DECLS
