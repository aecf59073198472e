/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What "stats" finds out about a trace: what the table and the JSON share, and the JSON. */

#include "sl-bus-statistics.h"
#include "sl-cli-traces.h"
#include "sl-cli-words.h"
#include "sl-cli-writer.h"
#include "sl-job-statistics.h"
#include "sl-statistics.h"

G_BEGIN_DECLS

/**
 * SlStats:
 * @prefix: of the trace's names
 * @inversions: (element-type SlInversion):
 * @bus: (nullable): %NULL where the events are not bus cycles
 * @length: of the trace: from its first tick to its last
 * @n_hottest: how many pages and ports of @bus to list
 * @with_distributions: whether JSON has the distributions of the tasks' times
 * @with_waits: whether it is said what the tasks' jobs waited for
 */
typedef struct
{
  const SlCliTrace *trace;
  char *prefix;
  SlCliNames *names;
  SlJobTable *jobs;
  SlStatistics *statistics;
  GArray *inversions;
  SlBusStatistics *bus;
  gint64 length;
  guint n_hottest;
  gboolean with_distributions;
  gboolean with_waits;
} SlStats;

double sl_stats_get_share (const SlStats *self, SlTime time);
void sl_stats_get_jobs (const SlStats *self, guint32 task, SlJobStatistics *jobs);
gboolean sl_stats_print_json (GArray *all, SlCliWriter *writer, GError **error);

G_END_DECLS
