/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The analyses that every load runs. */

#include "sl-analysis.h"

G_BEGIN_DECLS

/**
 * sl_analyses_get_all:
 *
 * Returns: (array zero-terminated=1): in the order in which they are fed
 */
const SlAnalysis *const *sl_analyses_get_all (void);

G_END_DECLS
