/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include "sl-kind.h"
#include "sl-view.h"

/* Events as what is picked: picking one, and which one begins a box or a mark that is. */

/**
 * sl_document_make_event:
 * @trace: number in the set
 * @index: of the event in that trace
 * @target: (out): the event, in the row of its object where that is shown
 * @time: (out): reference tick
 *
 * Returns: whether the event can be read
 */
gboolean
sl_document_make_event (SlDocument *self,
                        guint trace,
                        guint64 index,
                        SlTarget *target,
                        SlTime *time)
{
  SlEvent event;
  guint row;

  g_return_val_if_fail (trace < sl_trace_set_get_size (self->set), FALSE);

  if (!sl_trace_read_event (sl_trace_set_get_trace (self->set, trace), index, &event))
    return FALSE;

  *target = (SlTarget) { .type = SL_TARGET_EVENT, .trace = trace, .index = index, .count = 1 };
  if (event.object != 0 &&
      sl_rows_find_object (sl_document_get_rows (self), trace, event.object, &row))
    target->row = sl_rows_get (sl_document_get_rows (self), row)->key;
  *time = sl_trace_set_to_reference (self->set, trace, event.time);
  return TRUE;
}

/**
 * sl_document_pick_event:
 * @index: of the event in the first trace
 *
 * Picks it and moves the view to it where it is out of sight.
 */
void
sl_document_pick_event (SlDocument *self, guint64 index)
{
  sl_document_pick_event_of (self, 0, index);
}

static void
pick_event (SlDocument *self, guint trace, guint64 index, guint gesture)
{
  g_autoptr (SlViewState) state = NULL;
  SlTarget target;
  SlTime time;
  SlView view;

  if (!sl_document_make_event (self, trace, index, &target, &time))
    return;

  state = sl_view_state_with_picked (sl_document_get_state (self), &target);
  view = sl_view_make (sl_document_get_extent (self), sl_view_state_get_visible (state), 1000);
  sl_document_take_state (self,
                          sl_view_state_with_visible (state,
                                                      sl_view_reveal (&view,
                                                                      (SlSpan) { time, time })),
                          gesture);
}

/**
 * sl_document_pick_event_of:
 * @trace: number in the set
 * @index: of the event in that trace
 *
 * Picks it and moves the view to it where it is out of sight.
 */
void
sl_document_pick_event_of (SlDocument *self, guint trace, guint64 index)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  pick_event (self, trace, index, sl_view_history_new_gesture (self->history));
}

/**
 * sl_document_show_event:
 * @trace: number in the set
 * @index: of the event in that trace
 *
 * As sl_document_pick_event_of(), and where the row of its object is in a folded group, that is unfolded: for who asks
 * for the event and not for whatever comes next in a list. One step of undo.
 */
void
sl_document_show_event (SlDocument *self, guint trace, guint64 index)
{
  guint gesture;
  const SlFoldedRow *row;
  SlEvent event;

  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (trace < sl_trace_set_get_size (self->set));

  gesture = sl_view_history_new_gesture (self->history);
  if (!sl_trace_read_event (sl_trace_set_get_trace (self->set, trace), index, &event))
    return;

  row = sl_rows_find_folded (sl_document_get_rows (self), trace, event.object);
  if (row != NULL)
    sl_document_unfold_row (self, row->key, gesture);
  pick_event (self, trace, index, gesture);
}

/* The event that begins an item: the one at its first tick, of its kind where it is an instant,
 * else one that acts on the row's object where there is one. Marks of output regions come from their
 * tables and have no record. */
static gboolean
find_event_of_item (SlDocument *self, const SlTarget *target, guint64 *index)
{
  g_autoptr (SlRows) rows = sl_document_dup_all_rows (self);
  SlTrace *trace = sl_trace_set_get_trace (self->set, target->trace);
  guint64 n_events = sl_trace_get_n_events (trace);
  const SlLane *lane;
  SlItem item;
  guint row;
  gboolean is_instant, found = FALSE;

  if (target->row == NULL || !sl_rows_find (rows, target->row, &row) ||
      !sl_rows_get_item (rows, target, &item))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  is_instant = sl_track_get_type_of_items (lane->tracks[target->track].track) == SL_TRACK_INSTANTS;
  if (is_instant && (item.state == SL_KIND_TOPA_STOP || item.state == SL_KIND_TOPA_INT))
    return FALSE;
  for (guint64 i = sl_trace_index_at (trace, item.begin); i < n_events; i++)
    {
      SlEvent event;

      if (!sl_trace_read_event (trace, i, &event) || event.time > item.begin)
        break;

      if (is_instant ? event.kind == item.state : event.object == lane->object)
        {
          *index = i;
          return TRUE;
        }
      if (!found)
        *index = i;
      found = TRUE;
    }

  return found;
}

/**
 * sl_document_get_picked_event:
 * @trace: (out): number of its trace in the set
 * @index: (out): the event that is picked, or that begins what is picked
 *
 * Returns: whether there is one
 */
gboolean
sl_document_get_picked_event (SlDocument *self, guint *trace, guint64 *index)
{
  const SlTarget *target;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  target = sl_view_state_get_picked (sl_document_get_state (self));
  if (target->trace >= sl_trace_set_get_size (self->set))
    return FALSE;

  *trace = target->trace;
  if (target->type == SL_TARGET_EVENT)
    {
      *index = target->index;
      return target->index < sl_trace_get_n_events (sl_trace_set_get_trace (self->set, *trace));
    }

  return target->type == SL_TARGET_ITEMS && find_event_of_item (self, target, index);
}
