/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-reader.h"

#include "sl-action-stream.h"
#include "sl-heap.h"
#include "sl-kind-action.h"

struct _SlActionReader
{
  SlActionStreams shared;
  GPtrArray *heap; /* of SlActionStream: the earliest first */

  /* Of cycles and branches, which lanes only count: straight from the events, a block at a time. */
  SlEvent *events;
  GArray *actions; /* of SlActed; NULL where the events say neither */
  guint64 block;   /* the next one */
  guint n_taken;   /* of @actions */
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

/* Goes to the next cycle or branch; @actions is empty after the last. */
static void
seek_address (SlActionReader *self)
{
  SlTrace *trace = self->shared.trace;

  while (self->n_taken == self->actions->len)
    {
      gssize n_events = 0;

      self->n_taken = 0;
      g_array_set_size (self->actions, 0);
      if (self->block >= sl_trace_get_n_blocks (trace))
        return;

      n_events = sl_trace_read_block (trace, self->block++, self->events);
      for (gssize i = 0; i < n_events; i++)
        {
          SlAction action = sl_kind_get_action (self->events[i].kind);

          if (action != SL_ACTION_NONE && sl_action_is_of_addresses (action))
            sl_translate_by_kinds (NULL, sl_trace_get_source (trace), &self->events[i], 1,
                                   self->actions);
        }
    }
}

static void
begin_addresses (SlActionReader *self)
{
  if (!sl_source_says (sl_trace_get_source (self->shared.trace), SL_TELLS_BUS | SL_TELLS_BRANCHES))
    return;

  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  self->actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
  seek_address (self);
}

/* Takes the next cycle or branch where it is the next action of all. */
static gboolean
take_address (SlActionReader *self, SlActed *acted)
{
  const SlActed *next;

  if (self->actions == NULL || self->actions->len == 0)
    return FALSE;

  next = &g_array_index (self->actions, SlActed, self->n_taken);
  if (self->heap->len > 0 &&
      ((SlActionStream *) g_ptr_array_index (self->heap, 0))->next.time <= next->time)
    return FALSE;

  *acted = *next;
  self->n_taken++;
  seek_address (self);
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
  SlActionReader *self = g_new0 (SlActionReader, 1);

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
  begin_addresses (self);
  return self;
}

void
sl_action_reader_free (SlActionReader *self)
{
  g_ptr_array_unref (self->heap);
  g_clear_pointer (&self->actions, g_array_unref);
  g_free (self->events);
  g_object_unref (self->shared.trace);
  g_free (self);
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
  SlActionStream *stream;

  if (take_address (self, acted))
    return TRUE;
  if (self->heap->len == 0)
    return FALSE;

  stream = g_ptr_array_index (self->heap, 0);
  *acted = stream->next;
  if (!sl_action_stream_advance (&self->shared, stream))
    g_ptr_array_remove_index_fast (self->heap, 0);
  if (self->heap->len > 0)
    sl_heap_sift_down (self->heap->pdata, self->heap->len, 0, is_before);
  return TRUE;
}
