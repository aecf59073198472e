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
  GArray *tracks; /* of BuilderTrack; NULL once they are frozen */
  gboolean is_closed;
  SlLaneTrack *frozen; /* of sl_lane_tracks_new(); NULL while the lane grows */
  guint n_frozen;
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

static void
clear_tracks (gpointer data)
{
  SlLaneTrack *tracks = data;
  gsize room = g_atomic_rc_box_get_size (tracks) / sizeof *tracks;

  for (gsize i = 0; i < room && tracks[i].track != NULL; i++)
    sl_track_unref (tracks[i].track);
}

static void
release_tracks (SlLaneTrack *tracks)
{
  if (tracks != NULL)
    g_atomic_rc_box_release_full (tracks, clear_tracks);
}

/**
 * sl_lane_share_tracks:
 * @self: with tracks from g_malloc()
 *
 * Makes them such that they can be shared.
 */
void
sl_lane_share_tracks (SlLane *self)
{
  g_autofree SlLaneTrack *own = (SlLaneTrack *) self->tracks;

  self->tracks =
      self->n_tracks > 0 ? g_atomic_rc_box_dup (self->n_tracks * sizeof *own, own) : NULL;
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
  self->name = g_ref_string_new (name);
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
  g_ref_string_release (self->name);
  g_clear_pointer (&self->tracks, g_array_unref);
  release_tracks (self->frozen);
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
  release_tracks ((SlLaneTrack *) self->tracks);
  g_clear_pointer (&self->density, sl_density_unref);
  g_clear_pointer (&self->map, sl_page_map_unref);
  g_ref_string_release ((char *) self->name);
}

/* The tracks as they are now. Those that hold nothing are left out, but for the states, which every reader may expect
 * first. */
static SlLaneTrack *
snapshot_tracks (SlLaneBuilder *self, guint *n_tracks, guint64 *n_items)
{
  SlLaneTrack *tracks;

  *n_tracks = 0;
  *n_items = 0;
  if (self->tracks->len == 0)
    return NULL;

  tracks = g_atomic_rc_box_alloc0 (self->tracks->len * sizeof *tracks);
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const BuilderTrack *source = &g_array_index (self->tracks, BuilderTrack, i);
      g_autoptr (SlTrack) track = sl_track_writer_snapshot (source->writer);
      SlLaneTrack lane_track = { .role = source->role, .track = track };

      *n_items += sl_track_get_count (track);
      if (sl_track_get_count (track) == 0 && source->role != SL_ROLE_STATES)
        continue;

      tracks[(*n_tracks)++] = lane_track;
      g_steal_pointer (&track);
    }

  return tracks;
}

/* What only growing takes is freed. */
static void
freeze (SlLaneBuilder *self)
{
  self->frozen = snapshot_tracks (self, &self->n_frozen, &self->n_frozen_items);
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
      lane.tracks = snapshot_tracks (self, &lane.n_tracks, &n_items);
    }
  else
    {
      lane.tracks = self->frozen != NULL ? g_atomic_rc_box_acquire (self->frozen) : NULL;
      lane.n_tracks = self->n_frozen;
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
  lane.name = g_ref_string_acquire (self->name);
  if (n_items > 0)
    g_array_append_val (lanes, lane);
  else
    sl_lane_clear (&lane);
}
