/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Slices of one lane that may overlap: each takes the lowest track that is free. */

#include "sl-state-track.h"
#include "sl-trace-builder.h"

G_BEGIN_DECLS

/* Slices open at one time; what goes beyond is not shown. */
#define SL_MAX_DEPTH 256

typedef struct
{
  SlLaneBuilder *lane;
  SlTrackRole first_role;
  SlTrackRole other_role;
  GArray *tracks; /* of SlStateTrack */
} SlDepthTracks;

void sl_depth_tracks_init (SlDepthTracks *self,
                           SlLaneBuilder *lane,
                           SlTrackRole first_role,
                           SlTrackRole other_role);
void sl_depth_tracks_clear (SlDepthTracks *self);

guint sl_depth_tracks_begin (SlDepthTracks *self, SlTime time, SlState state, guint32 detail);
void sl_depth_tracks_part (SlDepthTracks *self, guint depth, SlTime time);
void sl_depth_tracks_end_at (SlDepthTracks *self, guint depth, SlTime time);
void sl_depth_tracks_end_state (SlDepthTracks *self, guint depth, SlTime time, SlState state);
void sl_depth_tracks_end (SlDepthTracks *self, SlTime time, SlState state, guint32 detail);
void sl_depth_tracks_write (SlDepthTracks *self, SlTime time);
void sl_depth_tracks_end_all (SlDepthTracks *self, SlTime time);

G_END_DECLS
