/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tasks in groups: by the scheduling module (level) that they belong to, where the trace names it, by their
 * process, or by the processor on which they ran most. All are called levels here. */

#include "sl-rows.h"

G_BEGIN_DECLS

/* Of rows that stand in no group of a level. */
#define SL_ROW_NO_LEVEL (-1)

/* Of tasks whose level no event names. */
#define SL_ROW_LEVEL_UNKNOWN G_MAXINT

/* What tasks are grouped by. */
typedef enum
{
  SL_ROW_BY_TASK, /* by nothing */
  SL_ROW_BY_LEVEL,
  SL_ROW_BY_PROCESS,
  SL_ROW_BY_PROCESSOR,
} SlRowBy;

gboolean sl_row_levels_are_named_by (guint32 kind);
SlRowBy sl_row_levels_get_by (const SlViewState *state);
int sl_row_levels_find (SlTrace *trace, SlRowBy by, const SlLane *lane);
char *sl_row_levels_dup_key (SlRowBy by, guint trace, int level) G_GNUC_WARN_UNUSED_RESULT;
char *sl_row_levels_dup_title (SlTraceSet *set, SlRowBy by, guint trace, int level)
    G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_row_levels_are_in (SlTraceSet *set);
gboolean sl_row_processes_are_in (SlTraceSet *set);

G_END_DECLS
