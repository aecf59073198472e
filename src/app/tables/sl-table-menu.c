/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-menu.h"

#include <glib/gi18n.h>

#include "sl-clipboard.h"
#include "sl-list-popup.h"
#include "sl-message.h"
#include "sl-save-dialog.h"
#include "sl-table-columns.h"
#include "sl-table-scroll.h"
#include "sl-table-text.h"
#include "sl-table-writer.h"
#include "sl-table.h"

/* More lines than anybody pastes somewhere; they are saved instead. */
#define MOST_COPIED 100000u

/* What a table's menu has of its own. */
typedef struct
{
  SlTableMenuFunc make;
  gpointer user_data;
} Extra;

static void
copy (GtkColumnView *view, SlTableFormat format)
{
  GtkSelectionModel *model = gtk_column_view_get_model (view);
  g_autoptr (GtkBitset) lines = model != NULL ? gtk_selection_model_get_selection (model) : NULL;
  g_autoptr (SlTableText) table = NULL;
  g_autoptr (GString) text = NULL;
  GtkBitsetIter iter;
  guint position;

  if (lines == NULL || gtk_bitset_is_empty (lines))
    return;
  if (gtk_bitset_get_size (lines) > MOST_COPIED)
    {
      sl_message_show (GTK_WIDGET (view),
                       _ ("More than 100,000 lines are selected: save the list as CSV instead"));
      return;
    }

  table = sl_table_text_new (view, format);
  text = g_string_new (NULL);
  if (format == SL_TABLE_CSV)
    sl_table_text_append_titles (table, text);
  for (gboolean is_there = gtk_bitset_iter_init_first (&iter, lines, &position); is_there;
       is_there = gtk_bitset_iter_next (&iter, &position))
    sl_table_text_append_selected (table, text, position);
  /* A line that is pasted into a text does not end there. */
  if (format == SL_TABLE_TABS)
    g_string_truncate (text, text->len - 1);
  sl_clipboard_set_text (GTK_WIDGET (view), text->str);
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  copy (view, g_str_equal (g_action_get_name (G_ACTION (action)), "copy-csv") ? SL_TABLE_CSV
                                                                              : SL_TABLE_TABS);
}

static void
begin_save (GtkWidget *view, GFile *file)
{
  sl_table_write (GTK_COLUMN_VIEW (view), file);
}

static void
save_cb (GSimpleAction *action, GVariant *parameter, gpointer view)
{
  static const SlSaveType type = { N_ ("Comma-separated values"), "csv" };

  sl_save_dialog_ask (view, _ ("Save List as CSV"), g_object_get_data (view, "file-name"), &type,
                      begin_save);
}

static gboolean
key_cb (GtkWidget *view, GVariant *arguments, gpointer user_data)
{
  copy (GTK_COLUMN_VIEW (view), SL_TABLE_TABS);
  return TRUE;
}

static void
focus_selected (GtkWidget *view)
{
  GtkSelectionModel *model = gtk_column_view_get_model (GTK_COLUMN_VIEW (view));

  sl_table_focus_line (GTK_COLUMN_VIEW (view),
                       model != NULL ? sl_table_selection_get_selected (SL_TABLE_SELECTION (model))
                                     : GTK_INVALID_LIST_POSITION);
}

static GMenuModel *
make_menu (GtkColumnView *view)
{
  const Extra *extra = g_object_get_data (G_OBJECT (view), "menu");
  SlTableSelection *selection = SL_TABLE_SELECTION (gtk_column_view_get_model (view));
  gpointer item = sl_table_selection_get_selected_item (selection);
  GMenu *menu = extra != NULL && item != NULL ? extra->make (extra->user_data, item) : NULL;
  g_autoptr (GMenu) all = g_menu_new ();

  if (menu == NULL)
    menu = g_menu_new ();
  g_menu_append (all, _ ("_Copy"), "table.copy");
  g_menu_append (all, _ ("Copy as CS_V"), "table.copy-csv");
  g_menu_append (all, _ ("_Save List as CSV…"), "table.save-csv");
  if (sl_table_columns_get_menu (view) != NULL)
    g_menu_append_submenu (all, _ ("C_olumns"), sl_table_columns_get_menu (view));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (all));
  return G_MENU_MODEL (menu);
}

static void
open_menu (GtkColumnView *view, const GdkRectangle *place)
{
  g_autoptr (GMenuModel) model = NULL;

  if (gtk_column_view_get_model (view) == NULL)
    return;

  model = make_menu (view);
  sl_list_popup_open (GTK_WIDGET (view), model, place, focus_selected);
}

/* Not while the button is down: GTK 4.8 loses count of what is pressed where a popover comes meanwhile. */
static void
released_cb (GtkGestureClick *gesture, int n_presses, double x, double y, GtkColumnView *view)
{
  GtkSelectionModel *selection = gtk_column_view_get_model (view);
  GdkRectangle place = { (int) x, (int) y, 1, 1 };
  guint position = sl_table_find_line (view, x, y);

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  /* Of several that are selected all are meant. */
  if (!gtk_selection_model_is_selected (selection, position))
    gtk_selection_model_select_item (selection, position, TRUE);
  open_menu (view, &place);
}

/* At the line that has the focus. */
static gboolean
menu_key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  GdkRectangle place;

  sl_list_popup_get_place (widget, &place);
  open_menu (GTK_COLUMN_VIEW (widget), &place);
  return TRUE;
}

static void
add_actions (GtkColumnView *view, const char *name)
{
  static const GActionEntry entries[] = {
    { .name = "copy", .activate = copy_cb },
    { .name = "copy-csv", .activate = copy_cb },
    { .name = "save-csv", .activate = save_cb },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), view);
  gtk_widget_insert_action_group (GTK_WIDGET (view), "table", G_ACTION_GROUP (actions));
  /* Some tables have other columns for each file. */
  if (g_list_model_get_n_items (gtk_column_view_get_columns (view)) > 0)
    sl_table_columns_keep (view, name, G_ACTION_MAP (actions));

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
  g_signal_connect (click, "released", G_CALLBACK (released_cb), view);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (click));
}

/**
 * sl_table_make_selection:
 * @view: to which it is given
 * @model: (transfer none): the rows
 * @name: proposed for a file of them, without a suffix, and of the table in the settings
 *
 * The selected lines can be copied, by key and from a menu, and all of them saved.
 *
 * Returns: (transfer full): none of the lines of @model to begin with
 */
SlTableSelection *
sl_table_make_selection (GtkColumnView *view, GListModel *model, const char *name)
{
  SlTableSelection *selection = sl_table_selection_new (model);

  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
  /* A table may be given other lines later on. */
  if (g_object_get_data (G_OBJECT (view), "file-name") == NULL)
    add_actions (view, name);
  g_object_set_data_full (G_OBJECT (view), "file-name", g_strconcat (name, ".csv", NULL), g_free);
  return selection;
}

/**
 * sl_table_set_menu:
 * @make: called with @user_data, which must live as long as @view, when the menu of a line opens
 */
void
sl_table_set_menu (GtkColumnView *view, SlTableMenuFunc make, gpointer user_data)
{
  Extra *extra = g_new (Extra, 1);

  *extra = (Extra) { make, user_data };
  g_object_set_data_full (G_OBJECT (view), "menu", extra, g_free);
}
