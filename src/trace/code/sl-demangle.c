/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-demangle.h"

#include <stdlib.h>
#include <string.h>

/* References to parts of the name that came before. Each may multiply what comes out, so a name from
 * a hostile file could fill the memory. */
#define MOST_REFERENCES 24
#define LONGEST_NAME    1024

/* Of the C++ library, by the Itanium C++ ABI, 3.4; its header is C++. */
char *__cxa_demangle (const char *name, char *buffer, size_t *length, int *status);

static gboolean
is_harmless (const char *name)
{
  guint n_references = 0;

  for (const char *at = name; *at != '\0'; at++)
    {
      const char *end = at + 1;

      if (*at != 'S' && *at != 'T')
        continue;
      while (g_ascii_isdigit (*end) || g_ascii_isupper (*end))
        end++;
      n_references += *end == '_';
    }

  return n_references <= MOST_REFERENCES && strlen (name) <= LONGEST_NAME;
}

/**
 * sl_demangle:
 * @name: of a symbol
 *
 * Any thread.
 *
 * Returns: (transfer full): what it is in C++, or a copy of the name where it is something else
 */
char *
sl_demangle (const char *name)
{
  char *plain, *copy;
  int status;

  if (!g_str_has_prefix (name, "_Z") || !is_harmless (name))
    return g_strdup (name);

  plain = __cxa_demangle (name, NULL, NULL, &status);
  if (plain == NULL)
    return g_strdup (name);

  copy = g_utf8_make_valid (plain, -1);
  free (plain);
  return copy;
}
