/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The running state at the start of each block, learnt in any order of reading. Private to
 * SlRecordSource. */

#include "sl-record-run-list.h"

G_BEGIN_DECLS

typedef struct _SlRecordStates SlRecordStates;

SlRecordStates *sl_record_states_new (const SlRecordContext *context,
                                      const SlRecordRunList *run_list);
void sl_record_states_free (SlRecordStates *self);

void sl_record_states_prepare (SlRecordStates *self, guint64 block, guint n_blocks);
gpointer sl_record_states_dup (SlRecordStates *self, guint64 block) G_GNUC_WARN_UNUSED_RESULT;
void sl_record_states_learn (SlRecordStates *self, guint64 block, gconstpointer state);
void sl_record_states_get_last (SlRecordStates *self, gpointer state);

G_END_DECLS
