/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-reader.h"

#include "sl-action-events.h"
#include "sl-action-stream.h"
#include "sl-heap.h"

struct _SlActionReader
{
  SlActionStreams shared;
  GPtrArray *heap;        /* of SlActionStream: the earliest first */
  SlActionEvents *events; /* NULL where they say nothing that lanes do not keep */
  gboolean events_say_last;
};

static gboolean
is_before (gconstpointer first, gconstpointer second)
{
  const SlActionStream *one = first, *other = second;

  if (one->next.time != other->next.time)
    return one->next.time < other->next.time;
  if (one->rank != other->rank)
    return one->rank < other->rank;

  return one->lane->object < other->lane->object;
}

static void
add_stream (SlActionReader *self, const SlLane *lane, guint number, guint depth)
{
  g_autofree SlActionStream *stream = g_new (SlActionStream, 1);

  if (sl_action_stream_init (&self->shared, stream, lane, number, depth))
    g_ptr_array_add (self->heap, g_steal_pointer (&stream));
}

/* Whether @event comes before all that lanes say. What is known of a processor ends where events of it were lost. */
static gboolean
is_first (const SlActionReader *self, const SlActed *event)
{
  const SlActed *lanes;

  if (self->heap->len == 0)
    return TRUE;

  lanes = &((SlActionStream *) g_ptr_array_index (self->heap, 0))->next;
  return event->time < lanes->time ||
         (event->time == lanes->time && event->action == SL_ACTION_LOST);
}

/* Takes the next action that only events say where it is the next of all. */
static gboolean
take_event (SlActionReader *self, SlActed *acted)
{
  const SlActed *next = self->events != NULL ? sl_action_events_peek (self->events) : NULL;

  if (next == NULL || !is_first (self, next))
    return FALSE;

  *acted = *next;
  sl_action_events_skip (self->events);
  return TRUE;
}

/**
 * sl_action_reader_new:
 * @trace: complete
 *
 * Returns: (transfer full): at the first action
 */
SlActionReader *
sl_action_reader_new (SlTrace *trace)
{
  return sl_action_reader_new_at (trace, SL_TIME_MIN);
}

/**
 * sl_action_reader_new_at:
 * @trace: complete
 * @begin: in its ticks
 *
 * What is so at @begin comes as actions of that time: who runs, what the others do, who holds what.
 *
 * Returns: (transfer full): at the first action
 */
SlActionReader *
sl_action_reader_new_at (SlTrace *trace, SlTime begin)
{
  SlActionReader *self = g_new0 (SlActionReader, 1);

  self->shared.begin = begin;
  self->shared.trace = g_object_ref (trace);
  self->shared.objects = sl_trace_get_objects (trace);
  self->shared.end = sl_trace_get_span (trace).end - 1;
  self->heap = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      guint depth = 0;

      for (guint t = 0; t < lane->n_tracks; t++)
        add_stream (self, lane, t, lane->tracks[t].role == SL_ROLE_NESTED ? depth++ : 0);
    }
  sl_heap_order (self->heap->pdata, self->heap->len, is_before);
  self->events = sl_action_events_new (trace, begin);
  self->events_say_last = sl_action_events_say_last (trace);
  return self;
}

void
sl_action_reader_free (SlActionReader *self)
{
  g_ptr_array_unref (self->heap);
  g_clear_pointer (&self->events, sl_action_events_free);
  g_object_unref (self->shared.trace);
  g_free (self);
}

/* Takes the next action that lanes say. Returns: %FALSE for one that events say as well */
static gboolean
take_lane (SlActionReader *self, SlActed *acted)
{
  SlActionStream *stream = g_ptr_array_index (self->heap, 0);

  *acted = stream->next;
  if (!sl_action_stream_advance (&self->shared, stream))
    g_ptr_array_remove_index_fast (self->heap, 0);
  if (self->heap->len > 0)
    sl_heap_sift_down (self->heap->pdata, self->heap->len, 0, is_before);
  return acted->time < self->shared.end || !self->events_say_last;
}

/**
 * sl_action_reader_next:
 * @acted: (out caller-allocates): the next action; its @kind and @offset mean nothing
 *
 * Actions come in order of time, and within an instant in the one that gives the same lanes again.
 *
 * Returns: %FALSE after the last
 */
gboolean
sl_action_reader_next (SlActionReader *self, SlActed *acted)
{
  while (!take_event (self, acted))
    {
      if (self->heap->len == 0)
        return FALSE;
      if (take_lane (self, acted))
        return TRUE;
    }
  return TRUE;
}
