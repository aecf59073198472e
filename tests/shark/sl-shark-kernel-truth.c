/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-kernel-private.h"

static void
set (SlSharkKernel *self, SlSharkTruthTrack *track, const char *state, const char *detail)
{
  sl_shark_truth_set (self->truth, track, state, detail, self->now);
}

static char *
lock_name (SlSharkKernel *self, Task *task)
{
  if (task->state == TASK_BLOCKED_BY_SEMAPHORE)
    return g_strdup_printf ("semaphore:%u", self->semaphores[task->semaphore].index);

  return g_strdup_printf ("mutex:0x%x", self->mutexes[task->mutex].address);
}

void
truth_add_task (SlSharkKernel *self, Task *task)
{
  guint life = ++self->lives[(task->context - 256) / 8];

  g_free (task->lane);
  task->lane = life > 1 ? g_strdup_printf ("task:%u#%u", task->context, life)
                        : g_strdup_printf ("task:%u", task->context);
  if (self->truth != NULL)
    task->track = sl_shark_truth_add_track (self->truth, task->lane);
}

/* From now on @task is in @state. */
void
truth_task (SlSharkKernel *self, Task *task, const char *state, const char *detail)
{
  if (self->truth != NULL)
    set (self, task->track, state, detail);
}

/* From now on @task is in the state that the kernel's own says. */
void
truth_follow_task (SlSharkKernel *self, Task *task)
{
  static const char *const words[] = {
    [TASK_ABSENT] = NULL,
    [TASK_SUSPENDED] = "suspended",
    [TASK_IDLE] = "idle",
    [TASK_READY] = "ready",
    [TASK_BLOCKED_BY_MUTEX] = "blocked",
    [TASK_BLOCKED_BY_SEMAPHORE] = "blocked",
    [TASK_THROTTLED] = "throttled",
  };
  g_autofree char *lock = NULL;

  if (self->truth == NULL)
    return;
  if (task == self->running)
    {
      truth_task (self, task, self->depth > 0 ? "interrupted" : "running", NULL);
      return;
    }

  if (task->state == TASK_BLOCKED_BY_MUTEX || task->state == TASK_BLOCKED_BY_SEMAPHORE)
    lock = lock_name (self, task);
  truth_task (self, task, words[task->state], lock);
}

/* The processor runs the running task from now on. */
void
truth_cpu (SlSharkKernel *self)
{
  if (self->truth == NULL)
    return;

  if (self->running == NULL)
    set (self, self->cpu, "running", "task:248");
  else if (self->running == self->idle)
    set (self, self->cpu, "idle", NULL);
  else
    set (self, self->cpu, "running", self->running->lane);
}

/**
 * truth_line:
 * @track: of the line or timer; made when it is first needed
 * @line: 0 for the timer
 * @active: whether its handler begins or ends
 *
 * The processor's lane keeps the outermost handler only.
 */
void
truth_line (SlSharkKernel *self, SlSharkTruthTrack **track, guint line, gboolean active)
{
  g_autofree char *lane = line == 0 ? g_strdup ("timer") : g_strdup_printf ("irq:%u", line);

  if (self->truth == NULL)
    return;

  if (*track == NULL)
    *track = sl_shark_truth_add_track (self->truth, lane);
  set (self, *track, active ? "active" : NULL, NULL);
  if (active && self->depth == 1)
    set (self, self->cpu, "interrupt", lane);
}

void
truth_server (SlSharkKernel *self, Task *task, const char *state)
{
  g_autofree char *lane = g_strdup_printf ("server:0x%x", task->spec.server);

  if (self->truth == NULL)
    return;

  if (task->server_track == NULL)
    task->server_track = sl_shark_truth_add_track (self->truth, lane);
  set (self, task->server_track, state, NULL);
}

void
truth_hold (SlSharkKernel *self, Mutex *mutex)
{
  g_autofree char *lane = g_strdup_printf ("mutex:0x%x", mutex->address);

  if (self->truth == NULL)
    return;

  if (mutex->held == NULL)
    mutex->held = sl_shark_truth_add_track (self->truth, lane);
  set (self, mutex->held, mutex->owner != NULL ? "held" : NULL,
       mutex->owner != NULL ? mutex->owner->lane : NULL);
}

/* @task waits, or waits no longer, for the lock that it is blocked by. */
void
truth_wait (SlSharkKernel *self, Task *task, gboolean waits)
{
  g_autofree char *lane = NULL;

  if (self->truth == NULL)
    return;

  if (!waits)
    {
      if (task->wait_track != NULL)
        set (self, task->wait_track, NULL, NULL);
      task->wait_track = NULL;
      return;
    }

  lane = lock_name (self, task);
  task->wait_track = sl_shark_truth_add_track (self->truth, lane);
  set (self, task->wait_track, "waited", task->lane);
}

/**
 * truth_job_done:
 * @finish: absolute tick; 0 for a job that the trace's end cuts
 *
 * Takes the oldest release of @task off its list.
 */
void
truth_job_done (SlSharkKernel *self, Task *task, guint64 finish)
{
  SlSharkTruthJob job = { task->lane, task->pending[0], finish, task->missed[0] };

  if (self->truth != NULL)
    sl_shark_truth_add_job (self->truth, &job);

  task->n_pending--;
  for (guint i = 0; i < task->n_pending; i++)
    {
      task->pending[i] = task->pending[i + 1];
      task->missed[i] = task->missed[i + 1];
    }
}
