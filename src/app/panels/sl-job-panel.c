/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-job-cells.h"
#include "sl-job-fields.h"
#include "sl-job-link.h"
#include "sl-job-list-model.h"
#include "sl-open-files.h"
#include "sl-place-menu.h"
#include "sl-save-dialog.h"
#include "sl-table-menu.h"
#include "sl-table-object.h"
#include "sl-table-scroll.h"
#include "sl-table.h"
#include "sl-time-text.h"
#include "sl-tip.h"
#include "sl-widget-util.h"

/* All jobs of all traces as a table, to be filtered and sorted. The job that is selected in it has its box
 * picked in the timeline, and the other way round. */
struct _SlJobPanel
{
  SlDocumentWidget base;

  GtkColumnView *view;
  GtkDropDown *task_drop;
  GtkCheckButton *missed_button;
  GtkLabel *count_label;
  GtkWidget *save_button;
  GtkLabel *error_text_label;
  GtkLabel *empty_label;

  SlJobListModel *model;
  SlTableSelection *selection;
  GArray *tasks; /* of Task: those that the drop-down lists, after "all" */
  gboolean is_following;
};

typedef struct
{
  guint trace;
  guint32 task;
} Task;

G_DEFINE_FINAL_TYPE (SlJobPanel, sl_job_panel, SL_TYPE_DOCUMENT_WIDGET)

static const SlTableColumn columns[SL_N_JOB_COLUMNS] = {
  [SL_JOB_COLUMN_TASK] = { N_ ("Task"), 18, FALSE, FALSE, 0, TRUE },
  [SL_JOB_COLUMN_JOB] = { N_ ("Job"), 5, TRUE, FALSE },
  [SL_JOB_COLUMN_RELEASE] = { N_ ("Release"), 14, TRUE, FALSE },
  [SL_JOB_COLUMN_START] = { N_ ("Start"), 14, TRUE, FALSE },
  [SL_JOB_COLUMN_FINISH] = { N_ ("Finish"), 14, TRUE, FALSE },
  [SL_JOB_COLUMN_DEADLINE] = { N_ ("Deadline"), 14, TRUE, FALSE },
  [SL_JOB_COLUMN_RESPONSE] = { N_ ("Response"), 10, TRUE, FALSE },
  [SL_JOB_COLUMN_LATENESS] = { N_ ("Lateness"), 10, TRUE, FALSE },
  [SL_JOB_COLUMN_LATENCY] = { N_ ("Start latency"), 11, TRUE, FALSE },
  [SL_JOB_COLUMN_EXECUTION] = { N_ ("Execution"), 10, TRUE, FALSE },
  [SL_JOB_COLUMN_PREEMPTIONS] = { N_ ("Preemptions"), 10, TRUE, FALSE },
  [SL_JOB_COLUMN_BLOCKED] = { N_ ("Blocked"), 9, TRUE, FALSE },
  [SL_JOB_COLUMN_MISSED] = { N_ ("Missed"), 8, FALSE, FALSE },
  [SL_JOB_COLUMN_CAUSE] = { N_ ("Largest cause"), 24, FALSE, TRUE },
};

static const SlJob *
get_job (SlLine *line)
{
  return sl_job_table_get (sl_line_get_table (line), sl_line_get_number (line));
}

static char *
dup_text (SlJobPanel *self, SlJobColumn column, SlLine *line)
{
  return sl_job_cell_dup_text (self->base.document, self->model, column, line);
}

static char *
dup_text_cb (gpointer self, guint column, gpointer line)
{
  return dup_text (self, (SlJobColumn) column, line);
}

/* The name of a line says these by itself. */
#define SAID (1 << SL_JOB_COLUMN_TASK | 1 << SL_JOB_COLUMN_JOB | 1 << SL_JOB_COLUMN_MISSED)

