/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cpu-tracker.h"

#include "sl-object-lane.h"

/**
 * sl_cpu_tracker_new:
 * @object: number of the processor
 * @begin: where the trace begins; who runs is unknown from there
 * @time: from when on the tasks in its queue are counted
 *
 * Returns: (transfer full): its lane is in @builder
 */
SlCpuTracker *
sl_cpu_tracker_new (SlTraceBuilder *builder, guint32 object, SlTime begin, SlTime time)
{
  SlCpuTracker *self = g_new0 (SlCpuTracker, 1);

  self->object = object;
  self->queue_since = time;
  self->queue_written = SL_COUNT_UNKNOWN;
  self->lane = sl_object_lane_add (builder, SL_LANE_CPU, object);
  sl_state_track_init (&self->state_track,
                       sl_lane_builder_add_track (self->lane, SL_ROLE_STATES, SL_TRACK_SLICES));
  sl_state_track_init (&self->cli_track, NULL);
  sl_state_track_init (&self->real_mode_track, NULL);
  sl_depth_tracks_init (&self->nested, self->lane, SL_ROLE_NESTED, SL_ROLE_NESTED);
  sl_state_track_set (&self->state_track, begin, SL_STATE_UNKNOWN, 0);
  return self;
}

/**
 * sl_cpu_tracker_free:
 *
 * The lane stays in the builder.
 */
void
sl_cpu_tracker_free (SlCpuTracker *self)
{
  sl_depth_tracks_clear (&self->nested);
  g_free (self);
}

/* Says in the processor's lane and in the current task's what follows from the stack and the
 * current task. Of interrupts that nest the outermost stands among the states, and there alone: the
 * others are part of its time, as the nested tracks show. */
static void
show (SlCpuTracker *self, SlTime time)
{
  if (self->depth > 0)
    sl_state_track_set (&self->state_track, time,
                        self->stack[0]->is_deferred ? SL_STATE_SOFTIRQ : SL_STATE_INTERRUPT,
                        self->stack[0]->object);
  else if (self->current != NULL)
    sl_state_track_set (&self->state_track, time, SL_STATE_RUNNING, self->current->object);
  else if (self->known && self->power > 0)
    sl_state_track_set (&self->state_track, time, SL_STATE_ASLEEP, self->power - 1);
  else
    sl_state_track_set (&self->state_track, time, self->known ? SL_STATE_IDLE : SL_STATE_UNKNOWN,
                        self->known ? 0 : self->named);

  if (self->current != NULL)
    sl_task_tracker_set_state (self->current, time,
                               self->depth > 0 ? SL_STATE_INTERRUPTED : SL_STATE_RUNNING,
                               self->depth == 0 && self->is_named ? self->object : 0);
}

/**
 * sl_cpu_tracker_switch:
 * @time: first tick of the next task
 * @next: (nullable): the task that gets the processor; %NULL if nobody does
 * @old_state: what the task that had it does from now on
 * @old_detail: see #SlState
 *
 * Gives the processor to another task, or to the same one, which changes nothing.
 */
void
sl_cpu_tracker_switch (SlCpuTracker *self,
                       SlTime time,
                       SlTaskTracker *next,
                       SlState old_state,
                       guint32 old_detail)
{
  if (self->current != NULL && self->current != next)
    sl_task_tracker_set_state (self->current, time, old_state, old_detail);

  if (!self->known && self->is_named)
    {
      sl_cpu_tracker_count_queue (self, time, 0);
      self->queue_unknown = FALSE;
    }
  self->current = next;
  self->known = TRUE;
  show (self, time);
}

/**
 * sl_cpu_tracker_forget:
 *
 * From @time on nobody knows who runs, nor what the task does that ran, nor which interrupts
 * are being handled.
 */
void
sl_cpu_tracker_forget (SlCpuTracker *self, SlTime time)
{
  sl_cpu_tracker_end_all_interrupts (self, time);
  if (self->current != NULL)
    sl_task_tracker_set_state (self->current, time, SL_STATE_UNKNOWN, 0);

  self->current = NULL;
  self->known = FALSE;
  self->named = 0;
  self->power = 0;
  if (self->is_named)
    {
      sl_cpu_tracker_count_queue (self, time, 0);
      self->queue_unknown = TRUE;
    }
  show (self, time);
}

/**
 * sl_cpu_tracker_set_named:
 * @self: of which nobody knows who runs there
 * @task: object number of whom its events name
 */
void
sl_cpu_tracker_set_named (SlCpuTracker *self, SlTime time, guint32 task)
{
  self->named = task;
  show (self, time);
}

/**
 * sl_cpu_tracker_set_power:
 * @power: 1 + the number of the power state in which it sleeps while it is idle; 0 while it is awake
 */
void
sl_cpu_tracker_set_power (SlCpuTracker *self, SlTime time, guint32 power)
{
  self->power = power;
  show (self, time);
}

/**
 * sl_cpu_tracker_begin_interrupt:
 *
 * The handler of @line starts, above whatever the processor did.
 *
 * Returns: %FALSE with %SL_MAX_NESTING handlers on the stack already, where nothing happens
 */
gboolean
sl_cpu_tracker_begin_interrupt (SlCpuTracker *self, SlTime time, SlIrqTracker *line)
{
  if (self->depth == SL_MAX_NESTING)
    return FALSE;

  self->runs[self->depth] = sl_irq_tracker_begin (line, time);
  self->stack[self->depth++] = line;
  if (self->depth > 1)
    sl_depth_tracks_begin (&self->nested, time, SL_STATE_INTERRUPT, line->object);
  show (self, time);
  return TRUE;
}

