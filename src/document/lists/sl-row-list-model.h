/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-row-item.h"
#include "sl-row-sequence.h"

G_BEGIN_DECLS

#define SL_TYPE_ROW_LIST_MODEL (sl_row_list_model_get_type ())
G_DECLARE_FINAL_TYPE (SlRowListModel, sl_row_list_model, SL, ROW_LIST_MODEL, GObject)

SlRowListModel *sl_row_list_model_new (void);
void sl_row_list_model_take (SlRowListModel *self, SlRowSequence *sequence);

guint64 sl_row_list_model_get_total (SlRowListModel *self);
guint64 sl_row_list_model_get_page (SlRowListModel *self);
void sl_row_list_model_set_page (SlRowListModel *self, guint64 page);
guint64 sl_row_list_model_find (SlRowListModel *self, const SlTarget *target);

G_END_DECLS
