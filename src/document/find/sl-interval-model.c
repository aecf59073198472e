/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-model.h"

struct _SlIntervalModel
{
  SlLineModel parent_instance;
};

G_DEFINE_FINAL_TYPE (SlIntervalModel, sl_interval_model, SL_TYPE_LINE_MODEL)

static gpointer
ref_table (gpointer table)
{
  return g_atomic_rc_box_acquire (table);
}

static void
unref_table (gpointer table)
{
  sl_intervals_unref (table);
}

static guint
count (SlLineModel *model, gpointer table)
{
  const SlIntervals *intervals = table;

  return intervals->list->len;
}

static gint64
get_key (SlLineModel *model, gpointer table, guint trace, guint number, int column)
{
  const SlIntervals *intervals = table;
  const SlInterval *interval = &g_array_index (intervals->list, SlInterval, number);

  switch (column)
    {
    case SL_INTERVAL_COLUMN_BEGIN:
      return interval->from.time;
    case SL_INTERVAL_COLUMN_END:
      return interval->to.time;
    case SL_INTERVAL_COLUMN_LENGTH:
      return interval->to.time - interval->from.time;
    case SL_INTERVAL_COLUMN_OBJECT:
      return (gint64) interval->from.trace << 32 | interval->from.object;
    default:
      return number;
    }
}

static void
sl_interval_model_class_init (SlIntervalModelClass *klass)
{
  SlLineModelClass *model_class = SL_LINE_MODEL_CLASS (klass);

  model_class->ref_table = ref_table;
  model_class->unref_table = unref_table;
  model_class->count = count;
  model_class->get_key = get_key;
}

static void
sl_interval_model_init (SlIntervalModel *self)
{
}

/**
 * sl_interval_model_new:
 *
 * Returns: (transfer full): an empty list
 */
SlIntervalModel *
sl_interval_model_new (void)
{
  return g_object_new (SL_TYPE_INTERVAL_MODEL, NULL);
}

/**
 * sl_interval_model_set:
 * @intervals: (transfer full) (nullable): finished
 */
void
sl_interval_model_set (SlIntervalModel *self, SlIntervals *intervals)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();

  g_return_if_fail (SL_IS_INTERVAL_MODEL (self));

  if (intervals != NULL)
    g_ptr_array_add (tables, intervals);
  sl_line_model_set_tables (SL_LINE_MODEL (self), tables);
  g_clear_pointer (&intervals, sl_intervals_unref);
}
