/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-system-lanes.h"

#include "sl-source-extras.h"
#include "sl-system-private.h"

/* Events whose actions are taken together: so few stay in the cache meanwhile. */
#define EVENTS_AT_ONCE ((gsize) 64)

/* Who takes an action. */
typedef void (*Act) (SlSystem *self, const SlActed *acted);

static const Act acts[SL_N_ACTIONS] = {
  [SL_ACTION_RUN] = sl_system_run,
  [SL_ACTION_CREATE] = sl_system_act_on_task,
  [SL_ACTION_END] = sl_system_act_on_task,
  [SL_ACTION_NAME] = sl_system_act_on_task,
  [SL_ACTION_READY] = sl_system_change_state,
  [SL_ACTION_IDLE] = sl_system_change_state,
  [SL_ACTION_SLEEP] = sl_system_change_state,
  [SL_ACTION_SUSPEND] = sl_system_act_on_task,
  [SL_ACTION_SLEEP_UNINTERRUPTIBLY] = sl_system_change_state,
  [SL_ACTION_STOP] = sl_system_change_state,
  [SL_ACTION_WAKE] = sl_system_change_state,
  [SL_ACTION_THROTTLE] = sl_system_change_state,
  [SL_ACTION_FORGET] = sl_system_forget,
  [SL_ACTION_MIGRATE] = sl_system_change_state,
  [SL_ACTION_PRIORITY] = sl_system_act_on_task,
  [SL_ACTION_INHERIT] = sl_system_act_on_task,
  [SL_ACTION_PERIOD] = sl_system_act_on_task,
  [SL_ACTION_WCET] = sl_system_act_on_task,
  [SL_ACTION_PHASE] = sl_system_act_on_task,
  [SL_ACTION_ACTIVATE] = sl_system_act_on_task,
  [SL_ACTION_RELEASE] = sl_system_act_on_task,
  [SL_ACTION_START] = sl_system_act_on_task,
  [SL_ACTION_FINISH] = sl_system_act_on_task,
  [SL_ACTION_MISS] = sl_system_act_on_task,
  [SL_ACTION_OVERRUN] = sl_system_act_on_task,
  [SL_ACTION_BLOCK] = sl_system_act_on_lock,
  [SL_ACTION_REQUEST] = sl_system_act_on_lock,
  [SL_ACTION_ACQUIRE] = sl_system_act_on_lock,
  [SL_ACTION_UNLOCK] = sl_system_act_on_lock,
  [SL_ACTION_WAIT] = sl_system_act_on_lock,
  [SL_ACTION_POST] = sl_system_act_on_lock,
  [SL_ACTION_SERVER_CREATE] = sl_system_act_on_server,
  [SL_ACTION_SERVER_ACTIVATE] = sl_system_act_on_server,
  [SL_ACTION_EXHAUST] = sl_system_act_on_server,
  [SL_ACTION_REPLENISH] = sl_system_act_on_server,
  [SL_ACTION_SERVER_IDLE] = sl_system_act_on_server,
  [SL_ACTION_RECLAIM] = sl_system_act_on_server,
  [SL_ACTION_SERVER_REMOVE] = sl_system_act_on_server,
  [SL_ACTION_ENTER] = sl_system_interrupt,
  [SL_ACTION_LEAVE] = sl_system_interrupt,
  [SL_ACTION_HIT] = sl_system_interrupt,
  [SL_ACTION_COUNT] = sl_system_interrupt,
  [SL_ACTION_MASK] = sl_system_interrupt,
  [SL_ACTION_UNMASK] = sl_system_interrupt,
  [SL_ACTION_POWER_STATE] = sl_system_interrupt,
  [SL_ACTION_MARK] = sl_system_log,
  [SL_ACTION_FLOW_BEGIN] = sl_system_take_flow,
  [SL_ACTION_FLOW_STEP] = sl_system_take_flow,
  [SL_ACTION_FLOW_END] = sl_system_take_flow,
  [SL_ACTION_OFF] = sl_system_switch_recording,
  [SL_ACTION_ON] = sl_system_switch_recording,
  [SL_ACTION_LOST] = sl_system_lose,
  [SL_ACTION_VALUE] = sl_system_take_value,
};

static gpointer
system_begin (SlTraceBuilder *builder)
{
  SlSource *source = sl_trace_builder_get_source (builder);
  SlSystem *self;

  if (!sl_source_says (source, SL_TELLS_SCHEDULING))
    return NULL;

  self = g_new0 (SlSystem, 1);
  self->builder = builder;
  self->source = source;
  self->objects = sl_trace_builder_get_objects (builder);
  self->is_told = sl_source_says (source, SL_TELLS_WAKEUPS);
  self->has_places = sl_source_says (source, SL_TELLS_PLACES);
  self->has_late_names = sl_source_extras_has_late_names (sl_source_get_extras (source));
  self->translator = sl_source_get_translator (source);
  self->translation = g_malloc0 (MAX (self->translator->state_size, 1));
  if (self->translator->start != NULL)
    self->translator->start (self->translation, source);
  self->begin = SL_TIME_MAX;
  self->actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
  sl_system_init_objects (self);
  return self;
}

/* An action that came for the first time, or that the format had not declared when it came before. */
static G_NO_INLINE void
check_declared (SlSystem *self, const SlActed *acted)
{
  self->said[acted->action] = TRUE;
  if (sl_source_says (self->source, sl_action_get_group (acted->action)))
    self->declared[acted->action] = TRUE;
  else
    sl_system_odd (self, SL_SYSTEM_ODD_UNDECLARED);
}

