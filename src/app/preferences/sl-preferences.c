/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-preferences.h"

#include <glib/gi18n.h>

#include "sl-key-page.h"
#include "sl-page-window.h"
#include "sl-view-page.h"
#include "sl-widget-util.h"

#define WIDTH  700
#define HEIGHT 620

/**
 * sl_preferences_present:
 * @parent: (nullable): over which they are shown
 * @settings: of the program
 *
 * Shows what the user can set for all windows. Whatever is changed there counts at once.
 */
void
sl_preferences_present (GtkWindow *parent, GSettings *settings)
{
  SlPageWindow *window =
      g_object_new (SL_TYPE_PAGE_WINDOW, "title", _ ("Preferences"), "modal", TRUE, "transient-for",
                    parent, "destroy-with-parent", TRUE, "default-width", WIDTH, "default-height",
                    HEIGHT, SL_WINDOW_ROLE, NULL);
  GtkWidget *first;

  g_return_if_fail (G_IS_SETTINGS (settings));

  sl_page_window_add (window, sl_view_page_new (settings, &first));
  sl_page_window_add (window, sl_key_page_new (sl_key_map_get_default ()));
  sl_button_names_give (GTK_WIDGET (window));
  sl_window_present_at (GTK_WINDOW (window), first);
}