static void
bind_cb (GtkWidget *cell, guint number, gpointer item, gpointer user_data)
{
  SlJobPanel *self = user_data;
  SlJobColumn column = (SlJobColumn) number;
  const SlJob *job = get_job (item);
  gboolean is_missed = sl_job_has_missed (job, FALSE);
  g_autofree char *text = dup_text (self, column, item);
  g_autofree char *name = NULL;
  g_autoptr (GString) row = NULL;

  if (column == SL_JOB_COLUMN_TASK)
    sl_table_object_set (cell, self->base.document, sl_line_get_trace (item), job->task, text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "miss", column == SL_JOB_COLUMN_MISSED && is_missed);
  if (column != SL_JOB_COLUMN_TASK)
    return;

  name = is_missed ? g_strdup_printf (_ ("%s, job %u, %s"), text, job->number, _ ("missed"))
                   : g_strdup_printf (_ ("%s, job %u"), text, job->number);
  row = g_string_new (name);
  sl_table_append_columns (row, self->view, SAID, dup_text_cb, self, item);
  sl_table_name_row (cell, row->str);
}

static void
select_line (SlJobPanel *self, guint line)
{
  self->is_following = TRUE;
  sl_table_selection_set_selected (self->selection, line);
  self->is_following = FALSE;
}

static void
follow_picked (SlJobPanel *self)
{
  SlJobRef ref;
  guint line = sl_job_link_find_picked (self->base.document, &ref)
                   ? sl_line_model_find (SL_LINE_MODEL (self->model), ref.trace, ref.number)
                   : G_MAXUINT;

  if (line == sl_table_selection_get_selected (self->selection))
    return;

  select_line (self, line != G_MAXUINT ? line : GTK_INVALID_LIST_POSITION);
  if (line != G_MAXUINT)
    sl_table_scroll_to (self->view, line);
}

static void
selected_cb (SlJobPanel *self)
{
  SlLine *line = sl_table_selection_get_selected_item (self->selection);

  if (!self->is_following && line != NULL && self->base.document != NULL)
    sl_job_link_go_to (self->base.document,
                       (SlJobRef) { sl_line_get_trace (line), sl_line_get_number (line) });
}

/* The first that there is, after the name of its trace where there are several. */
static char *
dup_error_text (SlJobPanel *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlJobSearch *search = sl_document_get_job_search_of (self->base.document, i);
      const char *error_text = search != NULL ? sl_job_search_get_error_text (search) : NULL;

      if (error_text != NULL)
        return sl_trace_set_get_size (set) > 1 ? g_strdup_printf ("%u: %s", i, error_text)
                                               : g_strdup (error_text);
    }
  return NULL;
}

static void
show_counts (SlJobPanel *self)
{
  GPtrArray *tables = sl_document_get_job_tables (self->base.document);
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  g_autofree char *error_text = dup_error_text (self);
  g_autofree char *shown = sl_time_text_ticks (n_shown);
  g_autofree char *all = NULL;
  g_autofree char *text = NULL;
  gboolean has_jobs = FALSE;
  guint64 n_all = 0;

  for (guint i = 0; tables != NULL && i < tables->len; i++)
    {
      SlJobTable *jobs = g_ptr_array_index (tables, i);

      has_jobs = has_jobs || jobs != NULL;
      n_all += jobs != NULL ? sl_job_table_get_n_jobs (jobs) : 0;
    }
  all = sl_time_text_ticks (n_all);
  text = g_strdup_printf (_ ("%s of %s jobs"), shown, all);

  gtk_label_set_label (self->count_label, has_jobs ? text : "");
  gtk_widget_set_sensitive (self->save_button, has_jobs);
  gtk_label_set_label (self->error_text_label, error_text != NULL ? error_text : "");
  sl_tip_set (GTK_WIDGET (self->error_text_label), error_text);
  gtk_widget_set_visible (GTK_WIDGET (self->error_text_label), error_text != NULL);
  gtk_label_set_label (self->empty_label, !has_jobs && error_text == NULL ? _ ("Looking for jobs…")
                                                                          : _ ("No job matches"));
  gtk_widget_set_visible (GTK_WIDGET (self->empty_label), n_shown == 0);
}

