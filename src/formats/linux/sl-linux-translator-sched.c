/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Switches, wake-ups, and the lives of tasks. */

#include "sl-linux-translator-private.h"

/* As sched_setscheduler() has it: from 1 to 99, the greater the more urgent. SCHED_DEADLINE is above all; fair tasks, which
 * share their processors whatever their nice values are, are below and no one of them before another. */
static gint64
get_urgency (gint prio)
{
  return prio < SL_LINUX_FAIR ? SL_LINUX_FAIR - 1 - prio : 0;
}

static SlActed *
set_place (SlLinuxState *self, SlLinuxTask *task, SlAction action, SlLinuxPlace place)
{
  task->place = place;
  task->changed = self->event->time;
  return sl_linux_say (self, action, task->tid);
}

/**
 * sl_linux_note_prio:
 *
 * Takes what a record says of a task's priority; one that it inherits is not its own.
 */
void
sl_linux_note_prio (SlLinuxState *self, SlLinuxTask *task, gint prio)
{
  SlActed *acted;
  gboolean is_known;

  if (prio == SL_LINUX_PRIO_UNKNOWN || task->inherits || prio == task->prio)
    return;

  is_known = task->prio != SL_LINUX_PRIO_UNKNOWN && task->place == SL_LINUX_PLACE_RUNNING;
  task->prio = (gint16) prio;
  task->is_deadline = prio == -1;
  acted = sl_linux_say (self, SL_ACTION_PRIORITY, task->tid);
  acted->value = get_urgency (prio);
  acted->kind = SL_KIND_ACTED_PRIORITY;
  if (task->is_deadline)
    sl_linux_begin_server (self, task, is_known);
  else
    sl_linux_end_server (self, task);
}

/**
 * sl_linux_queue_woken:
 * @cpu: where it is in a queue; %SL_ACTED_NO_CPU where nobody knows
 *
 * Where nobody records when tasks get into a queue, a task is in one from when it is woken: how long that took is little, and
 * how long it then waited may be much.
 */
void
sl_linux_queue_woken (SlLinuxState *self, const SlLinuxTask *task, guint cpu)
{
  SlActed *acted;

  if (task->place != SL_LINUX_PLACE_WAKING || self->has_wakeups)
    return;

  acted = sl_linux_say (self, SL_ACTION_READY, task->tid);
  acted->time = MIN (task->changed, self->event->time);
  acted->cpu = (guint16) cpu;
}

/* What is said of @task it cannot do on the processor that it has, as far as anybody saw: it left that since the last event
 * there. */
static void
leave_unseen (SlLinuxState *self, SlLinuxTask *task)
{
  SlLinuxCpu *cpu =
      task->place == SL_LINUX_PLACE_RUNNING ? sl_linux_get_cpu (self, task->cpu) : NULL;

  if (cpu == NULL || cpu->current != task->tid)
    return;

  sl_linux_doubt_queue (self, task->cpu, cpu->named, SL_TIME_MAX);
  sl_linux_forget_cpu (self, task->cpu, MIN (cpu->named, self->event->time));
}

/* Whether @task, which gets a processor, cannot have been where it was seen last: nobody woke it, or moved it here. */
static gboolean
was_elsewhere (const SlLinuxState *self, const SlLinuxTask *task)
{
  if (task->place == SL_LINUX_PLACE_ASLEEP)
    return self->has_wakings;

  return self->has_moves && task->has_cpu && task->cpu != self->event->cpu &&
         (task->place == SL_LINUX_PLACE_READY || task->place == SL_LINUX_PLACE_WAKING);
}

/**
 * sl_linux_run:
 * @tid: 0 for the idle task
 *
 * The processor of the event at hand executes a task from now on.
 */
void
sl_linux_run (SlLinuxState *self, guint32 tid)
{
  SlLinuxTask *task = tid != 0 ? sl_linux_get_task (self, tid) : NULL;
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);

  if (cpu == NULL)
    return;

  if (task != NULL && task->cpu != self->event->cpu)
    {
      task->has_moved |= task->has_cpu;
      leave_unseen (self, task);
      cpu = sl_linux_get_cpu (self, self->event->cpu);
    }
  cpu->current = tid;
  if (task == NULL)
    {
      sl_linux_say (self, SL_ACTION_RUN, 0);
      return;
    }

  if (was_elsewhere (self, task))
    sl_linux_lose_task (self, task, task->changed);
  sl_linux_doubt_wait (self, task);
  sl_linux_queue_woken (self, task, self->event->cpu);
  sl_linux_resume_job (self, task);
  task->deep_at = SL_TIME_MAX;
  set_place (self, task, SL_ACTION_RUN, SL_LINUX_PLACE_RUNNING);
  task->cpu = self->event->cpu;
  task->has_cpu = TRUE;
  task->dl_armed = FALSE;
  task->has_yielded = FALSE;
  task->is_woken_early = FALSE;
  sl_linux_run_server (self, task);
}

