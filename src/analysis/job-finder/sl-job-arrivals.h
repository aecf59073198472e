/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* When the jobs of a task should have been released. */

#include "sl-job.h"
#include "sl-task-rules.h"
#include "sl-trace.h"

G_BEGIN_DECLS

void sl_job_arrivals_find_recorded (const SlLane *lane,
                                    SlTrackRole role,
                                    const SlJob *jobs,
                                    guint n_jobs,
                                    SlTime *values);
gboolean sl_job_arrivals_are_regular (const SlTime *times,
                                      guint n_times,
                                      gint64 period,
                                      gint64 off,
                                      guint n_least);
gint64 sl_job_arrivals_estimate_period (const SlTime *times, guint n_times);
void sl_job_arrivals_split (const SlLane *lane, const SlTaskRule *rule, GArray *jobs, guint first);
void sl_job_arrivals_set (const SlLane *lane,
                          const SlTaskRule *rule,
                          gboolean is_woken,
                          SlJob *jobs,
                          guint n_jobs);

G_END_DECLS
