/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-companions.h"

#include <string.h>

#include "sl-open-file.h"

static SlOpenFile *
find_item (GPtrArray *items, GFile *file)
{
  for (guint i = 0; i < items->len; i++)
    {
      SlOpenFile *item = g_ptr_array_index (items, i);

      if (g_file_equal (item->file, file))
        return item;
    }

  return NULL;
}

/**
 * sl_open_is_neighbour:
 * @name: that a file has for another
 *
 * A file may name its neighbours and what lies in folders beside it, but must not reach for others.
 *
 * Returns: whether @name stays within the file's folder
 */
gboolean
sl_open_is_neighbour (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (parts[i][0] == '\0' || strcmp (parts[i], ".") == 0 || strcmp (parts[i], "..") == 0)
        return FALSE;
    }

  return parts[0] != NULL;
}

/* Takes the neighbour @name in, unless it is not there: that is for the format to tell. */
static gboolean
add_companion (GPtrArray *items,
               const SlOpenFile *owner,
               const char *name,
               SlOpenProgress progress,
               gpointer user_data,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GFile) file = g_file_resolve_relative_path (owner->folder, name);
  SlOpenFile *item = find_item (items, file);

  if (item == owner || (item == NULL && !g_file_query_exists (file, cancellable)))
    return TRUE;

  if (item == NULL)
    {
      item = sl_open_file_new (file, name, progress, user_data, cancellable, error);
      if (item == NULL)
        return FALSE;
      g_ptr_array_add (items, item);
    }

  /* The first to name a file has it. */
  if (item->owner != NULL)
    return TRUE;

  item->owner = owner;
  item->format = owner->format;
  g_clear_error (&item->failure);
  return TRUE;
}

/**
 * sl_open_add_companions:
 * @items: (element-type SlOpenFile): those given, with their formats; companions are added, and
 *   those that were given as well are told to be some
 *
 * Returns: %TRUE; or %FALSE with @error where a companion is there but cannot be read
 */
gboolean
sl_open_add_companions (GPtrArray *items,
                        SlOpenProgress progress,
                        gpointer user_data,
                        GCancellable *cancellable,
                        GError **error)
{
  guint n_given = items->len;

  for (guint i = 0; i < n_given; i++)
    {
      const SlOpenFile *item = g_ptr_array_index (items, i);
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

      if (item->format == NULL || item->format->companions == NULL || item->folder == NULL ||
          item->owner != NULL)
        continue;

      item->format->companions (item->mapping, names);
      for (guint j = 0; j < names->len; j++)
        {
          const char *name = g_ptr_array_index (names, j);

          if (name != NULL && sl_open_is_neighbour (name) &&
              !add_companion (items, item, name, progress, user_data, cancellable, error))
            return FALSE;
        }
    }

  return TRUE;
}
