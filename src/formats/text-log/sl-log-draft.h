/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A mapping while it is made: what a mapping file has, also where it is not right yet. What it says is asked and
 * changed part by part; all that is not asked for, and the comments of a file that was read, stays as it is. */

#include <gio/gio.h>

#include "sl-log-key.h"
#include "sl-text-row.h"

G_BEGIN_DECLS

/* The column that all cells of a draft may be, besides those of the log. */
#define SL_LOG_NO_COLUMN    -1
#define SL_LOG_OTHER_COLUMN -2 /* a text, or several columns */

/* Used by one thread at a time. */
typedef struct _SlLogDraft SlLogDraft;

SlLogDraft *sl_log_draft_new (gboolean is_table);
SlLogDraft *sl_log_draft_parse (const char *text, gsize size, GError **error);
SlLogDraft *sl_log_draft_copy (const SlLogDraft *self);
void sl_log_draft_free (SlLogDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLogDraft, sl_log_draft_free)

GKeyFile *sl_log_draft_get_keys (const SlLogDraft *self);
char *sl_log_draft_to_text (const SlLogDraft *self);
gboolean sl_log_draft_save (const SlLogDraft *self, GFile *log, GError **error);
GFile *sl_log_draft_get_file (GFile *log);

gboolean sl_log_draft_is_table (const SlLogDraft *self);
void sl_log_draft_set_table (SlLogDraft *self, gboolean is_table);
char *sl_log_draft_get (const SlLogDraft *self, const char *key);
void sl_log_draft_set (SlLogDraft *self, const char *key, const char *text);

int sl_log_draft_get_cell (const SlLogDraft *self, GStrv columns, SlRowCell cell);
char *sl_log_draft_get_cell_text (const SlLogDraft *self, SlRowCell cell);
void sl_log_draft_set_cell (SlLogDraft *self, GStrv columns, SlRowCell cell, int column);

gboolean sl_log_draft_has_actions (const SlLogDraft *self);
int sl_log_draft_get_words_column (const SlLogDraft *self, GStrv columns);
void sl_log_draft_set_words_column (SlLogDraft *self, GStrv columns, int column);

void sl_log_draft_settle (SlLogDraft *self, GStrv columns);

G_END_DECLS
