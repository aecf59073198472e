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
  SlRowOrder order;
  gboolean descending;
  GArray *lines; /* of Line: all of them in their order; NULL where that is the order of time */
};

/* A line of the row, by its place there. */
typedef struct
{
  guint64 place;
  gint64 key;
} Line;

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

/* From a line over all pages to its place in the row. */
static guint64
get_place (SlRowListModel *self, guint64 line)
{
  if (self->lines != NULL)
    return g_array_index (self->lines, Line, line).place;

  return self->descending ? sl_row_sequence_get_count (self->sequence) - 1 - line : line;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlRowListModel *self = SL_ROW_LIST_MODEL (list);
  SlTarget target;
  SlItem item;

  if (position >= self->n_items ||
      !sl_row_sequence_get (self->sequence, get_place (self, self->page * SL_PAGE_ROWS + position),
                            &target, &item))
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

static int
compare_lines (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const SlRowListModel *self = user_data;
  const Line *a = one, *b = other;
  int result = a->key < b->key ? -1 : a->key > b->key;

  if (result != 0)
    return self->descending ? -result : result;
  return a->place < b->place ? -1 : a->place > b->place;
}

static gboolean
can_sort (SlRowListModel *self)
{
  return sl_row_list_model_get_total (self) <= SL_ROW_LIST_MOST_SORTED;
}

static void
sort (SlRowListModel *self)
{
  guint64 total = sl_row_list_model_get_total (self);

  g_clear_pointer (&self->lines, g_array_unref);
  if (self->order == SL_ROW_ORDER_TIME || !can_sort (self))
    return;

  self->lines = g_array_sized_new (FALSE, FALSE, sizeof (Line), (guint) total);
  for (guint64 place = 0; place < total; place++)
    {
      Line line = { place, 0 };
      SlTarget target;
      SlItem item;

      if (sl_row_sequence_get (self->sequence, place, &target, &item))
        line.key = self->order == SL_ROW_ORDER_LENGTH
                       ? item.end - item.begin
                       : (gint64) ((guint64) item.state << 32 | item.detail);
      g_array_append_val (self->lines, line);
    }
  g_array_sort_with_data (self->lines, compare_lines, self);
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
  SlRowListModel *self = SL_ROW_LIST_MODEL (object);

  g_clear_pointer (&self->sequence, sl_row_sequence_free);
  g_clear_pointer (&self->lines, g_array_unref);

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
  sort (self);
  reset (self);
}

/**
 * sl_row_list_model_set_order:
 *
 * Sorts the lines; in the order of time where they are too many for another one.
 *
 * Returns: whether they are in @order
 */
gboolean
sl_row_list_model_set_order (SlRowListModel *self, SlRowOrder order, gboolean descending)
{
  g_return_val_if_fail (SL_IS_ROW_LIST_MODEL (self), FALSE);

  self->order = order;
  self->descending = descending;
  sort (self);
  self->page = 0;
  reset (self);
  return order == SL_ROW_ORDER_TIME || can_sort (self);
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

  return self->sequence != NULL
             ? sl_row_list_model_find_place (self, sl_row_sequence_find (self->sequence, target))
             : G_MAXUINT64;
}

/**
 * sl_row_list_model_find_place:
 * @place: of an item in the row
 *
 * Returns: its line over all pages; %G_MAXUINT64 for none
 */
guint64
sl_row_list_model_find_place (SlRowListModel *self, guint64 place)
{
  g_return_val_if_fail (SL_IS_ROW_LIST_MODEL (self), G_MAXUINT64);

  if (place >= sl_row_list_model_get_total (self))
    return G_MAXUINT64;
  if (self->lines == NULL)
    return get_place (self, place);

  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, Line, i).place == place)
      return i;

  return G_MAXUINT64;
}
