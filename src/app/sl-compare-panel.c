/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-compare-panel.h"

#include <glib/gi18n.h>

#include "sl-compare-model.h"
#include "sl-event-text.h"
#include "sl-job-link.h"
#include "sl-table.h"
#include "sl-time-text.h"

/* How the jobs of two traces differ: a line for each task at the left, for each job at the right.
 * The task that is selected has its jobs alone listed; the job that is selected is picked in the
 * timeline, and the other way round. */
struct _SlComparePanel
{
  AdwBin parent_instance;

  GtkColumnView *task_view;
  GtkColumnView *job_view;
  GtkLabel *sides_label;
  GtkLabel *empty_label;

  SlDocument *document;
  SlCompareModel *tasks;
  SlCompareModel *jobs;
  GtkSingleSelection *task_selection;
  GtkSingleSelection *job_selection;
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (SlComparePanel, sl_compare_panel, ADW_TYPE_BIN)

enum
{
  TASK_NAME,
  TASK_JOBS,
  TASK_MATCHED,
  TASK_MISSES,
  TASK_LEAST,
  TASK_MEAN,
  TASK_MOST,
  TASK_LONGEST_A,
  TASK_LONGEST_B,
  N_TASK_COLUMNS,
};

static const SlTableColumn task_columns[N_TASK_COLUMNS] = {
  [TASK_NAME] = { N_ ("Task"), 10, FALSE, TRUE },
  /* Translators: counts of trace A and of trace B, such as 20 | 19 */
  [TASK_JOBS] = { N_ ("Jobs A | B"), 10, TRUE, FALSE },
  [TASK_MATCHED] = { N_ ("Matched"), 8, TRUE, FALSE },
  [TASK_MISSES] = { N_ ("Misses A | B"), 11, TRUE, FALSE },
  [TASK_LEAST] = { N_ ("Least Δ"), 9, TRUE, FALSE },
  [TASK_MEAN] = { N_ ("Mean Δ"), 9, TRUE, FALSE },
  [TASK_MOST] = { N_ ("Most Δ"), 9, TRUE, FALSE },
  [TASK_LONGEST_A] = { N_ ("Longest A"), 9, TRUE, FALSE },
  [TASK_LONGEST_B] = { N_ ("Longest B"), 9, TRUE, FALSE },
};

enum
{
  JOB_NAME,
  JOB_NUMBERS,
  JOB_RESPONSE_A,
  JOB_RESPONSE_B,
  JOB_RESPONSE,
  JOB_START,
  JOB_FINISH,
  JOB_LATENESS,
  JOB_MISSED,
  JOB_RELEASE,
  N_JOB_COLUMNS,
};

static const SlTableColumn job_columns[N_JOB_COLUMNS] = {
  [JOB_NAME] = { N_ ("Task"), 10, FALSE, FALSE },
  /* Translators: numbers of a job in trace A and in trace B, such as 7 | 6 */
  [JOB_NUMBERS] = { N_ ("Job A | B"), 10, TRUE, FALSE },
  [JOB_RESPONSE_A] = { N_ ("Response A"), 11, TRUE, FALSE },
  [JOB_RESPONSE_B] = { N_ ("Response B"), 11, TRUE, FALSE },
  [JOB_RESPONSE] = { N_ ("Δ Response"), 11, TRUE, FALSE },
  [JOB_START] = { N_ ("Δ Start"), 10, TRUE, FALSE },
  [JOB_FINISH] = { N_ ("Δ Finish"), 10, TRUE, FALSE },
  [JOB_LATENESS] = { N_ ("Δ Lateness"), 11, TRUE, FALSE },
  /* Translators: in which of two traces a job missed its deadline */
  [JOB_MISSED] = { N_ ("Missed in"), 9, FALSE, FALSE },
  [JOB_RELEASE] = { N_ ("Release"), 16, TRUE, TRUE },
};

static guint
count_jobs (const SlTaskCompare *task, guint side)
{
  return task->n_matched + task->n_alone[side] + task->n_outside[side];
}

static gint64
get_task_key (const SlJobCompare *compare, guint number, guint column)
{
  const SlTaskCompare *task = sl_job_compare_get_task (compare, number);
  const SlRange *difference = &task->differences[SL_DIFFERENCE_RESPONSE];
  const SlRange *response = &task->response[column == TASK_LONGEST_A ? SL_SIDE_A : SL_SIDE_B];

  switch (column)
    {
    case TASK_JOBS:
      return count_jobs (task, SL_SIDE_A);
    case TASK_MATCHED:
      return task->n_matched;
    case TASK_MISSES:
      return (gint64) task->n_misses[SL_SIDE_B] - (gint64) task->n_misses[SL_SIDE_A];
    case TASK_LONGEST_A:
    case TASK_LONGEST_B:
      return response->count > 0 ? response->max : SL_COMPARE_NO_KEY;
    case TASK_LEAST:
      return difference->count > 0 ? difference->min : SL_COMPARE_NO_KEY;
    case TASK_MEAN:
      return difference->count > 0 ? (gint64) sl_range_get_mean (difference) : SL_COMPARE_NO_KEY;
    case TASK_MOST:
      return difference->count > 0 ? difference->max : SL_COMPARE_NO_KEY;
    case TASK_NAME:
    default:
      return number;
    }
}

/* Of a job that stands alone, the side that has it. */
static guint
get_first_side (const SlJobCompare *compare, guint pair)
{
  return sl_job_compare_get_job (compare, pair, SL_SIDE_A) != NULL ? SL_SIDE_A : SL_SIDE_B;
}

/* When it was released, in ticks of the axis. */
static gboolean
get_release (const SlJobCompare *compare, guint pair, SlTime *release)
{
  guint side = get_first_side (compare, pair);
  const SlJob *job = sl_job_compare_get_job (compare, pair, side);

  if (job->release == SL_JOB_NEVER)
    return FALSE;

  *release =
      sl_trace_set_to_reference (sl_job_compare_get_set (compare),
                                 sl_job_compare_get_side (compare, side)->trace, job->release);
  return TRUE;
}

static gboolean
is_missed (const SlJob *job)
{
  return job != NULL && (job->flags & SL_JOB_MISSED) != 0;
}

static gint64
get_job_key (const SlJobCompare *compare, guint number, guint column)
{
  gint64 ticks;

  switch (column)
    {
    case JOB_NUMBERS:
      return sl_job_compare_get_job (compare, number, get_first_side (compare, number))->number;
    case JOB_RELEASE:
      return get_release (compare, number, &ticks) ? ticks : SL_COMPARE_NO_KEY;
    case JOB_RESPONSE_A:
    case JOB_RESPONSE_B:
      return sl_job_compare_get_response (compare, number,
                                          column == JOB_RESPONSE_A ? SL_SIDE_A : SL_SIDE_B, &ticks)
                 ? ticks
                 : SL_COMPARE_NO_KEY;
    case JOB_RESPONSE:
    case JOB_START:
    case JOB_FINISH:
    case JOB_LATENESS:
      {
        static const SlDifference differences[] = { SL_DIFFERENCE_RESPONSE, SL_DIFFERENCE_START,
                                                    SL_DIFFERENCE_FINISH, SL_DIFFERENCE_LATENESS };

        return sl_job_compare_get_difference (compare, number, differences[column - JOB_RESPONSE],
                                              &ticks)
                   ? ticks
                   : SL_COMPARE_NO_KEY;
      }
    case JOB_MISSED:
      return 2 * is_missed (sl_job_compare_get_job (compare, number, SL_SIDE_A)) +
             is_missed (sl_job_compare_get_job (compare, number, SL_SIDE_B));
    case JOB_NAME:
    default:
      return sl_job_compare_get_pair (compare, number)->task;
    }
}

/* A key that is a duration. */
static char *
dup_key (SlComparePanel *self, gint64 key, gboolean is_signed)
{
  g_autofree char *text = NULL;

  if (key == SL_COMPARE_NO_KEY)
    return g_strdup ("");

  text = sl_event_text_difference (self->document, key);
  return g_strdup (!is_signed && text[0] == '+' ? text + 1 : text);
}

static char *
dup_task_text (SlComparePanel *self, const SlJobCompare *compare, guint number, guint column)
{
  const SlTaskCompare *task = sl_job_compare_get_task (compare, number);

  switch (column)
    {
    case TASK_NAME:
      return g_strdup (task->match.name);
    case TASK_JOBS:
      return g_strdup_printf ("%u | %u", count_jobs (task, SL_SIDE_A),
                              count_jobs (task, SL_SIDE_B));
    case TASK_MATCHED:
      return sl_time_text_ticks (task->n_matched);
    case TASK_MISSES:
      return g_strdup_printf ("%u | %u", task->n_misses[SL_SIDE_A], task->n_misses[SL_SIDE_B]);
    default:
      return dup_key (self, get_task_key (compare, number, column), column <= TASK_MOST);
    }
}

static char *
dup_job_number (const SlJob *job)
{
  return job != NULL ? sl_time_text_ticks (job->number) : g_strdup ("–");
}

static char *
dup_job_text (SlComparePanel *self, const SlJobCompare *compare, guint number, guint column)
{
  const SlJob *a = sl_job_compare_get_job (compare, number, SL_SIDE_A);
  const SlJob *b = sl_job_compare_get_job (compare, number, SL_SIDE_B);
  SlTime release;

  switch (column)
    {
    case JOB_NAME:
      return g_strdup (
          sl_job_compare_get_task (compare, sl_job_compare_get_pair (compare, number)->task)
              ->match.name);
    case JOB_NUMBERS:
      {
        g_autofree char *one = dup_job_number (a);
        g_autofree char *other = dup_job_number (b);

        return g_strdup_printf ("%s | %s", one, other);
      }
    case JOB_RELEASE:
      return get_release (compare, number, &release)
                 ? sl_event_text_elapsed (self->document, release)
                 : g_strdup ("");
    case JOB_MISSED:
      return g_strdup (is_missed (a) && is_missed (b) ? _ ("A and B")
                       : is_missed (a)                ? "A"
                       : is_missed (b)                ? "B"
                                                      : "");
    default:
      return dup_key (self, get_job_key (compare, number, column), column >= JOB_RESPONSE);
    }
}

static void
bind_task_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  SlComparePanel *self = user_data;
  SlJobCompare *compare = sl_compare_item_get_compare (item);
  guint number = sl_compare_item_get_number (item);
  const SlTaskCompare *task = sl_job_compare_get_task (compare, number);
  g_autofree char *text = dup_task_text (self, compare, number, column);

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "miss",
                      column == TASK_MISSES &&
                          task->n_misses[SL_SIDE_A] + task->n_misses[SL_SIDE_B] > 0);
  if (column == TASK_NAME)
    sl_table_name_row (cell, text);
}

