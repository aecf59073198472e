/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean sl_key_file_load (GKeyFile *keys, const char *text, gsize length, GError **error);

G_END_DECLS
