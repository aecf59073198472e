/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-hit-walk.h"

#include "sl-event-order.h"

struct _SlHitWalk
{
  GPtrArray *searches; /* of SlEventSearch, by trace */
  SlEventOrder order;
};

static gboolean
is_running (SlHitWalk *self)
{
  for (guint i = 0; i < self->order.merge.n_members; i++)
    if (sl_event_search_is_running (g_ptr_array_index (self->searches, i)))
      return TRUE;

  return FALSE;
}

/* Whether all hits up to @time are counted. Those of several traces are in order once all are. */
static gboolean
knows (SlHitWalk *self, SlTime time)
{
  SlTrace *trace;
  SlTime own;
  guint zone;

  if (!is_running (self))
    return TRUE;
  if (self->order.merge.n_members > 1)
    return FALSE;

  trace = sl_event_sequence_get_trace (sl_event_order_get (&self->order, 0));
  own = sl_trace_set_first_from_reference (self->order.set, 0, time);
  if (sl_trace_get_n_blocks (trace) == 0 || own < sl_trace_get_span (trace).begin)
    return TRUE;
  if (own >= sl_trace_get_span (trace).end)
    return FALSE;

  zone = sl_trace_block_of_time (trace, own);
  return zone < sl_event_search_get_n_done (g_ptr_array_index (self->searches, 0));
}

/**
 * sl_hit_walk_new:
 * @searches: (element-type SlEventSearch): one for each trace of @set, maybe still running
 */
SlHitWalk *
sl_hit_walk_new (SlTraceSet *set, GPtrArray *searches)
{
  SlHitWalk *self = g_new0 (SlHitWalk, 1);
  guint n = MIN (sl_trace_set_get_size (set), searches->len);

  sl_event_order_init (&self->order);
  self->order.set = g_object_ref (set);
  self->searches = g_ptr_array_ref (searches);
  for (guint i = 0; i < n; i++)
    {
      SlEventSequence *member = sl_event_sequence_new (sl_trace_set_get_trace (set, i),
                                                       sl_trace_set_get_annotations (set, i));

      sl_event_sequence_set_filters (member, g_ptr_array_index (searches, i), NULL);
      sl_event_order_add (&self->order, member);
    }
  return self;
}

/**
 * sl_hit_walk_free:
 * @self: (transfer full):
 */
void
sl_hit_walk_free (SlHitWalk *self)
{
  g_return_if_fail (self != NULL);

  sl_event_order_clear (&self->order);
  g_ptr_array_unref (self->searches);
  g_free (self);
}

/**
 * sl_hit_walk_get_total:
 *
 * Returns: the hits of all traces, as far as they are counted
 */
guint64
sl_hit_walk_get_total (SlHitWalk *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return sl_merge_order_get_total (&self->order.merge);
}

/**
 * sl_hit_walk_find:
 * @trace: number in the set
 * @index: of an event in that trace
 * @hit: (out): set where it is found
 *
 * Returns: whether the event is a hit, and which
 */
SlHitStep
sl_hit_walk_find (SlHitWalk *self, guint trace, guint64 index, SlHit *hit)
{
  guint64 place;
  SlEvent event;

  g_return_val_if_fail (self != NULL, SL_HIT_NONE);

  if (trace >= self->order.merge.n_members ||
      !sl_trace_read_event (sl_event_sequence_get_trace (sl_event_order_get (&self->order, trace)),
                            index, &event))
    return SL_HIT_NONE;
  if (!knows (self, sl_trace_set_to_reference (self->order.set, trace, event.time)))
    return SL_HIT_LATER;
  if (!sl_event_sequence_find (sl_event_order_get (&self->order, trace), index, &place) ||
      place >= self->order.merge.count (&self->order, trace))
    return SL_HIT_NONE;

  *hit = (SlHit) { trace, index,
                   self->order.merge.n_members > 1
                       ? sl_merge_order_find (&self->order.merge, trace, place)
                       : place };
  return SL_HIT_FOUND;
}

