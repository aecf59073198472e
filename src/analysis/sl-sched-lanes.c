/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel writes one record before a switch, of the thread that goes, and one after it, of the
 * thread that comes; where it traces whole processors, the first tells who comes next. The time
 * between the two is the next thread's. Thread 0 of each processor is its idle loop.
 *
 * Whether a thread that goes waits for something is told only for those that were preempted. */

#include "sl-built-in-analyses.h"

#include "sl-cpu-tracker.h"
#include "sl-kind.h"

/* What a damaged file could claim beyond these gets no lane. */
#define MAX_CPUS    4096
#define MAX_THREADS 16384

typedef struct
{
  SlTaskTracker tracker;
  guint32 tid;
  SlTime last_seen;
} Thread;

typedef struct
{
  SlTraceBuilder *builder;
  SlObjectTableBuilder *objects;
  GPtrArray *cpus;    /* of SlCpuTracker, by number; NULL for those not seen */
  GArray *switched;   /* of SlTime: each processor's last switch */
  GPtrArray *threads; /* of Thread: all lives */
  GHashTable *by_tid; /* tid → Thread that lives */
  SlTime now;
  guint64 n_left_out;
} SchedLanes;

static void
free_cpu (gpointer cpu)
{
  if (cpu != NULL)
    sl_cpu_tracker_free (cpu);
}

static void
free_thread (gpointer data)
{
  Thread *thread = data;

  sl_task_tracker_clear (&thread->tracker);
  g_free (thread);
}

static gpointer
sched_begin (SlTraceBuilder *builder)
{
  SchedLanes *self;

  if (!sl_source_has_trait (sl_trace_builder_get_source (builder), SL_TRAIT_SWITCHES))
    return NULL;

  self = g_new0 (SchedLanes, 1);
  self->builder = builder;
  self->objects = sl_trace_builder_get_objects (builder);
  self->cpus = g_ptr_array_new_with_free_func (free_cpu);
  self->switched = g_array_new (FALSE, TRUE, sizeof (SlTime));
  self->threads = g_ptr_array_new_with_free_func (free_thread);
  self->by_tid = g_hash_table_new (NULL, NULL);
  return self;
}

static SlCpuTracker *
get_cpu (SchedLanes *self, guint16 number)
{
  g_autofree char *name = NULL;
  guint32 object;

  if (number >= MAX_CPUS)
    {
      self->n_left_out++;
      return NULL;
    }
  if (number >= self->cpus->len)
    {
      g_ptr_array_set_size (self->cpus, number + 1);
      g_array_set_size (self->switched, number + 1);
    }
  if (self->cpus->pdata[number] == NULL)
    {
      object = sl_object_table_builder_current (self->objects, SL_OBJECT_CPU, number);
      if (object == 0)
        object =
            sl_object_table_builder_begin_life (self->objects, SL_OBJECT_CPU, number, self->now);
      name = g_strdup_printf ("CPU %u", number);
      sl_object_table_builder_name (self->objects, object, name);
      self->cpus->pdata[number] = sl_cpu_tracker_new (self->builder, object, self->now);
    }

  return self->cpus->pdata[number];
}

static void
name_thread (SchedLanes *self, const Thread *thread)
{
  g_autofree char *name = sl_source_get_object_name (sl_trace_builder_get_source (self->builder),
                                                     SL_OBJECT_TASK, thread->tid, self->now);

  if (name != NULL)
    sl_object_table_builder_name (self->objects, thread->tracker.object, name);
}

static gboolean
is_thread (guint64 tid, guint32 flags, guint32 unknown)
{
  return tid != 0 && tid < G_MAXUINT32 && (flags & unknown) == 0;
}

