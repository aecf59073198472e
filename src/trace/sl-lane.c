/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lane.h"

#include <string.h>

#include "sl-kind-action.h"
#include "sl-lane-builder-private.h"

/**
 * Body:
 * @in_slab: bytes from the begin of its slab to it; 0 for a piece of its own
 * @tracks: owned; the name follows them
 */
typedef struct
{
  gatomicrefcount ref_count;
  guint32 in_slab;
  guint n_tracks;
  SlLaneTrack tracks[];
} Body;

static Body *
get_body (const SlLane *lane)
{
  return (Body *) (gpointer) ((guint8 *) lane->tracks - G_STRUCT_OFFSET (Body, tracks));
}

/**
 * sl_lane_set_body:
 * @self: without a body
 * @tracks: (array length=n_tracks): the references go over
 * @name: is copied
 * @slabs: (nullable): where the body lies, since it stays as long as the trace; %NULL for a piece of its own
 *
 * Makes the body of a lane. Any thread.
 */
void
sl_lane_set_body (SlLane *self,
                  const SlLaneTrack *tracks,
                  guint n_tracks,
                  const char *name,
                  SlTrackSlabs *slabs)
{
  gsize length = strlen (name) + 1;
  gsize size = sizeof (Body) + n_tracks * sizeof *tracks + length;
  SlTrackSlab *slab = NULL;
  Body *body = slabs != NULL ? sl_track_slabs_take (slabs, size, &slab) : g_malloc (size);

  g_atomic_ref_count_init (&body->ref_count);
  body->in_slab = slab != NULL ? (guint32) ((guint8 *) body - (guint8 *) slab) : 0;
  body->n_tracks = n_tracks;
  if (n_tracks > 0)
    memcpy (body->tracks, tracks, n_tracks * sizeof *tracks);
  memcpy (body->tracks + n_tracks, name, length);

  self->tracks = body->tracks;
  self->n_tracks = n_tracks;
  self->name = (const char *) (gconstpointer) (body->tracks + n_tracks);
}

/**
 * sl_lane_share_body:
 * @self: without a body
 * @other: with one
 *
 * Gives both the same body. Any thread.
 */
void
sl_lane_share_body (SlLane *self, const SlLane *other)
{
  g_atomic_ref_count_inc (&get_body (other)->ref_count);
  self->tracks = other->tracks;
  self->n_tracks = other->n_tracks;
  self->name = other->name;
}

/**
 * sl_lane_release_body:
 *
 * Lets go of the body, if there is one. Any thread.
 */
void
sl_lane_release_body (SlLane *self)
{
  Body *body;

  if (self->tracks == NULL)
    return;

  body = get_body (self);
  self->tracks = NULL;
  self->n_tracks = 0;
  self->name = NULL;
  if (!g_atomic_ref_count_dec (&body->ref_count))
    return;

  for (guint i = 0; i < body->n_tracks; i++)
    sl_track_unref (body->tracks[i].track);
  if (body->in_slab > 0)
    sl_track_slab_unref ((SlTrackSlab *) (gpointer) ((guint8 *) body - body->in_slab));
  else
    g_free (body);
}

/**
 * sl_lane_get_track:
 *
 * Where several tracks have the same role, the first of them is the lowest; the others follow
 * it in @self.
 *
 * Returns: (nullable) (transfer none): the first track that plays @role, which lives as long as
 *   the trace
 */
const SlTrack *
sl_lane_get_track (const SlLane *self, SlTrackRole role)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->n_tracks; i++)
    {
      if (self->tracks[i].role == role)
        return self->tracks[i].track;
    }

  return NULL;
}

/**
 * sl_lanes_sort_by_type:
 * @lanes: (element-type SlLane):
 * @begins: (out): for each type the place of its first lane in what is returned, and last their number
 *
 * Returns: (transfer full): numbers of all lanes, those of one type next to each other in their order
 */
guint *
sl_lanes_sort_by_type (const GArray *lanes, guint begins[SL_N_LANE_TYPES + 1])
{
  guint *numbers = g_new (guint, lanes->len);
  guint counts[SL_N_LANE_TYPES] = { 0 };
  guint places[SL_N_LANE_TYPES];

  for (guint i = 0; i < lanes->len; i++)
    counts[g_array_index (lanes, SlLane, i).type]++;
  begins[0] = 0;
  for (guint type = 0; type < SL_N_LANE_TYPES; type++)
    {
      places[type] = begins[type];
      begins[type + 1] = begins[type] + counts[type];
    }
  for (guint i = 0; i < lanes->len; i++)
    numbers[places[g_array_index (lanes, SlLane, i).type]++] = i;
  return numbers;
}

/**
 * sl_lane_get_marked_object:
 * @item: an instant of a track of the lane
 *
 * Returns: the number of the object that the mark names, such as the event that a thread logged; 0 where it names
 *   none, or the lane is that of the marks themselves, of which each has the parameter of its event
 */
guint32
sl_lane_get_marked_object (const SlLane *self, const SlItem *item)
{
  return self->type != SL_LANE_MARKS && sl_kind_get_action (item->state) == SL_ACTION_MARK
             ? item->detail
             : 0;
}
