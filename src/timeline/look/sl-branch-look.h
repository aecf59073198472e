/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the lanes of a branch trace are called and how they look. */

#include "sl-lane.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

/* Pixels, of a function among the calls. */
#define SL_CALL_HEIGHT 16

/* Above and below all of them together. */
#define SL_CALL_MARGIN 10

char *sl_branch_look_title (const SlLane *lane);
int sl_branch_look_colour (const SlLane *lane);
gboolean sl_branch_look_is_calls (const SlLane *lane);
gboolean sl_branch_look_is_state (guint32 state);
gboolean sl_branch_look_has_signs (const SlLane *lane);
char *sl_branch_look_label (SlTraceSet *set, guint trace, guint32 state, guint32 detail);

G_END_DECLS
