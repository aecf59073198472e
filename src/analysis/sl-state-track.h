/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A track of slices with the slice that is still open: whoever follows a state says what it is
 * from when on, and the slices fall out. */

#include "sl-track.h"

G_BEGIN_DECLS

/**
 * SlStateTrack:
 * @writer: (nullable): where the slices go; %NULL while there is nothing to say
 * @since: begin of the open slice
 * @state: of the open slice; %SL_STATE_NONE for none
 * @detail: of the open slice
 */
typedef struct
{
  SlTrackWriter *writer;
  SlTime since;
  SlState state;
  guint32 detail;
} SlStateTrack;

void sl_state_track_init (SlStateTrack *self, SlTrackWriter *writer);
SlTime sl_state_track_change (SlStateTrack *self, SlTime time, SlState state, guint32 detail);

SlTime sl_state_track_write (SlStateTrack *self, SlTime time);

static inline SlTime
sl_state_track_set (SlStateTrack *self, SlTime time, SlState state, guint32 detail)
{
  if (state == self->state && detail == self->detail)
    return 0;

  return sl_state_track_change (self, time, state, detail);
}

G_END_DECLS
