/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"

#include <glib/gi18n.h>

#include "sl-compare-columns.h"
#include "sl-compare-model.h"
#include "sl-job-link.h"
#include "sl-row-sides.h"
#include "sl-table-menu.h"
#include "sl-table-object.h"
#include "sl-table-scroll.h"
#include "sl-table.h"

/* How the jobs of two traces differ: a line for each task at the left, for each job at the right.
 * The task that is selected has its jobs alone listed; the job that is selected is picked in the
 * timeline, and the other way round. */
struct _SlComparePanel
{
  SlDocumentWidget base;

  GtkColumnView *task_view;
  GtkColumnView *job_view;
  GtkLabel *sides_label;
  GtkLabel *empty_label;

  SlCompareModel *tasks;
  SlCompareModel *jobs;
  SlTableSelection *task_selection;
  SlTableSelection *job_selection;
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (SlComparePanel, sl_compare_panel, SL_TYPE_DOCUMENT_WIDGET)

/* The name behind the colour that the task has in the first of the traces that have it. */
static void
set_name (SlComparePanel *self,
          GtkWidget *cell,
          const SlJobCompare *compare,
          const SlTaskCompare *task,
          const char *name)
{
  guint side = task->match.tasks[SL_SIDE_A] != 0 ? SL_SIDE_A : SL_SIDE_B;
  guint trace = sl_job_compare_get_side (compare, side)->trace;

  sl_table_object_set (cell, self->base.document, trace, task->match.tasks[side], name);
  sl_table_name_row (cell, name);
}

static void
bind_task_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  SlComparePanel *self = user_data;
  SlJobCompare *compare = sl_line_get_table (item);
  guint number = sl_line_get_number (item);
  const SlTaskCompare *task = sl_job_compare_get_task (compare, number);
  g_autofree char *text =
      sl_compare_columns_dup_task_text (self->base.document, compare, number, column);

  if (column == SL_COMPARE_TASK_NAME)
    set_name (self, cell, compare, task, text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
  sl_table_set_class (cell, "miss",
                      column == SL_COMPARE_TASK_MISSES &&
                          task->n_misses[SL_SIDE_A] + task->n_misses[SL_SIDE_B] > 0);
}

static void
bind_job_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  SlComparePanel *self = user_data;
  SlJobCompare *compare = sl_line_get_table (item);
  guint number = sl_line_get_number (item);
  g_autofree char *text =
      sl_compare_columns_dup_job_text (self->base.document, compare, number, column);
  g_autofree char *numbers = NULL;
  g_autofree char *name = NULL;

  sl_table_set_class (cell, "miss", column == SL_COMPARE_JOB_MISSED && text[0] != '\0');
  if (column != SL_COMPARE_JOB_NAME)
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
      return;
    }

  set_name (self, cell, compare,
            sl_job_compare_get_task (compare, sl_job_compare_get_pair (compare, number)->task),
            text);
  numbers = sl_compare_columns_dup_job_text (self->base.document, compare, number,
                                             SL_COMPARE_JOB_NUMBERS);
  /* Translators: a task, and the numbers of its job in two traces, such as 7 | 6 */
  name = g_strdup_printf (_ ("%s, jobs %s"), text, numbers);
  sl_table_name_row (cell, name);
}

static void
select_line (SlComparePanel *self, SlTableSelection *selection, guint line)
{
  self->is_following = TRUE;
  sl_table_selection_set_selected (selection, line);
  self->is_following = FALSE;
}

/* The pair that the job which is picked belongs to; G_MAXUINT for none. */
static guint
find_picked (SlComparePanel *self)
{
  SlJobCompare *compare = sl_document_get_compare (self->base.document);
  SlJobRef ref;

  if (compare == NULL || !sl_job_link_find_picked (self->base.document, &ref))
    return G_MAXUINT;

  return sl_job_compare_find_pair (compare, ref.trace, ref.number);
}

static void
follow_picked (SlComparePanel *self)
{
  guint pair = find_picked (self);
  guint line =
      pair != G_MAXUINT ? sl_line_model_find (SL_LINE_MODEL (self->jobs), 0, pair) : G_MAXUINT;

  if (line == sl_table_selection_get_selected (self->job_selection))
    return;

  select_line (self, self->job_selection, line);
  if (line != G_MAXUINT)
    sl_table_scroll_to (self->job_view, line);
}

static void
task_selected_cb (SlComparePanel *self)
{
  SlLine *item = sl_table_selection_get_selected_item (self->task_selection);

  if (self->is_following || self->base.document == NULL)
    return;

  select_line (self, self->job_selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->job_view, NULL);
  sl_compare_model_set_task (self->jobs, item != NULL ? sl_line_get_number (item) : SL_COMPARE_ALL);
  sl_table_selection_attach (self->job_selection, self->job_view);
  follow_picked (self);
}

static void
job_selected_cb (SlComparePanel *self)
{
  SlLine *item = sl_table_selection_get_selected_item (self->job_selection);
  SlJobCompare *compare;
  guint side, pair;

  if (self->is_following || item == NULL || self->base.document == NULL)
    return;

  compare = sl_line_get_table (item);
  pair = sl_line_get_number (item);
  /* A line may be shown for a moment longer than what it is of. */
  if (compare != sl_document_get_compare (self->base.document) || pair == find_picked (self))
    return;

  side = sl_compare_columns_get_first_side (compare, pair);
  sl_job_link_go_to (self->base.document,
                     (SlJobRef) { sl_job_compare_get_side (compare, side)->trace,
                                  sl_job_compare_get_pair (compare, pair)->jobs[side] });
}

