/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The one way in which a file is written: into a temporary file in the target's folder, which takes the target's
 * place once all of it is on the disk. Whatever happens before (a full disk, a limit on file sizes,
 * the end of the program), the old file stays whole. The new file has the old one's permissions; a
 * link stays, and the file that it leads to is replaced; other hard links keep the old contents. A
 * pipe, a device or an open descriptor (/dev/stdout) cannot be replaced and is written to directly. */

#include "sl-file-set.h"

G_BEGIN_DECLS

/* Used by one thread at a time. */
typedef struct _SlFileWriter SlFileWriter;

SlFileWriter *sl_file_writer_new (GFile *file, const SlFileSet *inputs, GError **error);
void sl_file_writer_free (SlFileWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFileWriter, sl_file_writer_free)

gboolean sl_file_writer_is_direct (const SlFileWriter *self);
gboolean sl_file_writer_write (SlFileWriter *self, gconstpointer bytes, gsize size, GError **error);
gboolean sl_file_writer_flush (SlFileWriter *self, GError **error);
gboolean sl_file_writer_cut (SlFileWriter *self, guint64 size, GError **error);
char *sl_file_writer_dup_path (const SlFileWriter *self);
int sl_file_writer_get_fd (const SlFileWriter *self);
gboolean sl_file_writer_settle (SlFileWriter *self, GError **error);
gboolean sl_file_writer_finish (SlFileWriter *self, GError **error);

gboolean sl_file_write (GFile *file,
                        const SlFileSet *inputs,
                        gconstpointer bytes,
                        gsize size,
                        GError **error);

G_END_DECLS
