/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Two references for the deadlines of a periodic task: its releases as they came, and the period from its first release on. */

#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlPeriodMisses:
 * @period: of the task, in ticks
 * @first: when the job with the number 0 is released by the period, so that no job comes before its own release
 * @slip: by how much the release that came latest was behind its own by the period, in ticks
 * @n_jobs: whose deadlines are judged by their releases
 * @n_misses: those of them that missed them
 * @n_by_period: jobs that missed their deadlines if these count from the releases by the period
 */
typedef struct
{
  gint64 period;
  SlTime first;
  gint64 slip;
  guint n_jobs;
  guint n_misses;
  guint n_by_period;
} SlPeriodMisses;

gboolean
sl_period_misses_find (const SlJobTable *table, const SlJobTask *task, SlPeriodMisses *misses);
gboolean sl_period_misses_differ (const SlPeriodMisses *self);
SlTime sl_period_misses_get_deadline (const SlPeriodMisses *self, const SlJob *job);

G_END_DECLS
