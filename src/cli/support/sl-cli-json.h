/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The members that JSON outputs are made of. Absolute ticks and offsets are decimal strings:
 * many readers keep numbers as doubles, which end at 2⁵³. */

#include <json-glib/json-glib.h>

#include "sl-cli-writer.h"
#include "sl-range.h"

G_BEGIN_DECLS

void sl_cli_json_add_string (JsonBuilder *builder, const char *name, const char *value);
void sl_cli_json_add_count (JsonBuilder *builder, const char *name, guint64 count);
void sl_cli_json_add_absolute (JsonBuilder *builder, const char *name, guint64 absolute);
void sl_cli_json_add_fraction (JsonBuilder *builder, const char *name, double fraction);
void
sl_cli_json_add_figure (JsonBuilder *builder, const char *name, gboolean is_known, gint64 figure);
void sl_cli_json_add_range (JsonBuilder *builder, const char *name, const SlRange *range);
void sl_cli_json_begin_object (JsonBuilder *builder, const char *name);
void sl_cli_json_begin_array (JsonBuilder *builder, const char *name);
gboolean sl_cli_json_print (JsonBuilder *builder, SlCliWriter *writer, GError **error);

G_END_DECLS
