/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The lives of tasks, their sleep, their jobs and their priorities. */

#include "sl-system-private.h"

static gboolean
is_asleep (const SlSystemTask *task)
{
  SlState state = sl_task_tracker_get_state (&task->tracker);

  return state == SL_STATE_NONE || state == SL_STATE_IDLE || state == SL_STATE_SUSPENDED ||
         state == SL_STATE_UNINTERRUPTIBLE || state == SL_STATE_STOPPED ||
         state == SL_STATE_UNKNOWN;
}

static void
note_value (SlSystem *self,
            SlSystemTask *task,
            SlTrackWriter **writer,
            SlTrackRole role,
            gint64 value)
{
  if (*writer == NULL)
    *writer = sl_lane_builder_add_track (task->tracker.lane, role, SL_TRACK_VALUES);
  sl_track_writer_add_value (*writer, self->now, value);
}

static void
note_period (SlSystem *self, SlSystemTask *task, const SlActed *acted)
{
  if (acted->is_ns)
    note_value (self, task, &task->periods_ns, SL_ROLE_PERIOD_NS, acted->value);
  else
    note_value (self, task, &task->periods, SL_ROLE_PERIOD, acted->value);
  if (acted->deadline != SL_TIME_MAX)
    note_value (self, task, &task->deadlines_ns, SL_ROLE_DEADLINE_NS, acted->deadline);
}

static void
release_job (SlSystem *self, SlSystemTask *task, const SlActed *acted)
{
  task->pending++;
  task->has_jobs = TRUE;
  if (acted->deadline != SL_TIME_MAX)
    note_value (self, task, &task->deadlines, SL_ROLE_DEADLINES, acted->deadline);
  if (acted->nominal != SL_TIME_MAX)
    note_value (self, task, &task->nominals, SL_ROLE_NOMINAL, acted->nominal);
  if (!self->is_told && task->cpu == NULL && is_asleep (task))
    sl_system_set_off_state (self, task, SL_STATE_READY, 0);
}

static void
finish_job (SlSystem *self, SlSystemTask *task)
{
  if (task->pending == 0 && task->created && task->has_jobs)
    sl_system_odd (self, SL_SYSTEM_ODD_FINISHED);
  if (task->pending > 0)
    task->pending--;

  sl_system_rest_server (self, task);
  if (task->cpu != NULL)
    {
      sl_system_went_on (self, task);
      task->has_off_state = FALSE;
      task->finished = TRUE;
      return;
    }

  if (self->is_told)
    return;

  sl_system_odd (self, SL_SYSTEM_ODD_NOT_RUNNING);
  sl_system_set_off_state (self, task, task->pending > 0 ? SL_STATE_READY : SL_STATE_IDLE, 0);
}

static void
suspend (SlSystem *self, SlSystemTask *task)
{
  task->pending = 0;
  task->finished = FALSE;
  sl_system_rest_server (self, task);
  sl_system_set_off_state (self, task, SL_STATE_SUSPENDED, 0);
}

/**
 * sl_system_set_inheritance:
 * @from: (nullable): whose priority @task has from now on, or whom its ceiling keeps from starting where that is ready
 *   and waits for no lock; %NULL for nobody
 */
void
sl_system_set_inheritance (SlSystem *self, SlSystemTask *task, const SlSystemTask *from)
{
  gboolean is_kept = from != NULL && from->tracker.waits_for == NULL &&
                     sl_task_tracker_get_state (&from->tracker) == SL_STATE_READY;
  guint32 object = from != NULL ? from->tracker.object : 0;

  sl_task_tracker_set_inherits (&task->tracker, self->now, is_kept ? 0 : object);
  sl_task_tracker_set_ceiling (&task->tracker, self->now, is_kept ? object : 0);
}

static void
inherit (SlSystem *self, SlSystemTask *task, const SlActed *acted)
{
  gboolean is_other = acted->object != SL_ACTED_NOTHING && acted->object != task->id;

  sl_system_set_inheritance (self, task,
                             is_other ? sl_system_get_task (self, acted->object) : NULL);
}

static void
end_task (SlSystem *self, SlSystemTask *task)
{
  if (task->cpu != NULL)
    task->ending = TRUE;
  else
    sl_system_end_task (self, task, self->now);
}

