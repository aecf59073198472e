/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the temporary file of an SlFileWriter comes to be. For its tests. */

#include "sl-file-writer.h"

G_BEGIN_DECLS

/* Not every file system has files without a name; %FALSE behaves as on one that has none. */
extern gboolean sl_file_writer_may_be_anonymous;

G_END_DECLS
