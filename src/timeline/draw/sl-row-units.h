/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The slices of a track as far as a row of pixels can tell them apart. */

#include "sl-fold-cache.h"
#include "sl-view-fold.h"

G_BEGIN_DECLS

/**
 * SlRowUnit:
 * @item: the slice, or the first of many
 * @count: items; above 1 only in a stretch where several begin in a column
 * @end: of the last item, or somewhat later
 */
typedef struct
{
  SlItem item;
  guint64 count;
  SlTime end;
} SlRowUnit;

/**
 * SlRowUnits:
 * @shown: the state whose slices alone are units; %SL_STATE_NONE for all
 * @view: in ticks of the track; must outlive the units
 * @visible: of @view
 * @width: of @view
 * @bridge: as in #SlRowUnitsQuery
 * @units: (element-type SlRowUnit): in time order
 * @group_of: by code of the track
 * @cache: (nullable): owns @group_of, and @columns but for an axis with breaks
 * @columns: (nullable): the fold of the visible span, where it was needed
 * @own_columns: (nullable): the same, where no cache keeps them
 */
typedef struct
{
  const SlTrack *track;
  SlState shown;
  const SlView *view;
  SlSpan visible;
  guint width;
  guint bridge;
  const guint8 *group_of;
  SlFoldCache *cache;
  const SlFoldColumn *columns;
  SlFoldColumn *own_columns;
  GArray *units;
} SlRowUnits;

/**
 * SlRowUnitsQuery:
 * @shown: the state whose slices alone are looked at; %SL_STATE_NONE for all
 * @view: in ticks of the track
 * @cache: (nullable): of the folds of earlier pictures
 * @rows: what the groups of codes depend on, but for the track, the state and the function
 * @bridge: up to so many columns between two in which several begin are one stretch with these
 */
typedef struct
{
  const SlTrack *track;
  SlState shown;
  const SlView *view;
  SlFoldCache *cache;
  SlRows *rows;
  guint bridge;
} SlRowUnitsQuery;

void sl_row_units_init (SlRowUnits *self,
                        const SlRowUnitsQuery *query,
                        SlGroupFunc group,
                        gpointer user_data);
void sl_row_units_clear (SlRowUnits *self);
const SlFoldColumn *sl_row_units_get_columns (SlRowUnits *self);
void sl_row_units_sum (const SlRowUnits *self,
                       SlSpan span,
                       guint64 *time_by_group,
                       guint64 *count_by_group);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlRowUnits, sl_row_units_clear)

G_END_DECLS
