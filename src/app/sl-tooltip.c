/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tooltip.h"

#include "sl-text.h"

#define SWATCH_WIDTH  4
#define SWATCH_HEIGHT 14

static GdkTexture *
make_swatch (guint32 colour)
{
  guint8 pixels[SWATCH_WIDTH * SWATCH_HEIGHT * 3];
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < SWATCH_WIDTH * SWATCH_HEIGHT; i++)
    {
      pixels[3 * i] = (guint8) (colour >> 16);
      pixels[3 * i + 1] = (guint8) (colour >> 8);
      pixels[3 * i + 2] = (guint8) colour;
    }
  bytes = g_bytes_new (pixels, sizeof pixels);
  return gdk_memory_texture_new (SWATCH_WIDTH, SWATCH_HEIGHT, GDK_MEMORY_R8G8B8, bytes,
                                 SWATCH_WIDTH * 3);
}

static int
get_colour (const SlScene *scene, const SlElement *element)
{
  SlRows *rows = sl_scene_get_rows (scene);

  return element->row < sl_rows_get_count (rows) ? sl_rows_get (rows, element->row)->colour : -1;
}

static void
add_swatch (GtkBox *box, int colour, const SlPalette *palette)
{
  g_autoptr (GdkTexture) texture = NULL;
  GtkWidget *picture;

  if (colour < 0)
    return;

  texture = make_swatch (palette->objects[colour % SL_PALETTE_OBJECTS]);
  picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (texture));
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), FALSE);
  gtk_widget_set_valign (picture, GTK_ALIGN_START);
  gtk_widget_set_margin_top (picture, 2);
  gtk_box_append (box, picture);
}

/**
 * sl_tooltip_fill:
 * @element: what the pointer or the focus is on
 *
 * Returns: %FALSE where there is nothing to say
 */
gboolean
sl_tooltip_fill (GtkTooltip *tooltip,
                 const SlScene *scene,
                 const SlElement *element,
                 const SlPalette *palette)
{
  g_autofree char *title = sl_text_tooltip_title (scene, element);
  g_autofree char *detail = sl_text_tooltip_detail (scene, element);
  g_autofree char *markup = NULL;
  GtkWidget *box, *label;

  if (title == NULL || title[0] == '\0')
    return FALSE;

  markup = detail != NULL && detail[0] != '\0'
               ? g_markup_printf_escaped ("<b>%s</b>\n%s", title, detail)
               : g_markup_printf_escaped ("<b>%s</b>", title);
  label = gtk_label_new (NULL);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_widget_add_css_class (label, "numeric");

  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  add_swatch (GTK_BOX (box), get_colour (scene, element), palette);
  gtk_box_append (GTK_BOX (box), label);
  gtk_tooltip_set_custom (tooltip, box);
  return TRUE;
}
