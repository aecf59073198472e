/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the rows of a group are sorted by. */

#include "sl-rows.h"

G_BEGIN_DECLS

typedef enum
{
  SL_ROW_SORT_APPEARANCE, /* as the trace names them, or as the user has moved them */
  SL_ROW_SORT_NAME,
  SL_ROW_SORT_LOAD,
  SL_ROW_SORT_MISSES,
  SL_N_ROW_SORTS,
} SlRowSort;

const char *sl_row_sort_get_id (SlRowSort sort);
gboolean sl_row_sort_find (const char *id, SlRowSort *sort);
SlRowSort sl_row_sort_get (const SlViewState *state);
SlViewState *sl_row_sort_set (SlViewState *state, SlRowSort sort) G_GNUC_WARN_UNUSED_RESULT;
void sl_row_sort_rank (const SlRows *rows, const SlViewState *state, GArray *found);

G_END_DECLS
