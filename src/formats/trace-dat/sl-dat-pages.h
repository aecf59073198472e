/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The pages of one row of a trace.dat file, one at a time, unpacked when they are asked for. */

#include "sl-dat-file.h"

G_BEGIN_DECLS

/**
 * SlDatPage:
 * @bytes: (array length=size): the page; %NULL where its chunk cannot be unpacked
 * @size: less than a whole page where the file is cut off
 * @place: of its first byte
 * @is_first: of its chunk
 * @is_last: of its row
 * @is_cut_off: it is the last of its row, behind which pages are missing
 * @next_time: (nullable): the time of the page that follows, if it is at hand
 * @next_head: (nullable): at least the first 16 bytes of that page, also where it is in another chunk
 */
typedef struct
{
  const guint8 *bytes;
  gsize size;
  guint64 place;
  gboolean is_first;
  gboolean is_last;
  gboolean is_cut_off;
  const guint8 *next_time;
  const guint8 *next_head;
} SlDatPage;

/* One thread. */
typedef struct _SlDatPages SlDatPages;

SlDatPages *sl_dat_pages_new (const SlDatFile *file, guint row);
void sl_dat_pages_free (SlDatPages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatPages, sl_dat_pages_free)

guint64 sl_dat_pages_get_count (const SlDatPages *self);
void sl_dat_pages_read (SlDatPages *self, guint64 page, SlDatCodec *codec, SlDatPage *result);
gsize sl_dat_pages_get_memory (const SlDatPages *self);
void sl_dat_pages_drop (SlDatPages *self);

G_END_DECLS