/* What the task does from then on, where that is all that the action says; SL_STATE_NONE for all others. */
static const guint8 off_states[SL_N_ACTIONS] = {
  [SL_ACTION_READY] = SL_STATE_READY,
  [SL_ACTION_IDLE] = SL_STATE_IDLE,
  [SL_ACTION_SLEEP] = SL_STATE_SUSPENDED,
  [SL_ACTION_SLEEP_UNINTERRUPTIBLY] = SL_STATE_UNINTERRUPTIBLE,
  [SL_ACTION_STOP] = SL_STATE_STOPPED,
  [SL_ACTION_WAKE] = SL_STATE_WAKING,
  [SL_ACTION_THROTTLE] = SL_STATE_THROTTLED,
};

/* A task that nobody has named yet has its name when it comes. */
static void
name_task (SlSystem *self, guint64 id)
{
  const SlSystemTask *task = sl_number_table_find_pointer (self->by_id, id);
  g_autofree char *name = NULL;

  if (task == NULL)
    return;

  name = sl_source_get_object_name (self->source, SL_OBJECT_TASK, id, self->now);
  if (name != NULL)
    sl_object_table_builder_name (self->objects, task->tracker.object, name);
}

/* Who wakes @task, as its lane notes it; 0 where nobody knows. */
static guint32
get_waker (SlSystem *self, const SlActed *acted)
{
  const SlSystemTask *waker;
  const SlIrqTracker *line;

  switch (acted->object_type)
    {
    case SL_OBJECT_TASK:
      waker = acted->object != SL_ACTED_NOTHING ? sl_system_get_task (self, acted->object) : NULL;
      return waker != NULL ? waker->tracker.object : 0;
    case SL_OBJECT_IRQ:
    case SL_OBJECT_TIMER:
    case SL_OBJECT_SOFTIRQ:
    case SL_OBJECT_VECTOR:
      if (acted->object == SL_ACTED_NOTHING && acted->object_type != SL_OBJECT_TIMER)
        return SL_WAKER_INTERRUPT;
      line = sl_system_get_line (self, acted->object_type, acted->object);
      return line != NULL ? line->object : SL_WAKER_INTERRUPT;
    default:
      return 0;
    }
}

static void
note_waker (SlSystem *self, SlSystemTask *task, const SlActed *acted)
{
  guint32 waker = get_waker (self, acted);

  if (waker == 0 || waker == task->tracker.object)
    return;

  if (task->wakers == NULL)
    task->wakers =
        sl_lane_builder_add_track (task->tracker.lane, SL_ROLE_WAKERS, SL_TRACK_INSTANTS);
  sl_track_writer_add_instant (task->wakers, self->now, acted->kind, waker);
}

/* The task is ready, or goes on waiting, in the queue of a processor. */
static void
move (SlSystem *self, SlSystemTask *task, gint64 cpu)
{
  if (!self->has_places || cpu < 0 || cpu > G_MAXUINT16)
    return;

  task->place = sl_system_get_cpu (self, (guint16) cpu);
  if (task->cpu == NULL && sl_task_tracker_get_state (&task->tracker) == SL_STATE_READY)
    sl_system_set_off_state (self, task, SL_STATE_READY, 0);
}

/* What the task sleeps in or for, or the processor whose events name it; 0 where nobody knows. */
static guint32
get_reason (SlSystem *self, const SlActed *acted)
{
  if (acted->object == SL_ACTED_NOTHING)
    return 0;
  if (acted->object_type == SL_OBJECT_REASON)
    return sl_system_get_logged (self, SL_OBJECT_REASON, acted->object);
  if (acted->object_type == SL_OBJECT_CPU && acted->object <= G_MAXUINT16)
    {
      SlCpuTracker *cpu = sl_system_get_cpu (self, (guint16) acted->object);

      return cpu != NULL ? cpu->object : 0;
    }

  return acted->object_type == SL_OBJECT_SYSCALL ? sl_system_get_call (self, acted->object) : 0;
}

/**
 * sl_system_change_state:
 * @acted: says what a task does from then on, or where, and nothing else: most actions do
 */
