/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-list.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-job-fields.h"
#include "sl-job-link.h"
#include "sl-job-list-model.h"
#include "sl-save-dialog.h"
#include "sl-table.h"
#include "sl-text-jobs.h"
#include "sl-time-text.h"

/* All jobs as a table, to be filtered and sorted. The job that is selected in it has its box
 * picked in the timeline, and the other way round. */
struct _SlJobList
{
  AdwBin parent_instance;

  GtkColumnView *view;
  GtkDropDown *task_drop;
  GtkCheckButton *missed_button;
  GtkLabel *count_label;
  GtkWidget *save_button;
  GtkLabel *complaint_label;
  GtkLabel *empty_label;

  SlDocument *document;
  SlJobListModel *model;
  GtkSingleSelection *selection;
  GArray *tasks;   /* numbers of those that the drop-down lists, after "all" */
  guint asked_for; /* the first column of the view's order, while that is asked for */
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (SlJobList, sl_job_list, ADW_TYPE_BIN)

static const SlTableColumn columns[SL_N_JOB_COLUMNS] = {
  [SL_JOB_COLUMN_TASK] = { N_ ("Task"), 14, FALSE, FALSE },
  [SL_JOB_COLUMN_JOB] = { N_ ("Job"), 7, TRUE, FALSE },
  [SL_JOB_COLUMN_RELEASE] = { N_ ("Release"), 17, TRUE, FALSE },
  [SL_JOB_COLUMN_START] = { N_ ("Start"), 17, TRUE, FALSE },
  [SL_JOB_COLUMN_FINISH] = { N_ ("Finish"), 17, TRUE, FALSE },
  [SL_JOB_COLUMN_DEADLINE] = { N_ ("Deadline"), 17, TRUE, FALSE },
  [SL_JOB_COLUMN_RESPONSE] = { N_ ("Response"), 11, TRUE, FALSE },
  [SL_JOB_COLUMN_LATENESS] = { N_ ("Lateness"), 11, TRUE, FALSE },
  [SL_JOB_COLUMN_EXECUTION] = { N_ ("Execution"), 11, TRUE, FALSE },
  [SL_JOB_COLUMN_PREEMPTIONS] = { N_ ("Preemptions"), 10, TRUE, FALSE },
  [SL_JOB_COLUMN_BLOCKED] = { N_ ("Blocked"), 11, TRUE, FALSE },
  [SL_JOB_COLUMN_MISSED] = { N_ ("Missed"), 8, FALSE, FALSE },
  [SL_JOB_COLUMN_CAUSE] = { N_ ("Largest cause"), 24, FALSE, TRUE },
};

static char *
dup_time (SlJobList *self, SlTime time)
{
  return time != SL_JOB_NEVER ? sl_event_text_elapsed (self->document, time) : g_strdup ("");
}

static char *
dup_duration (SlJobList *self, const SlJob *job, gint64 ticks)
{
  SlClock *clock = sl_document_get_clock (self->document);
  SlSpan span = { job->front, sl_time_add (job->front, ABS (ticks)) };
  g_autofree char *text = NULL;

  if (!sl_clock_has_rate (clock))
    return sl_time_text_signed_ticks (ticks);

  text = sl_time_text_duration (clock, span);
  return ticks < 0 ? g_strconcat ("−", text, NULL) : g_steal_pointer (&text);
}

static char *
dup_cause (SlJobList *self, SlJobItem *item)
{
  g_autoptr (GArray) parts =
      sl_job_table_dup_parts (sl_job_item_get_table (item), sl_job_item_get_number (item));

  if (parts->len == 0)
    return g_strdup ("");

  return sl_text_job_part (sl_document_get_trace (self->document),
                           sl_document_get_overlay (self->document),
                           &g_array_index (parts, SlJobPart, 0));
}

static char *
dup_text (SlJobList *self, SlJobColumn column, SlJobItem *item)
{
  const SlJob *job = sl_job_item_get_job (item);
  gint64 ticks;

  switch (column)
    {
    case SL_JOB_COLUMN_TASK:
      return sl_event_text_object (self->document, 0, job->task);
    case SL_JOB_COLUMN_JOB:
      return sl_time_text_ticks (job->number);
    case SL_JOB_COLUMN_RELEASE:
      return dup_time (self, job->release);
    case SL_JOB_COLUMN_START:
      return dup_time (self, job->start);
    case SL_JOB_COLUMN_FINISH:
      return dup_time (self, sl_job_get_finish (job));
    case SL_JOB_COLUMN_DEADLINE:
      return dup_time (self, job->deadline);
    case SL_JOB_COLUMN_RESPONSE:
      return sl_job_get_response (job, &ticks) ? dup_duration (self, job, ticks) : g_strdup ("");
    case SL_JOB_COLUMN_LATENESS:
      return sl_job_get_lateness (job, &ticks) ? dup_duration (self, job, ticks) : g_strdup ("");
    case SL_JOB_COLUMN_EXECUTION:
      return dup_duration (self, job, job->execution);
    case SL_JOB_COLUMN_PREEMPTIONS:
      return sl_time_text_ticks (job->preemptions);
    case SL_JOB_COLUMN_BLOCKED:
      return job->blocked > 0 ? dup_duration (self, job, job->blocked) : g_strdup ("");
    case SL_JOB_COLUMN_MISSED:
      return g_strdup (job->flags & SL_JOB_MISSED ? _ ("missed")
                       : job->flags & SL_JOB_MET  ? _ ("met")
                                                  : "");
    case SL_JOB_COLUMN_CAUSE:
      return dup_cause (self, item);
    case SL_N_JOB_COLUMNS:
    default:
      return g_strdup ("");
    }
}

static void
bind_cb (GtkWidget *cell, guint number, gpointer item, gpointer user_data)
{
  SlJobList *self = user_data;
  SlJobColumn column = (SlJobColumn) number;
  const SlJob *job = sl_job_item_get_job (item);
  gboolean is_missed = (job->flags & SL_JOB_MISSED) != 0;
  g_autofree char *text = dup_text (self, column, item);
  g_autofree char *name = NULL;

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "miss", column == SL_JOB_COLUMN_MISSED && is_missed);
  if (column != SL_JOB_COLUMN_TASK)
    return;

