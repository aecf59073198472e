/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-key-tip.h"

#include <glib/gi18n.h>

#include "sl-key-map.h"
#include "sl-tip.h"

/* Under which a button keeps the tooltip without a key. */
#define TITLE "sl-key-tip-title"

static void
update (GtkWidget *button)
{
  const char *title = g_object_get_data (G_OBJECT (button), TITLE);
  g_autofree char *label =
      sl_key_map_dup_label (sl_key_map_get_default (),
                            gtk_actionable_get_action_name (GTK_ACTIONABLE (button)));
  g_autofree char *tip = NULL;

  /* Translators: what a button does, and the key that does the same */
  tip = label != NULL ? g_strdup_printf (_ ("%s (%s)"), title, label) : g_strdup (title);
  sl_tip_set (button, tip);
}

/**
 * sl_key_tip_follow:
 * @button: with a tooltip, and the name of an action
 *
 * Adds the key of the action to the tooltip, whichever that is from now on.
 */
void
sl_key_tip_follow (GtkWidget *button)
{
  g_return_if_fail (GTK_IS_ACTIONABLE (button));
  g_return_if_fail (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)) != NULL);

  g_object_set_data_full (G_OBJECT (button), TITLE, g_strdup (gtk_widget_get_tooltip_text (button)),
                          g_free);
  g_signal_connect_object (sl_key_map_get_default (), "changed", G_CALLBACK (update), button,
                           G_CONNECT_SWAPPED);
  update (button);
}
