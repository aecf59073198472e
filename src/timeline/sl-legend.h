/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the signs of a picture mean: which of them a trace has, each with a name and a small
 * picture. */

#include "sl-job-table.h"
#include "sl-legend-sign.h"
#include "sl-scene.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

guint64 sl_legend_find (SlTrace *trace, const SlJobTable *jobs, SlStyle style);
const char *sl_legend_get_title (SlLegendSign sign);
int sl_legend_get_width (SlStyle style);
SlScene *sl_legend_build (SlLegendSign sign, SlStyle style, SlTextMeasure *measure);

G_END_DECLS
