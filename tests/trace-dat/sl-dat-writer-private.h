/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a writer of trace.dat consists of: sl-dat-writer.c makes the pages of each processor, sl-dat-writer-file.c the file
 * around them. */

#include "sl-dat-formats.h"
#include "sl-dat-writer.h"

G_BEGIN_DECLS

/* A page as it grows, and the pages before it. */
typedef struct
{
  GByteArray *pages;  /* all, or where they are packed those that are not yet */
  GByteArray *chunks; /* packed */
  guint n_chunks;
  GByteArray *records; /* of the page at hand */
  guint64 page_time;
  guint64 time;  /* of the last record */
  gint64 n_lost; /* before the page at hand; -1 for some, 0 for none */
} SlDatRow;

struct _SlDatWriter
{
  SlDatLayout layout;
  GRand *random;
  SlDatFormats *formats;
  GByteArray *file;
  SlDatRow *rows;
  GByteArray *record;
  SlDatListener listener;
  gpointer listener_data;
};

void sl_dat_writer_put (const SlDatWriter *self, GByteArray *bytes, guint64 value, guint size);
gboolean sl_dat_writer_is_packed (const SlDatWriter *self);
GByteArray *sl_dat_writer_pack (const SlDatWriter *self, const guint8 *bytes, gsize size);
void sl_dat_writer_end_chunk (SlDatWriter *self, SlDatRow *row);
void sl_dat_writer_end_page (SlDatWriter *self, SlDatRow *row);

G_END_DECLS
