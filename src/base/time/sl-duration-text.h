/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Durations as people write them, of what has no trace: with a unit. */

#include <glib.h>

G_BEGIN_DECLS

gboolean sl_duration_text_parse (const char *text, gint64 *duration_us);

G_END_DECLS