static inline void
take_action (SlSystem *self, const SlActed *acted, gboolean looks_back)
{
  self->offset = acted->offset;
  self->now = acted->time;
  if (G_LIKELY (acted->time >= self->latest))
    {
      self->latest = acted->time;
    }
  else if (!looks_back)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_TIME);
      self->now = self->latest;
    }

  if (G_UNLIKELY (!self->declared[acted->action]))
    check_declared (self, acted);
  if (acts[acted->action] != NULL)
    acts[acted->action](self, acted);
}

/* A translator may come from outside. */
static inline gboolean
is_action (const SlActed *acted)
{
  return acted->action > SL_ACTION_NONE && acted->action < SL_N_ACTIONS;
}

/* The first action of the trace. */
static G_NO_INLINE void
start (SlSystem *self, const SlActed *acted)
{
  self->now = self->latest = acted->time;
  self->started = TRUE;
  self->recording = sl_recording_new (self->builder, self->now);
}

static void
take_actions (SlSystem *self)
{
  const SlActed *actions = (const SlActed *) (gpointer) self->actions->data;
  guint n_actions = self->actions->len;
  gboolean looks_back = self->translator->looks_back;

  for (guint i = 0; i < n_actions; i++)
    {
      const SlActed *acted = &actions[i];

      if (!is_action (acted))
        continue;
      if (G_UNLIKELY (!self->started))
        start (self, acted);
      take_action (self, acted, looks_back);
    }
}

/* What was recorded before the first action is part of the trace, in which nothing is known of any processor. */
static void
find_begin (SlSystem *self, const SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events && self->begin == SL_TIME_MAX; i++)
    if ((events[i].flags & SL_EVENT_BAD_TIME) == 0)
      self->begin = events[i].time;
}

static void
system_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  SlSystem *self = data;

  find_begin (self, events, n_events);

  for (gsize i = 0; i < n_events; i += EVENTS_AT_ONCE)
    {
      g_array_set_size (self->actions, 0);
      self->translator->translate (self->translation, self->source, events + i,
                                   MIN (EVENTS_AT_ONCE, n_events - i), self->actions);
      take_actions (self);
    }
}

/* What a task asked for last it may have got since. */
static SlTime
get_certain_time (const SlSystem *self)
{
  SlTime time = self->now;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      const SlCpuTracker *cpu = g_ptr_array_index (self->cpus, i);
      const SlSystemTask *task = cpu != NULL ? (const SlSystemTask *) cpu->current : NULL;

      if (task != NULL && task->requested != NULL)
        time = MIN (time, task->requested_at);
      if (cpu != NULL && sl_source_says (self->source, SL_TELLS_RECORDING))
        time = MIN (time, MAX (g_array_index (self->switched, SlTime, i), cpu->state_track.since));
    }

  return time;
}

/* Off its processor, what a task does may be said only when that is over: what a sleep was for, or that events about it
 * were lost. */
static void
mark_doubts (SlSystem *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlSystemTask *task = self->tasks->pdata[i];
      gboolean is_doubtful = self->translator->looks_back && task->cpu == NULL;

      task->certain = is_doubtful ? task->tracker.state_track.since : SL_TIME_MAX;
    }
}

/* Gives the tasks from object number @first on the names that are known by now. */
static void
name_tasks (SlSystem *self, guint32 first)
{
  self->n_named = self->last_object;
  for (guint32 number = first; number <= self->n_named; number++)
    {
      const SlObject *object = sl_object_table_builder_get (self->objects, number);
      g_autofree char *name = NULL;

      if (object->type == SL_OBJECT_TASK)
        name = sl_source_get_object_name (self->source, SL_OBJECT_TASK, object->id, object->first);
      if (name != NULL)
        sl_object_table_builder_name (self->objects, number, name);
    }
}

static void
system_pause (gpointer data, SlTime now)
{
  SlSystem *self = data;

  self->now = self->latest;
  mark_doubts (self);
  if (self->started)
    sl_system_write_objects (self, get_certain_time (self));
  if (self->has_late_names)
    name_tasks (self, self->n_named + 1);
  sl_system_tell_builder (self);
}

/* Nothing is known after the last event, so that slices end with it and not a tick later. */
static void
system_finish (gpointer data, SlTime end)
{
  SlSystem *self = data;

  if (self->translator->finish != NULL)
    {
      g_array_set_size (self->actions, 0);
      self->translator->finish (self->translation, self->source, self->actions);
      take_actions (self);
    }
  self->now = MAX (self->latest, end - 1);
  if (self->translator->looks_back && self->said[SL_ACTION_READY] && !self->said[SL_ACTION_WAKE])
    sl_system_odd (self, SL_SYSTEM_ODD_NO_WAKES);
  sl_system_note_losses (self);
  if (self->started)
    sl_system_close_objects (self);
  if (self->has_late_names)
    name_tasks (self, 1);
  sl_system_tell_builder (self);
}

static void
system_free (gpointer data)
{
  SlSystem *self = data;

  sl_system_free_objects (self);
  sl_flow_ends_clear (&self->flows);
  g_array_unref (self->actions);
  if (self->translator->clear != NULL)
    self->translator->clear (self->translation);
  g_free (self->translation);
  g_free (self);
}

const SlAnalysis sl_system_lanes = {
  .id = "system",
  .begin = system_begin,
  .feed = system_feed,
  .pause = system_pause,
  .finish = system_finish,
  .free = system_free,
};
