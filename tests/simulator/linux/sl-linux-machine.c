/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Time goes on by microseconds. In each, what is complete comes first, then interrupts, timers and one decision; whatever is
 * recorded takes 20 ns, so that no two records have one time and all of a microsecond fit into it. */
#include "sl-linux-machine-private.h"

static Task *
find_worker (Sim *self)
{
  for (guint i = 0; i < self->n_tasks; i++)
    if (self->tasks[i].is.kind == SL_MACHINE_WORKER && self->tasks[i].state == SLEEPING)
      return &self->tasks[i];

  return NULL;
}

static void
interrupt (Sim *self, guint number)
{
  Cpu *cpu = &self->cpus[number];
  Task *worker = NULL;

  if (cpu->irq_until == self->now)
    {
      sl_machine_record (self, number, SL_DAT_IRQ_EXIT, HARDIRQ, 24 + number, 1, 0, 0, 0);
      if (sl_machine_draw (self, 0, 1) == 0)
        {
          sl_machine_record (self, number, SL_DAT_SOFTIRQ, SOFTIRQ, 3, 0, 0, 0, 0);
          cpu->softirq_until = self->now + sl_machine_draw (self, 3, 20);
        }
    }
  else if (cpu->softirq_until == self->now)
    {
      worker = find_worker (self);
      if (worker != NULL)
        {
          sl_machine_plan_job (self, worker);
          sl_machine_wake (self, number, worker, SOFTIRQ);
        }
      sl_machine_record (self, number, SL_DAT_SOFTIRQ_EXIT, SOFTIRQ, 3, 0, 0, 0, 0);
    }
  else if ((cpu->current == NULL || cpu->current->state == READY) &&
           cpu->softirq_until < self->now && cpu->irq_until < self->now &&
           sl_machine_draw (self, 0, 400) == 0)
    {
      sl_machine_write (self, number, SL_DAT_IRQ_ENTRY, HARDIRQ, 24 + number, g_strdup ("disk"));
      cpu->irq_until = self->now + sl_machine_draw (self, 2, 30);
    }
}

static gboolean
is_interrupted (const Sim *self, guint cpu)
{
  return self->cpus[cpu].irq_until > self->now || self->cpus[cpu].softirq_until > self->now;
}

static void
expire (Sim *self, Task *task)
{
  gboolean is_deadline = task->state == THROTTLED;
  gint64 address = (gint64) (is_deadline ? DL_TIMER : TIMER) + task->is.tid;
  guint64 armed = task->armed;
  guint64 time =
      sl_machine_record (self, task->cpu, SL_DAT_EXPIRE_ENTRY, HARDIRQ, address, (gint64) self->ns,
                         (gint64) (is_deadline ? SL_DAT_DL_TASK_TIMER : SL_DAT_HRTIMER_WAKEUP), 0,
                         0);

  if (is_deadline)
    {
      task->quota = task->budget;
      task->state = READY;
      if (!task->has_job)
        sl_machine_release (self, task, time, armed);
    }
  else
    {
      if (task->base == DL_PRIO && self->now >= task->server + task->period)
        {
          task->server = self->now;
          task->quota = task->budget;
        }
      task->due = task->release;
      sl_machine_release (self, task, self->ns, armed);
      sl_machine_wake (self, task->cpu, task, HARDIRQ);
    }
  sl_machine_record (self, task->cpu, SL_DAT_EXPIRE_EXIT, HARDIRQ, address, 0, 0, 0, 0);
}

/* Whether @one comes before @other; deadlines of servers before fixed priorities, fair tasks in turn. */
static gboolean
is_before (const Sim *self, const Task *one, const Task *other)
{
  if (one->prio != other->prio)
    return one->prio < other->prio;
  if (one->prio == DL_PRIO && one->server + one->period != other->server + other->period)
    return one->server + one->period < other->server + other->period;
  if (one->prio == FAIR_PRIO && one->used / 4000 != other->used / 4000)
    return one->used < other->used;

  return one->run_begin != SL_MACHINE_NEVER && other->run_begin == SL_MACHINE_NEVER;
}

static guint
find_place (Sim *self, const Task *task, Task *const *wanted, const gboolean *is_taken)
{
  if (!is_taken[task->cpu])
    return task->cpu;
  if (task->is_pinned || task->run_begin != SL_MACHINE_NEVER)
    return G_MAXUINT;

  for (guint i = 0; i < self->machine->n_cpus; i++)
    if (!is_taken[i])
      return i;

  return G_MAXUINT;
}

