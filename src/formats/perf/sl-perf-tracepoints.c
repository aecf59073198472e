/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tracepoints say what they say in any file. Beside them are the kernel's records of switches, forks and exits, which count
 * where no tracepoint says the same.
 *
 * Of single tasks only what they do is recorded: that they go, but that they come only where another of them went. One of
 * them that is switched to runs until it is recorded to go; of any other nobody knows when it went. */

#include "sl-linux-kinds.h"
#include "sl-linux-source.h"
#include "sl-perf-decoder.h"
#include "sl-perf-translator.h"

/**
 * State:
 * @tracepoints: of sl_linux_translator
 * @records: of sl_perf_translator
 * @has_switches: the kernel's records of switches say who runs
 * @is_of_tasks: not all tasks are recorded
 * @recorded: tids of those that are, as far as they were seen to go
 * @has_tracepoints: tracepoints say who is switched to
 */
typedef struct
{
  gpointer tracepoints;
  gpointer records;
  gboolean has_switches;
  gboolean is_of_tasks;
  GHashTable *recorded;
  gboolean has_tracepoints;
} State;

static void
start_system (gpointer data, SlSource *source)
{
  State *self = data;

  self->tracepoints = g_malloc0 (sl_linux_translator.state_size);
  self->records = g_malloc0 (sl_perf_translator.state_size);
  sl_linux_translator.start (self->tracepoints, source);
  sl_perf_translator.start (self->records, source);
}

static void
start_tasks (gpointer data, SlSource *source)
{
  State *self = data;

  start_system (data, source);
  self->is_of_tasks = TRUE;
  self->recorded = g_hash_table_new (NULL, NULL);
}

static void
clear (gpointer data)
{
  State *self = data;

  if (self->tracepoints != NULL)
    sl_linux_translator.clear (self->tracepoints);
  g_clear_pointer (&self->tracepoints, g_free);
  g_clear_pointer (&self->records, g_free);
  g_clear_pointer (&self->recorded, g_hash_table_unref);
}

static gboolean
is_record (const SlEvent *event)
{
  return event->kind >= SL_KIND_LINUX_SWITCH_IN && event->kind <= SL_KIND_LINUX_SAMPLE;
}

/* A fork or an exit, or a loss, as the tracepoint of it would be. It may be recorded before tracepoints are, so it says nothing
 * of who runs from then on. */
static void
take_as_tracepoint (State *self, SlSource *source, SlEvent event, guint16 kind, GArray *actions)
{
  event.kind = kind;
  event.flags &= 0xffff;
  sl_linux_translator_set_runs_told (self->tracepoints, TRUE);
  sl_linux_translator.translate (self->tracepoints, source, &event, 1, actions);
  sl_linux_translator_set_runs_told (self->tracepoints, self->has_switches);
}

static void
take_lost_samples (State *self, SlSource *source, const SlEvent *event, GArray *actions)
{
  SlEvent loss = *event;

  if (sl_linux_get_role (event) == (SlLinuxRole) SL_PERF_ROLE_TOLD)
    {
      if (event->detail == 0)
        return;
      loss.a = event->detail;
    }
  take_as_tracepoint (self, source, loss, SL_KIND_LINUX_LOST, actions);
}

/* The parent records a fork, and a task its own exit, as it runs: also where a switch to it was not recorded, as when the
 * recording ends on one processor after another. */
static void
see_task (State *self, const SlEvent *event, GArray *actions)
{
  if (self->has_switches || (event->flags & SL_EVENT_GUESSED) != 0)
    return;

  if (event->kind == SL_KIND_LINUX_FORK && (event->flags & SL_EVENT_NO_B) == 0)
    sl_linux_translator_see_task (self->tracepoints, event, (guint32) event->b, actions);
  else if (event->kind == SL_KIND_LINUX_EXIT && (event->flags & SL_EVENT_NO_A) == 0)
    sl_linux_translator_see_task (self->tracepoints, event, (guint32) event->a, actions);
}

/* Of single tasks nothing is recorded behind the exit, not even the last switch: it says that the task is gone. */
static void
end_single_task (State *self, SlSource *source, const SlEvent *event, GArray *actions)
{
  SlEvent last = *event;

  if (self->is_of_tasks && event->kind == SL_KIND_LINUX_EXIT)
    g_hash_table_remove (self->recorded, GUINT_TO_POINTER ((guint) event->a));
  if (!self->is_of_tasks || !self->has_tracepoints || self->has_switches ||
      event->kind != SL_KIND_LINUX_EXIT || (event->flags & (SL_EVENT_NO_A | SL_EVENT_GUESSED)) != 0)
    return;

  last.kind = SL_KIND_LINUX_SCHED_SWITCH;
  last.flags = 0;
  last.a = 0;
  last.b = event->a;
  last.detail = SL_LINUX_SWITCH ('X', FALSE, SL_LINUX_PRIO_UNKNOWN, SL_LINUX_PRIO_UNKNOWN);
  sl_linux_translator.translate (self->tracepoints, source, &last, 1, actions);
  sl_linux_translator_forget_cpu (self->tracepoints, &last, actions);
}

