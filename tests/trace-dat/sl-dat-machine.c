/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-machine.h"

#define FIRST_TIME G_GUINT64_CONSTANT (1000000000)
#define FIRST_TASK 1000
#define FIRST_LIFE 20000
#define MOST_TIDS  32410 /* of forked tasks: the numbers are used again */

/* Tasks that are busy at a time; others follow. */
#define BUSY 48

/* Periodic tasks of each processor. */
#define N_PERIODIC 4

#define FLAG_OFF     0x01
#define FLAG_HARDIRQ 0x08
#define FLAG_SOFTIRQ 0x10

enum
{
  STATE_READY = 0,
  STATE_SLEEP = 1,
  STATE_DISK = 2,
  STATE_DEAD = 0x10,
};

typedef struct
{
  guint32 pid;
  gint prio;
  guint cpu;     /* where it ran last */
  guint n_steps; /* of a forked one: what it does until it ends */
  gboolean is_off;
} Task;

typedef struct
{
  guint64 time;  /* of the last record */
  guint64 next;  /* of what it does next */
  Task *running; /* NULL for idle */
  Task *ended;   /* to be freed by who runs next */
  GQueue ready;
  Task *periodic[N_PERIODIC];
} Cpu;

typedef struct
{
  const SlDatMachine *machine;
  SlDatWriter *writer;
  GRand *random;
  Cpu *cpus;
  Task *tasks;
  GPtrArray *forked; /* of Task: all that were, to free them */
  GPtrArray *gone;   /* those of them that ended, to be used for others */
  guint64 n_records;
  guint n_forked;
} Run;

static guint
draw (Run *run, guint below)
{
  return (guint) g_rand_int_range (run->random, 0, (gint32) below);
}

static void
add (Run *run, guint number, guint8 flags, guint least, SlDatEvent event)
{
  Cpu *cpu = &run->cpus[number];

  cpu->time += least + draw (run, least + 1);
  event.time = cpu->time;
  event.flags = flags;
  event.common_pid = cpu->running != NULL ? cpu->running->pid : 0;
  sl_dat_writer_add (run->writer, 0, number, &event);
  run->n_records++;
}

static void
add_runtime (Run *run, guint number)
{
  const Task *task = run->cpus[number].running;

  if (task != NULL)
    add (run, number, FLAG_OFF, 300,
         (SlDatEvent) { SL_DAT_RUNTIME, .values = { task->pid, 1000 + draw (run, 4000) * 16 } });
}

static void
switch_to (Run *run, guint number, Task *next, guint state)
{
  Cpu *cpu = &run->cpus[number];
  Task *task = cpu->running;

  add_runtime (run, number);
  add (run, number, FLAG_OFF, 200,
       (SlDatEvent) { SL_DAT_SWITCH,
                      .values = { task != NULL ? task->pid : 0, task != NULL ? task->prio : 120,
                                  state, next != NULL ? next->pid : 0,
                                  next != NULL ? next->prio : 120 } });
  if (task != NULL)
    task->is_off = state != STATE_READY;
  if (task != NULL && state == STATE_READY)
    g_queue_push_tail (&cpu->ready, task);
  if (next != NULL)
    next->cpu = number;
  cpu->running = next;
}

/* @task, which sleeps, is woken by who runs on @number or by its interrupt. */
static void
wake (Run *run, guint number, Task *task, guint8 flags)
{
  guint target = task->cpu;
  Cpu *other;

  add (run, number, FLAG_OFF | flags, 150,
       (SlDatEvent) { SL_DAT_WAKING, .values = { task->pid, task->prio, target } });
  if (task->prio >= 100 && draw (run, 6) == 0)
    {
      target = draw (run, run->machine->n_cpus);
      if (target != task->cpu)
        add (run, number, FLAG_OFF | flags, 150,
             (SlDatEvent) { SL_DAT_MIGRATE,
                            .values = { task->pid, task->prio, task->cpu, target } });
      task->cpu = target;
    }
  add (run, number, FLAG_OFF | flags, 150,
       (SlDatEvent) { SL_DAT_WAKEUP, .values = { task->pid, task->prio, target } });
  task->is_off = FALSE;
  other = &run->cpus[target];
  if (task->prio < 100)
    g_queue_push_head (&other->ready, task);
  else
    g_queue_push_tail (&other->ready, task);
  if (other->running == NULL)
    other->next = MAX (other->time, MIN (other->next, run->cpus[number].time + 1500));
}

static Task *
find_sleeper (Run *run)
{
  guint base = (guint) (run->n_records / 5000);

  for (guint i = 0; i < 8; i++)
    {
      Task *task = &run->tasks[(base + draw (run, BUSY)) % run->machine->n_tasks];

      if (task->is_off && task->prio >= 100)
        return task;
    }

  return NULL;
}

static void
handle_softirq (Run *run, guint number, guint vector)
{
  add (run, number, FLAG_SOFTIRQ, 100, (SlDatEvent) { SL_DAT_SOFTIRQ, .values = { vector } });
  add (run, number, FLAG_SOFTIRQ, 900, (SlDatEvent) { SL_DAT_SOFTIRQ_EXIT, .values = { vector } });
}

