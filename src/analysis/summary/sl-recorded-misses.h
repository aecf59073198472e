/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which tasks a trace itself says to have missed a deadline. */

#include "sl-trace.h"

G_BEGIN_DECLS

const guint *sl_recorded_misses_get_lanes (SlTrace *trace, guint *n_lanes);

G_END_DECLS
