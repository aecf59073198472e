/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-import-private.h"

#include <glib/gi18n.h>

#include "sl-widget-util.h"

/* Makes a mapping for a log: what it is is chosen at one side, what comes of it is shown at the other. */

G_DEFINE_FINAL_TYPE (SlImportDialog, sl_import_dialog, ADW_TYPE_WINDOW)

/* The file as it is to be written; what somebody types there stays as it is typed. */
static void
fill_text (SlImportDialog *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  g_autofree char *text = sl_log_draft_to_text (self->draft);

  if (!gtk_widget_has_focus (GTK_WIDGET (self->text_view)))
    gtk_text_buffer_set_text (buffer, text, -1);
}

static void
fill_note (SlImportDialog *self)
{
  g_autoptr (GFile) file = sl_log_draft_get_file (sl_log_import_get_log (self->import));
  g_autofree char *name = g_file_get_parse_name (file);
  const char *note = sl_log_import_get_note (self->import);
  g_autofree char *text = NULL;

  if (note != NULL)
    /* Translators: name of a file, and what is wrong with it */
    text = g_strdup_printf (_ ("%s will be replaced, since it cannot be read: %s"), name, note);
  else if (sl_log_import_is_edited (self->import))
    text = g_strdup_printf (_ ("Importing replaces %s"), name);
  else
    text = g_strdup_printf (_ ("Importing writes %s"), name);
  gtk_label_set_label (self->note_label, text);
}

static void
fill (SlImportDialog *self)
{
  const SlLogPreview *preview = sl_log_import_get_preview (self->import);
  gboolean is_useless = preview->is_whole && preview->n_actions == 0;

  if (preview->columns != NULL)
    {
      g_strfreev (self->columns);
      self->columns = g_strdupv (preview->columns);
    }
  self->is_filling = TRUE;
  sl_import_form_fill (self);
  sl_import_columns_fill (self);
  sl_import_words_fill (self);
  sl_import_preview_fill (self);
  fill_text (self);
  fill_note (self);
  self->is_filling = FALSE;
  gtk_widget_set_sensitive (self->import_button, preview->error == NULL && !is_useless);
}

static void
say_unwritten (SlImportDialog *self, const GError *error)
{
  GtkWidget *dialog =
      adw_message_dialog_new (GTK_WINDOW (self), _ ("The Mapping Cannot Be Written"), NULL);
  /* Translators: name of a file, and why it cannot be written */
  g_autofree char *body = g_strdup_printf (
      _ ("%s\n\nA mapping is only found in the folder of its log. Copy the log to a folder that you "
         "can write to, and import the copy."),
      error->message);

  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  sl_button_names_give (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
import (SlImportDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) log = g_object_ref (sl_log_import_get_log (self->import));
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (!sl_log_import_save (self->import, &error))
    {
      say_unwritten (self, error);
      return;
    }

  self->imported (parent, log);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* What is tried now may still be guessed: it is waited for. */
static void
import_cb (SlImportDialog *self)
{
  self->is_waiting = sl_log_import_is_busy (self->import);
  if (!self->is_waiting)
    import (self);
}

static void
changed_cb (gpointer owner)
{
  SlImportDialog *self = owner;
  const GError *error = sl_log_import_get_error (self->import);
  gboolean is_first = self->draft == NULL;
  g_autofree char *markup = error != NULL ? g_markup_escape_text (error->message, -1) : NULL;

  if (error != NULL)
    {
      adw_status_page_set_description (self->error_page, markup);
      gtk_stack_set_visible_child_name (self->stack, "error");
      return;
    }

  g_clear_pointer (&self->draft, sl_log_draft_free);
  self->draft = sl_log_draft_copy (sl_log_import_get_draft (self->import));
  fill (self);
  gtk_stack_set_visible_child_name (self->stack, "import");
  if (is_first)
    gtk_widget_grab_focus (GTK_WIDGET (self->form_row));
  if (self->is_waiting && gtk_widget_get_sensitive (self->import_button))
    import (self);
  else
    self->is_waiting = FALSE;
}

/**
 * sl_import_dialog_try:
 *
 * Tries the draft on the log; all is filled in again once that is done.
 */
void
sl_import_dialog_try (SlImportDialog *self, SlLogGuess guess)
{
  sl_log_import_try (self->import, self->draft, guess);
}

static void
text_cb (SlImportDialog *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  SlLogDraft *draft;
  GtkTextIter begin, end;

  if (self->is_filling || self->draft == NULL)
    return;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  text = gtk_text_buffer_get_text (buffer, &begin, &end, TRUE);
  draft = sl_log_draft_parse (text, strlen (text), &error);
  if (draft == NULL)
    {
      gtk_label_set_label (self->fault_label, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->fault_label), TRUE);
      gtk_widget_set_sensitive (self->import_button, FALSE);
      return;
    }

  g_clear_pointer (&self->draft, sl_log_draft_free);
  self->draft = draft;
  sl_import_dialog_try (self, SL_LOG_GUESS_NOTHING);
}

static void
sl_import_dialog_dispose (GObject *object)
{
  SlImportDialog *self = SL_IMPORT_DIALOG (object);

  g_clear_pointer (&self->import, sl_log_import_free);
  g_clear_pointer (&self->draft, sl_log_draft_free);
  g_clear_pointer (&self->columns, g_strfreev);
  sl_import_words_clear (self);
  sl_import_preview_clear (self);

  G_OBJECT_CLASS (sl_import_dialog_parent_class)->dispose (object);
}

static void
sl_import_dialog_class_init (SlImportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_import_dialog_dispose;

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-import-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, title);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, import_button);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, sides);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, error_page);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, columns_group);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, words_group);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, text_view);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, count_label);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, fault_label);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, note_label);
  gtk_widget_class_bind_template_child (widget_class, SlImportDialog, preview_view);
  gtk_widget_class_bind_template_callback (widget_class, import_cb);
  sl_import_form_bind (widget_class);
}

static void
sl_import_dialog_init (SlImportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_combo_value_keep (self->form_row);
  sl_combo_value_keep (self->separator_row);
  sl_combo_value_keep (self->unit_row);
  sl_combo_value_keep (self->decimal_row);
  self->is_filling = TRUE;
  sl_import_form_init (self);
  sl_import_columns_init (self);
  sl_import_words_init (self);
  sl_import_preview_init (self);
  self->is_filling = FALSE;
  g_signal_connect_swapped (gtk_text_view_get_buffer (self->text_view), "changed",
                            G_CALLBACK (text_cb), self);
  sl_button_names_give (GTK_WIDGET (self));
}

/**
 * sl_import_dialog_present:
 * @file: a log, or its mapping
 * @imported: called with @parent once the mapping is written
 *
 * Shows what the log seems to be, to be corrected, and writes that down beside it.
 */
void
sl_import_dialog_present (GtkWindow *parent, GFile *file, SlImportFunc imported)
{
  SlImportDialog *self =
      g_object_new (SL_TYPE_IMPORT_DIALOG, "transient-for", parent, SL_WINDOW_ROLE, NULL);
  g_autoptr (GFile) log = sl_log_import_find_log (file);
  g_autofree char *base = g_file_get_basename (log);
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : g_strdup ("");

  self->imported = imported;
  self->import = sl_log_import_new (log, changed_cb, self);
  adw_window_title_set_subtitle (self->title, name);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_window_present (GTK_WINDOW (self));
}
