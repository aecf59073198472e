/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From events of Linux to what they say. Each change of a task's state is said; where the file does not say it, nothing is
 * concluded. What a sleep was for is known only as the task is woken: then actions look back. */

#include "sl-linux-translator-private.h"

#include "sl-kind-action.h"
#include "sl-linux-source.h"

/* Timers that run at a time, and locks, which are followed. */
#define MOST_ENTRIES (1u << 20)

/* Ticks from the event of a switch to the switch itself. */
#define MOST_SWITCH 5000

static void
free_noises (gpointer noises)
{
  if (noises != NULL)
    g_array_unref (noises);
}

static void
clear (gpointer data)
{
  SlLinuxState *self = data;

  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->arena, sl_arena_unref);
  g_clear_pointer (&self->by_tid, sl_number_table_free);
  g_clear_pointer (&self->locks, sl_number_table_free);
  g_clear_pointer (&self->all_locks, g_ptr_array_unref);
  g_clear_pointer (&self->timers, sl_number_table_free);
  g_clear_pointer (&self->dl_owners, sl_number_table_free);
  g_clear_pointer (&self->cpus, g_array_unref);
  g_clear_pointer (&self->callers, g_hash_table_unref);
  g_clear_pointer (&self->noises, g_ptr_array_unref);
  g_clear_pointer (&self->early, g_array_unref);
}

static void
start (gpointer data, SlSource *source)
{
  SlLinuxState *self = data;
  SlClock *clock = source != NULL ? sl_source_get_clock (source) : NULL;

  self->tasks = g_ptr_array_new ();
  self->arena = sl_arena_new ();
  self->by_tid = sl_number_table_new ();
  self->locks = sl_number_table_new ();
  self->all_locks = g_ptr_array_new_with_free_func (g_free);
  self->timers = sl_number_table_new ();
  self->dl_owners = sl_number_table_new ();
  self->cpus = g_array_new (FALSE, TRUE, sizeof (SlLinuxCpu));
  self->noises = g_ptr_array_new_with_free_func (free_noises);
  self->lost_at = SL_TIME_MIN;
  self->cut_off_at = SL_TIME_MAX;
  if (SL_IS_LINUX_SOURCE (source))
    {
      self->names = (SlLinuxNames *) sl_linux_source_get_names (SL_LINUX_SOURCE (source));
      self->is_overwritten = sl_linux_source_is_overwritten (SL_LINUX_SOURCE (source));
      self->earlier_marks = sl_linux_source_get_earlier_marks (SL_LINUX_SOURCE (source));
      if (sl_linux_source_is_incomplete (SL_LINUX_SOURCE (source)))
        self->cut_off_at = SL_TIME_MIN;
    }
  sl_linux_start_early (self, source);
  self->clock = clock;
  if (clock != NULL && sl_clock_get_unit (clock) == SL_UNIT_NS)
    {
      self->has_ns = TRUE;
      self->origin = sl_clock_get_origin (clock);
    }
}

static inline SlActed *
say (SlLinuxState *self, SlAction action, guint32 tid)
{
  SlActed *acted = &self->said[self->n_said++];

  sl_acted_init (acted, self->event, action);
  if (tid != 0)
    acted->task = tid;
  return acted;
}

/* Says something once what has to come first is out of the way. */
static G_NO_INLINE SlActed *
say_behind (SlLinuxState *self, SlAction action, guint32 tid)
{
  if (self->n_held > 0 && tid != 0)
    sl_linux_let_go (self, tid);
  if (self->n_said == SL_LINUX_SAID)
    sl_linux_hand_over (self);
  return say (self, action, tid);
}

/**
 * sl_linux_say:
 * @tid: of the task; 0, the idle task, for none
 *
 * Returns: (transfer none): an action at the event at hand, valid up to the next one
 */
SlActed *
sl_linux_say (SlLinuxState *self, SlAction action, guint32 tid)
{
  /* As the last call of each way, so that no registers are saved on the common one. */
  if (G_UNLIKELY (self->n_held > 0 || self->n_said == SL_LINUX_SAID))
    return say_behind (self, action, tid);
  return say (self, action, tid);
}

