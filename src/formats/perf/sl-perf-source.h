/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The records of a perf.data file that are events: tracepoints, who ran when, what was mapped, what was lost. */

#include "sl-linux-source.h"
#include "sl-perf-capture.h"

G_BEGIN_DECLS

#define SL_TYPE_PERF_SOURCE (sl_perf_source_get_type ())
G_DECLARE_FINAL_TYPE (SlPerfSource, sl_perf_source, SL, PERF_SOURCE, SlLinuxSource)

SlSource *sl_perf_source_new (SlPerfCapture *capture, SlClock *clock);

G_END_DECLS
