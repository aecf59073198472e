/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-flow-arrows.h"

#include "sl-kind-action.h"
#include "sl-kind.h"

/* Flows of others that are looked at to find those of one task. */
#define MOST_LOOKED (1 << 20)

/* Over the flows that arrive in one lane. */
typedef struct
{
  guint32 receiver;
  SlTrackIter flows;
  SlTrackIter sent;
} Walk;

/* Returns: whether any arrive there */
static gboolean
walk_init (Walk *self, const SlLane *lane, SlTime from)
{
  const SlTrack *flows =
      lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_FLOWS) : NULL;
  const SlTrack *sent = flows != NULL ? sl_lane_get_track (lane, SL_ROLE_SENT) : NULL;

  if (sent == NULL)
    return FALSE;

  self->receiver = lane->object;
  sl_track_iter_init (&self->flows, flows, from);
  sl_track_iter_init (&self->sent, sent, from);
  return TRUE;
}

static gboolean
walk_next (Walk *self, SlFlowArrow *flow)
{
  SlItem arrives, leaves;

  if (!sl_track_iter_next (&self->flows, &arrives) || !sl_track_iter_next (&self->sent, &leaves))
    return FALSE;

  *flow = (SlFlowArrow) { arrives.detail, self->receiver, leaves.value, arrives.begin };
  return TRUE;
}

/**
 * sl_flow_arrows_add_to:
 * @flows: (element-type SlFlowArrow): gets more, in the order in which they arrive
 * @span: in ticks of @trace
 * @most: flows in the list at most
 *
 * Adds what arrives at @task in @span.
 */
void
sl_flow_arrows_add_to (GArray *flows, SlTrace *trace, guint32 task, SlSpan span, guint most)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, task);
  SlFlowArrow flow;
  Walk walk;

  if (lane == NULL || !walk_init (&walk, lane, span.begin))
    return;

  while (flows->len < most && walk_next (&walk, &flow) && flow.arrived < span.end)
    g_array_append_val (flows, flow);
}

static gboolean
has_flows (SlTrace *trace)
{
  for (guint kind = 0; kind < sl_kind_get_count (); kind++)
    if (sl_action_is_of_flows (sl_kind_get_action ((guint16) kind)) &&
        sl_trace_get_n_events_of_kind (trace, (guint16) kind) > 0)
      return TRUE;

  return FALSE;
}

/**
 * sl_flow_arrows_add_from:
 * @flows: (element-type SlFlowArrow): gets more, those of one receiver after those of another
 * @span: in ticks of @trace
 * @most: flows in the list at most
 *
 * Adds what @task sends off in @span. Costs by the flows of all tasks that arrive from then on, up to a limit.
 */
void
sl_flow_arrows_add_from (GArray *flows, SlTrace *trace, guint32 task, SlSpan span, guint most)
{
  guint n_left = MOST_LOOKED;

  /* A trace may have very many lanes. */
  if (!has_flows (trace))
    return;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      SlFlowArrow flow;
      Walk walk;

      if (!walk_init (&walk, sl_trace_get_lane (trace, i), span.begin))
        continue;

      while (flows->len < most && n_left > 0 && walk_next (&walk, &flow))
        {
          n_left--;
          if (flow.sender == task && sl_span_contains (span, flow.sent))
            g_array_append_val (flows, flow);
        }
    }
}
