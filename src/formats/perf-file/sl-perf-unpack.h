/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Unpacks the records that perf record -z packs: all pieces of a file are one zstd stream. */

#include "sl-mapping.h"
#include "sl-note.h"
#include "sl-perf-records.h"

G_BEGIN_DECLS

/* One thread. */
typedef struct _SlPerfUnpack SlPerfUnpack;

SlPerfUnpack *sl_perf_unpack_new (guint64 packed_size);
void sl_perf_unpack_free (SlPerfUnpack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPerfUnpack, sl_perf_unpack_free)

gboolean
sl_perf_unpack_add (SlPerfUnpack *self, const SlPerfRecord *record, SlNotes *notes, GError **error);
SlMapping *sl_perf_unpack_finish (SlPerfUnpack *self, GError **error);

G_END_DECLS
