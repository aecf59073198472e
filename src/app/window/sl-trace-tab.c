/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-tab-private.h"

#include "sl-focus-out.h"
#include "sl-menu.h"
#include "sl-message.h"
#include "sl-open-dialog.h"
#include "sl-recent-files.h"
#include "sl-widget-util.h"
#include "sl-window.h"

/* The tab itself: what is dropped on it, its closing. */

/* After which the start page is drawn. */
#define START_PAGE_MSEC 500

G_DEFINE_FINAL_TYPE (SlTraceTab, sl_trace_tab, ADW_TYPE_BIN)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_LOADED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/**
 * sl_trace_tab_get_window:
 *
 * Returns: (transfer none) (nullable): the window that it is in now: tabs can be dragged elsewhere
 */
GtkWindow *
sl_trace_tab_get_window (SlTraceTab *self)
{
  return (GtkWindow *) gtk_widget_get_root (GTK_WIDGET (self));
}

/**
 * sl_trace_tab_of_window:
 *
 * Returns: (transfer none): the tab that is seen, over which a modal dialog was
 */
SlTraceTab *
sl_trace_tab_of_window (GtkWindow *window)
{
  return sl_window_get_tab (SL_WINDOW (window));
}

/**
 * sl_trace_tab_dup_settings:
 *
 * Returns: (transfer full) (nullable): what the user set; %NULL while the tab is in no window, or its
 *   application has ended
 */
GSettings *
sl_trace_tab_dup_settings (SlTraceTab *self)
{
  GtkWindow *window = sl_trace_tab_get_window (self);
  GtkApplication *application = window != NULL ? gtk_window_get_application (window) : NULL;
  GSettings *settings = NULL;

  if (application != NULL)
    g_object_get (application, "settings", &settings, NULL);
  return settings;
}

/**
 * sl_trace_tab_is_unsaved:
 *
 * Returns: whether something would be lost with its page that the user has not been asked about
 */
gboolean
sl_trace_tab_is_unsaved (SlTraceTab *self)
{
  SlDocument *document = sl_trace_tab_get_document (self);
  SlJobSearch *search = document != NULL ? sl_document_get_job_search (document) : NULL;

  return search != NULL && !self->is_settled &&
         sl_task_model_store_is_changed (sl_job_search_get_model_store (search));
}

/**
 * sl_trace_tab_settle:
 *
 * The user agrees that what is not saved is lost.
 */
void
sl_trace_tab_settle (SlTraceTab *self)
{
  self->is_settled = TRUE;
}

/**
 * sl_trace_tab_may_drop_page:
 * @proceed: called later, where the user agrees
 *
 * Returns: whether the page may go; where that loses something, the user is asked first
 */
gboolean
sl_trace_tab_may_drop_page (SlTraceTab *self, SlTaskModelSaveFunc proceed)
{
  SlDocument *document = sl_trace_tab_get_document (self);
  SlJobSearch *search = document != NULL ? sl_document_get_job_search (document) : NULL;

  return search == NULL || self->is_settled ||
         sl_task_model_save_ask (GTK_WIDGET (self->toasts), sl_job_search_get_model_store (search),
                                 proceed);
}

static void
start_page_open_cb (SlTraceTab *self, GFile *file)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  g_ptr_array_add (files, file);
  sl_trace_tab_open_somewhere (self, files);
}

static gboolean
drop_cb (SlTraceTab *self, const GValue *value)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GSList) dropped = gdk_file_list_get_files (g_value_get_boxed (value));

  for (GSList *item = dropped; item != NULL; item = item->next)
    g_ptr_array_add (files, item->data);
  if (files->len == 0)
    return FALSE;

  sl_trace_tab_open_somewhere (self, files);
  return TRUE;
}