/* The timer of the processor: that of a periodic task, or the tick. */
static void
handle_timer (Run *run, guint number)
{
  Cpu *cpu = &run->cpus[number];
  Task *task = cpu->periodic[draw (run, N_PERIODIC)];
  gboolean is_tick = !task->is_off || draw (run, 3) == 0;
  gint64 timer = is_tick ? 0x10000 + number * 0x200 : 0x80000 + (gint64) task->pid * 64;
  gint64 function = is_tick ? SL_DAT_HRTIMER_WAKEUP + 16 : SL_DAT_HRTIMER_WAKEUP;

  add (run, number, FLAG_HARDIRQ, 100, (SlDatEvent) { SL_DAT_LOCAL_ENTRY, .values = { 236 } });
  add (run, number, FLAG_HARDIRQ, 100, (SlDatEvent) { SL_DAT_TIMER_CANCEL, .values = { timer } });
  add (run, number, FLAG_HARDIRQ, 100,
       (SlDatEvent) { SL_DAT_EXPIRE_ENTRY, .values = { timer, (gint64) cpu->time, function } });
  if (!is_tick)
    wake (run, number, task, FLAG_HARDIRQ);
  else
    {
      add_runtime (run, number);
      add (run, number, FLAG_HARDIRQ, 150, (SlDatEvent) { SL_DAT_SOFTIRQ_RAISE, .values = { 7 } });
    }
  add (run, number, FLAG_HARDIRQ, 100, (SlDatEvent) { SL_DAT_EXPIRE_EXIT, .values = { timer } });
  add (run, number, FLAG_HARDIRQ, 100,
       (SlDatEvent) { SL_DAT_TIMER,
                      .values = { timer, function, (gint64) cpu->time / 4000000 * 4000000 + 4000000,
                                  (gint64) cpu->time / 4000000 * 4000000 + 4000000, 2 } });
  add (run, number, FLAG_HARDIRQ, 100, (SlDatEvent) { SL_DAT_LOCAL_EXIT, .values = { 236 } });
  if (is_tick)
    handle_softirq (run, number, 7);
}

static void
handle_interrupt (Run *run, guint number)
{
  Task *task = find_sleeper (run);

  add (run, number, FLAG_HARDIRQ, 200,
       (SlDatEvent) { SL_DAT_IRQ_ENTRY, .values = { 24 + number }, .text = "nvme0q1" });
  if (task != NULL)
    wake (run, number, task, FLAG_HARDIRQ);
  add (run, number, FLAG_HARDIRQ, 400,
       (SlDatEvent) { SL_DAT_IRQ_EXIT, .values = { 24 + number, 1 } });
}

static void
call_system (Run *run, guint number)
{
  gboolean blocks = draw (run, 3) == 0;
  Task *task = run->cpus[number].running;

  if (draw (run, 5) == 0)
    {
      gint64 lock = 0x7f0000001000 + task->pid % 8 * 64;

      add (run, number, 0, 300,
           (SlDatEvent) { SL_DAT_ENTER_FUTEX, .values = { 202, lock, draw (run, 2) + 128, 1, 0 } });
      add (run, number, 0, 500, (SlDatEvent) { SL_DAT_EXIT_FUTEX, .values = { 202, 0 } });
      return;
    }

  add (run, number, 0, 300,
       (SlDatEvent) { SL_DAT_ENTER_READ,
                      .values = { 0, task->pid % 7 + 3, 0x7ffc12340000 + task->pid * 256, 4096 } });
  if (blocks && g_queue_is_empty (&run->cpus[number].ready) && draw (run, 2) == 0)
    add (run, number, FLAG_OFF, 300, (SlDatEvent) { SL_DAT_IDLE, .values = { 1, number } });
  add (run, number, 0, 500, (SlDatEvent) { SL_DAT_EXIT_READ, .values = { 0, 4096 } });
}

static void
fork_task (Run *run, guint number)
{
  Task *parent = run->cpus[number].running;
  Task *child;

  if (run->gone->len > 0)
    child = g_ptr_array_steal_index_fast (run->gone, run->gone->len - 1);
  else
    g_ptr_array_add (run->forked, child = g_new0 (Task, 1));
  *child = (Task) { .pid = FIRST_LIFE + run->n_forked++ % MOST_TIDS,
                    .prio = 120,
                    .cpu = draw (run, run->machine->n_cpus),
                    .n_steps = 1 + draw (run, 12) };
  add (run, number, 0, 3000, (SlDatEvent) { SL_DAT_FORK, .values = { parent->pid, child->pid } });
  add (run, number, FLAG_OFF, 500,
       (SlDatEvent) { SL_DAT_WAKEUP_NEW, .values = { child->pid, 120, child->cpu } });
  g_queue_push_tail (&run->cpus[child->cpu].ready, child);
}

