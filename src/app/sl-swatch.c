/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-swatch.h"

/**
 * sl_swatch_new:
 * @colour: 0xrrggbb
 * @width: in pixels, above zero
 * @height: in pixels, above zero
 *
 * Returns: (transfer floating): a bar in an object's colour
 */
GtkWidget *
sl_swatch_new (guint32 colour, int width, int height)
{
  guint8 pixel[3] = { (guint8) (colour >> 16), (guint8) (colour >> 8), (guint8) colour };
  g_autoptr (GBytes) bytes = g_bytes_new (pixel, sizeof pixel);
  g_autoptr (GdkTexture) texture =
      gdk_memory_texture_new (1, 1, GDK_MEMORY_R8G8B8, bytes, sizeof pixel);
  GtkWidget *picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (texture));

  /* One pixel of colour, stretched. */
  gtk_picture_set_content_fit (GTK_PICTURE (picture), GTK_CONTENT_FIT_FILL);
  gtk_widget_set_size_request (picture, width, height);
  gtk_widget_set_halign (picture, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (picture, "swatch");
  return picture;
}
