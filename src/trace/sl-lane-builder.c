/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lane-builder-private.h"

typedef struct
{
  SlTrackRole role;
  SlTrackWriter *writer;
} BuilderTrack;

struct _SlLaneBuilder
{
  SlTrackPacker *packer; /* the trace builder's */
  SlLaneType type;
  char *name; /* GRefString */
  guint32 object;
  GArray *tracks; /* of BuilderTrack */
  gboolean has_page_map;
  SlPlane plane; /* of its page map */
  gboolean has_measure;
  guint measure;
};

static void
builder_track_clear (BuilderTrack *self)
{
  sl_track_writer_free (self->writer);
}

/**
 * sl_lane_builder_new:
 * @packer: outlives the lane
 *
 * Returns: (transfer full): a lane without tracks
 */
SlLaneBuilder *
sl_lane_builder_new (SlTrackPacker *packer, SlLaneType type, const char *name, guint32 object)
{
  SlLaneBuilder *self = g_new0 (SlLaneBuilder, 1);

  self->packer = packer;
  self->type = type;
  self->name = g_ref_string_new (name);
  self->object = object;
  self->tracks = g_array_new (FALSE, FALSE, sizeof (BuilderTrack));
  g_array_set_clear_func (self->tracks, (GDestroyNotify) builder_track_clear);
  return self;
}

void
sl_lane_builder_free (SlLaneBuilder *self)
{
  g_ref_string_release (self->name);
  g_array_unref (self->tracks);
  g_free (self);
}

/**
 * sl_lane_builder_add_track:
 *
 * Tracks stand in the lane in the order in which they were added; %SL_ROLE_STATES comes first.
 *
 * Returns: (transfer none): what fills the track, valid as long as the builder
 */
SlTrackWriter *
sl_lane_builder_add_track (SlLaneBuilder *self, SlTrackRole role, SlTrackType type)
{
  BuilderTrack track = {
    .role = role,
    .writer = sl_track_writer_new_packed (type, self->packer),
  };

  g_array_append_val (self->tracks, track);
  return track.writer;
}

/**
 * sl_lane_builder_set_page_map:
 *
 * Makes the lane the one that shows the builder's page map of @plane. It needs no tracks.
 */
void
sl_lane_builder_set_page_map (SlLaneBuilder *self, SlPlane plane)
{
  self->plane = plane;
  self->has_page_map = TRUE;
}

/**
 * sl_lane_builder_set_measure:
 * @measure: of the builder's density
 *
 * Makes the lane one of counts. It needs no tracks.
 */
void
sl_lane_builder_set_measure (SlLaneBuilder *self, guint measure)
{
  self->has_measure = TRUE;
  self->measure = measure;
}

/**
 * sl_lane_builder_close:
 *
 * Nothing more is added to the lane, such as that of a task that has ended.
 */
void
sl_lane_builder_close (SlLaneBuilder *self)
{
  for (guint i = 0; i < self->tracks->len; i++)
    sl_track_writer_close (g_array_index (self->tracks, BuilderTrack, i).writer);
}

/* Lets go of all that a lane of a snapshot holds. */
void
sl_lane_clear (SlLane *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    sl_track_unref (self->tracks[i].track);

  g_free ((SlLaneTrack *) self->tracks);
  g_clear_pointer (&self->density, sl_density_unref);
  g_clear_pointer (&self->map, sl_page_map_unref);
  g_ref_string_release ((char *) self->name);
}

/**
 * sl_lane_builder_snapshot:
 * @counts: (nullable): of the trace
 * @pages: by plane, (nullable): of the trace
 * @lanes: (element-type SlLane): to which the lane is appended if it holds anything
 *
 * Tracks that hold nothing are left out, but for the states, which every reader may expect first.
 */
void
sl_lane_builder_snapshot (SlLaneBuilder *self,
                          SlDensity *counts,
                          SlPageMap *const *pages,
                          GArray *lanes)
{
  SlLaneTrack *tracks = g_new (SlLaneTrack, MAX (self->tracks->len, 1));
  guint64 n_items = 0;
  SlLane lane = { .type = self->type, .object = self->object };

  for (guint i = 0; i < self->tracks->len; i++)
    {
      BuilderTrack *source = &g_array_index (self->tracks, BuilderTrack, i);
      g_autoptr (SlTrack) track = sl_track_writer_snapshot (source->writer);
      SlLaneTrack lane_track = { .role = source->role, .track = track };

      n_items += sl_track_get_count (track);
      if (sl_track_get_count (track) == 0 && source->role != SL_ROLE_STATES)
        continue;

      tracks[lane.n_tracks++] = lane_track;
      g_steal_pointer (&track);
    }

  if (self->has_measure && counts != NULL)
    {
      lane.density = sl_density_ref (counts);
      lane.measure = self->measure;
      n_items += sl_density_get_total (counts, self->measure);
    }
  if (self->has_page_map && pages[self->plane] != NULL)
    {
      lane.map = sl_page_map_ref (pages[self->plane]);
      n_items += sl_page_map_get_count (lane.map);
    }
  lane.name = g_ref_string_acquire (self->name);
  lane.tracks = tracks;
  if (n_items > 0)
    g_array_append_val (lanes, lane);
  else
    sl_lane_clear (&lane);
}
