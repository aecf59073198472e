/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Files, told apart by device and inode and not by their names (by URI where no path leads to them): what a program reads, so that it
 * never writes over any of it. */

#include <gio/gio.h>

#include <sys/stat.h>

G_BEGIN_DECLS

typedef struct _SlFileSet SlFileSet;

SlFileSet *sl_file_set_new (void);
void sl_file_set_free (SlFileSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFileSet, sl_file_set_free)

void sl_file_set_add_path (SlFileSet *self, const char *path);
void sl_file_set_add_file (SlFileSet *self, GFile *file);
void sl_file_set_add_uri (SlFileSet *self, const char *uri);
const char *sl_file_set_find (const SlFileSet *self, const struct stat *status);
const char *sl_file_set_find_remote (const SlFileSet *self, GFile *file);

G_END_DECLS
