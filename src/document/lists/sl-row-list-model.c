/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-list-model.h"

#include "sl-list-page.h"

/* What a row of the timeline shows as a list that holds none of it: an item is looked up when a
 * line asks for it. */
struct _SlRowListModel
{
  GObject parent_instance;

  SlRowSequence *sequence; /* NULL for no row */
  guint64 page;
  guint n_items; /* as the list's users know it */
};

static void sl_row_list_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlRowListModel,
                               sl_row_list_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_row_list_model_list_init))

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_ROW_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return SL_ROW_LIST_MODEL (list)->n_items;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlRowListModel *self = SL_ROW_LIST_MODEL (list);
  SlTarget target;
  SlItem item;

  if (position >= self->n_items ||
      !sl_row_sequence_get (self->sequence, self->page * SL_PAGE_ROWS + position, &target, &item))
    return NULL;

  return sl_row_item_new (&target, &item);
}

static void
sl_row_list_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
reset (SlRowListModel *self)
{
  guint64 total = sl_row_list_model_get_total (self);
  guint removed = self->n_items;

  if (self->page > 0 && self->page * SL_PAGE_ROWS >= total)
    self->page = 0;
  self->n_items = (guint) MIN (total - self->page * SL_PAGE_ROWS, SL_PAGE_ROWS);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, self->n_items);
}

static void
sl_row_list_model_finalize (GObject *object)
{
  g_clear_pointer (&SL_ROW_LIST_MODEL (object)->sequence, sl_row_sequence_free);

  G_OBJECT_CLASS (sl_row_list_model_parent_class)->finalize (object);
}

static void
sl_row_list_model_class_init (SlRowListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_row_list_model_finalize;
}

static void
sl_row_list_model_init (SlRowListModel *self)
{
}

SlRowListModel *
sl_row_list_model_new (void)
{
  return g_object_new (SL_TYPE_ROW_LIST_MODEL, NULL);
}

/**
 * sl_row_list_model_take:
 * @sequence: (nullable) (transfer full): of the row that is listed
 */
void
sl_row_list_model_take (SlRowListModel *self, SlRowSequence *sequence)
{
  g_return_if_fail (SL_IS_ROW_LIST_MODEL (self));

  g_clear_pointer (&self->sequence, sl_row_sequence_free);
  self->sequence = sequence;
  reset (self);
}

/**
 * sl_row_list_model_get_total:
 *
 * Returns: lines over all pages
 */
guint64
sl_row_list_model_get_total (SlRowListModel *self)
{
  g_return_val_if_fail (SL_IS_ROW_LIST_MODEL (self), 0);

  return self->sequence != NULL ? sl_row_sequence_get_count (self->sequence) : 0;
}

guint64
sl_row_list_model_get_page (SlRowListModel *self)
{
  g_return_val_if_fail (SL_IS_ROW_LIST_MODEL (self), 0);

  return self->page;
}

void
sl_row_list_model_set_page (SlRowListModel *self, guint64 page)
{
  g_return_if_fail (SL_IS_ROW_LIST_MODEL (self));

  if (page == self->page)
    return;

  self->page = page;
  reset (self);
}

/**
 * sl_row_list_model_find:
 *
 * Returns: the line of @target over all pages; %G_MAXUINT64 where it is not in the row
 */
guint64
sl_row_list_model_find (SlRowListModel *self, const SlTarget *target)
{
  g_return_val_if_fail (SL_IS_ROW_LIST_MODEL (self), G_MAXUINT64);

  return self->sequence != NULL ? sl_row_sequence_find (self->sequence, target) : G_MAXUINT64;
}
