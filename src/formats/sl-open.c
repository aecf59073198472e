/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open.h"

#include "sl-error.h"
#include "sl-open-companions.h"
#include "sl-open-file.h"
#include "sl-open-folder.h"
#include "sl-open-remote.h"

static gboolean
is_listed (GPtrArray *files, GFile *file)
{
  return g_ptr_array_find_with_equal_func (files, file, (GEqualFunc) g_file_equal, NULL);
}

static gboolean
add_folder (GPtrArray *files,
            GFile *folder,
            const SlFormat *forced,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GPtrArray) chosen = sl_open_folder_choose (folder, forced, cancellable, error);

  if (chosen == NULL)
    {
      g_autofree char *name = sl_open_get_display_name (folder);

      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }

  for (guint i = 0; i < chosen->len; i++)
    {
      if (!is_listed (files, g_ptr_array_index (chosen, i)))
        g_ptr_array_add (files, g_object_ref (g_ptr_array_index (chosen, i)));
    }

  return TRUE;
}

/* All files in question, each once: those given and those chosen from folders. */
static GPtrArray *
list_files (const SlOpenRequest *request,
            const SlFormat *forced,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < request->files->len; i++)
    {
      GFile *file = g_ptr_array_index (request->files, i);

      if (!sl_open_remote_check (file, error))
        return NULL;
      if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) ==
          G_FILE_TYPE_DIRECTORY)
        {
          if (!add_folder (files, file, forced, cancellable, error))
            return NULL;
        }
      else if (!is_listed (files, file))
        g_ptr_array_add (files, g_object_ref (file));
    }

  return g_steal_pointer (&files);
}

/* A file that cannot be told alone, such as an empty chunk, goes with a neighbour that joins it. */
static void
adopt (GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      SlOpenFile *item = g_ptr_array_index (items, i);

      for (guint j = 0; j < items->len && item->format == NULL; j++)
        {
          const SlOpenFile *other = g_ptr_array_index (items, j);

          if (other->format != NULL && sl_open_file_may_join (item, other->format, other))
            item->format = other->format;
        }
    }
}

static GPtrArray *
load_files (GPtrArray *files,
            const SlFormat *forced,
            SlOpenProgress progress,
            gpointer user_data,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_open_file_free);

  for (guint i = 0; i < files->len; i++)
    {
      SlOpenFile *item = sl_open_file_new (g_ptr_array_index (files, i), NULL, progress, user_data,
                                           cancellable, error);

      if (item == NULL)
        return NULL;

      g_ptr_array_add (items, item);
      sl_open_file_detect (item, forced);
    }

  if (!sl_open_add_companions (items, progress, user_data, cancellable, error))
    return NULL;

  adopt (items);
  for (guint i = 0; i < items->len; i++)
    {
      SlOpenFile *item = g_ptr_array_index (items, i);

      if (item->format == NULL)
        {
          g_propagate_prefixed_error (error, g_steal_pointer (&item->failure), "%s: ", item->name);
          return NULL;
        }
    }

  return g_steal_pointer (&items);
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const SlOpenFile *one = *(SlOpenFile *const *) a;
  const SlOpenFile *other = *(SlOpenFile *const *) b;
  const char *name = sl_mapping_get_name (one->mapping);
  const char *other_name = sl_mapping_get_name (other->mapping);

  if (one->format->compare_names != NULL)
    return one->format->compare_names (name, other_name);
  return g_strcmp0 (name, other_name);
}

/* The first file that stands for itself. */
static guint
find_first (GPtrArray *items)
{
  guint first = 0;

  while (first + 1 < items->len &&
         ((const SlOpenFile *) g_ptr_array_index (items, first))->owner != NULL)
    first++;
  return first;
}

static void
take_companions (GPtrArray *items, GPtrArray *joined, const SlOpenFile *owner)
{
  for (guint i = 0; i < items->len;)
    {
      if (((const SlOpenFile *) g_ptr_array_index (items, i))->owner == owner)
        g_ptr_array_add (joined, g_ptr_array_steal_index (items, i));
      else
        i++;
    }
}

