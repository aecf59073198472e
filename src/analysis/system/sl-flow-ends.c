/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-flow-ends.h"

/**
 * sl_flow_ends_clear:
 *
 * Forgets all flows.
 */
void
sl_flow_ends_clear (SlFlowEnds *self)
{
  g_clear_pointer (&self->places, sl_number_table_free);
  g_clear_pointer (&self->sent, g_array_unref);
}

/* A number may be used again. */
static void
note_sent (SlFlowEnds *self, guint64 flow, const SlFlowSent *sent)
{
  guint64 place;

  if (self->places == NULL)
    {
      self->places = sl_number_table_new ();
      self->sent = g_array_new (FALSE, FALSE, sizeof (SlFlowSent));
    }

  place = sl_number_table_find (self->places, flow);
  if (place != SL_NUMBER_NONE)
    {
      g_array_index (self->sent, SlFlowSent, place) = *sent;
      return;
    }

  sl_number_table_set (self->places, flow, self->sent->len);
  g_array_append_vals (self->sent, sent, 1);
}

/**
 * sl_flow_ends_take:
 * @acted: a flow's begin, step or end
 * @task: number of the object of its task
 * @from: (out): where the flow comes from that arrives; set on success
 *
 * Returns: whether a flow arrives whose begin is known
 */
gboolean
sl_flow_ends_take (SlFlowEnds *self, const SlActed *acted, guint32 task, SlFlowSent *from)
{
  guint64 flow = (guint64) acted->value;
  SlFlowSent here = { .sender = task, .time = acted->time };
  guint64 place = self->places != NULL ? sl_number_table_find (self->places, flow) : SL_NUMBER_NONE;
  gboolean arrives = acted->action != SL_ACTION_FLOW_BEGIN && place != SL_NUMBER_NONE;

  if (arrives)
    *from = g_array_index (self->sent, SlFlowSent, place);
  if (acted->action != SL_ACTION_FLOW_END)
    note_sent (self, flow, &here);

  return arrives;
}

/**
 * sl_flow_tracks_add:
 * @lane: of the task
 * @time: when the flow arrives; not before the one that was added last
 * @kind: of the event that says so
 * @from: where it comes from
 */
void
sl_flow_tracks_add (SlFlowTracks *self,
                    SlLaneBuilder *lane,
                    SlTime time,
                    guint16 kind,
                    const SlFlowSent *from)
{
  if (self->flows == NULL)
    {
      self->flows = sl_lane_builder_add_track (lane, SL_ROLE_FLOWS, SL_TRACK_INSTANTS);
      self->sent = sl_lane_builder_add_track (lane, SL_ROLE_SENT, SL_TRACK_VALUES);
    }

  sl_track_writer_add_instant (self->flows, time, kind, from->sender);
  sl_track_writer_add_value (self->sent, time, from->time);
}
