/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A sheet for a terminal: without pictures and without room. */
#include "sl-sheet.h"

#define WIDTH 100

/* Between columns. */
#define GAP 2

/* Breaks lines between words. */
static void
append_wrapped (GString *text, const char *paragraph)
{
  g_auto (GStrv) words = g_strsplit (paragraph, " ", -1);
  glong column = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (column > 0 && column + 1 + length > WIDTH)
        {
          g_string_append_c (text, '\n');
          column = 0;
        }
      if (column > 0)
        {
          g_string_append_c (text, ' ');
          column++;
        }
      g_string_append (text, words[i]);
      column += length;
    }
  g_string_append_c (text, '\n');
}

static void
append_pad (GString *text, glong n_spaces)
{
  for (glong i = 0; i < n_spaces; i++)
    g_string_append_c (text, ' ');
}

static void
append_table (GString *text, const SlSheetTable *table)
{
  guint n_rows = sl_sheet_table_get_n_rows (table);
  g_autofree glong *widths = g_new0 (glong, table->n_columns);

  for (guint row = 0; row < n_rows; row++)
    for (guint i = 0; i < table->n_columns; i++)
      widths[i] = MAX (widths[i], g_utf8_strlen (sl_sheet_table_get (table, row, i), -1));

  for (guint row = 0; row < n_rows; row++)
    {
      append_pad (text, GAP);
      for (guint i = 0; i < table->n_columns; i++)
        {
          const char *cell = sl_sheet_table_get (table, row, i);

          g_string_append (text, cell);
          if (i + 1 < table->n_columns)
            append_pad (text, widths[i] - g_utf8_strlen (cell, -1) + GAP);
        }
      g_string_append_c (text, '\n');
    }
}

/* A label with nothing but a picture behind it says nothing here. */
static gboolean
is_left_out (const SlSheet *self, guint number)
{
  SlSheetBlockType type = sl_sheet_get_block (self, number)->type;

  if (type == SL_SHEET_NAME || type == SL_SHEET_PICTURE || type == SL_SHEET_ROOM)
    return TRUE;
  if ((type != SL_SHEET_LABEL && type != SL_SHEET_HEADING) ||
      number + 1 >= sl_sheet_get_n_blocks (self))
    return FALSE;

  return sl_sheet_get_block (self, number + 1)->type == SL_SHEET_PICTURE
             ? number + 2 >= sl_sheet_get_n_blocks (self) ||
                   sl_sheet_get_block (self, number + 2)->type != SL_SHEET_NOTE
             : type == SL_SHEET_HEADING && is_left_out (self, number + 1);
}

/**
 * sl_sheet_to_text:
 *
 * Returns: (transfer full): what it says in words, in lines of up to 100 characters
 */
char *
sl_sheet_to_text (const SlSheet *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  SlSheetBlockType last = SL_SHEET_TITLE;

  for (guint i = 0; i < sl_sheet_get_n_blocks (self); i++)
    {
      const SlSheetBlock *block = sl_sheet_get_block (self, i);
      gboolean is_close = last == SL_SHEET_HEADING || last == SL_SHEET_LABEL ||
                          (block->type == SL_SHEET_NOTE && last == SL_SHEET_NOTE) ||
                          block->type == SL_SHEET_SUBJECT;

      if (is_left_out (self, i))
        continue;
      if (text->len > 0 && !is_close)
        g_string_append_c (text, '\n');
      if (block->table != NULL)
        append_table (text, block->table);
      else
        append_wrapped (text, block->text);
      last = block->type;
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}
