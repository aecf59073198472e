/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Finds the jobs of one task: by the marks of its lane that release and finish jobs, or, in a
 * format that has none, by its states. Of a task for which the user says a period or a deadline, and
 * which has no such marks, by the timers that wake it; where the user says what the task logs as its
 * jobs begin and end, by that. */

#include <gio/gio.h>

#include "sl-job.h"
#include "sl-task-rules.h"
#include "sl-trace.h"

G_BEGIN_DECLS

typedef struct _SlJobFinder SlJobFinder;

SlJobFinder *sl_job_finder_new (SlTrace *trace, guint32 idle_task, const SlTaskRules *rules);
gboolean sl_job_finder_are_alike (const SlTaskRule *one, const SlTaskRule *other);
gboolean sl_job_finder_goes_by_wakings (SlTrace *trace, const SlLane *lane, const SlTaskRule *rule);
void sl_job_finder_free (SlJobFinder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobFinder, sl_job_finder_free)

gboolean sl_job_finder_run (SlJobFinder *self,
                            const SlLane *lane,
                            GArray *jobs,
                            guint64 *n_skipped,
                            GCancellable *cancellable,
                            GError **error);

G_END_DECLS