static void
bind_job_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  SlComparePanel *self = user_data;
  SlJobCompare *compare = sl_compare_item_get_compare (item);
  guint number = sl_compare_item_get_number (item);
  g_autofree char *text = dup_job_text (self, compare, number, column);
  g_autofree char *numbers = NULL;
  g_autofree char *name = NULL;

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "miss", column == JOB_MISSED && text[0] != '\0');
  if (column != JOB_NAME)
    return;

  numbers = dup_job_text (self, compare, number, JOB_NUMBERS);
  /* Translators: a task, and the numbers of its job in two traces, such as 7 | 6 */
  name = g_strdup_printf (_ ("%s, jobs %s"), text, numbers);
  sl_table_name_row (cell, name);
}

static void
select_line (SlComparePanel *self, GtkSingleSelection *selection, guint line)
{
  self->is_following = TRUE;
  gtk_single_selection_set_selected (selection, line);
  self->is_following = FALSE;
}

/* The pair that the job which is picked belongs to; G_MAXUINT for none. */
static guint
find_picked (SlComparePanel *self)
{
  SlJobCompare *compare = sl_document_get_compare (self->document);
  SlJobRef ref;

  if (compare == NULL || !sl_job_link_find_picked (self->document, &ref))
    return G_MAXUINT;

  return sl_job_compare_find_pair (compare, ref.trace, ref.number);
}

