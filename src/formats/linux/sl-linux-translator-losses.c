/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where events of a processor were lost. */

#include "sl-linux-translator-private.h"

#include <glib/gi18n-lib.h>

#include "sl-linux-source.h"

/**
 * sl_linux_forget_cpu:
 * @time: from then on nobody knows who runs there
 */
void
sl_linux_forget_cpu (SlLinuxState *self, guint number, SlTime time)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, number);
  SlLinuxTask *task = cpu != NULL && cpu->current != SL_LINUX_NO_TASK
                          ? sl_linux_find_task (self, cpu->current)
                          : NULL;
  SlActed *acted;

  if (cpu == NULL)
    return;

  acted = sl_linux_say (self, SL_ACTION_FORGET, 0);
  acted->cpu = (guint16) number;
  acted->time = time;
  cpu->current = SL_LINUX_NO_TASK;
  if (task != NULL && task->place == SL_LINUX_PLACE_RUNNING && task->cpu == number)
    {
      task->place = SL_LINUX_PLACE_UNKNOWN;
      sl_linux_doubt_job (task);
      sl_linux_doubt_server (self, task, time);
    }
}

/**
 * sl_linux_lose_task:
 * @time: since when what @task did, off its processor, was not all recorded
 */
void
sl_linux_lose_task (SlLinuxState *self, SlLinuxTask *task, SlTime time)
{
  if (time > task->changed)
    sl_linux_queue_woken (self, task, SL_ACTED_NO_CPU);
  sl_linux_say (self, SL_ACTION_FORGET, task->tid)->time = MAX (task->changed, time);
  task->place = SL_LINUX_PLACE_UNKNOWN;
  task->is_woken_early = FALSE;
  task->deep_at = SL_TIME_MAX;
  sl_linux_doubt_job (task);
  sl_linux_doubt_server (self, task, MAX (task->changed, time));
}

/* Nobody knows what the tasks do that were last seen on the processor at hand. */
static void
lose_tasks (SlLinuxState *self, const SlLinuxCpu *cpu)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlLinuxTask *task = g_ptr_array_index (self->tasks, i);

      if (task->cpu != self->event->cpu || task->place == SL_LINUX_PLACE_UNKNOWN)
        continue;
      if (task->place != SL_LINUX_PLACE_RUNNING)
        sl_linux_lose_task (self, task, MIN (cpu->seen, self->cut_off_at));
      task->place = SL_LINUX_PLACE_UNKNOWN;
      sl_linux_doubt_job (task);
      sl_linux_doubt_server (self, task, cpu->seen);
      task->syscall = SL_LINUX_SYSCALL_OTHER;
      task->call = 0;
      task->dl_armed = FALSE;
      task->is_woken_early = FALSE;
    }
  self->lost_at = self->event->time;
}

/**
 * sl_linux_begin_loss:
 *
 * The event at hand is the last of its processor before some that were lost: the tasks there may do anything from now on, also
 * go to other processors before the loss is reported.
 */
void
sl_linux_begin_loss (SlLinuxState *self)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);

  if (cpu == NULL)
    return;

  sl_linux_leave_unswitched (self, self->event->cpu);
  lose_tasks (self, cpu);
  sl_linux_forget_cpu (self, self->event->cpu, self->event->time);
  cpu->is_losing = TRUE;
}

/* @n_lost: 0 where nobody counted
 * @kind: of the event that says it; the neutral one where the recorder says nothing of a loss */
static void
lose_cpu (SlLinuxState *self, SlLinuxCpu *cpu, gint64 n_lost, guint16 kind)
{
  gboolean is_since_seen = cpu->current != SL_LINUX_NO_TASK || cpu->is_losing;
  SlActed *acted;

  sl_linux_leave_unswitched (self, self->event->cpu);
  lose_tasks (self, cpu);
  acted = sl_linux_say (self, SL_ACTION_LOST, 0);
  acted->kind = kind;
  acted->value = n_lost;
  acted->nominal = !cpu->has_begun ? 0 : is_since_seen ? cpu->seen : self->event->time;
  cpu->current = SL_LINUX_NO_TASK;
  cpu->n_handlers = 0;
  cpu->in_timer = FALSE;
  cpu->is_losing = FALSE;
  cpu->is_cut = TRUE;
  cpu->has_begun = self->has_begun = TRUE;
}