static SlHitStep
read_number (SlHitWalk *self, guint64 number, SlHit *hit)
{
  g_autofree guint64 *places = g_new0 (guint64, self->order.merge.n_members);
  guint member = 0;
  SlTime time;

  if (self->order.merge.n_members == 1)
    places[0] = number + 1;
  else
    {
      sl_merge_order_seek (&self->order.merge, number, places);
      if (!sl_merge_order_next (&self->order.merge, places, &member))
        return SL_HIT_NONE;
    }

  *hit = (SlHit) { member, 0, number };
  return sl_event_order_read (&self->order, member, places[member] - 1, &hit->index, &time)
             ? SL_HIT_FOUND
             : SL_HIT_NONE;
}

/* The hit at @next forwards, the one before it backwards; at an end the first or the last one. */
static SlHitStep
step_at (SlHitWalk *self, guint64 next, int direction, SlHit *hit)
{
  guint64 total = sl_hit_walk_get_total (self);
  gboolean is_at_end = direction > 0 ? next >= total : next == 0;

  if (is_at_end && is_running (self))
    return SL_HIT_LATER;
  if (total == 0)
    return SL_HIT_NONE;

  if (direction > 0)
    return read_number (self, is_at_end ? 0 : next, hit);
  return read_number (self, is_at_end ? total - 1 : MIN (next, total) - 1, hit);
}

/**
 * sl_hit_walk_step_from:
 * @from: a hit
 * @direction: above 0 to the next one, below 0 to the one before
 * @hit: (out): set where it is found
 *
 * After the last hit comes the first.
 */
SlHitStep
sl_hit_walk_step_from (SlHitWalk *self, const SlHit *from, int direction, SlHit *hit)
{
  g_return_val_if_fail (self != NULL, SL_HIT_NONE);

  return step_at (self, direction > 0 ? from->number + 1 : from->number, direction, hit);
}

/**
 * sl_hit_walk_step_from_time:
 * @time: reference tick
 * @direction: above 0 for the first hit at @time or later, below 0 for the last one before it
 * @hit: (out): set where it is found
 *
 * After the last hit comes the first.
 */
SlHitStep
sl_hit_walk_step_from_time (SlHitWalk *self, SlTime time, int direction, SlHit *hit)
{
  guint64 before = 0;

  g_return_val_if_fail (self != NULL, SL_HIT_NONE);

  if (!knows (self, time))
    return SL_HIT_LATER;

  for (guint i = 0; i < self->order.merge.n_members; i++)
    before += self->order.merge.count_before (&self->order, i, time);
  return step_at (self, before, direction, hit);
}

/**
 * sl_hit_walk_step:
 * @document: of the same traces
 * @direction: above 0 for the next hit, below 0 for the one before
 * @hit: (out): set where it is found
 *
 * Goes from where the user is: from the event that is picked, or that begins what is picked, while
 * it is in sight; else from the begin of what is in sight, backwards from its end.
 */
SlHitStep
sl_hit_walk_step (SlHitWalk *self, SlDocument *document, int direction, SlHit *hit)
{
  SlSpan visible;
  guint64 index;
  guint trace;
  SlTarget target;
  SlTime time;
  SlHitStep found;
  SlHit from;

  g_return_val_if_fail (self != NULL, SL_HIT_NONE);
  g_return_val_if_fail (SL_IS_DOCUMENT (document), SL_HIT_NONE);

  visible = sl_view_state_get_visible (sl_document_get_state (document));
  if (!sl_document_get_picked_event (document, &trace, &index) ||
      !sl_document_make_event (document, trace, index, &target, &time) || time < visible.begin ||
      time > visible.end)
    return sl_hit_walk_step_from_time (self, direction > 0 ? visible.begin : visible.end, direction,
                                       hit);

  found = sl_hit_walk_find (self, trace, index, &from);
  if (found == SL_HIT_FOUND)
    return sl_hit_walk_step_from (self, &from, direction, hit);
  return found == SL_HIT_NONE ? sl_hit_walk_step_from_time (self, time, direction, hit) : found;
}
