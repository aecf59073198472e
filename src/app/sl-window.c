/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-window.h"

#include <glib/gi18n.h>

#include "sl-added-traces.h"
#include "sl-button-names.h"
#include "sl-error.h"
#include "sl-file-watch.h"
#include "sl-model-save.h"
#include "sl-open-dialog.h"
#include "sl-open-failure.h"
#include "sl-overlay-store.h"
#include "sl-start-page.h"
#include "sl-time-text.h"
#include "sl-trace-loader.h"
#include "sl-trace-page.h"
#include "sl-trace-title.h"
#include "sl-view-actions.h"
#include "sl-window-size.h"

/* One trace from choosing its files to closing: the start page, loading, what went wrong, and
 * the trace itself, which SlTracePage shows. */
struct _SlWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkStack *stack;
  SlStartPage *start_page;
  AdwStatusPage *loading_page;
  GtkProgressBar *loading_bar;
  GtkWidget *cancel_button;
  AdwStatusPage *error_page;
  GtkLabel *error_advice;
  GtkWidget *open_other_button;
  GtkMenuButton *open_as_button;
  AdwBin *trace_bin;
  GtkWidget *view_buttons;
  GtkWidget *axis_buttons;
  GtkWidget *look_buttons;
  GtkWidget *pane_buttons;
  GtkWidget *misses_button;
  AdwButtonContent *misses_content;

  GPtrArray *files;   /* of GFile; NULL while nothing was opened */
  char *name;         /* of what was opened, for people */
  GPtrArray *watches; /* of GFileMonitor; NULL until the trace is loaded */
  SlTraceLoader *loader;
  SlTracePage *page;             /* NULL until there is a first generation */
  SlAddedTraces *added;          /* on the axis of that trace; NULL as long as @page */
  GPtrArray *joined;             /* of SlSource: what was put there with it; NULL for nothing */
  gboolean is_adding;            /* what is chosen goes onto the axis, not into a window */
  GtkFileChooserNative *chooser; /* NULL while it is not shown */
};

G_DEFINE_FINAL_TYPE (SlWindow, sl_window, ADW_TYPE_APPLICATION_WINDOW)

static SlApplication *
get_application (SlWindow *self)
{
  return SL_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
}

/* Opens files here where nothing is shown yet, else in a window of their own. */
static void
open_somewhere (SlWindow *self, GPtrArray *files)
{
  SlWindow *window = self;

  if (self->page != NULL)
    window = sl_window_new (get_application (self));

  sl_window_open (window, files);
  gtk_window_present (GTK_WINDOW (window));
}

static void
chooser_response_cb (SlWindow *self, int response)
{
  g_autoptr (GPtrArray) files = sl_open_dialog_get_files (self->chooser, response);

  g_clear_object (&self->chooser);
  if (files->len > 0 && self->is_adding && self->added != NULL)
    sl_added_traces_add_files (self->added, files);
  else if (files->len > 0)
    open_somewhere (self, files);
}

static void
choose_files (SlWindow *self, gboolean is_adding)
{
  g_clear_object (&self->chooser);
  self->is_adding = is_adding;
  self->chooser = sl_open_dialog_new (GTK_WINDOW (self));
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  choose_files (user_data, FALSE);
}

static void
add_trace_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  choose_files (user_data, TRUE);
}

static void
remove_trace_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlWindow *self = user_data;
  guint number = g_variant_get_uint32 (parameter);

  if (self->added != NULL && number > 0 &&
      number < sl_trace_set_get_size (sl_document_get_set (sl_window_get_document (self))))
    sl_added_traces_remove (self->added, number);
}

static void start_loading (SlWindow *self, const char *format_id);

/* Whether the page may go; asks the user where that loses something, and calls @proceed then. */
static gboolean
may_drop_page (SlWindow *self, SlModelSaveFunc proceed)
{
  SlDocument *document = sl_window_get_document (self);
  SlJobSearch *search = document != NULL ? sl_document_get_job_search (document) : NULL;

  return search == NULL || sl_model_save_ask (GTK_WIDGET (self->toasts),
                                              sl_job_search_get_model_store (search), proceed);
}

static void
reload (GtkWindow *window)
{
  start_loading (SL_WINDOW (window), NULL);
}

static void
reload_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (may_drop_page (user_data, reload))
    reload (user_data);
}

static void
open_as_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  start_loading (user_data, g_variant_get_string (parameter, NULL));
}

static void
cancel_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlWindow *self = user_data;

  if (self->loader == NULL)
    return;

  sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  if (self->page == NULL)
    {
      gtk_stack_set_visible_child_name (self->stack, "start");
      gtk_widget_grab_focus (GTK_WIDGET (self->start_page));
      return;
    }

  sl_trace_page_set_progress (self->page, 1);
  sl_window_toast (self, _ ("Loading was stopped; what is shown is a part of the trace"));
}

