/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-merge.h"

typedef struct
{
  SlTrackIter iter;
  SlItem item;
  gboolean has_item;
} Cursor;

struct _SlTrackMerge
{
  guint n_cursors;
  Cursor cursors[];
};

/**
 * sl_track_merge_new:
 * @tracks: (element-type SlTrack): must outlive the walk
 * @from: items that end at or before it are left out, but for those of no length that stand at it
 *
 * Returns: (transfer full): before the first item
 */
SlTrackMerge *
sl_track_merge_new (GPtrArray *tracks, SlTime from)
{
  SlTrackMerge *self = g_malloc0 (sizeof *self + tracks->len * sizeof (Cursor));

  self->n_cursors = tracks->len;
  for (guint i = 0; i < self->n_cursors; i++)
    {
      Cursor *cursor = &self->cursors[i];

      sl_track_iter_init (&cursor->iter, g_ptr_array_index (tracks, i), from);
      cursor->has_item = sl_track_iter_next (&cursor->iter, &cursor->item);
    }

  return self;
}

void
sl_track_merge_free (SlTrackMerge *self)
{
  g_free (self);
}

/**
 * sl_track_merge_next:
 * @item: (out caller-allocates): the next one
 *
 * Returns: %FALSE after the last
 */
gboolean
sl_track_merge_next (SlTrackMerge *self, SlItem *item)
{
  Cursor *first = NULL;

  for (guint i = 0; i < self->n_cursors; i++)
    {
      Cursor *cursor = &self->cursors[i];

      if (cursor->has_item && (first == NULL || cursor->item.begin < first->item.begin))
        first = cursor;
    }
  if (first == NULL)
    return FALSE;

  *item = first->item;
  first->has_item = sl_track_iter_next (&first->iter, &first->item);
  return TRUE;
}
