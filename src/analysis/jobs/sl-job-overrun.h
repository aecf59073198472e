/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether a job executed for longer than its WCET. */

#include "sl-job-table.h"

G_BEGIN_DECLS

gint64 sl_job_overrun_get_limit (const SlJobTable *jobs, const SlJob *job);
gboolean sl_job_overrun_is (const SlJobTable *jobs, const SlJob *job);
GArray *sl_job_overruns_find (const SlJobTable *jobs) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_job_overrun_is_marked (const SlJobTable *jobs, guint32 task, SlTime time);

G_END_DECLS
