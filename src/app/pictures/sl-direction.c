/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-direction.h"

/**
 * sl_direction_of_time_give:
 *
 * Has the widget, and all that is in it now, go from left to right in any language. GTK's widgets take their direction
 * from the language, and not from what they are in.
 */
void
sl_direction_of_time_give (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    sl_direction_of_time_give (child);
}
