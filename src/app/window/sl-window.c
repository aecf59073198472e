/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-window-private.h"

#include <glib/gi18n.h>

#include "sl-open-dialog.h"
#include "sl-open-files.h"
#include "sl-recent-files.h"
#include "sl-task-set-window.h"
#include "sl-trace-title.h"
#include "sl-widget-util.h"

/* The window itself: what it opens, what is dropped on it, its closing. */

/* In pixels; a smaller one could not be used. */
#define MIN_WIDTH  480
#define MIN_HEIGHT 360

static void
add_files (SlFileHolder *holder, SlFileSet *files, SlOpenFilesKind kind)
{
  SlDocument *document = sl_window_get_document (SL_WINDOW (holder));

  if (document != NULL)
    sl_open_files_add_document (files, document, kind);
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

/**
 * sl_window_get_application:
 *
 * Returns: (transfer none) (nullable): %NULL once the window is taken from it
 */
SlApplication *
sl_window_get_application (SlWindow *self)
{
  return (SlApplication *) gtk_window_get_application (GTK_WINDOW (self));
}

/**
 * sl_window_dup_settings:
 *
 * Returns: (transfer full) (nullable): what the user set; %NULL once the window is taken from its
 *   application, or that has ended
 */
GSettings *
sl_window_dup_settings (SlWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  GSettings *settings = NULL;

  if (application != NULL)
    g_object_get (application, "settings", &settings, NULL);
  return settings;
}

/**
 * sl_window_open_somewhere:
 * @files: (element-type GFile): at least one
 *
 * Opens files here where nothing is shown yet, else in a window of their own; task sets have
 * windows of another kind.
 */
void
sl_window_open_somewhere (SlWindow *self, GPtrArray *files)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new ();
  SlWindow *window = self;

  g_ptr_array_extend (traces, files, NULL, NULL);
  sl_task_set_window_take_sets (GTK_APPLICATION (sl_window_get_application (self)), traces);
  if (traces->len == 0)
    return;

  if (self->page != NULL)
    window = sl_window_new (sl_window_get_application (self));

  sl_window_open (window, traces);
  gtk_window_present (GTK_WINDOW (window));
}

/**
 * sl_window_may_drop_page:
 * @proceed: called later, where the user agrees
 *
 * Returns: whether the page may go; where that loses something, the user is asked first
 */
gboolean
sl_window_may_drop_page (SlWindow *self, SlTaskModelSaveFunc proceed)
{
  SlDocument *document = sl_window_get_document (self);
  SlJobSearch *search = document != NULL ? sl_document_get_job_search (document) : NULL;

  return search == NULL || sl_task_model_save_ask (GTK_WIDGET (self->toasts),
                                                   sl_job_search_get_model_store (search), proceed);
}

static void
start_page_open_cb (SlWindow *self, GFile *file)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  g_ptr_array_add (files, file);
  sl_window_open_somewhere (self, files);
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

  sl_window_open_somewhere (self, files);
  return TRUE;
}

static gboolean
sl_window_close_request (GtkWindow *window)
{
  if (!sl_window_may_drop_page (SL_WINDOW (window), gtk_window_destroy))
    return TRUE;

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
  g_autoptr (GSettings) settings = sl_window_dup_settings (SL_WINDOW (widget));

  if (settings != NULL)
    save_size (GTK_WINDOW (widget), settings);
  GTK_WIDGET_CLASS (sl_window_parent_class)->unrealize (widget);
}

static void
sl_window_dispose (GObject *object)
{
  SlWindow *self = SL_WINDOW (object);

  sl_window_leave_live (self);
  /* A load holds no reference to the window, else closing could not stop it. */
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

  g_clear_object (&self->view_actions);
  G_OBJECT_CLASS (sl_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SlWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, header);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, loading_page);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, loading_bar);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, error_page);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, error_advice);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, open_other_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, import_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, open_as_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, trace_bin);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, exercise_pane);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, view_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, axis_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, tick_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, elapsed_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, axis_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, axis_menu);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, single_axis_menu);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, look_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, wall_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, textbook_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, main_menu);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, recent_menu);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, pane_buttons);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, misses_button);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, misses_content);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, receive_bar);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, receive_label);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, receive_image);
  gtk_widget_class_bind_template_child (widget_class, SlWindow, receive_stop);
}

