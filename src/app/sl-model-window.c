/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-model-window.h"

#include <glib/gi18n.h>

#include "sl-button-names.h"
#include "sl-event-text.h"
#include "sl-model-field.h"
#include "sl-model-save.h"

/* The task model of a trace, to be read and changed beside it: each task, lock, server and
 * interrupt line of the trace, those that the model alone knows, and the scheduler. */
struct _SlModelWindow
{
  AdwWindow parent_instance;

  SlDocument *document;
  SlModelStore *store; /* of the document */
  AdwWindowTitle *title;
  GtkLabel *complaint;
  GtkScrolledWindow *scroller;
  GtkWidget *page;            /* NULL until it is filled */
  GPtrArray *subjects;        /* of SlModelSubject, of the page */
  GHashTable *expanded;       /* names of groups that are unfolded */
  GtkFileChooserNative *load; /* NULL while it is not shown */
  gboolean has_jobs;          /* the page shows estimates */
};

G_DEFINE_FINAL_TYPE (SlModelWindow, sl_model_window, ADW_TYPE_WINDOW)

static const char *const titles[SL_N_MODEL_GROUPS] = {
  [SL_MODEL_TASK] = N_ ("Tasks"),          [SL_MODEL_LOCK] = N_ ("Locks"),
  [SL_MODEL_SERVER] = N_ ("Servers"),      [SL_MODEL_INTERRUPT] = N_ ("Interrupts"),
  [SL_MODEL_SCHEDULER] = N_ ("Scheduler"),
};

static const SlObjectType types[SL_N_MODEL_GROUPS] = {
  [SL_MODEL_TASK] = SL_OBJECT_TASK,      [SL_MODEL_LOCK] = SL_OBJECT_MUTEX,
  [SL_MODEL_SERVER] = SL_OBJECT_SERVER,  [SL_MODEL_INTERRUPT] = SL_OBJECT_IRQ,
  [SL_MODEL_SCHEDULER] = SL_OBJECT_NONE,
};

static void
subject_free (gpointer data)
{
  SlModelSubject *subject = data;

  g_free (subject->name);
  g_free (subject->match);
  g_free (subject);
}

static void
add_subject (SlModelWindow *self, SlModelGroup group, char *name, char *match, guint32 object)
{
  SlModelSubject *subject = g_new (SlModelSubject, 1);

  *subject = (SlModelSubject) { group, name, match, object };
  g_ptr_array_add (self->subjects, subject);
}

static gboolean
is_of_group (SlModelWindow *self, SlModelGroup group, guint32 number)
{
  SlTrace *trace = sl_document_get_trace (self->document);
  SlObjectType type = sl_object_table_get (sl_trace_get_objects (trace), number)->type;

  if (number == sl_overlay_get_idle_task (sl_document_get_overlay (self->document), trace))
    return FALSE;

  return type == types[group] || (group == SL_MODEL_LOCK && type == SL_OBJECT_SEMAPHORE);
}

static char *
find_group (SlModelWindow *self, SlModelGroup group, guint32 number)
{
  return sl_task_model_find (sl_model_store_get_model (self->store), group,
                             sl_document_get_trace (self->document),
                             sl_document_get_overlay (self->document), number);
}

/* The first object of the trace that the group applies to; 0 for none. */
static guint32
find_object (SlModelWindow *self, SlModelGroup group, const char *name)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_document_get_trace (self->document));

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      g_autofree char *found = NULL;

      if (!is_of_group (self, group, number))
        continue;

      found = find_group (self, group, number);
      if (g_strcmp0 (found, name) == 0)
        return number;
    }
  return 0;
}