static void
follow_picked (SlComparePanel *self)
{
  guint pair = find_picked (self);
  guint line = pair != G_MAXUINT ? sl_compare_model_find (self->jobs, pair) : G_MAXUINT;

  if (line == gtk_single_selection_get_selected (self->job_selection))
    return;

  select_line (self, self->job_selection, line);
  if (line != G_MAXUINT)
    sl_table_scroll_to (self->job_view, line);
}

static void
task_selected_cb (SlComparePanel *self)
{
  SlCompareItem *item = gtk_single_selection_get_selected_item (self->task_selection);

  if (self->is_following || self->document == NULL)
    return;

  select_line (self, self->job_selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->job_view, NULL);
  sl_compare_model_set_task (self->jobs,
                             item != NULL ? sl_compare_item_get_number (item) : SL_COMPARE_ALL);
  gtk_column_view_set_model (self->job_view, GTK_SELECTION_MODEL (self->job_selection));
  follow_picked (self);
}

static void
job_selected_cb (SlComparePanel *self)
{
  SlCompareItem *item = gtk_single_selection_get_selected_item (self->job_selection);
  SlJobCompare *compare;
  guint side, pair;

  if (self->is_following || item == NULL || self->document == NULL)
    return;

  compare = sl_compare_item_get_compare (item);
  pair = sl_compare_item_get_number (item);
  /* A line may be shown for a moment longer than what it is of. */
  if (compare != sl_document_get_compare (self->document) || pair == find_picked (self))
    return;

  side = get_first_side (compare, pair);
  sl_job_link_go_to (self->document,
                     (SlJobRef) { sl_job_compare_get_side (compare, side)->trace,
                                  sl_job_compare_get_pair (compare, pair)->jobs[side] });
}