/* Finds the thread that lives; one that nobody told of yet lives since before the trace. */
static Thread *
get_thread (SchedLanes *self, guint64 tid)
{
  Thread *thread = g_hash_table_lookup (self->by_tid, GUINT_TO_POINTER ((guint) tid));
  guint32 object;

  if (thread != NULL)
    {
      thread->last_seen = self->now;
      return thread;
    }
  if (self->threads->len == MAX_THREADS)
    {
      self->n_left_out++;
      return NULL;
    }

  object = sl_object_table_builder_begin_life (self->objects, SL_OBJECT_TASK, tid, self->now);
  thread = g_new0 (Thread, 1);
  thread->tid = (guint32) tid;
  thread->last_seen = self->now;
  sl_task_tracker_init (&thread->tracker, self->builder, object);
  g_ptr_array_add (self->threads, thread);
  g_hash_table_insert (self->by_tid, GUINT_TO_POINTER ((guint) tid), thread);
  name_thread (self, thread);
  return thread;
}

static SlCpuTracker *
find_cpu_of (SchedLanes *self, const Thread *thread)
{
  for (guint i = 0; i < self->cpus->len; i++)
    {
      SlCpuTracker *cpu = self->cpus->pdata[i];

      if (cpu != NULL && cpu->current == &thread->tracker)
        return cpu;
    }

  return NULL;
}

static void
end_thread (SchedLanes *self, Thread *thread)
{
  SlCpuTracker *cpu = find_cpu_of (self, thread);

  if (cpu != NULL)
    sl_cpu_tracker_forget (cpu, self->now);
  sl_task_tracker_close (&thread->tracker, self->now);
  sl_object_table_builder_end_life (self->objects, thread->tracker.object, self->now);
  g_hash_table_remove (self->by_tid, GUINT_TO_POINTER (thread->tid));
}

/* A thread runs on one processor: that it went from another was not recorded. */
static void
give (SchedLanes *self, SlCpuTracker *cpu, Thread *thread, SlState old_state)
{
  SlCpuTracker *other = thread != NULL ? find_cpu_of (self, thread) : NULL;

  if (other != NULL && other != cpu)
    sl_cpu_tracker_forget (other, self->now);
  sl_cpu_tracker_switch (cpu, self->now, thread != NULL ? &thread->tracker : NULL, old_state, 0);
}

static void
switch_in (SchedLanes *self, const SlEvent *event, SlCpuTracker *cpu)
{
  Thread *thread = NULL;

  if ((event->flags & SL_EVENT_NO_A) != 0)
    {
      sl_cpu_tracker_forget (cpu, self->now);
      return;
    }

  if (event->a != 0)
    {
      thread = get_thread (self, event->a);
      if (thread == NULL)
        return;
    }
  if (!cpu->known || (cpu->current != (thread != NULL ? &thread->tracker : NULL)))
    give (self, cpu, thread, SL_STATE_NONE);
}

static void
switch_out (SchedLanes *self, const SlEvent *event, SlCpuTracker *cpu)
{
  SlState state = event->kind == SL_KIND_LINUX_PREEMPTED ? SL_STATE_READY : SL_STATE_NONE;
  gboolean is_next_known = (event->flags & SL_EVENT_NO_B) == 0;
  Thread *thread = NULL;
  Thread *next = NULL;

  if (is_thread (event->a, event->flags, SL_EVENT_NO_A))
    thread = get_thread (self, event->a);
  if (is_thread (event->b, event->flags, SL_EVENT_NO_B))
    next = get_thread (self, event->b);

  if (is_next_known)
    give (self, cpu, next, state);
  else
    sl_cpu_tracker_forget (cpu, self->now);
  if (thread != NULL && thread != next)
    sl_task_tracker_set_state (&thread->tracker, self->now, state, 0);
}

static void
add_switch (SchedLanes *self, const SlEvent *event)
{
  SlCpuTracker *cpu = get_cpu (self, event->cpu);

  if (cpu == NULL)
    return;

  if (event->kind == SL_KIND_LINUX_SWITCH_IN)
    switch_in (self, event, cpu);
  else
    switch_out (self, event, cpu);
  g_array_index (self->switched, SlTime, event->cpu) = self->now;
}

