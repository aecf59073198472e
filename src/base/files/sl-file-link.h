/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where symbolic links lead to. */

#include <gio/gio.h>

G_BEGIN_DECLS

char *sl_file_link_follow (const char *path, int *descriptor, GError **error);

G_END_DECLS