static void
take_record (State *self, SlSource *source, const SlEvent *event, GArray *actions)
{
  guint role = (guint) sl_linux_get_role (event);

  see_task (self, event, actions);
  if (event->kind == SL_KIND_LINUX_LOST)
    take_as_tracepoint (self, source, *event, SL_KIND_LINUX_LOST, actions);
  else if (event->kind == SL_KIND_LINUX_LOST_SAMPLES)
    take_lost_samples (self, source, event, actions);
  else if (role == SL_PERF_ROLE_LIFE)
    take_as_tracepoint (self, source, *event,
                        event->kind == SL_KIND_LINUX_FORK ? SL_KIND_LINUX_SCHED_PROCESS_FORK
                                                          : SL_KIND_LINUX_SCHED_PROCESS_EXIT,
                        actions);
  end_single_task (self, source, event, actions);
  if ((event->flags & SL_LINUX_LOSS_FOLLOWS) != 0)
    sl_linux_translator_begin_loss (self->tracepoints, event, actions);
  if (role != 0)
    return;

  if (event->kind <= SL_KIND_LINUX_PREEMPTED && !self->has_switches)
    {
      self->has_switches = TRUE;
      sl_linux_translator_set_runs_told (self->tracepoints, TRUE);
    }
  sl_perf_translator.translate (self->records, source, event, 1, actions);
}

static gboolean
is_recorded (const State *self, guint64 tid)
{
  return g_hash_table_contains (self->recorded, GUINT_TO_POINTER ((guint) tid));
}

/* Who is switched from is one of the tasks that are recorded; who is switched to, where it is none of them, goes unseen. */
static void
see_single_switch (State *self, const SlEvent *event, GArray *actions)
{
  self->has_tracepoints = TRUE;
  if ((event->flags & SL_EVENT_NO_B) == 0 && event->b != 0)
    g_hash_table_add (self->recorded, GUINT_TO_POINTER ((guint) event->b));
  if (!is_recorded (self, event->a))
    sl_linux_translator_forget_cpu (self->tracepoints, event, actions);
}

/* Whether more than the event itself follows from it where not all tasks are recorded. */
static gboolean
tells_of_others (const SlEvent *event)
{
  return event->kind == SL_KIND_LINUX_SCHED_SWITCH || event->kind == SL_KIND_LINUX_SCHED_WAKEUP ||
         event->kind == SL_KIND_LINUX_SCHED_WAKEUP_NEW;
}

/* How many events from @i on are for the tracepoints' translator at once. */
static gsize
count_tracepoints (const State *self, const SlEvent *events, gsize n_events)
{
  gsize n = 0;

  while (n < n_events && !is_record (&events[n]))
    {
      n++;
      if (self->is_of_tasks && tells_of_others (&events[n - 1]))
        break;
    }
  return n;
}

static void
translate (gpointer data, SlSource *source, const SlEvent *events, gsize n_events, GArray *actions)
{
  State *self = data;

  for (gsize i = 0; i < n_events;)
    {
      gsize n = count_tracepoints (self, &events[i], n_events - i);

      if (n == 0)
        {
          take_record (self, source, &events[i], actions);
          i++;
          continue;
        }

      sl_linux_translator.translate (self->tracepoints, source, &events[i], n, actions);
      i += n;
      if (!self->is_of_tasks)
        continue;
      if (events[i - 1].kind == SL_KIND_LINUX_SCHED_SWITCH)
        see_single_switch (self, &events[i - 1], actions);
      else if (tells_of_others (&events[i - 1]) && !is_recorded (self, events[i - 1].a))
        sl_linux_translator_doubt_task (self->tracepoints, &events[i - 1],
                                        (guint32) events[i - 1].a, actions);
    }
}

static void
finish (gpointer data, SlSource *source, GArray *actions)
{
  State *self = data;

  if (self->is_of_tasks)
    sl_linux_translator_forget_unseen (self->tracepoints, actions);
  sl_linux_translator.finish (self->tracepoints, source, actions);
}

const SlTranslator sl_perf_system_translator = {
  .state_size = sizeof (State),
  .looks_back = TRUE,
  .start = start_system,
  .clear = clear,
  .translate = translate,
  .finish = finish,
};

const SlTranslator sl_perf_tasks_translator = {
  .state_size = sizeof (State),
  .looks_back = TRUE,
  .start = start_tasks,
  .clear = clear,
  .translate = translate,
  .finish = finish,
};
