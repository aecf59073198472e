/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-window-size.h"

#define MIN_WIDTH  480
#define MIN_HEIGHT 360

/**
 * sl_window_size_save:
 * @settings: with the keys that sl_window_size_restore() reads
 *
 * Keeps the size of @window, of one that is maximized the size that it goes back to.
 */
void
sl_window_size_save (GtkWindow *window, GSettings *settings)
{
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  g_settings_set (settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
}

/**
 * sl_window_size_restore:
 * @settings: with the keys "window-size", in pixels, and "window-maximized"
 *
 * Gives a window that is not shown yet the size that was saved last, but none too small to use.
 */
void
sl_window_size_restore (GtkWindow *window, GSettings *settings)
{
  int width, height;

  g_settings_get (settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (window, MAX (width, MIN_WIDTH), MAX (height, MIN_HEIGHT));
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (window);
}
