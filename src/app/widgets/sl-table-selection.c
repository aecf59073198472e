/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-selection.h"

#include <glib/gi18n.h>

#include "sl-csv.h"
#include "sl-table.h"

/* A cell between tabs has neither tabs nor ends of lines. */
static void
append_plain (GString *line, const char *cell)
{
  for (const char *at = cell; *at != '\0'; at++)
    g_string_append_c (line, *at == '\t' || *at == '\n' || *at == '\r' ? ' ' : *at);
}

/* Titles where @item is NULL. */
static void
append_line (GString *text, GtkColumnView *view, gpointer item, gboolean as_csv)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  gboolean is_first = TRUE;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *cell = NULL;

      if (!gtk_column_view_column_get_visible (column))
        continue;
      if (item != NULL)
        cell = sl_table_dup_cell (column, item);
      else
        cell = g_strdup (gtk_column_view_column_get_title (column));
      if (!is_first)
        g_string_append_c (text, as_csv ? ',' : '\t');
      if (as_csv)
        sl_csv_append (text, cell != NULL ? cell : "");
      else
        append_plain (text, cell != NULL ? cell : "");
      is_first = FALSE;
    }
}

static void
copy (GtkColumnView *view, gboolean as_csv)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (view));
  gpointer item = gtk_single_selection_get_selected_item (selection);
  g_autoptr (GString) text = g_string_new (NULL);

  if (item == NULL)
    return;

  if (as_csv)
    {
      append_line (text, view, NULL, TRUE);
      g_string_append_c (text, '\n');
    }
  append_line (text, view, item, as_csv);
  if (as_csv)
    g_string_append_c (text, '\n');
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (view)), text->str);
}

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  copy (view, g_str_equal (g_action_get_name (G_ACTION (action)), "copy-csv"));
}

static gboolean
key_cb (GtkWidget *view, GVariant *arguments, gpointer user_data)
{
  copy (GTK_COLUMN_VIEW (view), FALSE);
  return TRUE;
}

static gboolean
unparent_cb (gpointer menu)
{
  gtk_widget_unparent (menu);
  return G_SOURCE_REMOVE;
}

/* The chosen action runs after the menu has closed. */
static void
closed_cb (GtkWidget *menu)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (menu), g_object_unref);
}

static void
open_menu (GtkColumnView *view, const GdkRectangle *place)
{
  g_autoptr (GMenu) model = g_menu_new ();
  GtkWidget *menu;

  g_menu_append (model, _ ("_Copy"), "table.copy");
  g_menu_append (model, _ ("Copy as CS_V"), "table.copy-csv");
  menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), place);
  gtk_widget_set_parent (menu, GTK_WIDGET (view));
  g_signal_connect (menu, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (menu));
}

static void
pressed_cb (GtkGestureClick *gesture, int n_presses, double x, double y, GtkColumnView *view)
{
  GtkSelectionModel *selection = gtk_column_view_get_model (view);
  GdkRectangle place = { (int) x, (int) y, 1, 1 };
  guint position = sl_table_find_line (view, x, y);

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_selection_model_select_item (selection, position, TRUE);
  open_menu (view, &place);
}

/* At the line that has the focus. */
static gboolean
menu_key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  graphene_rect_t bounds;
  GdkRectangle place = { 0, 0, 1, 1 };

  if (focus != NULL && gtk_widget_compute_bounds (focus, widget, &bounds))
    place = (GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y,
                             (int) bounds.size.width / 4, (int) bounds.size.height };
  open_menu (GTK_COLUMN_VIEW (widget), &place);
  return TRUE;
}

static void
add_copy (GtkColumnView *view)
{
  static const GActionEntry entries[] = {
    { .name = "copy", .activate = activate_cb },
    { .name = "copy-csv", .activate = activate_cb },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), view);
  gtk_widget_insert_action_group (GTK_WIDGET (view), "table", G_ACTION_GROUP (actions));

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c,
                                                                                  GDK_CONTROL_MASK),
                                                          gtk_callback_action_new (key_cb, NULL,
                                                                                   NULL)));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_alternative_trigger_new (gtk_keyval_trigger_new (GDK_KEY_Menu, 0),
                                                     gtk_keyval_trigger_new (GDK_KEY_F10,
                                                                             GDK_SHIFT_MASK)),
                        gtk_callback_action_new (menu_key_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (view), keys);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), view);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
}

/**
 * sl_table_make_selection:
 * @view: to which it is given
 * @model: (transfer none): the rows
 *
 * The selected line can be copied, by key and from a menu.
 *
 * Returns: (transfer full): one line of @model or none
 */
GtkSingleSelection *
sl_table_make_selection (GtkColumnView *view, GListModel *model)
{
  GtkSingleSelection *selection = gtk_single_selection_new (g_object_ref (model));

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
  add_copy (view);
  return selection;
}
