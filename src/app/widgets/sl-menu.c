/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-menu.h"

#include "sl-widget-util.h"

/* A page that slides in takes no key while it does, so that letters that are typed quickly would be lost. */
static void
turn_at_once (GtkPopover *menu)
{
  GtkWidget *pages = gtk_popover_get_child (menu);

  if (!GTK_IS_STACK (pages))
    return;

  gtk_stack_set_transition_type (GTK_STACK (pages), GTK_STACK_TRANSITION_TYPE_NONE);
  gtk_stack_set_interpolate_size (GTK_STACK (pages), FALSE);
}

/* A submenu that goes has its menu turn back to the first page, which takes the focus once nobody sees it. */
static void
menu_closed_cb (GtkWidget *menu)
{
  GtkRoot *root = gtk_widget_get_root (menu);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, menu))
    gtk_widget_grab_focus (gtk_widget_get_parent (menu));
}

/* Tooltips of the window are above its menus. A window whose widgets the pointer does not reach shows none, and needs none: a
 * click outside of the menu only closes it. */
static void
set_reached (GtkWidget *menu, gboolean is_reached)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (menu));

  for (GtkWidget *child = gtk_widget_get_first_child (window); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_NATIVE (child))
      gtk_widget_set_can_target (child, is_reached);
}

static void
map_cb (GtkWidget *menu)
{
  set_reached (menu, FALSE);
}

static void
unmap_cb (GtkWidget *menu)
{
  set_reached (menu, TRUE);
}

/* No tooltip comes while the menu is open. */
static void
keep_tips_away (GtkWidget *menu)
{
  g_signal_connect (menu, "map", G_CALLBACK (map_cb), NULL);
  g_signal_connect (menu, "unmap", G_CALLBACK (unmap_cb), NULL);
}

/**
 * sl_menu_new:
 *
 * Returns: (transfer floating): a menu that comes up, for which assistive technologies do not say a type; once it is closed,
 *   what it came up over has the focus; while it is open, the window shows no tooltip
 */
GtkWidget *
sl_menu_new (GMenuModel *model)
{
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  turn_at_once (GTK_POPOVER (menu));
  keep_tips_away (menu);
  sl_button_names_give (menu);
  g_signal_connect (menu, "closed", G_CALLBACK (menu_closed_cb), NULL);
  return menu;
}

/* GTK 4.8 forgets that an item is a check box or a choice as soon as its menu comes to another window or header bar. Told
 * once more, it knows. The type of such items is not public, but what they are is a property. */
static void
give_roles (GtkWidget *widget)
{
  GParamSpec *property = g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "role");

  if (property != NULL && G_IS_PARAM_SPEC_ENUM (property) &&
      g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton"))
    {
      int plain = G_PARAM_SPEC_ENUM (property)->default_value;
      int role;

      g_object_get (widget, "role", &role, NULL);
      if (role != plain)
        g_object_set (widget, "role", plain, "role", role, NULL);
      return;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    give_roles (child);
}

#define FOCUS_BEFORE "focus-before"

static void
menu_opens_cb (GtkMenuButton *button, gpointer user_data)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (button));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  g_object_set_data_full (G_OBJECT (button), FOCUS_BEFORE,
                          focus != NULL ? g_object_ref (focus) : NULL, g_object_unref);
}

/* Keys mean the same as before the menu was opened, unless what was chosen in it has moved the focus. GTK would leave it at
 * the button, where those of the timeline mean nothing. */
static void
button_menu_closed_cb (GtkWidget *menu)
{
  GtkWidget *button = gtk_widget_get_parent (menu);
  GtkRoot *root = gtk_widget_get_root (menu);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *before = g_object_get_data (G_OBJECT (button), FOCUS_BEFORE);
  gboolean is_here = focus == NULL || focus == button || gtk_widget_is_ancestor (focus, button);

  if (is_here && before != NULL && gtk_widget_get_mapped (before) &&
      gtk_widget_get_root (before) == root && !gtk_widget_is_ancestor (before, menu))
    gtk_root_set_focus (root, before);
  else
    menu_closed_cb (menu);
  g_object_set_data (G_OBJECT (button), FOCUS_BEFORE, NULL);
}

/**
 * sl_menu_roles_follow:
 * @menu: of a button, made from a model
 *
 * Has items that are check boxes or choices announced as such whenever @menu is opened, its submenus opened at once, and
 * what had the focus before focused once it is closed.
 */
void
sl_menu_roles_follow (GtkPopover *menu)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (gtk_widget_get_parent (GTK_WIDGET (menu)));

  turn_at_once (menu);
  keep_tips_away (GTK_WIDGET (menu));
  gtk_widget_set_focus_on_click (GTK_WIDGET (button), FALSE);
  gtk_menu_button_set_create_popup_func (button, menu_opens_cb, NULL, NULL);
  g_signal_connect (menu, "map", G_CALLBACK (give_roles), NULL);
  g_signal_connect (menu, "closed", G_CALLBACK (button_menu_closed_cb), NULL);
}
