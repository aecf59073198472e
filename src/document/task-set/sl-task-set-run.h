/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A task set, simulated, decoded and analysed in memory: what the editor's preview shows. */

#include <gio/gio.h>

#include "sl-job-table.h"
#include "sl-task-model.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

/**
 * SlTaskSetRun:
 * @set: the trace alone
 * @jobs: with the set's deadlines
 * @end: of the simulation, in nanoseconds
 * @is_cut: whether @end is earlier than the task set has it, since the run would be too long
 * @utilisation: the share of the processor that is asked for: by tasks with a period that run in no
 *   server, by servers and by interrupts
 *
 * Immutable, shared by count.
 */
typedef struct
{
  gatomicrefcount ref_count;
  SlTraceSet *set;
  SlJobTable *jobs;
  gint64 end;
  gboolean is_cut;
  double utilisation;
} SlTaskSetRun;

/**
 * SlTaskSetFault:
 * @group: of the task set
 * @name: of the group; %NULL where the fault is none of a group's
 * @key: (nullable): where it is known
 * @text: what is wrong
 */
typedef struct
{
  SlModelGroup group;
  char *name;
  char *key;
  char *text;
} SlTaskSetFault;

SlTaskSetRun *
sl_task_set_run_new (const SlTaskModel *model, GCancellable *cancellable, GError **error);
SlTaskSetRun *sl_task_set_run_ref (SlTaskSetRun *self);
void sl_task_set_run_unref (SlTaskSetRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskSetRun, sl_task_set_run_unref)

SlSpan sl_task_set_run_get_span (const SlTaskSetRun *self);
guint sl_task_set_run_count_misses (const SlTaskSetRun *self);
char *sl_task_set_run_describe (const SlTaskSetRun *self) G_GNUC_WARN_UNUSED_RESULT;

SlTaskSetFault *sl_task_set_fault_new (const GError *error);
void sl_task_set_fault_free (SlTaskSetFault *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTaskSetFault, sl_task_set_fault_free)

G_END_DECLS
