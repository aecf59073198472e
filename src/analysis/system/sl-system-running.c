/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who runs, and what becomes of the task that leaves its processor. */

#include "sl-system-private.h"

/**
 * sl_system_set_queue:
 * @cpu: (nullable): where @task runs or is ready from now on
 *
 * Counts the tasks of each processor, where the trace says each change of their states.
 */
void
sl_system_set_queue (SlSystem *self, SlSystemTask *task, SlCpuTracker *cpu)
{
  if (task->queue == cpu || !self->has_places)
    return;

  if (task->queue != NULL)
    sl_cpu_tracker_count_queue (task->queue, self->now, -1);
  if (cpu != NULL)
    sl_cpu_tracker_count_queue (cpu, self->now, 1);
  task->queue = cpu;
}

/**
 * sl_system_set_off_state:
 * @state: %SL_STATE_READY also where its server has no budget for it
 *
 * Says what a task does off the processor; one that has a processor does so when it leaves it. Ready, it goes on.
 */
void
sl_system_set_off_state (SlSystem *self, SlSystemTask *task, SlState state, guint32 detail)
{
  if (state == SL_STATE_READY && !self->is_told)
    state = sl_system_get_ready_state (task);

  if (state == SL_STATE_READY && self->has_places)
    detail = task->place != NULL ? task->place->object : 0;

  if (task->cpu == NULL)
    {
      sl_task_tracker_set_state (&task->tracker, self->now, state, detail);
      sl_system_set_queue (self, task, state == SL_STATE_READY ? task->place : NULL);
      return;
    }

  task->has_off_state = TRUE;
  task->off_state = state;
  task->off_detail = detail;
}

/* Nothing that was said of @task is left to decide what it does next. */
static void
forget_evidence (SlSystemTask *task)
{
  task->finished = FALSE;
  task->has_off_state = FALSE;
}

/* Of a task that leaves its processor: what was said of it; else it waits for the lock that it asked for, has
 * finished its job, or was preempted. */
static SlState
decide_state (const SlSystem *self, const SlSystemTask *task, guint32 *detail)
{
  *detail = task->has_off_state ? task->off_detail : 0;
  if (task->has_off_state)
    return task->off_state;

  if (task->tracker.waits_for != NULL)
    {
      *detail = task->tracker.waits_for->object;
      return SL_STATE_BLOCKED;
    }

  if ((self->hidden & SL_SYSTEM_TASKS) != 0)
    return SL_STATE_UNKNOWN;

  if (task->finished && task->pending == 0)
    return SL_STATE_IDLE;

  if (!self->is_told)
    return sl_system_get_ready_state (task);

  *detail = self->has_places ? task->cpu->object : 0;
  return SL_STATE_READY;
}

/* @task leaves its processor to @next, which may be NULL. */
static void
leave (SlSystem *self, SlSystemTask *task, SlSystemTask *next)
{
  SlState state;
  guint32 detail;

  sl_system_leave_waiting (self, task);
  state = decide_state (self, task, &detail);
  forget_evidence (task);
  sl_cpu_tracker_switch (task->cpu, self->now, (SlTaskTracker *) next, state, detail);
  sl_system_set_queue (self, task, state == SL_STATE_READY ? task->place : NULL);
  task->cpu = NULL;
  if (task->ending)
    sl_system_end_task (self, task, self->now);
}

/* @task goes on with the processor that it has. */
static void
go_on (SlSystem *self, SlSystemTask *task)
{
  if (task->finished)
    sl_task_tracker_go_on (&task->tracker, self->now);
  forget_evidence (task);
}

/**
 * sl_system_run:
 * @acted: without a task the processor is idle
 */
