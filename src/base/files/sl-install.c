/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-install.h"

#include <string.h>

static const char *const configured[] = {
  [SL_INSTALL_DATA] = SL_PKGDATADIR,
  [SL_INSTALL_FORMATS] = SL_FORMATSDIR,
  [SL_INSTALL_LOCALE] = SL_LOCALEDIR,
  [SL_INSTALL_SCHEMAS] = SL_SCHEMASDIR,
};

/* @path without the @head that it begins with, or NULL. */
static const char *
get_tail (const char *path, const char *head)
{
  gsize length = strlen (head);

  return strncmp (path, head, length) == 0 && path[length] == G_DIR_SEPARATOR ? path + length
                                                                              : NULL;
}

/* @program: (type filename): path of an installed program of this configuration, wherever its tree
 *   is now
 * @folder: (type filename): a folder as it was configured
 *
 * Returns: (transfer full) (nullable) (type filename): the folder in the tree of @program; %NULL
 *   where @program is not in the folder for programs of such a tree, or @folder is configured to be
 *   outside the tree */
static char *
move_folder (const char *program, const char *folder)
{
  const char *programs = get_tail (SL_BINDIR, SL_PREFIX);
  const char *tail = get_tail (folder, SL_PREFIX);
  g_autofree char *place = g_path_get_dirname (program);

  if (programs == NULL || tail == NULL || !g_str_has_suffix (place, programs))
    return NULL;

  place[strlen (place) - strlen (programs)] = '\0';
  return g_strconcat (place, tail, NULL);
}

/* (transfer full) (nullable) (type filename): beside the folder in which Meson built @program, the data of the sources */
static char *
find_source_data (const char *program)
{
  g_autofree char *folder = g_path_get_dirname (program);
  g_autofree char *built = g_build_filename (folder, "..", "..", "meson-private", NULL);
  g_autofree char *data = g_build_filename (folder, "..", "..", "..", "data", NULL);
  g_autofree char *samples = g_build_filename (data, "samples", NULL);

  return g_file_test (built, G_FILE_TEST_IS_DIR) && g_file_test (samples, G_FILE_TEST_IS_DIR)
             ? g_canonicalize_filename (data, "/")
             : NULL;
}

/**
 * sl_install_dup_data:
 *
 * The environment variable SLACKLINE_DATA overrides what is found. Any thread.
 *
 * Returns: (transfer full) (type filename): path of the folder of samples and exercises, of the sources where the program
 *   was built and not installed; there may be no such folder
 */
char *
sl_install_dup_data (void)
{
  const char *data = g_getenv ("SLACKLINE_DATA");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  char *built;

  if (data != NULL)
    return g_strdup (data);

  built = program != NULL ? find_source_data (program) : NULL;
  return built != NULL ? built : sl_install_dup_folder (SL_INSTALL_DATA);
}

/**
 * sl_install_dup_folder:
 *
 * Any thread.
 *
 * Returns: (transfer full) (type filename): its path; there may be no such folder, as where the
 *   program was built and not installed
 */
char *
sl_install_dup_folder (SlInstallFolder folder)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *moved = program != NULL ? move_folder (program, configured[folder]) : NULL;

  return moved != NULL && g_file_test (moved, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&moved)
                                                                  : g_strdup (configured[folder]);
}

/**
 * sl_install_find_cli:
 *
 * Any thread.
 *
 * Returns: (transfer full) (nullable) (type filename): path of the slackline-cli that belongs to this program: beside it,
 *   or where both were built; %NULL where there is none
 */
char *
sl_install_find_cli (void)
{
  static const char *const places[] = { "slackline-cli", "../cli/slackline-cli" };
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup (SL_BINDIR);

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (folder, places[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_canonicalize_filename (path, "/");
    }

  return NULL;
}
