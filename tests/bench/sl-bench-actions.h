/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-bench-frames.h"
#include "sl-window.h"

/* Does all that the command palette lists, one after the other. */

typedef void (*SlBenchWait) (gpointer user_data);

void sl_bench_actions (SlWindow *window,
                       SlBenchFrames *frames,
                       const char *only,
                       guint n_times,
                       SlBenchWait wait,
                       gpointer user_data);