/* While a table is shown GTK looks for what it knows among all that comes. */
static void
detach (SlJobPanel *self)
{
  select_line (self, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->view, NULL);
}

static void
attach (SlJobPanel *self)
{
  sl_table_selection_attach (self->selection, self->view);
  show_counts (self);
  follow_picked (self);
}

/* The task that is chosen; 0 for all. */
static Task
get_chosen (SlJobPanel *self)
{
  guint chosen = gtk_drop_down_get_selected (self->task_drop);

  return chosen > 0 && chosen <= self->tasks->len ? g_array_index (self->tasks, Task, chosen - 1)
                                                  : (Task) { 0, 0 };
}

static void
filter_cb (SlJobPanel *self)
{
  Task task;

  if (self->base.document == NULL || self->is_following)
    return;

  task = get_chosen (self);
  detach (self);
  sl_job_list_model_set_filter (self->model, task.trace, task.task,
                                gtk_check_button_get_active (self->missed_button));
  attach (self);
}

static guint
list_tasks (SlJobPanel *self, GtkStringList *names, const Task *chosen)
{
  GPtrArray *tables = sl_document_get_job_tables (self->base.document);
  guint selected = 0;

  g_array_set_size (self->tasks, 0);
  for (guint trace = 0; tables != NULL && trace < tables->len; trace++)
    {
      SlJobTable *jobs = g_ptr_array_index (tables, trace);

      for (guint i = 0; jobs != NULL && i < sl_job_table_get_n_tasks (jobs); i++)
        {
          const SlJobTask *info = sl_job_table_get_task (jobs, i);
          Task task = { trace, info->task };

          if (info->n_jobs == 0)
            continue;

          gtk_string_list_take (names, sl_event_text_object_of_several (self->base.document, trace,
                                                                        info->task));
          g_array_append_val (self->tasks, task);
          if (task.trace == chosen->trace && task.task == chosen->task)
            selected = self->tasks->len;
        }
    }
  return selected;
}

static void
refill (SlJobPanel *self)
{
  Task task = get_chosen (self);
  guint chosen;
  const char *const all[] = { _ ("All tasks"), NULL };
  g_autoptr (GtkStringList) names = gtk_string_list_new (all);

  chosen = list_tasks (self, names, &task);
  self->is_following = TRUE;
  gtk_drop_down_set_model (self->task_drop, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->task_drop, chosen);
  self->is_following = FALSE;

  detach (self);
  sl_job_list_model_set_tables (self->model, sl_document_get_job_tables (self->base.document),
                                sl_document_get_trace_set (self->base.document));
  task = get_chosen (self);
  sl_job_list_model_set_filter (self->model, task.trace, task.task,
                                gtk_check_button_get_active (self->missed_button));
  attach (self);
}

static void
sort_cb (guint column, gboolean descending, gpointer user_data)
{
  SlJobPanel *self = user_data;

  detach (self);
  sl_line_model_set_order (SL_LINE_MODEL (self->model),
                           column < SL_N_JOB_COLUMNS ? (int) column : SL_LINE_NO_COLUMN,
                           descending);
  attach (self);
}

static gboolean
write_csv (GtkWidget *widget, GFile *file, GError **error)
{
  SlJobPanel *self = SL_JOB_PANEL (widget);
  GPtrArray *tables = sl_document_get_job_tables (self->base.document);
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  gboolean is_joined = sl_trace_set_get_size (set) > 1;
  g_autoptr (GString) csv = g_string_new (NULL);

  for (guint i = 0; tables != NULL && i < tables->len; i++)
    {
      SlJobTable *jobs = g_ptr_array_index (tables, i);
      g_autofree char *prefix = g_strdup_printf ("%u:", i);
      g_autoptr (SlJobFields) fields = jobs != NULL ? sl_job_fields_new (jobs) : NULL;
      g_autoptr (GArray) numbers = sl_line_model_dup_numbers (SL_LINE_MODEL (self->model), i);
      g_autofree char *lines = NULL;

      if (fields == NULL)
        continue;

      sl_job_fields_set_axis (fields, set, i, is_joined ? prefix : "");
      lines = sl_job_fields_to_csv (fields, numbers, csv->len == 0);
      g_string_append (csv, lines);
    }

  return sl_open_files_save (file, csv->str, csv->len, error);
}

