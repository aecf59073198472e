/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-analysis.h"

G_BEGIN_DECLS

/* Lanes of marks: what the program itself logged, and every format that has no analysis of its
 * own. */
extern const SlAnalysis sl_marks_lanes;

G_END_DECLS