void
sl_system_run (SlSystem *self, const SlActed *acted)
{
  SlCpuTracker *cpu = sl_system_get_cpu (self, acted->cpu);
  SlSystemTask *next =
      acted->task != SL_ACTED_NOTHING ? sl_system_get_task (self, acted->task) : NULL;
  SlSystemTask *old;

  if (cpu == NULL || (next == NULL && acted->task != SL_ACTED_NOTHING))
    return;

  g_array_index (self->switched, SlTime, acted->cpu) = self->now;
  old = (SlSystemTask *) cpu->current;
  if (old != NULL && old == next)
    {
      go_on (self, next);
      return;
    }

  if (next != NULL && next->cpu != NULL)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_TWO_CPUS);
      sl_cpu_tracker_forget (next->cpu, self->now);
      next->cpu = NULL;
    }
  if (old != NULL)
    leave (self, old, next);
  else
    sl_cpu_tracker_switch (cpu, self->now, (SlTaskTracker *) next, SL_STATE_NONE, 0);
  if (next == NULL)
    return;

  next->cpu = next->place = cpu;
  sl_system_set_queue (self, next, cpu);
  forget_evidence (next);
  sl_system_dispatch_waiter (self, next);
}

/**
 * sl_system_forget_cpu:
 *
 * From @since on nobody knows what the processor does; the task that it executes does what was said of it, if
 * anything was.
 */
void
sl_system_forget_cpu (SlSystem *self, SlCpuTracker *cpu, SlTime since)
{
  SlSystemTask *task = (SlSystemTask *) cpu->current;
  SlTime now = self->now;

  if (task != NULL)
    since = MAX (since, task->tracker.state_track.since);
  self->now = MIN (now, since);
  if (task != NULL)
    sl_system_set_queue (self, task, NULL);
  self->now = now;
  sl_cpu_tracker_forget (cpu, MAX (since, cpu->state_track.since));
  if (task == NULL)
    return;

  task->cpu = NULL;
  task->requested = NULL;
  if (task->has_off_state && task->off_state != SL_STATE_NONE)
    sl_task_tracker_set_state (&task->tracker, since, task->off_state, task->off_detail);
  forget_evidence (task);
  if (task->ending)
    sl_system_end_task (self, task, self->now);
}

/**
 * sl_system_forget:
 * @acted: of a task, else of a server, else of its processor: there its object is the task that events name
 */
void
sl_system_forget (SlSystem *self, const SlActed *acted)
{
  SlCpuTracker *cpu;
  SlSystemTask *named;

  if (acted->task != SL_ACTED_NOTHING)
    {
      sl_system_change_state (self, acted);
    }
  else if (acted->object_type == SL_OBJECT_SERVER)
    {
      sl_system_act_on_server (self, acted);
    }
  else
    {
      cpu = sl_system_get_cpu (self, acted->cpu);
      if (cpu == NULL)
        return;
      sl_system_forget_cpu (self, cpu, self->now);
      named = acted->object_type == SL_OBJECT_TASK && acted->object != SL_ACTED_NOTHING
                  ? sl_system_get_task (self, acted->object)
                  : NULL;
      if (named != NULL)
        sl_cpu_tracker_set_named (cpu, self->now, named->tracker.object);
    }
}

/**
 * sl_system_lose:
 * @acted: events were lost on its processor since the last one
 */
void
sl_system_lose (SlSystem *self, const SlActed *acted)
{
  gboolean is_new = acted->cpu >= self->cpus->len || self->cpus->pdata[acted->cpu] == NULL;
  SlCpuTracker *cpu = sl_system_get_cpu (self, acted->cpu);
  SlSystemTask *task;
  SlTime since;

  if (cpu == NULL)
    return;

  since = acted->nominal != SL_TIME_MAX ? MIN (acted->nominal, self->now)
          : self->is_told               ? self->now
                                        : g_array_index (self->switched, SlTime, acted->cpu);
  /* Before its first event, too, it was not seen. */
  if (is_new)
    cpu->state_track.since = MIN (cpu->state_track.since, since);
  sl_system_count_loss (self, acted, since);
  task = (SlSystemTask *) cpu->current;
  if (task != NULL)
    {
      since = MAX (since, task->tracker.state_track.since);
      forget_evidence (task);
    }
  sl_system_forget_cpu (self, cpu, since);
  sl_recording_add_gap (self->recording, since, self->now, SL_GAP_LOST);
}
