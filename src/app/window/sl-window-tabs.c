/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-window-private.h"

#include "sl-action-util.h"
#include "sl-trace-tab-private.h"
#include "sl-trace-title.h"

/* What is done with the tabs of a window, by key, from its menu and from the menu of a tab. */

static void
new_tab (SlWindow *self)
{
  sl_window_add_tab (self);
}

static AdwTabPage *
get_page (SlWindow *self)
{
  return self->menu_page != NULL ? self->menu_page
                                 : adw_tab_view_get_selected_page (self->tab_view);
}

/**
 * sl_window_tabs_close:
 *
 * Closes the tab, with the window where it is the last one, unless the user wants to keep what is not saved.
 */
void
sl_window_tabs_close (SlWindow *self, AdwTabPage *page)
{
  if (adw_tab_view_get_n_pages (self->tab_view) > 1)
    adw_tab_view_close_page (self->tab_view, page);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
close_tab (SlWindow *self)
{
  self->is_closing = FALSE;
  sl_window_tabs_close (self, get_page (self));
}

static void
move_tab (SlWindow *self)
{
  AdwTabPage *page = get_page (self);
  SlWindow *other;

  if (adw_tab_view_get_n_pages (self->tab_view) < 2)
    return;

  other = sl_window_new_without_tabs (self);
  adw_tab_view_transfer_page (self->tab_view, page, other->tab_view, 0);
}

/* From the last to the first, and back. */
static void
turn (SlWindow *self, int by)
{
  int n_pages = adw_tab_view_get_n_pages (self->tab_view);
  AdwTabPage *page = adw_tab_view_get_selected_page (self->tab_view);
  int position = (adw_tab_view_get_page_position (self->tab_view, page) + by + n_pages) % n_pages;

  adw_tab_view_set_selected_page (self->tab_view,
                                  adw_tab_view_get_nth_page (self->tab_view, position));
}

static void
next_tab (SlWindow *self)
{
  turn (self, 1);
}

static void
previous_tab (SlWindow *self)
{
  turn (self, -1);
}

static const struct
{
  const char *name;
  void (*act) (SlWindow *self);
} actions[] = {
  { "new", new_tab },   { "close", close_tab },       { "move", move_tab },
  { "next", next_tab }, { "previous", previous_tab },
};

static void
activate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, g_action_get_name (G_ACTION (action))))
      actions[i].act (user_data);
}

/**
 * sl_window_tabs_update_actions:
 *
 * Only several tabs can be turned, and only one of several can get a window of its own.
 */
void
sl_window_tabs_update_actions (SlWindow *self)
{
  static const char *const names[] = { "move", "next", "previous" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    sl_action_set_enabled (G_ACTION_MAP (self->tab_actions), names[i],
                           adw_tab_view_get_n_pages (self->tab_view) > 1);
}

/* (transfer full): the tabs of all windows */
static GPtrArray *
list_tabs (GtkApplication *application)
{
  GPtrArray *tabs = g_ptr_array_new ();

  for (GList *item = gtk_application_get_windows (application); item != NULL; item = item->next)
    for (guint i = 0; SL_IS_WINDOW (item->data) && i < sl_window_get_n_tabs (item->data); i++)
      g_ptr_array_add (tabs, sl_window_get_tab_at (item->data, i));
  return tabs;
}

/**
 * sl_window_tabs_tell_apart:
 * @application: (nullable): whose windows are looked through
 *
 * To be called when a tab shows something else: where files of one name are open, their folders are said
 * too.
 */
void
sl_window_tabs_tell_apart (GtkApplication *application)
{
  g_autoptr (GPtrArray) tabs = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  if (application == NULL)
    return;

  tabs = list_tabs (application);
  for (guint i = 0; i < tabs->len; i++)
    {
      GPtrArray *opened = sl_trace_tab_get_files (g_ptr_array_index (tabs, i));

      if (opened != NULL)
        g_ptr_array_add (files, g_ptr_array_index (opened, 0));
    }
  for (guint i = 0; i < tabs->len; i++)
    {
      GPtrArray *opened = sl_trace_tab_get_files (g_ptr_array_index (tabs, i));
      g_autofree char *folder =
          opened != NULL ? sl_trace_title_tell_apart (g_ptr_array_index (opened, 0), files) : NULL;

      sl_trace_tab_set_folder (g_ptr_array_index (tabs, i), folder);
    }
}

/**
 * sl_window_tabs_add_actions:
 *
 * Once, when the window is made.
 */
void
sl_window_tabs_add_actions (SlWindow *self)
{
  self->tab_actions = g_simple_action_group_new ();
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const GActionEntry entry = { .name = actions[i].name, .activate = activate_cb };

      g_action_map_add_action_entries (G_ACTION_MAP (self->tab_actions), &entry, 1, self);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tab", G_ACTION_GROUP (self->tab_actions));
  sl_window_tabs_update_actions (self);
}
