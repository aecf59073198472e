/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-private.h"

struct _SlFilter
{
  gatomicrefcount ref_count;
  char *text;
  SlFilterNode *root;
  guint n_comparisons;
  SlFilter *inner;    /* whose tree is the right half of @root; NULL for none */
  SlKindMask *hidden; /* of the left half; NULL for none */
};

/**
 * sl_filter_parse:
 * @text: an expression as the head of sl-filter.h describes it; "not" binds closest, then
 *   "and", then "or"
 *
 * Fails with %SL_ERROR_USAGE; the message tells the column, from 1, in characters.
 *
 * Returns: (transfer full) (nullable): the filter; %NULL with @error set
 */
SlFilter *
sl_filter_parse (const char *text, GError **error)
{
  g_autoptr (SlFilterNode) root = NULL;
  guint n_comparisons;
  SlFilter *self;

  g_return_val_if_fail (text != NULL, NULL);

  root = sl_filter_parse_tree (text, &n_comparisons, error);
  if (root == NULL)
    return NULL;

  self = g_new0 (SlFilter, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->text = g_strdup (text);
  self->root = g_steal_pointer (&root);
  self->n_comparisons = n_comparisons;
  return self;
}

/**
 * sl_filter_new_hiding:
 * @filter: (nullable): %NULL for all events
 * @hidden: kinds that do not match, whatever @filter says
 *
 * Returns: (transfer full): what also leaves out the events of hidden kinds; its text is that of @filter
 */
SlFilter *
sl_filter_new_hiding (SlFilter *filter, SlKindMask *hidden)
{
  SlFilter *self;

  g_return_val_if_fail (hidden != NULL, NULL);

  self = g_new0 (SlFilter, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->hidden = sl_kind_mask_ref (hidden);
  self->text = g_strdup (filter != NULL ? filter->text : "");
  self->n_comparisons = filter != NULL ? filter->n_comparisons + 1 : 1;
  self->root = sl_filter_node_new (SL_FILTER_COMPARE, NULL, NULL);
  self->root->field = SL_FILTER_KIND;
  self->root->op = SL_FILTER_NOT_EQUAL;
  self->root->number = self->n_comparisons - 1;
  self->root->hidden = hidden;
  if (filter != NULL)
    {
      self->inner = sl_filter_ref (filter);
      self->root = sl_filter_node_new (SL_FILTER_AND, self->root, filter->root);
    }
  return self;
}

/**
 * sl_filter_equal:
 * @one: (nullable):
 * @other: (nullable):
 *
 * Returns: whether both are the same expression, or %NULL
 */
gboolean
sl_filter_equal (const SlFilter *one, const SlFilter *other)
{
  if (one == NULL || other == NULL || one == other)
    return one == other;

  return one->hidden == other->hidden && g_str_equal (one->text, other->text);
}

/**
 * sl_filter_ref:
 *
 * Returns: (transfer full): @self
 */
SlFilter *
sl_filter_ref (SlFilter *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_filter_unref:
 * @self: (transfer full):
 */
void
sl_filter_unref (SlFilter *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->inner != NULL)
    self->root->right = NULL;
  sl_filter_node_free (self->root);
  g_clear_pointer (&self->inner, sl_filter_unref);
  g_clear_pointer (&self->hidden, sl_kind_mask_unref);
  g_free (self->text);
  g_free (self);
}

/**
 * sl_filter_get_text:
 *
 * Returns: (transfer none): the expression as it was given
 */
const char *
sl_filter_get_text (const SlFilter *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

/**
 * sl_filter_get_root:
 *
 * Returns: (transfer none): the expression as a tree
 */
const SlFilterNode *
sl_filter_get_root (const SlFilter *self)
{
  return self->root;
}

/**
 * sl_filter_get_n_comparisons:
 *
 * Returns: how many comparisons the expression holds; their nodes are numbered below
 */
guint
sl_filter_get_n_comparisons (const SlFilter *self)
{
  return self->n_comparisons;
}

static void
add_raw_names (const SlFilterNode *node, GPtrArray *names)
{
  if (node == NULL)
    return;

  add_raw_names (node->left, names);
  if (node->name != NULL &&
      !g_ptr_array_find_with_equal_func (names, node->name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (node->name));
  add_raw_names (node->right, names);
}

/**
 * sl_filter_dup_raw_names:
 *
 * Returns: (transfer full) (element-type utf8): the raw fields of records that the expression compares, each once
 */
GPtrArray *
sl_filter_dup_raw_names (const SlFilter *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (self != NULL, names);

  add_raw_names (self->root, names);
  return names;
}
