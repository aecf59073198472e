/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a filter does to a row: what it keeps is drawn as ever, all else is dimmed, and ticks say where
 * its events are. */

#include "sl-build-private.h"

#include "sl-event-hits.h"

/* Pixels, under the base line. */
#define HIT_HEIGHT 5

/**
 * sl_build_find_hits:
 *
 * Finds where the events of the row at hand are that the filter asks for.
 */
void
sl_build_find_hits (SlRowPen *self)
{
  SlEventHits *hits = sl_rows_get_hits (self->picture->rows, self->info->lane.trace);

  self->has_hits = hits != NULL;
  sl_row_hits_init (&self->hits, self->filter != NULL ? hits : NULL, self->trace,
                    self->info->lane.lane, self->info->part, self->picture->state);
  self->hit_columns = sl_row_hits_fold (&self->hits, &self->view);
}

/**
 * sl_build_is_elsewhere:
 * @state: of a slice of the row's task
 * @detail: of the same
 *
 * Returns: whether it says that the task ran on another processor than the one in whose part of a textbook picture the row is
 */
gboolean
sl_build_is_elsewhere (const SlRowPen *self, guint32 state, guint32 detail)
{
  return self->info->migrates && state == SL_STATE_RUNNING && detail != 0 &&
         detail != self->info->cpu;
}

/**
 * sl_build_dim_item:
 *
 * Sets the strength for what is drawn of one item of the row at hand.
 */
void
sl_build_dim_item (SlRowPen *self, const SlItem *item)
{
  SlFilterMatch match;
  gboolean is_kept;

  if (sl_build_is_elsewhere (self, item->state, item->detail))
    {
      self->strength = SL_STRENGTH_DIMMED;
      return;
    }
  if (self->filter == NULL)
    return;

  match = sl_filter_run_match_item (self->filter, self->lane, item);
  is_kept = match == SL_FILTER_ALL || (match == SL_FILTER_SOME && !self->has_hits) ||
            sl_row_hits_touch (&self->hits, item, item->begin == item->end);
  self->strength = is_kept ? 1 : SL_STRENGTH_DIMMED;
}

/**
 * sl_build_code_matches:
 * @state: of a slice of the track that is folded
 * @detail: of the same
 *
 * Returns: whether slices of that code are kept whatever happens in them
 */
gboolean
sl_build_code_matches (const SlRowPen *self, guint32 state, guint32 detail)
{
  SlFilterMatch match;

  if (sl_build_is_elsewhere (self, state, detail))
    return FALSE;
  if (self->filter == NULL)
    return TRUE;

  match = sl_filter_run_match_code (self->filter, self->lane, self->folded, state, detail);
  return match == SL_FILTER_ALL || (match == SL_FILTER_SOME && !self->has_hits);
}

/**
 * sl_build_hits:
 *
 * Draws where the events are that the filter asks for: ticks under the base line of the row at hand, in a heading those of
 * the rows that are folded below it.
 */
void
sl_build_hits (SlRowPen *self)
{
  guint width = (guint) self->picture->view.width;
  SlShape *shape;
  guint8 *values;

  if (self->hit_columns == NULL)
    return;

  shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_MARKS, SL_SHAPE_STRIP, 0);
  shape->x = (float) self->picture->plot_x;
  shape->y = (float) (self->top + self->info->height - HIT_HEIGHT);
  shape->width = (float) width;
  shape->height = HIT_HEIGHT;
  shape->fill = sl_paint (SL_PAINT_ACCENT);
  values = sl_scene_add_values (self->picture->scene, shape, width);
  for (guint i = 0; i < width; i++)
    if (self->hit_columns[i] != 0 || (i > 0 && self->hit_columns[i - 1] != 0))
      values[2 * i + 1] = 255;
}
