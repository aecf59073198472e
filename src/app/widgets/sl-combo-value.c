/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-combo-value.h"

/* What is chosen in a row of preferences or in a drop-down. By itself that of a row gives way to a long
 * subtitle, down to "…", although it is what the row is for and the subtitle can have another line; and
 * a drop-down is never less wide than its longest choice. */

/* Longer values are cut. */
#define MOST_CHARS 24

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  const char *text =
      gtk_string_object_get_string (GTK_STRING_OBJECT (gtk_list_item_get_item (item)));
  gboolean is_long = g_utf8_strlen (text, -1) > MOST_CHARS;

  gtk_label_set_ellipsize (label, is_long ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_width_chars (label, is_long ? MOST_CHARS : -1);
  gtk_label_set_max_width_chars (label, is_long ? MOST_CHARS : -1);
  gtk_label_set_label (label, text);
}

/**
 * sl_combo_value_keep:
 * @row: with a #GtkStringList, or to be given one
 *
 * Shows the chosen value in full, and breaks the row's subtitle instead.
 */
void
sl_combo_value_keep (AdwComboRow *row)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  /* The list that comes up keeps its marks of what is chosen. */
  adw_combo_row_set_list_factory (row, adw_combo_row_get_factory (row));
  adw_combo_row_set_factory (row, factory);
}

static void
bind_narrow_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_label_set_label (label, gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/**
 * sl_combo_value_narrow:
 * @drop: with a #GtkStringList, or to be given one
 *
 * Lets the chosen value be cut where there is little room; the list that comes up has all of it.
 */
void
sl_combo_value_narrow (GtkDropDown *drop)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_narrow_cb), NULL);
  gtk_drop_down_set_list_factory (drop, gtk_drop_down_get_factory (drop));
  gtk_drop_down_set_factory (drop, factory);
}
