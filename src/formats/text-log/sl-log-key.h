/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a mapping has at a key, and what is wrong with it. */

#include <glib.h>

G_BEGIN_DECLS

/* Groups of a mapping; a name follows the last. */
#define SL_LOG_GROUP_LOG     "log"
#define SL_LOG_GROUP_COLUMNS "columns"
#define SL_LOG_GROUP_ACTION  "action "

gboolean
sl_log_key_fail (GError **error, const char *group, const char *key, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
char *sl_log_key_get (GKeyFile *keys, const char *group, const char *key);
GRegex *
sl_log_key_make_pattern (const char *group, const char *key, const char *text, GError **error);

G_END_DECLS
