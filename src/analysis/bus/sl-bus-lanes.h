/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of a trace of bus cycles. */

#include "sl-analysis.h"

G_BEGIN_DECLS

/* Names of the lanes that every trace of bus cycles has. */
#define SL_BUS_LANE_BYTES  "bus:bytes"
#define SL_BUS_LANE_MEMORY "map:memory"
#define SL_BUS_LANE_PORTS  "map:ports"

extern const SlAnalysis sl_bus_lanes;

G_END_DECLS
