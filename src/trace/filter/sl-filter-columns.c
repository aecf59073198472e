/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-columns.h"

#include <string.h>

#include "sl-vector.h"

/* By value of a column of bytes whether it passes; as all marks, 1 or 0. */
typedef guint8 Table[256];

/* Which codes have a value in a column. */
typedef struct
{
  Table of_codes;
  gboolean all;
} Values;

struct _SlFilterColumns
{
  const SlFilterCondition *conditions;
  guint n_conditions;
  const SlFilterNode *root;
  Table *tables;        /* by condition, for those that go by a column of bytes */
  const guint16 *kinds; /* that the tables of codes were made for */
  Values has_a, has_b, has_size;
};

static gboolean
is_by_column (SlFilterField field)
{
  switch (field)
    {
    case SL_FILTER_KIND:
    case SL_FILTER_FAMILY:
    case SL_FILTER_CPU:
    case SL_FILTER_TICK:
    case SL_FILTER_DELTA:
    case SL_FILTER_A:
    case SL_FILTER_B:
    case SL_FILTER_SIZE:
    case SL_FILTER_STATE:
      return TRUE;
    case SL_FILTER_OBJECT:
    case SL_FILTER_TASK:
    case SL_FILTER_LANE:
    case SL_FILTER_OFFSET:
    case SL_FILTER_RAW:
    case SL_N_FILTER_FIELDS:
    default:
      return FALSE;
    }
}

/**
 * sl_filter_columns_new:
 * @conditions: (array length=n_conditions): by number of the comparison; outlive it, as does @root
 *
 * Returns: (transfer full) (nullable): %NULL where a comparison asks for what columns do not have
 */
SlFilterColumns *
sl_filter_columns_new (const SlFilterCondition *conditions,
                       guint n_conditions,
                       const SlFilterNode *root)
{
  SlFilterColumns *self;

  for (guint i = 0; i < n_conditions; i++)
    if (!is_by_column (conditions[i].field))
      return NULL;

  self = g_new0 (SlFilterColumns, 1);
  self->conditions = conditions;
  self->n_conditions = n_conditions;
  self->root = root;
  self->tables = g_new0 (Table, MAX (n_conditions, 1));
  for (guint i = 0; i < n_conditions; i++)
    for (guint value = 0; value < G_N_ELEMENTS (self->tables[i]); value++)
      self->tables[i][value] = sl_filter_condition_number (&conditions[i], value) ? 1 : 0;
  return self;
}

/**
 * sl_filter_columns_free:
 * @self: (transfer full) (nullable):
 */
void
sl_filter_columns_free (SlFilterColumns *self)
{
  if (self == NULL)
    return;

  g_free (self->tables);
  g_free (self);
}

static void
find_values (Values *values, const guint16 *kinds, gboolean (*has_value) (guint16 kind))
{
  values->all = TRUE;
  for (guint code = 0; code < G_N_ELEMENTS (values->of_codes); code++)
    {
      values->of_codes[code] = has_value (kinds[code]) ? 1 : 0;
      values->all = values->all && values->of_codes[code] != 0;
    }
}

/* Asks what the codes of a source mean, once. */
static void
learn_codes (SlFilterColumns *self, const guint16 *kinds)
{
  if (self->kinds == kinds)
    return;

  self->kinds = kinds;
  find_values (&self->has_a, kinds, sl_filter_kind_has_a);
  find_values (&self->has_b, kinds, sl_filter_kind_has_b);
  find_values (&self->has_size, kinds, sl_filter_kind_has_size);
  for (guint i = 0; i < self->n_conditions; i++)
    if (self->conditions[i].field == SL_FILTER_KIND ||
        self->conditions[i].field == SL_FILTER_FAMILY)
      for (guint code = 0; code < G_N_ELEMENTS (self->tables[i]); code++)
        self->tables[i][code] =
            sl_filter_condition_kind (&self->conditions[i], kinds[code]) ? 1 : 0;
}

static void
mark_bytes (const guint8 *table, const guint8 *values, guint n, guint8 *marks)
{
  for (guint i = 0; i < n; i++)
    marks[i] = table[values[i]];
}

/* What has no value fails whatever the operator. */
static void
drop_without_value (const Values *values, const SlColumns *columns, guint8 *marks)
{
  for (guint i = 0; !values->all && i < columns->n_events; i++)
    marks[i] &= values->of_codes[columns->codes[i]];
}

/* The numbers from @least to @most that lie within the comparison's; FALSE where none does. */
static gboolean
clip (const SlFilterCondition *condition,
      SlFilterNumber least,
      SlFilterNumber most,
      SlFilterNumber *low,
      SlFilterNumber *high)
{
  *low = MAX (condition->low, least);
  *high = MIN (condition->high, most);
  return *low <= *high;
}

static void
mark_numbers (const SlFilterCondition *condition, const guint32 *numbers, guint n, guint8 *marks)
{
  SlFilterNumber low, high;
  guint8 turn = condition->is_negative ? 1 : 0;
  SlSigned span;
  guint32 first;

  if (!clip (condition, 0, G_MAXUINT32, &low, &high))
    {
      memset (marks, turn, n);
      return;
    }

  first = (guint32) low;
  span = sl_quad_to_signed (sl_quad_fill ((guint32) (high - low)));
  /* The columns have room for whole blocks, and so have marks. */
  for (guint i = 0; i < n; i += SL_VECTOR_SIZE)
    {
      SlQuad within[4];

      for (guint k = 0; k < 4; k++)
        within[k] =
            (SlQuad) (sl_quad_to_signed (sl_quad_load (numbers + i + 4 * k) - first) <= span) & 1;
      sl_bytes16_store (marks + i,
                        sl_quads_pack (within[0], within[1], within[2], within[3]) ^ turn);
    }
}

