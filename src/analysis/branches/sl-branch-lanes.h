/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of a trace with packets of Intel PT, some for each processor. */

#include "sl-analysis.h"

G_BEGIN_DECLS

/* Name of the lane that maps the addresses of packets. */
#define SL_BRANCH_LANE_TARGETS "map:targets"

extern const SlAnalysis sl_branch_lanes;

G_END_DECLS
