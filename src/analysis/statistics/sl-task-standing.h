/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* In which order people want to read of many tasks: those with jobs first, the more urgent before the less urgent; then the
 * others, the busiest first. */

#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlTaskStanding:
 * @has_jobs: it has a job with a known release
 * @urgency: of a task with jobs, by a fixed priority of the task model, else by the first one that the trace records; the
 *   smaller, the more urgent; %G_MAXINT64 where nobody says
 * @load: in which it ran, in any unit that all that are compared share
 * @place: of tasks that are alike in all this, the one with the smaller place comes first
 */
typedef struct
{
  gboolean has_jobs;
  gint64 urgency;
  double load;
  guint place;
} SlTaskStanding;

void sl_task_standing_init (SlTaskStanding *self,
                            const SlJobTable *jobs,
                            guint32 task,
                            double load,
                            guint place);
int sl_task_standing_compare (const SlTaskStanding *one, const SlTaskStanding *other);

G_END_DECLS