/* The most urgent first, each where it was where it can. */
static void
choose (Sim *self, Task **wanted)
{
  gboolean is_taken[16] = { FALSE };
  g_autoptr (GPtrArray) ready = g_ptr_array_new ();

  for (guint i = 0; i < self->machine->n_cpus; i++)
    {
      is_taken[i] = is_interrupted (self, i);
      wanted[i] = is_taken[i] ? self->cpus[i].current : NULL;
    }
  for (guint i = 0; i < self->n_tasks; i++)
    {
      Task *task = &self->tasks[i];
      guint at = ready->len;

      if (task->state != READY || (task->run_begin != SL_MACHINE_NEVER && is_taken[task->cpu]))
        continue;
      while (at > 0 && is_before (self, task, g_ptr_array_index (ready, at - 1)))
        at--;
      g_ptr_array_insert (ready, (gint) at, task);
    }
  for (guint i = 0; i < ready->len; i++)
    {
      Task *task = g_ptr_array_index (ready, i);
      guint place = find_place (self, task, wanted, is_taken);

      if (place == G_MAXUINT)
        continue;
      is_taken[place] = TRUE;
      wanted[place] = task;
    }
}

static void
leave (Sim *self, Task *task, guint64 time)
{
  SlMachineRun run = { task->is.tid, task->cpu, task->run_begin, time };

  g_array_append_val (self->machine->runs, run);
  task->run_begin = SL_MACHINE_NEVER;
  if (task->state == BLOCKED)
    g_array_index (self->machine->waits, SlMachineWait, task->wait).begin = time;
  if (task->state != SLEEPING || !task->has_job)
    return;

  sl_machine_get_job (self, task)->finish = time;
  task->has_job = FALSE;
}

/* Tasks of SCHED_DEADLINE say their budget, too. Here times are in microseconds. */
static char *
print_mark (const Task *task)
{
  g_autofree char *runtime =
      task->base == DL_PRIO ? g_strdup_printf (" runtime %d000", task->budget) : g_strdup ("");

  return g_strdup_printf ("task t%u tid %u period %" G_GUINT64_FORMAT " deadline %" G_GUINT64_FORMAT
                          "%s\n",
                          task->is.tid, task->is.tid, task->is.period, task->is.period, runtime);
}

static void
enter (Sim *self, guint cpu, Task *task)
{
  static const SlDatTracepoint exits[] = { SL_DAT_EXIT_FUTEX, SL_DAT_EXIT_SLEEP,
                                           SL_DAT_EXIT_YIELD };
  static const guint numbers[] = { NR_FUTEX, NR_SLEEP, NR_YIELD };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (task->sys == numbers[i])
      sl_machine_record (self, cpu, exits[i], 0, numbers[i], 0, 0, 0, 0);
  task->sys = 0;
  if (task->is_new && task->is.has_mark)
    sl_machine_write (self, cpu, SL_DAT_PRINT, 0, 0, print_mark (task));
  task->is_new = FALSE;
}

static void
switch_to (Sim *self, guint number, Task *next)
{
  Cpu *cpu = &self->cpus[number];
  Task *prev = cpu->current;
  gint state = prev == NULL || prev->state == READY ? sl_machine_draw (self, 0, 1) * 0x100
               : prev->state == THROTTLED           ? 0
                                                    : 1;
  guint64 time;

  if (next != NULL && next->cpu != number)
    {
      sl_machine_record (self, number, SL_DAT_MIGRATE, 0, next->is.tid, next->prio, next->cpu,
                         number, 0);
      next->cpu = number;
    }
  time = sl_machine_record (self, number, SL_DAT_SWITCH, 0, sl_machine_get_tid (prev),
                            prev != NULL ? prev->prio : IDLE_PRIO, prev != NULL ? state : 0,
                            sl_machine_get_tid (next), next != NULL ? next->prio : IDLE_PRIO);
  if (prev != NULL)
    leave (self, prev, time);
  cpu->current = next;
  if (next == NULL)
    return;

  next->run_begin = time;
  enter (self, number, next);
}

/* A lock is given back before another processor asks for it. */
static void
complete_all (Sim *self, gboolean is_unlock)
{
  for (guint i = 0; i < self->machine->n_cpus; i++)
    {
      Task *task = self->cpus[i].current;

      if (task != NULL && !is_interrupted (self, i) && task->state == READY &&
          (!is_unlock || (task->uses_lock && task->segment == 1)))
        sl_machine_complete (self, task);
    }
}

static void
step (Sim *self)
{
  Task *wanted[16];

  self->ns = MAX (self->ns, BEGIN_NS + (guint64) self->now * 1000);
  complete_all (self, TRUE);
  complete_all (self, FALSE);
  for (guint i = 0; i < self->machine->n_cpus; i++)
    interrupt (self, i);
  for (guint i = 0; i < self->n_tasks; i++)
    if ((self->tasks[i].state == SLEEPING || self->tasks[i].state == THROTTLED) &&
        self->tasks[i].run_begin == SL_MACHINE_NEVER && self->tasks[i].release <= self->now &&
        !is_interrupted (self, self->tasks[i].cpu))
      expire (self, &self->tasks[i]);
  choose (self, wanted);
  for (guint i = 0; i < self->machine->n_cpus; i++)
    if (wanted[i] != self->cpus[i].current)
      switch_to (self, i, wanted[i]);
  for (guint i = 0; i < self->machine->n_cpus; i++)
    {
      Task *task = self->cpus[i].current;

      if (task == NULL || is_interrupted (self, i))
        continue;
      task->plan[task->segment]--;
      task->used++;
      if (task->base == DL_PRIO)
        task->quota--;
    }
}

