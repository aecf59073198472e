/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>

#include "sl-widget-util.h"

/* Asks how fast the trace's clock ran. */

typedef struct
{
  SlDocument *document;
  guint trace;
  AdwMessageDialog *dialog; /* which outlives this */
  GtkEditable *entry;
  GtkLabel *message;
} Asking;

static void
asking_free (gpointer data, GClosure *closure)
{
  Asking *asking = data;

  g_object_unref (asking->document);
  g_free (asking);
}

static gboolean
read_rate (Asking *asking, guint64 *numerator, guint64 *denominator)
{
  g_autoptr (GError) error = NULL;
  const char *text = gtk_editable_get_text (asking->entry);
  gboolean is_empty = text[0] == '\0';
  gboolean is_right = !is_empty && sl_clock_parse_rate (text, numerator, denominator, &error);

  gtk_label_set_label (asking->message, error != NULL ? error->message : "");
  sl_error_mark_set (GTK_WIDGET (asking->entry), error != NULL);
  return is_right;
}

static void
changed_cb (Asking *asking)
{
  guint64 numerator, denominator;

  adw_message_dialog_set_response_enabled (asking->dialog, "set",
                                           read_rate (asking, &numerator, &denominator));
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, Asking *asking)
{
  guint64 numerator, denominator;

  if (strcmp (response, "recorded") == 0)
    sl_document_set_rate (asking->document, asking->trace, 0, 1);
  else if (strcmp (response, "set") == 0 && read_rate (asking, &numerator, &denominator))
    sl_document_set_rate (asking->document, asking->trace, numerator, denominator);
}

/* As the dialog reads it; NULL where none is known, or it changes on the way. */
static char *
dup_present_rate (SlDocument *document, guint trace)
{
  static const struct
  {
    guint64 factor;
    const char *unit;
  } units[] = { { 1000000000, "G" }, { 1000000, "M" }, { 1000, "k" }, { 1, "" } };
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (sl_trace_set_get_annotations (set, trace),
                                                        sl_trace_set_get_trace (set, trace));
  guint n_rates, unit = 0;
  const SlRate *rates = sl_clock_get_rates (clock, &n_rates);

  if (n_rates != 1)
    return NULL;
  if (rates->denominator != 1)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, rates->numerator,
                            rates->denominator);

  while (rates->numerator % units[unit].factor != 0)
    unit++;
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%s", rates->numerator / units[unit].factor,
                          units[unit].unit);
}

static GtkWidget *
make_form (Asking *asking)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *message = gtk_label_new ("");

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Ticks per second, such as 2.2G"));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Ticks per second"), -1);
  gtk_label_set_wrap (GTK_LABEL (message), TRUE);
  gtk_widget_add_css_class (message, "error");
  gtk_widget_add_css_class (message, "caption");
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), message);

  asking->entry = GTK_EDITABLE (entry);
  asking->message = GTK_LABEL (message);
  return box;
}

/**
 * sl_rate_dialog_present:
 *
 * @trace: number in the document's set
 *
 * Asks for the rate of a trace and gives it to @document.
 */
void
sl_rate_dialog_present (SlDocument *document, guint trace, GtkWindow *parent)
{
  GtkWidget *dialog = adw_message_dialog_new (
      parent, _ ("Clock Rate"),
      _ ("How many clock ticks make one second? For a time stamp counter, use the processor’s "
         "nominal frequency."));
  Asking *asking = g_new0 (Asking, 1);
  g_autofree char *present = dup_present_rate (document, trace);
  SlClock *recorded =
      sl_trace_get_clock (sl_trace_set_get_trace (sl_document_get_trace_set (document), trace));

  asking->document = g_object_ref (document);
  asking->trace = trace;
  asking->dialog = ADW_MESSAGE_DIALOG (dialog);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), make_form (asking));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"));
  if (sl_clock_has_rate (recorded))
    adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "recorded", _ ("As _Recorded"));
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "set", _ ("_Set"));
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "set", FALSE);
  sl_dialog_suggest (ADW_MESSAGE_DIALOG (dialog), "set");

  g_signal_connect_swapped (asking->entry, "changed", G_CALLBACK (changed_cb), asking);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_free, 0);
  if (present != NULL)
    gtk_editable_set_text (asking->entry, present);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (asking->entry));
}
