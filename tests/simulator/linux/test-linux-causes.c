/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A machine of several processors whose scheduler does anything: what becomes of each job's time is known while the events are
 * made, and must be what is worked out from them. */
#include <string.h>

#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-job-splitter.h"
#include "sl-linux-kinds.h"
#include "sl-linux-source.h"
#include "sl-load.h"
#include "sl-wake-chain.h"

#define N_CPUS  3
#define N_TASKS 12
#define N_STEPS 6000
#define FIRST   100 /* tid */
#define FAIR    120
#define LINE    24
#define VECTOR  236
#define CALL    17
#define NOBODY  G_MAXUINT
#define BEFORE  1000000 /* the first event, so that timers may be late */

typedef enum
{
  PLACE_TIMER, /* sleeps until its next release */
  PLACE_SLEEP,
  PLACE_CALL, /* sleeps in a system call, and no signal wakes it */
  PLACE_WAKING,
  PLACE_READY,
  PLACE_RUNS,
} Place;

/* What a job's time went to, and when it ended. */
typedef struct
{
  guint task;
  SlTime end;
  gint64 sums[SL_N_CAUSES];
} Truth;

typedef struct
{
  guint cpu;
  gint prio;
  Place place;
  SlTime ready_since;
  SlTime expires; /* of its timer */
  SlTime slept;   /* when it began to wait for that */
  gboolean has_job;
  Truth done; /* its last job, without a time as its end for none */
  gint64 sums[SL_N_CAUSES];
} Task;

typedef struct
{
  guint current; /* place of a task; NOBODY for the idle task */
  SlTime switched;
  gboolean is_busy; /* with an interrupt */
  SlObjectType handler;
} Cpu;

/* Who woke whom; @type is NONE for a handler that was not recorded. */
typedef struct
{
  guint task;
  SlTime time;
  SlObjectType type;
  guint64 id;
} Woken;

typedef struct
{
  GArray *events;
  GArray *truths;
  GArray *wakes;
  SlTime now;
  Task tasks[N_TASKS];
  Cpu cpus[N_CPUS];
} Machine;

static gboolean
is_rt (const Task *task)
{
  return task->prio < 100;
}

static guint
get_tid (const Cpu *cpu)
{
  return cpu->current != NOBODY ? FIRST + cpu->current : 0;
}

static SlEvent *
tell (Machine *self, guint cpu, guint16 kind, guint64 a, guint64 b, guint32 extra)
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
explain (const Machine *self, const Task *task)
{
  const Cpu *cpu = &self->cpus[task->cpu];
  const Task *runner = cpu->current != NOBODY ? &self->tasks[cpu->current] : NULL;

  if (cpu->is_busy)
    return SL_CAUSE_INTERRUPT;
  if (runner == NULL)
    return SL_CAUSE_DISPATCH;
  if (runner->prio <= task->prio || (!is_rt (runner) && !is_rt (task)))
    return SL_CAUSE_PREEMPTED;

  return !is_rt (runner) && cpu->switched >= task->ready_since ? SL_CAUSE_THROTTLED
                                                               : SL_CAUSE_BLOCKED;
}

static SlCause
get_cause (const Machine *self, const Task *task)
{
  switch (task->place)
    {
    case PLACE_RUNS:
      return self->cpus[task->cpu].is_busy ? SL_CAUSE_INTERRUPT : SL_CAUSE_EXECUTION;
    case PLACE_READY:
      return explain (self, task);
    case PLACE_WAKING:
      return SL_CAUSE_WAKING;
    case PLACE_TIMER:
    case PLACE_SLEEP:
    case PLACE_CALL:
    default:
      return SL_CAUSE_SUSPENDED;
    }
}

static void
pass_time (Machine *self)
{
  gint64 ticks = g_test_rand_int_range (1, 60);

  for (guint i = 0; i < N_TASKS; i++)
    if (self->tasks[i].place != PLACE_TIMER)
      self->tasks[i].sums[get_cause (self, &self->tasks[i])] += ticks;
  self->now += ticks;
}

static void
enter (Machine *self, guint number, SlObjectType handler)
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
leave (Machine *self, guint number)
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
wake (Machine *self, guint number, guint woken)
{
  const Cpu *cpu = &self->cpus[number];
  Task *task = &self->tasks[woken];
  Woken truth = { woken, self->now, SL_OBJECT_NONE, 0 };
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
  event = tell (self, number, SL_KIND_LINUX_SCHED_WAKING, FIRST + woken, get_tid (cpu), 0);
  event->detail = SL_LINUX_WAKING (task->cpu, task->prio);
  event->flags = SL_LINUX_FLAGS (flags, 0);
  task->place = PLACE_WAKING;
  if (truth.type != SL_OBJECT_NONE)
    g_array_append_val (self->wakes, truth);
}