/* Who runs leaves its processor. */
static void
leave (Run *run, guint number, guint state)
{
  Cpu *cpu = &run->cpus[number];
  Task *task = cpu->running;
  Task *next = g_queue_pop_head (&cpu->ready);

  if (next == NULL && state == STATE_READY)
    return;
  switch_to (run, number, next, state);
  if (cpu->ended != NULL)
    {
      add (run, number, FLAG_SOFTIRQ, 300,
           (SlDatEvent) { SL_DAT_FREE, .values = { cpu->ended->pid, 120 } });
      g_ptr_array_add (run->gone, g_steal_pointer (&cpu->ended));
    }
  if (state == STATE_DEAD)
    cpu->ended = task;
  if (next == NULL)
    add (run, number, FLAG_OFF, 300, (SlDatEvent) { SL_DAT_IDLE, .values = { 1, number } });
}

static void
end_task (Run *run, guint number)
{
  Task *task = run->cpus[number].running;

  add (run, number, 0, 900, (SlDatEvent) { SL_DAT_EXIT, .values = { task->pid, 120 } });
  leave (run, number, STATE_DEAD);
}

static void
step_idle (Run *run, guint number)
{
  Cpu *cpu = &run->cpus[number];

  if (g_queue_is_empty (&cpu->ready))
    {
      if (draw (run, 2) == 0)
        handle_timer (run, number);
      else
        handle_interrupt (run, number);
      if (g_queue_is_empty (&cpu->ready))
        cpu->next = cpu->time + 5000 + draw (run, 60000);
      return;
    }

  add (run, number, FLAG_OFF, 200, (SlDatEvent) { SL_DAT_IDLE, .values = { -1, number } });
  switch_to (run, number, g_queue_pop_head (&cpu->ready), STATE_READY);
}

static void
step_task (Run *run, guint number)
{
  Cpu *cpu = &run->cpus[number];
  guint what = draw (run, 100);
  gboolean may_fork =
      run->n_forked < (guint64) run->machine->n_lives * run->n_records / run->machine->n_records;
  const Task *first = g_queue_peek_head (&cpu->ready);

  cpu->time += draw (run, 3000);
  if (first != NULL && first->prio < 100 && cpu->running->prio >= 100)
    leave (run, number, STATE_READY);
  else if (cpu->running->n_steps > 0 && --cpu->running->n_steps == 0)
    end_task (run, number);
  else if (may_fork && cpu->running->n_steps == 0 && cpu->running->prio >= 100)
    fork_task (run, number);
  else if (what < 30)
    call_system (run, number);
  else if (what < 40)
    {
      Task *task = find_sleeper (run);

      if (task != NULL)
        wake (run, number, task, 0);
    }
  else if (what < 46)
    handle_timer (run, number);
  else if (what < 50)
    handle_interrupt (run, number);
  else if (what < 55)
    add_runtime (run, number);
  else if (what < 70 || cpu->running->n_steps > 0)
    leave (run, number, STATE_READY);
  else
    leave (run, number, draw (run, 8) == 0 ? STATE_DISK : STATE_SLEEP);
  cpu->next = cpu->time;
}

static void
begin (Run *run)
{
  const SlDatMachine *machine = run->machine;

  for (guint i = 0; i < machine->n_tasks; i++)
    run->tasks[i] = (Task) { FIRST_TASK + i, 120, draw (run, machine->n_cpus), 0, TRUE };
  for (guint i = 0; i < machine->n_cpus; i++)
    {
      Cpu *cpu = &run->cpus[i];

      cpu->time = cpu->next = FIRST_TIME + draw (run, 100000);
      g_queue_init (&cpu->ready);
      for (guint j = 0; j < N_PERIODIC; j++)
        {
          cpu->periodic[j] = &run->tasks[i * N_PERIODIC + j];
          cpu->periodic[j]->prio = 10 + 10 * (gint) j;
          cpu->periodic[j]->cpu = i;
        }
    }
}

/**
 * sl_dat_machine_run:
 * @self: with at least four tasks for each processor
 * @writer: of as many processors
 */
void
sl_dat_machine_run (const SlDatMachine *self, SlDatWriter *writer)
{
  g_autofree Cpu *cpus = g_new0 (Cpu, self->n_cpus);
  g_autofree Task *tasks = g_new0 (Task, self->n_tasks);
  g_autoptr (GRand) random = g_rand_new_with_seed (self->seed);
  g_autoptr (GPtrArray) forked = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  Run run = { self, writer, random, cpus, tasks, forked, gone, 0, 0 };

  begin (&run);
  while (run.n_records < self->n_records)
    {
      guint first = 0;

      for (guint i = 1; i < self->n_cpus; i++)
        if (cpus[i].next < cpus[first].next)
          first = i;
      cpus[first].time = MAX (cpus[first].time, cpus[first].next);
      if (cpus[first].running == NULL)
        step_idle (&run, first);
      else
        step_task (&run, first);
    }
  for (guint i = 0; i < self->n_cpus; i++)
    g_queue_clear (&cpus[i].ready);
}