static void
sl_window_class_init (SlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_window_dispose;
  widget_class->unrealize = sl_window_unrealize;
  GTK_WINDOW_CLASS (klass)->close_request = sl_window_close_request;

  g_type_ensure (SL_TYPE_EXERCISE_PANE);
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
  sl_recent_files_follow (self->recent_menu);
  sl_window_add_actions (self);
  sl_window_connect_exercise (self);
  open_as = sl_open_dialog_make_format_menu ();
  gtk_menu_button_set_menu_model (self->open_as_button, open_as);
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
  g_autoptr (GSettings) settings = sl_window_dup_settings (self);

  restore_size (GTK_WINDOW (self), settings);
  return self;
}

/**
 * sl_window_set_files:
 * @files: (element-type GFile): what is shown is of these
 */
void
sl_window_set_files (SlWindow *self, GPtrArray *files)
{
  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (self->files, g_object_ref (g_ptr_array_index (files, i)));

  g_free (self->name);
  self->name = sl_trace_title_of_files (files);
  g_free (self->first_name);
  self->first_name = sl_trace_title_of_file (g_ptr_array_index (files, 0));
}

/**
 * sl_window_open:
 * @files: (element-type GFile): files or folders
 *
 * Starts loading and leaves off what was being loaded before. What one format does not join into
 * one trace is put on one axis. An exercise is opened with its first run.
 */
void
sl_window_open (SlWindow *self, GPtrArray *files)
{
  g_return_if_fail (SL_IS_WINDOW (self));
  g_return_if_fail (files != NULL && files->len > 0);

  if (sl_window_is_exercise (files))
    {
      sl_window_open_exercise (self, g_ptr_array_index (files, 0));
      return;
    }

  sl_window_leave_exercise (self);
  g_clear_pointer (&self->simulation, sl_simulation_unref);
  g_clear_pointer (&self->other_run, sl_simulation_unref);
  sl_window_set_files (self, files);
  sl_window_load (self, NULL);
}

/**
 * sl_window_open_simulation:
 *
 * Runs it in the background and shows its trace; leaves off what was being loaded before. What is
 * wrong with its task set is told as a file that cannot be opened is.
 */
void
sl_window_open_simulation (SlWindow *self, SlSimulation *simulation)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  g_return_if_fail (SL_IS_WINDOW (self));
  g_return_if_fail (simulation != NULL);

  sl_window_leave_exercise (self);
  sl_simulation_ref (simulation);
  g_clear_pointer (&self->simulation, sl_simulation_unref);
  g_clear_pointer (&self->other_run, sl_simulation_unref);
  self->simulation = simulation;
  g_ptr_array_add (files, sl_simulation_get_file (simulation));
  sl_window_set_files (self, files);
  sl_window_load (self, NULL);
}

/**
 * sl_window_compare_simulations:
 *
 * As sl_window_open_simulation() with @one; then runs @other too and puts it beside @one, row by
 * row.
 */
void
sl_window_compare_simulations (SlWindow *self, SlSimulation *one, SlSimulation *other)
{
  g_autoptr (SlSimulation) kept = sl_simulation_ref (other);

  sl_window_open_simulation (self, one);
  self->other_run = g_steal_pointer (&kept);
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

  sl_window_leave_exercise (self);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->simulation, sl_simulation_unref);
  g_clear_pointer (&self->other_run, sl_simulation_unref);
  g_clear_pointer (&self->first_name, g_free);
  g_free (self->name);
  self->name = names != NULL ? g_strjoinv (", ", (char **) names) : g_strdup ("");
  sl_window_take_loader (self, sl_trace_loader_new_for_source (source));
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

  return self->page != NULL ? sl_trace_view_get_document (self->page) : NULL;
}