/**
 * sl_linux_take_loss:
 *
 * Events of a processor were lost: who runs there is unknown, and so is every task that was there last. Before its first event
 * that is so since the trace began.
 */
void
sl_linux_take_loss (SlLinuxState *self)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);

  if (cpu == NULL)
    return;

  lose_cpu (self, cpu,
            (self->event->flags & SL_EVENT_NO_A) == 0
                ? (gint64) MIN (self->event->a, (guint64) G_MAXINT64)
                : 0,
            sl_linux_get_role (self->event) != SL_LINUX_ROLE_MISSING ? self->event->kind
                                                                     : SL_KIND_ACTED_LOST);
  /* Up to the end of the recording. */
  if ((self->event->flags & SL_LINUX_LOSS_FOLLOWS) != 0)
    self->cut_off_at = MIN (self->cut_off_at, self->event->time);
}

/**
 * sl_linux_doubt_wait:
 *
 * What @task has waited for a processor up to now it may have been on one whose last events are missing. A real-time task that
 * never left its processor is taken to be bound to it.
 */
void
sl_linux_doubt_wait (SlLinuxState *self, SlLinuxTask *task)
{
  if (G_LIKELY (self->event->time <= self->cut_off_at))
    return;

  if ((task->place == SL_LINUX_PLACE_READY || task->place == SL_LINUX_PLACE_WAKING) &&
      (task->has_moved || task->prio >= SL_LINUX_FAIR))
    sl_linux_lose_task (self, task, self->cut_off_at);
}

/**
 * sl_linux_lose_rest:
 *
 * At the end: a processor whose last events are missing may have got any task that did not run on another.
 */
void
sl_linux_lose_rest (SlLinuxState *self)
{
  if (self->cut_off_at == SL_TIME_MAX)
    return;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlLinuxTask *task = g_ptr_array_index (self->tasks, i);

      if (task->place == SL_LINUX_PLACE_READY || task->place == SL_LINUX_PLACE_WAKING ||
          task->place == SL_LINUX_PLACE_ASLEEP)
        sl_linux_lose_task (self, task, self->cut_off_at);
    }
}

/**
 * sl_linux_begin_cpu:
 *
 * The event at hand is the first of @cpu. Where those before it were overwritten, and others were recorded meanwhile, that is
 * a loss.
 */
void
sl_linux_begin_cpu (SlLinuxState *self, SlLinuxCpu *cpu)
{
  if (self->is_overwritten && self->has_begun)
    lose_cpu (self, cpu, 0, SL_KIND_ACTED_LOST);
  cpu->has_begun = self->has_begun = TRUE;
}

/**
 * sl_linux_translator_set_runs_told:
 * @is_told: other records say who runs where, so that it is not concluded from who is named by an event
 */
void
sl_linux_translator_set_runs_told (gpointer state, gboolean is_told)
{
  ((SlLinuxState *) state)->has_runs_told = is_told;
}

/**
 * sl_linux_translator_forget_cpu:
 * @event: after which nobody knows who runs on its processor
 */
void
sl_linux_translator_forget_cpu (gpointer state, const SlEvent *event, GArray *actions)
{
  SlLinuxState *self = state;

  self->event = event;
  self->actions = actions;
  sl_linux_forget_cpu (self, event->cpu, event->time);
  self->event = NULL;
  sl_linux_hand_over (self);
  self->actions = NULL;
}

/**
 * sl_linux_translator_begin_loss:
 * @event: behind which events of its processor were lost
 */
void
sl_linux_translator_begin_loss (gpointer state, const SlEvent *event, GArray *actions)
{
  SlLinuxState *self = state;
  SlLinuxCpu *cpu;

  self->event = event;
  self->actions = actions;
  cpu = sl_linux_get_cpu (self, event->cpu);
  if (cpu != NULL)
    {
      cpu->has_begun = self->has_begun = TRUE;
      cpu->seen = MAX (cpu->seen, event->time);
      sl_linux_begin_loss (self);
    }
  self->event = NULL;
  sl_linux_hand_over (self);
  self->actions = NULL;
}

/**
 * sl_linux_translator_see_task:
 * @event: of any kind
 * @tid: of the task that ran when @event was recorded
 *
 * Where another task was said to run there, a switch is missing: since when is unknown. Who runs from then on is left to the next
 * event that says it.
 */
