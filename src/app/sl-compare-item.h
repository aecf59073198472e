/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "sl-job-compare.h"

G_BEGIN_DECLS

#define SL_TYPE_COMPARE_ITEM (sl_compare_item_get_type ())
G_DECLARE_FINAL_TYPE (SlCompareItem, sl_compare_item, SL, COMPARE_ITEM, GObject)

SlCompareItem *sl_compare_item_new (SlJobCompare *compare, guint number);

SlJobCompare *sl_compare_item_get_compare (SlCompareItem *self);
guint sl_compare_item_get_number (SlCompareItem *self);

G_END_DECLS
