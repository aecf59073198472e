/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of a trace with packets of Intel PT, some for each processor. */

#include "sl-analysis.h"

G_BEGIN_DECLS

extern const SlAnalysis sl_branch_lanes;

G_END_DECLS
