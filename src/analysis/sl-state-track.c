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
 * sl_state_track_write:
 * @time: up to which the open slice is certain; no change may come before it any more
 *
 * Writes the open slice up to @time and leaves it open: the writer makes one of what it is told
 * in pieces.
 *
 * Returns: ticks written
 */
SlTime
sl_state_track_write (SlStateTrack *self, SlTime time)
{
  SlTime duration;

  if (self->state == SL_STATE_NONE || time <= self->since)
    return 0;

  duration = time - self->since;
  sl_track_writer_add_slice (self->writer, self->since, time, self->state, self->detail);
  self->since = time;
  return duration;
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
 * Returns: ticks that were written of the slice that ended
 */
SlTime
sl_state_track_change (SlStateTrack *self, SlTime time, SlState state, guint32 detail)
{
  SlTime duration = sl_state_track_write (self, time);

  self->since = MAX (time, self->since);
  self->state = state;
  self->detail = detail;
  return duration;
}
