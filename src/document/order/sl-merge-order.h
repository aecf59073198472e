/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Several sequences in time order as one, without writing it down: which items of each stand before
 * a row, and at which row an item stands. Equal times in the order of the sequences. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlMergeOrder:
 * @n_members: how many sequences there are
 * @count: how many items one has
 * @count_before: how many of them lie before a time
 * @get_time: of one of them, by its place below the count; never below that of the one before
 * @data: passed to these
 */
typedef struct
{
  guint n_members;
  guint64 (*count) (gpointer data, guint member);
  guint64 (*count_before) (gpointer data, guint member, SlTime time);
  SlTime (*get_time) (gpointer data, guint member, guint64 place);
  gpointer data;
} SlMergeOrder;

guint64 sl_merge_order_get_total (const SlMergeOrder *self);
void sl_merge_order_seek (const SlMergeOrder *self, guint64 row, guint64 *places);
gboolean sl_merge_order_next (const SlMergeOrder *self, guint64 *places, guint *member);
guint64 sl_merge_order_find (const SlMergeOrder *self, guint member, guint64 place);

G_END_DECLS
