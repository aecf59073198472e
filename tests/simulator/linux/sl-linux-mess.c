/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-mess.h"

#include <string.h>

#include "sl-linux-kinds.h"

#define N_STEPS 6000
#define FAIR    120
#define LINE    24
#define VECTOR  236
#define NOBODY  G_MAXUINT
#define BEFORE  1000000 /* the first event, so that timers may be late */

static gboolean
is_rt (const SlLinuxMessTask *task)
{
  return task->prio < 100;
}

static guint
get_tid (const SlLinuxMessCpu *cpu)
{
  return cpu->current != NOBODY ? SL_LINUX_MESS_FIRST + cpu->current : 0;
}

static SlEvent *
tell (SlLinuxMess *self, guint cpu, guint16 kind, guint64 a, guint64 b, guint32 extra)
{
  SlEvent event = { .time = self->now,
                    .cpu = (guint16) cpu,
                    .kind = kind,
                    .a = a,
                    .b = b,
                    .offset = self->events->len,
                    .detail = SL_LINUX_DETAIL (get_tid (&self->cpus[cpu]), extra) };

  g_array_append_val (self->events, event);
  return &g_array_index (self->events, SlEvent, self->events->len - 1);
}

/* What a ready task waits for. */
static SlCause
explain (const SlLinuxMess *self, const SlLinuxMessTask *task)
{
  const SlLinuxMessCpu *cpu = &self->cpus[task->cpu];
  const SlLinuxMessTask *runner = cpu->current != NOBODY ? &self->tasks[cpu->current] : NULL;

  if (cpu->is_busy)
    return SL_CAUSE_INTERRUPT;
  if (runner == NULL)
    return SL_CAUSE_DISPATCH;
  if (runner->prio <= task->prio || (!is_rt (runner) && !is_rt (task)))
    return SL_CAUSE_PREEMPTED;

  if (cpu->switched < task->ready_since)
    return SL_CAUSE_DISPATCH;
  return is_rt (runner) ? SL_CAUSE_BLOCKED : SL_CAUSE_THROTTLED;
}

static SlCause
get_cause (const SlLinuxMess *self, const SlLinuxMessTask *task)
{
  switch (task->place)
    {
    case SL_LINUX_MESS_RUNS:
      return self->cpus[task->cpu].is_busy ? SL_CAUSE_INTERRUPT : SL_CAUSE_EXECUTION;
    case SL_LINUX_MESS_READY:
      return explain (self, task);
    case SL_LINUX_MESS_WAKING:
      return SL_CAUSE_WAKING;
    case SL_LINUX_MESS_TIMER:
    case SL_LINUX_MESS_SLEEP:
    case SL_LINUX_MESS_IN_CALL:
    default:
      return SL_CAUSE_SUSPENDED;
    }
}

static void
pass_time (SlLinuxMess *self)
{
  gint64 ticks = g_test_rand_int_range (1, 60);

  for (guint i = 0; i < SL_LINUX_MESS_TASKS; i++)
    if (self->tasks[i].place != SL_LINUX_MESS_TIMER)
      self->tasks[i].sums[get_cause (self, &self->tasks[i])] += ticks;
  self->now += ticks;
}

static void
enter (SlLinuxMess *self, guint number, SlObjectType handler)
{
  guint16 kind = handler == SL_OBJECT_IRQ       ? SL_KIND_LINUX_IRQ_HANDLER_ENTRY
                 : handler == SL_OBJECT_SOFTIRQ ? SL_KIND_LINUX_SOFTIRQ_ENTRY
                                                : SL_KIND_LINUX_LOCAL_TIMER_ENTRY;

  self->cpus[number].is_busy = TRUE;
  self->cpus[number].handler = handler;
  tell (self, number, kind,
        handler == SL_OBJECT_IRQ       ? LINE
        : handler == SL_OBJECT_SOFTIRQ ? 3
                                       : VECTOR,
        0, 0);
}

static void
leave (SlLinuxMess *self, guint number)
{
  SlObjectType handler = self->cpus[number].handler;
  guint16 kind = handler == SL_OBJECT_IRQ       ? SL_KIND_LINUX_IRQ_HANDLER_EXIT
                 : handler == SL_OBJECT_SOFTIRQ ? SL_KIND_LINUX_SOFTIRQ_EXIT
                                                : SL_KIND_LINUX_LOCAL_TIMER_EXIT;

  self->cpus[number].is_busy = FALSE;
  tell (self, number, kind,
        handler == SL_OBJECT_IRQ       ? LINE
        : handler == SL_OBJECT_SOFTIRQ ? 3
                                       : VECTOR,
        0, 0);
}

