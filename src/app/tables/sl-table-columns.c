/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-columns.h"

#include <glib/gi18n.h>

#include "sl-settings.h"
#include "sl-table-fit.h"
#include "sl-table.h"

/* Which columns of a table the user wants to see, how wide, and by which it is sorted. All of that is
 * kept in the settings under the table's name. */

#define KEY       "table-columns"
#define LINE_TYPE "(ubi)" /* a column: its number, whether it is hidden, its width or -1 */
#define TABLE_TYPE \
  "((ub)a(ubi))" /* first what it is sorted by, or no column's number, and whether downwards */

/* Dragging the edge of a title changes the width with each motion. */
#define PATIENCE_MS 300

typedef struct
{
  GtkColumnView *view; /* that owns it */
  char *name;
  GSettings *settings;
  GMenu *menu; /* shared by all titles and the menu of the lines */
  GActionMap *actions;
  guint save_source;
  guint sorted; /* as the user left it: number of a column, or of none */
  gboolean descending;
} Columns;

static char *
dup_action (guint number)
{
  return g_strdup_printf ("column-%u", number);
}

static GtkColumnViewColumn *
get_column (Columns *self, guint place)
{
  return g_list_model_get_item (gtk_column_view_get_columns (self->view), place);
}

static guint
count (Columns *self)
{
  return g_list_model_get_n_items (gtk_column_view_get_columns (self->view));
}

static GVariant *
get_table (Columns *self)
{
  GVariantBuilder lines;
  gboolean descending = FALSE;
  guint sorted = sl_table_get_sorted (self->view, &descending);

  g_variant_builder_init (&lines, G_VARIANT_TYPE ("a" LINE_TYPE));
  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);
      gboolean is_hidden = sl_table_is_absent (column, SL_COLUMN_HIDDEN);
      int width = gtk_column_view_column_get_fixed_width (column);

      if (is_hidden || width >= 0 || sl_table_fit_is_pinned (column))
        g_variant_builder_add (&lines, LINE_TYPE, sl_table_get_number (column), is_hidden, width);
    }

  return g_variant_new (TABLE_TYPE, sorted, descending, &lines);
}

/* The tables of the settings but for @self's. */
static void
copy_others (Columns *self, GVariantDict *tables)
{
  g_autoptr (GVariant) old = g_settings_get_value (self->settings, KEY);

  g_variant_dict_init (tables, old);
  g_variant_dict_remove (tables, self->name);
}

static gboolean
save_cb (gpointer user_data)
{
  Columns *self = user_data;
  GVariantDict tables;

  self->save_source = 0;
  copy_others (self, &tables);
  g_variant_dict_insert_value (&tables, self->name, get_table (self));
  g_settings_set_value (self->settings, KEY, g_variant_dict_end (&tables));
  return G_SOURCE_REMOVE;
}

static void
queue_save (Columns *self)
{
  if (self->save_source == 0)
    self->save_source = g_timeout_add (PATIENCE_MS, save_cb, self);
}

static void
columns_free (gpointer data)
{
  Columns *self = data;

  g_clear_handle_id (&self->save_source, g_source_remove);
  g_clear_object (&self->settings);
  g_clear_object (&self->menu);
  g_free (self->name);
  g_free (self);
}

/* What waits to be saved is so before the table's columns go. */
static void
unrealize_cb (Columns *self)
{
  if (self->save_source == 0)
    return;

  g_clear_handle_id (&self->save_source, g_source_remove);
  save_cb (self);
}

static void
update_actions (Columns *self)
{
  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);
      g_autofree char *name = dup_action (sl_table_get_number (column));
      GAction *action = g_action_map_lookup_action (self->actions, name);

      g_simple_action_set_state (G_SIMPLE_ACTION (action),
                                 g_variant_new_boolean (
                                     !sl_table_is_absent (column,
                                                          SL_COLUMN_HIDDEN | SL_COLUMN_YIELDED)));
    }
}

/* A table keeps one column at least. */
static gboolean
is_last (Columns *self, GtkColumnViewColumn *shown)
{
  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);

      if (column != shown && gtk_column_view_column_get_visible (column))
        return FALSE;
    }
  return TRUE;
}

static void
toggle_column (Columns *self, GtkColumnViewColumn *column)
{
  gboolean is_wanted = sl_table_is_absent (column, SL_COLUMN_HIDDEN | SL_COLUMN_YIELDED);

  if (!is_wanted && is_last (self, column))
    return;

  sl_table_set_absent (column, SL_COLUMN_HIDDEN, !is_wanted);
  sl_table_fit_pin (self->view, column, is_wanted);
}

static void
toggle_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Columns *self = user_data;

  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);
      g_autofree char *name = dup_action (sl_table_get_number (column));

      if (g_str_equal (name, g_action_get_name (G_ACTION (action))))
        toggle_column (self, column);
    }
  update_actions (self);
  queue_save (self);
}

static void
reset_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Columns *self = user_data;

  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);

      sl_table_set_absent (column, SL_COLUMN_HIDDEN, FALSE);
      sl_table_fit_pin (self->view, column, FALSE);
      gtk_column_view_column_set_fixed_width (column, -1);
    }
  gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
  update_actions (self);
  queue_save (self);
}