static void
sl_trace_tab_dispose (GObject *object)
{
  SlTraceTab *self = SL_TRACE_TAB (object);

  if (self->actions != NULL)
    sl_trace_tab_leave_live (self);
  sl_trace_tab_drop_spare (self);
  /* A load holds no reference to the tab, else closing could not stop it. */
  g_clear_pointer (&self->solving, sl_background_free);
  g_clear_pointer (&self->exercise, sl_exercise_unref);
  g_clear_object (&self->broken_exercise);
  if (self->loader != NULL)
    sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  g_clear_object (&self->added);
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->simulation, sl_simulation_unref);
  g_clear_pointer (&self->other_run, sl_simulation_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->first_name, g_free);

  g_clear_object (&self->view);
  g_clear_object (&self->reloaded);
  g_clear_pointer (&self->stamp, g_free);
  g_clear_pointer (&self->stamp_before, g_free);
  g_clear_pointer (&self->window_title, g_free);
  g_clear_pointer (&self->folder, g_free);

  g_clear_object (&self->view_actions);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (sl_trace_tab_parent_class)->dispose (object);
}

/* Where it comes to another window, GTK 4.8 tells the buttons in it that their actions have gone with the last one. */
static void
sl_trace_tab_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sl_trace_tab_parent_class)->root (widget);
  sl_trace_tab_offer_actions (SL_TRACE_TAB (widget));
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, toasts);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, header);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, title);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, stack);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, start_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, loading_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, loading_bar);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, error_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, error_advice);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, open_other_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, import_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, open_as_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, trace_bin);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, exercise_pane);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, view_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, axis_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, tick_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, elapsed_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, axis_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, axis_icon_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, axis_menu);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, single_axis_menu);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, look_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, wall_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, textbook_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, menu_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, main_menu);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, recent_menu);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, recent_views_menu);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, pane_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, misses_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, misses_content);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, receive_bar);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, receive_label);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, receive_image);
  gtk_widget_class_bind_template_child (widget_class, SlTraceTab, receive_stop);
}

static gboolean
hand_focus_on (GtkWidget *widget)
{
  SlTraceTab *self = SL_TRACE_TAB (widget);

  return gtk_widget_grab_focus (self->page != NULL ? GTK_WIDGET (self->page)
                                                   : gtk_stack_get_visible_child (self->stack));
}

