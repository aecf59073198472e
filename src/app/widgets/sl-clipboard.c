/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-clipboard.h"

#include <string.h>

/* Text is given as bytes, not by gdk_clipboard_set_text(): GTK 4.8 converts that from UTF-8 to UTF-8 through a stream that it
 * closes in the main loop, and on X11 closing waits for that same loop once the text is long enough to go in parts. */

/* The types that programs ask for; X11's own, such as UTF8_STRING, are derived from the first. */
static const char *const types[] = { "text/plain;charset=utf-8", "text/plain" };

/**
 * sl_clipboard_set_text:
 * @widget: in a window
 * @text: UTF-8, of any length
 *
 * Puts @text on the clipboard.
 */
void
sl_clipboard_set_text (GtkWidget *widget, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GdkContentProvider) content = NULL;
  GdkContentProvider *providers[G_N_ELEMENTS (types)];

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    providers[i] = gdk_content_provider_new_for_bytes (types[i], bytes);
  content = gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), content);
}
