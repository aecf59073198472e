/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lanes of the branches that branch trace messages tell of. */

#include "sl-analysis.h"

G_BEGIN_DECLS

extern const SlAnalysis sl_btm_lanes;

G_END_DECLS