static void
pop (SlCpuTracker *self, SlTime time)
{
  SlIrqTracker *line = self->stack[--self->depth];

  sl_irq_tracker_end (line, self->runs[self->depth], time);
  if (self->depth > 0)
    sl_depth_tracks_end (&self->nested, time, SL_STATE_INTERRUPT, line->object);
}

/**
 * sl_cpu_tracker_end_interrupt:
 *
 * The innermost run of the handler of @line ends. Handlers above it whose end was never told
 * end with it.
 *
 * Returns: how many handlers ended: 1 where all is right, 0 if that handler does not run
 */
guint
sl_cpu_tracker_end_interrupt (SlCpuTracker *self, SlTime time, SlIrqTracker *line)
{
  guint depth = self->depth;
  guint ended;

  while (depth > 0 && self->stack[depth - 1] != line)
    depth--;

  if (depth == 0)
    return 0;

  ended = self->depth - depth + 1;
  while (self->depth >= depth)
    pop (self, time);

  show (self, time);
  return ended;
}

/**
 * sl_cpu_tracker_end_all_interrupts:
 *
 * Ends the handlers whose end was never told.
 */
void
sl_cpu_tracker_end_all_interrupts (SlCpuTracker *self, SlTime time)
{
  if (self->depth == 0)
    return;

  while (self->depth > 0)
    pop (self, time);

  show (self, time);
}

static void
set_flag_track (SlCpuTracker *self,
                SlStateTrack *track,
                SlTrackRole role,
                SlTime time,
                SlState state)
{
  /* Hardly any kernel logs these: what never showed is not worth a track that says unknown. */
  if (track->writer == NULL && (state == SL_STATE_NONE || state == SL_STATE_UNKNOWN))
    return;

  if (track->writer == NULL)
    track->writer = sl_lane_builder_add_track (self->lane, role, SL_TRACK_SLICES);

  sl_state_track_set (track, time, state, 0);
}

/**
 * sl_cpu_tracker_set_cli:
 * @state: %SL_STATE_CLI while interrupts are disabled, %SL_STATE_NONE or %SL_STATE_UNKNOWN
 */
void
sl_cpu_tracker_set_cli (SlCpuTracker *self, SlTime time, SlState state)
{
  set_flag_track (self, &self->cli_track, SL_ROLE_CLI, time, state);
}

/**
 * sl_cpu_tracker_set_real_mode:
 * @state: %SL_STATE_REAL_MODE, %SL_STATE_NONE or %SL_STATE_UNKNOWN
 */
void
sl_cpu_tracker_set_real_mode (SlCpuTracker *self, SlTime time, SlState state)
{
  set_flag_track (self, &self->real_mode_track, SL_ROLE_REAL_MODE, time, state);
}

/**
 * sl_cpu_tracker_add_mark:
 * @time: not before the last mark
 */
void
sl_cpu_tracker_add_mark (SlCpuTracker *self, SlTime time, guint16 kind, guint32 detail)
{
  if (self->marks == NULL)
    self->marks = sl_lane_builder_add_track (self->lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  sl_track_writer_add_instant (self->marks, time, kind, detail);
}

/* Writes how many tasks there are as far as that changes no more. */
static void
write_queue (SlCpuTracker *self)
{
  gint64 length = self->queue_unknown ? SL_COUNT_UNKNOWN : self->queue_length;

  if (!self->is_named || length == self->queue_written)
    return;

  if (self->queue == NULL)
    self->queue = sl_lane_builder_add_track (self->lane, SL_ROLE_QUEUE, SL_TRACK_VALUES);
  sl_track_writer_add_value (self->queue, self->queue_since, length);
  self->queue_written = length;
}

/**
 * sl_cpu_tracker_count_queue:
 * @by: how many tasks more run or are ready on the processor from @time on
 */
void
sl_cpu_tracker_count_queue (SlCpuTracker *self, SlTime time, int by)
{
  if (time > self->queue_since)
    {
      write_queue (self);
      self->queue_since = time;
    }
  self->queue_length += by;
}

/**
 * sl_cpu_tracker_set_frequency:
 * @time: not before the last such
 */
void
sl_cpu_tracker_set_frequency (SlCpuTracker *self, SlTime time, gint64 khz)
{
  if (self->frequency == NULL)
    self->frequency = sl_lane_builder_add_track (self->lane, SL_ROLE_FREQUENCY, SL_TRACK_VALUES);

  sl_track_writer_add_value (self->frequency, time, khz);
}

/**
 * sl_cpu_tracker_write:
 *
 * As sl_state_track_write(), for all open slices of the processor. How many tasks there are now is written once that
 * changes: until then an action that looks back may change it.
 */
void
sl_cpu_tracker_write (SlCpuTracker *self, SlTime time)
{
  sl_state_track_write (&self->state_track, time);
  sl_state_track_write (&self->cli_track, time);
  sl_state_track_write (&self->real_mode_track, time);
  sl_depth_tracks_write (&self->nested, time);
}

/**
 * sl_cpu_tracker_close:
 * @time: the end of the trace
 *
 * Ends all open slices of the processor and of the lines on its stack.
 */
void
sl_cpu_tracker_close (SlCpuTracker *self, SlTime time)
{
  while (self->depth > 0)
    pop (self, time);

  write_queue (self);
  sl_state_track_set (&self->state_track, time, SL_STATE_NONE, 0);
  sl_cpu_tracker_set_cli (self, time, SL_STATE_NONE);
  sl_cpu_tracker_set_real_mode (self, time, SL_STATE_NONE);
}
