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
