/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-distributions.h"

#include "sl-cli-histogram.h"
#include "sl-job-distributions.h"

/**
 * sl_cli_json_add_distributions:
 * @task: number of a task
 *
 * Adds "distributions": how often its jobs took how long, and came how long after each other.
 */
void
sl_cli_json_add_distributions (JsonBuilder *builder, SlJobTable *jobs, guint32 task)
{
  const SlJobTask *found = sl_job_table_find_task (jobs, task);
  g_autofree SlJobDistributions *all =
      found != NULL ? sl_job_distributions_new (jobs, found) : NULL;

  if (all == NULL)
    return;

  sl_cli_json_begin_object (builder, "distributions");
  sl_cli_histogram_add_json (builder, "execution", &all->execution);
  sl_cli_histogram_add_json (builder, "response", &all->response);
  sl_cli_histogram_add_json (builder, "interarrival", &all->interarrival);
  sl_cli_histogram_add_json (builder, "start_interval", &all->start_interval);
  json_builder_end_object (builder);
}
