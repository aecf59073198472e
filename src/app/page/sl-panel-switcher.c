/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panel-switcher.h"

/* Chooses a page of a stack from a list that drops down, and turns the pages: what is left of an
 * index where there is no room for it. */
struct _SlPanelSwitcher
{
  AdwBin parent_instance;

  GtkDropDown *list;

  GtkStack *stack;
  GtkFilterListModel *pages; /* of GtkStackPage: those that are visible */
  gboolean is_following;     /* the list is being set to the page that is shown */
};

G_DEFINE_FINAL_TYPE (SlPanelSwitcher, sl_panel_switcher, ADW_TYPE_BIN)

/* The page that is shown, among the visible ones; %GTK_INVALID_LIST_POSITION before there is one. */
static guint
find_shown (SlPanelSwitcher *self)
{
  GListModel *pages = G_LIST_MODEL (self->pages);

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);

      if (gtk_stack_page_get_child (GTK_STACK_PAGE (page)) ==
          gtk_stack_get_visible_child (self->stack))
        return i;
    }

  return GTK_INVALID_LIST_POSITION;
}

static void
show_page (SlPanelSwitcher *self, guint number)
{
  g_autoptr (GObject) page = g_list_model_get_item (G_LIST_MODEL (self->pages), number);

  if (page != NULL)
    gtk_stack_set_visible_child (self->stack, gtk_stack_page_get_child (GTK_STACK_PAGE (page)));
}

static void
follow_stack (SlPanelSwitcher *self)
{
  self->is_following = TRUE;
  gtk_drop_down_set_selected (self->list, find_shown (self));
  self->is_following = FALSE;
}

static void
selected_cb (SlPanelSwitcher *self)
{
  if (!self->is_following && self->stack != NULL)
    show_page (self, gtk_drop_down_get_selected (self->list));
}

/* A page appeared or went. */
static void
page_visible_cb (SlPanelSwitcher *self)
{
  self->is_following = TRUE;
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->pages), GTK_FILTER_CHANGE_DIFFERENT);
  self->is_following = FALSE;
  follow_stack (self);
}

static gboolean
is_page_visible (gpointer page, gpointer user_data)
{
  return gtk_stack_page_get_visible (page);
}

static void
sl_panel_switcher_dispose (GObject *object)
{
  SlPanelSwitcher *self = SL_PANEL_SWITCHER (object);

  g_clear_object (&self->pages);
  self->stack = NULL;

  G_OBJECT_CLASS (sl_panel_switcher_parent_class)->dispose (object);
}

static void
sl_panel_switcher_class_init (SlPanelSwitcherClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_panel_switcher_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-panel-switcher.ui");
  gtk_widget_class_bind_template_child (widget_class, SlPanelSwitcher, list);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
}

static void
sl_panel_switcher_init (SlPanelSwitcher *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sl_panel_switcher_set_stack:
 * @stack: with all its pages; outlives @self
 *
 * Says what is switched; once.
 */
void
sl_panel_switcher_set_stack (SlPanelSwitcher *self, GtkStack *stack)
{
  GListModel *pages = G_LIST_MODEL (gtk_stack_get_pages (stack));
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_page_visible, NULL, NULL));

  g_return_if_fail (SL_IS_PANEL_SWITCHER (self));
  g_return_if_fail (self->stack == NULL);

  self->stack = stack;
  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);

      g_signal_connect_object (page, "notify::visible", G_CALLBACK (page_visible_cb), self,
                               G_CONNECT_SWAPPED);
    }

  self->pages = gtk_filter_list_model_new (pages, filter);
  self->is_following = TRUE;
  gtk_drop_down_set_model (self->list, G_LIST_MODEL (self->pages));
  self->is_following = FALSE;
  g_signal_connect_object (stack, "notify::visible-child", G_CALLBACK (follow_stack), self,
                           G_CONNECT_SWAPPED);
  follow_stack (self);
}

/**
 * sl_panel_switcher_turn:
 * @by: pages; below 0 to earlier ones
 *
 * Shows another of the visible pages; after the last comes the first.
 */
void
sl_panel_switcher_turn (SlPanelSwitcher *self, int by)
{
  guint n_pages, shown;

  g_return_if_fail (SL_IS_PANEL_SWITCHER (self));
  g_return_if_fail (self->stack != NULL);

  n_pages = g_list_model_get_n_items (G_LIST_MODEL (self->pages));
  shown = find_shown (self);
  if (n_pages > 0 && shown != GTK_INVALID_LIST_POSITION)
    show_page (self, (guint) (((int) shown + by % (int) n_pages + (int) n_pages) % (int) n_pages));
}
