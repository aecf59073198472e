/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A log on its way to a trace: it is read, its mapping is taken from the file beside it or guessed, and whatever is
 * changed in that is tried on the first part of the log, in a thread. Nothing is written before it is saved. */

#include "sl-log-draft.h"
#include "sl-log-preview.h"

G_BEGIN_DECLS

typedef struct _SlLogImport SlLogImport;

/* Called when there is something new: a preview, or that the log cannot be read. */
typedef void (*SlLogImportFunc) (gpointer owner);

/* What is to be guessed before the mapping is tried. */
typedef enum
{
  SL_LOG_GUESS_NOTHING,
  SL_LOG_GUESS_REST,    /* what follows from the words' meanings */
  SL_LOG_GUESS_WORDS,   /* what the words of another column mean */
  SL_LOG_GUESS_COLUMNS, /* which column is what, where that is not known any more */
  SL_LOG_GUESS_LINES,   /* a pattern for lines */
  SL_LOG_GUESS_TABLE,   /* the header of a table with the separator that the draft has */
} SlLogGuess;

SlLogImport *sl_log_import_new (GFile *log, SlLogImportFunc changed, gpointer owner);
void sl_log_import_free (SlLogImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLogImport, sl_log_import_free)

GFile *sl_log_import_get_log (SlLogImport *self);
const SlLogDraft *sl_log_import_get_draft (SlLogImport *self);
const SlLogPreview *sl_log_import_get_preview (SlLogImport *self);
const GError *sl_log_import_get_error (SlLogImport *self);
const char *sl_log_import_get_note (SlLogImport *self);
gboolean sl_log_import_is_edited (SlLogImport *self);
gboolean sl_log_import_is_busy (SlLogImport *self);

void sl_log_import_try (SlLogImport *self, const SlLogDraft *draft, SlLogGuess guess);
gboolean sl_log_import_save (SlLogImport *self, GError **error);

GFile *sl_log_import_find_log (GFile *file);
gboolean sl_log_import_is_offered (GFile *file, const GError *error);

G_END_DECLS
