/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lane.h"

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
