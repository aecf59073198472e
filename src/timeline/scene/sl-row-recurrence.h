/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* When what a box or a mark shows happened last before it, in the same row. */

#include "sl-rows.h"

G_BEGIN_DECLS

gboolean sl_row_recurrence_find (const SlRows *rows, const SlTarget *target, SlSpan *period);
gboolean sl_row_recurrence_find_instant (const SlRows *rows,
                                         const SlTarget *target,
                                         int direction,
                                         SlTarget *other);

G_END_DECLS
