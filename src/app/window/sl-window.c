/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-window-private.h"

#include "sl-file-chooser.h"
#include "sl-frame-count.h"
#include "sl-recent-files.h"
#include "sl-trace-tab-private.h"
#include "sl-widget-util.h"

/* The window itself: its tabs, and which of them is seen. */

/* In pixels; a smaller one could not be used. */
#define MIN_WIDTH  480
#define MIN_HEIGHT 360

static void
add_files (SlFileHolder *holder, SlFileSet *files, SlOpenFilesKind kind)
{
  SlWindow *self = SL_WINDOW (holder);

  for (guint i = 0; i < sl_window_get_n_tabs (self); i++)
    {
      SlDocument *document = sl_trace_tab_get_document (sl_window_get_tab_at (self, i));

      if (document != NULL)
        sl_open_files_add_document (files, document, kind);
    }
}

static void
init_file_holder (SlFileHolderInterface *interface)
{
  interface->add_files = add_files;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SlWindow,
                               sl_window,
                               ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (SL_TYPE_FILE_HOLDER, init_file_holder))

static SlTraceTab *
get_tab (AdwTabPage *page)
{
  return SL_TRACE_TAB (adw_tab_page_get_child (page));
}

/* (nullable): what the user set */
static GSettings *
dup_settings (SlWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  GSettings *settings = NULL;

  if (application != NULL)
    g_object_get (application, "settings", &settings, NULL);
  return settings;
}

/* Menus that are open stay so where nothing is new. */
static void
insert_actions (SlWindow *self, const char *prefix, GActionGroup **last, GActionGroup *group)
{
  if (*last == group)
    return;

  g_set_object (last, group);
  gtk_widget_insert_action_group (GTK_WIDGET (self), prefix, group);
}

/* What the keys do is done with the tab that is seen, and the header bar is its own: it comes after the actions, since GTK
 * 4.8 leaves its buttons insensitive where they come to a header bar that is there. */
static void
show_tab (SlWindow *self, SlTraceTab *tab)
{
  g_autoptr (GFile) folder = tab != NULL ? sl_trace_tab_dup_parent (tab) : NULL;

  insert_actions (self, "win", &self->actions, tab != NULL ? sl_trace_tab_get_actions (tab) : NULL);
  insert_actions (self, "view", &self->view_actions,
                  tab != NULL ? sl_trace_tab_get_view_actions (tab) : NULL);
  adw_bin_set_child (self->header_place, tab != NULL ? sl_trace_tab_get_header (tab) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->tab_bar),
                          tab == NULL || gtk_widget_get_visible (sl_trace_tab_get_header (tab)));
  gtk_window_set_title (GTK_WINDOW (self),
                        tab != NULL ? sl_trace_tab_get_title (tab) : "Slackline");
  sl_file_chooser_set_folder (GTK_WINDOW (self), folder);
}

