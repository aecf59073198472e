/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Handlers of interrupts, timers, and power. */

#include "sl-linux-translator-private.h"

#include "sl-linux-names.h"

/* Timers that are followed at a time. */
#define MOST_TIMERS (1u << 20)

/* By how much a timer's clock and that of the trace may differ where they are the same, in ns: the handler begins somewhat
 * after it has read the time, and text may leave out the last three digits. */
#define SAME_BEFORE 1000
#define SAME_AFTER  200000

/* Of cpu_idle: the processor is woken. */
#define AWAKE G_MAXUINT32

static SlLinuxHandler
get_handler (const SlEvent *event, gboolean *is_entry)
{
  SlLinuxHandler handler = { SL_OBJECT_IRQ, event->a };

  if (event->kind == SL_KIND_LINUX_SOFTIRQ_ENTRY || event->kind == SL_KIND_LINUX_SOFTIRQ_EXIT)
    handler.type = SL_OBJECT_SOFTIRQ;
  else if (sl_linux_kind_is_vector (event->kind, is_entry))
    handler.type = SL_OBJECT_VECTOR;
  if (handler.type != SL_OBJECT_VECTOR)
    *is_entry = event->kind == SL_KIND_LINUX_SOFTIRQ_ENTRY ||
                event->kind == SL_KIND_LINUX_IRQ_HANDLER_ENTRY;
  return handler;
}

static gboolean
is_same_handler (const SlLinuxHandler *one, const SlLinuxHandler *other)
{
  return one->type == other->type && one->id == other->id;
}

static void
say_handler (SlLinuxState *self, SlAction action, const SlLinuxHandler *handler)
{
  SlActed *acted = sl_linux_say (self, action, 0);

  acted->object_type = handler->type;
  acted->object = handler->id;
}

/**
 * sl_linux_take_interrupt:
 *
 * Takes the begin or the end of a handler. An end whose begin was not recorded says nothing.
 */
void
sl_linux_take_interrupt (SlLinuxState *self)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  gboolean is_entry;
  SlLinuxHandler handler = get_handler (self->event, &is_entry);
  guint depth;

  if (cpu == NULL)
    return;
  if (G_UNLIKELY (self->n_noises > 0))
    sl_linux_say_noises (self, self->event->cpu);
  self->has_lines |= handler.type == SL_OBJECT_IRQ;
  self->has_vectors |= handler.type == SL_OBJECT_VECTOR;
  self->has_softirqs |= handler.type == SL_OBJECT_SOFTIRQ;
  if (is_entry)
    {
      if (cpu->n_handlers == SL_LINUX_MOST_NESTING)
        return;
      cpu->handlers[cpu->n_handlers++] = handler;
      say_handler (self, SL_ACTION_ENTER, &handler);
      return;
    }

  depth = cpu->n_handlers;
  while (depth > 0 && !is_same_handler (&cpu->handlers[depth - 1], &handler))
    depth--;
  if (depth == 0)
    return;

  for (; cpu->n_handlers >= depth; cpu->n_handlers--)
    say_handler (self, SL_ACTION_LEAVE, &cpu->handlers[cpu->n_handlers - 1]);
}

/* Who has handled the cause of the event at hand: the innermost handler of a type. One that was not recorded is an object
 * without a number. */
static void
set_handler (const SlLinuxCpu *cpu, gboolean is_deferred, SlActed *acted)
{
  acted->object_type = is_deferred ? SL_OBJECT_SOFTIRQ : SL_OBJECT_IRQ;
  for (guint i = cpu->n_handlers; i-- > 0;)
    if ((cpu->handlers[i].type == SL_OBJECT_SOFTIRQ) == is_deferred)
      {
        acted->object_type = cpu->handlers[i].type;
        acted->object = cpu->handlers[i].id;
        return;
      }
}

/**
 * sl_linux_set_cause:
 *
 * Sets the object of a wake-up: the interrupt that the flags of the record name, else the task that ran. Of a handler that
 * was not recorded only the type is known.
 */
void
sl_linux_set_cause (SlLinuxState *self, SlActed *acted)
{
  guint flags = sl_linux_get_common_flags (self->event);
  const SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  guint32 tid = sl_linux_get_common_pid (self->event);

  if (cpu == NULL || (flags & SL_LINUX_NMI) != 0)
    return;

  if ((flags & SL_LINUX_HARDIRQ) != 0)
    {
      set_handler (cpu, FALSE, acted);
    }
  else if ((flags & SL_LINUX_SOFTIRQ) != 0)
    {
      set_handler (cpu, TRUE, acted);
    }
  else if (cpu->n_handlers > 0)
    {
      acted->object_type = cpu->handlers[cpu->n_handlers - 1].type;
      acted->object = cpu->handlers[cpu->n_handlers - 1].id;
    }
  else if (tid != 0)
    {
      acted->object_type = SL_OBJECT_TASK;
      acted->object = tid;
    }
}

