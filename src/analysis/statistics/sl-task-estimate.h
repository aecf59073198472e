/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace lets one guess of a task that no model speaks of. */

#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlTaskEstimate:
 * @period: the median of the distances between releases; 0 where there are none
 * @n_intervals: how many these are
 * @execution: the longest of a finished job; 0 where there are none
 * @n_finished: how many these are
 */
typedef struct
{
  gint64 period;
  guint n_intervals;
  gint64 execution;
  guint n_finished;
} SlTaskEstimate;

void sl_task_estimate_init (SlTaskEstimate *self, const SlJobTable *jobs, guint32 task);
char *sl_task_estimate_print (gint64 ticks,
                              const SlClock *clock,
                              gboolean is_bound) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