/* Each trace that was opened together with the first gets a window of its own. */
static void
separate_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SlWindow *self = user_data;
  g_autoptr (GPtrArray) joined = g_steal_pointer (&self->joined);

  for (guint i = 0; joined != NULL && i < joined->len; i++)
    {
      SlSource *source = g_ptr_array_index (joined, i);
      SlWindow *window = sl_window_new (get_application (self));
      SlTraceSet *set = sl_document_get_set (sl_window_get_document (self));

      for (guint number = sl_trace_set_get_size (set); number > 1; number--)
        if (sl_trace_get_source (sl_trace_set_get_trace (set, number - 1)) == source)
          {
            sl_added_traces_remove (self->added, number - 1);
            break;
          }
      sl_window_open_source (window, source);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static const GActionEntry actions[] = {
  { .name = "open", .activate = open_cb },
  { .name = "add-trace", .activate = add_trace_cb },
  { .name = "remove-trace", .activate = remove_trace_cb, .parameter_type = "u" },
  { .name = "separate", .activate = separate_cb },
  { .name = "open-as", .activate = open_as_cb, .parameter_type = "s" },
  { .name = "reload", .activate = reload_cb },
  { .name = "cancel", .activate = cancel_cb },
};

/* Recorded and computed ones of all traces, as "check" counts them. */
static guint
count_misses (SlDocument *document)
{
  guint n_misses = 0;

  for (guint i = 0; i < sl_trace_set_get_size (sl_document_get_set (document)); i++)
    {
      SlJobTable *jobs = sl_document_get_jobs_of (document, i);
      guint n_of_trace = 0;

      if (jobs != NULL)
        sl_job_table_get_misses (jobs, FALSE, &n_of_trace);
      n_misses += n_of_trace;
    }
  return n_misses;
}

static void
update_header (SlWindow *self)
{
  SlDocument *document = sl_window_get_document (self);
  const char *name = self->name != NULL ? self->name : "Slackline";
  g_autofree char *summary = NULL;
  gboolean has_trace = document != NULL;
  guint n_misses = 0;

  if (has_trace)
    {
      summary = sl_trace_title_of_set (sl_document_get_set (document));
      n_misses = count_misses (document);
    }

  adw_window_title_set_title (self->title, name);
  adw_window_title_set_subtitle (self->title, summary != NULL ? summary : "");
  gtk_window_set_title (GTK_WINDOW (self), name);
  gtk_widget_set_visible (self->view_buttons, has_trace);
  gtk_widget_set_visible (self->axis_buttons, has_trace);
  gtk_widget_set_visible (self->look_buttons, has_trace);
  gtk_widget_set_visible (self->pane_buttons, has_trace);
  gtk_widget_set_visible (self->misses_button, n_misses > 0);
  if (n_misses > 0)
    {
      g_autofree char *count = sl_time_text_ticks (n_misses);

      adw_button_content_set_label (self->misses_content, count);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->misses_button),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, count, -1);
    }
}

static void
update_add_action (SlWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "add-trace");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), self->added != NULL);
}

static void
document_changed_cb (SlWindow *self, guint changes)
{
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_OVERLAY | SL_CHANGED_JOBS)) != 0)
    update_header (self);
}

static void
show_trace (SlWindow *self, SlTrace *trace)
{
  g_autoptr (SlDocument) document = sl_document_new (trace);
  g_autoptr (GSimpleActionGroup) view_actions = NULL;

  if (self->files != NULL)
    {
      sl_overlay_store_attach (document, self->files);
      sl_job_search_set_trace_file (sl_document_get_job_search (document),
                                    g_ptr_array_index (self->files, 0));
    }
  self->page = SL_TRACE_PAGE (
      sl_trace_page_new (document, sl_application_get_settings (get_application (self))));
  self->added = sl_added_traces_new (document, self->files);
  g_signal_connect_object (self->added, "failed", G_CALLBACK (sl_window_toast), self,
                           G_CONNECT_SWAPPED);
  update_add_action (self);
  view_actions = sl_view_actions_new (self->page);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", G_ACTION_GROUP (view_actions));
  adw_bin_set_child (self->trace_bin, GTK_WIDGET (self->page));
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_stack_set_visible_child_name (self->stack, "trace");
  gtk_widget_grab_focus (GTK_WIDGET (self->page));
  update_header (self);
}

static void
drop_page (SlWindow *self)
{
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", NULL);
  adw_bin_set_child (self->trace_bin, NULL);
  self->page = NULL;
  g_clear_object (&self->added);
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  update_add_action (self);
  g_clear_pointer (&self->watches, g_ptr_array_unref);
}

