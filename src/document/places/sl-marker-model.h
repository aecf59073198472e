/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The user's markers as a list. An item stands for the same marker for as long as it exists, so that
 * selection and focus stay where they are while names and notes are typed. */

#include <gio/gio.h>

#include "sl-markers.h"

G_BEGIN_DECLS

#define SL_TYPE_MARKER_ITEM (sl_marker_item_get_type ())
G_DECLARE_FINAL_TYPE (SlMarkerItem, sl_marker_item, SL, MARKER_ITEM, GObject)

guint sl_marker_item_get_id (SlMarkerItem *self);

void sl_marker_model_follow (GListStore *items, const SlMarkers *markers);
guint sl_marker_model_find (GListModel *items, guint id);

G_END_DECLS
