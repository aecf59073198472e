/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-relation-list.h"

#include "sl-flow-arrows.h"
#include "sl-relation.h"
#include "sl-wake.h"

static void
add (GArray *relations, SlRelationType type, guint32 from, SlTime begin, guint32 to, SlTime end)
{
  SlRelation relation = { type, from, to, begin, end };

  g_array_append_val (relations, relation);
}

/* Who had the lock just before the task got it. */
static void
add_unlock (GArray *relations, SlTrace *trace, guint32 task, const SlItem *blocked)
{
  guint32 holder = blocked->detail != 0 && blocked->end > blocked->begin
                       ? sl_relation_find_holder (trace, task, blocked->detail, blocked->end - 1)
                       : 0;

  if (holder != 0)
    add (relations, SL_RELATION_UNLOCK, holder, blocked->end, task, blocked->end);
}

/* From where it ran last before the span. */
static void
find_last_run (SlTrace *trace, guint32 task, SlTime begin, SlItem *last)
{
  if (!sl_relation_find_run (trace, task, begin, -1, last))
    *last = (SlItem) { 0 };
}

/* The wake-up after which the task runs first in the span. */
static void
add_run (GArray *relations, SlTrace *trace, guint32 task, SlTime begin, const SlItem *run)
{
  SlWake wake;

  if (sl_wake_find (trace, task, run->begin, &wake) && wake.time >= begin && wake.time < run->begin)
    add (relations, SL_RELATION_RUN, task, wake.time, task, run->begin);
}

static void
add_flows (GArray *relations, SlTrace *trace, guint32 task, SlSpan span, guint most)
{
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (SlFlowArrow));

  sl_flow_arrows_add_to (flows, trace, task, span, most);
  sl_flow_arrows_add_from (flows, trace, task, span, most);
  for (guint i = 0; i < flows->len && relations->len < most; i++)
    {
      const SlFlowArrow *flow = &g_array_index (flows, SlFlowArrow, i);

      add (relations, SL_RELATION_FLOW, flow->sender, flow->sent, flow->receiver, flow->arrived);
    }
}

/**
 * sl_relation_list_add:
 * @relations: (element-type SlRelation): gets more; but for flows, in the order of time
 * @span: in ticks of the trace: that of a job, or of a slice
 * @most: relations in the list at most
 *
 * Adds what there was while @task did something: what it sent off and what arrived, the wake-up and the run that it led to,
 * locks that were given up for it, and how it went from processor to processor.
 */
void
sl_relation_list_add (GArray *relations, SlTrace *trace, guint32 task, SlSpan span, guint most)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, task);
  const SlTrack *states = NULL;
  SlTrackIter iter;
  SlItem item, last;
  gboolean has_run = FALSE;

  if (lane != NULL && lane->type == SL_LANE_TASK)
    states = sl_lane_get_track (lane, SL_ROLE_STATES);
  if (states == NULL)
    return;

  add_flows (relations, trace, task, span, most);
  find_last_run (trace, task, span.begin, &last);
  sl_track_iter_init (&iter, states, span.begin);
  while (relations->len < most && sl_track_iter_next (&iter, &item) && item.begin < span.end)
    {
      if (item.state == SL_STATE_BLOCKED && item.end <= span.end)
        add_unlock (relations, trace, task, &item);
      if (item.state != SL_STATE_RUNNING)
        continue;

      if (!has_run)
        add_run (relations, trace, task, span.begin, &item);
      if (last.state == SL_STATE_RUNNING && last.detail != 0 && item.detail != 0 &&
          last.detail != item.detail)
        add (relations, SL_RELATION_MOVE, last.detail, last.end, item.detail, item.begin);
      has_run = TRUE;
      last = item;
    }
}
