/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How often jobs of one task took how long, and how often they came how long after each other. */

#include "sl-gap-histogram.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlJobDistributions:
 * @execution: of finished jobs, without preemption
 * @response: from release to finish
 * @interarrival: from one release to the next
 * @start_interval: from one job's start to the next one's
 */
typedef struct
{
  SlGapHistogram execution;
  SlGapHistogram response;
  SlGapHistogram interarrival;
  SlGapHistogram start_interval;
} SlJobDistributions;

SlJobDistributions *sl_job_distributions_new (const SlJobTable *table,
                                              const SlJobTask *task) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