/**
 * sl_linux_run_unseen:
 * @tid: 0 for the idle task
 *
 * The processor of the event at hand, of which nobody knew what it does, executes a task that nobody saw get there. One
 * that was ready when it was seen last may have run and slept there meanwhile, more than once.
 */
void
sl_linux_run_unseen (SlLinuxState *self, guint32 tid)
{
  SlLinuxTask *task = tid != 0 ? sl_linux_find_task (self, tid) : NULL;

  if (task != NULL && (task->place == SL_LINUX_PLACE_READY || task->place == SL_LINUX_PLACE_WAKING))
    sl_linux_lose_task (self, task, task->changed);
  sl_linux_run (self, tid);
}

/* A task of SCHED_DEADLINE that is ready and loses its processor has no budget where its timer was started. Where timers are
 * not recorded, one that loses it to a lower class: the stop class may also move it, and the server of the fair class may
 * be more urgent, which is then not told apart. */
static gboolean
is_throttled (const SlLinuxState *self, const SlLinuxTask *task, gint next_prio)
{
  if (!task->is_deadline)
    return FALSE;
  if (self->has_timers)
    return task->dl_armed;

  return next_prio > 0 && next_prio != SL_LINUX_PRIO_UNKNOWN;
}

static void
end_task (SlLinuxState *self, SlLinuxTask *task)
{
  guint32 tid = task->tid;

  sl_linux_end_job (self, task);
  sl_linux_end_server (self, task);
  sl_linux_drop_locks (self, task);
  sl_linux_leave_queue (self, task);
  sl_linux_say (self, SL_ACTION_END, tid)->kind = SL_KIND_ACTED_END;
  sl_linux_task_init (task, tid);
}

static void
fall_asleep (SlLinuxState *self, SlLinuxTask *task, char letter)
{
  gboolean is_idle;

  task->deep_at = letter == 'D' ? self->event->time : SL_TIME_MAX;
  sl_linux_rest_server (self, task);
  if (letter == 'D')
    {
      sl_linux_set_call (task, set_place (self, task, SL_ACTION_SLEEP_UNINTERRUPTIBLY,
                                          SL_LINUX_PLACE_ASLEEP));
      return;
    }
  if (letter == 'T' || letter == 't' || letter == 'P')
    {
      set_place (self, task, SL_ACTION_STOP, SL_LINUX_PLACE_ASLEEP);
      return;
    }

  task->place = SL_LINUX_PLACE_ASLEEP;
  task->changed = task->slept_at = self->event->time;
  if (sl_linux_block (self, task))
    return;

  if (!task->boosts)
    {
      task->slept_last = self->event->time;
      task->is_timed = task->syscall == SL_LINUX_SYSCALL_SLEEP;
    }
  sl_linux_drop_locks (self, task);
  is_idle = sl_linux_sleep_job (self, task);
  if (is_idle)
    sl_linux_say (self, SL_ACTION_IDLE, task->tid);
  else
    sl_linux_set_call (task, sl_linux_say (self, SL_ACTION_SLEEP, task->tid));
}

static void
leave (SlLinuxState *self, SlLinuxTask *task, char letter, gint next_prio)
{
  task->slept_at = SL_TIME_MAX;
  sl_linux_leave_server (self, task);
  if (letter != 'R')
    task->call_at = SL_TIME_MAX;
  if (letter == 'X' || letter == 'Z' || letter == 'x' || (task->exiting && letter != 'R'))
    end_task (self, task);
  else if (letter != 'R')
    fall_asleep (self, task, letter);
  else if (!is_throttled (self, task, next_prio))
    {
      set_place (self, task, SL_ACTION_READY, SL_LINUX_PLACE_READY);
      sl_linux_join_queue (self, task, self->event->cpu);
    }
  else if (task->has_yielded || (task->is_marked && !task->has_job && !task->is_unsure))
    {
      set_place (self, task, SL_ACTION_IDLE, SL_LINUX_PLACE_THROTTLED);
      sl_linux_rest_server (self, task);
    }
  else
    {
      /* What it ran for was begun before the first that is known of it. */
      task->is_underway = !task->has_job && !task->is_marked;
      set_place (self, task, SL_ACTION_THROTTLE, SL_LINUX_PLACE_THROTTLED)->value = task->budget;
      sl_linux_exhaust_server (self, task);
    }
}

/**
 * sl_linux_take_switch:
 *
 * Takes a sched_switch.
 */
