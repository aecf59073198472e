/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All that a row shows, one after the other, each under its position: for a list of the row that
 * costs what is looked at and not what there is. */

#include "sl-rows.h"

G_BEGIN_DECLS

typedef struct _SlRowSequence SlRowSequence;

SlRowSequence *sl_row_sequence_new (SlRows *rows, guint row);
void sl_row_sequence_free (SlRowSequence *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRowSequence, sl_row_sequence_free)

guint64 sl_row_sequence_get_count (const SlRowSequence *self);
gboolean
sl_row_sequence_get (SlRowSequence *self, guint64 position, SlTarget *target, SlItem *item);
guint64 sl_row_sequence_find (const SlRowSequence *self, const SlTarget *target);
guint64 sl_row_sequence_find_time (const SlRowSequence *self, SlTime time);

G_END_DECLS