/**
 * sl_linux_append:
 *
 * Says what was made before.
 */
void
sl_linux_append (SlLinuxState *self, const SlActed *acted)
{
  if (self->n_said == SL_LINUX_SAID)
    sl_linux_hand_over (self);
  self->said[self->n_said++] = *acted;
}

/**
 * sl_linux_hand_over:
 *
 * Hands over what was said so far.
 */
void
sl_linux_hand_over (SlLinuxState *self)
{
  g_array_append_vals (self->actions, self->said, self->n_said);
  self->n_said = 0;
}

/**
 * sl_linux_get_any_task:
 * @tid: not 0
 *
 * As sl_linux_get_task(), also of a task that was not looked for lately.
 */
SlLinuxTask *
sl_linux_get_any_task (SlLinuxState *self, guint32 tid)
{
  SlLinuxTask *task = sl_linux_find_task (self, tid);

  if (task != NULL)
    return task;

  task = sl_arena_take (self->arena, sizeof (SlLinuxTask));
  sl_linux_task_init (task, tid);
  task->is_unsure = self->lost_at != SL_TIME_MIN || self->is_overwritten;
  g_ptr_array_add (self->tasks, task);
  sl_number_table_set_pointer (self->by_tid, tid, task);
  return task;
}

/**
 * sl_linux_task_init:
 *
 * Nothing is known of the task.
 */
void
sl_linux_task_init (SlLinuxTask *task, guint32 tid)
{
  *task = (SlLinuxTask) {
    .tid = tid,
    .prio = SL_LINUX_PRIO_UNKNOWN,
    .slept_at = SL_TIME_MAX,
    .slept_last = SL_TIME_MAX,
    .deep_at = SL_TIME_MAX,
    .locked_at = SL_TIME_MIN,
    .changed = SL_TIME_MIN,
    .nominal = SL_TIME_MAX,
    .call_at = SL_TIME_MAX,
    .woken_at = SL_TIME_MAX,
    .woken_nominal = SL_TIME_MAX,
  };
}

/**
 * sl_linux_add_cpu:
 * @cpu: a processor that nothing is known of
 *
 * Returns: as sl_linux_get_cpu()
 */
SlLinuxCpu *
sl_linux_add_cpu (SlLinuxState *self, guint cpu)
{
  guint n_cpus = self->cpus->len;

  if (cpu >= SL_LINUX_MOST_CPUS)
    return NULL;

  g_array_set_size (self->cpus, cpu + 1);
  for (guint i = n_cpus; i < self->cpus->len; i++)
    {
      g_array_index (self->cpus, SlLinuxCpu, i).current = SL_LINUX_NO_TASK;
      g_array_index (self->cpus, SlLinuxCpu, i).unswitched = SL_LINUX_NO_TASK;
      g_array_index (self->cpus, SlLinuxCpu, i).timerlat_due = SL_TIME_MAX;
    }
  return &g_array_index (self->cpus, SlLinuxCpu, cpu);
}

/**
 * sl_linux_get_lock:
 *
 * Returns: (nullable) (transfer none): what is known of the lock with native id @futex
 */
SlLinuxLock *
sl_linux_get_lock (SlLinuxState *self, guint64 futex)
{
  SlLinuxLock *lock = sl_number_table_find_pointer (self->locks, futex);

  if (lock != NULL || self->all_locks->len == MOST_ENTRIES)
    return lock;

  lock = g_new0 (SlLinuxLock, 1);
  lock->changed = SL_TIME_MIN;
  g_ptr_array_add (self->all_locks, lock);
  sl_number_table_set_pointer (self->locks, futex, lock);
  return lock;
}

static inline gboolean
is_noise (guint16 kind)
{
  return kind >= SL_KIND_LINUX_NMI_NOISE && kind <= SL_KIND_LINUX_THREAD_NOISE;
}

/* Noise says itself since when the one ran that it names. */
static inline gboolean
is_noise_of_known (guint16 kind, const SlLinuxCpu *cpu)
{
  return is_noise (kind) && cpu->current != SL_LINUX_NO_TASK;
}

