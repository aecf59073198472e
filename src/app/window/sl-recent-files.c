/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recent-files.h"

#include "sl-session-text.h"

#define N_IN_MENU 8

static int
compare_recent (gconstpointer one, gconstpointer other)
{
  GDateTime *first = gtk_recent_info_get_visited ((GtkRecentInfo *) one);
  GDateTime *second = gtk_recent_info_get_visited ((GtkRecentInfo *) other);

  return -g_date_time_compare (first, second);
}

/**
 * sl_recent_files_list:
 * @kind: traces or saved views
 * @most: so many at most
 *
 * Returns: (transfer full) (element-type GtkRecentInfo): what this program opened last and is still there,
 *   the last first
 */
GPtrArray *
sl_recent_files_list (SlRecentKind kind, guint most)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  items = g_list_sort (items, compare_recent);
  for (GList *item = items; item != NULL && found->len < most; item = item->next)
    if (gtk_recent_info_has_application (item->data, g_get_application_name ()) &&
        g_str_has_suffix (gtk_recent_info_get_uri (item->data), SL_SESSION_SUFFIX) ==
            (kind == SL_RECENT_VIEWS) &&
        gtk_recent_info_exists (item->data))
      g_ptr_array_add (found, gtk_recent_info_ref (item->data));

  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return found;
}

/* In a menu an underscore would be the sign of a key. */
static char *
dup_label (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv ("__", parts);
}

static void
fill (GMenu *menu, SlRecentKind kind)
{
  g_autoptr (GPtrArray) files = sl_recent_files_list (kind, N_IN_MENU);

  g_menu_remove_all (menu);
  for (guint i = 0; i < files->len; i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (files, i);
      g_autofree char *label = dup_label (gtk_recent_info_get_display_name (info));
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item,
                                         kind == SL_RECENT_VIEWS ? "win.open-recent-view"
                                                                 : "win.open-recent",
                                         "s", gtk_recent_info_get_uri (info));
      g_menu_append_item (menu, item);
    }
}

static void
fill_traces (GMenu *menu)
{
  fill (menu, SL_RECENT_TRACES);
}

static void
fill_views (GMenu *menu)
{
  fill (menu, SL_RECENT_VIEWS);
}

/**
 * sl_recent_files_follow:
 * @menu: has an item for each of them from now on, for the action "win.open-recent" or "win.open-recent-view"
 */
void
sl_recent_files_follow (GMenu *menu, SlRecentKind kind)
{
  g_return_if_fail (G_IS_MENU (menu));

  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           kind == SL_RECENT_VIEWS ? G_CALLBACK (fill_views)
                                                   : G_CALLBACK (fill_traces),
                           menu, G_CONNECT_SWAPPED);
  fill (menu, kind);
}
