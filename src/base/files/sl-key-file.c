/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sl-key-file.h"

#include <string.h>

/* Whether the line that ends at @end, or at a NUL before it, has an escape character with nothing behind it. */
static gboolean
ends_in_escape (const char *begin, const char *end)
{
  const char *nul = memchr (begin, '\0', (gsize) (end - begin));
  const char *last;

  if (nul != NULL)
    end = nul;
  while (end > begin && g_ascii_isspace (end[-1]))
    end--;
  last = end;
  while (end > begin && end[-1] == '\\')
    end--;
  return (last - end) % 2 == 1;
}

/**
 * sl_key_file_load:
 * @keys: that is filled
 * @text: from a file that may be damaged
 * @length: of @text, in bytes
 *
 * Loads a key file whose values are read as strings. GLib 2.74 sets an error over another one where a value has both an
 * unknown escape sequence and an escape character at its end, so lines with the latter are refused here.
 *
 * Returns: %FALSE with a %G_KEY_FILE_ERROR, which names the line where that is known
 */
gboolean
sl_key_file_load (GKeyFile *keys, const char *text, gsize length, GError **error)
{
  const char *end = text + length;
  guint line = 1;

  g_return_val_if_fail (keys != NULL && text != NULL, FALSE);

  for (const char *begin = text; begin < end; line++)
    {
      const char *next = memchr (begin, '\n', (gsize) (end - begin));

      if (next == NULL)
        next = end;
      if (*begin != '#' && ends_in_escape (begin, next))
        {
          g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE,
                       "Line %u ends with “\\”, which has nothing to escape", line);
          return FALSE;
        }
      begin = next == end ? end : next + 1;
    }
  return g_key_file_load_from_data (keys, text, length, G_KEY_FILE_NONE, error);
}
