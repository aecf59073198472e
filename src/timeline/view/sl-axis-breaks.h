/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the time axis may be broken, so that hours in which nothing happens do not take the room of what does. */

#include "sl-trace-set.h"
#include "sl-view-state.h"
#include "sl-view.h"

G_BEGIN_DECLS

/* Of %SL_NAMES_SHOWN_SIGNS: empty stretches are compressed. */
#define SL_AXIS_BREAKS "axis-breaks"

/* A stretch is compressed from this part of what is left of the axis on. */
#define SL_AXIS_BREAK_PART 50

const SlTrack *sl_axis_breaks_find_unknown (SlTrace *trace);
const char *sl_axis_breaks_get_obstacle (SlTraceSet *set, const SlViewState *state);
gboolean sl_axis_breaks_are_shown (SlTraceSet *set, const SlViewState *state);
guint sl_axis_breaks_find (SlTraceSet *set, GPtrArray *hits, SlSpan *breaks);

G_END_DECLS
