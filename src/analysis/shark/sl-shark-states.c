/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-states.h"

#include "sl-shark-private.h"

static gpointer
shark_begin (SlTraceBuilder *builder)
{
  SlSource *source = sl_trace_builder_get_source (builder);
  SlSharkStates *self;

  if (!sl_source_has_trait (source, SL_TRAIT_KERNEL))
    return NULL;

  self = g_new0 (SlSharkStates, 1);
  self->system = (SlSystem) {
    .builder = builder,
    .source = source,
    .objects = sl_trace_builder_get_objects (builder),
    .namer = sl_shark_make_name,
    .task_size = sizeof (SlSharkTask),
    .is_told = TRUE,
  };
  sl_system_init_objects (&self->system);
  self->activations = g_ptr_array_new ();
  sl_shark_init_odd (self);
  self->group = 1;
  self->counting_since = SL_TIME_MIN;
  return self;
}

static void
start (SlSharkStates *self, SlTime time)
{
  self->system.begin = self->system.now = time;
  self->system.recording = sl_recording_new (self->system.builder, time);
  self->cpu = sl_system_get_cpu (&self->system, 0);
}

/* Between an activation and the decision who runs stand only these. */
static gboolean
belongs_to_activation (guint16 kind)
{
  return kind == SL_KIND_TASK_ACTIVATE || kind == SL_KIND_TASK_TIMER ||
         kind == SL_KIND_TASK_DEADLINE_MISS ||
         (kind >= SL_KIND_SERVER_CREATE && kind <= SL_KIND_SERVER_USING_REC);
}

/* Between the scheduler's decision and the switch stand only these. */
static gboolean
belongs_to_schedule (guint16 kind)
{
  return kind == SL_KIND_INHERITANCE || kind == SL_KIND_MUTEX_POST ||
         (kind >= SL_KIND_SERVER_CREATE && kind <= SL_KIND_SERVER_USING_REC);
}

