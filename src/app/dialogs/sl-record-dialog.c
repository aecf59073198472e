/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-computer-capture.h"
#include "sl-size-text.h"
#include "sl-time-text.h"
#include "sl-tracefs.h"
#include "sl-widget-util.h"

/* Asks what of this computer to record, for how long, and where to save it. */

/* The sets of slackline-cli record --events. */
static const struct
{
  const char *id;
  const char *title;
  gboolean is_default;
} sets[] = {
  { "sched", N_ ("_Scheduling"), TRUE },
  { "irq", N_ ("_Interrupts"), TRUE },
  { "timer", N_ ("_Timers"), TRUE },
  { "futex", N_ ("_Locks of programs"), TRUE },
  { "marks", N_ ("_Marks of programs"), TRUE },
  { "lock", N_ ("Locks of the _kernel"), FALSE },
  { "power", N_ ("I_dle states and frequencies"), FALSE },
  { "syscalls", N_ ("All s_ystem calls"), FALSE },
};

typedef struct
{
  AdwMessageDialog *dialog; /* which outlives this */
  GtkWindow *parent;
  SlCaptureFunc begun;
  GtkCheckButton *checks[G_N_ELEMENTS (sets)];
  GtkEditable *duration;
  GtkEditable *size;
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

/* In ms; nothing at all is 0, for any time. */
static gboolean
read_duration (Asking *asking, guint64 *duration)
{
  const SlRate rate = { 0, 1000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (asking->duration)));
  SlTime parsed = 0;

  *duration = 0;
  if (text[0] == '\0')
    return TRUE;
  /* A number without a unit would mean ticks. */
  if (!g_ascii_isalpha (text[strlen (text) - 1]) ||
      !sl_duration_parse (text, clock, &parsed, NULL) || parsed <= 0)
    return FALSE;

  *duration = (guint64) parsed;
  return TRUE;
}

static gboolean
read_size (Asking *asking, guint64 *size)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (asking->size)));

  *size = 0;
  return text[0] == '\0' || sl_size_parse (text, size);
}

static char *
read_events (Asking *asking)
{
  GString *events = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (gtk_check_button_get_active (asking->checks[i]))
      g_string_append_printf (events, "%s%s", events->len > 0 ? "," : "", sets[i].id);
  return g_string_free (events, FALSE);
}

/* What keeps this computer from being recorded, whatever is filled in. */
static char *
dup_obstacle (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  if (sl_tracefs_look () == SL_TRACEFS_REFUSED && sl_computer_capture_can_ask_rights ())
    return NULL;
  path = sl_tracefs_find (&error);
  return path == NULL ? g_strdup (error->message) : NULL;
}

