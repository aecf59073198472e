/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-log-columns.h"

#include <string.h>

#include "sl-log-words.h"

/**
 * sl_log_columns_clear:
 */
void
sl_log_columns_clear (SlLogColumns *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    g_hash_table_unref (self->columns[i].texts);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->preview, sl_log_preview_free);
}

static void
count_number (SlLogColumn *self, const char *text)
{
  g_autofree char *plain = g_strdup (text);
  const char *point = strpbrk (text, ".,");
  char *end;
  double number;

  g_strdelimit (plain, ",", '.');
  number = g_ascii_strtod (plain, &end);
  if (end == plain || *end != '\0' || g_ascii_isalpha (plain[0]))
    return;

  self->first = self->n_numbers == 0 ? number : self->first;
  self->n_falls += self->n_numbers > 0 && number < self->last;
  self->last = number;
  self->n_numbers++;
  self->n_whole += point == NULL;
  self->n_commas += point != NULL && *point == ',';
  if (point != NULL)
    self->n_digits = MAX (self->n_digits, (guint) strlen (point + 1));
}

static void
count_cell (SlLogColumn *self, char *text)
{
  if (text[0] == '\0')
    return;

  self->n_filled++;
  self->n_guessed += sl_log_words_guess (text) != SL_LOG_NOT_READ;
  if (g_hash_table_size (self->texts) < SL_LOG_MOST_TEXTS)
    g_hash_table_add (self->texts, text);
  count_number (self, text);
}

/**
 * sl_log_column_is_own_name:
 *
 * Returns: whether a column is called @name because the log has no name for it
 */
gboolean
sl_log_column_is_own_name (const char *name)
{
  return g_str_has_prefix (name, "column-") || g_str_has_prefix (name, "group-") ||
         g_str_equal (name, "line") || g_str_equal (name, "rest") ||
         (name[0] == 'c' && g_ascii_isdigit (name[1]));
}

/**
 * sl_log_columns_read:
 * @self: (out caller-allocates): zeroed
 * @draft: says how lines are cut
 * @data: (array length=size): the log
 *
 * Returns: %FALSE if the draft does not cut lines
 */
gboolean
sl_log_columns_read (SlLogColumns *self, const SlLogDraft *draft, const char *data, gsize size)
{
  gboolean is_table = sl_log_draft_is_table (draft);

  self->preview = sl_log_preview_new (draft, data, size, NULL);
  if (self->preview->columns == NULL)
    return FALSE;

  self->n_columns = g_strv_length (self->preview->columns);
  self->columns = g_new0 (SlLogColumn, self->n_columns + 1);
  self->n_lines = self->preview->lines->len;
  for (guint i = 0; i < self->n_columns; i++)
    {
      SlLogColumn *column = &self->columns[i];

      column->name = self->preview->columns[i];
      column->is_named = !sl_log_column_is_own_name (column->name);
      /* The whole line. */
      column->is_used = !is_table && i == 0;
      column->texts = g_hash_table_new (g_str_hash, g_str_equal);
    }
  for (guint i = 0; i < self->n_lines; i++)
    {
      const SlLogPreviewLine *line = g_ptr_array_index (self->preview->lines, i);

      for (guint j = 0; line->cells[j] != NULL && j < self->n_columns; j++)
        count_cell (&self->columns[j], line->cells[j]);
    }

  return TRUE;
}
