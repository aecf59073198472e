/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-order.h"

static guint64
count_member (gpointer data, guint member)
{
  return sl_event_sequence_get_count (sl_event_order_get (data, member));
}

static guint64
count_member_before (gpointer data, guint member, SlTime time)
{
  const SlEventOrder *self = data;

  return sl_event_sequence_count_before (sl_event_order_get (self, member),
                                         sl_trace_set_first_from_reference (self->set, member,
                                                                            time));
}

/* What cannot be read any more comes last. */
static SlTime
get_member_time (gpointer data, guint member, guint64 place)
{
  guint64 index;
  SlTime time;

  return sl_event_order_read (data, member, place, &index, &time) ? time : SL_TIME_MAX;
}

/**
 * sl_event_order_init:
 *
 * Makes it an order of nothing.
 */
void
sl_event_order_init (SlEventOrder *self)
{
  self->set = NULL;
  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_event_sequence_free);
  self->merge = (SlMergeOrder) { 0, count_member, count_member_before, get_member_time, self };
}

/**
 * sl_event_order_clear:
 *
 * Frees what it holds; it can be cleared again, and is an order of nothing until then.
 */
void
sl_event_order_clear (SlEventOrder *self)
{
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_object (&self->set);
  self->merge.n_members = 0;
}

/**
 * sl_event_order_add:
 * @member: (transfer full): of the next trace of the set
 */
void
sl_event_order_add (SlEventOrder *self, SlEventSequence *member)
{
  g_ptr_array_add (self->members, member);
  self->merge.n_members = self->members->len;
}

/**
 * sl_event_order_remove_all:
 */
void
sl_event_order_remove_all (SlEventOrder *self)
{
  g_ptr_array_set_size (self->members, 0);
  self->merge.n_members = 0;
}

/**
 * sl_event_order_get:
 * @member: number of a trace in the set
 */
SlEventSequence *
sl_event_order_get (const SlEventOrder *self, guint member)
{
  return g_ptr_array_index (self->members, member);
}

/**
 * sl_event_order_read:
 * @place: among the member's events
 * @index: (out): of the event in its trace
 * @time: (out): reference tick
 *
 * Returns: whether the event can still be read
 */
gboolean
sl_event_order_read (const SlEventOrder *self,
                     guint member,
                     guint64 place,
                     guint64 *index,
                     SlTime *time)
{
  gboolean is_match;
  SlTime previous;
  SlEvent event;

  if (!sl_event_sequence_get (sl_event_order_get (self, member), place, &event, index, &previous,
                              &is_match))
    return FALSE;

  *time = sl_trace_set_to_reference (self->set, member, event.time);
  return TRUE;
}
