/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "sl-marker-kind.h"
#include "sl-panels.h"
#include "sl-picture-style.h"
#include "sl-widget-util.h"

/**
 * sl_marker_drop_get_colour:
 * @rank: of the colour in the list
 *
 * Returns: it, as 0xRRGGBB
 */
guint32
sl_marker_drop_get_colour (guint rank)
{
  return sl_picture_style_get_palette ()->objects[rank % SL_PALETTE_OBJECTS];
}

/* @is_narrow: whether it is cut where there is little room */
static void
setup_colour_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer is_narrow)
{
  GtkWidget *label = gtk_label_new (NULL);

  if (is_narrow != NULL)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_colour_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkStringObject *name = gtk_list_item_get_item (item);
  g_autofree char *markup =
      g_markup_printf_escaped ("<span foreground=\"#%06x\">▌</span> %s",
                               sl_marker_drop_get_colour (gtk_list_item_get_position (item)),
                               gtk_string_object_get_string (name));

  gtk_label_set_markup (GTK_LABEL (gtk_list_item_get_child (item)), markup);
}

/* (transfer full) */
static GtkListItemFactory *
make_colour_factory (gboolean is_narrow)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_colour_cb), GINT_TO_POINTER (is_narrow));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_colour_cb), NULL);
  return factory;
}

/**
 * sl_marker_drop_fill_colours:
 *
 * Has the colours of markers listed, in their order.
 */
void
sl_marker_drop_fill_colours (GtkDropDown *drop)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GtkListItemFactory) chosen = make_colour_factory (TRUE);
  g_autoptr (GtkListItemFactory) listed = make_colour_factory (FALSE);

  for (guint i = 0; i < SL_PALETTE_OBJECTS; i++)
    {
      g_autofree char *name = g_strdup_printf (_ ("Colour %u"), i + 1);

      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_factory (drop, chosen);
  gtk_drop_down_set_list_factory (drop, listed);
  gtk_drop_down_set_model (drop, G_LIST_MODEL (names));
}

/**
 * sl_marker_drop_fill_kinds:
 *
 * Has the kinds of markers listed, in their order.
 */
void
sl_marker_drop_fill_kinds (GtkDropDown *drop)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (SlMarkerKind kind = 0; kind < SL_N_MARKER_KINDS; kind++)
    gtk_string_list_append (titles, sl_marker_kind_get_title (kind));
  gtk_drop_down_set_model (drop, G_LIST_MODEL (titles));
  sl_combo_value_narrow (drop);
}
