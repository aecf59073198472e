/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where a mapping takes a cell from: a column, or a text with columns in it, as in "core {cpu}". */

#include "sl-log-action.h"

G_BEGIN_DECLS

typedef struct _SlLogText SlLogText;

SlLogText *sl_log_text_new (const char *text,
                            gboolean is_word,
                            GStrv columns,
                            GRegex *pattern,
                            GError **error);
void sl_log_text_free (SlLogText *self);
void sl_log_text_make (const SlLogText *self,
                       const SlLogLine *line,
                       const SlTextCell *groups,
                       guint n_groups,
                       SlTextRow *row,
                       SlRowCell cell);
gboolean sl_log_text_find_column (const char *name, GStrv columns, guint *column);

G_END_DECLS
