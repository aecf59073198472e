/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-analysis.h"

G_BEGIN_DECLS

/* Lanes of marks: what the program itself logged, and every format that has no analysis of its
 * own. */
extern const SlAnalysis sl_marks_lanes;

/* So many numbers of the traced program have a lane each. */
#define SL_MARKS_MAX_NUMBERS 512

gboolean sl_marks_get_number (const SlEvent *event, SlObjectType *type, guint64 *id);

G_END_DECLS
