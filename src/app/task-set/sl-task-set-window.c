/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-window.h"

#include <glib/gi18n.h>

#include "sl-message.h"
#include "sl-open-files.h"
#include "sl-simulation.h"
#include "sl-task-model-actions.h"
#include "sl-task-model-save.h"
#include "sl-task-set-compare.h"
#include "sl-task-set-editor.h"
#include "sl-task-set-header.h"
#include "sl-task-set-preview.h"
#include "sl-task-set-runner.h"
#include "sl-task-set-templates.h"
#include "sl-unbroken.h"
#include "sl-widget-util.h"

/* A task set and, beside it, the schedule that it gives: each change is simulated and drawn at
 * once. */
struct _SlTaskSetWindow
{
  AdwApplicationWindow parent_instance;

  SlTaskModelStore *store;
  SlTaskSetRunner *runner;
  GtkWidget *toasts;
  GtkPaned *paned;
  SlTaskSetEditor *editor;
  SlTaskSetPreview *preview;
  GtkLabel *status;
  guint turn; /* idle source that turns the panes */
};

static void
add_files (SlFileHolder *holder, SlFileSet *files, SlOpenFilesKind kind)
{
  if (kind == SL_OPEN_ALL)
    sl_open_files_add_model (files, SL_TASK_SET_WINDOW (holder)->store);
}

static void
init_file_holder (SlFileHolderInterface *interface)
{
  interface->add_files = add_files;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SlTaskSetWindow,
                               sl_task_set_window,
                               ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (SL_TYPE_FILE_HOLDER, init_file_holder))

/* Below this the preview stands under the set. */
#define MIN_WIDE 840

#define EDITOR_WIDTH 520

#define ZOOM_STEP 1.5

static void
set_status (SlTaskSetWindow *self, const char *text, gboolean is_bad)
{
  g_autofree char *unbroken = sl_unbroken_new (text);

  gtk_label_set_label (self->status, unbroken);
  if (is_bad)
    gtk_widget_add_css_class (GTK_WIDGET (self->status), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->status), "error");
}

/* What is wrong is said by the entry that it is about, if there is one. */
static void
show_status (SlTaskSetWindow *self)
{
  const SlTaskSetFault *fault = sl_task_set_runner_get_fault (self->runner);
  SlTaskSetRun *run = sl_task_set_runner_get_run (self->runner);
  const char *error_text = sl_task_model_store_get_error_text (self->store);
  gboolean is_invalid = sl_task_set_editor_is_invalid (self->editor);

  sl_task_set_preview_set_stale (self->preview, is_invalid || fault != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "set.run", fault == NULL && run != NULL);
  if (error_text != NULL)
    set_status (self, error_text, TRUE);
  else if (fault != NULL)
    {
      g_autofree char *text = fault->name != NULL && fault->name[0] != '\0'
                                  ? g_strdup_printf ("%s: %s", fault->name, fault->text)
                                  : g_strdup (fault->text);

      set_status (self, text, TRUE);
    }
  else if (is_invalid)
    set_status (self, _ ("Marked values are invalid; the picture shows the last valid set"), TRUE);
  else if (run != NULL)
    {
      g_autofree char *text = sl_task_set_run_describe (run);

      set_status (self, text, sl_task_set_run_count_misses (run) > 0);
    }
}

static void
ran_cb (SlTaskSetWindow *self)
{
  const SlTaskSetFault *fault = sl_task_set_runner_get_fault (self->runner);

  if (fault == NULL)
    sl_task_set_preview_show (self->preview, sl_task_set_runner_get_run (self->runner));
  sl_task_set_editor_show_fault (self->editor, fault);
  show_status (self);
}

/* Where there is nothing to lose, else in a window of its own. */
static SlTaskSetWindow *
find_place (SlTaskSetWindow *self)
{
  SlTaskSetWindow *place = self;

  if (sl_task_model_store_is_changed (self->store))
    {
      place = sl_task_set_window_new (gtk_window_get_application (GTK_WINDOW (self)));
      gtk_window_present (GTK_WINDOW (place));
    }
  return place;
}

static void
new_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const SlTaskSetTemplate *template =
      sl_task_set_templates_find (g_variant_get_string (parameter, NULL));

  if (template == NULL)
    return;

  sl_task_model_store_start (find_place (SL_TASK_SET_WINDOW (widget))->store, template->text,
                             _ (template->title));
}

static void
open_set (GtkWindow *window, GFile *file)
{
  sl_task_set_window_open (find_place (SL_TASK_SET_WINDOW (window)), file);
}

static const SlModelOpening opening = {
  .title = N_ ("Open Task Set"),
  .accept = N_ ("_Open"),
  .files = N_ ("Task sets"),
  .open = open_set,
};

