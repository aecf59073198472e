/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-row-item.h"
#include "sl-row-sequence.h"

G_BEGIN_DECLS

/* Lines that can be in another order than that of their times: each is looked at for that. */
#define SL_ROW_LIST_MOST_SORTED 100000u

/**
 * SlRowOrder:
 * @SL_ROW_ORDER_TIME: by their begins; of any number of lines
 * @SL_ROW_ORDER_LENGTH: by how long they are
 * @SL_ROW_ORDER_STATE: by state, then by what it is about
 */
typedef enum
{
  SL_ROW_ORDER_TIME,
  SL_ROW_ORDER_LENGTH,
  SL_ROW_ORDER_STATE,
} SlRowOrder;

#define SL_TYPE_ROW_LIST_MODEL (sl_row_list_model_get_type ())
G_DECLARE_FINAL_TYPE (SlRowListModel, sl_row_list_model, SL, ROW_LIST_MODEL, GObject)

SlRowListModel *sl_row_list_model_new (void);
void sl_row_list_model_take (SlRowListModel *self, SlRowSequence *sequence);

gboolean sl_row_list_model_set_order (SlRowListModel *self, SlRowOrder order, gboolean descending);

guint64 sl_row_list_model_get_total (SlRowListModel *self);
guint64 sl_row_list_model_get_page (SlRowListModel *self);
void sl_row_list_model_set_page (SlRowListModel *self, guint64 page);
guint64 sl_row_list_model_find (SlRowListModel *self, const SlTarget *target);
guint64 sl_row_list_model_find_place (SlRowListModel *self, guint64 place);

G_END_DECLS