static void
init_task (Sim *self, guint number)
{
  static const SlMachineKind kinds[] = { SL_MACHINE_HOG,  SL_MACHINE_WORKER, SL_MACHINE_FAIR,
                                         SL_MACHINE_FIFO, SL_MACHINE_FIFO,   SL_MACHINE_FIFO,
                                         SL_MACHINE_FIFO, SL_MACHINE_SLEEP,  SL_MACHINE_YIELD };
  Task *task = &self->tasks[number];
  gboolean is_timed;

  *task = (Task) { .is = { 101 + number, kinds[number], 0, FALSE },
                   .release = G_MAXINT64,
                   .armed = SL_MACHINE_NEVER,
                   .cpu = number % self->machine->n_cpus,
                   .wcet = sl_machine_draw (self, 100, 900),
                   .is_new = TRUE,
                   .run_begin = SL_MACHINE_NEVER };
  is_timed = task->is.kind != SL_MACHINE_HOG && task->is.kind != SL_MACHINE_WORKER;
  task->state = task->is.kind == SL_MACHINE_HOG ? READY : SLEEPING;
  task->base = task->is.kind == SL_MACHINE_SLEEP || task->is.kind == SL_MACHINE_YIELD ? DL_PRIO
               : task->is.kind == SL_MACHINE_FIFO ? 10 + (gint) number
                                                  : FAIR_PRIO;
  task->prio = task->base;
  if (is_timed)
    {
      task->period = sl_machine_draw (self, 3, 9) * 500;
      task->is.period = (guint64) task->period * 1000;
      task->release = sl_machine_draw (self, 50, 2000);
      task->is.has_mark = task->is.kind != SL_MACHINE_FAIR && sl_machine_draw (self, 0, 2) > 0;
    }
  task->uses_lock = task->is.kind == SL_MACHINE_FIFO && sl_machine_draw (self, 0, 3) > 0;
  task->is_pinned = task->base == DL_PRIO || sl_machine_draw (self, 0, 1) == 0;
  task->budget = task->quota = task->wcet * 3 / 4;
  sl_machine_plan_job (self, task);
}

/* A task of SCHED_DEADLINE is on its way to its first job as if it had slept. */
static void
start (Sim *self)
{
  for (guint i = 0; i < self->n_tasks; i++)
    {
      init_task (self, i);
      self->tasks[i].server = -self->tasks[i].period;
      g_array_append_val (self->machine->tasks, self->tasks[i].is);
    }
}

static gboolean
is_open (const SlMachineWait *wait)
{
  return wait->end == SL_MACHINE_NEVER;
}

/**
 * sl_linux_machine_run:
 * @seed: of all that is left to chance
 * @n_cpus: 1 to 16
 *
 * Returns: (transfer full): what happened in @n_ms milliseconds, and its recording
 */
SlLinuxMachine *
sl_linux_machine_run (guint32 seed, guint n_cpus, guint n_ms)
{
  SlLinuxMachine *machine = g_new0 (SlLinuxMachine, 1);
  Task tasks[9];
  Cpu cpus[16] = { 0 };
  Sim self = { .machine = machine,
               .random = g_rand_new_with_seed (seed),
               .tasks = tasks,
               .n_tasks = G_N_ELEMENTS (tasks),
               .cpus = cpus };

  machine->n_cpus = n_cpus;
  machine->events = g_array_new (FALSE, FALSE, sizeof (SlMachineEvent));
  machine->runs = g_array_new (FALSE, FALSE, sizeof (SlMachineRun));
  machine->jobs = g_array_new (FALSE, FALSE, sizeof (SlMachineJob));
  machine->waits = g_array_new (FALSE, FALSE, sizeof (SlMachineWait));
  machine->tasks = g_array_new (FALSE, FALSE, sizeof (SlMachineTask));
  machine->losses = g_array_new (FALSE, FALSE, sizeof (SlMachineLoss));
  start (&self);
  for (self.now = 1; self.now < (gint64) n_ms * 1000; self.now++)
    step (&self);
  while (machine->waits->len > 0 &&
         is_open (&g_array_index (machine->waits, SlMachineWait, machine->waits->len - 1)))
    g_array_set_size (machine->waits, machine->waits->len - 1);
  g_rand_free (self.random);
  return machine;
}

void
sl_linux_machine_free (SlLinuxMachine *self)
{
  g_array_unref (self->events);
  g_array_unref (self->runs);
  g_array_unref (self->jobs);
  g_array_unref (self->waits);
  g_array_unref (self->tasks);
  g_array_unref (self->losses);
  g_free (self);
}