void
sl_linux_translator_see_task (gpointer state, const SlEvent *event, guint32 tid, GArray *actions)
{
  SlLinuxState *self = state;
  const SlLinuxCpu *cpu = sl_linux_get_cpu (self, event->cpu);
  const SlLinuxTask *task = tid != 0 ? sl_linux_find_task (self, tid) : NULL;

  /* One that was never seen to run may be counted otherwise, as in a container. */
  if (cpu == NULL || task == NULL || !task->has_cpu || cpu->current == SL_LINUX_NO_TASK ||
      cpu->current == tid)
    return;

  self->event = event;
  self->actions = actions;
  if (self->n_missing++ == 0)
    self->missing_at = event->offset;
  sl_linux_forget_cpu (self, event->cpu, cpu->named);
  self->event = NULL;
  sl_linux_hand_over (self);
  self->actions = NULL;
}

/* A task that waits for a processor may have got one unseen, and slept since. */
static void
doubt (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->place == SL_LINUX_PLACE_READY || task->place == SL_LINUX_PLACE_WAKING)
    sl_linux_lose_task (self, task, task->changed);
}

/**
 * sl_linux_translator_doubt_task:
 * @event: after which nobody knows what the task does
 * @tid: of a task that was woken and is not recorded itself
 */
void
sl_linux_translator_doubt_task (gpointer state, const SlEvent *event, guint32 tid, GArray *actions)
{
  SlLinuxState *self = state;
  SlLinuxTask *task = tid != 0 ? sl_linux_find_task (self, tid) : NULL;

  if (task == NULL)
    return;

  self->event = event;
  self->actions = actions;
  doubt (self, task);
  self->event = NULL;
  sl_linux_hand_over (self);
  self->actions = NULL;
}

/**
 * sl_linux_translator_forget_unseen:
 *
 * At the end: of a task that was switched to and not seen since nobody knows that it still runs, nor that one still waits.
 */
void
sl_linux_translator_forget_unseen (gpointer state, GArray *actions)
{
  const SlEvent end = { .time = SL_TIME_MAX };
  SlLinuxState *self = state;

  self->event = &end;
  self->actions = actions;
  for (guint i = 0; i < self->cpus->len; i++)
    {
      const SlLinuxCpu *cpu = &g_array_index (self->cpus, SlLinuxCpu, i);

      if (cpu->current != SL_LINUX_NO_TASK && cpu->current != 0 && cpu->named == cpu->switched)
        sl_linux_forget_cpu (self, i, cpu->named);
    }
  for (guint i = 0; i < self->tasks->len; i++)
    doubt (self, g_ptr_array_index (self->tasks, i));
  self->event = NULL;
  sl_linux_hand_over (self);
  self->actions = NULL;
}

/* Whether the ticks of the clock are as long as only the user may know. */
static gboolean
may_get_rate (const SlClock *clock)
{
  return !sl_clock_has_rate (clock) && sl_clock_get_unit (clock) != SL_UNIT_RECORDS;
}

/**
 * sl_linux_add_notes:
 *
 * Adds what is said of the recording once, at its end.
 */
void
sl_linux_add_notes (const SlLinuxState *self, SlNotes *notes)
{
  if (self->has_switches && self->n_missing > 0)
    sl_notes_add (
        notes, self->missing_at, self->n_missing,
        N_ ("A switch between tasks was not recorded: who ran is unknown since the event before on that processor"));
  if (!self->has_switches && self->has_unseen)
    sl_notes_add (
        notes, self->unseen_at, 1,
        N_ ("No switch between tasks was recorded: each event names who ran at that time, and who runs in between is unknown"));
  if (self->n_refused > 0)
    sl_notes_add (
        notes, self->refused_at, self->n_refused,
        N_ ("A period or deadline that a program wrote is too long to be kept exactly: it is left out"));
  if (self->n_rules_ns > 0 && may_get_rate (self->clock))
    sl_notes_add (
        notes, self->rules_ns_at, self->n_rules_ns,
        N_ ("Periods and deadlines that programs wrote are in nanoseconds, and the trace does not say how long a tick takes: they "
            "count once the rate of the clock is given"));
}
