/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-standing.h"

#include "sl-base-order.h"

/**
 * sl_task_standing_init:
 * @self: (out caller-allocates):
 * @jobs: of the trace of @task
 */
void
sl_task_standing_init (SlTaskStanding *self,
                       const SlJobTable *jobs,
                       guint32 task,
                       double load,
                       guint place)
{
  const SlJobTask *own = sl_job_table_find_task (jobs, task);

  *self = (SlTaskStanding) { .urgency = G_MAXINT64, .load = load, .place = place };
  for (guint i = 0; own != NULL && i < own->n_jobs && !self->has_jobs; i++)
    self->has_jobs = sl_job_table_get (jobs, own->first + i)->release != SL_JOB_NEVER;
  if (self->has_jobs)
    sl_base_order_get_urgency (sl_job_table_get_order (jobs), task, &self->urgency);
}

/**
 * sl_task_standing_compare:
 *
 * Returns: below 0 where @one comes before @other, above 0 where it comes after it
 */
int
sl_task_standing_compare (const SlTaskStanding *one, const SlTaskStanding *other)
{
  if (one->has_jobs != other->has_jobs)
    return one->has_jobs ? -1 : 1;
  if (one->has_jobs && one->urgency != other->urgency)
    return one->urgency < other->urgency ? -1 : 1;
  if (!one->has_jobs && one->load != other->load)
    return one->load > other->load ? -1 : 1;

  return one->place < other->place ? -1 : one->place > other->place;
}
