/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-csv-record.h"

#include <string.h>

/**
 * sl_csv_record_init:
 * @self: (out caller-allocates): before its first cell
 * @offset: of the record
 *
 * Returns: %FALSE at the end of the text
 */
gboolean
sl_csv_record_init (SlCsvRecord *self, const char *data, gsize size, gsize offset, char separator)
{
  *self = (SlCsvRecord) { .data = data,
                          .size = size,
                          .begin = offset,
                          .position = offset,
                          .next = offset,
                          .separator = separator,
                          .has_ended = offset >= size };
  self->line_end = offset + sl_text_get_line (data, size, MIN (offset, size), &self->line_next);
  return offset < size;
}

/* The end of the line that @at is in. */
static gsize
find_end (SlCsvRecord *self, gsize at)
{
  if (at > self->line_end)
    self->line_end = at + sl_text_get_line (self->data, self->size, at, &self->line_next);
  return self->line_end;
}

static void
end_record (SlCsvRecord *self, gsize next)
{
  self->has_ended = TRUE;
  self->next = next;
  self->lines++;
}

/* A separator or the end of the line at @at, or blanks before that; else a fault. */
static void
end_cell (SlCsvRecord *self, SlTextRow *row, gsize at)
{
  gsize end = find_end (self, at);

  while (at < end && self->data[at] == ' ' && self->separator != ' ')
    at++;
  if (at == end)
    {
      end_record (self, self->line_next);
      return;
    }
  if (self->data[at] != self->separator)
    {
      sl_text_row_fail (row, (guint) MIN (at - self->begin + 1, G_MAXUINT),
                        "Text follows a closing quote; a quote inside of quotes is written twice");
      end_record (self, self->line_next);
      return;
    }

  self->position = at + 1;
}

/* The cell whose opening quote is at @open. */
static void
read_quoted (SlCsvRecord *self, SlTextRow *row, gsize open, SlTextCell *cell)
{
  gsize most = MIN (self->size, open + SL_CSV_QUOTED);
  gboolean has_doubled = FALSE;
  gsize next;
  gsize at;
  guint lines = 0;

  for (at = open + 1; at < most; at++)
    {
      lines += self->data[at] == '\n';
      if (self->data[at] != '"')
        continue;
      if (at + 1 == self->size || self->data[at + 1] != '"')
        break;
      has_doubled = TRUE;
      at++;
    }
  if (at >= most)
    {
      sl_text_row_fail (row, (guint) MIN (open - self->begin + 1, G_MAXUINT),
                        "A quote is not closed within %d bytes", SL_CSV_QUOTED);
      sl_text_get_line (self->data, self->size, self->begin, &next);
      end_record (self, next);
      self->lines = 1;
      return;
    }

  cell->begin = self->data + open + 1;
  cell->length = at - open - 1;
  cell->column++;
  self->lines += lines;
  if (has_doubled)
    {
      const char *begin = sl_text_row_put (row, "", 0);
      gsize length = 0;

      for (gsize i = 0; i < cell->length && begin != NULL; i++)
        {
          begin = sl_text_row_put (row, cell->begin + i, 1) != NULL ? begin : NULL;
          length++;
          i += cell->begin[i] == '"';
        }
      if (begin == NULL)
        sl_text_row_fail (row, cell->column, "A text with quotes in it is longer than %d bytes",
                          SL_ROW_SCRATCH);
      cell->begin = begin != NULL ? begin : "";
      cell->length = begin != NULL ? length : 0;
    }
  end_cell (self, row, at + 1);
}

/**
 * sl_csv_record_next:
 * @row: keeps texts, and takes faults
 * @cell: (out): without blanks around it; those in quotes stay
 *
 * Returns: %FALSE behind the last cell
 */
gboolean
sl_csv_record_next (SlCsvRecord *self, SlTextRow *row, SlTextCell *cell)
{
  gsize at = self->position;
  const char *separator;
  gsize end;

  if (self->has_ended)
    return FALSE;

  end = find_end (self, at);
  while (at < end && self->data[at] == ' ')
    at++;
  *cell =
      (SlTextCell) { self->data + at, 0, (guint) MIN (at - self->begin + 1, (gsize) G_MAXUINT) };
  if (at < end && self->data[at] == '"')
    {
      read_quoted (self, row, at, cell);
      return TRUE;
    }

  separator = at < end ? memchr (self->data + at, self->separator, end - at) : NULL;
  cell->length = separator != NULL ? (gsize) (separator - cell->begin) : end - at;
  if (separator == NULL)
    end_record (self, self->line_next);
  else
    self->position = at + cell->length + 1;
  sl_text_cell_trim (cell);
  return TRUE;
}

/**
 * sl_csv_record_skip:
 *
 * Goes on to the end of the record.
 */
void
sl_csv_record_skip (SlCsvRecord *self, SlTextRow *row)
{
  SlTextCell cell;

  while (sl_csv_record_next (self, row, &cell))
    ;
}
