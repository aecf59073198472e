/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Finds where the pages of each CPU are. */

#include "sl-dat-file.h"

G_BEGIN_DECLS

guint sl_dat_rows_add_buffer (SlDatFile *file, const char *name, char *clock, guint32 page_size);
void sl_dat_rows_add (SlDatFile *file,
                      guint buffer,
                      guint32 cpu,
                      guint64 offset,
                      guint64 size,
                      gboolean is_packed,
                      SlNotes *notes);
guint sl_dat_rows_find (SlDatFile *file,
                        guint buffer,
                        guint64 begin,
                        guint64 end,
                        gboolean is_packed,
                        gboolean is_cut,
                        SlNotes *notes);
void sl_dat_rows_finish (SlDatFile *file);

G_END_DECLS
