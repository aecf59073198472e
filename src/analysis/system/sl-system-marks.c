/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What tasks log. The lanes of what is logged are those of "sl-marks-lanes.c"; here is who did it. */

#include "sl-system-private.h"

/**
 * sl_system_log:
 * @acted: a mark
 *
 * Notes which task logged which object, where both are named. No life begins with that.
 */
void
sl_system_log (SlSystem *self, const SlActed *acted)
{
  SlSystemTask *task;
  guint32 object;

  if (acted->task == SL_ACTED_NOTHING || acted->object == SL_ACTED_NOTHING)
    return;

  task = sl_number_table_find_pointer (self->by_id, acted->task);
  if (task == NULL)
    return;

  object = sl_system_get_logged (self, (SlObjectType) acted->object_type, acted->object);
  if (object == 0)
    return;

  if (task->logged == NULL)
    task->logged =
        sl_lane_builder_add_track (task->tracker.lane, SL_ROLE_LOGGED, SL_TRACK_INSTANTS);
  sl_track_writer_add_instant (task->logged, self->now, acted->kind, object);
}

/**
 * sl_system_take_flow:
 * @acted: a flow's begin, step or end
 *
 * Notes where a flow that arrives comes from, if both ends are known tasks.
 */
void
sl_system_take_flow (SlSystem *self, const SlActed *acted)
{
  SlSystemTask *task = acted->task != SL_ACTED_NOTHING
                           ? sl_number_table_find_pointer (self->by_id, acted->task)
                           : NULL;
  SlFlowSent from;

  if (task != NULL && sl_flow_ends_take (&self->flows, acted, task->tracker.object, &from))
    sl_flow_tracks_add (&task->flows, task->tracker.lane, self->now, acted->kind, &from);
}
