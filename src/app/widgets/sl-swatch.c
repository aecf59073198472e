/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-swatch.h"

#include "sl-picture-style.h"

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  sl_picture_style_set_source (cr, GPOINTER_TO_UINT (user_data), 1);
  cairo_paint (cr);
}

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
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), width);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), height);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, GUINT_TO_POINTER (colour),
                                  NULL);
  gtk_widget_set_overflow (area, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (area, "swatch");
  return area;
}
