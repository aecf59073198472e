/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-csv.h"

#include <string.h>

/**
 * sl_csv_is_plain:
 *
 * Returns: whether @cell needs no quotes
 */
gboolean
sl_csv_is_plain (const char *cell)
{
  return strpbrk (cell, ",\"\r\n") == NULL;
}

/**
 * sl_csv_append:
 * @cell: may hold anything
 *
 * Appends a cell, in quotes where it needs them.
 */
void
sl_csv_append (GString *line, const char *cell)
{
  if (sl_csv_is_plain (cell))
    {
      g_string_append (line, cell);
      return;
    }

  g_string_append_c (line, '"');
  for (const char *p = cell; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (line, '"');
      g_string_append_c (line, *p);
    }
  g_string_append_c (line, '"');
}
