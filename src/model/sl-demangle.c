/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The C++ library knows how. It is on every desktop but nothing here is written in C++, so it is not
 * linked but looked for when the first such name comes up; without it names stay as they are. */

#include "sl-demangle.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* References to parts of the name that came before. Each may multiply what comes out, so a name from
 * a hostile file could fill the memory. */
#define MOST_REFERENCES 24
#define LONGEST_NAME    1024

typedef char *(*Demangler) (const char *name, char *buffer, size_t *length, int *status);

static Demangler
find_demangler (void)
{
  static gsize found;

  if (g_once_init_enter (&found))
    {
      void *library = dlopen ("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
      void *function = library != NULL ? dlsym (library, "__cxa_demangle") : NULL;

      g_once_init_leave (&found, function != NULL ? (gsize) function : 1);
    }

  return found != 1 ? (Demangler) found : NULL;
}

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
  Demangler demangler;
  char *plain, *copy;
  int status;

  if (!g_str_has_prefix (name, "_Z") || !is_harmless (name))
    return g_strdup (name);

  demangler = find_demangler ();
  plain = demangler != NULL ? demangler (name, NULL, NULL, &status) : NULL;
  if (plain == NULL)
    return g_strdup (name);

  copy = g_utf8_make_valid (plain, -1);
  free (plain);
  return copy;
}
