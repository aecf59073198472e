/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-list-model.h"

#include <gio/gio.h>

#include "sl-job-cause.h"
#include "sl-page-bar.h"

/* Stands for a figure that a job does not have; such jobs come last in either direction. */
#define NO_KEY G_MAXINT64

/* The jobs of a table, filtered and sorted, as a list that holds their places alone: an item is
 * made when a line asks for it. */
struct _SlJobListModel
{
  GObject parent_instance;

  SlJobTable *table;       /* NULL until there is one */
  SlJobSplitter *splitter; /* NULL until the causes are asked for */
  GArray *entries;         /* of Entry, in the order of the list */
  guint32 task;            /* 0 for all */
  gboolean missed_only;
  SlJobColumn column; /* SL_N_JOB_COLUMNS for the order of the table */
  gboolean descending;
};

typedef struct
{
  gint64 key;
  guint number;
} Entry;

static void sl_job_list_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlJobListModel,
                               sl_job_list_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_job_list_model_list_init))

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_JOB_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return SL_JOB_LIST_MODEL (list)->entries->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlJobListModel *self = SL_JOB_LIST_MODEL (list);

  if (position >= self->entries->len)
    return NULL;

  return sl_job_item_new (self->table, g_array_index (self->entries, Entry, position).number);
}

static void
sl_job_list_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* Times that never were need no translation into missing keys. */
G_STATIC_ASSERT (SL_JOB_NEVER == NO_KEY);

/* Bits of a key that is made of the largest cause: its kind above its object above its length. */
#define CAUSE_SHIFT  56
#define OBJECT_SHIFT 36
#define MAX_OBJECT   ((1 << (CAUSE_SHIFT - OBJECT_SHIFT)) - 1)
#define MAX_TICKS    ((G_GINT64_CONSTANT (1) << OBJECT_SHIFT) - 1)

static gint64
get_cause_key (SlJobListModel *self, const SlJob *job)
{
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (self->table), job->task);
  const SlJobPart *parts, *largest;
  guint n_parts;

  if (self->splitter == NULL)
    self->splitter = sl_job_splitter_new_for_table (self->table);
  parts = sl_job_splitter_split (self->splitter, job, rule->wcet, &n_parts);
  largest = sl_job_parts_find_largest (parts, n_parts);
  if (largest == NULL)
    return NO_KEY;

  return (gint64) largest->cause << CAUSE_SHIFT |
         (gint64) MIN (largest->object, MAX_OBJECT) << OBJECT_SHIFT |
         MIN (largest->ticks, MAX_TICKS);
}

static gint64
get_key (SlJobListModel *self, const SlJob *job, SlJobColumn column)
{
  gint64 figure;

  switch (column)
    {
    case SL_JOB_COLUMN_JOB:
      return job->number;
    case SL_JOB_COLUMN_RELEASE:
      return job->release;
    case SL_JOB_COLUMN_START:
      return job->start;
    case SL_JOB_COLUMN_FINISH:
      return sl_job_get_finish (job);
    case SL_JOB_COLUMN_DEADLINE:
      return job->deadline;
    case SL_JOB_COLUMN_RESPONSE:
      return sl_job_get_response (job, &figure) ? figure : NO_KEY;
    case SL_JOB_COLUMN_LATENESS:
      return sl_job_get_lateness (job, &figure) ? figure : NO_KEY;
    case SL_JOB_COLUMN_EXECUTION:
      return job->execution;
    case SL_JOB_COLUMN_PREEMPTIONS:
      return job->preemptions;
    case SL_JOB_COLUMN_BLOCKED:
      return job->blocked;
    case SL_JOB_COLUMN_MISSED:
      return job->flags & SL_JOB_MISSED ? 0 : job->flags & SL_JOB_MET ? 1 : NO_KEY;
    case SL_JOB_COLUMN_CAUSE:
      return get_cause_key (self, job);
    case SL_JOB_COLUMN_TASK:
    case SL_N_JOB_COLUMNS:
    default:
      return job->task;
    }
}

