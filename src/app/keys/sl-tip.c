/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tip.h"

/**
 * sl_tip_set:
 * @text: (nullable): %NULL for none
 *
 * Sets the tooltip where the text is another one than now: gtk_widget_set_tooltip_text() asks the display
 * where the pointer is, and waits for the answer, even if nothing changes.
 */
void
sl_tip_set (GtkWidget *widget, const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}
