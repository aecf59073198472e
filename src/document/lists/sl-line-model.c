/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-line-model.h"

#include "sl-list-page.h"

/* A line of a table, and what it is sorted by. */
typedef struct
{
  gint64 key;
  guint trace;
  guint number;
} Entry;

/* The lines of some immutable tables, one table for each trace, filtered and sorted, as a list that
 * holds their places alone. */
typedef struct
{
  GPtrArray *tables; /* by trace, NULL for none; NULL until there is one */
  GArray *entries;   /* of Entry, in the order of the list */
  int column;
  gboolean descending;
} SlLineModelPrivate;

static void sl_line_model_list_init (GListModelInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (SlLineModel,
                                  sl_line_model,
                                  G_TYPE_OBJECT,
                                  G_ADD_PRIVATE (SlLineModel)
                                      G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                             sl_line_model_list_init))

static SlLineModelPrivate *
get_private (gpointer self)
{
  return sl_line_model_get_instance_private (SL_LINE_MODEL (self));
}

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_LINE;
}

static guint
get_n_items (GListModel *list)
{
  return get_private (list)->entries->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  SlLineModelPrivate *priv = get_private (list);
  SlLineModelClass *klass = SL_LINE_MODEL_GET_CLASS (list);
  const Entry *entry;

  if (position >= priv->entries->len)
    return NULL;

  entry = &g_array_index (priv->entries, Entry, position);
  return sl_line_new (klass->ref_table (g_ptr_array_index (priv->tables, entry->trace)),
                      klass->unref_table, entry->trace, entry->number);
}

static void
sl_line_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static int
compare_keys (gint64 one, gint64 other, gboolean descending)
{
  if (one == other)
    return 0;
  if (one == SL_LINE_NO_KEY || other == SL_LINE_NO_KEY)
    return one == SL_LINE_NO_KEY ? 1 : -1;

  return (one < other) == !descending ? -1 : 1;
}

/* Where the keys do not say, by trace and place, in either direction. */
static int
compare_entries (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const gboolean *descending = user_data;
  const Entry *a = one, *b = other;
  int by_key = compare_keys (a->key, b->key, *descending);

  if (by_key != 0)
    return by_key;
  if (a->trace != b->trace)
    return a->trace < b->trace ? -1 : 1;

  return a->number < b->number ? -1 : a->number > b->number;
}

static void
append_entries (SlLineModel *self, guint trace)
{
  SlLineModelPrivate *priv = get_private (self);
  SlLineModelClass *klass = SL_LINE_MODEL_GET_CLASS (self);
  gpointer table = g_ptr_array_index (priv->tables, trace);
  guint n_lines = table != NULL ? klass->count (self, table) : 0;

  for (guint i = 0; i < n_lines && priv->entries->len < SL_PAGE_ROWS; i++)
    {
      Entry entry = { .trace = trace, .number = i };

      if (klass->is_listed != NULL && !klass->is_listed (self, table, trace, i))
        continue;
      if (klass->get_key != NULL)
        entry.key = klass->get_key (self, table, trace, i, priv->column);
      g_array_append_val (priv->entries, entry);
    }
}

static void
sl_line_model_finalize (GObject *object)
{
  SlLineModelPrivate *priv = get_private (object);

  g_array_unref (priv->entries);
  g_clear_pointer (&priv->tables, g_ptr_array_unref);

  G_OBJECT_CLASS (sl_line_model_parent_class)->finalize (object);
}

static void
sl_line_model_class_init (SlLineModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_line_model_finalize;
}

static void
sl_line_model_init (SlLineModel *self)
{
  SlLineModelPrivate *priv = get_private (self);

  priv->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  priv->column = SL_LINE_NO_COLUMN;
}

/**
 * sl_line_model_refill:
 *
 * Lists anew, after what is_listed() or get_key() go by has changed.
 */
void
sl_line_model_refill (SlLineModel *self)
{
  SlLineModelPrivate *priv = get_private (self);
  gboolean descending = priv->column != SL_LINE_NO_COLUMN && priv->descending;
  guint removed = priv->entries->len;

  g_array_set_size (priv->entries, 0);
  for (guint i = 0; priv->tables != NULL && i < priv->tables->len; i++)
    append_entries (self, i);
  g_array_sort_with_data (priv->entries, compare_entries, &descending);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, priv->entries->len);
}

/**
 * sl_line_model_set_tables:
 * @tables: (nullable): by number of the trace, %NULL elements for none
 */
void
sl_line_model_set_tables (SlLineModel *self, GPtrArray *tables)
{
  SlLineModelPrivate *priv;

  g_return_if_fail (SL_IS_LINE_MODEL (self));

  priv = get_private (self);
  if (tables != NULL)
    g_ptr_array_ref (tables);
  g_clear_pointer (&priv->tables, g_ptr_array_unref);
  priv->tables = tables;
  sl_line_model_refill (self);
}

/**
 * sl_line_model_set_order:
 * @column: what to sort by, or %SL_LINE_NO_COLUMN
 *
 * Lines that are equal in it stay in the order of the tables.
 */
void
sl_line_model_set_order (SlLineModel *self, int column, gboolean descending)
{
  SlLineModelPrivate *priv;

  g_return_if_fail (SL_IS_LINE_MODEL (self));

  priv = get_private (self);
  if (column == priv->column && descending == priv->descending)
    return;

  priv->column = column;
  priv->descending = descending;
  sl_line_model_refill (self);
}

/**
 * sl_line_model_find:
 * @trace: number of a trace
 * @number: place in its table
 *
 * Returns: its place in the list; %G_MAXUINT where it is not listed
 */
guint
sl_line_model_find (SlLineModel *self, guint trace, guint number)
{
  GArray *entries;

  g_return_val_if_fail (SL_IS_LINE_MODEL (self), G_MAXUINT);

  entries = get_private (self)->entries;
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (entry->trace == trace && entry->number == number)
        return i;
    }

  return G_MAXUINT;
}

/**
 * sl_line_model_dup_numbers:
 * @trace: number of a trace
 *
 * Returns: (transfer full) (element-type guint): places of the trace's lines in its table, in the
 *   order of the list
 */
GArray *
sl_line_model_dup_numbers (SlLineModel *self, guint trace)
{
  GArray *entries, *numbers;

  g_return_val_if_fail (SL_IS_LINE_MODEL (self), NULL);

  entries = get_private (self)->entries;
  numbers = g_array_sized_new (FALSE, FALSE, sizeof (guint), entries->len);
  for (guint i = 0; i < entries->len; i++)
    if (g_array_index (entries, Entry, i).trace == trace)
      g_array_append_val (numbers, g_array_index (entries, Entry, i).number);
  return numbers;
}
