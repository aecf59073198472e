/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-file-link.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* As many as the kernel follows. */
#define MAX_LINKS 40

/* Number of the descriptor of this process that @path is a name of, such as /dev/stdout is of 1; -1 for
 * others. */
static int
find_descriptor (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *own = g_strdup_printf ("/proc/%d/fd", (int) getpid ());
  g_autofree char *real = NULL;
  char *resolved = realpath (folder, NULL);
  guint64 number;

  real = g_strdup (resolved);
  free (resolved);
  if (g_strcmp0 (real, own) == 0 &&
      g_ascii_string_to_unsigned (name, 10, 0, G_MAXINT, &number, NULL))
    return (int) number;

  return -1;
}

/**
 * sl_file_link_follow:
 * @path: of a link or of anything else
 * @descriptor: (out): of this process, which the path is a name of, as /dev/stdout is of 1; -1 for others
 * @error: of %G_IO_ERROR. Messages do not name the file
 *
 * Follows links, also to where nothing is yet.
 *
 * Returns: (transfer full) (nullable): the file behind all links; %NULL with @error
 */
char *
sl_file_link_follow (const char *path, int *descriptor, GError **error)
{
  g_autofree char *at = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *link = NULL;

      *descriptor = find_descriptor (at);
      link = *descriptor < 0 ? g_file_read_link (at, NULL) : NULL;
      if (link == NULL)
        return g_steal_pointer (&at);

      if (!g_path_is_absolute (link))
        {
          g_autofree char *folder = g_path_get_dirname (at);
          char *joined = g_build_filename (folder, link, NULL);

          g_free (link);
          link = joined;
        }
      g_free (at);
      at = g_steal_pointer (&link);
    }

  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (ELOOP), g_strerror (ELOOP));
  return NULL;
}
