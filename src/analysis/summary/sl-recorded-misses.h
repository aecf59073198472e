/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which tasks a trace itself says to have missed a deadline. */

#include "sl-kind-action.h"
#include "sl-trace.h"

G_BEGIN_DECLS

gboolean sl_recorded_misses_has_mark (const SlLane *lane, SlAction action);
const guint *sl_recorded_misses_get_lanes (SlTrace *trace, guint *n_lanes);

G_END_DECLS