/* The timer of a task expires, in one handler. */
static void
release (Machine *self, guint woken)
{
  Task *task = &self->tasks[woken];
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
start_timer (Machine *self, guint number)
{
  Task *task = &self->tasks[number];

  task->expires = self->now + g_test_rand_int_range (1, 400);
  tell (self, task->cpu, SL_KIND_LINUX_HRTIMER_START, 0x1000 + number, (guint64) task->expires,
        SL_LINUX_TIMER (SL_LINUX_TIMER_WAKEUP, TRUE, TRUE));
}

static void
tell_call (Machine *self, guint cpu, SlLinuxRole role)
{
  tell (self, cpu, SL_KIND_LINUX_SCHED_PROCESS_WAIT, CALL, 0, SL_LINUX_SYSCALL_OTHER)->flags =
      SL_LINUX_FLAGS (0, role);
}

/* The task that runs leaves in one of the ways that there are. Returns the letter of its state. */
static char
give_up (Machine *self, guint number)
{
  Task *task = &self->tasks[number];
  Truth truth = { .task = number };

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
      task->place = PLACE_TIMER;
      return 'S';
    case 1:
      task->place = PLACE_SLEEP;
      return 'S';
    case 2:
      tell_call (self, task->cpu, SL_LINUX_ROLE_SYSCALL_ENTER);
      pass_time (self);
      task->place = PLACE_CALL;
      return 'D';
    default:
      return 'R';
    }
}

static guint
find_task (const Machine *self, guint cpu, guint places)
{
  guint first = (guint) g_test_rand_int_range (0, N_TASKS);

  for (guint i = 0; i < N_TASKS; i++)
    {
      guint number = (first + i) % N_TASKS;

      if ((cpu == NOBODY || self->tasks[number].cpu == cpu) &&
          (places & 1u << self->tasks[number].place) != 0)
        return number;
    }

  return NOBODY;
}

static void
switch_tasks (Machine *self, guint number)
{
  Cpu *cpu = &self->cpus[number];
  guint prev = cpu->current, next = find_task (self, number, 1u << PLACE_READY);
  int prev_prio = prev != NOBODY ? self->tasks[prev].prio : FAIR;
  char letter = prev != NOBODY ? give_up (self, prev) : 'R';

  if (letter == 'R' && next == NOBODY)
    return;
  if (letter == 'R' && prev != NOBODY)
    {
      self->tasks[prev].place = PLACE_READY;
      self->tasks[prev].ready_since = self->now;
    }
  tell (self, number, SL_KIND_LINUX_SCHED_SWITCH, next != NOBODY ? FIRST + next : 0, get_tid (cpu),
        0)
      ->detail =
      SL_LINUX_SWITCH (letter, FALSE, prev_prio, next != NOBODY ? self->tasks[next].prio : FAIR);
  cpu->current = next;
  cpu->switched = self->now;
  if (next == NOBODY)
    return;

  self->tasks[next].place = PLACE_RUNS;
  pass_time (self);
  tell_call (self, number, SL_LINUX_ROLE_SYSCALL_EXIT);
}