static void
save_cb (SlJobPanel *self)
{
  static const SlSaveType csv = { N_ ("CSV, as slackline-cli jobs prints it"), "csv" };

  if (sl_document_get_job_tables (self->base.document) != NULL)
    sl_save_dialog_present (GTK_WIDGET (self), _ ("Save Jobs"), "jobs.csv", &csv, write_csv);
}

static void
sl_job_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlJobPanel *self = SL_JOB_PANEL (widget);

  if ((changes &
       (SL_CHANGED_JOBS | SL_CHANGED_ANNOTATIONS | SL_CHANGED_SET | SL_CHANGED_COMPARE)) != 0)
    refill (self);
  else if ((changes & SL_CHANGED_PICKED) != 0)
    follow_picked (self);
  if ((changes & SL_CHANGED_PALETTE) != 0)
    sl_table_bind_again (self->view);
}

static void
sl_job_panel_dispose (GObject *object)
{
  SlJobPanel *self = SL_JOB_PANEL (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (sl_job_panel_parent_class)->dispose (object);
}

static void
sl_job_panel_finalize (GObject *object)
{
  g_array_unref (SL_JOB_PANEL (object)->tasks);
  G_OBJECT_CLASS (sl_job_panel_parent_class)->finalize (object);
}

static void
sl_job_panel_class_init (SlJobPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_job_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_job_panel_changed;
  G_OBJECT_CLASS (klass)->finalize = sl_job_panel_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-job-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlJobPanel, view);
  gtk_widget_class_bind_template_child (widget_class, SlJobPanel, task_drop);
  gtk_widget_class_bind_template_child (widget_class, SlJobPanel, missed_button);
  gtk_widget_class_bind_template_child (widget_class, SlJobPanel, count_label);
  gtk_widget_class_bind_template_child (widget_class, SlJobPanel, save_button);
  gtk_widget_class_bind_template_child (widget_class, SlJobPanel, error_text_label);
  gtk_widget_class_bind_template_child (widget_class, SlJobPanel, empty_label);
  gtk_widget_class_bind_template_callback (widget_class, filter_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static GMenu *
make_menu (gpointer user_data, gpointer line)
{
  SlJobPanel *self = user_data;
  const SlJob *job = sl_job_table_get (sl_line_get_table (line), sl_line_get_number (line));
  SlPlace *place = sl_place_new_in (self->base.document, sl_line_get_trace (line), job->task,
                                    (SlSpan) { job->eligible, job->end });

  return sl_place_menu_offer (GTK_WIDGET (self->view), self->base.document, place);
}

static void
sl_job_panel_init (SlJobPanel *self)
{
  self->tasks = g_array_new (FALSE, FALSE, sizeof (Task));
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_combo_value_narrow (self->task_drop);
  sl_table_add_columns (self->view, columns, SL_N_JOB_COLUMNS, bind_cb, self);
  sl_table_add_sorters (self->view, sort_cb, self);
  /* What a job came to is in sight before when it did so. */
  sl_table_move_columns (self->view, SL_JOB_COLUMN_START, 3, SL_JOB_COLUMN_MISSED);

  self->model = sl_job_list_model_new ();
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->model), "jobs");
  sl_table_set_menu (self->view, make_menu, self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
}

/**
 * sl_job_panel_is_for:
 *
 * Returns: whether a trace of the document has tasks, so that there may be jobs
 */
gboolean
sl_job_panel_is_for (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlObjectTable *objects = sl_trace_get_objects (sl_trace_set_get_trace (set, i));

      for (guint32 object = 1; object <= sl_object_table_get_size (objects); object++)
        if (sl_object_table_get (objects, object)->type == SL_OBJECT_TASK)
          return TRUE;
    }
  return FALSE;
}
