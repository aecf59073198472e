/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sizes of files and memory as people write them: “8M”, “512 KiB”, “1 GiB”, always by 1024. */

#include <glib.h>

G_BEGIN_DECLS

gboolean sl_size_parse (const char *text, guint64 *size);

G_END_DECLS