/* Only of columns that this trace has something for. */
static void
fill_menu (Columns *self)
{
  g_autoptr (GMenu) last = g_menu_new ();
  g_autoptr (GMenu) all = g_menu_new ();

  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);
      g_autofree char *name = dup_action (sl_table_get_number (column));
      g_autofree char *action = g_strconcat ("table.", name, NULL);

      if (gtk_column_view_column_get_visible (column) ||
          sl_table_is_absent (column, SL_COLUMN_HIDDEN | SL_COLUMN_YIELDED))
        g_menu_append (all, gtk_column_view_column_get_title (column), action);
    }
  g_menu_append (last, _ ("_Reset Columns"), "table.reset-columns");

  g_menu_remove_all (self->menu);
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (all));
  g_menu_append_section (self->menu, NULL, G_MENU_MODEL (last));
}

static void
add_actions (Columns *self)
{
  const GActionEntry reset = { .name = "reset-columns", .activate = reset_cb };

  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);
      g_autofree char *name = dup_action (sl_table_get_number (column));
      const GActionEntry entry = { .name = name, .activate = toggle_cb, .state = "true" };

      g_action_map_add_action_entries (self->actions, &entry, 1, self);
    }
  g_action_map_add_action_entries (self->actions, &reset, 1, self);
}

static GtkColumnViewColumn *
find_column (Columns *self, guint number)
{
  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);

      /* The view has it too. */
      if (sl_table_get_number (column) == number)
        return column;
    }
  return NULL;
}

static void
restore (Columns *self)
{
  g_autoptr (GVariant) tables = g_settings_get_value (self->settings, KEY);
  g_autoptr (GVariant) lines = NULL;
  guint sorted;
  gboolean descending, is_hidden;
  GVariantIter iter;
  guint32 number;
  int width;

  if (!g_variant_lookup (tables, self->name, "((ub)@a" LINE_TYPE ")", &sorted, &descending, &lines))
    return;

  g_variant_iter_init (&iter, lines);
  while (g_variant_iter_next (&iter, LINE_TYPE, &number, &is_hidden, &width))
    {
      GtkColumnViewColumn *column = find_column (self, number);

      if (column == NULL)
        continue;
      if (!is_hidden || !is_last (self, column))
        sl_table_set_absent (column, SL_COLUMN_HIDDEN, is_hidden);
      sl_table_fit_pin (self->view, column, !is_hidden);
      gtk_column_view_column_set_fixed_width (column, CLAMP (width, -1, 4000));
    }
  self->sorted = sorted;
  self->descending = descending;
}

/* Once the table has its lines. */
static void
realize_cb (Columns *self)
{
  GtkColumnViewColumn *column = find_column (self, self->sorted);

  if (column != NULL && gtk_column_view_column_get_sorter (column) != NULL)
    gtk_column_view_sort_by_column (self->view, column,
                                    self->descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  g_signal_handlers_disconnect_by_func (self->view, realize_cb, self);
}

static void
follow_columns (Columns *self)
{
  for (guint i = 0; i < count (self); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = get_column (self, i);

      gtk_column_view_column_set_header_menu (column, G_MENU_MODEL (self->menu));
      g_signal_connect_swapped (column, "notify::fixed-width", G_CALLBACK (queue_save), self);
      g_signal_connect_swapped (column, "notify::title", G_CALLBACK (fill_menu), self);
      g_signal_connect_swapped (column, "notify::visible", G_CALLBACK (fill_menu), self);
      g_signal_connect_swapped (column, "notify::visible", G_CALLBACK (update_actions), self);
    }
  g_signal_connect_swapped (gtk_column_view_get_sorter (self->view), "changed",
                            G_CALLBACK (queue_save), self);
  g_signal_connect_swapped (self->view, "realize", G_CALLBACK (realize_cb), self);
  g_signal_connect_swapped (self->view, "unrealize", G_CALLBACK (unrealize_cb), self);
}

/**
 * sl_table_columns_keep:
 * @view: with all its columns, each made by sl_table_add_columns()
 * @name: of the table in the settings
 * @actions: of the view, as "table"; gets those that show and hide its columns
 *
 * Makes the table’s columns as the user left them; from now on the menu of the titles shows and hides
 * them, and what the user changes is kept.
 */
void
sl_table_columns_keep (GtkColumnView *view, const char *name, GActionMap *actions)
{
  Columns *self = g_new0 (Columns, 1);

  self->view = view;
  self->name = g_strdup (name);
  self->settings = sl_settings_new ();
  self->menu = g_menu_new ();
  self->actions = actions;
  self->sorted = G_MAXUINT;
  add_actions (self);
  restore (self);
  update_actions (self);
  fill_menu (self);
  follow_columns (self);
  sl_table_fit_follow (view);
  g_object_set_data_full (G_OBJECT (view), "columns", self, columns_free);
}

/**
 * sl_table_columns_get_menu:
 *
 * Returns: (transfer none) (nullable): what shows and hides columns; %NULL where the table keeps all
 */
GMenuModel *
sl_table_columns_get_menu (GtkColumnView *view)
{
  Columns *self = g_object_get_data (G_OBJECT (view), "columns");

  return self != NULL ? G_MENU_MODEL (self->menu) : NULL;
}

/**
 * sl_table_columns_get_actions:
 *
 * Returns: (transfer none) (nullable): the actions of that menu, "table" on the view
 */
GActionGroup *
sl_table_columns_get_actions (GtkColumnView *view)
{
  Columns *self = g_object_get_data (G_OBJECT (view), "columns");

  return self != NULL ? G_ACTION_GROUP (self->actions) : NULL;
}
