/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a draft makes of the beginning of a log: its columns and words, its first lines, how many are read. */

#include <gio/gio.h>

#include "sl-log-draft.h"

G_BEGIN_DECLS

/* Lines that are shown. */
#define SL_LOG_PREVIEW_LINES 100

/* What is looked at of a log: so many bytes, so many lines. */
#define SL_LOG_PREVIEW_BYTES  (4 << 20)
#define SL_LOG_PREVIEW_COUNTS 20000

/**
 * SlLogPreviewLine:
 * @line: its number, from 1
 * @cells: of the log's columns, as valid UTF-8, long ones cut; those at the end may be missing. Where the pattern does
 *   not fit, the whole line alone
 * @actions: (nullable): what it means; %NULL for nothing
 * @fault: (nullable): why it, or an action of it, is not read: where, which value, what would be right
 */
typedef struct
{
  guint64 line;
  GStrv cells;
  char *actions;
  char *fault;
} SlLogPreviewLine;

/**
 * SlLogPreviewWord:
 * @word: any bytes but NUL
 * @count: lines that have it
 */
typedef struct
{
  char *word;
  guint count;
} SlLogPreviewWord;

/**
 * SlLogPreview:
 * @error: (nullable): what is wrong with the mapping; nothing is read then
 * @columns: (nullable): of the log; %NULL where the mapping does not say how to cut a line
 * @lines: (element-type SlLogPreviewLine): the first ones
 * @words: (element-type SlLogPreviewWord): of the column of words, the most frequent first
 * @words_column: whose these are; below zero where each line means the same
 * @n_lines: that were looked at, without blank ones and the head; the sum of the next three
 * @n_read: that mean something
 * @n_other: that fit no action
 * @n_faults: that cannot be read
 * @n_actions: that they mean
 * @is_whole: that is all of the log
 */
typedef struct
{
  GError *error;
  GStrv columns;
  GPtrArray *lines;
  GPtrArray *words;
  int words_column;
  guint n_lines;
  guint n_read;
  guint n_other;
  guint n_faults;
  guint n_actions;
  gboolean is_whole;
} SlLogPreview;

SlLogPreview *sl_log_preview_new (const SlLogDraft *draft,
                                  const char *data,
                                  gsize size,
                                  GCancellable *cancellable);
void sl_log_preview_free (SlLogPreview *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLogPreview, sl_log_preview_free)

gsize sl_log_preview_get_size (const char *data, gsize size);

G_END_DECLS
