/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Writes records of the S.Ha.R.K. tracer, and puts them into the shapes in which they leave the
 * kernel: cyclic chunks, one after another. */

#include <stdio.h>

#include "sl-shark-record.h"

G_BEGIN_DECLS

typedef struct _SlSharkWriter SlSharkWriter;

SlSharkWriter *sl_shark_writer_new (void);
SlSharkWriter *sl_shark_writer_new_for_file (FILE *file);
void sl_shark_writer_free (SlSharkWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSharkWriter, sl_shark_writer_free)

void sl_shark_writer_add (SlSharkWriter *self,
                          guint16 code,
                          guint16 parameter_1,
                          guint64 tsc,
                          guint32 parameter_2);
guint64 sl_shark_writer_get_count (const SlSharkWriter *self);
gboolean sl_shark_writer_flush (SlSharkWriter *self);
GBytes *sl_shark_writer_get_bytes (SlSharkWriter *self) G_GNUC_WARN_UNUSED_RESULT;

GBytes *sl_shark_shape_cyclic (GBytes *records, guint n_slots) G_GNUC_WARN_UNUSED_RESULT;
GBytes *sl_shark_shape_part (GBytes *records, gsize first, gsize count) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