static void
run_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  SlTaskSetWindow *self = SL_TASK_SET_WINDOW (widget);
  SlTaskModel *model = sl_task_model_store_get_model (self->store);
  g_autofree char *name = sl_task_model_store_dup_name (self->store);
  g_autoptr (SlSimulation) simulation = NULL;
  g_autoptr (GError) error = NULL;
  SlSimOptions options;

  if (!sl_sim_options_read (model, &options, &error))
    {
      sl_message_show (self->toasts, error->message);
      return;
    }

  simulation = sl_simulation_new (model, name != NULL ? name : _ ("Task Set"), &options);
  g_signal_emit_by_name (gtk_window_get_application (GTK_WINDOW (self)), "open-simulation",
                         simulation, NULL);
}

static void
compare_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  SlTaskSetWindow *self = SL_TASK_SET_WINDOW (widget);
  const char *one, *other;

  g_variant_get (parameter, "(&s&s)", &one, &other);
  sl_task_set_compare_schedulers (self->store, self->toasts, one, other);
}

static void
compare_saved_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  SlTaskSetWindow *self = SL_TASK_SET_WINDOW (widget);

  sl_task_set_compare_saved (self->store, self->toasts);
}

static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SlTaskSetWindow *self = SL_TASK_SET_WINDOW (widget);

  if (g_str_equal (name, "set.fit"))
    sl_task_set_preview_reset_zoom (self->preview);
  else
    sl_task_set_preview_zoom (self->preview,
                              g_str_equal (name, "set.zoom-in") ? ZOOM_STEP : 1 / ZOOM_STEP);
}

static gboolean
sl_task_set_window_close_request (GtkWindow *window)
{
  SlTaskSetWindow *self = SL_TASK_SET_WINDOW (window);

  if (!sl_task_model_save_ask (self->toasts, self->store, gtk_window_destroy))
    return TRUE;

  return GTK_WINDOW_CLASS (sl_task_set_window_parent_class)->close_request (window);
}

static GtkOrientation
find_orientation (SlTaskSetWindow *self, int width)
{
  return width < MIN_WIDE ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;
}

static gboolean
turn_idle_cb (gpointer user_data)
{
  SlTaskSetWindow *self = user_data;
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  GtkOrientation orientation = find_orientation (self, width);

  self->turn = 0;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), orientation);
  gtk_paned_set_position (self->paned,
                          orientation == GTK_ORIENTATION_HORIZONTAL
                              ? EDITOR_WIDTH
                              : gtk_widget_get_height (GTK_WIDGET (self->paned)) * 3 / 5);
  return G_SOURCE_REMOVE;
}

/* Not at once: the panes are being given their sizes. */
static void
sl_task_set_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SlTaskSetWindow *self = SL_TASK_SET_WINDOW (widget);

  GTK_WIDGET_CLASS (sl_task_set_window_parent_class)
      ->size_allocate (widget, width, height, baseline);
  if (self->turn == 0 && gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) !=
                             find_orientation (self, width))
    self->turn = g_idle_add (turn_idle_cb, self);
}

static GtkWidget *
make_status (SlTaskSetWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *zoom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->status = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (self->status, TRUE);
  gtk_label_set_xalign (self->status, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->status), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "numeric");
  gtk_box_append (GTK_BOX (zoom),
                  sl_icon_button_new ("zoom-out-symbolic", _ ("Zoom out to show more time"),
                                      "set.zoom-out"));
  gtk_box_append (GTK_BOX (zoom),
                  sl_icon_button_new ("zoom-fit-best-symbolic", _ ("Show the start"), "set.fit"));
  gtk_box_append (GTK_BOX (zoom),
                  sl_icon_button_new ("zoom-in-symbolic", _ ("Zoom in to show less time"),
                                      "set.zoom-in"));
  gtk_widget_add_css_class (zoom, "linked");
  gtk_widget_set_valign (zoom, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (box), zoom);
  gtk_widget_add_css_class (box, "list-bar");
  return box;
}

static GtkWidget *
make_preview (SlTaskSetWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->preview = SL_TASK_SET_PREVIEW (sl_task_set_preview_new ());
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->preview));
  gtk_widget_add_css_class (scroller, "view");
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), make_status (self));
  return box;
}

static void
fill (SlTaskSetWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = sl_task_set_header_new ();

  self->editor = SL_TASK_SET_EDITOR (sl_task_set_editor_new (self->store));
  self->paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (self->editor));
  gtk_paned_set_end_child (self->paned, make_preview (self));
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  gtk_paned_set_resize_start_child (self->paned, FALSE);
  gtk_paned_set_position (self->paned, EDITOR_WIDTH);

  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->paned));
  self->toasts = adw_toast_overlay_new ();
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (self->toasts), box);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (self), self->toasts);
  sl_task_set_header_follow (header, self->store);
}