static void
sl_trace_tab_class_init (SlTraceTabClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_trace_tab_dispose;
  widget_class->root = sl_trace_tab_root;
  sl_focus_out_install (widget_class, hand_focus_on);

  /**
   * SlTraceTab::changed:
   *
   * Its title, its actions or whether it is loading are others than they were.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SL_TYPE_TRACE_TAB, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SlTraceTab::loaded:
   *
   * A trace has been read to its end.
   */
  signals[SIGNAL_LOADED] = g_signal_new ("loaded", SL_TYPE_TRACE_TAB, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (SL_TYPE_EXERCISE_PANE);
  g_type_ensure (SL_TYPE_START_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-trace-tab.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, start_page_open_cb);
}

/* What GTK accepts by default, except for what is dragged out of this program: that is a picture, not a trace. */
static gboolean
accept_drop_cb (GtkDropTarget *target, GdkDrop *drop)
{
  return gdk_drop_get_drag (drop) == NULL &&
         (gdk_drop_get_actions (drop) & gtk_drop_target_get_actions (target)) != 0 &&
         gdk_content_formats_match (gtk_drop_target_get_formats (target),
                                    gdk_drop_get_formats (drop));
}

static void
start_page_map_cb (SlTraceTab *self)
{
  sl_trace_tab_prepare_page (self, START_PAGE_MSEC);
}

static void
sl_trace_tab_init (SlTraceTab *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_autoptr (GMenuModel) open_as = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  sl_recent_files_follow (self->recent_menu, SL_RECENT_TRACES);
  sl_recent_files_follow (self->recent_views_menu, SL_RECENT_VIEWS);
  sl_trace_tab_init_pages (self);
  sl_trace_tab_add_actions (self);
  gtk_menu_button_set_menu_model (self->menu_button, self->main_menu);
  sl_menu_roles_follow (gtk_menu_button_get_popover (self->menu_button));
  sl_trace_tab_connect_exercise (self);
  open_as = sl_open_dialog_make_format_menu ();
  gtk_menu_button_set_menu_model (self->open_as_button, open_as);
  sl_button_names_give (GTK_WIDGET (self));
  sl_button_names_give (self->header);
  g_signal_connect_swapped (self->start_page, "map", G_CALLBACK (start_page_map_cb), self);

  g_signal_connect (target, "accept", G_CALLBACK (accept_drop_cb), NULL);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/**
 * sl_trace_tab_new:
 *
 * Returns: (transfer none): an empty tab, for a window
 */
SlTraceTab *
sl_trace_tab_new (void)
{
  return g_object_new (SL_TYPE_TRACE_TAB, NULL);
}

/**
 * sl_trace_tab_leave:
 *
 * Its window goes: so does what it shows, with what comes for it.
 */
void
sl_trace_tab_leave (SlTraceTab *self)
{
  g_return_if_fail (SL_IS_TRACE_TAB (self));

  sl_trace_tab_leave_live (self);
  sl_trace_tab_drop_page (self);
}

/**
 * sl_trace_tab_get_header:
 *
 * Returns: (transfer none): the header bar, which a window shows while it shows the tab
 */
GtkWidget *
sl_trace_tab_get_header (SlTraceTab *self)
{
  return self->header;
}

/**
 * sl_trace_tab_get_actions:
 *
 * Returns: (transfer none): what the window does while it shows the tab: "win.open" and so on
 */
GActionGroup *
sl_trace_tab_get_actions (SlTraceTab *self)
{
  return G_ACTION_GROUP (self->actions);
}

/**
 * sl_trace_tab_get_view_actions:
 *
 * Returns: (transfer none) (nullable): in the same way those of the trace, "view.…"; %NULL while none is shown
 */
GActionGroup *
sl_trace_tab_get_view_actions (SlTraceTab *self)
{
  return self->view_actions;
}

void
sl_trace_tab_emit_changed (SlTraceTab *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
sl_trace_tab_emit_loaded (SlTraceTab *self)
{
  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
}

/**
 * sl_trace_tab_get_title:
 *
 * Returns: (transfer none): what its window is called
 */
const char *
sl_trace_tab_get_title (SlTraceTab *self)
{
  g_return_val_if_fail (SL_IS_TRACE_TAB (self), NULL);

  return self->window_title != NULL ? self->window_title : "Slackline";
}

/**
 * sl_trace_tab_get_files:
 *
 * Returns: (transfer none) (nullable) (element-type GFile): what is shown is of these; %NULL for none
 */
GPtrArray *
sl_trace_tab_get_files (SlTraceTab *self)
{
  g_return_val_if_fail (SL_IS_TRACE_TAB (self), NULL);

  return self->files;
}

gboolean
sl_trace_tab_is_loading (SlTraceTab *self)
{
  return self->loader != NULL;
}

/**
 * sl_trace_tab_is_empty:
 *
 * Returns: whether nothing was opened in it
 */
gboolean
sl_trace_tab_is_empty (SlTraceTab *self)
{
  g_return_val_if_fail (SL_IS_TRACE_TAB (self), FALSE);

  return self->page == NULL && self->loader == NULL && self->files == NULL &&
         self->capture == NULL && self->broken_exercise == NULL;
}

void
sl_trace_tab_toast (SlTraceTab *self, const char *text)
{
  g_return_if_fail (SL_IS_TRACE_TAB (self));

  sl_message_show (GTK_WIDGET (self->toasts), text);
}

/**
 * sl_trace_tab_get_document:
 *
 * Returns: (nullable) (transfer none): what is shown
 */
SlDocument *
sl_trace_tab_get_document (SlTraceTab *self)
{
  g_return_val_if_fail (SL_IS_TRACE_TAB (self), NULL);

  return self->page != NULL ? sl_trace_view_get_document (self->page) : NULL;
}
