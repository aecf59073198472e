/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-fold.h"

/* A part of the details panel that is folded away until it is asked for. */

static void
expanded_cb (GtkExpander *expander, GParamSpec *pspec, gboolean *is_open)
{
  *is_open = gtk_expander_get_expanded (expander);
}

/**
 * sl_details_fold_append:
 * @box: which owns the new part
 * @title: what is folded
 * @summary: (nullable): the gist of it, seen also while it is folded
 * @is_open: (inout): kept up to date; must outlive the part
 *
 * Returns: (transfer none): where the contents go
 */
GtkBox *
sl_details_fold_append (GtkBox *box, const char *title, const char *summary, gboolean *is_open)
{
  GtkWidget *expander = gtk_expander_new (NULL);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = gtk_label_new (title);
  GtkWidget *gist = gtk_label_new (summary);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_add_css_class (name, "heading");
  gtk_label_set_xalign (GTK_LABEL (gist), 1);
  gtk_label_set_ellipsize (GTK_LABEL (gist), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (gist, TRUE);
  gtk_widget_add_css_class (gist, "dim-label");
  gtk_widget_add_css_class (gist, "numeric");
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), gist);

  gtk_widget_set_margin_top (content, 6);
  gtk_expander_set_label_widget (GTK_EXPANDER (expander), line);
  gtk_expander_set_child (GTK_EXPANDER (expander), content);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), *is_open);
  g_signal_connect (expander, "notify::expanded", G_CALLBACK (expanded_cb), is_open);
  gtk_widget_add_css_class (expander, "fold");
  gtk_accessible_update_property (GTK_ACCESSIBLE (expander), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  gtk_box_append (box, expander);
  return GTK_BOX (content);
}
