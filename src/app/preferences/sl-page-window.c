/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-window.h"

/* A window with pages of rows, and a switcher where there are several pages. It looks as AdwPreferencesWindow does, which in
 * libadwaita 1.2 never frees the rows that were in it: megabytes for each time that it is opened. */

typedef struct
{
  AdwViewStack *stack;
} SlPageWindowPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SlPageWindow, sl_page_window, ADW_TYPE_WINDOW)

static void
sl_page_window_class_init (SlPageWindowClass *klass)
{
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
sl_page_window_init (SlPageWindow *self)
{
  SlPageWindowPrivate *priv = sl_page_window_get_instance_private (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *title = adw_view_switcher_title_new ();
  GtkWidget *bar = adw_view_switcher_bar_new ();

  priv->stack = ADW_VIEW_STACK (adw_view_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (priv->stack), TRUE);
  adw_view_switcher_title_set_stack (ADW_VIEW_SWITCHER_TITLE (title), priv->stack);
  adw_view_switcher_bar_set_stack (ADW_VIEW_SWITCHER_BAR (bar), priv->stack);
  g_object_bind_property (self, "title", title, "title", G_BINDING_SYNC_CREATE);
  g_object_bind_property (title, "title-visible", bar, "reveal", G_BINDING_SYNC_CREATE);
  adw_header_bar_set_centering_policy (ADW_HEADER_BAR (header), ADW_CENTERING_POLICY_STRICT);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), title);
  gtk_widget_add_css_class (GTK_WIDGET (self), "preferences");

  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (priv->stack));
  gtk_box_append (GTK_BOX (box), bar);
  adw_window_set_content (ADW_WINDOW (self), box);
}

/**
 * sl_page_window_add:
 * @page: (transfer floating): whose title, icon and name are known already
 *
 * Adds a page after those that are there.
 */
void
sl_page_window_add (SlPageWindow *self, AdwPreferencesPage *page)
{
  SlPageWindowPrivate *priv = sl_page_window_get_instance_private (self);

  g_return_if_fail (SL_IS_PAGE_WINDOW (self));
  g_return_if_fail (ADW_IS_PREFERENCES_PAGE (page));

  adw_view_stack_add_titled_with_icon (priv->stack, GTK_WIDGET (page),
                                       adw_preferences_page_get_name (page),
                                       adw_preferences_page_get_title (page),
                                       adw_preferences_page_get_icon_name (page));
}
