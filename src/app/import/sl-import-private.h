/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The parts of the import dialog: itself (sl-import-dialog.c), how lines are cut and numbers read (sl-import-form.c),
 * which column is what (sl-import-columns.c), what words mean (sl-import-words.c), and the table of the first lines
 * (sl-import-preview.c). Each changes the draft and has it tried; each is filled in again from what comes back. */

#include "sl-import-dialog.h"
#include "sl-log-import.h"

G_BEGIN_DECLS

/* Words that have a line. */
#define SL_IMPORT_WORDS 40

struct _SlImportDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkWidget *import_button;
  GtkStack *stack;
  GtkStack *sides;
  AdwStatusPage *error_page;

  AdwComboRow *form_row;
  AdwComboRow *separator_row;
  GtkWidget *header_row;
  GtkSwitch *header_switch;
  GtkSpinButton *skip_spin;
  AdwEntryRow *pattern_row;
  GtkWidget *pattern_error_row;
  GtkLabel *pattern_error;
  AdwComboRow *unit_row;
  AdwEntryRow *rate_row;
  AdwComboRow *decimal_row;

  AdwPreferencesGroup *columns_group;
  AdwComboRow *cell_rows[SL_N_ROW_CELLS]; /* that of the action has the words */
  AdwEntryRow *idle_row;

  AdwPreferencesGroup *words_group;
  GPtrArray *word_rows; /* of GtkWidget */
  char *word_key;       /* of the words that have rows */
  GtkStringList *meanings;

  GtkTextView *text_view;

  GtkLabel *count_label;
  GtkLabel *fault_label;
  GtkLabel *note_label;
  GtkColumnView *preview_view;
  GListStore *preview_lines;
  GStrv preview_columns; /* that the table has */

  SlLogImport *import;
  SlLogDraft *draft;   /* as it is chosen now; NULL before the log was read */
  GStrv columns;       /* of the last mapping that cuts lines */
  gboolean is_filling; /* what changes is not chosen by somebody */
  gboolean is_waiting; /* what is tried now is imported */
  SlImportFunc imported;
};

void sl_import_dialog_try (SlImportDialog *self, SlLogGuess guess);

void sl_import_form_bind (GtkWidgetClass *widget_class);
void sl_import_form_init (SlImportDialog *self);
void sl_import_form_fill (SlImportDialog *self);

void sl_import_columns_init (SlImportDialog *self);
void sl_import_columns_fill (SlImportDialog *self);

void sl_import_words_init (SlImportDialog *self);
void sl_import_words_fill (SlImportDialog *self);
void sl_import_words_clear (SlImportDialog *self);

void sl_import_preview_init (SlImportDialog *self);
void sl_import_preview_fill (SlImportDialog *self);
void sl_import_preview_clear (SlImportDialog *self);

G_END_DECLS
