/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tracepoints of the traces that are written: their format texts and their records. */

#include "sl-dat-writer.h"

G_BEGIN_DECLS

typedef struct _SlDatFormats SlDatFormats;

SlDatFormats *sl_dat_formats_new (gboolean is_big, guint long_size);
void sl_dat_formats_free (SlDatFormats *self);

void sl_dat_formats_set_symbols (SlDatFormats *self, const char *symbols);
guint16 sl_dat_formats_get_id (SlDatTracepoint tracepoint);
void sl_dat_formats_make_record (SlDatFormats *self, const SlDatEvent *event, GByteArray *record);
GByteArray *sl_dat_formats_make_part (SlDatFormats *self, guint part) G_GNUC_WARN_UNUSED_RESULT;

void sl_dat_put_number (GByteArray *bytes, guint64 value, guint size, gboolean is_big);

G_END_DECLS