static void
mark_wide_a (const SlFilterCondition *condition, const SlColumns *columns, guint8 *marks)
{
  SlFilterNumber low, high;
  guint8 turn = condition->is_negative ? 1 : 0;
  guint64 first, span;

  if (!clip (condition, 0, G_MAXUINT64, &low, &high))
    {
      memset (marks, turn, columns->n_events);
      return;
    }

  first = (guint64) low;
  span = (guint64) (high - low);
  for (guint i = 0; i < columns->n_events; i++)
    marks[i] = (sl_columns_get_a (columns, i) - first <= span) ^ turn;
}

static void
mark_ticks (const SlFilterCondition *condition, const SlColumns *columns, guint8 *marks)
{
  SlFilterNumber low, high;
  guint8 turn = condition->is_negative ? 1 : 0;
  SlTime time = columns->begin;

  if (!clip (condition, SL_TIME_MIN, SL_TIME_MAX, &low, &high))
    {
      memset (marks, turn, columns->n_events);
      return;
    }

  for (guint i = 0; i < columns->n_events; i++)
    {
      time = sl_time_add (time, columns->steps[i]);
      marks[i] = (time >= (SlTime) low && time <= (SlTime) high) ^ turn;
    }
}

static void
mark_deltas (const SlFilterCondition *condition,
             const SlColumns *columns,
             SlTime previous,
             guint8 *marks)
{
  mark_numbers (condition, columns->steps, columns->n_events, marks);
  marks[0] = previous != SL_TIME_MIN &&
             sl_filter_condition_number (condition, sl_time_subtract (columns->begin, previous));
  for (guint i = 0; i < columns->n_gaps; i++)
    marks[columns->gaps[i]] = 0;
}

static void
mark_condition (SlFilterColumns *self,
                guint number,
                const SlColumns *columns,
                SlTime previous,
                guint8 *marks)
{
  const SlFilterCondition *condition = &self->conditions[number];
  const guint8 *table = self->tables[number];
  guint n = columns->n_events;

  switch (condition->field)
    {
    case SL_FILTER_KIND:
    case SL_FILTER_FAMILY:
      mark_bytes (table, columns->codes, n, marks);
      break;
    case SL_FILTER_CPU:
      mark_bytes (table, columns->agents, n, marks);
      break;
    case SL_FILTER_B:
      mark_bytes (table, columns->b, n, marks);
      drop_without_value (&self->has_b, columns, marks);
      break;
    case SL_FILTER_SIZE:
      mark_bytes (table, columns->bytes, n, marks);
      drop_without_value (&self->has_size, columns, marks);
      break;
    case SL_FILTER_A:
      if (columns->is_wide)
        mark_wide_a (condition, columns, marks);
      else
        mark_numbers (condition, columns->a, n, marks);
      drop_without_value (&self->has_a, columns, marks);
      break;
    case SL_FILTER_TICK:
      mark_ticks (condition, columns, marks);
      break;
    case SL_FILTER_DELTA:
      mark_deltas (condition, columns, previous, marks);
      break;
    case SL_FILTER_STATE: /* of events none */
    case SL_FILTER_OBJECT:
    case SL_FILTER_TASK:
    case SL_FILTER_LANE:
    case SL_FILTER_OFFSET:
    case SL_FILTER_RAW:
    case SL_N_FILTER_FIELDS:
    default:
      memset (marks, 0, n);
      break;
    }
}

/* Marks have room for whole blocks. */
static void
join_marks (SlFilterNodeType type, const guint8 *right, guint n, guint8 *marks)
{
  for (guint i = 0; i < n; i += SL_VECTOR_SIZE)
    {
      SlBytes16 left = sl_bytes16_load (marks + i);

      sl_bytes16_store (marks + i, type == SL_FILTER_AND ? left & sl_bytes16_load (right + i)
                                                         : left | sl_bytes16_load (right + i));
    }
}

static void
mark (SlFilterColumns *self,
      const SlFilterNode *node,
      const SlColumns *columns,
      SlTime previous,
      guint8 *marks)
{
  g_autofree guint8 *right = NULL;

  if (node->type == SL_FILTER_COMPARE)
    {
      mark_condition (self, node->number, columns, previous, marks);
      return;
    }

  mark (self, node->left, columns, previous, marks);
  if (node->type == SL_FILTER_NOT)
    {
      for (guint i = 0; i < columns->n_events; i += SL_VECTOR_SIZE)
        sl_bytes16_store (marks + i, sl_bytes16_load (marks + i) ^ 1);
      return;
    }

  right = g_malloc (SL_BLOCK_EVENTS);
  mark (self, node->right, columns, previous, right);
  join_marks (node->type, right, columns->n_events, marks);
}

/**
 * sl_filter_columns_mark:
 * @columns: not empty; they need not be counted
 * @previous: time of the event before the first one; %SL_TIME_MIN for none
 * @marks: (out caller-allocates): room for %SL_BLOCK_EVENTS; by event, 1 where it matches, else 0
 */
void
sl_filter_columns_mark (SlFilterColumns *self,
                        const SlColumns *columns,
                        SlTime previous,
                        guint8 *marks)
{
  learn_codes (self, columns->kinds);
  mark (self, self->root, columns, previous, marks);
}
