/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-field-list.h"
#include "sl-text-wake.h"
#include "sl-time-text.h"
#include "sl-wake-link.h"

/* How what is picked was woken: a line for each wake-up, numbered as on the timeline. Each leads to who did it. */

#define MAX_LINES 8

typedef struct
{
  SlDocument *document;
  guint trace; /* number in the document's set */
  SlWake wake;
} Link;

static void
link_free (gpointer data, GClosure *closure)
{
  Link *link = data;

  g_object_unref (link->document);
  g_free (link);
}

static void
clicked_cb (GtkButton *button, gpointer user_data)
{
  const Link *link = user_data;

  sl_wake_link_go_to (link->document, link->trace, &link->wake);
}

static char *
dup_since (SlDocument *document, guint trace, SlTime since, const SlWake *wake)
{
  return since == SL_TIME_MAX || wake->time < since
             ? g_strdup ("")
             : sl_event_text_duration (document, trace, (SlSpan) { since, wake->time });
}

static void
append_line (GtkBox *box,
             SlDocument *document,
             guint trace,
             guint number,
             SlTime since,
             const SlWake *wake)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autofree char *text = sl_text_wake (sl_trace_set_get_trace (set, trace),
                                        sl_trace_set_get_annotations (set, trace), wake);
  g_autofree char *figure = dup_since (document, trace, since, wake);
  g_autofree char *place = g_strdup_printf ("%u", number);
  g_autofree char *name = figure[0] != '\0' ? g_strdup_printf ("%u, %s, %s", number, text, figure)
                                            : g_strdup_printf ("%u, %s", number, text);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *ring = gtk_label_new (place);
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *value = gtk_label_new (figure);
  Link *link = g_new0 (Link, 1);

  *link = (Link) { g_object_ref (document), trace, *wake };
  gtk_widget_add_css_class (ring, "ring");
  gtk_widget_set_valign (ring, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_add_css_class (line, "small");
  gtk_box_append (GTK_BOX (line), ring);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), value);
  gtk_button_set_child (GTK_BUTTON (button), line);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "wake");
  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_data (button, "clicked", G_CALLBACK (clicked_cb), link, link_free, 0);
  gtk_box_append (box, button);
}

static void
append_note (GtkBox *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "small");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (box, label);
}

static void
append_chain (GtkBox *box, SlDocument *document, guint trace, const GArray *chain, guint n_first)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autofree char *text = NULL;

  if (n_first < 2)
    return;

  text = sl_text_wake_chain (sl_trace_set_get_trace (set, trace),
                             sl_trace_set_get_annotations (set, trace),
                             (const SlWake *) chain->data, n_first);
  append_note (box, text);
}

/**
 * sl_wake_list_append:
 * @box: which owns what is appended; nothing is where nobody knows how what is picked was woken
 * @trace: number of the trace of what is picked in the document's set
 * @since: times are told from then on, in ticks of that trace; %SL_TIME_MAX for no times
 */
void
sl_wake_list_append (GtkBox *box, SlDocument *document, guint trace, SlTime since)
{
  guint n_first;
  g_autoptr (GArray) chain = sl_wake_link_dup_picked (document, &n_first);
  guint n_lines = MIN (chain->len, MAX_LINES);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *more = NULL;

  g_object_ref_sink (lines);
  if (chain->len > 0)
    {
      sl_field_list_append_heading (box, _ ("How It Was Woken"));
      append_chain (box, document, trace, chain, n_first);
      for (guint i = 0; i < n_lines; i++)
        append_line (GTK_BOX (lines), document, trace, i + 1, since,
                     &g_array_index (chain, SlWake, i));
      gtk_box_append (box, lines);
    }
  if (chain->len > n_lines)
    {
      more =
          g_strdup_printf (ngettext ("%u more wake-up", "%u more wake-ups", chain->len - n_lines),
                           chain->len - n_lines);
      append_note (box, more);
    }
  g_object_unref (lines);
}
