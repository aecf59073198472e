/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-list-popup.h"

#include "sl-menu.h"

/* The menu of a list. Keys go on in the list once it has closed, unless what was chosen takes the focus elsewhere. */

typedef struct
{
  GtkWidget *list; /* weak */
  GtkWidget *menu;
  SlListFocusFunc focus;
} Popup;

static void
popup_free (gpointer data)
{
  Popup *popup = data;

  g_clear_weak_pointer (&popup->list);
  g_object_unref (popup->menu);
  g_free (popup);
}

static GtkWidget *
get_focus (GtkWidget *list)
{
  GtkRoot *root = gtk_widget_get_root (list);

  return root != NULL ? gtk_root_get_focus (root) : NULL;
}

/* After the chosen action has run. */
static gboolean
settle_cb (gpointer data)
{
  Popup *popup = data;
  GtkWidget *focus = popup->list != NULL ? get_focus (popup->list) : NULL;

  if (popup->list != NULL && gtk_widget_get_mapped (popup->list) &&
      (focus == NULL || gtk_widget_is_ancestor (focus, popup->menu) ||
       !gtk_widget_get_mapped (focus)))
    popup->focus (popup->list);
  if (gtk_widget_get_parent (popup->menu) != NULL)
    gtk_widget_unparent (popup->menu);
  return G_SOURCE_REMOVE;
}

/* What had the focus in the menu goes; the action that was chosen runs after this. */
static void
closed_cb (GtkWidget *menu, Popup *popup)
{
  if (popup->list != NULL && gtk_widget_get_mapped (popup->list))
    popup->focus (popup->list);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, settle_cb, popup, popup_free);
}

/**
 * sl_list_popup_open:
 * @list: over which the menu opens
 * @place: to which it points, in pixels of @list
 * @focus: how the list gets the focus back
 */
void
sl_list_popup_open (GtkWidget *list,
                    GMenuModel *model,
                    const GdkRectangle *place,
                    SlListFocusFunc focus)
{
  GtkWidget *menu = sl_menu_new (model);
  Popup *popup = g_new0 (Popup, 1);

  g_set_weak_pointer (&popup->list, list);
  popup->menu = g_object_ref_sink (menu);
  popup->focus = focus;
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), place);
  gtk_widget_set_parent (menu, list);
  g_signal_connect (menu, "closed", G_CALLBACK (closed_cb), popup);
  gtk_popover_popup (GTK_POPOVER (menu));
}

/**
 * sl_list_popup_get_place:
 * @place: (out): of the line that has the focus, in pixels of @list
 */
void
sl_list_popup_get_place (GtkWidget *list, GdkRectangle *place)
{
  GtkWidget *focus = get_focus (list);
  graphene_rect_t bounds;

  *place = (GdkRectangle) { 0, 0, 1, 1 };
  if (focus != NULL && gtk_widget_is_ancestor (focus, list) &&
      gtk_widget_compute_bounds (focus, list, &bounds))
    *place = (GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y,
                              (int) bounds.size.width / 4, (int) bounds.size.height };
}
