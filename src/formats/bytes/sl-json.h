/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* JSON from files that anybody may have written. */

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Levels of arrays and objects in each other that are read. The parser, and who goes through what it made, call
 * themselves for each. */
#define SL_JSON_MAX_DEPTH 100

JsonNode *sl_json_parse (const guint8 *bytes, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
