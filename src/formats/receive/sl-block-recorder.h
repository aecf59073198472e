/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes blocks to a file while more of them come: in a thread of its own, so that who makes them waits for
 * no disk. A disk that is full ends it, but loses no block that has room. */

#include "sl-file-writer.h"

G_BEGIN_DECLS

typedef struct _SlBlockRecorder SlBlockRecorder;

SlBlockRecorder *sl_block_recorder_new (GFile *file, const SlFileSet *inputs, GError **error);
void sl_block_recorder_free (SlBlockRecorder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBlockRecorder, sl_block_recorder_free)

char *sl_block_recorder_dup_path (const SlBlockRecorder *self);
gboolean sl_block_recorder_add (SlBlockRecorder *self, GByteArray *blocks, GArray *ends);
gboolean sl_block_recorder_is_full (SlBlockRecorder *self);
guint64 sl_block_recorder_end (SlBlockRecorder *self, GError **error);
gboolean sl_block_recorder_save (SlBlockRecorder *self, GError **error);

G_END_DECLS
