/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-processors.h"

struct _SlProcessors
{
  GArray *cursors; /* of SlTrackCursor, one a processor */
  GArray *objects; /* of guint32: their numbers */
};

/**
 * sl_processors_count_lanes:
 *
 * Returns: how many processors have a lane in @trace, be it without states
 */
guint
sl_processors_count_lanes (SlTrace *trace)
{
  guint n_processors;

  sl_trace_get_lanes_of_type (trace, SL_LANE_CPU, &n_processors);
  return n_processors;
}

/**
 * sl_processors_new:
 * @trace: outlives @self
 *
 * Returns: (transfer full): for one thread at a time
 */
SlProcessors *
sl_processors_new (SlTrace *trace)
{
  SlProcessors *self = g_new0 (SlProcessors, 1);
  guint n_lanes;
  const guint *lanes = sl_trace_get_lanes_of_type (trace, SL_LANE_CPU, &n_lanes);

  self->cursors = g_array_new (FALSE, FALSE, sizeof (SlTrackCursor));
  self->objects = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < n_lanes; i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, lanes[i]);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
      SlTrackCursor cursor;

      if (states == NULL)
        continue;
      sl_track_cursor_init (&cursor, states);
      g_array_append_val (self->cursors, cursor);
      g_array_append_val (self->objects, lane->object);
    }

  return self;
}

/**
 * sl_processors_free:
 * @self: (transfer full):
 */
void
sl_processors_free (SlProcessors *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->cursors);
  g_array_unref (self->objects);
  g_free (self);
}

/**
 * sl_processors_are_steady:
 * @end: not before @begin
 *
 * Fast where it is asked of later and later times.
 *
 * Returns: whether no processor switched from @begin to @end, as far as is known of any
 */
gboolean
sl_processors_are_steady (SlProcessors *self, SlTime begin, SlTime end)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < self->cursors->len; i++)
    {
      SlTrackCursor *cursor = &g_array_index (self->cursors, SlTrackCursor, i);

      /* Nothing is known of this processor until later. */
      if (!sl_track_cursor_seek (cursor, begin) || cursor->item.begin > end)
        continue;
      if (cursor->item.begin > begin || end >= cursor->item.end)
        return FALSE;
      is_known = TRUE;
    }

  return is_known;
}

/**
 * sl_processors_find_idle:
 * @idle_task: number of the idle task, 0 for none
 *
 * Returns: the first tick at which @idle_task runs and so nobody can be ready; %SL_TIME_MAX for none, and where a
 *   task may run on another processor
 */
SlTime
sl_processors_find_idle (const SlProcessors *self, guint32 idle_task)
{
  SlTrackIter iter;
  SlItem item;

  if (self->cursors->len != 1 || idle_task == 0)
    return SL_TIME_MAX;

  sl_track_iter_init (&iter, g_array_index (self->cursors, SlTrackCursor, 0).track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if (item.state == SL_STATE_RUNNING && item.detail == idle_task)
      return item.begin;

  return SL_TIME_MAX;
}

/**
 * sl_processors_get_count:
 *
 * Returns: how many processors have a lane of states
 */
guint
sl_processors_get_count (const SlProcessors *self)
{
  return self->cursors->len;
}

/**
 * sl_processors_get:
 * @number: below sl_processors_get_count()
 *
 * Returns: (transfer none): what that processor did; it may be moved
 */
SlTrackCursor *
sl_processors_get (SlProcessors *self, guint number)
{
  g_return_val_if_fail (number < self->cursors->len, NULL);

  return &g_array_index (self->cursors, SlTrackCursor, number);
}

/**
 * sl_processors_get_object:
 * @number: below sl_processors_get_count()
 *
 * Returns: the processor's number among the objects
 */
guint32
sl_processors_get_object (const SlProcessors *self, guint number)
{
  g_return_val_if_fail (number < self->objects->len, 0);

  return g_array_index (self->objects, guint32, number);
}

/**
 * sl_processors_count_users:
 * @object: number of a task, or of what interrupts
 * @number: (out): the first of them; unchanged where there is none
 *
 * Fast where it is asked of later and later times.
 *
 * Returns: how many processors run @object, or handle it, at @time
 */
guint
sl_processors_count_users (SlProcessors *self, guint32 object, SlTime time, guint *number)
{
  guint n_users = 0;

  for (guint i = 0; i < self->cursors->len; i++)
    {
      SlTrackCursor *cursor = sl_processors_get (self, i);
      const SlItem *item = &cursor->item;

      if (!sl_track_cursor_seek (cursor, time) || item->begin > time || item->detail != object ||
          (item->state != SL_STATE_RUNNING && !sl_state_is_interrupt (item->state)))
        continue;

      if (n_users++ == 0)
        *number = i;
    }

  return n_users;
}

/**
 * sl_processors_find_user:
 * @number: (out): unchanged where there is none
 *
 * Returns: whether any does; see sl_processors_count_users()
 */
gboolean
sl_processors_find_user (SlProcessors *self, guint32 object, SlTime time, guint *number)
{
  return sl_processors_count_users (self, object, time, number) > 0;
}
