/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What of a filter's hits in a lane belongs to one row of it. */

#include "sl-event-hits.h"
#include "sl-rows.h"
#include "sl-view-fold.h"

G_BEGIN_DECLS

/**
 * SlRowHits:
 * @track: (nullable): hits of the row's lane; %NULL for none
 * @lane: (nullable): the row's; %NULL for the hits of a whole trace
 * @state: whose hidden kinds and families are not hits
 *
 * Owns nothing.
 */
typedef struct
{
  const SlTrack *track;
  const SlLane *lane;
  SlRowPart part;
  const SlViewState *state;
} SlRowHits;

gboolean sl_row_hits_init (SlRowHits *self,
                           const SlEventHits *hits,
                           SlTrace *trace,
                           guint lane,
                           SlRowPart part,
                           const SlViewState *state);
gboolean sl_row_hits_touch (const SlRowHits *self, const SlItem *item, gboolean is_mark);
guint8 *sl_row_hits_fold (const SlRowHits *self, const SlView *view);
guint8 *
sl_row_hits_fold_below (SlRows *rows, guint heading, const SlViewState *state, const SlView *view);

G_END_DECLS
