/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Run lists whose times overlap, read as one. Private to SlRecordSource. */

#include "sl-record-run-list.h"

G_BEGIN_DECLS

typedef struct _SlRecordMerge SlRecordMerge;

SlRecordMerge *sl_record_merge_new (const SlRecordContext *context, GPtrArray *run_lists);
void sl_record_merge_free (SlRecordMerge *self);

guint sl_record_merge_read (SlRecordMerge *self, guint64 block, SlEvent *events, gboolean *intact);

G_END_DECLS
