/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who is in the queue of which processor, to see that one cannot be any more: a processor with somebody in its queue does not
 * become idle. */

#include "sl-linux-translator-private.h"

/**
 * sl_linux_leave_queue:
 *
 * @task is in no queue, as far as is kept here.
 */
void
sl_linux_leave_queue (SlLinuxState *self, SlLinuxTask *task)
{
  if (!task->is_queued)
    return;

  if (task->before != NULL)
    task->before->behind = task->behind;
  else
    sl_linux_get_cpu (self, task->queue)->queued = task->behind;
  if (task->behind != NULL)
    task->behind->before = task->before;
  task->before = task->behind = NULL;
  task->is_queued = FALSE;
}

/**
 * sl_linux_join_queue:
 * @number: of the processor in whose queue @task, which is ready, is from now on
 */
void
sl_linux_join_queue (SlLinuxState *self, SlLinuxTask *task, guint number)
{
  SlLinuxCpu *cpu;

  if (task->is_queued && task->queue == number)
    return;

  sl_linux_leave_queue (self, task);
  cpu = sl_linux_get_cpu (self, number);
  if (cpu == NULL)
    return;

  task->queue = (guint16) number;
  task->is_queued = TRUE;
  task->behind = cpu->queued;
  if (task->behind != NULL)
    task->behind->before = task;
  cpu->queued = task;
}

/* Whether @task, which was ready in the queue of a processor that is idle now, left that unseen: where nobody records who goes
 * to which processor, it may be in another queue. */
static gboolean
has_left (const SlLinuxState *self, const SlLinuxTask *task)
{
  return self->has_moves && self->has_targets && task->has_cpu &&
         task->place == SL_LINUX_PLACE_READY && task->cpu == self->event->cpu;
}

/**
 * sl_linux_empty_queue:
 * @prev: tid of who left the processor of the event at hand, which is idle now; 0 for nobody
 *
 * Nobody knows what those do that were in its queue. Of @prev it is known that it could go on: a group of tasks may have used
 * up its share of the processor.
 */
void
sl_linux_empty_queue (SlLinuxState *self, guint32 prev)
{
  guint number = self->event->cpu;
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, number);
  SlLinuxTask *left = NULL;

  while (cpu != NULL && cpu->queued != NULL)
    {
      SlLinuxTask *task = cpu->queued;

      sl_linux_leave_queue (self, task);
      if (task->tid == prev)
        left = task;
      else if (has_left (self, task))
        sl_linux_lose_task (self, task, MIN (self->event->time, self->cut_off_at));
    }
  if (left != NULL)
    sl_linux_join_queue (self, left, number);
}

/**
 * sl_linux_doubt_queue:
 * @begin: since when nobody knows who ran on processor @number
 * @end: up to when; %SL_TIME_MAX where that is not over
 *
 * Who waits there may have run: nobody knows what is left of their budgets.
 */
void
sl_linux_doubt_queue (SlLinuxState *self, guint number, SlTime begin, SlTime end)
{
  SlLinuxCpu *cpu = self->has_servers ? sl_linux_get_cpu (self, number) : NULL;
  SlLinuxTask *behind;

  for (SlLinuxTask *task = cpu != NULL ? cpu->queued : NULL; task != NULL; task = behind)
    {
      behind = task->behind;
      if (task->place != SL_LINUX_PLACE_READY || task->cpu != number)
        sl_linux_leave_queue (self, task);
      else
        sl_linux_doubt_run (self, task, MAX (task->changed, begin), end);
    }
}
