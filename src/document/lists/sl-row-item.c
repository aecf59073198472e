/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-item.h"

/* One line of the list of a row. Lives only while the line is on screen. */
struct _SlRowItem
{
  GObject parent_instance;

  SlTarget target;
  SlItem item;
};

G_DEFINE_FINAL_TYPE (SlRowItem, sl_row_item, G_TYPE_OBJECT)

static void
sl_row_item_class_init (SlRowItemClass *klass)
{
}

static void
sl_row_item_init (SlRowItem *self)
{
}

/**
 * sl_row_item_new:
 * @target: what is picked with it
 * @item: in ticks of its own trace
 */
SlRowItem *
sl_row_item_new (const SlTarget *target, const SlItem *item)
{
  SlRowItem *self = g_object_new (SL_TYPE_ROW_ITEM, NULL);

  self->target = *target;
  self->item = *item;
  return self;
}

const SlTarget *
sl_row_item_get_target (SlRowItem *self)
{
  g_return_val_if_fail (SL_IS_ROW_ITEM (self), NULL);

  return &self->target;
}

const SlItem *
sl_row_item_get_item (SlRowItem *self)
{
  g_return_val_if_fail (SL_IS_ROW_ITEM (self), NULL);

  return &self->item;
}