/* What the model speaks of comes first, in its order, then what it does not. */
static void
list_subjects (SlModelWindow *self, SlModelGroup group)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_document_get_trace (self->document));
  g_auto (GStrv) names = sl_task_model_list (sl_model_store_get_model (self->store), group);

  if (group == SL_MODEL_SCHEDULER)
    {
      add_subject (self, group, g_strdup (""), NULL, 0);
      return;
    }

  for (guint i = 0; names[i] != NULL; i++)
    add_subject (self, group, g_strdup (names[i]), NULL, find_object (self, group, names[i]));

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      g_autofree char *found = NULL;
      char *name;

      if (!is_of_group (self, group, number))
        continue;

      found = find_group (self, group, number);
      if (found != NULL)
        continue;

      /* A header holds no brackets. */
      name = g_strdelimit (sl_event_text_object (self->document, 0, number), "[]", '_');
      add_subject (self, group, name, sl_object_to_string (sl_object_table_get (objects, number)),
                   number);
    }
}

/* "period 10ms · deadline 5ms" */
static char *
describe (SlModelWindow *self, const SlModelSubject *subject)
{
  SlTaskModel *model = sl_model_store_get_model (self->store);
  GString *text = g_string_new (NULL);
  guint n_keys;
  const SlModelKey *keys = sl_model_keys_get (&n_keys);

  for (guint i = 0; i < n_keys; i++)
    {
      g_autofree char *value = NULL;

      if (keys[i].group != subject->group || g_str_equal (keys[i].id, "match"))
        continue;

      value = sl_task_model_get (model, subject->group, subject->name, keys[i].id);
      if (value != NULL)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", _ (keys[i].title),
                                value);
    }
  if (text->len == 0)
    g_string_append (text, _ ("nothing is said of it"));
  if (subject->object == 0 && subject->group != SL_MODEL_SCHEDULER)
    g_string_append_printf (text, " · %s", _ ("not in this trace"));
  return g_string_free (text, FALSE);
}

static void
show_summary (SlModelWindow *self, AdwExpanderRow *row, const SlModelSubject *subject)
{
  g_autofree char *text = describe (self, subject);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_expander_row_set_subtitle (row, markup);
}

static void
expanded_cb (AdwExpanderRow *row, GParamSpec *pspec, SlModelWindow *self)
{
  const SlModelSubject *subject = g_object_get_data (G_OBJECT (row), "subject");

  if (adw_expander_row_get_expanded (row))
    g_hash_table_add (self->expanded, g_strdup (subject->name));
  else
    g_hash_table_remove (self->expanded, subject->name);
}

/* Fields are many: they are made when the row is unfolded for the first time. */
static void
fill_cb (AdwExpanderRow *row, GParamSpec *pspec, SlModelWindow *self)
{
  SlModelSubject *subject = g_object_get_data (G_OBJECT (row), "subject");
  guint n_keys;
  const SlModelKey *keys = sl_model_keys_get (&n_keys);

  g_signal_handlers_disconnect_by_func (row, fill_cb, self);
  for (guint i = 0; i < n_keys; i++)
    if (keys[i].group == subject->group)
      adw_expander_row_add_row (row, sl_model_field_new (self->document, subject, &keys[i]));
}

static GtkWidget *
make_row (SlModelWindow *self, SlModelSubject *subject)
{
  GtkWidget *row = adw_expander_row_new ();
  g_autofree char *title = g_markup_escape_text (sl_model_subject_get_title (subject), -1);

  g_object_set_data (G_OBJECT (row), "subject", subject);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  show_summary (self, ADW_EXPANDER_ROW (row), subject);
  g_signal_connect (row, "notify::expanded", G_CALLBACK (fill_cb), self);
  g_signal_connect (row, "notify::expanded", G_CALLBACK (expanded_cb), self);
  if (g_hash_table_contains (self->expanded, subject->name))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  return row;
}

