/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What kind of text a log is: a table with which separator and where its header is, or lines of which pattern. */

#include "sl-log-draft.h"

G_BEGIN_DECLS

gboolean sl_log_is_text (const char *data, gsize size);
SlLogDraft *sl_log_shape_find (const char *data, gsize size, gboolean *is_known);
SlLogDraft *sl_log_shape_find_table (const char *data, gsize size, char separator);
SlLogDraft *sl_log_shape_find_lines (const char *data, gsize size);

G_END_DECLS
