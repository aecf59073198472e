/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-file-set.h"

typedef struct
{
  dev_t device;
  ino_t inode;
  char *name;
} Entry;

struct _SlFileSet
{
  GArray *entries;
};

static void
entry_clear (gpointer data)
{
  g_free (((Entry *) data)->name);
}

/**
 * sl_file_set_new:
 *
 * Returns: (transfer full): an empty set, for one thread at a time
 */
SlFileSet *
sl_file_set_new (void)
{
  SlFileSet *self = g_new0 (SlFileSet, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear);
  return self;
}

void
sl_file_set_free (SlFileSet *self)
{
  g_array_unref (self->entries);
  g_free (self);
}

/**
 * sl_file_set_add_path:
 * @path: in the file system's encoding; links are followed
 *
 * Adds the file that @path leads to now. What does not exist is not added.
 */
void
sl_file_set_add_path (SlFileSet *self, const char *path)
{
  struct stat status;
  Entry entry;

  if (stat (path, &status) != 0 || sl_file_set_find (self, &status) != NULL)
    return;

  entry = (Entry) { status.st_dev, status.st_ino, g_filename_display_basename (path) };
  g_array_append_val (self->entries, entry);
}

/**
 * sl_file_set_add_file:
 *
 * As sl_file_set_add_path(). A file that no path leads to is not added.
 */
void
sl_file_set_add_file (SlFileSet *self, GFile *file)
{
  const char *path = g_file_peek_path (file);

  if (path != NULL)
    sl_file_set_add_path (self, path);
}

/**
 * sl_file_set_add_uri:
 *
 * As sl_file_set_add_file().
 */
void
sl_file_set_add_uri (SlFileSet *self, const char *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);

  sl_file_set_add_file (self, file);
}

/**
 * sl_file_set_find:
 *
 * Returns: (transfer none) (nullable): the name for display, without folders, under which this file was added;
 *   %NULL where it was not
 */
const char *
sl_file_set_find (const SlFileSet *self, const struct stat *status)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->device == status->st_dev && entry->inode == status->st_ino)
        return entry->name;
    }

  return NULL;
}