void
sl_linux_take_switch (SlLinuxState *self)
{
  const SlEvent *event = self->event;
  guint32 prev = (guint32) event->b, next = (guint32) event->a;
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, event->cpu);

  if (cpu == NULL)
    return;

  if (G_UNLIKELY (!self->sees_switches))
    sl_linux_leave_all_unswitched (self);
  self->has_switches = self->sees_switches = TRUE;
  cpu->previous = prev;
  cpu->switched = event->time;
  cpu->n_handlers = 0;
  cpu->in_timer = FALSE;
  if (prev != 0)
    {
      SlLinuxTask *task = sl_linux_get_task (self, prev);
      gboolean was_deadline = task->is_deadline;

      sl_linux_note_prio (self, task, SL_LINUX_SWITCH_PREV_PRIO (event->detail));
      if (!was_deadline && task->is_deadline)
        sl_linux_claim_replenisher (self, task);
      leave (self, task, SL_LINUX_SWITCH_LETTER (event->detail),
             SL_LINUX_SWITCH_NEXT_PRIO (event->detail));
    }
  cpu->replenisher = 0;
  if (next != 0)
    sl_linux_note_prio (self, sl_linux_get_task (self, next),
                        SL_LINUX_SWITCH_NEXT_PRIO (event->detail));
  if (next == 0)
    sl_linux_empty_queue (self, prev);
  sl_linux_run (self, next);
}

static gboolean
is_off (const SlLinuxTask *task)
{
  return task->place == SL_LINUX_PLACE_UNKNOWN || task->place == SL_LINUX_PLACE_ASLEEP;
}

/* Whether @task, which is woken, fell asleep when nobody saw it: it was ready as far as anybody knows, or it ran last on
 * another processor. */
static gboolean
slept_elsewhere (const SlLinuxState *self, const SlLinuxTask *task)
{
  gboolean is_ready = task->place == SL_LINUX_PLACE_READY;

  if (is_ready && (self->lost_at >= task->changed || self->cut_off_at != SL_TIME_MAX))
    return TRUE;

  return (is_ready || task->place == SL_LINUX_PLACE_ASLEEP) && task->has_cpu && self->has_targets &&
         task->cpu != SL_LINUX_WAKING_CPU (self->event->detail);
}

/* What the same interrupt says before its sched_wakeup is of this task. */
static void
note_woken (SlLinuxState *self, const SlLinuxTask *task)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  gboolean is_here = SL_LINUX_WAKING_CPU (self->event->detail) == self->event->cpu;

  if (cpu != NULL)
    cpu->woken = is_here ? task->tid : 0;
}

/**
 * sl_linux_take_waking:
 *
 * Takes a sched_waking: who is woken, by whom.
 */
void
sl_linux_take_waking (SlLinuxState *self)
{
  SlLinuxTask *task;
  SlActed *woken;
  gint64 late_by;

  if (self->event->a == 0)
    return;

  self->has_wakings = TRUE;
  task = sl_linux_get_task (self, (guint32) self->event->a);
  self->has_targets |= SL_LINUX_WAKING_CPU (self->event->detail) != 0;
  if (slept_elsewhere (self, task))
    sl_linux_lose_task (self, task, task->changed);
  /* Also of one that runs: its timer may expire before it sleeps. */
  sl_linux_note_prio (self, task, SL_LINUX_WAKING_PRIO (self->event->detail));
  if (!is_off (task))
    {
      sl_linux_wake_early (self, task);
      sl_linux_note_early_wake (self, task);
      return;
    }

  sl_linux_unblock (self, task);
  task->boosts = FALSE;
  late_by = sl_linux_wake_job (self, task);
  sl_linux_wake_server (self, task);
  woken = set_place (self, task, SL_ACTION_WAKE, SL_LINUX_PLACE_WAKING);
  woken->value = late_by;
  sl_linux_set_cause (self, woken);
  task->slept_at = SL_TIME_MAX;
  note_woken (self, task);
  if (task->deep_at != SL_TIME_MAX)
    sl_linux_hold_wake (self);
}

/**
 * sl_linux_make_ready:
 * @cpu: in whose queue it is
 *
 * A task without budget is throttled instead.
 *
 * Returns: (transfer none): what was said, valid up to the next action
 */
SlActed *
sl_linux_make_ready (SlLinuxState *self, SlLinuxTask *task, guint cpu)
{
  SlActed *acted;

  task->cpu = (guint16) cpu;
  if (task->dl_armed)
    {
      acted = set_place (self, task, SL_ACTION_THROTTLE, SL_LINUX_PLACE_THROTTLED);
      acted->value = task->budget;
      return acted;
    }

  sl_linux_join_queue (self, task, cpu);
  acted = set_place (self, task, SL_ACTION_READY, SL_LINUX_PLACE_READY);
  acted->cpu = (guint16) cpu;
  return acted;
}

