/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What tasks do: jobs, the lock, timers, calls of the kernel. */
#include "sl-linux-machine-private.h"

gint
sl_machine_draw (Sim *self, gint least, gint most)
{
  return g_rand_int_range (self->random, least, most + 1);
}

guint32
sl_machine_get_tid (const Task *task)
{
  return task != NULL ? task->is.tid : 0;
}

/* Returns its time. */
guint64
sl_machine_record (Sim *self,
                   guint cpu,
                   SlDatTracepoint tracepoint,
                   guint flags,
                   gint64 a,
                   gint64 b,
                   gint64 c,
                   gint64 d,
                   gint64 e)
{
  SlMachineEvent record = { .cpu = cpu };

  record.event = (SlDatEvent) { .tracepoint = tracepoint,
                                .time = self->ns,
                                .flags = (guint8) flags,
                                .common_pid = sl_machine_get_tid (self->cpus[cpu].current),
                                .values = { a, b, c, d, e } };
  g_array_append_val (self->machine->events, record);
  self->ns += RECORD_NS;
  return record.event.time;
}

void
sl_machine_write (Sim *self,
                  guint cpu,
                  SlDatTracepoint tracepoint,
                  guint flags,
                  gint64 a,
                  char *text)
{
  GArray *events = self->machine->events;

  sl_machine_record (self, cpu, tracepoint, flags, a, 0, 0, 0, 0);
  g_array_index (events, SlMachineEvent, events->len - 1).event.text = g_intern_string (text);
  g_free (text);
}

SlMachineJob *
sl_machine_get_job (Sim *self, const Task *task)
{
  return &g_array_index (self->machine->jobs, SlMachineJob, task->job);
}

void
sl_machine_plan_job (Sim *self, Task *task)
{
  gint left = sl_machine_draw (self, task->wcet / 3, task->wcet);

  task->segment = 0;
  task->plan[0] = left;
  task->plan[1] = task->plan[2] = 0;
  if (task->uses_lock)
    {
      task->plan[1] = left / 2;
      task->plan[2] = left / 8 + 1;
      task->plan[0] = left - task->plan[1] - task->plan[2];
    }
}

void
sl_machine_release (Sim *self, Task *task, guint64 time, guint64 nominal)
{
  SlMachineJob job = { task->is.tid, time, nominal, SL_MACHINE_NEVER, SL_MACHINE_NEVER, FALSE };

  sl_machine_plan_job (self, task);
  if (task->is.period == 0)
    return;

  if (task->is.has_mark && !task->is_new && nominal != SL_MACHINE_NEVER)
    job.deadline = nominal + task->is.period;
  task->nominal = nominal;
  task->job = self->machine->jobs->len;
  task->has_job = TRUE;
  g_array_append_val (self->machine->jobs, job);
}

static void
start_timer (Sim *self, Task *task, guint flags, gint64 at, gboolean is_deadline)
{
  guint64 expires = BEGIN_NS + (guint64) at * 1000;

  task->release = at;
  task->armed = expires;
  sl_machine_record (self, task->cpu, SL_DAT_TIMER, flags,
                     (gint64) (is_deadline ? DL_TIMER : TIMER) + task->is.tid,
                     (gint64) (is_deadline ? SL_DAT_DL_TASK_TIMER : SL_DAT_HRTIMER_WAKEUP),
                     (gint64) expires, (gint64) expires, 0);
}

static void
set_prio (Sim *self, guint cpu, Task *task, gint prio)
{
  if (task->prio == prio)
    return;

  sl_machine_record (self, cpu, SL_DAT_PI_SETPRIO, 0, task->is.tid, task->prio, prio, 0, 0);
  task->prio = prio;
}

void
sl_machine_wake (Sim *self, guint cpu, Task *task, guint flags)
{
  sl_machine_record (self, cpu, SL_DAT_WAKING, flags, task->is.tid, task->prio, task->cpu, 0, 0);
  sl_machine_record (self, cpu, SL_DAT_WAKEUP, flags, task->is.tid, task->prio, task->cpu, 0, 0);
  task->state = READY;
}

