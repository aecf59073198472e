/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-window.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-message.h"
#include "sl-task-model-actions.h"
#include "sl-task-model-close.h"
#include "sl-task-model-field.h"
#include "sl-task-model-subject.h"
#include "sl-widget-util.h"

/* The task model of a trace, to be read and changed beside it: each task, lock, server and
 * interrupt line of the trace, those that the model alone knows, and the scheduler. */
struct _SlTaskModelWindow
{
  AdwWindow parent_instance;

  SlDocument *document;
  SlTaskModelStore *store; /* of the document */
  AdwWindowTitle *title;
  GtkLabel *error_text;
  GtkScrolledWindow *scroller;
  GtkWidget *page;      /* NULL until it is filled */
  GPtrArray *subjects;  /* of SlTaskModelSubject, of the page */
  GHashTable *expanded; /* names of groups that are unfolded */
  gboolean has_jobs;    /* the page shows estimates */
};

G_DEFINE_FINAL_TYPE (SlTaskModelWindow, sl_task_model_window, ADW_TYPE_WINDOW)

static const char *const titles[SL_N_MODEL_GROUPS] = {
  [SL_MODEL_TASK] = N_ ("Tasks"),          [SL_MODEL_LOCK] = N_ ("Locks"),
  [SL_MODEL_SERVER] = N_ ("Servers"),      [SL_MODEL_INTERRUPT] = N_ ("Interrupts"),
  [SL_MODEL_SCHEDULER] = N_ ("Scheduler"), [SL_MODEL_EVENT] = N_ ("Events"),
  [SL_MODEL_LEVEL] = N_ ("Levels"),        [SL_MODEL_SPAN] = N_ ("Spans"),
};

static GPtrArray *
new_subjects (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) sl_task_model_subject_free);
}

/* A deadline that the trace records with the release of a job comes before that of the model. */
static void
append_recorded (GString *text, SlDocument *document, const SlTaskModelSubject *subject)
{
  SlJobTable *jobs = sl_document_get_jobs (document);
  const SlJobTask *task = jobs != NULL && subject->group == SL_MODEL_TASK
                              ? sl_job_table_find_task (jobs, subject->object)
                              : NULL;

  for (guint i = 0; task != NULL && i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, task->first + i);
      SlTime arrival = sl_job_get_arrival (job);
      g_autofree char *deadline = NULL;

      if (job->deadline_from != SL_DEADLINE_TRACE || !(job->flags & SL_JOB_DEADLINE_RECORDED) ||
          arrival == SL_JOB_NEVER)
        continue;

      deadline = sl_event_text_signed_duration (document, 0, arrival,
                                                sl_time_subtract (job->deadline, arrival));
      g_string_append (text, " · ");
      /* Translators: a duration such as 5 ms */
      g_string_append_printf (text, _ ("the trace records a deadline of %s, which applies"),
                              deadline);
      return;
    }
}

/* "period 10ms · deadline 5ms" */
static char *
describe (SlTaskModelWindow *self, const SlTaskModelSubject *subject)
{
  SlTaskModel *model = sl_task_model_store_get_model (self->store);
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
    g_string_append (text, _ ("not in the task model"));
  if (subject->object == 0 && subject->group != SL_MODEL_SCHEDULER)
    g_string_append_printf (text, " · %s", _ ("not in this trace"));
  if (subject->n_objects > 1)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text,
                              ngettext ("applies to %u of this trace",
                                        "applies to %u of this trace", subject->n_objects),
                              subject->n_objects);
    }
  append_recorded (text, self->document, subject);
  return g_string_free (text, FALSE);
}

static void
show_summary (SlTaskModelWindow *self, AdwExpanderRow *row, const SlTaskModelSubject *subject)
{
  g_autofree char *text = describe (self, subject);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_expander_row_set_subtitle (row, markup);
}

static void
expanded_cb (AdwExpanderRow *row, GParamSpec *pspec, SlTaskModelWindow *self)
{
  const SlTaskModelSubject *subject = g_object_get_data (G_OBJECT (row), "subject");

  if (adw_expander_row_get_expanded (row))
    g_hash_table_add (self->expanded, g_strdup (subject->name));
  else
    g_hash_table_remove (self->expanded, subject->name);
}

