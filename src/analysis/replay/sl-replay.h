/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A trace by index of event instead of by time. The state at an index is what holds once that event
 * has happened, so that events of one instant have an order. Immutable, readable from any thread. */

#include "sl-job-table.h"
#include "sl-theory-set.h"

G_BEGIN_DECLS

typedef struct _SlReplay SlReplay;

SlReplay *
sl_replay_new (SlJobTable *jobs, SlPolicy policy, GCancellable *cancellable, GError **error);
void sl_replay_free (SlReplay *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlReplay, sl_replay_free)

gboolean sl_replay_is_for (SlTrace *trace);

SlTrace *sl_replay_get_recorded (const SlReplay *self);
SlTrace *sl_replay_get_by_event (const SlReplay *self);
SlJobTable *sl_replay_get_jobs (const SlReplay *self);
const SlJobTable *sl_replay_get_jobs_by_event (const SlReplay *self);
guint sl_replay_get_task_index (const SlReplay *self, guint32 task);
const GPtrArray *sl_replay_get_cpus (const SlReplay *self);
SlSpan sl_replay_get_extent (const SlReplay *self, guint lane);
SlPolicy sl_replay_get_policy (const SlReplay *self);
gboolean sl_replay_goes_by_recorded (const SlReplay *self);

guint64 sl_replay_get_n_events (const SlReplay *self);
SlTime sl_replay_get_time (const SlReplay *self, guint64 index);
guint64 sl_replay_find_index (const SlReplay *self, SlTime time);
guint64 sl_replay_find_index_in (SlTrace *trace, SlTime time);

guint sl_replay_find_job (const SlReplay *self, guint32 task, guint64 index);
guint64 sl_replay_get_release_index (const SlReplay *self, guint job);
gboolean sl_replay_get_end_index (const SlReplay *self, guint job, guint64 *end);

gboolean sl_replay_find_job_end (const SlReplay *self, guint64 index, int direction, guint64 *end);
guint64 sl_replay_settle (const SlReplay *self, guint64 index);

G_END_DECLS
