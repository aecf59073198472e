/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tasks that never had a job: boot contexts, kernel threads, the idle task; and their locks. They are groups of
 * their own, so that the tasks that the trace is about come first. */

#include "sl-row-sides.h"

G_BEGIN_DECLS

void sl_row_apart_put (const SlRows *rows,
                       SlJobTable *whole,
                       const SlRowSides *sides,
                       SlViewState *state,
                       GArray *found);

G_END_DECLS
