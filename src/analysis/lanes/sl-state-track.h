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

/* The following run several times an event: they are inline for that. */

/**
 * sl_state_track_measure:
 * @time: up to which the open slice is certain
 *
 * Returns: ticks of the open slice, as sl_state_track_write() would write them
 */
static inline SlTime
sl_state_track_measure (const SlStateTrack *self, SlTime time)
{
  return self->state != SL_STATE_NONE && time > self->since ? time - self->since : 0;
}

/**
 * sl_state_track_write:
 * @time: up to which the open slice is certain; no change may come before it any more
 *
 * Writes the open slice up to @time and leaves it open: the writer makes one of what it is told
 * in pieces.
 */
static inline void
sl_state_track_write (SlStateTrack *self, SlTime time)
{
  SlTime since = self->since;

  if (self->state == SL_STATE_NONE || time <= since)
    return;

  self->since = time;
  sl_track_writer_add_slice (self->writer, since, time, self->state, self->detail);
}

/**
 * sl_state_track_change:
 * @time: first tick of the new state. May lie before other changes of the trace, but not before
 *   the last change of this track: then it is taken as that
 * @state: %SL_STATE_NONE to say nothing from here on
 *
 * Ends the open slice and opens the next, also where both say the same. A slice that took no
 * time leaves no trace.
 */
static inline void
sl_state_track_change (SlStateTrack *self, SlTime time, SlState state, guint32 detail)
{
  SlStateTrack before = *self;

  self->since = MAX (time, before.since);
  self->state = state;
  self->detail = detail;

  /* Comes last, so that nothing need be kept over the call. */
  if (before.state != SL_STATE_NONE && time > before.since)
    sl_track_writer_add_slice (before.writer, before.since, time, before.state, before.detail);
}

/**
 * sl_state_track_set:
 *
 * As sl_state_track_change(), but a slice that says the same goes on.
 */
static inline void
sl_state_track_set (SlStateTrack *self, SlTime time, SlState state, guint32 detail)
{
  if (state != self->state || detail != self->detail)
    sl_state_track_change (self, time, state, detail);
}

G_END_DECLS
