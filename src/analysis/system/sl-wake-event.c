/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-wake-event.h"

/* Events of one instant that are looked at. */
#define MOST_EVENTS 256

/**
 * sl_wake_event_find:
 * @task: its number among the objects
 * @wake: of the task's %SL_ROLE_WAKERS
 * @found: (out): the event; the last of those that may be it where none names @task
 *
 * Returns: whether there is one
 */
gboolean
sl_wake_event_find (SlTrace *trace, guint32 task, const SlItem *wake, SlEvent *found)
{
  guint64 index = sl_trace_index_at (trace, wake->begin);
  gboolean is_found = FALSE;
  SlEvent event;

  for (guint i = 0; i < MOST_EVENTS && sl_trace_read_event (trace, index + i, &event); i++)
    {
      if (event.time > wake->begin)
        break;
      if (event.kind != wake->state)
        continue;

      *found = event;
      is_found = TRUE;
      if (event.object == task)
        break;
    }
  return is_found;
}
