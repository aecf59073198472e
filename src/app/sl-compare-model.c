/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-compare-model.h"

#include "sl-line-key.h"
#include "sl-page-bar.h"

/* The tasks of a comparison that have jobs, or its pairs of jobs, filtered and sorted, as a list
 * that holds their places alone: an item is made when a line asks for it. */
struct _SlCompareModel
{
  GObject parent_instance;

  gboolean lists_tasks;
  SlCompareKeyFunc get_key;
  SlJobCompare *compare; /* NULL for an empty list */
  guint task;            /* whose jobs are listed */
  int column;            /* below 0: what differs first, else in the order of the comparison */
  gboolean descending;
  GArray *lines; /* of SlLine, all of trace 0 */
};

static void sl_compare_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlCompareModel,
                               sl_compare_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_compare_model_list_init))

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_COMPARE_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return SL_COMPARE_MODEL (list)->lines->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlCompareModel *self = SL_COMPARE_MODEL (list);

  if (position >= self->lines->len)
    return NULL;

  return sl_compare_item_new (self->compare, g_array_index (self->lines, SlLine, position).number);
}

static void
sl_compare_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static gboolean
lets_through (const SlCompareModel *self, guint number)
{
  if (self->lists_tasks)
    return sl_job_compare_get_task (self->compare, number)->n_pairs > 0;

  return self->task == SL_COMPARE_ALL ||
         sl_job_compare_get_pair (self->compare, number)->task == self->task;
}

static gboolean
differs (const SlCompareModel *self, guint number)
{
  return self->lists_tasks ? sl_job_compare_task_differs (self->compare, number)
                           : sl_job_compare_pair_differs (self->compare, number);
}

static guint
count_lines (const SlCompareModel *self)
{
  if (self->compare == NULL)
    return 0;

  return self->lists_tasks ? sl_job_compare_get_n_tasks (self->compare)
                           : sl_job_compare_get_n_pairs (self->compare);
}

static void
refill (SlCompareModel *self)
{
  guint removed = self->lines->len;
  guint n_lines = count_lines (self);

  g_array_set_size (self->lines, 0);
  for (guint i = 0; i < n_lines && self->lines->len < SL_PAGE_ROWS; i++)
    {
      SlLine line = { .number = i };

      if (!lets_through (self, i))
        continue;
      if (self->column >= 0)
        line.key = self->get_key (self->compare, i, (guint) self->column);
      else
        line.key = differs (self, i) ? 0 : 1;
      g_array_append_val (self->lines, line);
    }
  sl_lines_sort (self->lines, self->column >= 0 && self->descending);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->lines->len);
}

static void
sl_compare_model_finalize (GObject *object)
{
  SlCompareModel *self = SL_COMPARE_MODEL (object);

  g_array_unref (self->lines);
  g_clear_pointer (&self->compare, sl_job_compare_unref);

  G_OBJECT_CLASS (sl_compare_model_parent_class)->finalize (object);
}

static void
sl_compare_model_class_init (SlCompareModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_compare_model_finalize;
}

static void
sl_compare_model_init (SlCompareModel *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (SlLine));
  self->task = SL_COMPARE_ALL;
  self->column = -1;
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
  g_return_if_fail (SL_IS_COMPARE_MODEL (self));

  if (compare != NULL)
    sl_job_compare_ref (compare);
  g_clear_pointer (&self->compare, sl_job_compare_unref);
  self->compare = compare;
  refill (self);
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
  refill (self);
}

/**
 * sl_compare_model_set_order:
 * @column: what to sort by; below 0 for what differs first, else the order of the comparison
 */
void
sl_compare_model_set_order (SlCompareModel *self, int column, gboolean descending)
{
  g_return_if_fail (SL_IS_COMPARE_MODEL (self));

  self->column = column;
  self->descending = descending;
  refill (self);
}

/**
 * sl_compare_model_find:
 * @number: place of a task or of a pair of jobs
 *
 * Returns: its place in the list; %G_MAXUINT where it is not listed
 */
guint
sl_compare_model_find (SlCompareModel *self, guint number)
{
  g_return_val_if_fail (SL_IS_COMPARE_MODEL (self), G_MAXUINT);

  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, SlLine, i).number == number)
      return i;

  return G_MAXUINT;
}
