/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-wake-place.h"

/* Events of one instant that are looked at. */
#define MOST_EVENTS 256

/* The event that says so; the last of those that may. */
static gboolean
find_event (SlTrace *trace, guint32 task, const SlItem *wake, SlEvent *found)
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

/**
 * sl_wake_place_read:
 * @wake: of the task's %SL_ROLE_WAKERS
 *
 * Reads the event that says who woke @task then.
 *
 * Returns: the number of its processor among the objects; 0 where nobody knows
 */
guint32
sl_wake_place_read (SlTrace *trace, guint32 task, const SlItem *wake)
{
  SlEvent event;

  return find_event (trace, task, wake, &event)
             ? sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_CPU, event.cpu, 1)
             : 0;
}

static guint32
find_only_processor (SlTrace *trace, guint32 object, SlTime time, guint *n_found)
{
  guint32 processor = 0;

  *n_found = 0;
  for (guint i = 0; object != SL_WAKER_INTERRUPT && i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states =
          lane->type == SL_LANE_CPU ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
      SlItem item;

      if (states != NULL && sl_track_find_at (states, time, &item) && item.detail == object &&
          (item.state == SL_STATE_RUNNING || sl_state_is_interrupt (item.state)))
        {
          processor = lane->object;
          ++*n_found;
        }
    }
  return processor;
}

/**
 * sl_wake_place_find:
 * @wake: of the task's %SL_ROLE_WAKERS
 *
 * Where one processor alone ran, or handled, what woke @task, it is that. Else the event is read that says so: a line may
 * interrupt several processors at once, and not each interrupt is recorded itself.
 *
 * Returns: the number of the processor among the objects; 0 where nobody knows
 */
guint32
sl_wake_place_find (SlTrace *trace, guint32 task, const SlItem *wake)
{
  guint n_found;
  guint32 processor = find_only_processor (trace, wake->detail, wake->begin, &n_found);
  guint32 recorded = n_found != 1 ? sl_wake_place_read (trace, task, wake) : 0;

  return recorded != 0 ? recorded : processor;
}