/* Fields are many: they are made when the row is unfolded for the first time. */
static void
fill_cb (AdwExpanderRow *row, GParamSpec *pspec, SlTaskModelWindow *self)
{
  SlTaskModelSubject *subject = g_object_get_data (G_OBJECT (row), "subject");
  guint n_keys;
  const SlModelKey *keys = sl_model_keys_get (&n_keys);

  g_signal_handlers_disconnect_by_func (row, fill_cb, self);
  for (guint i = 0; i < n_keys; i++)
    if (keys[i].group == subject->group)
      adw_expander_row_add_row (row, sl_task_model_field_new (self->document, subject, &keys[i]));
}

static GtkWidget *
make_row (SlTaskModelWindow *self, SlTaskModelSubject *subject)
{
  GtkWidget *row = adw_expander_row_new ();
  g_autofree char *title = g_markup_escape_text (sl_task_model_subject_get_title (subject), -1);

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
add_group (SlTaskModelWindow *self, AdwPreferencesPage *page, SlModelGroup group)
{
  GtkWidget *box = adw_preferences_group_new ();
  guint first = self->subjects->len;

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (box), _ (titles[group]));
  sl_task_model_subject_append_all (self->subjects, self->document, group);
  for (guint i = first; i < self->subjects->len; i++)
    {
      SlTaskModelSubject *subject = g_ptr_array_index (self->subjects, i);
      GtkWidget *row = make_row (self, subject);

      adw_preferences_group_add (ADW_PREFERENCES_GROUP (box), row);
    }
  gtk_widget_set_visible (box, self->subjects->len > first);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (box));
}

static void
show_title (SlTaskModelWindow *self)
{
  GFile *file = sl_task_model_store_get_file (self->store);
  g_autofree char *name =
      file != NULL ? g_file_get_basename (file) : g_strdup (_ ("not saved yet"));
  g_autofree char *changed = g_strdup_printf (_ ("%s · not saved"), name);
  const char *error_text = sl_task_model_store_get_error_text (self->store);
  gboolean is_changed = sl_task_model_store_is_changed (self->store);

  adw_window_title_set_subtitle (self->title, is_changed ? changed : name);
  gtk_label_set_label (self->error_text, error_text != NULL ? error_text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error_text), error_text != NULL);
}

static void
fill (SlTaskModelWindow *self)
{
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  /* The fields of the page before point into it. */
  G_GNUC_UNUSED g_autoptr (GPtrArray) before = g_steal_pointer (&self->subjects);

  self->subjects = new_subjects ();
  for (guint group = 0; group < SL_N_MODEL_GROUPS; group++)
    add_group (self, page, (SlModelGroup) group);
  gtk_scrolled_window_set_child (self->scroller, GTK_WIDGET (page));
  self->page = GTK_WIDGET (page);
  self->has_jobs = sl_document_get_jobs (self->document) != NULL;
  show_title (self);
}

typedef void (*EachFunc) (SlTaskModelWindow *self, GtkWidget *row, gpointer data);

/* Calls @func for every subject's row, and for every field. */
static void
for_each (SlTaskModelWindow *self, GtkWidget *widget, EachFunc func, gpointer data)
{
  if (SL_IS_TASK_MODEL_FIELD (widget) ||
      (ADW_IS_EXPANDER_ROW (widget) && g_object_get_data (G_OBJECT (widget), "subject") != NULL))
    func (self, widget, data);
  if (SL_IS_TASK_MODEL_FIELD (widget))
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    for_each (self, child, func, data);
}

/* @data: whether the values of all fields are to be shown anew */
static void
update_row (SlTaskModelWindow *self, GtkWidget *row, gpointer data)
{
  if (ADW_IS_EXPANDER_ROW (row))
    show_summary (self, ADW_EXPANDER_ROW (row), g_object_get_data (G_OBJECT (row), "subject"));
  else if (data != NULL)
    sl_task_model_field_update (SL_TASK_MODEL_FIELD (row));
  else
    sl_task_model_field_show_hint (SL_TASK_MODEL_FIELD (row));
}

