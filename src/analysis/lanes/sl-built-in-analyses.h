/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Analyses that sl-analyses.c lists and nobody else needs, each defined in a file of its own name. */

#include "sl-analysis.h"

G_BEGIN_DECLS

extern const SlAnalysis sl_btm_lanes;   /* of branches that branch trace messages report */
extern const SlAnalysis sl_marks_lanes; /* of what the program itself logged, in any format */
extern const SlAnalysis sl_topa_lanes;  /* of tables of physical addresses */

G_END_DECLS
