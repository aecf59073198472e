/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which process ran while a stream of Intel PT was recorded, by the kernel's records. */

#include "sl-clock.h"
#include "sl-perf-capture.h"

G_BEGIN_DECLS

GArray *
sl_perf_owners_find (const SlPerfCapture *capture, const SlPerfStream *stream, SlClock *clock);

G_END_DECLS
