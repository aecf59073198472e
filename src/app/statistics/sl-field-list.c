/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-field-list.h"

#include "sl-message.h"

/**
 * sl_field_list_append_heading:
 * @box: which owns the new label
 *
 * Appends the heading of a section of the panel.
 */
void
sl_field_list_append_heading (GtkBox *box, const char *title)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING,
                                   "label", title, "xalign", 0.0F, "wrap", TRUE, NULL);

  gtk_widget_add_css_class (label, "heading");
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 3, -1);
  gtk_box_append (box, label);
}

/**
 * sl_field_list_append_link:
 * @box: which owns the new button
 *
 * Appends a button that leads to somewhere else, a line of text.
 *
 * Returns: (transfer none):
 */
GtkWidget *
sl_field_list_append_link (GtkBox *box, const char *text)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "small");
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "wake");
  gtk_box_append (box, button);
  return button;
}

/**
 * sl_field_list_append_to:
 * @box: which owns the new list
 * @title: (nullable): a heading above it
 */
GtkListBox *
sl_field_list_append_to (GtkBox *box, const char *title)
{
  GtkWidget *list = gtk_list_box_new ();

  if (title != NULL)
    {
      sl_field_list_append_heading (box, title);
      gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                      -1);
    }

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_add_css_class (list, "fields");
  gtk_box_append (box, list);
  return GTK_LIST_BOX (list);
}

/**
 * sl_field_list_append_facts:
 * @box: which owns the new list
 * @title: its name for assistive technologies
 *
 * Returns: (transfer none): a boxed list of low lines, for what is to be seen at a glance
 */
GtkListBox *
sl_field_list_append_facts (GtkBox *box, const char *title)
{
  GtkListBox *list = sl_field_list_append_to (box, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_add_css_class (GTK_WIDGET (list), "facts");
  return list;
}

static GtkWidget *
add_row (GtkListBox *list, const char *name, const char *value)
{
  GtkWidget *box, *label, *text, *row;
  g_autofree char *spoken = NULL;

  if (value == NULL || value[0] == '\0')
    return NULL;

  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  label = gtk_label_new (name);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (box), label);

  text = gtk_label_new (value);
  gtk_label_set_xalign (GTK_LABEL (text), 1);
  gtk_label_set_justify (GTK_LABEL (text), GTK_JUSTIFY_RIGHT);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "numeric");
  gtk_box_append (GTK_BOX (box), text);

  row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  spoken = g_strdup_printf ("%s: %s", name, value);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_list_box_append (list, row);
  return row;
}

/**
 * sl_field_list_add:
 * @value: (nullable): nothing is added where it is %NULL or empty
 *
 * Adds a row that reads "name: value" to assistive technologies.
 */
void
sl_field_list_add (GtkListBox *list, const char *name, const char *value)
{
  add_row (list, name, value);
}

/**
 * sl_field_list_take:
 * @value: (nullable) (transfer full)
 */
void
sl_field_list_take (GtkListBox *list, const char *name, char *value)
{
  sl_field_list_add (list, name, value);
  g_free (value);
}

/**
 * sl_field_list_add_fact:
 * @detail: the value in another measure, shown as the line's tooltip and said after the value
 * @is_late: whether the value is one of lateness, and stands out
 */
void
sl_field_list_add_fact (GtkListBox *list,
                        const char *name,
                        const char *value,
                        const char *detail,
                        gboolean is_late)
{
  GtkWidget *row = add_row (list, name, value);

  if (row == NULL)
    return;
  if (detail[0] != '\0' && !g_str_equal (value, detail))
    {
      g_autofree char *spoken = g_strdup_printf ("%s: %s, %s", name, value, detail);

      gtk_widget_set_tooltip_text (row, detail);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
      /* GTK makes a description of the tooltip, which readers would say with the line and once more after it. */
      sl_message_describe (row, "");
    }
  if (is_late)
    gtk_widget_add_css_class (row, "late");
}