static void
take_lock (Sim *self, Task *task)
{
  SlMachineWait wait = {
    task->is.tid, sl_machine_get_tid (self->holder), LOCK, self->ns, SL_MACHINE_NEVER, FALSE
  };

  task->segment = 1;
  if (self->holder == NULL)
    {
      self->holder = task;
      return;
    }

  sl_machine_record (self, task->cpu, SL_DAT_ENTER_FUTEX, 0, NR_FUTEX, (gint64) LOCK, FUTEX_LOCK_PI,
                     0, 0);
  task->sys = NR_FUTEX;
  wait.boosts = task->prio < self->holder->prio;
  if (wait.boosts)
    set_prio (self, task->cpu, self->holder, task->prio);
  task->state = BLOCKED;
  task->wait = self->machine->waits->len;
  g_array_append_val (self->machine->waits, wait);
}

static void
give_lock (Sim *self, Task *task)
{
  Task *next = NULL;

  task->segment = 2;
  for (guint i = 0; i < self->n_tasks; i++)
    if (self->tasks[i].state == BLOCKED && (next == NULL || self->tasks[i].prio < next->prio))
      next = &self->tasks[i];
  self->holder = next;
  if (next == NULL && !self->is_shared)
    return;

  sl_machine_record (self, task->cpu, SL_DAT_ENTER_FUTEX, 0, NR_FUTEX, (gint64) LOCK,
                     FUTEX_UNLOCK_PI, 0, 0);
  set_prio (self, task->cpu, task, task->base);
  /* Whom the kernel gave the lock it gives it back through the kernel. */
  self->is_shared = next != NULL;
  if (next != NULL)
    {
      g_array_index (self->machine->waits, SlMachineWait, next->wait).end = self->ns;
      sl_machine_wake (self, task->cpu, next, 0);
    }
  sl_machine_record (self, task->cpu, SL_DAT_EXIT_FUTEX, 0, NR_FUTEX, 0, 0, 0, 0);
}

/* A task that is late for its next release does not sleep. */
static void
sleep_on (Sim *self, Task *task)
{
  gint64 next = task->due + task->period;
  guint64 nominal;
  guint64 time = sl_machine_record (self, task->cpu, SL_DAT_ENTER_SLEEP, 0, NR_SLEEP, 1, 1, 0, 0);

  if (next > self->now)
    {
      start_timer (self, task, 0, next, FALSE);
      task->sys = NR_SLEEP;
      task->state = SLEEPING;
      return;
    }

  sl_machine_get_job (self, task)->finish = time;
  time = sl_machine_record (self, task->cpu, SL_DAT_EXIT_SLEEP, 0, NR_SLEEP, 0, 0, 0, 0);
  /* When the first job was due no record says. */
  nominal = task->nominal != SL_MACHINE_NEVER ? BEGIN_NS + (guint64) next * 1000 : SL_MACHINE_NEVER;
  task->due = next;
  sl_machine_release (self, task, time, nominal);
  sl_machine_get_job (self, task)->is_late = TRUE;
}

static void
yield (Sim *self, Task *task)
{
  sl_machine_get_job (self, task)->finish =
      sl_machine_record (self, task->cpu, SL_DAT_ENTER_YIELD, 0, NR_YIELD, 0, 0, 0, 0);
  task->has_job = FALSE;
  task->server += task->period;
  start_timer (self, task, 0, task->server, TRUE);
  task->sys = NR_YIELD;
  task->state = THROTTLED;
}

static void
end_job (Sim *self, Task *task)
{
  switch (task->is.kind)
    {
    case SL_MACHINE_WORKER:
      task->state = SLEEPING;
      task->release = G_MAXINT64;
      break;
    case SL_MACHINE_YIELD:
      yield (self, task);
      break;
    case SL_MACHINE_HOG:
      sl_machine_plan_job (self, task);
      break;
    case SL_MACHINE_FAIR:
    case SL_MACHINE_FIFO:
    case SL_MACHINE_SLEEP:
    default:
      sleep_on (self, task);
      break;
    }
}

void
sl_machine_complete (Sim *self, Task *task)
{
  while (task->state == READY && task->plan[task->segment] == 0)
    {
      if (task->uses_lock && task->segment == 0)
        take_lock (self, task);
      else if (task->uses_lock && task->segment == 1)
        give_lock (self, task);
      else
        {
          end_job (self, task);
          break;
        }
    }
  if (task->base != DL_PRIO || task->state != READY || task->quota > 0)
    return;

  task->server += task->period;
  start_timer (self, task, HARDIRQ, task->server, TRUE);
  task->state = THROTTLED;
}