/* How much there is to look at. */
static char *
dup_differences (SlJobCompare *compare)
{
  guint n_jobs = sl_job_compare_get_n_pairs (compare);
  guint n_different = sl_job_compare_count_different (compare);

  if (n_different == 0)
    return g_strdup (_ ("no jobs differ"));

  return g_strdup_printf (ngettext ("%u of %u job differs", "%u of %u jobs differ", n_jobs),
                          n_different, n_jobs);
}

/* What is 0 everywhere, or said already, has no column. */
static void
show_columns (SlComparePanel *self, SlJobCompare *compare)
{
  for (guint i = 0; compare != NULL && i < SL_N_COMPARE_TASK_COLUMNS; i++)
    sl_table_show_column (self->task_view, i, sl_compare_columns_says_task (compare, i));
  for (guint i = 0; compare != NULL && i < SL_N_COMPARE_JOB_COLUMNS; i++)
    sl_table_show_column (self->job_view, i, sl_compare_columns_says_job (compare, i));
}

static void
show_sides (SlComparePanel *self, SlJobCompare *compare)
{
  g_autofree char *text = NULL;

  if (compare != NULL)
    {
      SlTraceSet *set = sl_job_compare_get_set (compare);
      guint first = sl_job_compare_get_side (compare, SL_SIDE_A)->trace;
      guint second = sl_job_compare_get_side (compare, SL_SIDE_B)->trace;
      g_autofree char *a = sl_row_sides_dup_name (set, first, second);
      g_autofree char *b = sl_row_sides_dup_name (set, second, first);
      g_autofree char *differ = dup_differences (compare);

      /* Translators: names of two traces, and how many of their jobs differ */
      text = g_strdup_printf (_ ("A is %s, B is %s · Δ = B − A · %s"), a, b, differ);
    }
  gtk_label_set_label (self->sides_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->empty_label), compare == NULL);
}

/* While a table is shown GTK looks for what it knows among all that comes. */
static void
refill (SlComparePanel *self)
{
  SlJobCompare *compare = sl_document_get_compare (self->base.document);
  SlLine *item = sl_table_selection_get_selected_item (self->task_selection);
  guint task = item != NULL ? sl_line_get_number (item) : SL_COMPARE_ALL;
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
  sl_table_selection_attach (self->task_selection, self->task_view);
  sl_table_selection_attach (self->job_selection, self->job_view);
  line = task != SL_COMPARE_ALL ? sl_line_model_find (SL_LINE_MODEL (self->tasks), 0, task)
                                : G_MAXUINT;
  select_line (self, self->task_selection, line);
  show_sides (self, compare);
  show_columns (self, compare);
  follow_picked (self);
}

static void
sort_tasks_cb (guint column, gboolean descending, gpointer user_data)
{
  SlComparePanel *self = user_data;

  sl_line_model_set_order (SL_LINE_MODEL (self->tasks),
                           column < SL_N_COMPARE_TASK_COLUMNS ? (int) column : SL_LINE_NO_COLUMN,
                           descending);
}

static void
sort_jobs_cb (guint column, gboolean descending, gpointer user_data)
{
  SlComparePanel *self = user_data;

  select_line (self, self->job_selection, GTK_INVALID_LIST_POSITION);
  gtk_column_view_set_model (self->job_view, NULL);
  sl_line_model_set_order (SL_LINE_MODEL (self->jobs),
                           column < SL_N_COMPARE_JOB_COLUMNS ? (int) column : SL_LINE_NO_COLUMN,
                           descending);
  sl_table_selection_attach (self->job_selection, self->job_view);
  follow_picked (self);
}

static void
sl_compare_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlComparePanel *self = SL_COMPARE_PANEL (widget);

  if ((changes & (SL_CHANGED_COMPARE | SL_CHANGED_ANNOTATIONS)) != 0)
    refill (self);
  else if ((changes & SL_CHANGED_PICKED) != 0)
    follow_picked (self);
  if ((changes & SL_CHANGED_PALETTE) != 0)
    {
      sl_table_bind_again (self->task_view);
      sl_table_bind_again (self->job_view);
    }
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

  G_OBJECT_CLASS (sl_compare_panel_parent_class)->dispose (object);
}

static void
sl_compare_panel_class_init (SlComparePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_compare_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_compare_panel_changed;

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
  sl_table_add_columns (self->task_view, sl_compare_task_columns, SL_N_COMPARE_TASK_COLUMNS,
                        bind_task_cb, self);
  sl_table_add_columns (self->job_view, sl_compare_job_columns, SL_N_COMPARE_JOB_COLUMNS,
                        bind_job_cb, self);
  sl_table_add_sorters (self->task_view, sort_tasks_cb, self);
  sl_table_add_sorters (self->job_view, sort_jobs_cb, self);

  self->tasks = sl_compare_model_new (TRUE, sl_compare_columns_get_task_key);
  self->jobs = sl_compare_model_new (FALSE, sl_compare_columns_get_job_key);
  self->task_selection =
      sl_table_make_selection (self->task_view, G_LIST_MODEL (self->tasks), "compared-tasks");
  self->job_selection =
      sl_table_make_selection (self->job_view, G_LIST_MODEL (self->jobs), "compared-jobs");
  g_signal_connect_swapped (self->task_selection, "notify::selected-item",
                            G_CALLBACK (task_selected_cb), self);
  g_signal_connect_swapped (self->job_selection, "notify::selected-item",
                            G_CALLBACK (job_selected_cb), self);
}
