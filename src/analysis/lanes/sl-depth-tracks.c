/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-depth-tracks.h"

static SlStateTrack *
get_track (SlDepthTracks *self, guint depth)
{
  return &g_array_index (self->tracks, SlStateTrack, depth);
}

static void
add_track (SlDepthTracks *self)
{
  SlTrackRole role = self->tracks->len == 0 ? self->first_role : self->other_role;
  SlStateTrack track;

  sl_state_track_init (&track, sl_lane_builder_add_track (self->lane, role, SL_TRACK_SLICES));
  g_array_append_val (self->tracks, track);
}

/**
 * sl_depth_tracks_init:
 * @first_role: of the lowest track, which is made at once so that it stands first in the lane
 *   if %SL_ROLE_STATES says so
 * @other_role: of the others, made when they are needed
 */
void
sl_depth_tracks_init (SlDepthTracks *self,
                      SlLaneBuilder *lane,
                      SlTrackRole first_role,
                      SlTrackRole other_role)
{
  self->lane = lane;
  self->first_role = first_role;
  self->other_role = other_role;
  self->tracks = g_array_new (FALSE, FALSE, sizeof (SlStateTrack));
  if (first_role == SL_ROLE_STATES)
    add_track (self);
}

/**
 * sl_depth_tracks_clear:
 *
 * Frees what the tracks take here; their writers belong to the lane.
 */
void
sl_depth_tracks_clear (SlDepthTracks *self)
{
  g_clear_pointer (&self->tracks, g_array_unref);
}

/* The lowest track on which nothing is open and nothing lies after @time. */
static guint
find_free (SlDepthTracks *self, SlTime time)
{
  guint depth = 0;

  while (depth < self->tracks->len &&
         (get_track (self, depth)->state != SL_STATE_NONE || get_track (self, depth)->since > time))
    depth++;

  return depth;
}

/**
 * sl_depth_tracks_begin:
 * @time: first tick of the slice
 *
 * Opens a slice on the lowest free track. With %SL_MAX_DEPTH tracks taken nothing happens.
 *
 * Returns: which track that is; %SL_MAX_DEPTH for none
 */
guint
sl_depth_tracks_begin (SlDepthTracks *self, SlTime time, SlState state, guint32 detail)
{
  guint depth = find_free (self, time);

  if (depth == SL_MAX_DEPTH)
    return depth;

  if (depth == self->tracks->len)
    add_track (self);

  sl_state_track_set (get_track (self, depth), time, state, detail);
  return depth;
}

/**
 * sl_depth_tracks_part:
 * @depth: track of a slice that was opened at @time
 *
 * Keeps it apart from one that says the same and ends there: an empty slice lies between them.
 */
void
sl_depth_tracks_part (SlDepthTracks *self, guint depth, SlTime time)
{
  SlTrackWriter *writer = get_track (self, depth)->writer;

  if (sl_track_writer_get_end (writer) == time)
    sl_track_writer_add_slice (writer, time, time, SL_STATE_NONE, 0);
}

/**
 * sl_depth_tracks_end_at:
 * @depth: track of an open slice
 *
 * Ends that slice, which is kept also where it took no time.
 */
void
sl_depth_tracks_end_at (SlDepthTracks *self, guint depth, SlTime time)
{
  SlStateTrack *track = get_track (self, depth);

  if (track->since >= time)
    sl_track_writer_add_slice (track->writer, track->since, track->since, track->state,
                               track->detail);
  sl_state_track_set (track, time, SL_STATE_NONE, 0);
}

/**
 * sl_depth_tracks_end_state:
 * @depth: track on which a slice was opened, or %SL_MAX_DEPTH
 *
 * Ends that slice, unless it was ended and another one was opened that does not say @state.
 */
void
sl_depth_tracks_end_state (SlDepthTracks *self, guint depth, SlTime time, SlState state)
{
  if (depth < self->tracks->len && get_track (self, depth)->state == state)
    sl_state_track_set (get_track (self, depth), time, SL_STATE_NONE, 0);
}

/**
 * sl_depth_tracks_end:
 *
 * Ends the highest open slice that says @state and @detail, if there is one.
 */
void
sl_depth_tracks_end (SlDepthTracks *self, SlTime time, SlState state, guint32 detail)
{
  for (guint depth = self->tracks->len; depth-- > 0;)
    {
      SlStateTrack *track = get_track (self, depth);

      if (track->state == state && track->detail == detail)
        {
          sl_state_track_set (track, time, SL_STATE_NONE, 0);
          return;
        }
    }
}

/**
 * sl_depth_tracks_write:
 *
 * As sl_state_track_write(), for all open slices.
 */
void
sl_depth_tracks_write (SlDepthTracks *self, SlTime time)
{
  for (guint depth = 0; depth < self->tracks->len; depth++)
    sl_state_track_write (get_track (self, depth), time);
}

/**
 * sl_depth_tracks_end_all:
 *
 * Ends every open slice.
 */
void
sl_depth_tracks_end_all (SlDepthTracks *self, SlTime time)
{
  for (guint depth = 0; depth < self->tracks->len; depth++)
    sl_state_track_set (get_track (self, depth), time, SL_STATE_NONE, 0);
}