/**
 * sl_linux_take_wakeup:
 *
 * Takes a sched_wakeup or sched_wakeup_new: a task is in a queue.
 */
void
sl_linux_take_wakeup (SlLinuxState *self)
{
  gboolean has_target = (self->event->flags & SL_EVENT_NO_B) == 0;
  SlLinuxTask *task;
  guint cpu;

  if (self->event->a == 0)
    return;

  if (self->event->kind == SL_KIND_LINUX_SCHED_WAKEUP)
    self->has_wakeups = TRUE;
  self->has_targets |= has_target;
  task = sl_linux_get_task (self, (guint32) self->event->a);
  cpu = has_target ? (guint) MIN (self->event->b, G_MAXUINT16) : task->cpu;
  if (is_off (task) && self->event->kind == SL_KIND_LINUX_SCHED_WAKEUP)
    {
      gboolean is_early = task->is_woken_early && task->place == SL_LINUX_PLACE_ASLEEP;

      sl_linux_unblock (self, task);
      sl_linux_wake_job (self, task);
      sl_linux_wake_server (self, task);
      if (is_early)
        sl_linux_say_early_wake (self, task);
    }
  task->is_woken_early = FALSE;
  if (is_off (task) || task->place == SL_LINUX_PLACE_WAKING)
    {
      SlActed *ready = sl_linux_make_ready (self, task, cpu);

      /* Nothing wakes a new task before. */
      if (self->event->kind == SL_KIND_LINUX_SCHED_WAKEUP_NEW && ready->action == SL_ACTION_READY)
        sl_linux_set_cause (self, ready);
      if (!sl_linux_knows_runs (self))
        sl_linux_lose_task (self, task, self->event->time);
    }
  if (!task->has_cpu && has_target)
    {
      task->cpu = (guint16) cpu;
      task->has_cpu = TRUE;
    }
}

/* Whether anything was said of the life at hand, also of one of which nobody knows any more what it does. */
static gboolean
has_lived (const SlLinuxTask *task)
{
  return task->changed != SL_TIME_MIN;
}

static void
fork_task (SlLinuxState *self)
{
  guint32 tid = (guint32) self->event->a;
  SlLinuxTask *task = sl_linux_get_task (self, tid);

  if (has_lived (task))
    end_task (self, task);
  sl_linux_task_init (task, tid);
  set_place (self, task, SL_ACTION_CREATE, SL_LINUX_PLACE_ASLEEP)->kind = SL_KIND_ACTED_CREATE;
}

static void
migrate (SlLinuxState *self, SlLinuxTask *task)
{
  SlActed *acted;

  leave_unseen (self, task);
  if (task->has_cpu && task->place != SL_LINUX_PLACE_UNKNOWN && task->cpu != self->event->detail)
    sl_linux_lose_task (self, task, task->changed);
  sl_linux_doubt_wait (self, task);
  self->has_moves = TRUE;
  task->has_moved = TRUE;
  /* Its next mark looks back to before it was woken. */
  if (!(task->ends_by_sleep || task->is_unsure) || task->place != SL_LINUX_PLACE_WAKING)
    {
      acted = sl_linux_say (self, SL_ACTION_MIGRATE, task->tid);
      acted->value = (gint64) MIN (self->event->b, G_MAXUINT16);
      acted->kind = SL_KIND_ACTED_MIGRATE;
    }
  task->cpu = (guint16) MIN (self->event->b, G_MAXUINT16);
  if (task->place == SL_LINUX_PLACE_READY)
    sl_linux_join_queue (self, task, task->cpu);
  /* Without timers this is how a budget is seen to come back. */
  if (task->place == SL_LINUX_PLACE_THROTTLED && !self->has_timers)
    {
      sl_linux_resume_job (self, task);
      sl_linux_make_ready (self, task, task->cpu);
    }
}

/**
 * sl_linux_take_life:
 *
 * Takes a fork, an exit, a free or a migration.
 */
void
sl_linux_take_life (SlLinuxState *self)
{
  SlLinuxTask *task;

  if (self->event->a == 0)
    return;
  if (self->event->kind == SL_KIND_LINUX_SCHED_PROCESS_FORK)
    {
      fork_task (self);
      return;
    }

  task = sl_linux_find_task (self, (guint32) self->event->a);
  if (self->event->kind == SL_KIND_LINUX_SCHED_MIGRATE_TASK)
    migrate (self, sl_linux_get_task (self, (guint32) self->event->a));
  else if (task != NULL && self->event->kind == SL_KIND_LINUX_SCHED_PROCESS_EXIT)
    task->exiting = TRUE;
  else if (task != NULL && has_lived (task) && task->place != SL_LINUX_PLACE_RUNNING)
    {
      sl_linux_doubt_wait (self, task);
      end_task (self, task);
    }
}
