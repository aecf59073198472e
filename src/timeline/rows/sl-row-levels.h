/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tasks by the scheduling module (level) that they belong to, where the trace names it. */

#include "sl-rows.h"

G_BEGIN_DECLS

/* Of rows that stand in no group of a level. */
#define SL_ROW_NO_LEVEL (-1)

/* Of tasks whose level no event names. */
#define SL_ROW_LEVEL_UNKNOWN G_MAXINT

gboolean sl_row_levels_are_named_by (guint32 kind);
int sl_row_levels_find (const SlViewState *state, const SlLane *lane);
char *sl_row_levels_dup_key (guint trace, int level) G_GNUC_WARN_UNUSED_RESULT;
char *sl_row_levels_dup_title (SlTraceSet *set, guint trace, int level) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_row_levels_are_in (SlTraceSet *set);

G_END_DECLS