/* Each event names who ran on its processor, here @tid, who is not known to run there: before the first switch there nothing
 * else does. Where that is somebody else than the last switch said, one is missing: since when is unknown. Between a switch's
 * event and the switch itself the task before is still named. */
static void
see_other (SlLinuxState *self, const SlLinuxCpu *cpu, guint32 tid)
{
  const SlEvent *event = self->event;

  if (event->kind == SL_KIND_LINUX_SCHED_MIGRATE_TASK || self->has_runs_told ||
      is_noise_of_known (event->kind, cpu))
    return;
  if (cpu->current == SL_LINUX_NO_TASK)
    {
      if (self->sees_switches)
        sl_linux_run_unseen (self, tid);
      else
        sl_linux_see_unswitched (self, tid);
      return;
    }

  if (tid == cpu->previous && event->kind != SL_KIND_LINUX_SCHED_SWITCH &&
      event->time - cpu->switched < MOST_SWITCH)
    return;
  if (self->n_missing++ == 0)
    self->missing_at = event->offset;
  sl_linux_forget_cpu (self, event->cpu, cpu->named);
  sl_linux_doubt_queue (self, event->cpu, cpu->named, event->time);
  sl_linux_run (self, tid);
}

/* From the first event on that says so it is known again whether the processor handles an interrupt. */
static inline void
see_context (SlLinuxState *self, SlLinuxCpu *cpu)
{
  gboolean is_interrupt = (sl_linux_get_common_flags (self->event) & SL_LINUX_HARDIRQ) != 0;

  if (is_interrupt)
    self->has_flags = TRUE;
  if (cpu == NULL || G_LIKELY (!cpu->is_cut))
    return;

  cpu->is_cut = self->event->kind != SL_KIND_LINUX_SCHED_SWITCH &&
                self->event->kind != SL_KIND_LINUX_IRQ_HANDLER_ENTRY &&
                self->event->kind != SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY &&
                (is_interrupt || !self->has_flags);
}

static void
take_kind (SlLinuxState *self, SlSource *source, guint16 kind)
{
  gboolean is_entry;

  switch ((int) kind)
    {
    case SL_KIND_LINUX_SCHED_SWITCH:
      sl_linux_take_switch (self);
      break;
    case SL_KIND_LINUX_SCHED_WAKING:
      sl_linux_take_waking (self);
      break;
    case SL_KIND_LINUX_SCHED_WAKEUP:
    case SL_KIND_LINUX_SCHED_WAKEUP_NEW:
      sl_linux_take_wakeup (self);
      break;
    case SL_KIND_LINUX_SCHED_MIGRATE_TASK:
    case SL_KIND_LINUX_SCHED_PROCESS_FORK:
    case SL_KIND_LINUX_SCHED_PROCESS_EXIT:
    case SL_KIND_LINUX_SCHED_PROCESS_FREE:
      sl_linux_take_life (self);
      break;
    case SL_KIND_LINUX_SCHED_PI_SETPRIO:
      sl_linux_take_inheritance (self);
      break;
    case SL_KIND_LINUX_IRQ_HANDLER_ENTRY:
    case SL_KIND_LINUX_IRQ_HANDLER_EXIT:
    case SL_KIND_LINUX_SOFTIRQ_ENTRY:
    case SL_KIND_LINUX_SOFTIRQ_EXIT:
      sl_linux_take_interrupt (self);
      break;
    case SL_KIND_LINUX_HRTIMER_START:
    case SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY:
    case SL_KIND_LINUX_HRTIMER_EXPIRE_EXIT:
    case SL_KIND_LINUX_HRTIMER_CANCEL:
      sl_linux_take_timer (self);
      break;
    case SL_KIND_LINUX_CPU_IDLE:
    case SL_KIND_LINUX_CPU_FREQUENCY:
      sl_linux_take_power (self);
      break;
    case SL_KIND_LINUX_NMI_NOISE:
    case SL_KIND_LINUX_IRQ_NOISE:
    case SL_KIND_LINUX_SOFTIRQ_NOISE:
    case SL_KIND_LINUX_THREAD_NOISE:
      sl_linux_take_noise (self);
      break;
    case SL_KIND_LINUX_TIMERLAT:
      sl_linux_take_timerlat (self);
      break;
    case SL_KIND_LINUX_SCHED_BLOCKED_REASON:
      sl_linux_take_reason (self, source);
      break;
    case SL_KIND_LINUX_PRINT:
      sl_linux_take_mark (self);
      break;
    default:
      if (sl_linux_kind_is_vector (kind, &is_entry))
        sl_linux_take_interrupt (self);
      break;
    }
}

