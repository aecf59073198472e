/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether switches are recorded at all. Each event names who ran when it was recorded. Where switches are recorded, that task
 * runs up to the next of them; where none are, it may have slept a microsecond later, and nothing follows. Most files do not say
 * which it is, so the first events wait for a switch. */

#include "sl-linux-translator-private.h"

#include "sl-linux-source.h"

/* Events that wait at most. A file whose first switch comes later has none as far as these go. */
#define MOST_EARLY (1u << 16)

/**
 * sl_linux_start_early:
 * @source: (nullable): says whether it has switches, if it can
 */
void
sl_linux_start_early (SlLinuxState *self, SlSource *source)
{
  SlLinuxSwitches switches = SL_IS_LINUX_SOURCE (source)
                                 ? sl_linux_source_get_switches (SL_LINUX_SOURCE (source))
                                 : SL_LINUX_SWITCHES_UNKNOWN;

  self->sees_switches = switches == SL_LINUX_SWITCHES_RECORDED;
  if (switches == SL_LINUX_SWITCHES_UNKNOWN)
    self->early = g_array_new (FALSE, FALSE, sizeof (SlEvent));
}

/* The tracer osnoise records which threads keep its own from running, which is as good. */
static gboolean
has_switch (const SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    if (events[i].kind == SL_KIND_LINUX_SCHED_SWITCH ||
        events[i].kind == SL_KIND_LINUX_THREAD_NOISE)
      return TRUE;

  return FALSE;
}

/**
 * sl_linux_keep_early:
 * @self: with early events
 *
 * Returns: (transfer full) (nullable): all events up to now, once they need not wait any longer
 */
GArray *
sl_linux_keep_early (SlLinuxState *self, const SlEvent *events, gsize n_events)
{
  self->sees_switches = has_switch (events, n_events);
  g_array_append_vals (self->early, events, (guint) n_events);
  return self->sees_switches || self->early->len >= MOST_EARLY ? g_steal_pointer (&self->early)
                                                               : NULL;
}

/* That events on the processor at hand name @task; before that nobody knows what it did since it was seen last. */
static void
name_task (SlLinuxState *self, SlLinuxTask *task)
{
  SlActed *acted;

  if (task->place != SL_LINUX_PLACE_UNKNOWN)
    sl_linux_lose_task (self, task, task->changed);
  acted = sl_linux_say (self, SL_ACTION_FORGET, task->tid);
  acted->object_type = SL_OBJECT_CPU;
  acted->object = self->event->cpu;
  task->changed = self->event->time;
  task->cpu = self->event->cpu;
}

/**
 * sl_linux_leave_unswitched:
 * @number: of a processor
 *
 * Since its last event nobody is named there.
 */
void
sl_linux_leave_unswitched (SlLinuxState *self, guint number)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, number);
  guint32 tid = cpu != NULL ? cpu->unswitched : SL_LINUX_NO_TASK;
  SlLinuxTask *task;
  SlActed *acted;

  if (tid == SL_LINUX_NO_TASK)
    return;

  cpu->unswitched = SL_LINUX_NO_TASK;
  acted = sl_linux_say (self, SL_ACTION_FORGET, 0);
  acted->cpu = (guint16) number;
  acted->time = cpu->named;
  task = tid != 0 ? sl_linux_find_task (self, tid) : NULL;
  if (task == NULL || task->place != SL_LINUX_PLACE_UNKNOWN || task->cpu != number)
    return;

  sl_linux_say (self, SL_ACTION_FORGET, task->tid)->time = MAX (task->changed, cpu->named);
  task->changed = MAX (task->changed, cpu->named);
}

/**
 * sl_linux_see_unswitched:
 * @tid: whom the event at hand names, on a processor where switches are not recorded
 *
 * It ran then. Whether it did so up to the next event there, which may name it, too, nobody knows.
 */
void
sl_linux_see_unswitched (SlLinuxState *self, guint32 tid)
{
  SlLinuxCpu *cpu = sl_linux_get_cpu (self, self->event->cpu);
  SlLinuxTask *task = tid != 0 ? sl_linux_get_task (self, tid) : NULL;
  gboolean is_new = cpu->unswitched != tid;

  if (!self->has_unseen)
    {
      self->has_unseen = TRUE;
      self->unseen_at = self->event->offset;
    }
  if (is_new)
    {
      SlActed *acted;

      sl_linux_leave_unswitched (self, self->event->cpu);
      cpu->unswitched = tid;
      acted = sl_linux_say (self, SL_ACTION_FORGET, 0);
      if (tid != 0)
        {
          acted->object_type = SL_OBJECT_TASK;
          acted->object = tid;
        }
    }
  if (task != NULL && (is_new || task->place != SL_LINUX_PLACE_UNKNOWN))
    name_task (self, task);
}

/**
 * sl_linux_leave_all_unswitched:
 *
 * At the first switch, if there is any, or at the end.
 */
void
sl_linux_leave_all_unswitched (SlLinuxState *self)
{
  for (guint i = 0; i < self->cpus->len; i++)
    sl_linux_leave_unswitched (self, i);
}

/**
 * sl_linux_lose_unswitched:
 *
 * At the end: a task that was woken may have run and slept since.
 */
void
sl_linux_lose_unswitched (SlLinuxState *self)
{
  sl_linux_leave_all_unswitched (self);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlLinuxTask *task = g_ptr_array_index (self->tasks, i);

      if (task->place == SL_LINUX_PLACE_WAKING)
        sl_linux_lose_task (self, task, task->changed);
    }
}
