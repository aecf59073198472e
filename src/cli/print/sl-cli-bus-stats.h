/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the cycles of a bus amount to, for scripts and for people. */

#include "sl-bus-statistics.h"
#include "sl-cli-json.h"
#include "sl-clock.h"

G_BEGIN_DECLS

void sl_cli_bus_stats_add_json (JsonBuilder *builder,
                                const char *name,
                                const SlBusStatistics *statistics,
                                SlClock *clock,
                                guint n_hottest);
void sl_cli_bus_stats_print (SlCliWriter *writer,
                             const SlBusStatistics *statistics,
                             SlClock *clock,
                             guint n_hottest);

G_END_DECLS
