/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-list-model.h"

#include <gio/gio.h>

#include "sl-job-contrast.h"
#include "sl-job-overrun.h"
#include "sl-job-splitter.h"
#include "sl-line-key.h"
#include "sl-page-bar.h"

/* The jobs of some tables, one for each trace, filtered and sorted, as a list that holds their places alone: an item is
 * made when a line asks for it. */
struct _SlJobListModel
{
  GObject parent_instance;

  GPtrArray *tables;       /* of SlJobTable, by trace, NULL for none; NULL until there is one */
  SlTraceSet *set;         /* whose axis times are compared on; NULL for that of the one table */
  SlJobSplitter *splitter; /* of the trace whose causes were asked for last; NULL for none */
  guint split;             /* that trace */
  GArray *lines;           /* of SlLine, in the order of the list */
  guint trace;             /* of the task that is listed */
  guint32 task;            /* 0 for all */
  gboolean missed_only;
  SlJobColumn column; /* SL_N_JOB_COLUMNS for the order of the table */
  gboolean descending;
};

static void sl_job_list_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlJobListModel,
                               sl_job_list_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_job_list_model_list_init))

static SlJobTable *
get_table (SlJobListModel *self, guint trace)
{
  return g_ptr_array_index (self->tables, trace);
}

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_JOB_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return SL_JOB_LIST_MODEL (list)->lines->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlJobListModel *self = SL_JOB_LIST_MODEL (list);
  const SlLine *line;

  if (position >= self->lines->len)
    return NULL;

  line = &g_array_index (self->lines, SlLine, position);
  return sl_job_item_new (get_table (self, line->trace), line->trace, line->number);
}

static void
sl_job_list_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* Times that never were need no translation into missing keys. */
G_STATIC_ASSERT (SL_JOB_NEVER == SL_LINE_NO_KEY);

/* Bits of a key that is made of the largest cause: its kind above its object above its length. */
#define CAUSE_SHIFT  56
#define OBJECT_SHIFT 36
#define MAX_OBJECT   ((1 << (CAUSE_SHIFT - OBJECT_SHIFT)) - 1)
#define MAX_TICKS    ((G_GINT64_CONSTANT (1) << OBJECT_SHIFT) - 1)

static gint64
get_cause_key (SlJobListModel *self, guint trace, guint number)
{
  SlJobTable *table = get_table (self, trace);
  const SlJob *job = sl_job_table_get (table, number);
  const SlJobPart *parts;
  SlJobReason reason;
  guint n_parts;

  if (self->splitter != NULL && self->split != trace)
    g_clear_pointer (&self->splitter, sl_job_splitter_free);
  if (self->splitter == NULL)
    self->splitter = sl_job_splitter_new (table);
  self->split = trace;
  parts =
      sl_job_splitter_split (self->splitter, job, sl_job_overrun_get_limit (table, job), &n_parts);
  if (!sl_job_contrast_judge (table, number, parts, n_parts, &reason))
    return SL_LINE_NO_KEY;

  return (gint64) reason.part.cause << CAUSE_SHIFT |
         (gint64) MIN (reason.part.object, MAX_OBJECT) << OBJECT_SHIFT |
         MIN (reason.part.ticks, MAX_TICKS);
}

/* On the axis. */
static gint64
get_time_key (SlJobListModel *self, guint trace, SlTime time)
{
  return self->set != NULL && time != SL_JOB_NEVER
             ? sl_trace_set_to_reference (self->set, trace, time)
             : time;
}

static gint64
get_key (SlJobListModel *self, guint trace, guint number, SlJobColumn column)
{
  const SlJob *job = sl_job_table_get (get_table (self, trace), number);
  gint64 figure;

  switch (column)
    {
    case SL_JOB_COLUMN_JOB:
      return job->number;
    case SL_JOB_COLUMN_RELEASE:
      return get_time_key (self, trace, job->release);
    case SL_JOB_COLUMN_START:
      return get_time_key (self, trace, job->start);
    case SL_JOB_COLUMN_FINISH:
      return get_time_key (self, trace, sl_job_get_finish (job));
    case SL_JOB_COLUMN_DEADLINE:
      return get_time_key (self, trace, job->deadline);
    case SL_JOB_COLUMN_RESPONSE:
      return sl_job_get_response (job, &figure) ? figure : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_LATENESS:
      return sl_job_get_lateness (job, &figure) ? figure : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_EXECUTION:
      return job->execution;
    case SL_JOB_COLUMN_PREEMPTIONS:
      return job->preemptions;
    case SL_JOB_COLUMN_BLOCKED:
      return job->blocked;
    case SL_JOB_COLUMN_MISSED:
      return sl_job_has_missed (job, FALSE) ? 0 : job->flags & SL_JOB_MET ? 1 : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_CAUSE:
      return get_cause_key (self, trace, number);
    case SL_JOB_COLUMN_TASK:
    case SL_N_JOB_COLUMNS:
    default:
      return job->task;
    }
}

