/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Files that windows show, and that nothing must be saved over. */

#include <gtk/gtk.h>

#include "sl-document.h"
#include "sl-file-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_OPEN_TRACES, /* with the programs that name their code */
  SL_OPEN_ALL,    /* and the task models of windows */
} SlOpenFilesKind;

#define SL_TYPE_FILE_HOLDER (sl_file_holder_get_type ())
G_DECLARE_INTERFACE (SlFileHolder, sl_file_holder, SL, FILE_HOLDER, GtkWindow)

/**
 * SlFileHolderInterface:
 * @add_files: adds what the window shows to @files, by the two functions below
 *
 * A window that shows files.
 */
struct _SlFileHolderInterface
{
  GTypeInterface parent_interface;

  void (*add_files) (SlFileHolder *self, SlFileSet *files, SlOpenFilesKind kind);
};

void sl_open_files_add_document (SlFileSet *files, SlDocument *document, SlOpenFilesKind kind);
void sl_open_files_add_model (SlFileSet *files, SlTaskModelStore *store);

SlFileSet *sl_open_files_collect (SlOpenFilesKind kind);
gboolean sl_open_files_save (GFile *file, gconstpointer bytes, gsize size, GError **error);
gboolean sl_open_files_check_target (GFile *file, GError **error);

G_END_DECLS