static void
selected_cb (SlWindow *self)
{
  AdwTabPage *page;

  if (gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;

  page = adw_tab_view_get_selected_page (self->tab_view);
  show_tab (self, page != NULL ? get_tab (page) : NULL);
  if (page == NULL)
    return;

  adw_tab_page_set_needs_attention (page, FALSE);
  sl_window_tabs_update_actions (self);
}

static void
tab_changed_cb (SlWindow *self, SlTraceTab *tab)
{
  AdwTabPage *page;

  if (gtk_widget_get_root (GTK_WIDGET (tab)) != GTK_ROOT (self))
    return;

  sl_window_tabs_tell_apart (gtk_window_get_application (GTK_WINDOW (self)));
  page = adw_tab_view_get_page (self->tab_view, GTK_WIDGET (tab));
  adw_tab_page_set_title (page, sl_trace_tab_get_title (tab));
  adw_tab_page_set_loading (page, sl_trace_tab_is_loading (tab));
  if (page == adw_tab_view_get_selected_page (self->tab_view))
    show_tab (self, tab);
}

/* A trace was read while another tab was seen. */
static void
tab_loaded_cb (SlWindow *self, SlTraceTab *tab)
{
  AdwTabPage *page;

  if (gtk_widget_get_root (GTK_WIDGET (tab)) != GTK_ROOT (self))
    return;

  page = adw_tab_view_get_page (self->tab_view, GTK_WIDGET (tab));
  if (page != adw_tab_view_get_selected_page (self->tab_view))
    adw_tab_page_set_needs_attention (page, TRUE);
}

static void
page_attached_cb (AdwTabView *view, AdwTabPage *page, int position, gpointer user_data)
{
  SlWindow *self = SL_WINDOW (gtk_widget_get_root (GTK_WIDGET (view)));
  SlTraceTab *tab = get_tab (page);
  GtkWidget *stack = gtk_widget_get_first_child (GTK_WIDGET (view));

  if (GTK_IS_STACK (stack))
    sl_page_names_give (GTK_STACK (stack));
  g_signal_connect_object (tab, "changed", G_CALLBACK (tab_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tab, "loaded", G_CALLBACK (tab_loaded_cb), self, G_CONNECT_SWAPPED);
  tab_changed_cb (self, tab);
  sl_window_tabs_update_actions (self);
  sl_button_names_give (GTK_WIDGET (self->tab_bar));
}

static gboolean
destroy_cb (gpointer window)
{
  gtk_window_destroy (window);
  return G_SOURCE_REMOVE;
}

/* A window without tabs goes; not while its tab still says that it went. */
static void
page_detached_cb (AdwTabView *view, AdwTabPage *page, int position, gpointer user_data)
{
  SlWindow *self = (SlWindow *) gtk_widget_get_root (GTK_WIDGET (view));

  if (self == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;

  g_signal_handlers_disconnect_by_data (get_tab (page), self);
  sl_window_tabs_tell_apart (gtk_window_get_application (GTK_WINDOW (self)));
  sl_window_tabs_update_actions (self);
  if (adw_tab_view_get_n_pages (self->tab_view) == 0)
    g_idle_add_full (G_PRIORITY_HIGH, destroy_cb, g_object_ref (self), g_object_unref);
}

/* Asked again, once the user has said what is to become of one tab. */
static void
close_again (GtkWindow *window)
{
  SlWindow *self = SL_WINDOW (window);
  gboolean was_last = adw_tab_view_get_n_pages (self->tab_view) == 1;

  sl_trace_tab_settle (sl_window_get_tab (self));
  if (self->is_closing && !was_last)
    sl_window_tabs_close (self, adw_tab_view_get_selected_page (self->tab_view));
  gtk_window_close (window);
}

static void
close_asked_tab (GtkWindow *window)
{
  SlWindow *self = SL_WINDOW (window);

  sl_trace_tab_settle (sl_window_get_tab (self));
  sl_window_tabs_close (self, adw_tab_view_get_selected_page (self->tab_view));
}

static gboolean
close_page_cb (AdwTabView *view, AdwTabPage *page, gpointer user_data)
{
  SlTraceTab *tab = get_tab (page);
  gboolean may_close;

  /* The question is asked over what it is about. */
  if (sl_trace_tab_is_unsaved (tab))
    adw_tab_view_set_selected_page (view, page);
  may_close = sl_trace_tab_may_drop_page (tab, close_asked_tab);
  if (may_close)
    sl_trace_tab_keep_view (tab);
  adw_tab_view_close_page_finish (view, page, may_close);
  return GDK_EVENT_STOP;
}

static AdwTabView *
create_window_cb (AdwTabView *view, gpointer user_data)
{
  SlWindow *self = SL_WINDOW (gtk_widget_get_root (GTK_WIDGET (view)));

  return sl_window_new_without_tabs (self)->tab_view;
}

static void
setup_menu_cb (AdwTabView *view, AdwTabPage *page, gpointer user_data)
{
  SlWindow *self = SL_WINDOW (gtk_widget_get_root (GTK_WIDGET (view)));

  self->menu_page = page;
  sl_window_tabs_update_actions (self);
}

static gboolean
sl_window_close_request (GtkWindow *window)
{
  SlWindow *self = SL_WINDOW (window);

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      AdwTabPage *page = adw_tab_view_get_nth_page (self->tab_view, i);

      sl_trace_tab_keep_view (get_tab (page));
      if (!sl_trace_tab_is_unsaved (get_tab (page)))
        continue;

      adw_tab_view_set_selected_page (self->tab_view, page);
      self->is_closing = TRUE;
      if (!sl_trace_tab_may_drop_page (get_tab (page), close_again))
        return TRUE;
    }

  return GTK_WINDOW_CLASS (sl_window_parent_class)->close_request (window);
}

/* Of a window that is maximized the size that it goes back to. */
static void
save_size (GtkWindow *window, GSettings *settings)
{
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  g_settings_set (settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
}

static void
restore_size (GtkWindow *window, GSettings *settings)
{
  int width, height;

  g_settings_get (settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (window, MAX (width, MIN_WIDTH), MAX (height, MIN_HEIGHT));
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (window);
}

static void
sl_window_unrealize (GtkWidget *widget)
{
  g_autoptr (GSettings) settings = dup_settings (SL_WINDOW (widget));

  if (settings != NULL)
    save_size (GTK_WINDOW (widget), settings);
  GTK_WIDGET_CLASS (sl_window_parent_class)->unrealize (widget);
}

static void
sl_window_dispose (GObject *object)
{
  SlWindow *self = SL_WINDOW (object);

  /* GTK 4.8 leaks what is taken out of a window that is being destroyed, if the focus is in it. */
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  if (self->header_place != NULL)
    adw_bin_set_child (self->header_place, NULL);
  /* What is kept of the views is written now, whoever holds a tab still. */
  for (int i = 0; self->tab_view != NULL && i < adw_tab_view_get_n_pages (self->tab_view); i++)
    sl_trace_tab_leave (get_tab (adw_tab_view_get_nth_page (self->tab_view, i)));
  g_clear_object (&self->tab_actions);
  /* GTK gives them up late, and some of them hold the page that has them. */
  insert_actions (self, "win", &self->actions, NULL);
  insert_actions (self, "view", &self->view_actions, NULL);

  G_OBJECT_CLASS (sl_window_parent_class)->dispose (object);
}

static void
sl_window_class_init (SlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_window_dispose;
  widget_class->unrealize = sl_window_unrealize;
  GTK_WINDOW_CLASS (klass)->close_request = sl_window_close_request;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SlWindow, header_place);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, tab_bar);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, tab_view);
  gtk_widget_class_bind_template_callback (widget_class, close_page_cb);
  gtk_widget_class_bind_template_callback (widget_class, create_window_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_menu_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_attached_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_detached_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
}

static void
sl_window_init (SlWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_window_tabs_add_actions (self);
  sl_frame_count_start (GTK_WINDOW (self));
}

static SlWindow *
make_window (GtkApplication *application)
{
  SlWindow *self = g_object_new (SL_TYPE_WINDOW, "application", application, SL_WINDOW_ROLE, NULL);
  g_autoptr (GSettings) settings = dup_settings (self);

  restore_size (GTK_WINDOW (self), settings);
  return self;
}

/**
 * sl_window_new:
 *
 * Returns: (transfer none): a window with an empty tab, owned by GTK
 */
SlWindow *
sl_window_new (GtkApplication *application)
{
  SlWindow *self = make_window (application);

  sl_window_add_tab (self);
  return self;
}

/**
 * sl_window_new_without_tabs:
 * @other: of the same application
 *
 * Returns: (transfer none): a window that is shown, and gets a tab from @other
 */
SlWindow *
sl_window_new_without_tabs (SlWindow *other)
{
  SlWindow *self = make_window (gtk_window_get_application (GTK_WINDOW (other)));

  gtk_window_present (GTK_WINDOW (self));
  return self;
}

/**
 * sl_window_add_tab:
 *
 * Returns: (transfer none): a new, empty tab to the right of the one that was seen; it is seen now
 */
SlTraceTab *
sl_window_add_tab (SlWindow *self)
{
  SlTraceTab *tab = sl_trace_tab_new ();
  AdwTabPage *page;

  g_return_val_if_fail (SL_IS_WINDOW (self), NULL);

  page = adw_tab_view_add_page (self->tab_view, GTK_WIDGET (tab),
                                adw_tab_view_get_selected_page (self->tab_view));
  adw_tab_view_set_selected_page (self->tab_view, page);
  gtk_widget_grab_focus (GTK_WIDGET (tab));
  return tab;
}

/**
 * sl_window_make_place:
 *
 * Returns: (transfer none): an empty tab, here or in a window of its own as the user prefers
 */
SlTraceTab *
sl_window_make_place (SlWindow *self)
{
  g_autoptr (GSettings) settings = NULL;

  g_return_val_if_fail (SL_IS_WINDOW (self), NULL);

  settings = dup_settings (self);
  if (settings != NULL && g_settings_get_boolean (settings, "open-in-tabs"))
    return sl_window_add_tab (self);

  return sl_window_get_tab (sl_window_new (gtk_window_get_application (GTK_WINDOW (self))));
}

/**
 * sl_window_get_tab:
 *
 * Returns: (transfer none) (nullable): the tab that is seen; %NULL only while the window goes
 */
SlTraceTab *
sl_window_get_tab (SlWindow *self)
{
  AdwTabPage *page;

  g_return_val_if_fail (SL_IS_WINDOW (self), NULL);

  page = adw_tab_view_get_selected_page (self->tab_view);
  return page != NULL ? get_tab (page) : NULL;
}

/**
 * sl_window_get_tab_actions:
 *
 * Returns: (transfer none): what is done with tabs, "tab.…"
 */
GActionGroup *
sl_window_get_tab_actions (SlWindow *self)
{
  g_return_val_if_fail (SL_IS_WINDOW (self), NULL);

  return G_ACTION_GROUP (self->tab_actions);
}

guint
sl_window_get_n_tabs (SlWindow *self)
{
  g_return_val_if_fail (SL_IS_WINDOW (self), 0);

  return (guint) adw_tab_view_get_n_pages (self->tab_view);
}

/**
 * sl_window_get_tab_at:
 * @number: from the left
 */
SlTraceTab *
sl_window_get_tab_at (SlWindow *self, guint number)
{
  g_return_val_if_fail (SL_IS_WINDOW (self), NULL);

  return get_tab (adw_tab_view_get_nth_page (self->tab_view, (int) number));
}

/**
 * sl_window_open:
 * @files: (element-type GFile): files or folders
 *
 * As sl_trace_tab_open() with the tab that is seen.
 */
void
sl_window_open (SlWindow *self, GPtrArray *files)
{
  sl_trace_tab_open (sl_window_get_tab (self), files);
}

void
sl_window_open_simulation (SlWindow *self, SlSimulation *simulation)
{
  sl_trace_tab_open_simulation (sl_window_get_tab (self), simulation);
}

void
sl_window_open_source (SlWindow *self, SlSource *source)
{
  sl_trace_tab_open_source (sl_window_get_tab (self), source);
}

/**
 * sl_window_get_document:
 *
 * Returns: (nullable) (transfer none): what is seen
 */
SlDocument *
sl_window_get_document (SlWindow *self)
{
  SlTraceTab *tab = sl_window_get_tab (self);

  return tab != NULL ? sl_trace_tab_get_document (tab) : NULL;
}
