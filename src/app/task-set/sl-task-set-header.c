/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-header.h"

#include <glib/gi18n.h>

#include "sl-task-set-compare.h"
#include "sl-task-set-templates.h"
#include "sl-widget-util.h"

/* The header bar of a task set's window. */

static GMenuModel *
make_new_menu (void)
{
  GMenu *menu = g_menu_new ();
  guint n_templates;
  const SlTaskSetTemplate *templates = sl_task_set_templates_get (&n_templates);

  for (guint i = 0; i < n_templates; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (templates[i].title), NULL);

      g_menu_item_set_action_and_target (item, "set.new", "s", templates[i].id);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

/**
 * sl_task_set_header_new:
 *
 * Returns: (transfer floating): with the menus and buttons of a window of a task set
 */
GtkWidget *
sl_task_set_header_new (void)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *run = gtk_button_new_with_mnemonic (_ ("Open as _Trace"));
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (run));
  g_autoptr (GMenuModel) templates = make_new_menu ();
  g_autoptr (GMenuModel) comparisons = sl_task_set_compare_make_menu ();
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *more;

  /* With large text a small window has no room for all of it. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), adw_window_title_new ("", ""));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header),
                             sl_icon_button_new_menu ("document-new-symbolic",
                                                      _ ("Start from another task set"),
                                                      templates));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header),
                             sl_icon_button_new ("edit-undo-symbolic", _ ("Undo"), "model.undo"));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header),
                             sl_icon_button_new ("edit-redo-symbolic", _ ("Redo"), "model.redo"));

  g_menu_append (menu, _ ("_Open…"), "model.open");
  g_menu_append (menu, _ ("Save _As…"), "model.save-as");
  g_menu_append_section (menu, NULL, comparisons);
  more = sl_icon_button_new_menu ("open-menu-symbolic", _ ("Task set menu"), G_MENU_MODEL (menu));
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (more), TRUE);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), more);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (run), "set.run");
  gtk_widget_set_tooltip_text (run, _ ("Simulate the set and open its trace in a window"));
  gtk_widget_add_css_class (run, "suggested-action");
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), run);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header),
                           sl_icon_button_new ("document-save-symbolic", _ ("Save"), "model.save"));
  return header;
}

static void
show_title (GtkWidget *header, gboolean as_a_whole, SlTaskModelStore *store)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (header));
  AdwWindowTitle *title =
      ADW_WINDOW_TITLE (adw_header_bar_get_title_widget (ADW_HEADER_BAR (header)));
  g_autofree char *name = sl_task_model_store_dup_name (store);
  GFile *file = sl_task_model_store_get_file (store);
  const char *where = file != NULL ? _ ("task set") : _ ("new task set, not saved yet");
  g_autofree char *unsaved = g_strdup_printf (_ ("%s · not saved"), where);
  gboolean is_changed = sl_task_model_store_is_changed (store);

  adw_window_title_set_title (title, name != NULL ? name : "");
  adw_window_title_set_subtitle (title, is_changed ? unsaved : where);
  gtk_window_set_title (window, name != NULL ? name : _ ("Task Set"));
}

/**
 * sl_task_set_header_follow:
 * @header: in its window
 *
 * Has the title of both say what @store holds, and whether that is saved.
 */
void
sl_task_set_header_follow (GtkWidget *header, SlTaskModelStore *store)
{
  g_signal_connect_object (store, "changed", G_CALLBACK (show_title), header, G_CONNECT_SWAPPED);
  show_title (header, TRUE, store);
}
