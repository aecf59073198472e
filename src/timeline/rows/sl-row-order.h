/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* In which order rows stand: by trace and group, then as the user has put them, then by what they
 * are. */

#include "sl-rows.h"

G_BEGIN_DECLS

const guint *sl_row_order_get_natural (SlTraceSet *set, guint trace);
SlViewState *
sl_row_order_step (const SlRows *rows, SlViewState *state, GPtrArray *moved, int direction);
void sl_row_order_sort (GArray *rows, SlTraceSet *set, const SlViewState *state);

G_END_DECLS