static void
sl_task_set_window_dispose (GObject *object)
{
  SlTaskSetWindow *self = SL_TASK_SET_WINDOW (object);

  g_clear_handle_id (&self->turn, g_source_remove);
  g_clear_object (&self->runner);
  g_clear_object (&self->store);

  G_OBJECT_CLASS (sl_task_set_window_parent_class)->dispose (object);
}

static void
add_key (GtkWidgetClass *klass, guint key, GdkModifierType modifiers, const char *action)
{
  gtk_widget_class_add_binding_action (klass, key, modifiers, action, NULL);
}

static void
add_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "set.new", "s", new_cb);
  gtk_widget_class_install_action (klass, "set.run", NULL, run_cb);
  gtk_widget_class_install_action (klass, "set.compare", "(ss)", compare_cb);
  gtk_widget_class_install_action (klass, "set.compare-saved", NULL, compare_saved_cb);
  gtk_widget_class_install_action (klass, "set.zoom-in", NULL, zoom_cb);
  gtk_widget_class_install_action (klass, "set.zoom-out", NULL, zoom_cb);
  gtk_widget_class_install_action (klass, "set.fit", NULL, zoom_cb);
  add_key (klass, GDK_KEY_Return, GDK_CONTROL_MASK, "set.run");
  add_key (klass, GDK_KEY_KP_Enter, GDK_CONTROL_MASK, "set.run");
  add_key (klass, GDK_KEY_plus, GDK_CONTROL_MASK, "set.zoom-in");
  add_key (klass, GDK_KEY_minus, GDK_CONTROL_MASK, "set.zoom-out");
  add_key (klass, GDK_KEY_0, GDK_CONTROL_MASK, "set.fit");
}

static void
sl_task_set_window_class_init (SlTaskSetWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_task_set_window_dispose;
  widget_class->size_allocate = sl_task_set_window_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = sl_task_set_window_close_request;
  add_actions (widget_class);
  sl_task_model_actions_bind_keys (widget_class);
}

static void
sl_task_set_window_init (SlTaskSetWindow *self)
{
  const SlTaskSetTemplate *template;
  guint n_templates;

  template = sl_task_set_templates_get (&n_templates);
  self->store = sl_task_model_store_new ();
  sl_task_model_store_start (self->store, template->text, _ (template->title));
  self->runner = sl_task_set_runner_new (self->store);
  fill (self);
  sl_task_model_actions_add (GTK_WINDOW (self), self->store, self->toasts, &opening);
  gtk_window_set_default_size (GTK_WINDOW (self), 1180, 720);
  g_signal_connect_object (self->runner, "ran", G_CALLBACK (ran_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "told", G_CALLBACK (show_status), self, G_CONNECT_SWAPPED);
  sl_button_names_give (GTK_WIDGET (self));
}

/**
 * sl_task_set_window_new:
 *
 * Returns: (transfer none): a window with a set to begin with, owned by GTK
 */
SlTaskSetWindow *
sl_task_set_window_new (GtkApplication *application)
{
  SlTaskSetWindow *self =
      g_object_new (SL_TYPE_TASK_SET_WINDOW, "application", application, SL_WINDOW_ROLE, NULL);

  /* Not before: what has the focus is announced, and its window with it. */
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
  return self;
}

/**
 * sl_task_set_window_open:
 *
 * Shows the set that is in @file; says so where there is none.
 */
void
sl_task_set_window_open (SlTaskSetWindow *self, GFile *file)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (SL_IS_TASK_SET_WINDOW (self));

  if (!sl_task_model_store_load (self->store, file, &error))
    sl_message_show (self->toasts, error->message);
}

/**
 * sl_task_set_window_take_sets:
 * @files: (element-type GFile): from which task sets are taken out
 *
 * Opens each task set in a window of its own. One that lies beside a trace which is given as well
 * is that trace's task model, which comes with it.
 */
void
sl_task_set_window_take_sets (GtkApplication *application, GPtrArray *files)
{
  for (guint i = 0; i < files->len;)
    {
      GFile *file = g_ptr_array_index (files, i);
      gboolean is_model = FALSE;

      if (!sl_task_model_is_file (file))
        {
          i++;
          continue;
        }

      for (guint k = 0; k < files->len; k++)
        {
          g_autoptr (GFile) model = sl_task_model_get_file (g_ptr_array_index (files, k));

          is_model = is_model || g_file_equal (model, file);
        }
      if (!is_model)
        {
          SlTaskSetWindow *window = sl_task_set_window_new (application);

          sl_task_set_window_open (window, file);
          gtk_window_present (GTK_WINDOW (window));
        }
      g_ptr_array_remove_index (files, i);
    }
}
