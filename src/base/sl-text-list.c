/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-list.h"

/**
 * sl_text_list_join:
 * @texts: (element-type utf8):
 * @most: how many are named
 *
 * Returns: (transfer full): the first of the texts, with commas between them, and dots where there are more
 */
char *
sl_text_list_join (const GPtrArray *texts, guint most)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < MIN (texts->len, most); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (texts, i));
  if (texts->len > most)
    g_string_append (list, ", …");
  return g_string_free (list, FALSE);
}
