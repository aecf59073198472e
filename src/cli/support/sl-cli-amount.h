/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Durations and sizes with a unit, as options without a trace take them. */

#include <glib.h>

G_BEGIN_DECLS

gboolean
sl_cli_parse_duration (const char *option, const char *text, gint64 *duration_us, GError **error);
gboolean sl_cli_parse_size (const char *option, const char *text, guint64 *size, GError **error);

G_END_DECLS
