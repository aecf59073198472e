/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-target.h"

G_BEGIN_DECLS

#define SL_TYPE_ROW_ITEM (sl_row_item_get_type ())
G_DECLARE_FINAL_TYPE (SlRowItem, sl_row_item, SL, ROW_ITEM, GObject)

SlRowItem *sl_row_item_new (const SlTarget *target, const SlItem *item);

const SlTarget *sl_row_item_get_target (SlRowItem *self);
const SlItem *sl_row_item_get_item (SlRowItem *self);

G_END_DECLS
