/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-heading.h"

#include "sl-event-text.h"
#include "sl-picture-style.h"
#include "sl-widget-util.h"

/* What the details panel is about: its name beside its colour, and soft lines below. */

static void
append_line (GtkBox *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "small");
  gtk_box_append (box, label);
}

/**
 * sl_details_heading_append:
 * @box: which owns the new heading
 * @object: of @trace, whose colour stands beside the title, 0 for none
 * @lines: (nullable): %NULL-terminated, below the title; empty ones are left out
 */
void
sl_details_heading_append (GtkBox *box,
                           SlDocument *document,
                           guint trace,
                           guint32 object,
                           const char *title,
                           const char *const *lines)
{
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING,
                                   "label", title, NULL);
  guint32 colour;

  if (sl_event_text_get_colour (document, trace, object, sl_picture_style_get_palette (), &colour))
    {
      GtkWidget *swatch = sl_swatch_new (colour, 4, 28);

      gtk_widget_set_valign (swatch, GTK_ALIGN_FILL);
      gtk_box_append (GTK_BOX (both), swatch);
    }
  gtk_box_append (GTK_BOX (both), texts);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  gtk_widget_add_css_class (label, "title-4");
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 2, -1);
  gtk_box_append (GTK_BOX (texts), label);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      append_line (GTK_BOX (texts), lines[i]);
  gtk_box_append (box, both);
}