  name = is_missed ? g_strdup_printf (_ ("%s, job %u, %s"), text, job->number, _ ("missed"))
                   : g_strdup_printf (_ ("%s, job %u"), text, job->number);
  sl_table_name_row (cell, name);
}

static void
select_line (SlJobList *self, guint line)
{
  self->is_following = TRUE;
  gtk_single_selection_set_selected (self->selection, line);
  self->is_following = FALSE;
}

static void
follow_picked (SlJobList *self)
{
  guint number = sl_job_link_find_picked (self->document);
  guint line = number != G_MAXUINT ? sl_job_list_model_find (self->model, number) : G_MAXUINT;

  if (line == gtk_single_selection_get_selected (self->selection))
    return;

  select_line (self, line != G_MAXUINT ? line : GTK_INVALID_LIST_POSITION);
  if (line != G_MAXUINT)
    sl_table_scroll_to (self->view, line);
}

static void
selected_cb (SlJobList *self)
{
  SlJobItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (!self->is_following && item != NULL && self->document != NULL)
    sl_job_link_go_to (self->document, sl_job_item_get_number (item));
}

static void
show_counts (SlJobList *self)
{
  SlJobTable *jobs = sl_document_get_jobs (self->document);
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  const char *complaint = sl_job_search_get_complaint (sl_document_get_job_search (self->document));
  g_autofree char *shown = sl_time_text_ticks (n_shown);
  g_autofree char *all = sl_time_text_ticks (jobs != NULL ? sl_job_table_get_n_jobs (jobs) : 0);
  g_autofree char *text = g_strdup_printf (_ ("%s of %s jobs"), shown, all);

  gtk_label_set_label (self->count_label, jobs != NULL ? text : "");
  gtk_widget_set_sensitive (self->save_button, jobs != NULL);
  gtk_label_set_label (self->complaint_label, complaint != NULL ? complaint : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->complaint_label), complaint);
  gtk_widget_set_visible (GTK_WIDGET (self->complaint_label), complaint != NULL);
  gtk_label_set_label (self->empty_label, jobs == NULL && complaint == NULL
                                              ? _ ("Looking for jobs…")
                                              : _ ("No job matches"));
  gtk_widget_set_visible (GTK_WIDGET (self->empty_label), n_shown == 0);
}

/* While a table is shown GTK looks for what it knows among all that comes. */
static void
detach (SlJobList *self)
{
  select_line (self, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->view, NULL);
}

static void
attach (SlJobList *self)
{
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  show_counts (self);
  follow_picked (self);
}

static void
filter_cb (SlJobList *self)
{
  guint chosen = gtk_drop_down_get_selected (self->task_drop);
  guint32 task = 0;

  if (self->document == NULL || self->is_following)
    return;

  if (chosen > 0 && chosen <= self->tasks->len)
    task = g_array_index (self->tasks, guint32, chosen - 1);
  detach (self);
  sl_job_list_model_set_filter (self->model, task,
                                gtk_check_button_get_active (self->missed_button));
  attach (self);
}

static guint
list_tasks (SlJobList *self, GtkStringList *names, guint32 chosen)
{
  SlJobTable *jobs = sl_document_get_jobs (self->document);
  guint selected = 0;

  g_array_set_size (self->tasks, 0);
  for (guint i = 0; jobs != NULL && i < sl_job_table_get_n_tasks (jobs); i++)
    {
      const SlJobTask *task = sl_job_table_get_task (jobs, i);

      if (task->n_jobs == 0)
        continue;

      gtk_string_list_take (names, sl_event_text_object (self->document, 0, task->task));
      g_array_append_val (self->tasks, task->task);
      if (task->task == chosen)
        selected = self->tasks->len;
    }
  return selected;
}

