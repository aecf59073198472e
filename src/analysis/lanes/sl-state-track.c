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
