/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Reads the events of all rows of a trace.dat file by time, from any place that it was at before. */

#include "sl-dat-decoder.h"

G_BEGIN_DECLS

/**
 * SlDatStand:
 * @page: number of the page in the row
 * @taken: events of it that have been given
 * @last: time of the last event before the page
 *
 * Where a reader is in one row.
 */
typedef struct
{
  guint64 page;
  guint64 taken;
  SlTime last;
} SlDatStand;

/* One thread. */
typedef struct _SlDatReader SlDatReader;

SlDatReader *sl_dat_reader_new (const SlDatFile *file, const SlDatDecoder *decoder);
void sl_dat_reader_free (SlDatReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatReader, sl_dat_reader_free)

void sl_dat_reader_go_to (SlDatReader *self, const SlDatStand *stands, SlDatTally *tally);
void sl_dat_reader_get_stands (const SlDatReader *self, SlDatStand *stands);
guint sl_dat_reader_read (SlDatReader *self, SlEvent *events, guint room, SlDatTally *tally);

G_END_DECLS
