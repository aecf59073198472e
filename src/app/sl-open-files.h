/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Files that windows show, and that nothing must be saved over. */

#include <gtk/gtk.h>

#include "sl-file-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_OPEN_TRACES, /* with the programs that name their code */
  SL_OPEN_ALL,    /* and the task models of windows */
} SlOpenFilesKind;

SlFileSet *sl_open_files_collect (SlOpenFilesKind kind);
gboolean sl_open_files_save (GFile *file, gconstpointer bytes, gsize size, GError **error);
gboolean sl_open_files_check_target (GFile *file, GError **error);

G_END_DECLS
