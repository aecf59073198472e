/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the recording of a trace was lost or paused. */

#include "sl-trace.h"

G_BEGIN_DECLS

GArray *sl_recorded_gaps_new (SlTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_recorded_gaps_are_of_processors (SlTrace *trace);
guint64 sl_recorded_gaps_get_event (SlTrace *trace, const SlItem *gap);
GArray *sl_recorded_gaps_find_events (SlTrace *trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
