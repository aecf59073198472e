/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether a file can be given to the dynamic loader, which believes what a module says of itself: one that was
 * cut off, by a full disk or a copy that was stopped, would end the program with SIGBUS. */

#include "sl-mapping.h"

G_BEGIN_DECLS

gboolean sl_module_check_file (const char *path, GError **error);
gboolean sl_module_check (const guint8 *bytes, gsize size, GError **error);

G_END_DECLS
