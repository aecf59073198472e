/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who runs while something happens: what a filter calls the task of an event. */

#include "sl-filter-run-private.h"

#include "sl-kind.h"

/**
 * sl_filter_run_find_processors:
 *
 * Finds the lanes that say who runs.
 */
void
sl_filter_run_find_processors (SlFilterRun *self)
{
  SlObjectTable *objects = sl_trace_get_objects (self->trace);

  for (guint i = 0; i < sl_trace_get_n_lanes (self->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, i);
      SlFilterProcessor processor = { .track = sl_lane_get_track (lane, SL_ROLE_STATES) };

      if (lane->type != SL_LANE_CPU || lane->object == 0 || processor.track == NULL)
        continue;

      processor.cpu = sl_object_table_get (objects, lane->object)->id;
      g_array_append_val (self->processors, processor);
    }
}

/**
 * sl_filter_run_get_running_task:
 * @number: of a processor that was found
 *
 * Returns: the number of the task that it runs at @time; 0 where none does or it is not known
 */
guint32
sl_filter_run_get_running_task (SlFilterRun *self, guint number, SlTime time)
{
  SlFilterProcessor *processor = &g_array_index (self->processors, SlFilterProcessor, number);
  SlItem *item = &processor->item;

  if (!processor->has_item || time < item->begin || time >= item->end)
    processor->has_item = sl_track_find_at (processor->track, time, item);
  if (!processor->has_item || (item->state != SL_STATE_RUNNING && item->state != SL_STATE_IDLE))
    return 0;

  if (item->detail != 0 || item->state == SL_STATE_RUNNING)
    return item->detail;

  return sl_annotations_get_idle_task (self->annotations, self->trace);
}

/* The last event before a loss, or of the trace, is recorded at the instant from which nobody knows who runs: it is of the task
 * that ran up to then, or that was switched to. */
static guint32
find_last_task (const SlFilterProcessor *processor, const SlEvent *event)
{
  SlItem before;

  if (event->kind == SL_KIND_LINUX_SCHED_SWITCH)
    return event->object;

  return sl_track_find_before (processor->track, event->time, &before) &&
                 before.state == SL_STATE_RUNNING && before.end == event->time
             ? before.detail
             : 0;
}

static gboolean
is_last (const SlFilterProcessor *processor, const SlEvent *event)
{
  if (event->kind == SL_KIND_LINUX_LOST)
    return FALSE;

  return !processor->has_item ||
         (processor->item.state == SL_STATE_UNKNOWN && processor->item.begin == event->time);
}

/**
 * sl_filter_run_get_task:
 *
 * Returns: the number of the task that the event's processor runs at it, as
 *   sl_filter_run_get_running_task()
 */
guint32
sl_filter_run_get_task (SlFilterRun *self, const SlEvent *event)
{
  g_return_val_if_fail (self != NULL && event != NULL, 0);

  for (guint i = 0; i < self->processors->len; i++)
    {
      const SlFilterProcessor *processor = &g_array_index (self->processors, SlFilterProcessor, i);
      guint32 task;

      if (processor->cpu != event->cpu)
        continue;

      task = sl_filter_run_get_running_task (self, i, event->time);
      return task == 0 && is_last (processor, event) ? find_last_task (processor, event) : task;
    }

  return 0;
}

/**
 * sl_filter_run_get_asked_task:
 * @event: an event of the trace
 *
 * Returns: where the filter asks for the task that ran, the number of the one that ran at @event; 0
 *   where it does not ask, none ran or it is not known
 */
guint32
sl_filter_run_get_asked_task (SlFilterRun *self, const SlEvent *event)
{
  g_return_val_if_fail (self != NULL && event != NULL, 0);

  for (guint i = 0; i < self->conditions->len; i++)
    if (g_array_index (self->conditions, SlFilterCondition, i).field == SL_FILTER_TASK)
      return sl_filter_run_get_task (self, event);

  return 0;
}
