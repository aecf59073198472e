/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The head of a trace.dat that has a span of another one: its parts, packed, and the tables of its buffers. */

#include "sl-cut-job.h"
#include "sl-cut-symbols.h"
#include "sl-dat-file.h"

G_BEGIN_DECLS

/**
 * SlCutDatHead:
 * @file: that is cut, with its parts
 * @symbols: (nullable): those of the kernel that stay; %NULL for all that the recording has
 * @marks: from before the span, as sl-earlier-marks.h has them
 * @sizes: by row, in bytes of what is written of it; known when the tables of the buffers are made
 */
typedef struct
{
  const SlCutJob *job;
  SlDatFile *file;
  SlCutSymbols *symbols;
  const guint64 *sizes;
  const GString *marks;
} SlCutDatHead;

void sl_cut_dat_head_put (const SlCutDatHead *self, GByteArray *bytes, guint width, guint64 value);
GByteArray *sl_cut_dat_head_pack (const SlCutDatHead *self,
                                  gconstpointer bytes,
                                  gsize size) G_GNUC_WARN_UNUSED_RESULT;
GByteArray *sl_cut_dat_head_make (const SlCutDatHead *self) G_GNUC_WARN_UNUSED_RESULT;
GByteArray *sl_cut_dat_head_make_section (const SlCutDatHead *self,
                                          guint buffer) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
