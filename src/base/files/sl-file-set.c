/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-file-set.h"

typedef struct
{
  dev_t device;
  ino_t inode;
  GFile *remote; /* NULL for a file on this machine */
  char *name;
} Entry;

struct _SlFileSet
{
  GArray *entries;
};

static void
entry_clear (gpointer data)
{
  Entry *self = data;

  g_clear_object (&self->remote);
  g_free (self->name);
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

  entry = (Entry) { status.st_dev, status.st_ino, NULL, g_filename_display_basename (path) };
  g_array_append_val (self->entries, entry);
}

/**
 * sl_file_set_add_file:
 *
 * As sl_file_set_add_path(). A file that no path leads to is added as it is called.
 */
void
sl_file_set_add_file (SlFileSet *self, GFile *file)
{
  const char *path = g_file_peek_path (file);

  if (path != NULL)
    sl_file_set_add_path (self, path);
  else if (sl_file_set_find_remote (self, file) == NULL)
    {
      Entry entry = { 0, 0, g_object_ref (file), g_file_get_parse_name (file) };

      g_array_append_val (self->entries, entry);
    }
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

      if (entry->remote == NULL && entry->device == status->st_dev &&
          entry->inode == status->st_ino)
        return entry->name;
    }

  return NULL;
}

/**
 * sl_file_set_find_remote:
 * @file: that no path leads to
 *
 * Returns: (transfer none) (nullable): as of sl_file_set_find()
 */
const char *
sl_file_set_find_remote (const SlFileSet *self, GFile *file)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->remote != NULL && g_file_equal (entry->remote, file))
        return entry->name;
    }

  return NULL;
}