static void
remember_files (SlWindow *self)
{
  for (guint i = 0; self->files != NULL && i < self->files->len; i++)
    {
      g_autofree char *uri = g_file_get_uri (g_ptr_array_index (self->files, i));

      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
    }
}

static void
loader_trace_cb (SlWindow *self, SlTrace *trace, double fraction)
{
  /* A first picture of nothing would only flash. */
  if (self->page == NULL && sl_trace_get_n_events (trace) > 0)
    show_trace (self, trace);
  else if (self->page != NULL)
    sl_document_set_trace (sl_trace_page_get_document (self->page), trace);

  if (self->page != NULL)
    sl_trace_page_set_progress (self->page, fraction);
}

static void
loader_progress_cb (SlWindow *self, double fraction)
{
  if (fraction >= 0)
    gtk_progress_bar_set_fraction (self->loading_bar, fraction);
  else
    gtk_progress_bar_pulse (self->loading_bar);
}

static void
show_error (SlWindow *self, const GError *error)
{
  adw_status_page_set_title (self->error_page, sl_open_failure_get_title (error));
  adw_status_page_set_description (self->error_page, NULL);
  if (error->message != NULL)
    {
      g_autofree char *markup = g_markup_escape_text (error->message, -1);

      adw_status_page_set_description (self->error_page, markup);
    }
  gtk_label_set_label (self->error_advice, sl_open_failure_get_advice (error));
  /* Another format helps only where the file could be read. */
  gtk_widget_set_visible (GTK_WIDGET (self->open_as_button), error->domain == SL_ERROR);
  gtk_stack_set_visible_child_name (self->stack, "error");
  gtk_widget_grab_focus (self->open_other_button);
}

/* Files that were opened together are to be seen together: their traces are put on one axis. Who
 * meant to open them one by one has a button for that. */
static void
join_others (SlWindow *self, GPtrArray *others)
{
  guint n_others = others != NULL ? others->len : 0;
  AdwToast *toast;
  g_autofree char *text = NULL;

  if (n_others == 0)
    return;

  for (guint i = 0; i < n_others; i++)
    sl_added_traces_add_source (self->added, g_ptr_array_index (others, i));
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  self->joined = g_ptr_array_ref (others);

  text = g_strdup_printf (ngettext ("%u trace more stands on this axis",
                                    "%u traces more stand on this axis", n_others),
                          n_others);
  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _ ("_Separate Windows"));
  adw_toast_set_action_name (toast, "win.separate");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* The file is the store: what is cut off from it is gone, and the user must know. */
static void
file_changed_cb (SlWindow *self)
{
  const char *note;

  if (self->page == NULL)
    return;

  note = sl_document_look_again (sl_trace_page_get_document (self->page));
  if (note != NULL)
    sl_window_toast (self, note);
}

static void
loader_finished_cb (SlWindow *self, GPtrArray *others, const GError *error)
{
  G_GNUC_UNUSED g_autoptr (SlTraceLoader) loader = g_steal_pointer (&self->loader);

  if (error == NULL && self->page == NULL)
    {
      g_autoptr (GError) empty =
          g_error_new_literal (SL_ERROR, SL_ERROR_EMPTY, "The trace holds no events");

      show_error (self, empty);
      return;
    }
  if (error == NULL)
    {
      sl_trace_page_set_progress (self->page, 1);
      remember_files (self);
      if (self->files != NULL)
        {
          self->watches = sl_file_watch_start (self->files, self, G_CALLBACK (file_changed_cb));
          /* What happened before the watch began. */
          file_changed_cb (self);
        }
      join_others (self, others);
      return;
    }

  if (self->page == NULL)
    show_error (self, error);
  else
    sl_window_toast (self, error->message);
}

static void
take_loader (SlWindow *self, SlTraceLoader *loader)
{
  g_autofree char *title = g_strdup_printf (_ ("Opening %s"), self->name);

  if (self->loader != NULL)
    sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  drop_page (self);

  adw_status_page_set_title (self->loading_page, title);
  gtk_progress_bar_set_fraction (self->loading_bar, 0);
  gtk_stack_set_visible_child_name (self->stack, "loading");
  gtk_widget_grab_focus (self->cancel_button);
  update_header (self);

  self->loader = loader;
  g_signal_connect_object (self->loader, "trace", G_CALLBACK (loader_trace_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "progress", G_CALLBACK (loader_progress_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "finished", G_CALLBACK (loader_finished_cb), self,
                           G_CONNECT_SWAPPED);
  sl_trace_loader_start (self->loader);
}

static void
start_loading (SlWindow *self, const char *format_id)
{
  if (self->files != NULL)
    take_loader (self, sl_trace_loader_new (self->files, format_id));
}

static void
start_page_open_cb (SlWindow *self, GFile *file)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  g_ptr_array_add (files, file);
  open_somewhere (self, files);
}

static gboolean
drop_cb (SlWindow *self, const GValue *value)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GSList) dropped = gdk_file_list_get_files (g_value_get_boxed (value));

  for (GSList *item = dropped; item != NULL; item = item->next)
    g_ptr_array_add (files, item->data);
  if (files->len == 0)
    return FALSE;

  open_somewhere (self, files);
  return TRUE;
}

