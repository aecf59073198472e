/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Generations made from another by one change. */
#include "sl-trace-private.h"

#include "sl-lane-builder-private.h"

/* What a generation is made of, once more. */
SlTraceParts
sl_trace_share_parts (SlTrace *self)
{
  SlTraceParts parts = self->parts;

  g_object_ref (parts.source);
  if (parts.whole != NULL)
    g_object_ref (parts.whole);
  sl_clock_ref (parts.clock);
  sl_object_table_ref (parts.objects);
  g_array_ref (parts.kind_counts);
  g_array_ref (parts.lanes);
  g_array_ref (parts.notes);
  g_ptr_array_ref (parts.segments);
  g_array_ref (parts.unmapped);
  g_array_ref (parts.density);
  if (parts.counts != NULL)
    sl_density_ref (parts.counts);
  for (SlPlane plane = 0; plane < SL_N_PLANES; plane++)
    if (parts.pages[plane] != NULL)
      sl_page_map_ref (parts.pages[plane]);
  return parts;
}

/**
 * sl_trace_with_new_notes:
 *
 * A file may be damaged long after it was loaded, which its source notes when it next reads there.
 *
 * Returns: (transfer full) (nullable): a generation with the notes that the source has by now and
 *   otherwise the same; %NULL where there are no others
 */
SlTrace *
sl_trace_with_new_notes (SlTrace *self)
{
  g_autoptr (GArray) notes = NULL;
  SlTraceParts parts;

  g_return_val_if_fail (SL_IS_TRACE (self), NULL);

  notes = sl_notes_snapshot (sl_source_get_notes (self->parts.source));
  if (notes->len <= self->parts.notes->len)
    return NULL;

  parts = sl_trace_share_parts (self);
  g_array_unref (parts.notes);
  parts.notes = g_steal_pointer (&notes);
  return sl_trace_new (parts);
}

/**
 * sl_trace_with_more_notes:
 * @more: behind those of @self
 *
 * Returns: (transfer full): a generation that is otherwise the same
 */
SlTrace *
sl_trace_with_more_notes (SlTrace *self, SlNotes *more)
{
  g_autoptr (SlNotes) all = sl_notes_new ();
  SlTraceParts parts;

  g_return_val_if_fail (SL_IS_TRACE (self), NULL);

  parts = sl_trace_share_parts (self);
  for (guint i = 0; i < parts.notes->len; i++)
    {
      const SlNote *note = &g_array_index (parts.notes, SlNote, i);

      sl_notes_add (all, note->offset, note->count, "%s", note->text);
    }
  sl_notes_add_all (all, more);
  g_array_unref (parts.notes);
  parts.notes = sl_notes_snapshot (all);
  return sl_trace_new (parts);
}

/* Takes nothing: the copy holds references of its own. */
SlLane
sl_lane_copy (const SlLane *self)
{
  SlLane copy = *self;

  sl_lane_share_body (&copy, self);
  if (copy.density != NULL)
    sl_density_ref (copy.density);
  if (copy.map != NULL)
    sl_page_map_ref (copy.map);
  return copy;
}

/* A lane of a trace instead of one whose name and tracks are from malloc(). */
static SlLane
take_lane (const SlLane *lane)
{
  g_autofree SlLaneTrack *tracks = (SlLaneTrack *) lane->tracks;
  g_autofree char *name = (char *) lane->name;
  SlLane taken = *lane;

  sl_lane_set_body (&taken, tracks, lane->n_tracks, name, NULL);
  return taken;
}

/**
 * sl_trace_with_lanes:
 * @lanes: (element-type SlLane): to stand behind the others, with a name and tracks from malloc(). What they hold goes over
 * @objects: (transfer full): the objects of @self and those of @lanes
 *
 * Returns: (transfer full): a generation that is otherwise the same
 */
SlTrace *
sl_trace_with_lanes (SlTrace *self, GArray *lanes, SlObjectTable *objects)
{
  SlTraceParts parts;
  GArray *all;

  g_return_val_if_fail (SL_IS_TRACE (self), NULL);

  parts = sl_trace_share_parts (self);
  all = g_array_new (FALSE, FALSE, sizeof (SlLane));
  g_array_set_clear_func (all, (GDestroyNotify) sl_lane_clear);
  for (guint i = 0; i < parts.lanes->len; i++)
    {
      SlLane copy = sl_lane_copy (&g_array_index (parts.lanes, SlLane, i));

      g_array_append_val (all, copy);
    }
  for (guint i = 0; i < lanes->len; i++)
    {
      SlLane taken = take_lane (&g_array_index (lanes, SlLane, i));

      g_array_append_val (all, taken);
    }
  g_array_set_size (lanes, 0);

  g_array_unref (parts.lanes);
  sl_object_table_unref (parts.objects);
  parts.lanes = all;
  parts.objects = objects;
  return sl_trace_new (parts);
}