static void
show_sides (SlComparePanel *self, SlJobCompare *compare)
{
  g_autofree char *text = NULL;

  if (compare != NULL)
    {
      SlTraceSet *set = sl_job_compare_get_set (compare);
      g_autofree char *a =
          sl_trace_set_dup_title (set, sl_job_compare_get_side (compare, SL_SIDE_A)->trace);
      g_autofree char *b =
          sl_trace_set_dup_title (set, sl_job_compare_get_side (compare, SL_SIDE_B)->trace);

      /* Translators: names of two traces */
      text = g_strdup_printf (_ ("A is %s, B is %s; Δ is B less A"), a, b);
    }
  gtk_label_set_label (self->sides_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->empty_label), compare == NULL);
}

/* While a table is shown GTK looks for what it knows among all that comes. */
static void
refill (SlComparePanel *self)
{
  SlJobCompare *compare = sl_document_get_compare (self->document);
  SlCompareItem *item = gtk_single_selection_get_selected_item (self->task_selection);
  guint task = item != NULL ? sl_compare_item_get_number (item) : SL_COMPARE_ALL;
  guint line;

  if (compare == NULL || task >= sl_job_compare_get_n_tasks (compare))
    task = SL_COMPARE_ALL;
  select_line (self, self->task_selection, GTK_INVALID_LIST_POSITION);
  select_line (self, self->job_selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->task_view, NULL);
  gtk_column_view_set_model (self->job_view, NULL);
  sl_compare_model_set_compare (self->tasks, compare);
  sl_compare_model_set_task (self->jobs, task);
  sl_compare_model_set_compare (self->jobs, compare);
  gtk_column_view_set_model (self->task_view, GTK_SELECTION_MODEL (self->task_selection));
  gtk_column_view_set_model (self->job_view, GTK_SELECTION_MODEL (self->job_selection));
  line = task != SL_COMPARE_ALL ? sl_compare_model_find (self->tasks, task) : G_MAXUINT;
  select_line (self, self->task_selection, line);
  show_sides (self, compare);
  follow_picked (self);
}

