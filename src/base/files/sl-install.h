/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where this installation keeps its files: in the tree that the running program was started from,
 * so that a tree may be moved, else where it was configured to be. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlInstallFolder:
 * @SL_INSTALL_DATA: samples and exercises
 * @SL_INSTALL_FORMATS: modules that read further formats
 * @SL_INSTALL_LOCALE: translations
 * @SL_INSTALL_SCHEMAS: compiled schemas of settings, also those of other programs
 */
typedef enum
{
  SL_INSTALL_DATA,
  SL_INSTALL_FORMATS,
  SL_INSTALL_LOCALE,
  SL_INSTALL_SCHEMAS,
} SlInstallFolder;

char *sl_install_dup_data (void) G_GNUC_WARN_UNUSED_RESULT;
char *sl_install_dup_folder (SlInstallFolder folder) G_GNUC_WARN_UNUSED_RESULT;
char *sl_install_find_cli (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
