/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tree of a filter expression. */

#include "sl-filter.h"

G_BEGIN_DECLS

typedef enum
{
  SL_FILTER_KIND,
  SL_FILTER_FAMILY,
  SL_FILTER_OBJECT,
  SL_FILTER_TASK,
  SL_FILTER_CPU,
  SL_FILTER_LANE,
  SL_FILTER_TICK,
  SL_FILTER_DELTA,
  SL_FILTER_A,
  SL_FILTER_B,
  SL_FILTER_SIZE,
  SL_FILTER_OFFSET,
  SL_FILTER_STATE,
  SL_FILTER_RAW, /* what the source describes of a record, by a name of its own */
  SL_N_FILTER_FIELDS,
} SlFilterField;

typedef enum
{
  SL_FILTER_EQUAL,
  SL_FILTER_NOT_EQUAL,
  SL_FILTER_BELOW,
  SL_FILTER_AT_MOST,
  SL_FILTER_ABOVE,
  SL_FILTER_AT_LEAST,
  SL_FILTER_GLOB,
  SL_FILTER_IN,
  SL_FILTER_BITS, /* any of these bits is set */
  SL_FILTER_HAS,  /* a plain word: the name has it in it, in letters of either case */
} SlFilterOperator;

typedef enum
{
  SL_FILTER_AND,
  SL_FILTER_OR,
  SL_FILTER_NOT,
  SL_FILTER_COMPARE,
} SlFilterNodeType;

typedef struct _SlFilterNode SlFilterNode;

/**
 * SlFilterNode:
 * @left: of and, or, not
 * @right: of and, or
 * @number: of a comparison among the filter's comparisons, from 0
 * @name: of a raw field, else %NULL
 * @is_flags: @name means the flags of the event, not what its record has by that name
 * @value: what a comparison compares with; the lower end of a range
 * @upper: the upper end of a range, else %NULL
 * @hidden: (nullable): kinds that do not match, in the place of @value
 * @name_column: where the field stands
 * @column: where @value stands
 * @upper_column: where @upper stands
 */
struct _SlFilterNode
{
  SlFilterNodeType type;
  SlFilterNode *left;
  SlFilterNode *right;
  guint number;
  SlFilterField field;
  SlFilterOperator op;
  char *name;
  gboolean is_flags;
  char *value;
  char *upper;
  const SlKindMask *hidden;
  guint name_column;
  guint column;
  guint upper_column;
};

SlFilterNode *sl_filter_node_new (SlFilterNodeType type, SlFilterNode *left, SlFilterNode *right);
void sl_filter_node_free (SlFilterNode *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFilterNode, sl_filter_node_free)
SlFilterNode *sl_filter_parse_tree (const char *text, guint *n_comparisons, GError **error);

const SlFilterNode *sl_filter_get_root (const SlFilter *self);
guint sl_filter_get_n_comparisons (const SlFilter *self);

gboolean sl_filter_has_word (const char *name, const char *word);

G_END_DECLS
