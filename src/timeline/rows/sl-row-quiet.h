/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How rows are shown in which nothing happens in sight; see sl_row_look_is_quiet(). */

#include "sl-trace-set.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

typedef enum
{
  SL_QUIET_FULL,
  SL_QUIET_THIN,
  SL_QUIET_HIDDEN,
  SL_N_QUIETS,
} SlRowQuiet;

SlRowQuiet sl_row_quiet_get (SlTraceSet *set, const SlViewState *state);
SlViewState *sl_row_quiet_set (SlViewState *state, SlRowQuiet quiet) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_row_quiet_get_id (SlRowQuiet quiet);
gboolean sl_row_quiet_find (const char *id, SlRowQuiet *quiet);

G_END_DECLS
