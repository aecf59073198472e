/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What threads are called, by the kernel's records of names and forks. */

#include "sl-clock.h"
#include "sl-linux-names.h"
#include "sl-perf-capture.h"

G_BEGIN_DECLS

void sl_perf_names_learn (SlLinuxNames *names, const SlPerfCapture *capture, SlClock *clock);

G_END_DECLS