/* @number wakes @woken: its handler does, or its task. */
static void
wake (SlLinuxMess *self, guint number, guint woken)
{
  const SlLinuxMessCpu *cpu = &self->cpus[number];
  SlLinuxMessTask *task = &self->tasks[woken];
  SlLinuxMessWake truth = { woken, self->now, SL_OBJECT_NONE, 0 };
  guint flags = !cpu->is_busy                       ? 0
                : cpu->handler == SL_OBJECT_SOFTIRQ ? SL_LINUX_SOFTIRQ
                                                    : SL_LINUX_HARDIRQ;
  SlEvent *event;

  if (cpu->is_busy)
    {
      truth.type = cpu->handler;
      truth.id = cpu->handler == SL_OBJECT_IRQ       ? LINE
                 : cpu->handler == SL_OBJECT_SOFTIRQ ? 3
                                                     : VECTOR;
    }
  else if (cpu->current != NOBODY)
    {
      truth.type = SL_OBJECT_TASK;
      truth.id = get_tid (cpu);
    }
  event = tell (self, number, SL_KIND_LINUX_SCHED_WAKING, SL_LINUX_MESS_FIRST + woken,
                get_tid (cpu), 0);
  event->detail = SL_LINUX_WAKING (task->cpu, task->prio);
  event->flags = SL_LINUX_FLAGS (flags, 0);
  task->place = SL_LINUX_MESS_WAKING;
  if (truth.type != SL_OBJECT_NONE)
    g_array_append_val (self->wakes, truth);
}

/* The timer of a task expires, in one handler. */
static void
release (SlLinuxMess *self, guint woken)
{
  SlLinuxMessTask *task = &self->tasks[woken];
  guint timer = SL_LINUX_TIMER (SL_LINUX_TIMER_WAKEUP, TRUE, TRUE);

  enter (self, task->cpu, SL_OBJECT_VECTOR);
  pass_time (self);
  tell (self, task->cpu, SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY, 0x1000 + woken, (guint64) self->now,
        timer);
  wake (self, task->cpu, woken);
  /* That a sleep was the end of a job is known from who ends it. */
  if (task->done.end > 0)
    g_array_append_val (self->truths, task->done);
  task->done.end = 0;
  memset (task->sums, 0, sizeof task->sums);
  task->sums[SL_CAUSE_EARLIER_JOB] = MAX (task->slept - task->expires, 0);
  task->sums[SL_CAUSE_RELEASE_LATENCY] = self->now - MAX (task->slept, task->expires);
  task->has_job = TRUE;
  pass_time (self);
  tell (self, task->cpu, SL_KIND_LINUX_HRTIMER_EXPIRE_EXIT, 0x1000 + woken, 0, 0);
  leave (self, task->cpu);
}

static void
start_timer (SlLinuxMess *self, guint number)
{
  SlLinuxMessTask *task = &self->tasks[number];

  task->expires = self->now + g_test_rand_int_range (1, 400);
  tell (self, task->cpu, SL_KIND_LINUX_HRTIMER_START, 0x1000 + number, (guint64) task->expires,
        SL_LINUX_TIMER (SL_LINUX_TIMER_WAKEUP, TRUE, TRUE));
}

static void
tell_call (SlLinuxMess *self, guint cpu, SlLinuxRole role)
{
  tell (self, cpu, SL_KIND_LINUX_SCHED_PROCESS_WAIT, SL_LINUX_MESS_CALL, 0, SL_LINUX_SYSCALL_OTHER)
      ->flags = SL_LINUX_FLAGS (0, role);
}

/* The task that runs leaves in one of the ways that there are. Returns the letter of its state. */
static char
give_up (SlLinuxMess *self, guint number)
{
  SlLinuxMessTask *task = &self->tasks[number];
  SlLinuxMessJob truth = { .task = number };

  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      if (!is_rt (task))
        return 'R';
      start_timer (self, number);
      pass_time (self);
      truth.end = task->slept = self->now;
      memcpy (truth.sums, task->sums, sizeof truth.sums);
      if (task->has_job)
        task->done = truth;
      task->has_job = FALSE;
      task->place = SL_LINUX_MESS_TIMER;
      return 'S';
    case 1:
      task->place = SL_LINUX_MESS_SLEEP;
      return 'S';
    case 2:
      tell_call (self, task->cpu, SL_LINUX_ROLE_SYSCALL_ENTER);
      pass_time (self);
      task->place = SL_LINUX_MESS_IN_CALL;
      return 'D';
    default:
      return 'R';
    }
}

static guint
find_task (const SlLinuxMess *self, guint cpu, guint places)
{
  guint first = (guint) g_test_rand_int_range (0, SL_LINUX_MESS_TASKS);

  for (guint i = 0; i < SL_LINUX_MESS_TASKS; i++)
    {
      guint number = (first + i) % SL_LINUX_MESS_TASKS;

      if ((cpu == NOBODY || self->tasks[number].cpu == cpu) &&
          (places & 1u << self->tasks[number].place) != 0)
        return number;
    }

  return NOBODY;
}

