/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-capture-dialog.h"

#include <glib/gi18n.h>

#include "sl-file-chooser.h"
#include "sl-widget-util.h"

#define N_COLUMNS 3

#define BEGIN "begin"

static void
capture_dialog_free (gpointer data, GClosure *closure G_GNUC_UNUSED)
{
  SlCaptureDialog *self = data;

  g_clear_object (&self->chooser);
  g_free (self);
}

/**
 * sl_capture_dialog_update:
 *
 * Says what is wrong, or what comes; to be called when something else is asked for.
 */
void
sl_capture_dialog_update (SlCaptureDialog *self)
{
  const char *file = gtk_editable_get_text (self->file);
  g_autofree char *fault = self->kind->dup_fault (self);
  const char *message = fault;

  if (message == NULL && g_file_test (file, G_FILE_TEST_EXISTS))
    message = _ ("The file exists and will be replaced");
  else if (message == NULL && self->kind->get_hint != NULL)
    message = self->kind->get_hint (self);

  gtk_label_set_label (self->message, message != NULL ? message : "");
  adw_message_dialog_set_response_enabled (self->dialog, BEGIN, fault == NULL && file[0] != '\0');
}

static void
say_failure (SlCaptureDialog *self, const GError *error)
{
  GtkWidget *failure =
      adw_message_dialog_new (self->parent, _ (self->kind->failed), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (failure), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (failure));
}

static void
response_cb (AdwMessageDialog *dialog G_GNUC_UNUSED, const char *response, SlCaptureDialog *self)
{
  g_autoptr (SlLiveCapture) capture = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_str_equal (response, BEGIN))
    return;

  file = g_file_parse_name (gtk_editable_get_text (self->file));
  capture = self->kind->begin (self, file, &error);
  if (capture != NULL)
    self->begun (self->parent, capture);
  else
    say_failure (self, error);
}

static void
chosen_cb (GtkNativeDialog *native G_GNUC_UNUSED, int response, SlCaptureDialog *self)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;
  g_autofree char *name = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  name = g_file_get_parse_name (file);
  gtk_editable_set_text (self->file, name);
}

static void
choose_cb (SlCaptureDialog *self)
{
  g_autoptr (GFile) file = g_file_parse_name (gtk_editable_get_text (self->file));

  g_clear_object (&self->chooser);
  self->chooser = sl_file_chooser_new (GTK_WINDOW (self->dialog), _ (self->kind->save_title),
                                       GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Select"));
  gtk_file_chooser_set_file (GTK_FILE_CHOOSER (self->chooser), file, NULL);
  g_signal_connect (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/* In the user's folder of documents, with a name that is not there yet. */
static char *
make_name (const char *format)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *name = g_date_time_format (now, format);

  return g_build_filename (documents != NULL ? documents : g_get_home_dir (), name, NULL);
}

/**
 * sl_capture_dialog_add:
 * @widget: (transfer floating): a row of its own below the others
 */
void
sl_capture_dialog_add (SlCaptureDialog *self, GtkWidget *widget)
{
  gtk_grid_attach (self->grid, widget, 0, self->n_rows++, N_COLUMNS, 1);
}

/**
 * sl_capture_dialog_add_entry:
 * @title: translated, with a mnemonic
 * @text: in it
 *
 * Returns: (transfer none): the entry, in a row of its own below the others
 */
GtkEditable *
sl_capture_dialog_add_entry (SlCaptureDialog *self, const char *title, const char *text)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);
  GtkWidget *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_grid_attach (self->grid, label, 0, self->n_rows, 1, 1);
  gtk_grid_attach (self->grid, entry, 1, self->n_rows++, 1, 1);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (sl_capture_dialog_update), self);
  return GTK_EDITABLE (entry);
}

static void
add_file (SlCaptureDialog *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");
  g_autofree char *name = make_name (self->kind->name_format);

  self->file = sl_capture_dialog_add_entry (self, _ (self->kind->save_label), name);
  gtk_editable_set_width_chars (self->file, 32);
  sl_tip_name_give (button, _ ("Choose where to save"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose_cb), self);
  gtk_grid_attach (self->grid, button, N_COLUMNS - 1, self->n_rows - 1, 1, 1);
}

static void
add_message (SlCaptureDialog *self)
{
  self->message = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_xalign (self->message, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "caption");
  sl_capture_dialog_add (self, GTK_WIDGET (self->message));
}

static GtkWidget *
make_dialog (const SlCaptureDialogKind *kind, GtkWindow *parent)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _ (kind->title), _ (kind->body));
  AdwMessageDialog *self = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_response (self, "cancel", _ ("_Cancel"));
  adw_message_dialog_add_response (self, BEGIN, _ (kind->verb));
  sl_dialog_suggest (self, BEGIN);
  return dialog;
}

/**
 * sl_capture_dialog_present:
 * @self: (transfer full): zeroed
 * @begun: called with @parent once the user wants it and it has begun
 */
void
sl_capture_dialog_present (SlCaptureDialog *self,
                           const SlCaptureDialogKind *kind,
                           GtkWindow *parent,
                           SlCaptureFunc begun)
{
  GtkWidget *dialog = make_dialog (kind, parent);
  GtkWidget *first;

  self->kind = kind;
  self->dialog = ADW_MESSAGE_DIALOG (dialog);
  self->parent = parent;
  self->begun = begun;
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_row_spacing (self->grid, 6);
  gtk_grid_set_column_spacing (self->grid, 12);
  first = kind->fill (self);
  add_file (self);
  add_message (self);
  adw_message_dialog_set_extra_child (self->dialog, GTK_WIDGET (self->grid));
  sl_capture_dialog_update (self);

  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), self, capture_dialog_free,
                         0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (first);
}