static gboolean
has_line (const SlLinuxCpu *cpu)
{
  for (guint i = 0; i < cpu->n_handlers; i++)
    if (cpu->handlers[i].type == SL_OBJECT_IRQ)
      return TRUE;

  return FALSE;
}

/**
 * sl_linux_may_be_by_timer:
 *
 * Returns: whether what would say that a timer causes what the event at hand says was lost
 */
gboolean
sl_linux_may_be_by_timer (SlLinuxState *self)
{
  const SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  gboolean is_interrupt = (sl_linux_get_common_flags (self->event) & SL_LINUX_HARDIRQ) != 0;

  return cpu != NULL && cpu->is_cut && (is_interrupt || !self->has_flags);
}

/**
 * sl_linux_is_by_timer:
 * @nominal: (out): when the timer should have expired, in ticks; unchanged where nobody knows
 *
 * Returns: whether a timer causes what the event at hand says: one whose function wakes tasks, or is not known; where no
 *   timers are recorded, an interrupt without a line
 */
gboolean
sl_linux_is_by_timer (SlLinuxState *self, SlTime *nominal)
{
  const SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);

  if (cpu == NULL)
    return FALSE;
  /* A sched_wakeup may come from the interrupt by which one processor asks another to queue the task. */
  if (!self->has_timers && self->event->kind != SL_KIND_LINUX_SCHED_WAKING)
    return FALSE;
  if (!self->has_timers)
    return (sl_linux_get_common_flags (self->event) & SL_LINUX_HARDIRQ) != 0 && !has_line (cpu);
  if (!cpu->in_timer || cpu->timer == SL_LINUX_TIMER_OTHER || cpu->timer == SL_LINUX_TIMER_TICK)
    return FALSE;

  *nominal = cpu->timer_nominal;
  return TRUE;
}

static SlLinuxTask *
get_dl_owner (SlLinuxState *self)
{
  guint64 tid = sl_number_table_find (self->dl_owners, self->event->a);

  return tid != SL_NUMBER_NONE ? sl_linux_get_task (self, (guint32) tid) : NULL;
}

/* The timer of a task that is woken after its deadline but before its next period is started by the interrupt that wakes it,
 * over another task. (nullable): whose the timer at hand is then: that is known where it was started before. */
static SlLinuxTask *
find_woken (SlLinuxState *self, const SlLinuxCpu *cpu)
{
  SlLinuxTask *task = get_dl_owner (self);

  if (cpu == NULL || (sl_linux_get_common_flags (self->event) & SL_LINUX_HARDIRQ) == 0)
    return NULL;
  if (task == NULL && cpu->woken != 0)
    task = sl_linux_find_task (self, cpu->woken);
  return task != NULL && task->is_deadline && task->place == SL_LINUX_PLACE_WAKING ? task : NULL;
}

static void
arm (SlLinuxState *self, SlLinuxTask *task, guint64 address)
{
  task->dl_armed = TRUE;
  if (sl_number_table_get_size (self->dl_owners) < MOST_TIMERS)
    sl_number_table_set (self->dl_owners, address, task->tid);
}

/* It may be the server of the fair class of this processor as well: the next switch says of which class the task is. */
static void
keep_replenisher (SlLinuxState *self, SlLinuxCpu *cpu, guint32 tid)
{
  if (cpu == NULL || tid == 0 || get_dl_owner (self) != NULL)
    return;

  cpu->replenisher = self->event->a;
  cpu->started_by = tid;
}

static void
start_replenisher (SlLinuxState *self)
{
  guint32 tid = sl_linux_get_common_pid (self->event);
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  SlLinuxTask *task = tid != 0 ? sl_linux_get_task (self, tid) : NULL;
  SlLinuxTask *woken = find_woken (self, cpu);

  /* Else in an interrupt, too, it is for the task that runs, whose budget the tick found used up. */
  if (woken != NULL)
    arm (self, woken, self->event->a);
  else if (task != NULL && task->is_deadline && cpu != NULL && cpu->current == tid)
    arm (self, task, self->event->a);
  else if (task == NULL || !task->is_deadline)
    keep_replenisher (self, cpu, tid);
}

