/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The parameters a of a block's bus cycles that no page map holds: deferred replies, special cycles,
 * unknown codes. They are few but stand in nearly every block, so a set of 64 ranges is kept of
 * them, two for each power of two, and a search by address can skip the block all the same. */

#include "sl-columns.h"

G_BEGIN_DECLS

#define SL_N_UNMAPPED_RANGES 64

guint sl_unmapped_range_of (guint64 a);
void sl_unmapped_get_range (guint range, guint64 *first, guint64 *last);
guint64 sl_unmapped_of_events (const SlEvent *events, gsize n_events);
guint64 sl_unmapped_of_columns (const SlColumns *columns);

G_END_DECLS
