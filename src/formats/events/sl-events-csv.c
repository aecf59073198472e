/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-events-csv.h"

#include <string.h>

#include "sl-csv-record.h"
#include "sl-error.h"

#define NO_CELL SL_N_ROW_CELLS

/* Of a column's name in a list of fields. */
#define MOST_NAME 200

typedef struct
{
  const char *data;
  gsize size;
  guint n_columns;
  guint8 cells[SL_CSV_COLUMNS]; /* NO_CELL for columns of other names */
  gsize head;                   /* offset of the head line */
} Table;

/* Whether the line says nothing: it is blank or a comment. Then *@next is behind it. */
static gboolean
is_silent (const char *data, gsize size, gsize offset, gsize *next)
{
  gsize length = sl_text_get_line (data, size, offset, next);
  gsize at = 0;

  while (at < length && g_ascii_isspace (data[offset + at]))
    at++;
  return at == length || data[offset + at] == '#';
}

static void
skip_silent (const Table *self, SlTextPlace *place)
{
  gsize next;

  while (place->offset < MIN (place->end, self->size) &&
         is_silent (self->data, self->size, place->offset, &next))
    {
      place->offset = next;
      place->line++;
    }
}

static gboolean
csv_read_row (const Table *self, SlCsvRecord *record, SlTextRow *row)
{
  gboolean is_blank = TRUE;
  SlTextCell cell;
  guint n_cells = 0;

  for (; sl_csv_record_next (record, row, &cell); n_cells++)
    {
      sl_text_cell_trim (&cell);
      is_blank = is_blank && cell.length == 0;
      if (n_cells >= self->n_columns && cell.length > 0)
        sl_text_row_fail (row, cell.column,
                          "There are more cells than the head has columns, which are %u",
                          self->n_columns);
      if (n_cells < self->n_columns && self->cells[n_cells] != NO_CELL)
        row->cells[self->cells[n_cells]] = cell;
    }

  return !is_blank || row->fault[0] != '\0';
}

static gboolean
csv_next (gpointer data, SlTextPlace *place, SlTextRow *row)
{
  const Table *self = data;
  gboolean says_something;
  SlCsvRecord record;

  if (place->part > 0)
    return FALSE;

  do
    {
      skip_silent (self, place);
      if (place->offset >= place->end ||
          !sl_csv_record_init (&record, self->data, self->size, place->offset, ','))
        return FALSE;

      sl_text_row_init (row, place);
      says_something = csv_read_row (self, &record, row);
      place->offset = record.next;
      place->line += record.lines;
    }
  while (!says_something);

  return TRUE;
}

static void
csv_describe (gpointer data, guint64 offset, GArray *details)
{
  const Table *self = data;
  SlTextPlace place = { offset, self->size, 0, 0 };
  SlCsvRecord head, record;
  SlTextRow head_row, row;
  SlTextCell name, cell;

  sl_csv_record_init (&head, self->data, self->size, self->head, ',');
  sl_csv_record_init (&record, self->data, self->size, offset, ',');
  sl_text_row_init (&head_row, &place);
  sl_text_row_init (&row, &place);
  for (guint i = 0; i < self->n_columns && sl_csv_record_next (&head, &head_row, &name); i++)
    {
      g_autofree char *key = NULL;
      g_autofree char *text = NULL;

      if (!sl_csv_record_next (&record, &row, &cell))
        cell = (SlTextCell) { "", 0, 0 };
      key = g_utf8_make_valid (name.begin, (gssize) MIN (name.length, MOST_NAME));
      text = g_utf8_make_valid (cell.begin, (gssize) cell.length);
      if (key[strcspn (key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] !=
          '\0')
        sl_details_add (details, key, "%s", text);
    }
}

const SlTextReader sl_events_csv_reader = { csv_next, csv_describe, g_free };

/* Maps the columns of the head line; *@found has a bit for each cell that has one. */
static void
read_head (Table *self, SlCsvRecord *record, SlTextRow *row, guint *found)
{
  SlTextCell cell;
  SlRowCell which;

  *found = 0;
  while (self->n_columns < SL_CSV_COLUMNS && sl_csv_record_next (record, row, &cell))
    {
      guint8 *column = &self->cells[self->n_columns++];

      *column = NO_CELL;
      if (!sl_row_cell_find (cell.begin, cell.length, &which) || (*found & 1u << which) != 0)
        continue;
      *column = which;
      *found |= 1u << which;
    }
  sl_csv_record_skip (record, row);
}

#define NEEDED (1u << SL_ROW_TIME | 1u << SL_ROW_ACTION)

/**
 * sl_events_csv_has_head:
 *
 * Returns: whether the line at @offset names the columns that events need
 */
gboolean
sl_events_csv_has_head (const char *data, gsize size, gsize offset)
{
  SlTextPlace place = { offset, size, 1, 0 };
  Table table = { data, size, 0, { 0 }, 0 };
  SlCsvRecord record;
  SlTextRow row;
  guint found;

  skip_silent (&table, &place);
  if (!sl_csv_record_init (&record, data, size, place.offset, ','))
    return FALSE;

  sl_text_row_init (&row, &place);
  read_head (&table, &record, &row, &found);
  return (found & NEEDED) == NEEDED;
}

/**
 * sl_events_csv_new:
 * @data: the whole text, which stays
 * @place: at the head line or before; moved behind it
 *
 * Returns: (transfer full) (nullable): data of %sl_events_csv_reader; %NULL with %SL_ERROR_MALFORMED where no column
 *   has the time or the action
 */
gpointer
sl_events_csv_new (const char *data, gsize size, SlTextPlace *place, GError **error)
{
  g_autofree Table *self = g_new0 (Table, 1);
  SlCsvRecord record;
  SlTextRow row;
  guint found;
  gsize next;

  self->data = data;
  self->size = size;
  skip_silent (self, place);
  if (!sl_csv_record_init (&record, data, size, place->offset, ','))
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY,
                           "The line with the names of the columns is missing, as in "
                           "“time,cpu,action,task,object,value”");
      return NULL;
    }

  sl_text_row_init (&row, place);
  self->head = place->offset;
  read_head (self, &record, &row, &found);
  if ((found & NEEDED) != NEEDED)
    {
      char quoted[SL_TEXT_QUOTED];
      gsize length = sl_text_get_line (data, size, self->head, &next);

      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "Line %" G_GUINT64_FORMAT
                   ": no column is called “%s”; the columns are “%s”, and "
                   "should be named as in “time,cpu,action,task,object,value”",
                   place->line, (found & 1u << SL_ROW_TIME) == 0 ? "time" : "action",
                   sl_text_quote (data + self->head, length, quoted));
      return NULL;
    }

  place->offset = record.next;
  place->line += record.lines;
  return g_steal_pointer (&self);
}
