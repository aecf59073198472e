/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One file on its way to a source: read, unpacked, mapped, its format found. For sl_open(), and for
 * commands that want a file's bytes without opening a trace. */

#include "sl-open.h"

G_BEGIN_DECLS

/**
 * SlOpenFile:
 * @file: where it lies
 * @folder: (nullable): where its neighbours lie
 * @name: of the file as it lies there, for display; of a companion as its owner calls it
 * @mapping: the plain bytes, under the name that they have when unpacked
 * @note: (nullable): what went wrong when unpacking, if something came out all the same
 * @format: (nullable): %NULL while it is not known
 * @failure: (nullable): why it is not known
 * @owner: (nullable): the file that says that this one belongs to its trace
 */
typedef struct _SlOpenFile
{
  GFile *file;
  GFile *folder;
  char *name;
  SlMapping *mapping;
  char *note;
  const SlFormat *format;
  GError *failure;
  const struct _SlOpenFile *owner;
} SlOpenFile;

SlOpenFile *sl_open_file_new (GFile *file,
                              const char *name,
                              SlOpenProgress progress,
                              gpointer user_data,
                              GCancellable *cancellable,
                              GError **error);
void sl_open_file_free (SlOpenFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlOpenFile, sl_open_file_free)

void sl_open_file_detect (SlOpenFile *self, const SlFormat *forced);
gboolean
sl_open_file_may_join (const SlOpenFile *self, const SlFormat *format, const SlOpenFile *other);

char *sl_open_get_display_name (GFile *file) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
