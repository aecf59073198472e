/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Comma-separated values by RFC 4180: a cell may be in quotes, then it may have separators, line ends and doubled
 * quotes in it. */

#include "sl-text-row.h"

G_BEGIN_DECLS

/* A cell in quotes that does not end within so many bytes is missing its closing quote. */
#define SL_CSV_QUOTED 4096

/**
 * SlCsvRecord:
 * @data: the whole text
 * @size: of it
 * @begin: of the record
 * @position: of the next cell
 * @lines: ends of lines passed so far, also those in quotes
 * @next: behind the record, once its last cell was read
 * @line_end: of the line that was looked for last; a record of many cells looks once
 * @line_next: where the line after that begins
 * @separator: between cells; a blank stands for any number of blanks
 * @has_ended: the last cell was read
 */
typedef struct
{
  const char *data;
  gsize size;
  gsize begin;
  gsize position;
  gsize next;
  gsize line_end;
  gsize line_next;
  guint lines;
  char separator;
  gboolean has_ended;
} SlCsvRecord;

gboolean
sl_csv_record_init (SlCsvRecord *self, const char *data, gsize size, gsize offset, char separator);
gboolean sl_csv_record_next (SlCsvRecord *self, SlTextRow *row, SlTextCell *cell);
void sl_csv_record_skip (SlCsvRecord *self, SlTextRow *row);

G_END_DECLS