/* Marks what is wrong, and says what comes. */
static void
changed_cb (Asking *asking)
{
  const char *file = gtk_editable_get_text (asking->file);
  g_autofree char *obstacle = dup_obstacle ();
  g_autofree char *events = read_events (asking);
  guint64 number;
  gboolean has_duration = read_duration (asking, &number);
  gboolean has_size = read_size (asking, &number);
  const char *message = "";

  if (obstacle != NULL)
    message = obstacle;
  else if (events[0] == '\0')
    message = _ ("Nothing is chosen to be recorded");
  else if (!has_duration)
    message = _ ("A time with a unit, such as 10 s, or nothing: until it is stopped");
  else if (!has_size)
    message = _ ("A size with a unit, such as 512 MiB, or nothing: as long as there is room");
  else if (g_file_test (file, G_FILE_TEST_EXISTS))
    message = _ ("The file exists and will be replaced");
  else if (sl_tracefs_look () == SL_TRACEFS_REFUSED)
    message = _ ("You will be asked for an administrator’s password");

  sl_error_mark_set (GTK_WIDGET (asking->duration), !has_duration);
  sl_error_mark_set (GTK_WIDGET (asking->size), !has_size);
  gtk_label_set_label (asking->message, message);
  adw_message_dialog_set_response_enabled (asking->dialog, "record",
                                           obstacle == NULL && events[0] != '\0' && has_duration &&
                                               has_size && file[0] != '\0');
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Asking *asking)
{
  g_autoptr (SlLiveCapture) recording = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *events = read_events (asking);
  SlComputerCaptureSettings settings = { .events = events };

  if (strcmp (response, "record") != 0 || !read_duration (asking, &settings.duration_ms) ||
      !read_size (asking, &settings.most))
    return;

  settings.asks_rights = sl_tracefs_look () == SL_TRACEFS_REFUSED;
  file = g_file_parse_name (gtk_editable_get_text (asking->file));
  recording = sl_computer_capture_new (&settings, file, &error);
  if (recording != NULL)
    {
      asking->begun (asking->parent, recording);
      return;
    }

  {
    GtkWidget *failure =
        adw_message_dialog_new (asking->parent, _ ("Nothing Can Be Recorded"), error->message);

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
      gtk_file_chooser_native_new (_ ("Save Recorded Trace"), GTK_WINDOW (asking->dialog),
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
  g_autofree char *name = g_date_time_format (now, "linux-%Y-%m-%d-%H%M%S.dat");

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

/* In two columns. */
static GtkWidget *
make_checks (Asking *asking)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_mnemonic (_ (sets[i].title));

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), sets[i].is_default);
      gtk_grid_attach (GTK_GRID (grid), check, (int) i % 2, (int) i / 2, 1, 1);
      g_signal_connect_swapped (check, "toggled", G_CALLBACK (changed_cb), asking);
      asking->checks[i] = GTK_CHECK_BUTTON (check);
    }

  return grid;
}

static GtkWidget *
make_form (Asking *asking)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");
  g_autofree char *name = make_name ();

  gtk_grid_set_row_spacing (grid, 6);
  gtk_grid_set_column_spacing (grid, 12);
  asking->message = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (asking->message, TRUE);
  gtk_label_set_xalign (asking->message, 0);
  gtk_widget_add_css_class (GTK_WIDGET (asking->message), "caption");
  gtk_grid_attach (grid, make_checks (asking), 0, 0, 3, 1);
  asking->duration = add_entry (asking, grid, 1, _ ("Stop _after"), "10 s");
  asking->size = add_entry (asking, grid, 2, _ ("Stop at a si_ze of"), "1 GiB");
  asking->file = add_entry (asking, grid, 3, _ ("Sa_ve as"), name);
  gtk_editable_set_width_chars (asking->file, 32);
  gtk_widget_set_tooltip_text (button, _ ("Choose where to save"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Choose where to save"), -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose_cb), asking);
  gtk_grid_attach (grid, button, 2, 3, 1, 1);
  gtk_grid_attach (grid, GTK_WIDGET (asking->message), 0, 4, 3, 1);
  return GTK_WIDGET (grid);
}

/**
 * sl_record_dialog_present:
 * @begun: called with @parent where the user wants to record, and it has begun
 */
void
sl_record_dialog_present (GtkWindow *parent, SlCaptureFunc begun)
{
  GtkWidget *dialog = adw_message_dialog_new (
      parent, _ ("Record This Computer"),
      _ ("Draws what runs on the processors of this computer while it is recorded, and saves it as a "
         "trace.dat. Other tracing goes on undisturbed."));
  Asking *asking = g_new0 (Asking, 1);

  asking->dialog = ADW_MESSAGE_DIALOG (dialog);
  asking->parent = parent;
  asking->begun = begun;
  adw_message_dialog_add_response (asking->dialog, "cancel", _ ("_Cancel"));
  adw_message_dialog_add_response (asking->dialog, "record", _ ("_Record"));
  adw_message_dialog_set_response_appearance (asking->dialog, "record", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (asking->dialog, "record");
  adw_message_dialog_set_close_response (asking->dialog, "cancel");
  adw_message_dialog_set_extra_child (asking->dialog, make_form (asking));
  changed_cb (asking);

  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (asking->duration));
}
