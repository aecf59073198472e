/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-state-track.h"

/**
 * sl_state_track_init:
 * @writer: (nullable): of slices; may be set later, while the state is %SL_STATE_NONE
 *
 * Starts with no slice open.
 */
void
sl_state_track_init (SlStateTrack *self, SlTrackWriter *writer)
{
  *self = (SlStateTrack) { .writer = writer, .since = SL_TIME_MIN };
}

/**
 * sl_state_track_change:
 * @time: first tick of the new state. May lie before other changes of the trace, but not before
 *   the last change of this track: then it is taken as that
 * @state: %SL_STATE_NONE to say nothing from here on
 *
 * Ends the open slice and opens the next, also where both say the same. A slice that took no
 * time leaves no trace.
 *
 * Returns: ticks that the slice took that ended
 */
SlTime
sl_state_track_change (SlStateTrack *self, SlTime time, SlState state, guint32 detail)
{
  SlTime duration = 0;

  time = MAX (time, self->since);
  if (self->state != SL_STATE_NONE && time > self->since)
    {
      sl_track_writer_add_slice (self->writer, self->since, time, self->state, self->detail);
      duration = time - self->since;
    }

  self->since = time;
  self->state = state;
  self->detail = detail;
  return duration;
}
