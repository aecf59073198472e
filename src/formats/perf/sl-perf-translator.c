/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel writes one record before a switch, of the thread that goes, and one after it, of the
 * thread that comes; where it traces whole processors, the first tells who comes next. The time
 * between the two is the next thread's. Thread 0 of each processor is its idle loop.
 *
 * Whether a thread that goes waits for something is told only for those that were preempted. */

#include "sl-perf-translator.h"

/* What a damaged file could claim beyond these is not followed. */
#define MAX_CPUS 4096

/* In place of a thread: nobody knows. */
#define UNKNOWN G_MAXUINT32

/**
 * State:
 * @n_cpus: processors that were switched so far, up to the highest
 * @threads: of each: who runs; 0 for its idle loop
 * @switched: when that was recorded; %SL_TIME_MIN before the first switch
 */
typedef struct
{
  guint n_cpus;
  guint32 threads[MAX_CPUS];
  SlTime switched[MAX_CPUS];
} State;

static void
start (gpointer data, SlSource *source)
{
  State *self = data;

  for (guint i = 0; i < MAX_CPUS; i++)
    {
      self->threads[i] = UNKNOWN;
      self->switched[i] = SL_TIME_MIN;
    }
}

static void
say (GArray *actions, const SlEvent *event, SlAction action, guint64 thread, guint cpu)
{
  SlActed acted;

  sl_acted_init (&acted, event, action);
  acted.task = thread;
  acted.cpu = (guint16) cpu;
  g_array_append_val (actions, acted);
}

/* From @time on nobody knows what the processor does. */
static void
forget_cpu (State *self, GArray *actions, const SlEvent *event, guint cpu, SlTime time)
{
  SlActed acted;

  sl_acted_init (&acted, event, SL_ACTION_FORGET);
  acted.time = time;
  acted.cpu = (guint16) cpu;
  g_array_append_val (actions, acted);
  if (cpu < self->n_cpus)
    self->threads[cpu] = UNKNOWN;
}

/* A thread runs on one processor: that it left any other was not recorded. */
static void
forget_others (State *self, GArray *actions, const SlEvent *event, guint64 thread, guint cpu)
{
  for (guint i = 0; i < self->n_cpus; i++)
    if (i != cpu && self->threads[i] == thread)
      forget_cpu (self, actions, event, i, event->time);
}

static gboolean
is_thread (guint64 tid)
{
  return tid != 0 && tid < UNKNOWN;
}

static guint64
get_current (const State *self, guint cpu)
{
  return cpu < self->n_cpus ? self->threads[cpu] : UNKNOWN;
}

/* The processor goes to @next; who had it is off it. */
static void
give (State *self, GArray *actions, const SlEvent *event, guint64 next, SlAction off)
{
  guint64 current = get_current (self, event->cpu);

  if (is_thread (current) && current != next)
    say (actions, event, off, current, event->cpu);
  if (is_thread (next))
    forget_others (self, actions, event, next, event->cpu);
  if (event->cpu < MAX_CPUS)
    self->threads[event->cpu] = (guint32) MIN (next, UNKNOWN);
  say (actions, event, SL_ACTION_RUN, is_thread (next) ? next : SL_ACTED_NOTHING, event->cpu);
}

static void
switch_in (State *self, GArray *actions, const SlEvent *event)
{
  if ((event->flags & SL_EVENT_NO_A) != 0)
    forget_cpu (self, actions, event, event->cpu, event->time);
  else if (get_current (self, event->cpu) != event->a)
    give (self, actions, event, event->a, SL_ACTION_FORGET);
}

static void
switch_out (State *self, GArray *actions, const SlEvent *event)
{
  SlAction off = event->kind == SL_KIND_LINUX_PREEMPTED ? SL_ACTION_READY : SL_ACTION_FORGET;
  gboolean has_thread = (event->flags & SL_EVENT_NO_A) == 0 && is_thread (event->a);
  gboolean has_next = (event->flags & SL_EVENT_NO_B) == 0;
  guint64 current = get_current (self, event->cpu);

  if (has_next)
    give (self, actions, event, event->b, off);
  else
    forget_cpu (self, actions, event, event->cpu, event->time);
  if (has_thread && !(has_next && (event->a == current || event->a == event->b)))
    say (actions, event, off, event->a, event->cpu);
}

static void
take_switch (State *self, GArray *actions, const SlEvent *event)
{
  if (event->cpu < MAX_CPUS)
    {
      self->n_cpus = MAX (self->n_cpus, event->cpu + 1u);
      self->switched[event->cpu] = event->time;
    }
  if (event->kind == SL_KIND_LINUX_SWITCH_IN)
    switch_in (self, actions, event);
  else
    switch_out (self, actions, event);
}

/* Switches may be among what was lost since the last one. */
static void
lose (State *self, GArray *actions, const SlEvent *event)
{
  if (event->cpu < self->n_cpus && self->switched[event->cpu] != SL_TIME_MIN)
    forget_cpu (self, actions, event, event->cpu, self->switched[event->cpu]);
}

/* A number that is given to a new thread is no longer that of another, which went then at the
 * latest: after its exit it is still switched out, and may be in and out again before. */
static void
begin_thread (State *self, GArray *actions, const SlEvent *event)
{
  if ((event->flags & SL_EVENT_GUESSED) != 0 || !is_thread (event->a))
    return;

  forget_others (self, actions, event, event->a, MAX_CPUS);
  say (actions, event, SL_ACTION_END, event->a, event->cpu);
}

static void
translate_event (State *self, GArray *actions, const SlEvent *event)
{
  switch (event->kind)
    {
    case SL_KIND_LINUX_SWITCH_IN:
    case SL_KIND_LINUX_SWITCH_OUT:
    case SL_KIND_LINUX_PREEMPTED:
      take_switch (self, actions, event);
      break;
    case SL_KIND_LINUX_FORK:
      begin_thread (self, actions, event);
      break;
    case SL_KIND_LINUX_COMM:
      say (actions, event, SL_ACTION_NAME, event->a, event->cpu);
      break;
    case SL_KIND_LINUX_LOST:
      lose (self, actions, event);
      break;
    default:
      break;
    }
}

static void
translate (gpointer state, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  for (gsize i = 0; i < n_events; i++)
    if (events[i].kind >= SL_KIND_LINUX_SWITCH_IN && events[i].kind <= SL_KIND_LINUX_SAMPLE)
      translate_event (state, actions, &events[i]);
}

const SlTranslator sl_perf_translator = {
  .state_size = sizeof (State),
  .looks_back = TRUE,
  .start = start,
  .translate = translate,
};
