/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-help.h"

#include <glib/gi18n.h>

#include "sl-bus-kinds.h"

/* What can be typed into the filter, by examples that suit the trace: clicking one takes it. */

typedef struct
{
  const char *expression;
  const char *meaning;
} Example;

static const Example of_buses[] = {
  { "kind = io-read", N_ ("one type of cycle") },
  { "kind ~ \"*write*\"", N_ ("types whose names are alike") },
  { "a in 0x400000..0x500000", N_ ("addresses from the first up to the second") },
  { "cpu = 0", N_ ("what one processor did") },
  { "size = 32", N_ ("transfers of so many bytes") },
  { "kind ~ \"*read*\" and not a in 0..0x100000", N_ ("both, and not") },
  { "delta > 1000", N_ ("what came long after the event before it, in ticks") },
};

static const Example of_schedules[] = {
  { "family = task", N_ ("all events of a family") },
  { "kind = task-deadline-miss", N_ ("one kind of event") },
  { "state = blocked", N_ ("while something is in a state") },
  { "cpu = 0 and delta > 1000", N_ ("what came long after the event before it, in ticks") },
  { "kind ~ \"mutex-*\" or kind ~ \"sem*\"", N_ ("either of two") },
  { "not family = interrupt", N_ ("all but these") },
};

static void
take_cb (GtkButton *button, GtkEditable *entry)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER);

  gtk_editable_set_text (entry, g_object_get_data (G_OBJECT (button), "expression"));
  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
add_example (GtkBox *box, const Example *example, GtkEditable *entry)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *expression = gtk_label_new (example->expression);
  GtkWidget *meaning = gtk_label_new (_ (example->meaning));

  gtk_label_set_xalign (GTK_LABEL (expression), 0);
  gtk_label_set_xalign (GTK_LABEL (meaning), 0);
  gtk_widget_add_css_class (expression, "monospace");
  gtk_widget_add_css_class (meaning, "caption");
  gtk_widget_add_css_class (meaning, "dim-label");
  gtk_box_append (GTK_BOX (lines), expression);
  gtk_box_append (GTK_BOX (lines), meaning);
  gtk_button_set_child (GTK_BUTTON (button), lines);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "expression", (gpointer) example->expression);
  g_signal_connect_object (button, "clicked", G_CALLBACK (take_cb), entry, 0);
  gtk_box_append (box, button);
}

/**
 * sl_filter_help_fill:
 * @box: what was in it goes
 * @entry: gets the example that is clicked; shows one while it is empty
 */
void
sl_filter_help_fill (GtkBox *box, SlTrace *trace, GtkEditable *entry)
{
  gboolean is_bus = sl_bus_is_source (sl_trace_get_source (trace));
  const Example *examples = is_bus ? of_buses : of_schedules;
  guint n_examples = is_bus ? G_N_ELEMENTS (of_buses) : G_N_ELEMENTS (of_schedules);
  GtkWidget *child;

  g_object_set (entry, "placeholder-text",
                is_bus ? _ ("Filter, such as  kind = io-write or a in 0x400000..0x500000")
                       : _ ("Filter, such as  family = task and delta > 10us"),
                NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  for (guint i = 0; i < n_examples; i++)
    add_example (box, &examples[i], entry);
}
