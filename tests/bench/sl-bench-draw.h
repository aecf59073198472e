/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace.h"

/* What sl_bench_change() does to the rows. */
#define SL_BENCH_CHANGES 6

void sl_bench_draw_once (SlTrace *trace);
void sl_bench_draw (SlTrace *trace, char **shares);
void sl_bench_change (SlTrace *trace);