/* What an event says that is no loss. */
static inline void
take_event (SlLinuxState *self, SlSource *source)
{
  const SlEvent *event = self->event;
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, event->cpu);

  if (G_UNLIKELY (cpu != NULL && !cpu->has_begun))
    sl_linux_begin_cpu (self, cpu);
  see_context (self, cpu);
  if (G_LIKELY (cpu != NULL))
    {
      guint32 tid = sl_linux_get_common_pid (event);

      if (G_UNLIKELY (cpu->current != tid))
        see_other (self, cpu, tid);
    }
  if (G_UNLIKELY (self->n_noises > 0) && !is_noise (event->kind))
    sl_linux_see_no_noise (self);
  if (sl_linux_get_role (event) != SL_LINUX_ROLE_NONE)
    sl_linux_take_syscall (self);
  else
    take_kind (self, source, event->kind);
  cpu = sl_linux_get_cpu (self, event->cpu);
  if (G_LIKELY (cpu != NULL))
    {
      cpu->seen = event->time;
      if (event->kind != SL_KIND_LINUX_SCHED_MIGRATE_TASK)
        cpu->named = event->time;
    }
  if (G_UNLIKELY ((event->flags & SL_LINUX_LOSS_FOLLOWS) != 0))
    sl_linux_begin_loss (self);
}

static void
take_events (SlLinuxState *self, SlSource *source, const SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    {
      /* Nobody recorded it, so it names nobody who ran. */
      if ((events[i].flags & SL_EVENT_INFERRED) != 0)
        continue;
      self->event = &events[i];
      if (G_UNLIKELY (self->earlier_marks != NULL))
        sl_linux_take_earlier_marks (self);
      if (events[i].kind == SL_KIND_LINUX_LOST)
        sl_linux_take_loss (self);
      else
        take_event (self, source);
    }
  sl_linux_hand_over (self);
  self->event = NULL;
}

static void
translate (gpointer data, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  SlLinuxState *self = data;

  self->actions = actions;
  if (G_LIKELY (self->early == NULL))
    take_events (self, source, events, n_events);
  else
    {
      g_autoptr (GArray) early = sl_linux_keep_early (self, events, n_events);

      if (early != NULL)
        take_events (self, source, (const SlEvent *) (gpointer) early->data, early->len);
    }
  self->actions = NULL;
}

/* Tasks that got no processor up to the end of the trace. */
static void
queue_all_woken (SlLinuxState *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    sl_linux_queue_woken (self, g_ptr_array_index (self->tasks, i), SL_ACTED_NO_CPU);
}

static void
finish (gpointer data, SlSource *source, GArray *actions)
{
  SlLinuxState *self = data;
  g_autoptr (GArray) early = g_steal_pointer (&self->early);
  const SlEvent end = { .time = SL_TIME_MAX };

  self->actions = actions;
  if (early != NULL)
    take_events (self, source, (const SlEvent *) (gpointer) early->data, early->len);
  if (source != NULL)
    sl_linux_add_notes (self, sl_source_get_notes (source));
  sl_linux_say_all_noises (self);
  sl_linux_let_all_go (self);
  self->event = &end;
  if (!sl_linux_knows_runs (self))
    sl_linux_lose_unswitched (self);
  sl_linux_lose_rest (self);
  queue_all_woken (self);
  self->event = NULL;
  sl_linux_hand_over (self);
  self->actions = NULL;
}

const SlTranslator sl_linux_translator = {
  .state_size = sizeof (SlLinuxState),
  .looks_back = TRUE,
  .start = start,
  .clear = clear,
  .translate = translate,
  .finish = finish,
};