static void
switch_tasks (SlLinuxMess *self, guint number)
{
  SlLinuxMessCpu *cpu = &self->cpus[number];
  guint prev = cpu->current, next = find_task (self, number, 1u << SL_LINUX_MESS_READY);
  int prev_prio = prev != NOBODY ? self->tasks[prev].prio : FAIR;
  char letter = prev != NOBODY ? give_up (self, prev) : 'R';

  if (letter == 'R' && next == NOBODY)
    return;
  if (letter == 'R' && prev != NOBODY)
    {
      self->tasks[prev].place = SL_LINUX_MESS_READY;
      self->tasks[prev].ready_since = self->now;
    }
  tell (self, number, SL_KIND_LINUX_SCHED_SWITCH, next != NOBODY ? SL_LINUX_MESS_FIRST + next : 0,
        get_tid (cpu), 0)
      ->detail =
      SL_LINUX_SWITCH (letter, FALSE, prev_prio, next != NOBODY ? self->tasks[next].prio : FAIR);
  cpu->current = next;
  cpu->switched = self->now;
  if (next == NOBODY)
    return;

  self->tasks[next].place = SL_LINUX_MESS_RUNS;
  pass_time (self);
  tell_call (self, number, SL_LINUX_ROLE_SYSCALL_EXIT);
}

/* Anything that may happen on a processor. */
static void
act (SlLinuxMess *self, guint number)
{
  SlLinuxMessCpu *cpu = &self->cpus[number];
  guint sleeper = find_task (self, NOBODY, 1u << SL_LINUX_MESS_SLEEP | 1u << SL_LINUX_MESS_IN_CALL);
  guint woken = find_task (self, NOBODY, 1u << SL_LINUX_MESS_WAKING);
  guint timed = find_task (self, number, 1u << SL_LINUX_MESS_TIMER);
  int what = g_test_rand_int_range (0, 8);

  if (what < 2 && sleeper != NOBODY && (cpu->is_busy || cpu->current != NOBODY))
    wake (self, number, sleeper);
  else if (what < 4 && woken != NOBODY)
    {
      tell (self, number, SL_KIND_LINUX_SCHED_WAKEUP, SL_LINUX_MESS_FIRST + woken,
            self->tasks[woken].cpu, 0);
      self->tasks[woken].place = SL_LINUX_MESS_READY;
      self->tasks[woken].ready_since = self->now;
    }
  else if (cpu->is_busy)
    leave (self, number);
  else if (what == 4)
    enter (self, number, g_test_rand_bit () ? SL_OBJECT_IRQ : SL_OBJECT_SOFTIRQ);
  else if (what == 5 && timed != NOBODY && self->tasks[timed].expires <= self->now)
    release (self, timed);
  else
    switch_tasks (self, number);
}

/**
 * sl_linux_mess_run:
 * @self: (out): clear it with sl_linux_mess_clear()
 *
 * Lets the machine do anything for some thousand steps.
 */
void
sl_linux_mess_run (SlLinuxMess *self)
{
  static const int prios[] = { 20, 60, 98, 50, FAIR, FAIR };

  *self = (SlLinuxMess) { .now = BEFORE };
  self->events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  self->truths = g_array_new (FALSE, FALSE, sizeof (SlLinuxMessJob));
  self->wakes = g_array_new (FALSE, FALSE, sizeof (SlLinuxMessWake));
  for (guint i = 0; i < SL_LINUX_MESS_CPUS; i++)
    self->cpus[i].current = NOBODY;
  for (guint i = 0; i < SL_LINUX_MESS_TASKS; i++)
    {
      self->tasks[i] = (SlLinuxMessTask) { .cpu = i % SL_LINUX_MESS_CPUS, .prio = prios[i / 2] };
      self->tasks[i].place = is_rt (&self->tasks[i]) ? SL_LINUX_MESS_TIMER : SL_LINUX_MESS_SLEEP;
      pass_time (self);
      if (is_rt (&self->tasks[i]))
        start_timer (self, i);
    }
  for (guint i = 0; i < N_STEPS; i++)
    {
      pass_time (self);
      act (self, (guint) g_test_rand_int_range (0, SL_LINUX_MESS_CPUS));
    }
}

/**
 * sl_linux_mess_clear:
 *
 * Frees what @self owns.
 */
void
sl_linux_mess_clear (SlLinuxMess *self)
{
  g_array_unref (self->events);
  g_array_unref (self->truths);
  g_array_unref (self->wakes);
}