void
sl_system_change_state (SlSystem *self, const SlActed *acted)
{
  SlAction action = acted->action;
  SlSystemTask *task;

  if (G_UNLIKELY (acted->task == SL_ACTED_NOTHING))
    {
      sl_system_odd (self, SL_SYSTEM_ODD_NO_TASK);
      return;
    }
  task = sl_system_get_task (self, acted->task);
  if (task == NULL)
    return;

  switch ((guint) action)
    {
    case SL_ACTION_WAKE:
      note_waker (self, task, acted);
      if (acted->value != 0)
        note_value (self, task, &task->timed, SL_ROLE_TIMED, MAX (acted->value - 1, -1));
      sl_system_set_off_state (self, task, SL_STATE_WAKING, 0);
      break;
    case SL_ACTION_MIGRATE:
      sl_task_tracker_add_mark (&task->tracker, self->now, acted->kind, (guint32) acted->value);
      move (self, task, acted->value);
      break;
    case SL_ACTION_READY:
      note_waker (self, task, acted);
      if (self->has_places)
        task->place = acted->cpu != SL_ACTED_NO_CPU ? sl_system_get_cpu (self, acted->cpu) : NULL;
      if (task->tracker.waits_for != NULL)
        sl_lock_tracker_set_refused (task->tracker.waits_for, self->now, &task->tracker, FALSE);
      sl_system_set_off_state (self, task, SL_STATE_READY, 0);
      break;
    case SL_ACTION_FORGET:
      sl_system_set_off_state (self, task, SL_STATE_UNKNOWN, get_reason (self, acted));
      break;
    case SL_ACTION_THROTTLE:
      if (acted->value > 0)
        note_value (self, task, &task->budgets, SL_ROLE_BUDGET, acted->value);
      sl_system_set_off_state (self, task, SL_STATE_THROTTLED, 0);
      break;
    default:
      if (off_states[action] != SL_STATE_NONE)
        sl_system_set_off_state (self, task, (SlState) off_states[action],
                                 get_reason (self, acted));
      break;
    }
}

/**
 * sl_system_act_on_task:
 * @acted: of the task alone, and none for sl_system_change_state()
 */
void
sl_system_act_on_task (SlSystem *self, const SlActed *acted)
{
  SlSystemTask *task;

  if (acted->task == SL_ACTED_NOTHING && acted->action != SL_ACTION_NAME)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_NO_TASK);
      return;
    }
  if (acted->action == SL_ACTION_NAME)
    name_task (self, acted->task);
  /* No life begins with a name, nor with its end. */
  if (acted->action == SL_ACTION_NAME ||
      (acted->action == SL_ACTION_END &&
       sl_number_table_find_pointer (self->by_id, acted->task) == NULL))
    return;

  task = acted->action == SL_ACTION_CREATE ? sl_system_begin_task (self, acted->task)
                                           : sl_system_get_task (self, acted->task);
  if (task == NULL)
    return;

  if (acted->action != SL_ACTION_INHERIT &&
      (acted->action < SL_ACTION_PERIOD || acted->action > SL_ACTION_PHASE))
    sl_task_tracker_add_mark (&task->tracker, self->now, acted->kind, (guint32) acted->value);
  switch ((guint) acted->action)
    {
    case SL_ACTION_CREATE:
      sl_system_set_off_state (self, task, SL_STATE_SUSPENDED, 0);
      break;
    case SL_ACTION_END:
      end_task (self, task);
      break;
    case SL_ACTION_SUSPEND:
      suspend (self, task);
      break;
    case SL_ACTION_PRIORITY:
      note_value (self, task, &task->priorities, SL_ROLE_PRIORITY, acted->value);
      break;
    case SL_ACTION_PERIOD:
      note_period (self, task, acted);
      break;
    case SL_ACTION_WCET:
      note_value (self, task, &task->wcets, SL_ROLE_WCET, acted->value);
      break;
    case SL_ACTION_PHASE:
      note_value (self, task, &task->phases, SL_ROLE_PHASE, acted->value);
      break;
    case SL_ACTION_INHERIT:
      inherit (self, task, acted);
      break;
    case SL_ACTION_ACTIVATE:
    case SL_ACTION_RELEASE:
      release_job (self, task, acted);
      break;
    case SL_ACTION_FINISH:
      finish_job (self, task);
      break;
    default:
      break;
    }
}
