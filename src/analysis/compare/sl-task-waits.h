/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the jobs of a task waited for, all of them together. */

#include "sl-job-parts.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlTaskWait:
 * @part: what was waited for; its ticks are those of all jobs; whether the job had run says whether each of them had
 * @n_jobs: how many waited for it
 * @longest_job: place in the table of the job that waited longest, the first of several
 * @longest: its ticks
 */
typedef struct
{
  SlJobPart part;
  guint n_jobs;
  guint longest_job;
  gint64 longest;
} SlTaskWait;

GArray *sl_task_waits_new (SlJobTable *jobs,
                           guint32 task,
                           GCancellable *cancellable,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