static const SlTaskModelSubject *
find_subject (GPtrArray *subjects, const SlTaskModelSubject *wanted)
{
  for (guint i = 0; i < subjects->len; i++)
    {
      const SlTaskModelSubject *subject = g_ptr_array_index (subjects, i);

      if (subject->group == wanted->group && g_str_equal (subject->name, wanted->name))
        return subject;
    }
  return NULL;
}

/* Brings the subjects of the page up to what the model says of the trace now. Returns FALSE where they are others. */
static gboolean
update_subjects (SlTaskModelWindow *self)
{
  g_autoptr (GPtrArray) subjects = new_subjects ();
  gboolean are_same;

  for (guint group = 0; group < SL_N_MODEL_GROUPS; group++)
    sl_task_model_subject_append_all (subjects, self->document, (SlModelGroup) group);
  are_same = subjects->len == self->subjects->len;
  for (guint i = 0; i < self->subjects->len; i++)
    {
      SlTaskModelSubject *subject = g_ptr_array_index (self->subjects, i);
      const SlTaskModelSubject *now = find_subject (subjects, subject);

      are_same = are_same && now != NULL;
      if (now == NULL)
        continue;
      subject->object = now->object;
      subject->n_objects = now->n_objects;
      g_free (subject->match);
      subject->match = g_strdup (now->match);
    }
  return are_same;
}

/* Which row has the focus, or a field of it. */
typedef struct
{
  SlModelGroup group;
  char *name;            /* NULL for none */
  const SlModelKey *key; /* NULL for the row itself */
} Place;

static void
find_place (SlTaskModelWindow *self, GtkWidget *row, gpointer data)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  gboolean is_field = SL_IS_TASK_MODEL_FIELD (row);
  const SlTaskModelSubject *subject =
      is_field ? sl_task_model_field_get_subject (SL_TASK_MODEL_FIELD (row))
               : g_object_get_data (G_OBJECT (row), "subject");
  Place *place = data;

  if (focus == NULL || (focus != row && !gtk_widget_is_ancestor (focus, row)))
    return;

  g_free (place->name);
  *place = (Place) { subject->group, g_strdup (subject->name),
                     is_field ? sl_task_model_field_get_key (SL_TASK_MODEL_FIELD (row)) : NULL };
}

static void
focus_place (SlTaskModelWindow *self, GtkWidget *row, gpointer data)
{
  gboolean is_field = SL_IS_TASK_MODEL_FIELD (row);
  const SlTaskModelSubject *subject =
      is_field ? sl_task_model_field_get_subject (SL_TASK_MODEL_FIELD (row))
               : g_object_get_data (G_OBJECT (row), "subject");
  const SlModelKey *key = is_field ? sl_task_model_field_get_key (SL_TASK_MODEL_FIELD (row)) : NULL;
  const Place *place = data;

  if (place->name == NULL || subject->group != place->group || key != place->key ||
      !g_str_equal (subject->name, place->name))
    return;

  if (is_field)
    gtk_widget_grab_focus (row);
  else
    gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
}

/* The focus stays where it is, also where all rows are made anew. */
static void
refill (SlTaskModelWindow *self)
{
  Place place = { 0 };

  for_each (self, self->page, find_place, &place);
  fill (self);
  for_each (self, self->page, focus_place, &place);
  g_free (place.name);
}

/* What is being typed into must stay: only where there are other subjects is the page made anew. */
static void
store_changed_cb (SlTaskModelWindow *self, gboolean as_a_whole)
{
  if (!update_subjects (self) && as_a_whole)
    {
      refill (self);
      return;
    }
  for_each (self, self->page, update_row, GINT_TO_POINTER (as_a_whole));
  show_title (self);
}

static void
document_changed_cb (SlTaskModelWindow *self, guint changes)
{
  if ((changes & SL_CHANGED_JOBS) != 0 && !self->has_jobs)
    refill (self);
}

static void
load (GtkWindow *window, GFile *file)
{
  SlTaskModelWindow *self = SL_TASK_MODEL_WINDOW (window);
  g_autoptr (GError) error = NULL;

  if (!sl_task_model_store_load (self->store, file, &error))
    sl_message_show (GTK_WIDGET (self->scroller), error->message);
}

