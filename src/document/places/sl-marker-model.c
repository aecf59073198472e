/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-marker-model.h"

struct _SlMarkerItem
{
  GObject parent_instance;

  guint id;
};

G_DEFINE_FINAL_TYPE (SlMarkerItem, sl_marker_item, G_TYPE_OBJECT)

static void
sl_marker_item_class_init (SlMarkerItemClass *klass)
{
}

static void
sl_marker_item_init (SlMarkerItem *self)
{
}

/**
 * sl_marker_item_get_id:
 *
 * Returns: of the marker that it stands for
 */
guint
sl_marker_item_get_id (SlMarkerItem *self)
{
  g_return_val_if_fail (SL_IS_MARKER_ITEM (self), 0);

  return self->id;
}

static guint
get_id (gpointer items, guint place)
{
  g_autoptr (SlMarkerItem) item = g_list_model_get_item (G_LIST_MODEL (items), place);

  return item->id;
}

/**
 * sl_marker_model_follow:
 * @items: (element-type SlMarkerItem): gets an item for each of @markers, in their order; what is
 *   there at the beginning and at the end stays
 */
void
sl_marker_model_follow (GListStore *items, const SlMarkers *markers)
{
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (items));
  guint n_new = sl_markers_get_count (markers);
  guint n_same = MIN (n_old, n_new), first = 0, last = 0, n_added;
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  while (first < n_same && get_id (items, first) == sl_markers_get (markers, first)->id)
    first++;
  while (last < n_same - first &&
         get_id (items, n_old - 1 - last) == sl_markers_get (markers, n_new - 1 - last)->id)
    last++;
  if (first + last == n_old && n_old == n_new)
    return;

  n_added = n_new - first - last;
  for (guint i = 0; i < n_added; i++)
    {
      SlMarkerItem *item = g_object_new (SL_TYPE_MARKER_ITEM, NULL);

      item->id = sl_markers_get (markers, first + i)->id;
      g_ptr_array_add (added, item);
    }
  g_list_store_splice (items, first, n_old - first - last, added->pdata, n_added);
}

/**
 * sl_marker_model_find:
 * @items: (element-type SlMarkerItem): in any order
 *
 * Returns: the place of the marker's item; %G_MAXUINT where it has none
 */
guint
sl_marker_model_find (GListModel *items, guint id)
{
  guint n_items = g_list_model_get_n_items (items);

  for (guint i = 0; i < n_items; i++)
    if (get_id (items, i) == id)
      return i;

  return G_MAXUINT;
}