/* Takes the first file and all that its format joins with it out of @items. */
static GPtrArray *
take_joined (GPtrArray *items)
{
  GPtrArray *joined = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_open_file_free);
  const SlOpenFile *first;

  g_ptr_array_add (joined, g_ptr_array_steal_index (items, find_first (items)));
  first = g_ptr_array_index (joined, 0);
  take_companions (items, joined, first);
  if (joined->len > 1)
    return joined;

  for (guint i = 0; i < items->len;)
    {
      SlOpenFile *item = g_ptr_array_index (items, i);

      if (item->format == first->format && item->owner == NULL &&
          sl_open_file_may_join (item, first->format, first))
        g_ptr_array_add (joined, g_ptr_array_steal_index (items, i));
      else
        i++;
    }

  g_ptr_array_sort (joined, compare_items);
  return joined;
}

static gboolean
knows_option (const SlFormat *format, const char *key)
{
  for (const SlFormatOption *option = format->options; option != NULL && option->key != NULL;
       option++)
    {
      if (g_str_equal (option->key, key))
        return TRUE;
    }

  return FALSE;
}

static void
set_unknown_option (const SlFormat *format, const char *key, GError **error)
{
  g_autoptr (GString) keys = g_string_new (NULL);

  for (const SlFormatOption *option = format->options; option != NULL && option->key != NULL;
       option++)
    g_string_append_printf (keys, "%s%s", keys->len > 0 ? ", " : "", option->key);

  if (keys->len > 0)
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "This format has no option “%s”; its options are %s", key, keys->str);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "This format has no option “%s”, and no other options either", key);
}

static gboolean
check_options (const SlFormat *format, SlFormatOptions *options, GError **error)
{
  GHashTableIter iter;
  gpointer key;

  if (options == NULL)
    return TRUE;

  g_hash_table_iter_init (&iter, options);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (!knows_option (format, key))
        {
          set_unknown_option (format, key, error);
          return FALSE;
        }
    }

  return TRUE;
}

static SlInput *
make_input (GPtrArray *joined, GError **error)
{
  g_autoptr (GPtrArray) mappings = g_ptr_array_new ();

  if (joined->len > SL_INPUT_MAX_FILES)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
                   "%u files would be one trace; at most %u can be joined", joined->len,
                   SL_INPUT_MAX_FILES);
      return NULL;
    }

  for (guint i = 0; i < joined->len; i++)
    g_ptr_array_add (mappings, ((const SlOpenFile *) g_ptr_array_index (joined, i))->mapping);
  return sl_input_new ((SlMapping *const *) mappings->pdata, mappings->len);
}

/* What the format's own kinds of events say by themselves. */
static SlActionGroups
get_kinds_groups (const SlFormat *format)
{
  SlActionGroups groups = 0;

  for (guint i = 0; i < format->n_kinds; i++)
    if (format->kinds[i].action != SL_ACTION_NONE)
      groups |= sl_action_get_group (format->kinds[i].action);
  return groups;
}

/* What @source is by its format; it may know better than that what is in this file. Other groups that are not declared
 * are noted where their actions are followed: that is only where scheduling is declared. */
static void
declare (SlSource *source, const SlFormat *format)
{
  if (sl_source_get_tells (source) == 0)
    {
      sl_source_set_traits (source, format->traits);
      sl_source_set_meaning (source, format->tells, format->translator);
    }
  if (format->translator == NULL && !sl_source_says (source, SL_TELLS_SCHEDULING) &&
      (get_kinds_groups (format) & SL_TELLS_SCHEDULING) != 0)
    sl_notes_add (
        sl_source_get_notes (source), SL_OFFSET_NONE, 1,
        "The format's kinds of events say who runs, but it does not declare that, so there are no "
        "rows of tasks: its author should add SL_TELLS_SCHEDULING to \"tells\"");
}

