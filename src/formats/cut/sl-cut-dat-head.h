/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The head of a trace.dat that has a span of another one: its parts, packed, and the tables of its buffers. */

#include "sl-cut-job.h"
#include "sl-dat-file.h"

G_BEGIN_DECLS

/**
 * SlCutDatHead:
 * @file: that is cut, with its parts
 * @sizes: by row, in bytes of the pages that are written
 */
typedef struct
{
  const SlCutJob *job;
  SlDatFile *file;
  const guint64 *sizes;
} SlCutDatHead;

GByteArray *sl_cut_dat_head_make (const SlCutDatHead *self) G_GNUC_WARN_UNUSED_RESULT;
guint64 sl_cut_dat_head_get_size (const SlCutDatHead *self, guint buffer);
guint64 sl_cut_dat_head_find_pages (const SlCutDatHead *self, guint buffer, guint64 end);
GByteArray *sl_cut_dat_head_make_section (const SlCutDatHead *self,
                                          guint64 end,
                                          guint64 begin,
                                          guint64 size) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
