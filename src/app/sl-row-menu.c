/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-menu.h"

#include <glib/gi18n.h>

#include "sl-row-edit.h"

/* The context menu of one row. */

typedef struct
{
  SlDocument *document;
  const char *row; /* interned */
  GtkWidget *menu; /* which outlives this */
} Target;

static void
target_free (gpointer data)
{
  Target *target = data;

  g_object_unref (target->document);
  g_free (target);
}

static void
rename_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_row_edit_rename (target->document, target->row, target->menu);
}

static void
pin_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_row_edit_toggle_pin (target->document, target->row);
}

static void
hide_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_row_edit_hide (target->document, target->row);
}

static void
up_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_row_edit_move (target->document, target->row, -1);
}

static void
down_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_row_edit_move (target->document, target->row, 1);
}

static void
idle_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_row_edit_set_idle (target->document, target->row);
}

static void
found_idle_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_document_set_idle_task (target->document, NULL);
}

static void
group_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Target *target = user_data;

  sl_row_edit_toggle_group (target->document, target->row);
}

static const GActionEntry actions[] = {
  { .name = "rename", .activate = rename_cb },
  { .name = "pin", .activate = pin_cb },
  { .name = "hide", .activate = hide_cb },
  { .name = "up", .activate = up_cb },
  { .name = "down", .activate = down_cb },
  { .name = "idle", .activate = idle_cb },
  { .name = "found-idle", .activate = found_idle_cb },
  { .name = "group", .activate = group_cb },
};

static GMenuModel *
make_row_menu (const SlRow *row)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) object = g_menu_new ();
  g_autoptr (GMenu) place = g_menu_new ();

  if (row->part == SL_ROW_HEADING)
    {
      g_menu_append (menu, row->collapsed ? _ ("_Unfold") : _ ("_Fold"), "row.group");
      return G_MENU_MODEL (menu);
    }

  if (row->object != 0)
    g_menu_append (object, _ ("_Rename…"), "row.rename");
  if (row->lane_type == SL_LANE_TASK)
    {
      g_menu_append (object, _ ("This Is the _Idle Task"), "row.idle");
      g_menu_append (object, _ ("Find the Idle _Task"), "row.found-idle");
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (object));

  g_menu_append (place, row->pinned ? _ ("Un_pin") : _ ("_Pin to the Top"), "row.pin");
  g_menu_append (place, _ ("Move _Up"), "row.up");
  g_menu_append (place, _ ("Move _Down"), "row.down");
  g_menu_append (place, _ ("_Hide"), "row.hide");
  g_menu_append (place, _ ("_Show All Rows"), "view.show-all-rows");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (place));
  return G_MENU_MODEL (menu);
}

/**
 * sl_row_menu_new:
 * @row: key of the row
 *
 * Returns: (transfer floating): a popover without a parent yet
 */
GtkWidget *
sl_row_menu_new (SlDocument *document, const char *row)
{
  SlRows *rows = sl_document_get_rows (document);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenuModel) model = NULL;
  GtkWidget *menu;
  Target *target;
  guint number;

  g_return_val_if_fail (sl_rows_find (rows, row, &number), NULL);

  model = make_row_menu (sl_rows_get (rows, number));
  menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);

  target = g_new0 (Target, 1);
  target->document = g_object_ref (document);
  target->row = row;
  target->menu = menu;
  g_object_set_data_full (G_OBJECT (menu), "target", target, target_free);
  g_action_map_add_action_entries (G_ACTION_MAP (group), actions, G_N_ELEMENTS (actions), target);
  gtk_widget_insert_action_group (menu, "row", G_ACTION_GROUP (group));
  return menu;
}
