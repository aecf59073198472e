/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What follows the head of a trace.dat file, by its version. */

#include "sl-dat-file.h"

G_BEGIN_DECLS

gboolean
sl_dat_read_version_6 (SlDatFile *self, SlByteReader *reader, SlNotes *notes, GError **error);
gboolean
sl_dat_read_version_7 (SlDatFile *self, SlByteReader *reader, SlNotes *notes, GError **error);

gboolean sl_dat_read_part (SlDatFile *self,
                           guint id,
                           SlByteReader *contents,
                           SlNotes *notes,
                           GError **error);

G_END_DECLS
