/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-details-private.h"

#include "sl-event-text.h"
#include "sl-picture-style.h"
#include "sl-unbroken.h"
#include "sl-widget-util.h"

/* What the details pane is made of: headings, cards with a verdict, and parts that fold away. */

static void
append_line (GtkBox *box, const char *text)
{
  g_autofree char *unbroken = sl_unbroken_new (text);
  GtkWidget *label = gtk_label_new (unbroken);

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
  /* All of the pane's width, so that lines do not break before its end. */
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (both), texts);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "title-4");
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 2, -1);
  gtk_box_append (GTK_BOX (texts), label);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      append_line (GTK_BOX (texts), lines[i]);
  gtk_box_append (box, both);
}

/**
 * sl_verdict_card_new:
 * @verdict: what a job came to, in one line
 * @why: the reason, below it; may be empty
 * @is_miss: whether it missed its deadline: then the card is tinted and bears the sign of a miss
 *
 * Returns: (transfer floating): a card, which reads as one text
 */
GtkWidget *
sl_verdict_card_new (const char *verdict, const char *why, gboolean is_miss)
{
  GtkWidget *card =
      g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, "spacing", 9, NULL);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *reason_text = sl_unbroken_new (why);
  GtkWidget *title = gtk_label_new (verdict);
  GtkWidget *reason = gtk_label_new (reason_text);

  gtk_widget_add_css_class (card, "verdict");
  if (is_miss)
    {
      GtkWidget *sign = sl_decoration_new ("sl-miss-symbolic");

      gtk_widget_set_valign (sign, GTK_ALIGN_START);
      gtk_widget_set_margin_top (sign, 2);
      gtk_widget_add_css_class (sign, "sign");
      gtk_box_append (GTK_BOX (card), sign);
      gtk_widget_add_css_class (card, "missed");
    }

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_widget_add_css_class (title, "title");
  gtk_widget_add_css_class (title, "numeric");
  gtk_label_set_xalign (GTK_LABEL (reason), 0);
  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_widget_add_css_class (reason, "small");
  gtk_widget_add_css_class (reason, "numeric");
  gtk_widget_set_visible (reason, why[0] != '\0');
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), reason);
  gtk_box_append (GTK_BOX (card), texts);
  return card;
}

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

/**
 * sl_details_make_stop:
 * @picture: with a name
 *
 * Has Tab stop at it, so that readers of the screen come to its name.
 */
void
sl_details_make_stop (GtkWidget *picture)
{
  gtk_widget_set_focusable (picture, TRUE);
  gtk_widget_add_css_class (picture, "stop");
}