static gboolean
lets_through (const SlJobListModel *self, guint trace, const SlJob *job)
{
  return (self->task == 0 || (trace == self->trace && job->task == self->task)) &&
         (!self->missed_only || sl_job_has_missed (job, FALSE));
}

static void
append_entries (SlJobListModel *self, guint trace)
{
  SlJobTable *table = get_table (self, trace);
  guint n_jobs = table != NULL ? sl_job_table_get_n_jobs (table) : 0;
  gboolean is_sorted = self->column < SL_N_JOB_COLUMNS;

  for (guint i = 0; i < n_jobs && self->lines->len < SL_PAGE_ROWS; i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      SlLine line = { is_sorted ? get_key (self, trace, i, self->column) : 0, trace, i };

      if (lets_through (self, trace, job))
        g_array_append_val (self->lines, line);
    }
}

static void
refill (SlJobListModel *self)
{
  guint removed = self->lines->len;

  g_array_set_size (self->lines, 0);
  for (guint i = 0; self->tables != NULL && i < self->tables->len; i++)
    append_entries (self, i);
  if (self->column < SL_N_JOB_COLUMNS)
    sl_lines_sort (self->lines, self->descending);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->lines->len);
}

static void
sl_job_list_model_finalize (GObject *object)
{
  SlJobListModel *self = SL_JOB_LIST_MODEL (object);

  g_array_unref (self->lines);
  g_clear_pointer (&self->splitter, sl_job_splitter_free);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  g_clear_object (&self->set);

  G_OBJECT_CLASS (sl_job_list_model_parent_class)->finalize (object);
}

static void
sl_job_list_model_class_init (SlJobListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_job_list_model_finalize;
}

static void
sl_job_list_model_init (SlJobListModel *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (SlLine));
  self->column = SL_N_JOB_COLUMNS;
}

SlJobListModel *
sl_job_list_model_new (void)
{
  return g_object_new (SL_TYPE_JOB_LIST_MODEL, NULL);
}

/**
 * sl_job_list_model_set_tables:
 * @tables: (nullable) (element-type SlJobTable): by number of the trace, %NULL elements for none
 * @set: (nullable): the traces, whose axis times are compared on; %NULL for their own times
 */
void
sl_job_list_model_set_tables (SlJobListModel *self, GPtrArray *tables, SlTraceSet *set)
{
  g_return_if_fail (SL_IS_JOB_LIST_MODEL (self));

  if (tables != NULL)
    g_ptr_array_ref (tables);
  g_clear_pointer (&self->splitter, sl_job_splitter_free);
  g_clear_pointer (&self->tables, g_ptr_array_unref);
  self->tables = tables;
  g_set_object (&self->set, set);
  refill (self);
}

/**
 * sl_job_list_model_set_filter:
 * @trace: number of the trace of @task
 * @task: number of the task whose jobs are listed; 0 for all
 * @missed_only: only those that missed their deadline
 */
void
sl_job_list_model_set_filter (SlJobListModel *self, guint trace, guint32 task, gboolean missed_only)
{
  g_return_if_fail (SL_IS_JOB_LIST_MODEL (self));

  if (trace == self->trace && task == self->task && missed_only == self->missed_only)
    return;

  self->trace = trace;
  self->task = task;
  self->missed_only = missed_only;
  refill (self);
}

/**
 * sl_job_list_model_set_order:
 * @column: what to sort by; %SL_N_JOB_COLUMNS for the order of the table
 *
 * Jobs that are equal in it stay in the order of the table.
 */
void
sl_job_list_model_set_order (SlJobListModel *self, SlJobColumn column, gboolean descending)
{
  g_return_if_fail (SL_IS_JOB_LIST_MODEL (self));

  if (column == self->column && descending == self->descending)
    return;

  self->column = column;
  self->descending = descending;
  refill (self);
}

/**
 * sl_job_list_model_dup_numbers:
 * @trace: number of a trace
 *
 * Returns: (transfer full) (element-type guint): places of the trace's listed jobs in its table, in
 *   the order of the list
 */
GArray *
sl_job_list_model_dup_numbers (SlJobListModel *self, guint trace)
{
  GArray *numbers;

  g_return_val_if_fail (SL_IS_JOB_LIST_MODEL (self), NULL);

  numbers = g_array_sized_new (FALSE, FALSE, sizeof (guint), self->lines->len);
  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, SlLine, i).trace == trace)
      g_array_append_val (numbers, g_array_index (self->lines, SlLine, i).number);
  return numbers;
}

/**
 * sl_job_list_model_find:
 * @trace: number of a trace
 * @number: place of a job in its table
 *
 * Returns: its place in the list; %G_MAXUINT where the filter leaves it out
 */
guint
sl_job_list_model_find (SlJobListModel *self, guint trace, guint number)
{
  g_return_val_if_fail (SL_IS_JOB_LIST_MODEL (self), G_MAXUINT);

  for (guint i = 0; i < self->lines->len; i++)
    {
      const SlLine *line = &g_array_index (self->lines, SlLine, i);

      if (line->trace == trace && line->number == number)
        return i;
    }

  return G_MAXUINT;
}
