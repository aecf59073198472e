/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-format-module.h"

#include "sl-error.h"
#include "sl-format-registry.h"
#include "sl-install.h"
#include "sl-module-check.h"

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

static void
list_folder (const char *folder, GPtrArray *paths)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint first = paths->len;
  const char *name;

  if (dir == NULL)
    return;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, "." G_MODULE_SUFFIX))
        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
    }

  /* A folder lists its files in any order; which of two with one id wins should not depend on it. */
  qsort (paths->pdata + first, paths->len - first, sizeof (gpointer), compare_paths);
}

/**
 * sl_format_module_list:
 *
 * Returns: (transfer full) (element-type filename): paths of the modules in the folder of this
 *   installation and in those of SLACKLINE_FORMATS, folder by folder, by name within one
 */
GPtrArray *
sl_format_module_list (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *own = sl_install_dup_folder (SL_INSTALL_FORMATS);
  const char *more = g_getenv ("SLACKLINE_FORMATS");
  g_auto (GStrv) folders = g_strsplit (more != NULL ? more : "", G_SEARCHPATH_SEPARATOR_S, -1);

  list_folder (own, paths);
  for (gsize i = 0; folders[i] != NULL; i++)
    {
      if (folders[i][0] != '\0')
        list_folder (folders[i], paths);
    }

  return paths;
}

/**
 * sl_format_module_load:
 * @path: of a shared object
 * @module: (out) (nullable): the module, to be closed or made resident, also on failure if it
 *   could be loaded
 *
 * What is cut off, is a pipe or is not a shared object for this machine is refused before the dynamic loader sees
 * it. All symbols are bound at once: a module that needs a newer library fails here and not later.
 *
 * Returns: (transfer none) (nullable): its format, unchecked; lives as long as the module
 */
const SlFormat *
sl_format_module_load (const char *path, GModule **module, GError **error)
{
  SlFormatModuleFunc get = NULL;
  const SlFormat *format = NULL;

  *module = NULL;
  if (!sl_module_check_file (path, error))
    return NULL;

  *module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (*module == NULL)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED, g_module_error ());
      return NULL;
    }

  if (g_module_symbol (*module, SL_FORMAT_MODULE_SYMBOL, (gpointer *) &get) && get != NULL)
    format = get ();
  if (format == NULL)
    g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                 get == NULL ? "It has no function " SL_FORMAT_MODULE_SYMBOL
                             : "Its function " SL_FORMAT_MODULE_SYMBOL " returns no format");

  return format;
}
