/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-text.h"

#include <string.h>

#include "sl-error.h"

/* A text, or what a column or a group of the action's pattern has. */
typedef struct
{
  char *text; /* NULL for the others */
  gboolean is_group;
  guint number;
} Piece;

struct _SlLogText
{
  GArray *pieces; /* of Piece */
};

static void
piece_clear (gpointer data)
{
  g_free (((Piece *) data)->text);
}

void
sl_log_text_free (SlLogText *self)
{
  g_array_unref (self->pieces);
  g_free (self);
}

/**
 * sl_log_text_find_column:
 * @name: of a column, or its number from 1
 * @column: (out): set where %TRUE is returned
 *
 * Returns: whether there is such a column
 */
gboolean
sl_log_text_find_column (const char *name, GStrv columns, guint *column)
{
  guint n_columns = g_strv_length (columns);
  guint64 number;

  for (guint i = 0; i < n_columns; i++)
    {
      if (!g_str_equal (columns[i], name))
        continue;
      *column = i;
      return TRUE;
    }

  if (!g_ascii_string_to_unsigned (name, 10, 1, MAX (n_columns, 1), &number, NULL))
    return FALSE;

  *column = (guint) number - 1;
  return number <= n_columns;
}

static void
add_text (SlLogText *self, const char *text, gsize length)
{
  Piece piece = { g_strndup (text, length), FALSE, 0 };

  g_array_append_val (self->pieces, piece);
}

static gboolean
add_column (SlLogText *self, const char *name, GStrv columns, GRegex *pattern, GError **error)
{
  int group = pattern != NULL && name[0] != '\0' ? g_regex_get_string_number (pattern, name) : -1;
  Piece piece = { NULL, group >= 0, (guint) MAX (group, 0) };
  g_autofree char *list = NULL;

  if (group >= 0 || sl_log_text_find_column (name, columns, &piece.number))
    {
      g_array_append_val (self->pieces, piece);
      return TRUE;
    }

  list = g_strjoinv ("”, “", columns);
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
               "there is no column “%s”, only “%s”%s; a text that is the same in each line is "
               "written in quotes",
               name, list, pattern != NULL ? " and the named groups of the pattern" : "");
  return FALSE;
}

/**
 * sl_log_text_new:
 * @text: a column, a text in double quotes, or one with {COLUMN} in it
 * @is_word: a text without braces is a word, not a column
 * @columns: of the log
 * @pattern: (nullable): whose named groups are columns as well
 *
 * Returns: (transfer full) (nullable): where a cell is taken from; %NULL with %SL_ERROR_MALFORMED
 */
SlLogText *
sl_log_text_new (const char *text, gboolean is_word, GStrv columns, GRegex *pattern, GError **error)
{
  SlLogText *self = g_new0 (SlLogText, 1);
  gsize length = strlen (text);
  gboolean is_right = TRUE;

  self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  g_array_set_clear_func (self->pieces, piece_clear);
  if (length >= 2 && text[0] == '"' && text[length - 1] == '"')
    add_text (self, text + 1, length - 2);
  else if (strchr (text, '{') == NULL && is_word)
    add_text (self, text, length);
  else if (strchr (text, '{') == NULL)
    is_right = add_column (self, text, columns, pattern, error);
  else
    while (text[0] != '\0' && is_right)
      {
        const char *close = text[0] == '{' ? strchr (text, '}') : NULL;
        gsize size = close != NULL ? (gsize) (close - text) + 1 : 1 + strcspn (text + 1, "{");
        g_autofree char *name = close != NULL ? g_strndup (text + 1, size - 2) : NULL;

        if (name != NULL)
          is_right = add_column (self, name, columns, pattern, error);
        else
          add_text (self, text, size);
        text += size;
      }

  if (is_right)
    return self;

  sl_log_text_free (self);
  return NULL;
}

static void
get_piece (const Piece *piece,
           const SlLogLine *line,
           const SlTextCell *groups,
           guint n_groups,
           SlTextCell *cell)
{
  *cell = (SlTextCell) { "", 0, 1 };
  if (piece->text != NULL)
    *cell = (SlTextCell) { piece->text, strlen (piece->text), 1 };
  else if (piece->is_group && piece->number < n_groups)
    *cell = groups[piece->number];
  else if (!piece->is_group && piece->number < line->n_cells)
    *cell = line->cells[piece->number];
  if (piece->text == NULL && cell->length > 0)
    sl_text_cell_trim (cell);
}

/**
 * sl_log_text_make:
 * @groups: of the action's pattern
 * @row: whose @cell is set
 */
void
sl_log_text_make (const SlLogText *self,
                  const SlLogLine *line,
                  const SlTextCell *groups,
                  guint n_groups,
                  SlTextRow *row,
                  SlRowCell cell)
{
  SlTextCell *made = &row->cells[cell];
  SlTextCell piece;
  gsize length = 0;
  const char *begin;

  get_piece (&g_array_index (self->pieces, Piece, 0), line, groups, n_groups, made);
  if (self->pieces->len == 1)
    return;

  begin = sl_text_row_put (row, "", 0);
  for (guint i = 0; i < self->pieces->len; i++)
    {
      get_piece (&g_array_index (self->pieces, Piece, i), line, groups, n_groups, &piece);
      if (piece.length > 0 && sl_text_row_put (row, piece.begin, piece.length) == NULL)
        {
          sl_text_row_fail_cell (row, cell, "The text is longer than %d bytes", SL_ROW_SCRATCH);
          return;
        }
      length += piece.length;
    }
  made->begin = begin;
  made->length = length;
}
