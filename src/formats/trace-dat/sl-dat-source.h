/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The events of a trace.dat file by time. Blocks are decoded from the file's pages whenever they are asked for. */

#include "sl-dat-file.h"
#include "sl-linux-source.h"

G_BEGIN_DECLS

#define SL_TYPE_DAT_SOURCE (sl_dat_source_get_type ())
G_DECLARE_FINAL_TYPE (SlDatSource, sl_dat_source, SL, DAT_SOURCE, SlLinuxSource)

SlSource *sl_dat_source_new (SlDatFile *file, SlNotes *notes);

G_END_DECLS
