/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

/* What was called in a trace, as far as it is in sight. */

/* What was picked among the calls, in the lane as it is now; nothing where it has gone. */
static void
find_picked_again (SlDocument *self, const SlItem *item)
{
  SlTarget target = *sl_view_state_get_picked (sl_document_get_state (self));
  const SlLane *lane = NULL;
  SlItem found;
  guint row;

  if (sl_rows_find (sl_document_get_rows (self), target.row, &row))
    lane = sl_rows_get_lane (sl_document_get_rows (self), row);
  for (guint i = 0; lane != NULL && i < lane->n_tracks; i++)
    {
      if (!sl_track_find_at (lane->tracks[i].track, item->begin, &found) ||
          found.begin != item->begin || found.end != item->end)
        continue;
      if (target.track != i || target.index != found.index)
        {
          target.track = i;
          target.index = found.index;
          sl_document_pick (self, &target);
        }
      return;
    }

  sl_document_pick (self, NULL);
}

/**
 * sl_document_set_calls:
 * @trace: number in the set
 * @with_calls: the generation that is loaded, with lanes of what was called
 */
void
sl_document_set_calls (SlDocument *self, guint trace, SlTrace *with_calls)
{
  SlDocumentTrace *kept;
  const SlTarget *picked;
  gboolean had_calls, is_picked;
  SlItem item;

  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (trace < self->traces->len);

  kept = sl_document_get (self, trace);
  had_calls = kept->with_calls != NULL;
  picked = sl_view_state_get_picked (sl_document_get_state (self));
  is_picked = picked->type == SL_TARGET_ITEMS && picked->trace == trace && picked->row != NULL &&
              g_str_has_suffix (picked->row, "/calls") && picked->count == 1 &&
              sl_rows_get_item (sl_document_get_rows (self), picked, &item);
  if (!g_set_object (&kept->with_calls, with_calls))
    return;

  sl_document_remake_set (self);
  if (is_picked)
    find_picked_again (self, &item);
  sl_document_emit_changed (self, had_calls ? SL_CHANGED_CALLS
                                            : SL_CHANGED_CALLS | SL_CHANGED_SET | SL_CHANGED_VIEW);
}
