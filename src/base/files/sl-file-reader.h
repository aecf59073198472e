/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How files are opened to be read. What is read without being asked for (a task model beside a trace, a file
 * that a trace names, a module in a folder) may have been put there by anybody: opening a pipe would wait for its
 * writer, reading a device may never end. So only regular files are read, and small ones up to a limit. */

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  SL_FILE_READ_REGULAR,       /* regular files alone */
  SL_FILE_READ_REGULAR_PIPES, /* also pipes, which the user named */
} SlFileReadKind;

int sl_file_open_regular (const char *path, GError **error);
char *sl_file_read (GFile *file, SlFileReadKind kind, gsize most, gsize *length, GError **error)
    G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
