/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Finding the rows of a trace set, before they are put in order. */

#include "sl-filter.h"
#include "sl-rows.h"

G_BEGIN_DECLS

#define SL_ROW_HEADING_HEIGHT 20

GArray *sl_rows_collect (SlTraceSet *set, SlViewState *state, double scale);
SlFilterRun *sl_row_filter_new (SlTraceSet *set, const SlViewState *state, guint trace);
void sl_row_clear (gpointer row);
gboolean sl_row_is_idle_task (SlTraceSet *set, const SlRow *row);

G_END_DECLS
