/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-folder.h"

#include "sl-error.h"
#include "sl-file-reader.h"
#include "sl-open-file.h"
#include "sl-unpack.h"

/* A file of the folder, by the name that it will have when it is unpacked. */
typedef struct
{
  GFile *file;
  char *name;
} Entry;

static void
entry_clear (gpointer data)
{
  Entry *self = data;

  g_clear_object (&self->file);
  g_free (self->name);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (((const Entry *) a)->name, ((const Entry *) b)->name);
}

static GArray *
list_files (GFile *folder, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileEnumerator) children =
      g_file_enumerate_children (folder,
                                 G_FILE_ATTRIBUTE_STANDARD_NAME
                                 "," G_FILE_ATTRIBUTE_STANDARD_TYPE
                                 "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN,
                                 G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  GFileInfo *info;
  GFile *child;

  g_array_set_clear_func (entries, entry_clear);
  if (children == NULL)
    return NULL;

  while (g_file_enumerator_iterate (children, &info, &child, cancellable, error))
    {
      if (info == NULL)
        {
          g_array_sort (entries, compare_entries);
          return g_steal_pointer (&entries);
        }

      if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR &&
          !g_file_info_get_is_hidden (info))
        {
          g_autofree char *name = sl_open_get_display_name (child);
          Entry entry = { g_object_ref (child), sl_unpack_strip_name (name) };

          g_array_append_val (entries, entry);
        }
    }

  return NULL;
}

/* Takes all entries that @format joins with the one at @seed; they are out of further choice. */
static GPtrArray *
take_joined (GArray *entries, guint seed, const SlFormat *format, gboolean *taken)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);
  const char *name = g_array_index (entries, Entry, seed).name;

  for (guint i = seed; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (taken[i] || !format->joins (entry->name, name))
        continue;

      taken[i] = TRUE;
      g_ptr_array_add (files, g_object_ref (entry->file));
    }

  return files;
}

/* Adds the sets of files that @format joins to @sets, but for those that are there already. */
static void
add_sets (GPtrArray *sets, GArray *entries, const SlFormat *format)
{
  g_autofree gboolean *taken = g_new0 (gboolean, entries->len);

  for (guint seed = 0; seed < entries->len; seed++)
    {
      g_autoptr (GPtrArray) files = NULL;
      gboolean is_known = FALSE;

      if (taken[seed])
        continue;

      files = take_joined (entries, seed, format, taken);
      for (guint i = 0; i < sets->len && files->len > 0; i++)
        {
          GPtrArray *set = g_ptr_array_index (sets, i);

          is_known = is_known || g_ptr_array_index (set, 0) == g_ptr_array_index (files, 0);
        }

      if (files->len > 0 && !is_known)
        g_ptr_array_add (sets, g_steal_pointer (&files));
    }
}

static GPtrArray *
find_sets (GArray *entries, const SlFormat *forced)
{
  GPtrArray *sets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  guint n_formats = sl_formats_get_count ();

  for (guint i = 0; i < n_formats; i++)
    {
      const SlFormat *format = sl_formats_get (i)->format;

      if (format != NULL && format->joins != NULL && (forced == NULL || format == forced))
        add_sets (sets, entries, format);
    }

  return sets;
}

/* A larger file is only looked into if its beginning says that it can tell what belongs to it: it may be packed. */
#define MAX_MAIN_SIZE (1 << 20)

static gboolean
begins_as_main (GFile *file)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *name = sl_open_get_display_name (file);
  int fd = path != NULL ? sl_file_open_regular (path, NULL) : -1;
  g_autoptr (SlMapping) mapping = fd >= 0 ? sl_mapping_new_take_fd (fd, name, NULL) : NULL;
  const SlFormat *format;
  SlProbe probe;

  if (mapping == NULL)
    return FALSE;

  probe = (SlProbe) { .head = sl_mapping_get_data (mapping),
                      .head_length = MIN (sl_mapping_get_size (mapping), SL_PROBE_LENGTH),
                      .size = sl_mapping_get_size (mapping),
                      .name = name };
  format = sl_formats_detect (&probe, NULL);
  return format != NULL && format->companions != NULL;
}

/* Adds to @companions what a file that tells it says. */
static gboolean
is_main_file (GFile *file, const SlFormat *forced, GPtrArray *companions, GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                  G_FILE_QUERY_INFO_NONE, cancellable, NULL);
  g_autoptr (SlOpenFile) item = NULL;

  if (info == NULL || (g_file_info_get_size (info) > MAX_MAIN_SIZE && !begins_as_main (file)))
    return FALSE;

  item = sl_open_file_new (file, NULL, NULL, NULL, cancellable, NULL);
  if (item == NULL)
    return FALSE;

  sl_open_file_detect (item, NULL);
  if (item->format == NULL || item->format->companions == NULL ||
      (forced != NULL && item->format != forced))
    return FALSE;

  item->format->companions (item->mapping, companions);
  return TRUE;
}

/* Adds each file that tells what belongs to it, and belongs to no other: sl_open() finds its
 * companions. */
static void
add_main_files (GPtrArray *sets, GArray *entries, const SlFormat *forced, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) companions = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) mains = g_ptr_array_new (); /* of Entry */

  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);

      if (is_main_file (entry->file, forced, companions, cancellable))
        g_ptr_array_add (mains, entry);
    }

  for (guint i = 0; i < mains->len; i++)
    {
      const Entry *entry = g_ptr_array_index (mains, i);
      GPtrArray *files;

      if (g_ptr_array_find_with_equal_func (companions, entry->name, g_str_equal, NULL))
        continue;

      files = g_ptr_array_new_with_free_func (g_object_unref);
      g_ptr_array_add (files, g_object_ref (entry->file));
      g_ptr_array_add (sets, files);
    }
}

static void
set_several (GPtrArray *sets, GError **error)
{
  GPtrArray *one = g_ptr_array_index (sets, 0);
  GPtrArray *other = g_ptr_array_index (sets, 1);
  g_autofree char *one_name = sl_open_get_display_name (g_ptr_array_index (one, 0));
  g_autofree char *other_name = sl_open_get_display_name (g_ptr_array_index (other, 0));

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "The folder holds %u traces, among them those that begin with %s and %s: open the "
               "files of one of them",
               sets->len, one_name, other_name);
}

/**
 * sl_open_folder_choose:
 * @forced: (nullable): the format that the user chose
 *
 * Finds the one set of files of @folder that a format joins by their names, or else the one file that
 * tells what belongs to it, or else its only file.
 * Hidden files and folders inside are not looked at.
 *
 * Returns: (transfer full) (element-type GFile) (nullable): the files, at least one; or %NULL
 *   where there is no such set, or more than one
 */
GPtrArray *
sl_open_folder_choose (GFile *folder,
                       const SlFormat *forced,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (GArray) entries = list_files (folder, cancellable, error);
  g_autoptr (GPtrArray) sets = NULL;

  if (entries == NULL)
    return NULL;

  sets = find_sets (entries, forced);
  if (sets->len == 0)
    add_main_files (sets, entries, forced, cancellable);
  if (sets->len == 1)
    return g_ptr_array_steal_index (sets, 0);

  if (sets->len > 1)
    set_several (sets, error);
  else if (entries->len == 1)
    {
      GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

      g_ptr_array_add (files, g_object_ref (g_array_index (entries, Entry, 0).file));
      return files;
    }
  else
    g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY,
                         "The folder holds no files that belong together: open one of its files");

  return NULL;
}
