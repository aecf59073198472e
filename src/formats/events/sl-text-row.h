/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A line of a text trace, cut into the columns of neutral events. Nothing here allocates: lines are read again by
 * whoever wants their events. */

#include <glib.h>

G_BEGIN_DECLS

/* The columns, in the order in which they are usually written. */
typedef enum
{
  SL_ROW_TIME,
  SL_ROW_CPU,
  SL_ROW_ACTION,
  SL_ROW_TASK,
  SL_ROW_OBJECT,
  SL_ROW_VALUE,
  SL_ROW_DEADLINE,
  SL_ROW_NOMINAL,
  SL_ROW_TEXT,
  SL_N_ROW_CELLS,
} SlRowCell;

/* Room for what is not in the file as it is: texts with escapes, texts that a mapping puts together. */
#define SL_ROW_SCRATCH 1024

#define SL_ROW_FAULT 320

/**
 * SlTextCell:
 * @begin: not NUL-terminated; %NULL where the line does not have the column
 * @length: in bytes
 * @column: of @begin in its line, in bytes from 1
 */
typedef struct
{
  const char *begin;
  gsize length;
  guint column;
} SlTextCell;

/**
 * SlTextPlace:
 * @offset: of the next line
 * @end: no line begins there or behind
 * @line: its number, from 1
 * @part: events of that line that were read before
 *
 * Where reading goes on. Plain bytes.
 */
typedef struct
{
  guint64 offset;
  guint64 end;
  guint64 line;
  guint32 part;
} SlTextPlace;

/**
 * SlTextRow:
 * @offset: of the line
 * @line: its number, from 1
 * @part: number of the event in the line, from 0; not all numbers need be there
 * @is_first: it is the first of its line
 * @is_other: the line is none that says anything here
 * @fault: what is wrong with it; empty for nothing
 */
typedef struct
{
  SlTextCell cells[SL_N_ROW_CELLS];
  guint64 offset;
  guint64 line;
  guint32 part;
  gboolean is_first;
  gboolean is_other;
  guint32 scratch_used;
  char fault[SL_ROW_FAULT];
  char scratch[SL_ROW_SCRATCH];
} SlTextRow;

/* Room for sl_text_quote(). */
#define SL_TEXT_QUOTED 64

void sl_text_row_init (SlTextRow *self, const SlTextPlace *place);
void sl_text_row_fail (SlTextRow *self, guint column, const char *format, ...) G_GNUC_PRINTF (3, 4);
void sl_text_row_fail_cell (SlTextRow *self, SlRowCell cell, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
const char *sl_text_row_put (SlTextRow *self, const char *bytes, gsize length);
const char *sl_row_cell_get_name (SlRowCell cell);
gboolean sl_row_cell_find (const char *name, gsize length, SlRowCell *cell);
const char *sl_text_quote (const char *begin, gsize length, char *quoted);
gboolean sl_text_cell_is (const SlTextCell *cell, const char *word);
void sl_text_cell_trim (SlTextCell *cell);
gsize sl_text_get_line (const char *data, gsize size, gsize offset, gsize *next);

G_END_DECLS
