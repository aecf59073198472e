/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the columns of a log's first lines have, to guess from what they are. */

#include "sl-log-preview.h"

G_BEGIN_DECLS

/* Different texts of a column that are told apart. */
#define SL_LOG_MOST_TEXTS 64

/**
 * SlLogColumn:
 * @is_named: by the log, not by its number or a pattern that was made here
 * @n_filled: lines that have something there
 * @n_numbers: lines that have a number there
 * @n_whole: lines that have a whole number
 * @n_falls: lines that have a smaller number than the line before
 * @n_commas: lines whose number has a comma
 * @n_digits: the most behind the point
 * @n_guessed: lines that have a word whose meaning is guessed
 * @first: number
 * @last: number
 * @texts: set of char *, not owned; at most %SL_LOG_MOST_TEXTS
 * @is_used: its meaning is known
 */
typedef struct
{
  const char *name;
  gboolean is_named;
  guint n_filled;
  guint n_numbers;
  guint n_whole;
  guint n_falls;
  guint n_commas;
  guint n_digits;
  guint n_guessed;
  double first;
  double last;
  GHashTable *texts;
  gboolean is_used;
} SlLogColumn;

typedef struct
{
  SlLogPreview *preview;
  SlLogColumn *columns;
  guint n_columns;
  guint n_lines;
} SlLogColumns;

gboolean sl_log_column_is_own_name (const char *name);
gboolean
sl_log_columns_read (SlLogColumns *self, const SlLogDraft *draft, const char *data, gsize size);
void sl_log_columns_clear (SlLogColumns *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlLogColumns, sl_log_columns_clear)

G_END_DECLS
