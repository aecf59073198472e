/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The fields of a record of a perf.data file: for people, for filters and lists. */

#include "sl-event-values.h"
#include "sl-perf-capture.h"

G_BEGIN_DECLS

gboolean sl_perf_describe (const SlPerfCapture *capture, guint64 offset, GArray *details);
gboolean sl_perf_read_field (const SlPerfCapture *capture,
                             guint64 offset,
                             const char *field,
                             SlFieldValue *value);
GPtrArray *sl_perf_list_words (gpointer capture, const char *field);

G_END_DECLS