static void
sort_tasks_cb (guint column, gboolean descending, gpointer user_data)
{
  SlComparePanel *self = user_data;

  sl_compare_model_set_order (self->tasks, column < N_TASK_COLUMNS ? (int) column : -1, descending);
}

static void
sort_jobs_cb (guint column, gboolean descending, gpointer user_data)
{
  SlComparePanel *self = user_data;

  select_line (self, self->job_selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->job_view, NULL);
  sl_compare_model_set_order (self->jobs, column < N_JOB_COLUMNS ? (int) column : -1, descending);
  gtk_column_view_set_model (self->job_view, GTK_SELECTION_MODEL (self->job_selection));
  follow_picked (self);
}

static void
document_changed_cb (SlComparePanel *self, guint changes)
{
  if ((changes & (SL_CHANGED_COMPARE | SL_CHANGED_OVERLAY)) != 0)
    refill (self);
  else if ((changes & SL_CHANGED_PICKED) != 0)
    follow_picked (self);
}

static void
sl_compare_panel_dispose (GObject *object)
{
  SlComparePanel *self = SL_COMPARE_PANEL (object);

  if (self->task_selection != NULL)
    g_signal_handlers_disconnect_by_data (self->task_selection, self);
  if (self->job_selection != NULL)
    g_signal_handlers_disconnect_by_data (self->job_selection, self);
  g_clear_object (&self->task_selection);
  g_clear_object (&self->job_selection);
  g_clear_object (&self->tasks);
  g_clear_object (&self->jobs);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_compare_panel_parent_class)->dispose (object);
}

static void
sl_compare_panel_class_init (SlComparePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_compare_panel_dispose;

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/slackline/Slackline/sl-compare-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlComparePanel, task_view);
  gtk_widget_class_bind_template_child (widget_class, SlComparePanel, job_view);
  gtk_widget_class_bind_template_child (widget_class, SlComparePanel, sides_label);
  gtk_widget_class_bind_template_child (widget_class, SlComparePanel, empty_label);
}

static void
sl_compare_panel_init (SlComparePanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_table_add_columns (self->task_view, task_columns, N_TASK_COLUMNS, bind_task_cb, self);
  sl_table_add_columns (self->job_view, job_columns, N_JOB_COLUMNS, bind_job_cb, self);
  sl_table_add_sorters (self->task_view, sort_tasks_cb, self);
  sl_table_add_sorters (self->job_view, sort_jobs_cb, self);

  self->tasks = sl_compare_model_new (TRUE, get_task_key);
  self->jobs = sl_compare_model_new (FALSE, get_job_key);
  self->task_selection = sl_table_make_selection (self->task_view, G_LIST_MODEL (self->tasks));
  self->job_selection = sl_table_make_selection (self->job_view, G_LIST_MODEL (self->jobs));
  g_signal_connect_swapped (self->task_selection, "notify::selected-item",
                            G_CALLBACK (task_selected_cb), self);
  g_signal_connect_swapped (self->job_selection, "notify::selected-item",
                            G_CALLBACK (job_selected_cb), self);
}

/**
 * sl_compare_panel_set_document:
 * @document: whose compared traces to show; set once
 */
void
sl_compare_panel_set_document (SlComparePanel *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_COMPARE_PANEL (self));
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  refill (self);
}
