/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-list-menu.h"

#include <glib/gi18n.h>

#include "sl-clipboard.h"
#include "sl-csv.h"
#include "sl-list-popup.h"
#include "sl-open-files.h"
#include "sl-save-dialog.h"

typedef struct
{
  char *file_name; /* that is proposed */
  gboolean has_rows;
  SlListTextFunc get_lines;
  gpointer user_data;
} Menu;

static void
menu_free (gpointer data)
{
  Menu *menu = data;

  g_free (menu->file_name);
  g_free (menu);
}

static const Menu *
get_menu (GtkWidget *list)
{
  return g_object_get_data (G_OBJECT (list), "list-menu");
}

static GPtrArray *
dup_lines (GtkWidget *list)
{
  const Menu *menu = get_menu (list);
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  menu->get_lines (menu->user_data, lines);
  return lines;
}

/**
 * sl_list_menu_append_line:
 * @...: (nullable-terminated): its cells
 */
void
sl_list_menu_append_line (GPtrArray *lines, ...)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *cell;
  va_list cells;

  va_start (cells, lines);
  while ((cell = va_arg (cells, const char *)) != NULL)
    g_strv_builder_add (builder, cell);
  va_end (cells);
  g_ptr_array_add (lines, g_strv_builder_end (builder));
}

static void
append_csv (GString *text, char **cells)
{
  for (guint i = 0; cells[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      sl_csv_append (text, cells[i]);
    }
  g_string_append (text, "\n");
}

/* The line that is copied, behind the titles; 0 for all. */
static guint
find_line (GtkWidget *list)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BOX_ROW) : NULL;

  return get_menu (list)->has_rows && row != NULL && gtk_widget_is_ancestor (row, list)
             ? (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) + 1
             : 0;
}

static void
copy (GtkWidget *list, gboolean as_csv)
{
  g_autoptr (GPtrArray) lines = dup_lines (list);
  g_autoptr (GString) text = g_string_new (NULL);
  guint chosen = find_line (list);

  for (guint i = as_csv ? 0 : 1; i < lines->len; i++)
    {
      char **cells = g_ptr_array_index (lines, i);
      g_autofree char *line = g_strjoinv ("\t", cells);

      if (i > 0 && chosen > 0 && i != chosen)
        continue;
      if (as_csv)
        append_csv (text, cells);
      else
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    }
  sl_clipboard_set_text (list, text->str);
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, gpointer list)
{
  copy (list, g_str_equal (g_action_get_name (G_ACTION (action)), "copy-csv"));
}

static gboolean
write_csv (GtkWidget *list, GFile *file, GError **error)
{
  g_autoptr (GPtrArray) lines = dup_lines (list);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    append_csv (text, g_ptr_array_index (lines, i));
  return sl_open_files_save (file, text->str, text->len, error);
}

static void
save_cb (GSimpleAction *action, GVariant *parameter, gpointer list)
{
  static const SlSaveType type = { N_ ("Comma-separated values"), "csv" };

  sl_save_dialog_present (list, _ ("Save List as CSV"), get_menu (list)->file_name, &type,
                          write_csv);
}

static gboolean
copy_key_cb (GtkWidget *list, GVariant *arguments, gpointer user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));

  /* Text that is selected is what is meant. */
  if (GTK_IS_LABEL (focus) && gtk_label_get_selection_bounds (GTK_LABEL (focus), NULL, NULL))
    return FALSE;

  copy (list, FALSE);
  return TRUE;
}

static void
focus_list (GtkWidget *list)
{
  GtkWidget *row = g_object_get_data (G_OBJECT (list), "row-of-menu");

  if (row == NULL || !gtk_widget_grab_focus (row))
    gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD);
}

static void
open_menu (GtkWidget *list, const GdkRectangle *place)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));

  g_menu_append (menu, _ ("_Copy"), "list.copy");
  g_menu_append (menu, _ ("Copy as CS_V"), "list.copy-csv");
  g_menu_append (menu, _ ("_Save List as CSV…"), "list.save-csv");
  /* Rows may go while the menu is open. */
  g_object_set_data_full (G_OBJECT (list), "row-of-menu",
                          focus != NULL && gtk_widget_is_ancestor (focus, list)
                              ? g_object_ref (focus)
                              : NULL,
                          g_object_unref);
  sl_list_popup_open (list, G_MENU_MODEL (menu), place, focus_list);
}

static void
released_cb (GtkGestureClick *click, int n_presses, double x, double y, GtkWidget *list)
{
  GdkRectangle place = { (int) x, (int) y, 1, 1 };
  GtkListBoxRow *row =
      GTK_IS_LIST_BOX (list) ? gtk_list_box_get_row_at_y (GTK_LIST_BOX (list), (int) y) : NULL;

  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
  open_menu (list, &place);
}

static gboolean
menu_key_cb (GtkWidget *list, GVariant *arguments, gpointer user_data)
{
  GdkRectangle place;

  sl_list_popup_get_place (list, &place);
  open_menu (list, &place);
  return TRUE;
}

static void
add_keys (GtkWidget *list)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkShortcutTrigger *menu =
      gtk_alternative_trigger_new (gtk_keyval_trigger_new (GDK_KEY_Menu, 0),
                                   gtk_keyval_trigger_new (GDK_KEY_F10, GDK_SHIFT_MASK));

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c,
                                                                                  GDK_CONTROL_MASK),
                                                          gtk_callback_action_new (copy_key_cb,
                                                                                   NULL, NULL)));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (menu,
                                                          gtk_callback_action_new (menu_key_cb,
                                                                                   NULL, NULL)));
  gtk_widget_add_controller (list, keys);
}

/**
 * sl_list_menu_add:
 * @list: gets the menu, and Ctrl+C
 * @name: proposed for a file, without a suffix
 * @has_rows: whether it is a list box, each row of which is a line; else all lines are copied together
 * @get_lines: called with @user_data, which must live as long as @list
 */
void
sl_list_menu_add (GtkWidget *list,
                  const char *name,
                  gboolean has_rows,
                  SlListTextFunc get_lines,
                  gpointer user_data)
{
  static const GActionEntry entries[] = {
    { .name = "copy", .activate = copy_cb },
    { .name = "copy-csv", .activate = copy_cb },
    { .name = "save-csv", .activate = save_cb },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  Menu *menu = g_new0 (Menu, 1);

  menu->file_name = g_strconcat (name, ".csv", NULL);
  menu->has_rows = has_rows;
  menu->get_lines = get_lines;
  menu->user_data = user_data;
  g_object_set_data_full (G_OBJECT (list), "list-menu", menu, menu_free);
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), list);
  gtk_widget_insert_action_group (list, "list", G_ACTION_GROUP (actions));
  add_keys (list);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), list);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (click));
}
