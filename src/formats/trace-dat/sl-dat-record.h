/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Records of a trace.dat file, found by their places. What was unpacked last stays, since neighbours follow. */

#include "sl-dat-file.h"
#include "sl-detail.h"

G_BEGIN_DECLS

/* One thread. */
typedef struct _SlDatRecord SlDatRecord;

SlDatRecord *sl_dat_record_new (const SlDatFile *file);
void sl_dat_record_free (SlDatRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatRecord, sl_dat_record_free)

gboolean sl_dat_record_find (SlDatRecord *self, guint64 place);
void sl_dat_record_describe (const SlDatRecord *self, GArray *details);
gboolean sl_dat_record_read_field (const SlDatRecord *self, const char *field, SlFieldValue *value);

G_END_DECLS
