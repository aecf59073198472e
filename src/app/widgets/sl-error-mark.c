/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-error-mark.h"

/**
 * sl_error_mark_set:
 * @widget: in which something is typed or chosen
 * @is_invalid: whether that is not accepted
 *
 * Marks it for the eye and for assistive technologies; what is wrong is told elsewhere.
 */
void
sl_error_mark_set (GtkWidget *widget, gboolean is_invalid)
{
  if (is_invalid)
    gtk_widget_add_css_class (widget, "error");
  else
    gtk_widget_remove_css_class (widget, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_INVALID,
                               is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE
                                          : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}
