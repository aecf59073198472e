/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-verdict-card.h"

#include "sl-unbroken.h"

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
      GtkWidget *sign = gtk_image_new_from_icon_name ("sl-miss-symbolic");

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
