/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-analysis.h"

G_BEGIN_DECLS

extern const SlAnalysis sl_topa_lanes;

G_END_DECLS