static const SlModelOpening opening = {
  .title = N_ ("Load Task Model"),
  .accept = N_ ("_Load"),
  .files = N_ ("Task model"),
  .open = load,
};

static void
close_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

/* All that is valid is in the model of the document, which outlives the window. */
static gboolean
sl_task_model_window_close_request (GtkWindow *window)
{
  SlTaskModelWindow *self = SL_TASK_MODEL_WINDOW (window);

  return sl_task_model_close_ask (window, self->page) ||
         GTK_WINDOW_CLASS (sl_task_model_window_parent_class)->close_request (window);
}

static GtkWidget *
make_header (SlTaskModelWindow *self)
{
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *save = gtk_button_new_with_mnemonic (_ ("_Save"));
  g_autoptr (GMenu) menu = g_menu_new ();

  self->title = ADW_WINDOW_TITLE (adw_window_title_new (_ ("Task Model"), ""));
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), GTK_WIDGET (self->title));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header),
                             sl_icon_button_new ("edit-undo-symbolic", _ ("Undo"), "model.undo"));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header),
                             sl_icon_button_new ("edit-redo-symbolic", _ ("Redo"), "model.redo"));

  g_menu_append (menu, _ ("Save _As…"), "model.save-as");
  g_menu_append (menu, _ ("_Load Another…"), "model.open");
  adw_header_bar_pack_end (ADW_HEADER_BAR (header),
                           sl_icon_button_new_menu ("open-menu-symbolic", _ ("Task model menu"),
                                                    G_MENU_MODEL (menu)));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (save), "model.save");
  gtk_widget_add_css_class (save, "suggested-action");
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), save);
  return header;
}

static void
sl_task_model_window_dispose (GObject *object)
{
  SlTaskModelWindow *self = SL_TASK_MODEL_WINDOW (object);

  if (self->scroller != NULL)
    gtk_scrolled_window_set_child (self->scroller, NULL);
  self->scroller = NULL;
  g_clear_pointer (&self->subjects, g_ptr_array_unref);
  g_clear_pointer (&self->expanded, g_hash_table_unref);
  g_clear_object (&self->store);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_task_model_window_parent_class)->dispose (object);
}

static void
sl_task_model_window_class_init (SlTaskModelWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_task_model_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = sl_task_model_window_close_request;

  gtk_widget_class_install_action (widget_class, "model.close", NULL, close_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "model.close", NULL);
  sl_task_model_actions_bind_keys (widget_class);
}

static void
sl_task_model_window_init (SlTaskModelWindow *self)
{
  GtkWidget *toasts = adw_toast_overlay_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->subjects = new_subjects ();
  self->expanded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->error_text = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (self->error_text, TRUE);
  gtk_label_set_xalign (self->error_text, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->error_text), "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->error_text), "loading-strip");
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), TRUE);

  gtk_box_append (GTK_BOX (box), make_header (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->error_text));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->scroller));
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (toasts), box);
  adw_window_set_content (ADW_WINDOW (self), toasts);
  gtk_window_set_default_size (GTK_WINDOW (self), 640, 720);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Task Model"));
  sl_button_names_give (GTK_WIDGET (self));
}

/**
 * sl_task_model_window_new:
 * @document: whose task model is shown
 * @parent: in front of which it stands; it closes with it
 */
GtkWidget *
sl_task_model_window_new (SlDocument *document, GtkWindow *parent)
{
  SlTaskModelWindow *self = g_object_new (SL_TYPE_TASK_MODEL_WINDOW, "transient-for", parent,
                                          "destroy-with-parent", TRUE, SL_WINDOW_ROLE, NULL);

  self->document = g_object_ref (document);
  self->store =
      g_object_ref (sl_job_search_get_model_store (sl_document_get_job_search (document)));
  sl_task_model_actions_add (GTK_WINDOW (self), self->store, GTK_WIDGET (self->scroller), &opening);
  g_signal_connect_object (self->store, "changed", G_CALLBACK (store_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  fill (self);
  return GTK_WIDGET (self);
}
