/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-session-prune.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define SUFFIX        ".ini"
#define DAY           (24 * 60 * 60)
#define LENGTH_OF_SUM 64

typedef struct
{
  char *path;
  gint64 modified; /* seconds since 1970 */
} Kept;

static void
kept_clear (gpointer data)
{
  g_free (((Kept *) data)->path);
}

/* Whatever else the user puts into the folder is his. */
static gboolean
is_kept_view (const char *name)
{
  return strlen (name) == LENGTH_OF_SUM + strlen (SUFFIX) &&
         strspn (name, "0123456789abcdef") == LENGTH_OF_SUM && g_str_has_suffix (name, SUFFIX);
}

static gint
compare_newest_first (gconstpointer one, gconstpointer other)
{
  const Kept *left = one;
  const Kept *right = other;

  if (left->modified != right->modified)
    return left->modified > right->modified ? -1 : 1;

  return strcmp (left->path, right->path);
}

static GArray *
list_kept (const char *folder)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_array_set_clear_func (list, kept_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;

      if (!is_kept_view (name) || g_lstat (path, &status) != 0 || !S_ISREG (status.st_mode))
        continue;

      g_array_append_val (list, ((Kept) { g_steal_pointer (&path), status.st_mtime }));
    }
  g_array_sort (list, compare_newest_first);
  return list;
}

/**
 * sl_session_prune:
 * @folder: of kept views; it need not be there
 * @now: seconds since 1970
 *
 * Removes views that are older than %SL_SESSION_DAYS, and of the others all but the newest
 * %SL_SESSION_MOST. Views that the user saved himself have other names, and stay. May be called in any
 * thread.
 *
 * Returns: how many were removed
 */
guint
sl_session_prune (const char *folder, gint64 now)
{
  g_autoptr (GArray) list = list_kept (folder);
  guint n_removed = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const Kept *kept = &g_array_index (list, Kept, i);

      if (i >= SL_SESSION_MOST || kept->modified < now - (gint64) SL_SESSION_DAYS * DAY)
        n_removed += g_unlink (kept->path) == 0;
    }
  return n_removed;
}
