/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What "info" finds out about a trace, and how it prints that as JSON. */

#include "sl-cli-traces.h"
#include "sl-cli-writer.h"

G_BEGIN_DECLS

guint64 sl_info_get_ticks (SlTrace *trace);
char *sl_info_dup_offset (const SlCliTrace *trace, guint64 offset) G_GNUC_WARN_UNUSED_RESULT;
GArray *sl_info_get_kinds (SlTrace *trace);
guint64 sl_info_count_kind (SlTrace *trace, guint16 kind);
char *sl_info_dup_model_path (const SlCliTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
gboolean
sl_info_print_json (GPtrArray *traces, const SlCliTraces *set, SlCliWriter *writer, GError **error);

G_END_DECLS
