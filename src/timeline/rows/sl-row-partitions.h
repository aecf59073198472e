/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The parts of a textbook picture of several processors: one for each, with the tasks that ran on it. */

#include "sl-row-collect-private.h"

G_BEGIN_DECLS

GHashTable *sl_row_partitions_find (SlTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
void sl_row_partitions_split (const SlRows *rows, SlViewState *state, GArray *chosen);
void
sl_row_partitions_lay_out (SlRows *self, const SlViewState *state, double scale, GArray *found);

G_END_DECLS