/* Anything that may happen on a processor. */
static void
act (Machine *self, guint number)
{
  Cpu *cpu = &self->cpus[number];
  guint sleeper = find_task (self, NOBODY, 1u << PLACE_SLEEP | 1u << PLACE_CALL);
  guint woken = find_task (self, NOBODY, 1u << PLACE_WAKING);
  guint timed = find_task (self, number, 1u << PLACE_TIMER);
  int what = g_test_rand_int_range (0, 8);

  if (what < 2 && sleeper != NOBODY && (cpu->is_busy || cpu->current != NOBODY))
    wake (self, number, sleeper);
  else if (what < 4 && woken != NOBODY)
    {
      tell (self, number, SL_KIND_LINUX_SCHED_WAKEUP, FIRST + woken, self->tasks[woken].cpu, 0);
      self->tasks[woken].place = PLACE_READY;
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

static void
run (Machine *self)
{
  static const int prios[] = { 20, 60, 98, 50, FAIR, FAIR };

  *self = (Machine) { .now = BEFORE };
  self->events = g_array_new (FALSE, FALSE, sizeof (SlEvent));
  self->truths = g_array_new (FALSE, FALSE, sizeof (Truth));
  self->wakes = g_array_new (FALSE, FALSE, sizeof (Woken));
  for (guint i = 0; i < N_CPUS; i++)
    self->cpus[i].current = NOBODY;
  for (guint i = 0; i < N_TASKS; i++)
    {
      self->tasks[i] = (Task) { .cpu = i % N_CPUS, .prio = prios[i / 2] };
      self->tasks[i].place = is_rt (&self->tasks[i]) ? PLACE_TIMER : PLACE_SLEEP;
      pass_time (self);
      if (is_rt (&self->tasks[i]))
        start_timer (self, i);
    }
  for (guint i = 0; i < N_STEPS; i++)
    {
      pass_time (self);
      act (self, (guint) g_test_rand_int_range (0, N_CPUS));
    }
}

static void
machine_clear (Machine *self)
{
  g_array_unref (self->events);
  g_array_unref (self->truths);
  g_array_unref (self->wakes);
}

static SlTrace *
load (const Machine *self)
{
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);
  g_autoptr (SlSource) source = sl_array_source_new ("linux-causes", self->events);
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  sl_array_source_set_clock (SL_ARRAY_SOURCE (source), clock);
  sl_source_set_meaning (source, SL_LINUX_TELLS, &sl_linux_translator);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static guint32
find_object (SlTrace *trace, SlObjectType type, guint64 id)
{
  guint32 number = sl_object_table_find (sl_trace_get_objects (trace), type, id, 1);

  g_assert_cmpuint (number, !=, 0);
  return number;
}

/* The job of @truth, by its end. */
static guint
find_job (SlJobTable *table, const Truth *truth)
{
  const SlJobTask *task =
      sl_job_table_find_task (table, find_object (sl_job_table_get_trace (table), SL_OBJECT_TASK,
                                                  FIRST + truth->task));

  g_assert_nonnull (task);
  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    if (sl_job_get_finish (sl_job_table_get (table, i)) == truth->end)
      return i;

  return G_MAXUINT;
}

static void
check_job (SlJobTable *table, const Truth *truth)
{
  guint number = find_job (table, truth);
  g_autoptr (GArray) parts = NULL;
  gint64 sums[SL_N_CAUSES] = { 0 }, response, sum = 0;

  g_test_message ("task %u, job that ends at %d", FIRST + truth->task, (int) truth->end);
  g_assert_cmpuint (number, !=, G_MAXUINT);
  parts = sl_job_table_dup_parts (table, number);
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      sums[part->cause] += part->ticks;
      sum += part->ticks;
      if (part->is_uninterruptible)
        g_assert_cmpuint (part->object, ==,
                          find_object (sl_job_table_get_trace (table), SL_OBJECT_SYSCALL, CALL));
    }
  g_assert_true (sl_job_get_response (sl_job_table_get (table, number), &response));
  g_assert_cmpint (sum, ==, response);
  for (guint i = 0; i < SL_N_CAUSES; i++)
    {
      g_test_message ("%s: %d, truly %d", sl_cause_get_id ((SlCause) i), (int) sums[i],
                      (int) truth->sums[i]);
    }
  for (guint i = 0; i < SL_N_CAUSES; i++)
    {
      g_assert_cmpint (sums[i], ==, truth->sums[i]);
    }
}

static void
test_parts (void)
{
  Machine machine;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlJobTable) table = NULL;

  g_test_summary (
      "Of each job of a machine of several processors, the parts by cause are what happened, and add up to its "
      "response from the nominal release on.");
  run (&machine);
  trace = load (&machine);
  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  g_assert_cmpuint (machine.truths->len, >, 20);
  for (guint i = 0; i < machine.truths->len; i++)
    check_job (table, &g_array_index (machine.truths, Truth, i));
  machine_clear (&machine);
}

static void
test_wakes (void)
{
  Machine machine;
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Who woke a task is the handler that the flags of the record name, else the task that ran there; a chain goes "
      "back in time, each link by the one that the link before woke.");
  run (&machine);
  trace = load (&machine);
  g_assert_cmpuint (machine.wakes->len, >, 100);
  for (guint i = 0; i < machine.wakes->len; i++)
    {
      const Woken *truth = &g_array_index (machine.wakes, Woken, i);
      guint32 task = find_object (trace, SL_OBJECT_TASK, FIRST + truth->task);
      g_autoptr (GArray) chain = sl_wake_chain_find (trace, task, truth->time);
      const SlWake *wake = &g_array_index (chain, SlWake, chain->len - 1);

      g_assert_cmpuint (chain->len, >, 0);
      g_assert_cmpuint (wake->task, ==, task);
      g_assert_cmpint (wake->time, ==, truth->time);
      g_assert_cmpuint (wake->waker, ==, find_object (trace, truth->type, truth->id));
      g_assert_cmpuint (wake->cpu, !=, 0);
      for (guint link = 1; link < chain->len; link++)
        {
          g_assert_cmpuint (wake[-(int) link].task, ==, wake[1 - (int) link].waker);
          g_assert_cmpint (wake[-(int) link].time, <, wake[1 - (int) link].time);
        }
    }
  machine_clear (&machine);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/linux-causes/parts", test_parts);
  g_test_add_func ("/linux-causes/wakes", test_wakes);

  return g_test_run ();
}