static gboolean
sl_window_close_request (GtkWindow *window)
{
  if (!may_drop_page (SL_WINDOW (window), gtk_window_destroy))
    return TRUE;

  return GTK_WINDOW_CLASS (sl_window_parent_class)->close_request (window);
}

static void
sl_window_unrealize (GtkWidget *widget)
{
  SlApplication *application = get_application (SL_WINDOW (widget));

  if (application != NULL && sl_application_get_settings (application) != NULL)
    sl_window_size_save (GTK_WINDOW (widget), sl_application_get_settings (application));
  GTK_WIDGET_CLASS (sl_window_parent_class)->unrealize (widget);
}

static void
sl_window_dispose (GObject *object)
{
  SlWindow *self = SL_WINDOW (object);

  /* A load holds no reference to the window, else closing could not stop it. */
  if (self->loader != NULL)
    sl_trace_loader_cancel (self->loader);
  g_clear_object (&self->loader);
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  g_clear_object (&self->added);
  g_clear_pointer (&self->joined, g_ptr_array_unref);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (sl_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SlWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, loading_page);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, loading_bar);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, error_page);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, error_advice);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, open_other_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, open_as_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, trace_bin);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, view_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, axis_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, look_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, pane_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, misses_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, misses_content);
}

static void
sl_window_class_init (SlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_window_dispose;
  widget_class->unrealize = sl_window_unrealize;
  GTK_WINDOW_CLASS (klass)->close_request = sl_window_close_request;

  g_type_ensure (SL_TYPE_START_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-window.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, start_page_open_cb);
}

static void
sl_window_init (SlWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_autoptr (GMenuModel) open_as = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  open_as = sl_open_dialog_make_format_menu ();
  gtk_menu_button_set_menu_model (self->open_as_button, open_as);
  update_add_action (self);
  sl_button_names_give (GTK_WIDGET (self));

  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  gtk_widget_grab_focus (GTK_WIDGET (self->start_page));
}

/**
 * sl_window_new:
 *
 * Returns: (transfer none): an empty window, owned by GTK
 */
SlWindow *
sl_window_new (SlApplication *application)
{
  SlWindow *self = g_object_new (SL_TYPE_WINDOW, "application", application, NULL);

  sl_window_size_restore (GTK_WINDOW (self), sl_application_get_settings (application));
  return self;
}

/**
 * sl_window_open:
 * @files: (element-type GFile): files or folders
 *
 * Starts loading and leaves off what was being loaded before. What one format does not join into
 * one trace is put on one axis.
 */
void
sl_window_open (SlWindow *self, GPtrArray *files)
{
  g_return_if_fail (SL_IS_WINDOW (self));
  g_return_if_fail (files != NULL && files->len > 0);

  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (self->files, g_object_ref (g_ptr_array_index (files, i)));

  g_free (self->name);
  self->name = sl_trace_title_of_files (files);
  start_loading (self, NULL);
}

/**
 * sl_window_open_source:
 * @source: what was opened already
 *
 * Starts loading and leaves off what was being loaded before.
 */
void
sl_window_open_source (SlWindow *self, SlSource *source)
{
  const char *const *names = sl_source_get_file_names (source);

  g_return_if_fail (SL_IS_WINDOW (self));

  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_free (self->name);
  self->name = names != NULL ? g_strjoinv (", ", (char **) names) : g_strdup ("");
  take_loader (self, sl_trace_loader_new_for_source (source));
}

void
sl_window_toast (SlWindow *self, const char *text)
{
  AdwToast *toast;
  g_autofree char *markup = g_markup_escape_text (text, -1);

  g_return_if_fail (SL_IS_WINDOW (self));

  toast = adw_toast_new (markup);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/**
 * sl_window_get_document:
 *
 * Returns: (nullable) (transfer none): what is shown
 */
SlDocument *
sl_window_get_document (SlWindow *self)
{
  g_return_val_if_fail (SL_IS_WINDOW (self), NULL);

  return self->page != NULL ? sl_trace_page_get_document (self->page) : NULL;
}