static int
compare_entries (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const SlJobListModel *self = user_data;
  const Entry *a = one;
  const Entry *b = other;

  if (a->key != b->key && (a->key == NO_KEY || b->key == NO_KEY))
    return a->key == NO_KEY ? 1 : -1;
  if (a->key != b->key)
    return (a->key < b->key) == !self->descending ? -1 : 1;

  return a->number < b->number ? -1 : a->number > b->number;
}

static gboolean
lets_through (const SlJobListModel *self, const SlJob *job)
{
  return (self->task == 0 || job->task == self->task) &&
         (!self->missed_only || (job->flags & SL_JOB_MISSED) != 0);
}

static void
refill (SlJobListModel *self)
{
  guint removed = self->entries->len;
  guint n_jobs = self->table != NULL ? sl_job_table_get_n_jobs (self->table) : 0;
  gboolean is_sorted = self->column < SL_N_JOB_COLUMNS;

  g_array_set_size (self->entries, 0);
  for (guint i = 0; i < n_jobs && self->entries->len < SL_PAGE_ROWS; i++)
    {
      const SlJob *job = sl_job_table_get (self->table, i);
      Entry entry = { is_sorted ? get_key (self, job, self->column) : 0, i };

      if (lets_through (self, job))
        g_array_append_val (self->entries, entry);
    }
  if (is_sorted)
    g_array_sort_with_data (self->entries, compare_entries, self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->entries->len);
}

static void
sl_job_list_model_finalize (GObject *object)
{
  SlJobListModel *self = SL_JOB_LIST_MODEL (object);

  g_array_unref (self->entries);
  g_clear_pointer (&self->splitter, sl_job_splitter_free);
  g_clear_pointer (&self->table, sl_job_table_unref);

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
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->column = SL_N_JOB_COLUMNS;
}

SlJobListModel *
sl_job_list_model_new (void)
{
  return g_object_new (SL_TYPE_JOB_LIST_MODEL, NULL);
}

/**
 * sl_job_list_model_set_table:
 * @table: (nullable): whose jobs are listed
 */
void
sl_job_list_model_set_table (SlJobListModel *self, SlJobTable *table)
{
  g_return_if_fail (SL_IS_JOB_LIST_MODEL (self));

  if (table != NULL)
    sl_job_table_ref (table);
  g_clear_pointer (&self->splitter, sl_job_splitter_free);
  g_clear_pointer (&self->table, sl_job_table_unref);
  self->table = table;
  refill (self);
}

/**
 * sl_job_list_model_set_filter:
 * @task: number of the task whose jobs are listed; 0 for all
 * @missed_only: only those that missed their deadline
 */
void
sl_job_list_model_set_filter (SlJobListModel *self, guint32 task, gboolean missed_only)
{
  g_return_if_fail (SL_IS_JOB_LIST_MODEL (self));

  if (task == self->task && missed_only == self->missed_only)
    return;

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
 *
 * Returns: (transfer full) (element-type guint): places of the listed jobs in the table, in the
 *   order of the list
 */
GArray *
sl_job_list_model_dup_numbers (SlJobListModel *self)
{
  GArray *numbers;

  g_return_val_if_fail (SL_IS_JOB_LIST_MODEL (self), NULL);

  numbers = g_array_sized_new (FALSE, FALSE, sizeof (guint), self->entries->len);
  for (guint i = 0; i < self->entries->len; i++)
    g_array_append_val (numbers, g_array_index (self->entries, Entry, i).number);
  return numbers;
}

/**
 * sl_job_list_model_find:
 * @number: place of a job in the table
 *
 * Returns: its place in the list; %G_MAXUINT where the filter leaves it out
 */
guint
sl_job_list_model_find (SlJobListModel *self, guint number)
{
  g_return_val_if_fail (SL_IS_JOB_LIST_MODEL (self), G_MAXUINT);

  for (guint i = 0; i < self->entries->len; i++)
    if (g_array_index (self->entries, Entry, i).number == number)
      return i;

  return G_MAXUINT;
}
