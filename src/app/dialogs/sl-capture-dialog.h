/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the dialogs have in common that ask what to capture and where to save it. */

#include "sl-dialogs.h"

G_BEGIN_DECLS

typedef struct _SlCaptureDialog SlCaptureDialog;

/**
 * SlCaptureDialogKind:
 * @title, @body: of the dialog
 * @verb: label of the button that begins
 * @failed: title of what is said where it cannot begin
 * @save_title: of the dialog that chooses the file
 * @save_label: of the entry of the file, with its mnemonic
 * @name_format: of the file that is proposed, for g_date_time_format()
 * @fill: adds what else is asked; returns the widget that takes the keys first
 * @dup_fault: marks what is wrong, and returns why it cannot begin, translated; %NULL if it can
 * @get_hint: (nullable): returns what comes when it begins, translated; %NULL for nothing
 * @begin: begins to capture into @file
 *
 * Texts are marked for translation only.
 */
typedef struct
{
  const char *title;
  const char *body;
  const char *verb;
  const char *failed;
  const char *save_title;
  const char *save_label;
  const char *name_format;
  GtkWidget *(*fill) (SlCaptureDialog *self);
  char *(*dup_fault) (SlCaptureDialog *self);
  const char *(*get_hint) (SlCaptureDialog *self);
  SlLiveCapture *(*begin) (SlCaptureDialog *self, GFile *file, GError **error);
} SlCaptureDialogKind;

/**
 * SlCaptureDialog:
 *
 * First member of what a kind of dialog needs, which sl_capture_dialog_present() takes over and frees by g_free().
 */
struct _SlCaptureDialog
{
  const SlCaptureDialogKind *kind;
  AdwMessageDialog *dialog; /* which outlives this */
  GtkWindow *parent;
  SlCaptureFunc begun;
  GtkGrid *grid;
  int n_rows;
  GtkEditable *file;
  GtkLabel *message;
  GtkFileChooserNative *chooser; /* NULL while it is not shown */
};

void sl_capture_dialog_present (SlCaptureDialog *self,
                                const SlCaptureDialogKind *kind,
                                GtkWindow *parent,
                                SlCaptureFunc begun);
void sl_capture_dialog_add (SlCaptureDialog *self, GtkWidget *widget);
GtkEditable *
sl_capture_dialog_add_entry (SlCaptureDialog *self, const char *title, const char *text);
void sl_capture_dialog_update (SlCaptureDialog *self);

G_END_DECLS
