/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-compare-item.h"

/* One line of a comparison, of a task or of a job. Lives only while the line is on screen. */
struct _SlCompareItem
{
  GObject parent_instance;

  SlJobCompare *compare;
  guint number;
};

G_DEFINE_FINAL_TYPE (SlCompareItem, sl_compare_item, G_TYPE_OBJECT)

static void
sl_compare_item_finalize (GObject *object)
{
  g_clear_pointer (&SL_COMPARE_ITEM (object)->compare, sl_job_compare_unref);

  G_OBJECT_CLASS (sl_compare_item_parent_class)->finalize (object);
}

static void
sl_compare_item_class_init (SlCompareItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_compare_item_finalize;
}

static void
sl_compare_item_init (SlCompareItem *self)
{
}

/**
 * sl_compare_item_new:
 * @number: place of the task, or of the pair of jobs, in @compare
 */
SlCompareItem *
sl_compare_item_new (SlJobCompare *compare, guint number)
{
  SlCompareItem *self = g_object_new (SL_TYPE_COMPARE_ITEM, NULL);

  self->compare = sl_job_compare_ref (compare);
  self->number = number;
  return self;
}

SlJobCompare *
sl_compare_item_get_compare (SlCompareItem *self)
{
  g_return_val_if_fail (SL_IS_COMPARE_ITEM (self), NULL);

  return self->compare;
}

guint
sl_compare_item_get_number (SlCompareItem *self)
{
  g_return_val_if_fail (SL_IS_COMPARE_ITEM (self), 0);

  return self->number;
}
