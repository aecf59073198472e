/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of a trace of bus cycles. */

#include "sl-analysis.h"

G_BEGIN_DECLS

extern const SlAnalysis sl_bus_lanes;

G_END_DECLS
