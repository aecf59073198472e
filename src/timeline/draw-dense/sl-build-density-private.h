/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rows of lanes without tracks. */

#include "sl-build-private.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 index;
  SlEvent event;
} SlBuildEvent;

/* Exact counts of the visible columns, where few enough events are visible to be decoded. */
typedef struct _SlBuildCounts SlBuildCounts;

SlBuildCounts *
sl_build_counts_new (SlRowPen *pen, const SlDensityQuery *query, gboolean only_matches);
SlBuildCounts *sl_build_counts_new_refined (SlRowPen *pen, const SlDensityQuery *query);
gboolean sl_build_counts_is_of_events (const SlBuildCounts *self);
void sl_build_counts_free (SlBuildCounts *self);
void sl_build_counts_fold (const SlBuildCounts *self, guint measure, SlDensityColumn *columns);

/* The bars of all rows of a trace: their times and where they stand. */
typedef struct _SlBuildBins SlBuildBins;

void sl_build_bins_free (SlBuildBins *self);

void sl_build_density (SlRowPen *self);
void sl_build_forget_events (SlPicture *self);
const guint8 *sl_build_get_matches (SlRowPen *self, SlCachedBlock *zone);
const GArray *sl_build_find_events (SlRowPen *self);
void sl_build_boxes (SlRowPen *self, const GArray *events);
gboolean sl_build_special (SlRowPen *self, guint track);

G_END_DECLS
