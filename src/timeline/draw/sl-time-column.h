/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What each row holds at one instant, as a column beside the names of the rows. */

#include "sl-rows.h"

G_BEGIN_DECLS

/* Of %SL_NAMES_SHOWN_SIGNS: the column is shown. */
#define SL_TIME_COLUMN "time-column"

int sl_time_column_get_width (const SlViewState *state);
gboolean sl_time_column_find_time (const SlViewState *state, const SlTime *pointer, SlTime *time);
char *sl_time_column_text (const SlRows *rows, guint row, SlTime time) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