static void
add_group (SlModelWindow *self, AdwPreferencesPage *page, SlModelGroup group)
{
  GtkWidget *box = adw_preferences_group_new ();
  guint first = self->subjects->len;

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (box), _ (titles[group]));
  list_subjects (self, group);
  for (guint i = first; i < self->subjects->len; i++)
    {
      SlModelSubject *subject = g_ptr_array_index (self->subjects, i);
      GtkWidget *row = make_row (self, subject);

      adw_preferences_group_add (ADW_PREFERENCES_GROUP (box), row);
    }
  gtk_widget_set_visible (box, self->subjects->len > first);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (box));
}

static void
show_title (SlModelWindow *self)
{
  GFile *file = sl_model_store_get_file (self->store);
  g_autofree char *name =
      file != NULL ? g_file_get_basename (file) : g_strdup (_ ("in no file yet"));
  g_autofree char *changed = g_strdup_printf (_ ("%s · not saved"), name);
  const char *complaint = sl_model_store_get_complaint (self->store);
  gboolean is_changed = sl_model_store_is_changed (self->store);

  adw_window_title_set_subtitle (self->title, is_changed ? changed : name);
  gtk_label_set_label (self->complaint, complaint != NULL ? complaint : "");
  gtk_widget_set_visible (GTK_WIDGET (self->complaint), complaint != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "model.save", is_changed);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "model.undo",
                                 sl_model_store_can_undo (self->store));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "model.redo",
                                 sl_model_store_can_redo (self->store));
}

static void
fill (SlModelWindow *self)
{
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  /* The fields of the page before point into it. */
  G_GNUC_UNUSED g_autoptr (GPtrArray) before = g_steal_pointer (&self->subjects);

  self->subjects = g_ptr_array_new_with_free_func (subject_free);
  for (guint group = 0; group < SL_N_MODEL_GROUPS; group++)
    add_group (self, page, (SlModelGroup) group);
  gtk_scrolled_window_set_child (self->scroller, GTK_WIDGET (page));
  self->page = GTK_WIDGET (page);
  self->has_jobs = sl_document_get_jobs (self->document) != NULL;
  show_title (self);
}

static void
update_summaries (SlModelWindow *self, GtkWidget *widget)
{
  const SlModelSubject *subject = g_object_get_data (G_OBJECT (widget), "subject");

  if (ADW_IS_EXPANDER_ROW (widget) && subject != NULL)
    {
      show_summary (self, ADW_EXPANDER_ROW (widget), subject);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    update_summaries (self, child);
}

/* What is being typed into must stay: only another model as a whole makes the page anew. */
static void
store_changed_cb (SlModelWindow *self, gboolean as_a_whole)
{
  if (as_a_whole)
    fill (self);
  else
    {
      update_summaries (self, self->page);
      show_title (self);
    }
}

static void
document_changed_cb (SlModelWindow *self, guint changes)
{
  if ((changes & SL_CHANGED_JOBS) != 0 && !self->has_jobs)
    fill (self);
}

static gboolean
write_model (GtkWidget *widget, GFile *file, GError **error)
{
  SlModelWindow *self = SL_MODEL_WINDOW (gtk_widget_get_root (widget));

  return sl_model_store_save (self->store, file, error);
}

static void
save_as_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SlModelWindow *self = SL_MODEL_WINDOW (widget);

  sl_model_save_as (GTK_WIDGET (self->scroller), self->store, write_model);
}

static void
save_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SlModelWindow *self = SL_MODEL_WINDOW (widget);

  sl_model_save (GTK_WIDGET (self->scroller), self->store, write_model);
}

static void
load_response_cb (SlModelWindow *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->load);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (!sl_model_store_load (self->store, file, &error))
    sl_save_dialog_tell (GTK_WIDGET (self->scroller), error->message);
}

static void
load_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SlModelWindow *self = SL_MODEL_WINDOW (widget);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  g_clear_object (&self->load);
  self->load =
      gtk_file_chooser_native_new (_ ("Load Task Model"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Load"), _ ("_Cancel"));
  gtk_file_filter_set_name (filter, _ ("Task model"));
  gtk_file_filter_add_suffix (filter, "slackline-tasks");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->load), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->load), TRUE);
  g_signal_connect_swapped (self->load, "response", G_CALLBACK (load_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->load));
}

