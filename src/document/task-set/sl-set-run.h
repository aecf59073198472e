/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A task set, simulated, decoded and analysed in memory: what the editor's preview shows. */

#include <gio/gio.h>

#include "sl-job-table.h"
#include "sl-model-keys.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

/**
 * SlSetRun:
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
} SlSetRun;

/**
 * SlSetFault:
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
} SlSetFault;

SlSetRun *sl_set_run_new (const char *text, GCancellable *cancellable, GError **error);
SlSetRun *sl_set_run_ref (SlSetRun *self);
void sl_set_run_unref (SlSetRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSetRun, sl_set_run_unref)

SlSpan sl_set_run_get_span (const SlSetRun *self);
guint sl_set_run_count_misses (const SlSetRun *self);
char *sl_set_run_describe (const SlSetRun *self) G_GNUC_WARN_UNUSED_RESULT;

SlSetFault *sl_set_fault_new (const GError *error);
void sl_set_fault_free (SlSetFault *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSetFault, sl_set_fault_free)

G_END_DECLS
