/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-beginning.h"

#include "sl-lane-builder-private.h"
#include "sl-trace-private.h"

/* What is not known yet is not alive at any time that is. */
static guint32
find_or_add_object (SlObjectTable *known, SlObjectTableBuilder *objects, const SlObject *object)
{
  guint32 number = sl_object_table_find (known, object->type, object->id, object->life);

  if (number != 0)
    return number;

  do
    number = sl_object_table_builder_begin_life (objects, object->type, object->id, SL_TIME_MAX);
  while (sl_object_table_builder_get (objects, number)->life < object->life);
  sl_object_table_builder_name (objects, number, object->name);
  return number;
}

/* A lane of @whole while nothing happens in it. @objects are those of @loaded and of what was added to it. */
static SlLane
make_empty_lane (SlTrace *loaded, SlTrace *whole, const SlLane *lane, SlObjectTableBuilder *objects)
{
  SlLane empty = { .type = lane->type };
  SlLaneTrack track = { 0 };
  guint n_tracks = MIN (lane->n_tracks, 1);

  if (lane->object != 0)
    empty.object =
        find_or_add_object (sl_trace_get_objects (loaded), objects,
                            sl_object_table_get (sl_trace_get_objects (whole), lane->object));
  if (n_tracks > 0)
    {
      g_autoptr (SlTrackWriter) writer =
          sl_track_writer_new (sl_track_get_type_of_items (lane->tracks[0].track));

      track = (SlLaneTrack) { lane->tracks[0].role, sl_track_writer_snapshot (writer) };
    }
  sl_lane_set_body (&empty, &track, n_tracks, lane->name, NULL);
  return empty;
}

/* Those of the whole trace come first and in its order: sl_trace_beginning_get_shape() goes by that. */
static GArray *
merge_lanes (SlTrace *loaded, SlTrace *whole, SlObjectTableBuilder *objects)
{
  GArray *lanes = g_array_new (FALSE, FALSE, sizeof (SlLane));
  guint number;

  g_array_set_clear_func (lanes, (GDestroyNotify) sl_lane_clear);
  for (guint i = 0; i < sl_trace_get_n_lanes (whole); i++)
    {
      const SlLane *lane = sl_trace_get_lane (whole, i);
      SlLane own = sl_trace_find_lane (loaded, lane->name, &number)
                       ? sl_lane_copy (sl_trace_get_lane (loaded, number))
                       : make_empty_lane (loaded, whole, lane, objects);

      g_array_append_val (lanes, own);
    }
  for (guint i = 0; i < sl_trace_get_n_lanes (loaded); i++)
    {
      const SlLane *lane = sl_trace_get_lane (loaded, i);

      if (!sl_trace_find_lane (whole, lane->name, &number))
        {
          SlLane own = sl_lane_copy (lane);

          g_array_append_val (lanes, own);
        }
    }

  return lanes;
}

/* Which task is the idle one shows late in some traces. */
static guint32
find_idle_task (SlTrace *whole, SlObjectTable *objects)
{
  guint32 number = sl_trace_get_idle_task (whole);
  const SlObject *idle =
      number != 0 ? sl_object_table_get (sl_trace_get_objects (whole), number) : NULL;

  return idle != NULL ? sl_object_table_find (objects, idle->type, idle->id, idle->life) : 0;
}

/**
 * sl_trace_beginning_new:
 * @loaded: the first events of @whole, and what is made of them
 * @whole: complete
 *
 * Returns: (transfer full): a generation of @loaded that also has lanes, with nothing in them, of what only @whole has
 *   one of, and knows which task is the idle one
 */
SlTrace *
sl_trace_beginning_new (SlTrace *loaded, SlTrace *whole)
{
  g_autoptr (SlObjectTableBuilder) objects = NULL;
  SlTraceParts parts;

  g_return_val_if_fail (SL_IS_TRACE (loaded), NULL);
  g_return_val_if_fail (SL_IS_TRACE (whole), NULL);

  objects = sl_object_table_builder_new_from (sl_trace_get_objects (loaded));
  parts = sl_trace_share_parts (loaded);
  g_array_unref (parts.lanes);
  parts.lanes = merge_lanes (loaded, whole, objects);
  sl_object_table_unref (parts.objects);
  parts.objects = sl_object_table_builder_snapshot (objects);
  parts.idle_task = find_idle_task (whole, parts.objects);
  g_set_object (&parts.whole, whole);
  return sl_trace_new (parts);
}

/**
 * sl_trace_beginning_get_shape:
 * @trace: any
 * @lane: number of a lane of it
 *
 * Returns: (transfer none): the lane as it is in the whole trace, where @trace is only the beginning of one; else the lane.
 *   Its object is numbered by the whole trace, and when something happens in it must not be told
 */
const SlLane *
sl_trace_beginning_get_shape (SlTrace *trace, guint lane)
{
  SlTrace *whole = trace->parts.whole;

  return sl_trace_get_lane (whole != NULL && lane < sl_trace_get_n_lanes (whole) ? whole : trace,
                            lane);
}
