/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-progress-dialog.h"

#include <glib/gi18n.h>

/* What takes less than this is over before anybody could read the dialog. */
#define PATIENCE_MSEC 400

struct _SlProgressDialog
{
  GtkWidget *parent; /* weak */
  char *heading;
  SlProgressStopFunc stop;
  gpointer user_data;

  guint timeout; /* 0 once the dialog was shown */
  double fraction;
  GtkWidget *dialog; /* weak; NULL while it is not shown */
  GtkProgressBar *bar;
};

static void
response_cb (SlProgressDialog *self)
{
  g_signal_handlers_disconnect_by_func (self->dialog, response_cb, self);
  g_clear_weak_pointer (&self->dialog);
  self->stop (self->user_data);
}

static gboolean
show_cb (gpointer user_data)
{
  SlProgressDialog *self = user_data;
  GtkWidget *dialog;

  self->timeout = 0;
  if (self->parent == NULL)
    return G_SOURCE_REMOVE;

  dialog =
      adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (self->parent)), self->heading, NULL);
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_progress_bar_set_show_text (self->bar, TRUE);
  gtk_progress_bar_set_fraction (self->bar, self->fraction);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->heading, -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), GTK_WIDGET (self->bar));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "stop", _ ("_Stop"));
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "stop");
  g_set_weak_pointer (&self->dialog, dialog);
  g_signal_connect_swapped (dialog, "response", G_CALLBACK (response_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
  return G_SOURCE_REMOVE;
}

/**
 * sl_progress_dialog_new:
 * @widget: in the window that is waited in
 * @heading: what is done, translated
 * @stop: called when the user wants it to end, which may free the dialog
 *
 * Returns: (transfer full): not shown before some time has passed
 */
SlProgressDialog *
sl_progress_dialog_new (GtkWidget *widget,
                        const char *heading,
                        SlProgressStopFunc stop,
                        gpointer user_data)
{
  SlProgressDialog *self = g_new0 (SlProgressDialog, 1);

  g_set_weak_pointer (&self->parent, widget);
  self->heading = g_strdup (heading);
  self->stop = stop;
  self->user_data = user_data;
  self->timeout = g_timeout_add (PATIENCE_MSEC, show_cb, self);
  return self;
}

/**
 * sl_progress_dialog_free:
 *
 * Closes the dialog.
 */
void
sl_progress_dialog_free (SlProgressDialog *self)
{
  GtkWidget *dialog = self->dialog;

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_weak_pointer (&self->parent);
  if (dialog != NULL)
    {
      g_signal_handlers_disconnect_by_func (dialog, response_cb, self);
      g_clear_weak_pointer (&self->dialog);
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
  g_free (self->heading);
  g_free (self);
}

/**
 * sl_progress_dialog_set_fraction:
 * @fraction: how much is done, from 0 to 1
 */
void
sl_progress_dialog_set_fraction (SlProgressDialog *self, double fraction)
{
  self->fraction = CLAMP (fraction, 0, 1);
  if (self->dialog != NULL)
    gtk_progress_bar_set_fraction (self->bar, self->fraction);
}
