/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-settings.h"

#include <glib/gi18n.h>

#include "sl-install.h"

/* The program's settings. GLib looks for schemas in the folders of XDG_DATA_DIRS only, which name no
 * prefix but the system's, and ends a program whose schema is not there. */

static GSettingsSchema *
find_schema (const char *folder)
{
  GSettingsSchemaSource *known = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchemaSource) own =
      g_settings_schema_source_new_from_directory (folder, known, FALSE, NULL);
  GSettingsSchemaSource *source = own != NULL ? own : known;

  return source != NULL ? g_settings_schema_source_lookup (source, SL_APP_ID, TRUE) : NULL;
}

/**
 * sl_settings_check:
 *
 * Returns: whether sl_settings_new() may be called; if not, @error (%G_IO_ERROR_NOT_FOUND) says
 *   where the settings are missing and what to do
 */
gboolean
sl_settings_check (GError **error)
{
  g_autofree char *folder = sl_install_dup_folder (SL_INSTALL_SCHEMAS);
  g_autoptr (GSettingsSchema) schema = find_schema (folder);

  if (schema != NULL)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _ ("The schema of the settings, %s, is neither in %s nor in a folder of "
                  "XDG_DATA_DIRS: run “glib-compile-schemas %s” or install Slackline again"),
               SL_APP_ID, folder, folder);
  return FALSE;
}

/**
 * sl_settings_new:
 *
 * Call it only where sl_settings_check() finds the schema.
 *
 * Returns: (transfer full): the settings of the user
 */
GSettings *
sl_settings_new (void)
{
  g_autofree char *folder = sl_install_dup_folder (SL_INSTALL_SCHEMAS);
  g_autoptr (GSettingsSchema) schema = find_schema (folder);

  g_assert (schema != NULL);
  return g_settings_new_full (schema, NULL, NULL);
}
