/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A trace as it is gone through step by step. A place is the number of an event: the state at it is
 * what holds once that event has happened, so that events of one instant have their order. Immutable,
 * shared by count, readable from any thread. */

#include "sl-job-table.h"
#include "sl-theory-set.h"

G_BEGIN_DECLS

typedef struct _SlSteps SlSteps;

SlSteps *
sl_steps_new (SlJobTable *jobs, SlPolicy policy, GCancellable *cancellable, GError **error);
void sl_steps_free (SlSteps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSteps, sl_steps_free)

gboolean sl_steps_are_for (SlTrace *trace);

SlTrace *sl_steps_get_recorded (const SlSteps *self);
SlTrace *sl_steps_get_told (const SlSteps *self);
SlJobTable *sl_steps_get_jobs (const SlSteps *self);
const SlJobTable *sl_steps_get_told_jobs (const SlSteps *self);
guint sl_steps_get_task_place (const SlSteps *self, guint32 task);
SlPolicy sl_steps_get_policy (const SlSteps *self);

guint64 sl_steps_get_n_events (const SlSteps *self);
SlTime sl_steps_get_time (const SlSteps *self, guint64 place);
guint64 sl_steps_find_place (const SlSteps *self, SlTime time);

guint sl_steps_find_job (const SlSteps *self, guint32 task, guint64 place);
guint64 sl_steps_get_release_place (const SlSteps *self, guint job);
gboolean sl_steps_get_end_place (const SlSteps *self, guint job, guint64 *end);

gboolean sl_steps_find_job_end (const SlSteps *self, guint64 place, int direction, guint64 *end);
guint64 sl_steps_settle (const SlSteps *self, guint64 place);

G_END_DECLS
