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
  const char *name; /* the arena's */
  guint32 object;
  GArray *tracks; /* of BuilderTrack; NULL once they are frozen */
  gboolean is_closed;
  SlLane frozen; /* without a body while the lane grows */
  guint64 n_frozen_items;
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
 * @arena: that has it: where many lanes come and go, what they take would lie between what stays
 * @packer: outlives the lane
 *
 * Returns: (transfer full): a lane without tracks
 */
SlLaneBuilder *
sl_lane_builder_new (SlArena *arena,
                     SlTrackPacker *packer,
                     SlLaneType type,
                     const char *name,
                     guint32 object)
{
  SlLaneBuilder *self = sl_arena_take (arena, sizeof (SlLaneBuilder));

  self->packer = packer;
  self->type = type;
  self->name = sl_arena_copy_text (arena, name);
  self->object = object;
  self->tracks = g_array_new (FALSE, FALSE, sizeof (BuilderTrack));
  g_array_set_clear_func (self->tracks, (GDestroyNotify) builder_track_clear);
  return self;
}

/**
 * sl_lane_builder_clear:
 *
 * Frees what it holds. The arena has the rest.
 */
void
sl_lane_builder_clear (SlLaneBuilder *self)
{
  g_clear_pointer (&self->tracks, g_array_unref);
  sl_lane_release_body (&self->frozen);
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
  BuilderTrack track = { .role = role };

  g_return_val_if_fail (self->tracks != NULL, NULL);

  track.writer = sl_track_writer_new_packed (type, self->packer);
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

/* Lets go of all that a lane of a snapshot holds. */
void
sl_lane_clear (SlLane *self)
{
  sl_lane_release_body (self);
  g_clear_pointer (&self->density, sl_density_unref);
  g_clear_pointer (&self->map, sl_page_map_unref);
}

/* Gives @lane the tracks as they are now, and the name. Tracks that hold nothing are left out, but for the states, which every
 * reader may expect first. Returns the number of items. */
static guint64
snapshot_tracks (SlLaneBuilder *self, SlTrackSlabs *slabs, SlLane *lane)
{
  g_autofree SlLaneTrack *tracks = g_new (SlLaneTrack, self->tracks->len);
  guint64 n_items = 0;
  guint n_tracks = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const BuilderTrack *source = &g_array_index (self->tracks, BuilderTrack, i);
      g_autoptr (SlTrack) track = sl_track_writer_snapshot (source->writer);
      SlLaneTrack lane_track = { .role = source->role, .track = track };

      n_items += sl_track_get_count (track);
      if (sl_track_get_count (track) == 0 && source->role != SL_ROLE_STATES)
        continue;

      tracks[n_tracks++] = lane_track;
      g_steal_pointer (&track);
    }

  sl_lane_set_body (lane, tracks, n_tracks, self->name, slabs);
  return n_items;
}

/* What only growing takes is freed. */
static void
freeze (SlLaneBuilder *self)
{
  self->n_frozen_items =
      snapshot_tracks (self, sl_track_packer_get_wholes (self->packer), &self->frozen);
  g_clear_pointer (&self->tracks, g_array_unref);
}

/**
 * sl_lane_builder_close:
 *
 * Nothing more is added to the lane, such as that of a task that has ended. Its writers are valid no more.
 */
void
sl_lane_builder_close (SlLaneBuilder *self)
{
  gboolean is_packed = TRUE;

  g_return_if_fail (self->tracks != NULL);

  for (guint i = 0; i < self->tracks->len; i++)
    {
      SlTrackWriter *writer = g_array_index (self->tracks, BuilderTrack, i).writer;

      sl_track_writer_close (writer);
      is_packed &= sl_track_writer_is_packed (writer);
    }

  self->is_closed = TRUE;
  if (is_packed)
    freeze (self);
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
  SlLane lane = { .type = self->type, .object = self->object };
  guint64 n_items;

  if (self->is_closed && self->tracks != NULL)
    freeze (self);
  if (self->tracks != NULL)
    {
      n_items = snapshot_tracks (self, NULL, &lane);
    }
  else
    {
      sl_lane_share_body (&lane, &self->frozen);
      n_items = self->n_frozen_items;
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
  if (n_items > 0)
    g_array_append_val (lanes, lane);
  else
    sl_lane_clear (&lane);
}