static gboolean
is_logged_by_task (guint16 kind)
{
  switch (kind)
    {
    case SL_KIND_TIMER_WAKEUP_START:
    case SL_KIND_TIMER_WAKEUP_END:
    case SL_KIND_INTERRUPT_START:
    case SL_KIND_INTERRUPT_END:
    case SL_KIND_CONTEXT_SWITCH:
    case SL_KIND_TO_REAL_MODE:
    case SL_KIND_TO_PROTECTED_MODE:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
settle_request_by (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *runner, *chosen;

  switch (event->kind)
    {
    case SL_KIND_TASK_SCHEDULE:
      runner = sl_shark_get_task (self, event->a);
      chosen = sl_shark_get_task (self, event->b);
      sl_shark_settle_request (self, runner, chosen, runner != self->requester);
      return;
    case SL_KIND_CONTEXT_SWITCH:
      runner = sl_shark_get_task (self, event->a);
      sl_shark_settle_request (self, NULL, NULL, runner != self->requester);
      return;
    case SL_KIND_MUTEX_LOCK:
    case SL_KIND_MUTEX_WAIT:
      if (event->a == self->requester->base.id &&
          sl_shark_get_lock (self, event->b, event->kind == SL_KIND_MUTEX_WAIT) == self->requested)
        return;
      break;
    default:
      break;
    }

  sl_shark_settle_request (self, NULL, NULL, FALSE);
}

/* Decides what the events before left open. */
static void
settle (SlSharkStates *self, const SlEvent *event)
{
  guint16 kind = event->kind;

  if (kind == SL_KIND_ID || kind == SL_KIND_DATA_POINTER || kind == SL_KIND_NEXT_CHUNK ||
      kind >= SL_N_BUILTIN_KINDS)
    return;

  if ((self->waiting & SL_SHARK_WAITING_ACTIVATION) && !belongs_to_activation (kind))
    sl_shark_settle_activations (self);

  if (self->waiting & SL_SHARK_WAITING_REQUEST)
    settle_request_by (self, event);

  if ((self->waiting & SL_SHARK_WAITING_SCHEDULE) && kind != SL_KIND_CONTEXT_SWITCH &&
      !belongs_to_schedule (kind))
    sl_shark_switch (self, self->scheduled, self->scheduled_at, self->interrupt_tail);

  if ((self->waiting & SL_SHARK_WAITING_VM86) && self->cpu->depth == 0 && is_logged_by_task (kind))
    sl_shark_switch (self, self->vm86_caller, self->system.now, FALSE);
}

static void
schedule (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *runner = sl_shark_get_task (self, event->a);
  SlSharkTask *chosen = sl_shark_get_task (self, event->b);

  self->group++;
  sl_shark_review_inheritance (self);
  if (runner != NULL)
    runner->chosen_group = self->group;
  if (runner != NULL && chosen != NULL)
    sl_shark_inherit (self, runner, chosen);
  if (chosen != NULL && chosen != runner)
    sl_shark_refuse_waiter (self, chosen);
  if (runner != NULL && runner->base.finished && runner == sl_shark_get_current (self))
    sl_task_tracker_go_on (&runner->base.tracker, self->system.now);

  if (self->cpu->depth > 0 || runner == NULL || runner == sl_shark_get_current (self))
    return;

  self->scheduled = runner;
  self->scheduled_at = self->system.now;
  self->waiting |= SL_SHARK_WAITING_SCHEDULE;
}

static void
switch_context (SlSharkStates *self, const SlEvent *event)
{
  self->group++;
  if (self->cpu->depth > 0)
    {
      sl_shark_odd (self, SL_SHARK_ODD_SWITCH_INSIDE);
      sl_cpu_tracker_end_all_interrupts (self->cpu, self->system.now);
    }

  sl_shark_switch (self, sl_shark_get_task (self, event->a), self->system.now, FALSE);
  self->interrupt_tail = FALSE;
}

static void
begin_interrupt (SlSharkStates *self, SlIrqTracker *line, gboolean timer)
{
  self->group++;
  self->quiet = timer && self->cpu->depth == 0;
  if (line != NULL)
    sl_system_enter_line (&self->system, self->cpu, line);
}

static void
end_interrupt (SlSharkStates *self, SlIrqTracker *line)
{
  self->group++;
  sl_system_leave_line (&self->system, self->cpu, line);
  self->interrupt_tail = self->cpu->depth == 0;
}

static void
end_wakeup (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *next = sl_shark_get_task (self, event->a);

  end_interrupt (self, sl_shark_get_timer (self));
  if (self->cpu->depth == 0 && next != NULL)
    sl_shark_switch (self, next, self->system.now, TRUE);
}

static void
start_trace (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *task = sl_shark_get_task (self, event->a);

  sl_cpu_tracker_add_mark (self->cpu, self->system.now, event->kind,
                           task ? task->base.tracker.object : 0);
  if (task != NULL)
    task->acted = TRUE;
  self->starter = task;
  self->started_at = self->system.now;
  if (!sl_shark_hides (self, SL_SYSTEM_LINES))
    self->counting_since = self->system.now;
  if (task == NULL || self->cpu->depth > 0 || sl_shark_get_current (self) == task)
    return;

  sl_shark_switch (self, task, self->system.now, FALSE);
}

static void
mark_cpu (SlSharkStates *self, const SlEvent *event)
{
  sl_cpu_tracker_add_mark (self->cpu, self->system.now, event->kind, event->b);
}

static void
feed_inheritance (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *runner = sl_shark_get_task (self, event->a);
  SlSharkTask *chosen = sl_shark_get_task (self, event->b);

  if (runner != NULL && chosen != NULL)
    sl_shark_inherit (self, runner, chosen);
}

static void
identify (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *task = sl_shark_get_task (self, event->a);

  if (task != NULL)
    sl_shark_identify_task (self, task, event->b);
}

static void
mark_task (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *task = sl_shark_get_task (self, event->a);

  if (task == NULL)
    return;

  if (event->kind == SL_KIND_SET_PRIORITY)
    task->base.rank = event->b;
  sl_task_tracker_add_mark (&task->base.tracker, self->system.now, event->kind, event->b);
}

static void
feed_gap (SlSharkStates *self, const SlEvent *event, SlTime before)
{
  switch (event->kind)
    {
    case SL_KIND_BLACKOUT_START:
      sl_recording_begin_gap (self->system.recording, self->system.now, SL_GAP_BLACKOUT);
      sl_shark_begin_gap (self, self->system.now);
      break;
    case SL_KIND_BLACKOUT_END:
      sl_recording_end_gap (self->system.recording, self->system.now);
      sl_shark_end_gap (self, self->system.now);
      break;
    default:
      sl_recording_add_gap (self->system.recording, before, self->system.now, SL_GAP_LOST);
      sl_shark_begin_gap (self, before);
      sl_shark_end_gap (self, self->system.now);
      break;
    }
}

/* What lies between an event and the one before it, at @before. */
static void
feed_break (SlSharkStates *self, const SlEvent *event, SlTime before)
{
  if (event->flags & (SL_EVENT_GAP | SL_EVENT_LOST))
    feed_gap (self, event, before);
  if (event->flags & SL_EVENT_SEAM)
    sl_recording_add_gap (self->system.recording, before, self->system.now, SL_GAP_SEAM);
}

static void
feed_rare (SlSharkStates *self, const SlEvent *event)
{
  guint16 kind = event->kind;

  if (kind == SL_KIND_IPOINT || (kind >= SL_KIND_USER_EVENT_0 && kind <= SL_KIND_USER_EVENT_14))
    {
      sl_shark_see_number (self, event);
      return;
    }

  if (kind >= SL_KIND_FILTER_TRACE_EVENTS && kind <= SL_KIND_FILTER_TIMER)
    sl_shark_set_recorded (self, kind, event->a == 0);
  else if (kind >= SL_KIND_SERVER_CREATE && kind <= SL_KIND_SERVER_USING_REC)
    sl_shark_feed_server (self, event);
  else if (kind >= SL_KIND_MUTEX_CREATE && kind <= SL_KIND_MUTEX_POST)
    sl_shark_feed_lock (self, event);
  else if (kind == SL_KIND_ID)
    identify (self, event);
  else if (kind == SL_KIND_NUM_EVENTS)
    sl_shark_take_number (self, event);
  else if (kind == SL_KIND_TRACE_START)
    start_trace (self, event);
  else if (kind == SL_KIND_BLACKOUT_START || kind == SL_KIND_BLACKOUT_END)
    feed_gap (self, event, self->system.now);
  else if (kind == SL_KIND_TRACE_STOP || kind == SL_KIND_NEXT_CHUNK ||
           kind == SL_KIND_CYCLES_PER_MSEC)
    mark_cpu (self, event);
  else if (kind == SL_KIND_INTERRUPT_HIT)
    sl_shark_hit_line (self, event);
  else if (kind == SL_KIND_INTERRUPT_COUNT)
    sl_shark_count_interrupts (self, event);
  else if (kind >= SL_KIND_TO_REAL_MODE && kind <= SL_KIND_STI)
    sl_shark_feed_cpu (self, event);
  else if (kind == SL_KIND_SIGNAL || kind == SL_KIND_SET_PRIORITY)
    mark_task (self, event);
}

static void
take_event (SlSharkStates *self, const SlEvent *event)
{
  switch (event->kind)
    {
    case SL_KIND_TASK_SCHEDULE:
      schedule (self, event);
      break;
    case SL_KIND_CONTEXT_SWITCH:
      switch_context (self, event);
      break;
    case SL_KIND_TIMER_WAKEUP_START:
      begin_interrupt (self, sl_shark_get_timer (self), TRUE);
      break;
    case SL_KIND_TIMER_WAKEUP_END:
      end_wakeup (self, event);
      break;
    case SL_KIND_INTERRUPT_START:
      begin_interrupt (self, sl_shark_get_line (self, event->a), FALSE);
      break;
    case SL_KIND_INTERRUPT_END:
      end_interrupt (self, sl_shark_get_line (self, event->a));
      break;
    case SL_KIND_INHERITANCE:
      feed_inheritance (self, event);
      break;
    case SL_KIND_TASK_CREATE:
    case SL_KIND_TASK_ACTIVATE:
    case SL_KIND_TASK_DISPATCH:
    case SL_KIND_TASK_EPILOGUE:
    case SL_KIND_TASK_END:
    case SL_KIND_TASK_BEGIN_CYCLE:
    case SL_KIND_TASK_END_CYCLE:
    case SL_KIND_TASK_SLEEP:
    case SL_KIND_TASK_TIMER:
    case SL_KIND_TASK_DISABLE:
    case SL_KIND_TASK_DEADLINE_MISS:
    case SL_KIND_TASK_WCET_VIOLATION:
      sl_shark_feed_task (self, event);
      break;
    default:
      feed_rare (self, event);
      break;
    }
}

static void
feed_event (SlSharkStates *self, const SlEvent *event)
{
  SlTime before = self->system.now;

  self->system.now = MAX (event->time, before);
  self->system.offset = event->offset;
  self->n_events++;
  self->seen[event->kind] = TRUE;
  if (G_UNLIKELY (event->flags & (SL_EVENT_GAP | SL_EVENT_LOST | SL_EVENT_SEAM)))
    feed_break (self, event, before);

  /* Which timer is posted or deleted is not recorded: these decide nothing. */
  if (event->kind == SL_KIND_TIMER_POST || event->kind == SL_KIND_TIMER_DELETE)
    {
      sl_shark_get_timer (self);
      return;
    }

  if (self->waiting != 0)
    settle (self, event);

  take_event (self, event);
}

static void
shark_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  SlSharkStates *self = data;

  if (n_events > 0 && self->cpu == NULL)
    start (self, events[0].time);

  for (gsize i = 0; i < n_events; i++)
    feed_event (self, &events[i]);
}

/* What the last events left open is decided by the next ones, from when these stand. */
static SlTime
get_certain_time (SlSharkStates *self)
{
  SlTime time = self->system.now;

  if (self->waiting & SL_SHARK_WAITING_REQUEST)
    time = MIN (time, self->requested_at);
  if (self->waiting & SL_SHARK_WAITING_SCHEDULE)
    time = MIN (time, self->scheduled_at);
  for (guint i = 0; i < self->activations->len; i++)
    {
      const SlSharkTask *task = g_ptr_array_index (self->activations, i);

      if (task->activation_group != 0)
        time = MIN (time, task->activation_time);
    }

  return time;
}

static void
tell_builder (SlSharkStates *self)
{
  sl_shark_touch_objects (self);
  sl_note_counts_flush (self->odd, sl_source_get_notes (self->system.source));
  sl_trace_builder_set_idle_task (self->system.builder, sl_shark_guess_idle_task (self));
  sl_shark_name_simulated (self);
}

static void
shark_pause (gpointer data, SlTime now)
{
  SlSharkStates *self = data;

  if (self->cpu != NULL)
    {
      sl_shark_mark_doubts (self);
      sl_system_write_objects (&self->system, get_certain_time (self));
    }

  tell_builder (self);
}

/* Decides what the last events left open. A decision of the scheduler after which nothing was
 * recorded has taken effect only in the tail of an interrupt. */
static void
settle_last (SlSharkStates *self)
{
  if (self->waiting & SL_SHARK_WAITING_ACTIVATION)
    sl_shark_settle_activations (self);
  if (self->waiting & SL_SHARK_WAITING_REQUEST)
    sl_shark_settle_request (self, NULL, NULL, FALSE);
  if ((self->waiting & SL_SHARK_WAITING_SCHEDULE) && self->interrupt_tail)
    sl_shark_switch (self, self->scheduled, self->scheduled_at, TRUE);
  sl_shark_settle_doubts (self);
}

/* Nothing is known after the last event, so that slices end with it and not a tick later. */
static void
shark_finish (gpointer data, SlTime end)
{
  SlSharkStates *self = data;

  sl_shark_review_claims (self);
  if (self->cpu != NULL)
    {
      settle_last (self);
      self->system.now = MAX (end - 1, self->system.now);
      sl_system_close_objects (&self->system);
    }

  tell_builder (self);
}

static void
shark_free (gpointer data)
{
  SlSharkStates *self = data;

  sl_system_free_objects (&self->system);
  sl_note_counts_free (self->odd);
  g_ptr_array_unref (self->activations);
  g_free (self);
}

const SlAnalysis sl_shark_states = {
  .id = "shark-states",
  .begin = shark_begin,
  .feed = shark_feed,
  .pause = shark_pause,
  .finish = shark_finish,
  .free = shark_free,
};
