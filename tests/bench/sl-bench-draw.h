/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace.h"

void sl_bench_draw_once (SlTrace *trace);
void sl_bench_draw (SlTrace *trace, char **shares);
