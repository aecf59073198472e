/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>

#include "sl-receiver.h"
#include "sl-reception.h"
#include "sl-widget-util.h"

/* Asks where to receive, and where to save what comes. */

typedef struct
{
  AdwMessageDialog *dialog; /* which outlives this */
  GtkWindow *parent;
  SlCaptureFunc begun;
  GtkEditable *address;
  GtkEditable *port;
  GtkEditable *file;
  GtkLabel *message;
  GtkFileChooserNative *chooser; /* NULL while it is not shown */
} Asking;

static void
asking_free (gpointer data, GClosure *closure)
{
  Asking *asking = data;

  g_clear_object (&asking->chooser);
  g_free (asking);
}

static gboolean
is_address (const char *text)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (text);

  return address != NULL;
}

static gboolean
read_port (Asking *asking, guint *port)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (gtk_editable_get_text (asking->port), 10, 1, 65535, &value,
                                   NULL))
    return FALSE;

  *port = (guint) value;
  return TRUE;
}

/* Marks what is wrong, and says what will be lost. */
static void
changed_cb (Asking *asking)
{
  const char *file = gtk_editable_get_text (asking->file);
  guint port;
  gboolean has_address = is_address (gtk_editable_get_text (asking->address));
  gboolean has_port = read_port (asking, &port);
  const char *message = "";

  if (!has_address)
    message =
        _ ("An address of this computer, such as 127.0.0.1 or ::1, or 0.0.0.0 for all of them");
  else if (!has_port)
    message = _ ("A port from 1 to 65535");
  else if (g_file_test (file, G_FILE_TEST_EXISTS))
    message = _ ("The file exists and will be replaced");

  sl_error_mark_set (GTK_WIDGET (asking->address), !has_address);
  sl_error_mark_set (GTK_WIDGET (asking->port), !has_port);
  gtk_label_set_label (asking->message, message);
  adw_message_dialog_set_response_enabled (asking->dialog, "receive",
                                           has_address && has_port && file[0] != '\0');
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Asking *asking)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (SlLiveCapture) reception = NULL;
  g_autoptr (GError) error = NULL;
  guint port = 0;

  if (strcmp (response, "receive") != 0 || !read_port (asking, &port))
    return;

  file = g_file_parse_name (gtk_editable_get_text (asking->file));
  reception = sl_reception_new (gtk_editable_get_text (asking->address), port, file, &error);
  if (reception != NULL)
    {
      asking->begun (asking->parent, reception);
      return;
    }

  {
    GtkWidget *failure =
        adw_message_dialog_new (asking->parent, _ ("Nothing Can Be Received"), error->message);

    adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (failure), "close", _ ("_Close"));
    gtk_window_present (GTK_WINDOW (failure));
  }
}

static void
chosen_cb (GtkNativeDialog *native, int response, Asking *asking)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&asking->chooser);
  g_autoptr (GFile) file = NULL;
  g_autofree char *name = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  name = g_file_get_parse_name (file);
  gtk_editable_set_text (asking->file, name);
}

static void
choose_cb (Asking *asking)
{
  g_autoptr (GFile) file = g_file_parse_name (gtk_editable_get_text (asking->file));

  g_clear_object (&asking->chooser);
  asking->chooser =
      gtk_file_chooser_native_new (_ ("Save Received Trace"), GTK_WINDOW (asking->dialog),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Select"), _ ("_Cancel"));
  gtk_file_chooser_set_file (GTK_FILE_CHOOSER (asking->chooser), file, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (asking->chooser), TRUE);
  g_signal_connect (asking->chooser, "response", G_CALLBACK (chosen_cb), asking);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (asking->chooser));
}

/* In the user's folder of documents, with a name that is not there yet. */
static char *
make_name (void)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *name = g_date_time_format (now, "shark-%Y-%m-%d-%H%M%S.pcapng");

  return g_build_filename (documents != NULL ? documents : g_get_home_dir (), name, NULL);
}

static GtkEditable *
add_entry (Asking *asking, GtkGrid *grid, int row, const char *title, const char *text)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);
  GtkWidget *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row, 1, 1);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed_cb), asking);
  return GTK_EDITABLE (entry);
}

static GtkWidget *
make_form (Asking *asking)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");
  g_autofree char *port = g_strdup_printf ("%d", SL_RECEIVE_PORT);
  g_autofree char *name = make_name ();

  gtk_grid_set_row_spacing (grid, 6);
  gtk_grid_set_column_spacing (grid, 12);
  asking->message = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (asking->message, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (asking->message), "caption");
  asking->address = add_entry (asking, grid, 0, _ ("_Address"), SL_RECEIVE_ADDRESS);
  asking->port = add_entry (asking, grid, 1, _ ("_Port"), port);
  asking->file = add_entry (asking, grid, 2, _ ("_Save as"), name);
  gtk_editable_set_width_chars (asking->file, 32);
  gtk_widget_set_tooltip_text (button, _ ("Choose where to save"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Choose where to save"), -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose_cb), asking);
  gtk_grid_attach (grid, button, 2, 2, 1, 1);
  gtk_grid_attach (grid, GTK_WIDGET (asking->message), 0, 3, 3, 1);
  return GTK_WIDGET (grid);
}

/**
 * sl_receive_dialog_present:
 * @begun: called with @parent where the user wants to receive, and it can be done
 */
void
sl_receive_dialog_present (GtkWindow *parent, SlCaptureFunc begun)
{
  GtkWidget *dialog = adw_message_dialog_new (
      parent, _ ("Receive a Trace"),
      _ ("Draws the trace that a S.Ha.R.K. kernel sends over UDP as it arrives, and saves it as "
         "a network capture. Only this computer can send to 127.0.0.1."));
  Asking *asking = g_new0 (Asking, 1);

  asking->dialog = ADW_MESSAGE_DIALOG (dialog);
  asking->parent = parent;
  asking->begun = begun;
  adw_message_dialog_add_response (asking->dialog, "cancel", _ ("_Cancel"));
  adw_message_dialog_add_response (asking->dialog, "receive", _ ("_Receive"));
  adw_message_dialog_set_response_appearance (asking->dialog, "receive", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (asking->dialog, "receive");
  adw_message_dialog_set_close_response (asking->dialog, "cancel");
  adw_message_dialog_set_extra_child (asking->dialog, make_form (asking));
  changed_cb (asking);

  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (asking->address));
}