static void
refill (SlJobList *self)
{
  guint chosen = gtk_drop_down_get_selected (self->task_drop);
  guint32 task = chosen > 0 && chosen <= self->tasks->len
                     ? g_array_index (self->tasks, guint32, chosen - 1)
                     : 0;
  const char *const all[] = { _ ("All tasks"), NULL };
  g_autoptr (GtkStringList) names = gtk_string_list_new (all);

  chosen = list_tasks (self, names, task);
  self->is_following = TRUE;
  gtk_drop_down_set_model (self->task_drop, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->task_drop, chosen);
  self->is_following = FALSE;

  detach (self);
  sl_job_list_model_set_table (self->model, sl_document_get_jobs (self->document));
  attach (self);
}

typedef struct
{
  SlJobList *list;
  guint column;
} ColumnOrder;

/* The view says by which column it sorts only through the sorters of its columns. */
static int
tell_column_cb (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const ColumnOrder *order = user_data;

  order->list->asked_for = order->column;
  return 1;
}

static void
sort_cb (SlJobList *self)
{
  GtkOrdering direction;

  self->asked_for = SL_N_JOB_COLUMNS;
  direction = gtk_sorter_compare (gtk_column_view_get_sorter (self->view), self, self->view);
  detach (self);
  sl_job_list_model_set_order (self->model, (SlJobColumn) self->asked_for,
                               direction == GTK_ORDERING_SMALLER);
  attach (self);
}

static void
add_sorters (SlJobList *self)
{
  GListModel *made = gtk_column_view_get_columns (self->view);

  for (guint i = 0; i < SL_N_JOB_COLUMNS; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (made, i);
      g_autoptr (GtkSorter) sorter = NULL;
      ColumnOrder *order = g_new (ColumnOrder, 1);

      *order = (ColumnOrder) { self, i };
      sorter = GTK_SORTER (gtk_custom_sorter_new (tell_column_cb, order, g_free));
      gtk_column_view_column_set_sorter (column, sorter);
    }
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (sort_cb),
                           self, G_CONNECT_SWAPPED);
}

static gboolean
write_csv (GtkWidget *widget, GFile *file, GError **error)
{
  SlJobList *self = SL_JOB_LIST (widget);
  g_autoptr (SlJobFields) fields = sl_job_fields_new (sl_document_get_jobs (self->document));
  g_autoptr (GArray) numbers = sl_job_list_model_dup_numbers (self->model);
  g_autofree char *csv = sl_job_fields_to_csv (fields, numbers);

  return g_file_replace_contents (file, csv, strlen (csv), NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                  NULL, error);
}

static void
save_cb (SlJobList *self)
{
  static const SlSaveType csv = { N_ ("CSV, as slackline-cli jobs prints it"), "csv" };

  if (sl_document_get_jobs (self->document) != NULL)
    sl_save_dialog_present (GTK_WIDGET (self), _ ("Save Jobs"), "jobs.csv", &csv, write_csv);
}

static void
document_changed_cb (SlJobList *self, guint changes)
{
  if ((changes & (SL_CHANGED_JOBS | SL_CHANGED_OVERLAY)) != 0)
    refill (self);
  else if ((changes & SL_CHANGED_PICKED) != 0)
    follow_picked (self);
}

static void
sl_job_list_dispose (GObject *object)
{
  SlJobList *self = SL_JOB_LIST (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_job_list_parent_class)->dispose (object);
}

static void
sl_job_list_finalize (GObject *object)
{
  g_array_unref (SL_JOB_LIST (object)->tasks);

  G_OBJECT_CLASS (sl_job_list_parent_class)->finalize (object);
}

static void
sl_job_list_class_init (SlJobListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_job_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = sl_job_list_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-job-list.ui");
  gtk_widget_class_bind_template_child (widget_class, SlJobList, view);
  gtk_widget_class_bind_template_child (widget_class, SlJobList, task_drop);
  gtk_widget_class_bind_template_child (widget_class, SlJobList, missed_button);
  gtk_widget_class_bind_template_child (widget_class, SlJobList, count_label);
  gtk_widget_class_bind_template_child (widget_class, SlJobList, save_button);
  gtk_widget_class_bind_template_child (widget_class, SlJobList, complaint_label);
  gtk_widget_class_bind_template_child (widget_class, SlJobList, empty_label);
  gtk_widget_class_bind_template_callback (widget_class, filter_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static void
sl_job_list_init (SlJobList *self)
{
  self->tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_table_add_columns (self->view, columns, SL_N_JOB_COLUMNS, bind_cb, self);
  add_sorters (self);

  self->model = sl_job_list_model_new ();
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->model));
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (selected_cb),
                            self);
}

/**
 * sl_job_list_set_document:
 * @document: whose jobs to show; set once
 */
void
sl_job_list_set_document (SlJobList *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_JOB_LIST (self));
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  refill (self);
}
