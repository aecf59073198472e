/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Escapes in texts of JSON: what a backslash and the characters after it mean. */

#include <glib.h>

G_BEGIN_DECLS

/* In place of what no text can hold: half of a pair, NUL. */
#define SL_JSON_REPLACEMENT 0xfffd

gboolean sl_json_escape_read (const char *text, gsize length, gsize *at, gunichar *code);

G_END_DECLS