/**
 * sl_linux_claim_replenisher:
 *
 * Only the switch at hand says that @task, whose processor it takes away, is of SCHED_DEADLINE. Where it is ready, gives way to
 * a lower class and started a replenishment timer since it got there, that is its own.
 */
void
sl_linux_claim_replenisher (SlLinuxState *self, SlLinuxTask *task)
{
  const SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  gint next_prio = SL_LINUX_SWITCH_NEXT_PRIO (self->event->detail);

  if (cpu != NULL && cpu->replenisher != 0 && cpu->started_by == task->tid && next_prio > 0 &&
      next_prio != SL_LINUX_PRIO_UNKNOWN && SL_LINUX_SWITCH_LETTER (self->event->detail) == 'R')
    arm (self, task, cpu->replenisher);
}

static void
start_timer (SlLinuxState *self, SlLinuxTimer timer)
{
  guint64 address = self->event->a;

  if (timer == SL_LINUX_TIMER_DEADLINE)
    start_replenisher (self);
  if (sl_number_table_get_size (self->timers) < MOST_TIMERS ||
      sl_number_table_find (self->timers, address) != SL_NUMBER_NONE)
    sl_number_table_set (self->timers, address, self->event->b);
}

/* When the timer at hand should have expired, in ticks of the trace. */
static SlTime
get_nominal (SlLinuxState *self)
{
  guint64 expires = sl_number_table_find (self->timers, self->event->a);
  guint64 now = self->event->b;
  gint64 apart = (gint64) (self->origin + (guint64) self->event->time - now);
  gint64 nominal;

  if (!self->has_ns)
    return SL_TIME_MAX;
  if (!self->knows_clock)
    {
      self->knows_clock = TRUE;
      self->is_same_clock = apart >= -SAME_BEFORE && apart <= SAME_AFTER;
    }
  if (expires == SL_NUMBER_NONE || expires > now)
    return SL_TIME_MAX;

  /* A damaged one may say anything. */
  if (now - expires > (guint64) self->event->time)
    return SL_TIME_MAX;
  nominal = self->is_same_clock ? (gint64) (expires - self->origin)
                                : self->event->time - (gint64) (now - expires);
  /* It may have expired and been started again meanwhile. */
  if (nominal < self->lost_at)
    return SL_TIME_MAX;
  return CLAMP (nominal, 0, self->event->time);
}

static void
expire (SlLinuxState *self, SlLinuxTimer timer)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  SlLinuxTask *owner;

  if (cpu == NULL)
    return;

  cpu->in_timer = TRUE;
  cpu->timer = timer;
  cpu->timer_nominal = get_nominal (self);
  sl_number_table_remove (self->timers, self->event->a);
  owner = timer == SL_LINUX_TIMER_DEADLINE ? get_dl_owner (self) : NULL;
  if (owner != NULL)
    sl_linux_replenish (self, owner);
}

/**
 * sl_linux_take_timer:
 *
 * Takes the start, the expiry or the end of a high-resolution timer.
 */
void
sl_linux_take_timer (SlLinuxState *self)
{
  SlLinuxTimer timer = SL_LINUX_TIMER_CLASS (sl_linux_get_extra (self->event));
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  SlLinuxTask *owner;

  self->has_timers = TRUE;
  switch ((int) self->event->kind)
    {
    case SL_KIND_LINUX_HRTIMER_START:
      start_timer (self, timer);
      break;
    case SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY:
      expire (self, timer);
      break;
    case SL_KIND_LINUX_HRTIMER_EXPIRE_EXIT:
      if (cpu != NULL)
        cpu->in_timer = FALSE;
      break;
    default:
      owner = get_dl_owner (self);
      if (owner != NULL)
        owner->dl_armed = FALSE;
      sl_number_table_remove (self->timers, self->event->a);
      break;
    }
}

/**
 * sl_linux_take_power:
 *
 * Takes a power state or a frequency, which may be of another processor than the one that recorded it.
 */
void
sl_linux_take_power (SlLinuxState *self)
{
  gboolean is_idle = self->event->kind == SL_KIND_LINUX_CPU_IDLE;
  SlActed *acted = sl_linux_say (self, is_idle ? SL_ACTION_POWER_STATE : SL_ACTION_VALUE, 0);

  if (is_idle)
    {
      acted->cpu = (guint16) MIN (self->event->b, G_MAXUINT16);
      acted->value = (guint32) self->event->a == AWAKE ? -1 : (gint64) self->event->a;
      return;
    }

  acted->object_type = SL_OBJECT_CPU;
  acted->object = MIN (self->event->b, G_MAXUINT16);
  acted->value = (gint64) self->event->a;
}
