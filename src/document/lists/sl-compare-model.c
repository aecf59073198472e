/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-compare-model.h"

/* The tasks of a comparison that have jobs, or its pairs of jobs. The comparison is the table of trace
 * 0. */
struct _SlCompareModel
{
  SlLineModel parent_instance;

  gboolean lists_tasks;
  SlCompareKeyFunc get_key;
  guint task; /* whose jobs are listed */
};

G_DEFINE_FINAL_TYPE (SlCompareModel, sl_compare_model, SL_TYPE_LINE_MODEL)

static guint
count (SlLineModel *model, gpointer table)
{
  return SL_COMPARE_MODEL (model)->lists_tasks ? sl_job_compare_get_n_tasks (table)
                                               : sl_job_compare_get_n_pairs (table);
}

static gboolean
is_listed (SlLineModel *model, gpointer table, guint trace, guint number)
{
  const SlCompareModel *self = SL_COMPARE_MODEL (model);

  if (self->lists_tasks)
    return sl_job_compare_get_task (table, number)->n_pairs > 0;

  return self->task == SL_COMPARE_ALL ||
         sl_job_compare_get_pair (table, number)->task == self->task;
}

static gboolean
differs (const SlCompareModel *self, SlJobCompare *compare, guint number)
{
  return self->lists_tasks ? sl_job_compare_get_task (compare, number)->n_different > 0
                           : sl_job_compare_get_pair (compare, number)->differs;
}

/* Without a column what differs comes first. */
static gint64
get_line_key (SlLineModel *model, gpointer table, guint trace, guint number, int column)
{
  const SlCompareModel *self = SL_COMPARE_MODEL (model);

  return column == SL_LINE_NO_COLUMN ? !differs (self, table, number)
                                     : self->get_key (table, number, (guint) column);
}

static gpointer
ref_table (gpointer table)
{
  return sl_job_compare_ref (table);
}

static void
unref_table (gpointer table)
{
  sl_job_compare_unref (table);
}

static void
sl_compare_model_class_init (SlCompareModelClass *klass)
{
  SlLineModelClass *model_class = SL_LINE_MODEL_CLASS (klass);

  model_class->ref_table = ref_table;
  model_class->unref_table = unref_table;
  model_class->count = count;
  model_class->is_listed = is_listed;
  model_class->get_key = get_line_key;
}

static void
sl_compare_model_init (SlCompareModel *self)
{
  self->task = SL_COMPARE_ALL;
}

/**
 * sl_compare_model_new:
 * @lists_tasks: tasks, else jobs
 */
SlCompareModel *
sl_compare_model_new (gboolean lists_tasks, SlCompareKeyFunc get_key)
{
  SlCompareModel *self = g_object_new (SL_TYPE_COMPARE_MODEL, NULL);

  self->lists_tasks = lists_tasks;
  self->get_key = get_key;
  return self;
}

/**
 * sl_compare_model_set_compare:
 * @compare: (nullable): what to list
 */
void
sl_compare_model_set_compare (SlCompareModel *self, SlJobCompare *compare)
{
  g_autoptr (GPtrArray) tables = NULL;

  g_return_if_fail (SL_IS_COMPARE_MODEL (self));

  if (compare != NULL)
    {
      tables = g_ptr_array_new_with_free_func (unref_table);
      g_ptr_array_add (tables, sl_job_compare_ref (compare));
    }
  sl_line_model_set_tables (SL_LINE_MODEL (self), tables);
}

/**
 * sl_compare_model_set_task:
 * @task: place of the task whose jobs are listed, or %SL_COMPARE_ALL
 */
void
sl_compare_model_set_task (SlCompareModel *self, guint task)
{
  g_return_if_fail (SL_IS_COMPARE_MODEL (self));

  if (task == self->task)
    return;

  self->task = task;
  sl_line_model_refill (SL_LINE_MODEL (self));
}
