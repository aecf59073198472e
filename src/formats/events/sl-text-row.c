/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-row.h"

#include <string.h>

static const char *const names[SL_N_ROW_CELLS] = { "time",  "cpu",      "action",  "task", "object",
                                                   "value", "deadline", "nominal", "text" };

/**
 * sl_text_row_init:
 * @self: (out caller-allocates): a row without cells
 * @place: of its line
 */
void
sl_text_row_init (SlTextRow *self, const SlTextPlace *place)
{
  memset (self->cells, 0, sizeof self->cells);
  self->offset = place->offset;
  self->line = place->line;
  self->part = place->part;
  self->is_first = place->part == 0;
  self->is_other = FALSE;
  self->scratch_used = 0;
  self->fault[0] = '\0';
}

G_GNUC_PRINTF (4, 0)
static void
set_fault (SlTextRow *self, guint column, const char *name, const char *format, va_list arguments)
{
  gsize length;

  if (self->fault[0] != '\0')
    return;

  if (name != NULL)
    g_snprintf (self->fault, SL_ROW_FAULT,
                "Line %" G_GUINT64_FORMAT ", column %u (%s): ", self->line, column, name);
  else
    g_snprintf (self->fault, SL_ROW_FAULT, "Line %" G_GUINT64_FORMAT ", column %u: ", self->line,
                column);
  length = strlen (self->fault);
  g_vsnprintf (self->fault + length, SL_ROW_FAULT - length, format, arguments);
}

/**
 * sl_text_row_fail:
 * @column: where in the line, from 1
 * @format: printf-style: what is wrong, and what would be right
 *
 * Says what is wrong with the row; only the first fault counts.
 */
void
sl_text_row_fail (SlTextRow *self, guint column, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  set_fault (self, column, NULL, format, arguments);
  va_end (arguments);
}

/**
 * sl_text_row_fail_cell:
 * @cell: which of the columns is wrong
 * @format: printf-style: what is wrong, and what would be right
 *
 * As sl_text_row_fail().
 */
void
sl_text_row_fail_cell (SlTextRow *self, SlRowCell cell, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  set_fault (self, MAX (self->cells[cell].column, 1), names[cell], format, arguments);
  va_end (arguments);
}

/**
 * sl_text_row_put:
 *
 * Keeps bytes that a cell can refer to.
 *
 * Returns: (nullable): where they are, right behind those put before; %NULL where there is no room
 */
const char *
sl_text_row_put (SlTextRow *self, const char *bytes, gsize length)
{
  char *at = self->scratch + self->scratch_used;

  if (length > SL_ROW_SCRATCH - self->scratch_used)
    return NULL;

  memcpy (at, bytes, length);
  self->scratch_used += (guint32) length;
  return at;
}

const char *
sl_row_cell_get_name (SlRowCell cell)
{
  g_return_val_if_fail ((guint) cell < SL_N_ROW_CELLS, NULL);

  return names[cell];
}

/**
 * sl_row_cell_find:
 * @cell: (out): set where %TRUE is returned
 *
 * Returns: whether a column has that name, in whatever case
 */
gboolean
sl_row_cell_find (const char *name, gsize length, SlRowCell *cell)
{
  for (guint i = 0; i < SL_N_ROW_CELLS; i++)
    {
      if (strlen (names[i]) != length || g_ascii_strncasecmp (names[i], name, length) != 0)
        continue;
      *cell = i;
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_text_quote:
 * @quoted: room for %SL_TEXT_QUOTED bytes
 *
 * Returns: (transfer none): @quoted, with the text as a message may cite it: cut off where it is long, with question
 *   marks for what is not text
 */
const char *
sl_text_quote (const char *begin, gsize length, char *quoted)
{
  static const char ellipsis[] = "…";
  gsize most = SL_TEXT_QUOTED - sizeof ellipsis;
  gsize size = 0;

  for (gsize i = 0; i < length;)
    {
      gunichar c = g_utf8_get_char_validated (begin + i, (gssize) (length - i));
      gboolean is_text = c != (gunichar) -1 && c != (gunichar) -2 && g_unichar_isprint (c);
      gsize bytes = is_text ? (gsize) g_unichar_to_utf8 (c, NULL) : 1;

      if (size + bytes > most)
        {
          memcpy (quoted + size, ellipsis, sizeof ellipsis);
          return quoted;
        }
      memcpy (quoted + size, is_text ? begin + i : "?", bytes);
      size += bytes;
      i += bytes;
    }

  quoted[size] = '\0';
  return quoted;
}

/**
 * sl_text_cell_is:
 *
 * Returns: whether the cell has exactly the text @word
 */
gboolean
sl_text_cell_is (const SlTextCell *cell, const char *word)
{
  return cell->begin != NULL && cell->length == strlen (word) &&
         memcmp (cell->begin, word, cell->length) == 0;
}

/* Leaves blanks around the cell out. */
void
sl_text_cell_trim (SlTextCell *cell)
{
  while (cell->length > 0 && g_ascii_isspace (cell->begin[0]))
    {
      cell->begin++;
      cell->column++;
      cell->length--;
    }
  while (cell->length > 0 && g_ascii_isspace (cell->begin[cell->length - 1]))
    cell->length--;
}

/**
 * sl_text_get_line:
 * @offset: at most @size
 * @next: (out): where the line after it begins
 *
 * Returns: the length of the line at @offset without its end
 */
gsize
sl_text_get_line (const char *data, gsize size, gsize offset, gsize *next)
{
  const char *begin = data + offset;
  const char *end = offset < size ? memchr (begin, '\n', size - offset) : NULL;
  gsize length = end != NULL ? (gsize) (end - begin) : size - offset;

  *next = offset + length + (end != NULL);
  if (length > 0 && begin[length - 1] == '\r')
    length--;
  return length;
}
