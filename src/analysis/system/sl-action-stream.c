/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action-stream.h"

#include "sl-action-saying.h"

/* An interrupt also says whom it interrupted. */
static gboolean
is_processor (const SlActionStream *stream)
{
  return stream->lane->type == SL_LANE_CPU && stream->role == SL_ROLE_STATES;
}

/**
 * sl_action_stream_advance:
 * @self: what all streams of the trace share
 *
 * Goes to the next action of @stream. Slices that the end of the trace cuts off do not end there.
 *
 * Returns: %FALSE after the last
 */
gboolean
sl_action_stream_advance (SlActionStreams *self, SlActionStream *stream)
{
  for (;;)
    {
      if (stream->is_before)
        {
          stream->is_before = FALSE;
        }
      else if (!stream->at_end && stream->item.end > stream->item.begin &&
               stream->item.end < self->end)
        {
          stream->at_end = TRUE;
        }
      else if (sl_track_iter_next (&stream->iter, &stream->item))
        {
          stream->item.begin = MAX (stream->item.begin, self->begin);
          stream->at_end = FALSE;
          stream->is_before = is_processor (stream);
        }
      else
        {
          return FALSE;
        }

      if (stream->say (self, stream))
        return TRUE;
    }
}

/* A kernel may have a task that runs where no other can; to run it is to be idle. */
static gboolean
is_idle_task (const SlActionStreams *self, const SlLane *lane)
{
  return lane->type == SL_LANE_TASK && lane->object != 0 &&
         lane->object == sl_trace_get_idle_task (self->trace);
}

/**
 * sl_action_stream_init:
 * @stream: (out caller-allocates):
 * @number: of a track of @lane
 * @depth: of that track among those of nested interrupts
 *
 * Returns: whether there is an action, where @stream is then
 */
gboolean
sl_action_stream_init (SlActionStreams *self,
                       SlActionStream *stream,
                       const SlLane *lane,
                       guint number,
                       guint depth)
{
  *stream = (SlActionStream) {
    .lane = lane,
    .role = lane->tracks[number].role,
    .say = sl_action_saying_find (lane, lane->tracks[number].role),
    .depth = depth,
    .ran = G_MAXUINT32,
    .at_end = TRUE,
    .dates = sl_lane_get_track (lane, SL_ROLE_DEADLINES),
    .nominals = sl_lane_get_track (lane, SL_ROLE_NOMINAL),
    .timed = sl_lane_get_track (lane, SL_ROLE_TIMED),
  };
  if (stream->say == NULL || is_idle_task (self, lane))
    return FALSE;

  sl_track_iter_init (&stream->iter, lane->tracks[number].track, self->begin);
  return sl_action_stream_advance (self, stream);
}