/* A number that is given to a new thread is no longer that of another, which went then at the
 * latest: after its exit it is still switched out, and may be in and out again before. */
static void
add_fork (SchedLanes *self, const SlEvent *event)
{
  Thread *old = g_hash_table_lookup (self->by_tid, GUINT_TO_POINTER ((guint) event->a));

  if (old != NULL && (event->flags & SL_EVENT_GUESSED) == 0)
    end_thread (self, old);
}

/* Switches may be among what was lost since the last one. */
static void
add_loss (SchedLanes *self, const SlEvent *event)
{
  if (event->cpu < self->cpus->len && self->cpus->pdata[event->cpu] != NULL)
    sl_cpu_tracker_forget (self->cpus->pdata[event->cpu],
                           g_array_index (self->switched, SlTime, event->cpu));
}

static void
rename_thread (SchedLanes *self, const SlEvent *event)
{
  Thread *thread = g_hash_table_lookup (self->by_tid, GUINT_TO_POINTER ((guint) event->a));

  if (thread != NULL)
    name_thread (self, thread);
}

static void
sched_feed (gpointer data, const SlEvent *events, gsize n_events)
{
  SchedLanes *self = data;

  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];

      if (event->kind < SL_KIND_LINUX_SWITCH_IN || event->kind > SL_KIND_LINUX_SAMPLE)
        continue;

      self->now = event->time;
      switch (event->kind)
        {
        case SL_KIND_LINUX_SWITCH_IN:
        case SL_KIND_LINUX_SWITCH_OUT:
        case SL_KIND_LINUX_PREEMPTED:
          add_switch (self, event);
          break;
        case SL_KIND_LINUX_FORK:
          add_fork (self, event);
          break;
        case SL_KIND_LINUX_COMM:
          rename_thread (self, event);
          break;
        case SL_KIND_LINUX_LOST:
          add_loss (self, event);
          break;
        default:
          break;
        }
    }
}

static void
tell_builder (SchedLanes *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      const Thread *thread = self->threads->pdata[i];

      sl_object_table_builder_touch (self->objects, thread->tracker.object, thread->last_seen);
    }
  if (self->n_left_out > 0)
    sl_notes_add (sl_source_get_notes (sl_trace_builder_get_source (self->builder)), SL_OFFSET_NONE,
                  self->n_left_out,
                  "There are more than %d threads or %d processors; the rest are not in any lane",
                  MAX_THREADS, MAX_CPUS);
  self->n_left_out = 0;
}

static void
sched_pause (gpointer data, SlTime now)
{
  SchedLanes *self = data;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      if (self->cpus->pdata[i] != NULL)
        sl_cpu_tracker_write (self->cpus->pdata[i], self->now);
    }
  for (guint i = 0; i < self->threads->len; i++)
    sl_task_tracker_write (&((Thread *) self->threads->pdata[i])->tracker, self->now);
  tell_builder (self);
}

/* Nothing is known after the last of the kernel's records. */
static void
sched_finish (gpointer data, SlTime end)
{
  SchedLanes *self = data;

  for (guint i = 0; i < self->cpus->len; i++)
    {
      if (self->cpus->pdata[i] != NULL)
        sl_cpu_tracker_close (self->cpus->pdata[i], self->now);
    }
  for (guint i = 0; i < self->threads->len; i++)
    sl_task_tracker_close (&((Thread *) self->threads->pdata[i])->tracker, self->now);
  tell_builder (self);
}

static void
sched_free (gpointer data)
{
  SchedLanes *self = data;

  g_ptr_array_unref (self->cpus);
  g_array_unref (self->switched);
  g_ptr_array_unref (self->threads);
  g_hash_table_unref (self->by_tid);
  g_free (self);
}

const SlAnalysis sl_sched_lanes = {
  .id = "sched",
  .begin = sched_begin,
  .feed = sched_feed,
  .pause = sched_pause,
  .finish = sched_finish,
  .free = sched_free,
};
