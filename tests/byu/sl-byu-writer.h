/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Bytes of bus traces, in each layout. */

#include <stdio.h>

#include "sl-byu-workload.h"

G_BEGIN_DECLS

/* The layouts by the size of their records: 6, 12, 16. */
gboolean sl_byu_layout_is_valid (guint record_size);

void sl_byu_put_pentium (guint8 *bytes, guint32 address, guint8 byte_enables, guint8 cycle);
void sl_byu_put (guint8 *bytes, guint record_size, const SlByuRecord *record);
GBytes *sl_byu_make_trace (const SlByuOptions *options,
                           guint record_size,
                           guint64 n_records) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_byu_write_trace (FILE *file, const SlByuOptions *options, guint record_size, guint64 n_records);

G_END_DECLS