static void
identify (SlSource *source, GPtrArray *joined)
{
  const SlFormat *format = ((const SlOpenFile *) g_ptr_array_index (joined, 0))->format;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) uris = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < joined->len; i++)
    {
      const SlOpenFile *item = g_ptr_array_index (joined, i);

      g_ptr_array_add (names, item->name);
      g_ptr_array_add (uris, g_file_get_uri (item->file));
      if (item->note != NULL)
        sl_notes_add (sl_source_get_notes (source),
                      SL_OFFSET (i, sl_mapping_get_size (item->mapping)), 1, "%s", item->note);
    }

  g_ptr_array_add (names, NULL);
  sl_source_set_identity (source, format->id, format->title, (const char *const *) names->pdata);
  if (format->some_fields != NULL)
    sl_source_set_some_fields (source, format->some_fields);
  declare (source, format);
  g_ptr_array_add (uris, NULL);
  sl_source_set_file_uris (source, (const char *const *) uris->pdata);
}

/* A format may be a module, which does not always do what it should. */
static SlSource *
open_source (const SlFormat *format,
             SlInput *input,
             SlFormatOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (SlSource) source = format->open (input, options, cancellable, &failure);

  if (source == NULL && failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (source == NULL)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                         "The format returned no source and no reason");
  else if (SL_SOURCE_GET_CLASS (source)->read_block == NULL ||
           SL_SOURCE_GET_CLASS (source)->get_clock == NULL)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                         "The format returned a source that cannot be read");
  else
    return g_steal_pointer (&source);

  return NULL;
}

static SlSource *
open_joined (GPtrArray *joined, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  const SlOpenFile *first = g_ptr_array_index (joined, 0);
  g_autoptr (SlInput) input = NULL;
  SlSource *source = NULL;

  if (check_options (first->format, options, error))
    input = make_input (joined, error);
  if (input != NULL)
    source = open_source (first->format, input, options, cancellable, error);

  if (source == NULL)
    g_prefix_error (error, "%s: %s: ", first->name, first->format->title);
  else
    identify (source, joined);
  return source;
}

/**
 * sl_open:
 * @request: at least one file or folder
 * @progress: (nullable): called from this thread while a file is unpacked
 *
 * Reads, unpacks and maps the files, finds their formats, joins those that make one trace (the
 * chunks of a set, given together or by their folder), and opens them. Blocks; call it from a
 * thread that may wait. The loading pass is up to the caller: sl_load_run().
 *
 * Returns: (transfer full) (element-type SlSource) (nullable): at least one source, in the order
 *   of the files; or %NULL with @error, whose message begins with the file's name and, once it is
 *   known, the title of its format: "FILE: FORMAT TITLE: what"
 */
GPtrArray *
sl_open (const SlOpenRequest *request,
         SlOpenProgress progress,
         gpointer user_data,
         GCancellable *cancellable,
         GError **error)
{
  const SlFormat *forced = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (request->files->len > 0, NULL);

  if (request->format_id != NULL && (forced = sl_formats_find (request->format_id)) == NULL)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "Unknown format “%s”; “slackline-cli formats” lists the formats",
                   request->format_id);
      return NULL;
    }

  if ((files = list_files (request, forced, cancellable, error)) == NULL ||
      (items = load_files (files, forced, progress, user_data, cancellable, error)) == NULL)
    return NULL;

  while (items->len > 0)
    {
      g_autoptr (GPtrArray) joined = take_joined (items);
      SlSource *source = open_joined (joined, request->options, cancellable, error);

      if (source == NULL)
        return NULL;
      g_ptr_array_add (sources, source);
    }

  return g_steal_pointer (&sources);
}

/**
 * sl_open_bytes:
 * @bytes: of one file of the format, as it is: nothing is unpacked, nothing detected
 * @name: of the trace, for display
 * @format_id: of a format that is known here
 *
 * Opens bytes in memory as sl_open() opens a file. May run in any thread.
 *
 * Returns: (transfer full) (nullable): %NULL with @error, which begins as that of sl_open()
 */
SlSource *
sl_open_bytes (GBytes *bytes,
               const char *name,
               const char *format_id,
               GCancellable *cancellable,
               GError **error)
{
  const SlFormat *format = sl_formats_find (format_id);
  const char *const names[] = { name, NULL };
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, name);
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  SlSource *source;

  g_return_val_if_fail (format != NULL, NULL);

  source = open_source (format, input, NULL, cancellable, error);
  if (source == NULL)
    g_prefix_error (error, "%s: %s: ", name, format->title);
  else
    {
      sl_source_set_identity (source, format->id, format->title, names);
      declare (source, format);
    }
  return source;
}
