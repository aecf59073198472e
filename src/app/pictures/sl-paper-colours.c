/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-paper-colours.h"

#include <glib/gi18n.h>

/* On paper and slides the page is white, whatever the desktop is. */
static const struct
{
  SlPaletteId palette;
  const char *title;
} colours[] = {
  { SL_PALETTE_LIGHT, N_ ("Coloured") },
  { SL_PALETTE_PRINT, N_ ("Black and white") },
  { SL_PALETTE_COLOUR_BLIND, N_ ("For the colour-blind") },
};

/**
 * sl_paper_colours_make_list:
 *
 * Returns: (transfer full): their titles, as strings
 */
GListModel *
sl_paper_colours_make_list (void)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (colours); i++)
    gtk_string_list_append (list, _ (colours[i].title));
  return G_LIST_MODEL (list);
}

/**
 * sl_paper_colours_get:
 * @position: in the list; of none, such as %GTK_INVALID_LIST_POSITION, the last is meant
 */
const SlPalette *
sl_paper_colours_get (guint position)
{
  return sl_palette_get (colours[MIN (position, G_N_ELEMENTS (colours) - 1)].palette);
}

/**
 * sl_paper_colours_find:
 * @palette: one of them
 *
 * Returns: its position in the list
 */
guint
sl_paper_colours_find (SlPaletteId palette)
{
  guint position = 0;

  while (position + 1 < G_N_ELEMENTS (colours) && colours[position].palette != palette)
    position++;
  return position;
}