static void
undo_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sl_model_store_undo (SL_MODEL_WINDOW (widget)->store);
}

static void
redo_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sl_model_store_redo (SL_MODEL_WINDOW (widget)->store);
}

static void
close_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static GtkWidget *
make_button (const char *icon, const char *tip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
make_header (SlModelWindow *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *save = gtk_button_new_with_mnemonic (_ ("_Save"));
  GtkWidget *more = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  self->title = ADW_WINDOW_TITLE (adw_window_title_new (_ ("Task Model"), ""));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), GTK_WIDGET (self->title));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header),
                             make_button ("edit-undo-symbolic", _ ("Undo"), "model.undo"));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header),
                             make_button ("edit-redo-symbolic", _ ("Redo"), "model.redo"));

  g_menu_append (menu, _ ("Save _As…"), "model.save-as");
  g_menu_append (menu, _ ("_Load Another…"), "model.load");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (more), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (more), "open-menu-symbolic");
  gtk_widget_set_tooltip_text (more, _ ("More for the task model"));
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), more);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (save), "model.save");
  gtk_widget_add_css_class (save, "suggested-action");
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), save);
  return header;
}

static void
sl_model_window_dispose (GObject *object)
{
  SlModelWindow *self = SL_MODEL_WINDOW (object);

  g_clear_object (&self->load);
  if (self->scroller != NULL)
    gtk_scrolled_window_set_child (self->scroller, NULL);
  self->scroller = NULL;
  g_clear_pointer (&self->subjects, g_ptr_array_unref);
  g_clear_pointer (&self->expanded, g_hash_table_unref);
  g_clear_object (&self->store);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_model_window_parent_class)->dispose (object);
}

static void
sl_model_window_class_init (SlModelWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_model_window_dispose;

  gtk_widget_class_install_action (widget_class, "model.undo", NULL, undo_cb);
  gtk_widget_class_install_action (widget_class, "model.redo", NULL, redo_cb);
  gtk_widget_class_install_action (widget_class, "model.save", NULL, save_cb);
  gtk_widget_class_install_action (widget_class, "model.save-as", NULL, save_as_cb);
  gtk_widget_class_install_action (widget_class, "model.load", NULL, load_cb);
  gtk_widget_class_install_action (widget_class, "model.close", NULL, close_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "model.undo",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "model.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "model.save",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "model.close", NULL);
}

static void
sl_model_window_init (SlModelWindow *self)
{
  GtkWidget *toasts = adw_toast_overlay_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->subjects = g_ptr_array_new_with_free_func (subject_free);
  self->expanded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->complaint = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (self->complaint, TRUE);
  gtk_label_set_xalign (self->complaint, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->complaint), "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->complaint), "loading-strip");
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), TRUE);

  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->complaint));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->scroller));
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (toasts), box);
  adw_window_set_content (ADW_WINDOW (self), toasts);
  gtk_window_set_default_size (GTK_WINDOW (self), 640, 720);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Task Model"));
  sl_button_names_give (GTK_WIDGET (self));
}

/**
 * sl_model_window_new:
 * @document: whose task model is shown
 * @parent: in front of which it stands; it closes with it
 */
GtkWidget *
sl_model_window_new (SlDocument *document, GtkWindow *parent)
{
  SlModelWindow *self = g_object_new (SL_TYPE_MODEL_WINDOW, "transient-for", parent,
                                      "destroy-with-parent", TRUE, NULL);

  self->document = g_object_ref (document);
  self->store =
      g_object_ref (sl_job_search_get_model_store (sl_document_get_job_search (document)));
  g_signal_connect_object (self->store, "changed", G_CALLBACK (store_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  fill (self);
  return GTK_WIDGET (self);
}
