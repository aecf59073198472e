/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-wake-place.h"

#include "sl-wake-event.h"

/* The processor of the event that says so, as a number among the objects; 0 where nobody knows. */
static guint32
read_processor (SlTrace *trace, guint32 task, const SlItem *wake)
{
  SlEvent event;

  return sl_wake_event_find (trace, task, wake, &event)
             ? sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_CPU, event.cpu, 1)
             : 0;
}

/**
 * sl_wake_place_choose:
 * @processors: of @trace
 * @wake: of the task's %SL_ROLE_WAKERS
 * @number: (out): of those @processors that ran, or handled, what woke @task, the one that did; unchanged for none
 *
 * A line may interrupt several processors at once: then the event is read that says so.
 *
 * Returns: whether there is one
 */
gboolean
sl_wake_place_choose (SlTrace *trace,
                      SlProcessors *processors,
                      guint32 task,
                      const SlItem *wake,
                      guint *number)
{
  guint n_users = sl_processors_count_users (processors, wake->detail, wake->begin, number);
  guint32 recorded = n_users > 1 ? read_processor (trace, task, wake) : 0;

  for (guint i = 0; recorded != 0 && i < sl_processors_get_count (processors); i++)
    if (sl_processors_get_object (processors, i) == recorded)
      *number = i;

  return n_users > 0;
}

/**
 * sl_wake_place_find:
 * @wake: of the task's %SL_ROLE_WAKERS
 *
 * As sl_wake_place_choose(); where no processor did so, it is that of the event, since not each interrupt is recorded itself.
 *
 * Returns: the number of the processor among the objects; 0 where nobody knows
 */
guint32
sl_wake_place_find (SlTrace *trace, guint32 task, const SlItem *wake)
{
  g_autoptr (SlProcessors) processors = sl_processors_new (trace);
  guint number;

  return sl_wake_place_choose (trace, processors, task, wake, &number)
             ? sl_processors_get_object (processors, number)
             : read_processor (trace, task, wake);
}
