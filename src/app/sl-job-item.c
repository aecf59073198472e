/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-item.h"

/* One line of the list of jobs. Lives only while the line is on screen. */
struct _SlJobItem
{
  GObject parent_instance;

  SlJobTable *table;
  guint trace;
  guint number;
};

G_DEFINE_FINAL_TYPE (SlJobItem, sl_job_item, G_TYPE_OBJECT)

static void
sl_job_item_finalize (GObject *object)
{
  g_clear_pointer (&SL_JOB_ITEM (object)->table, sl_job_table_unref);

  G_OBJECT_CLASS (sl_job_item_parent_class)->finalize (object);
}

static void
sl_job_item_class_init (SlJobItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_job_item_finalize;
}

static void
sl_job_item_init (SlJobItem *self)
{
}

/**
 * sl_job_item_new:
 * @trace: number in the document's set
 * @number: place of the job in @table
 */
SlJobItem *
sl_job_item_new (SlJobTable *table, guint trace, guint number)
{
  SlJobItem *self = g_object_new (SL_TYPE_JOB_ITEM, NULL);

  self->table = sl_job_table_ref (table);
  self->trace = trace;
  self->number = number;
  return self;
}

SlJobTable *
sl_job_item_get_table (SlJobItem *self)
{
  g_return_val_if_fail (SL_IS_JOB_ITEM (self), NULL);

  return self->table;
}

guint
sl_job_item_get_trace (SlJobItem *self)
{
  g_return_val_if_fail (SL_IS_JOB_ITEM (self), 0);

  return self->trace;
}

guint
sl_job_item_get_number (SlJobItem *self)
{
  g_return_val_if_fail (SL_IS_JOB_ITEM (self), 0);

  return self->number;
}

const SlJob *
sl_job_item_get_job (SlJobItem *self)
{
  g_return_val_if_fail (SL_IS_JOB_ITEM (self), NULL);

  return sl_job_table_get (self->table, self->number);
}
