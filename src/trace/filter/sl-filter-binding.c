/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-run-private.h"

#include "sl-filter-values.h"

static gboolean
bind_conditions (SlFilterBinding *self,
                 const SlFilterNode *node,
                 const SlClock *clock,
                 GError **error)
{
  if (node == NULL)
    return TRUE;

  if (node->type == SL_FILTER_COMPARE)
    {
      g_autofree char *resolved = sl_filter_value_resolve (self->trace, node);
      SlFilterNode spelt = *node;

      spelt.value = resolved != NULL ? resolved : node->value;
      return sl_filter_condition_init (&g_array_index (self->conditions, SlFilterCondition,
                                                       node->number),
                                       &spelt, clock, error);
    }

  return bind_conditions (self, node->left, clock, error) &&
         bind_conditions (self, node->right, clock, error);
}

static gboolean
asks_for_names (const SlFilterBinding *self)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      SlFilterField field = g_array_index (self->conditions, SlFilterCondition, i).field;

      if (field == SL_FILTER_OBJECT || field == SL_FILTER_TASK || field == SL_FILTER_LANE)
        return TRUE;
    }

  return FALSE;
}

static void
find_names (SlFilterBinding *self)
{
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (self->trace));

  for (guint32 number = 1; number <= n_objects; number++)
    g_ptr_array_add (self->names,
                     sl_annotations_dup_object_name (self->annotations, self->trace, number));
}

/**
 * sl_filter_bind:
 * @annotations: (nullable): what the user added to @trace: objects go by its names too, times by
 *   its rate
 *
 * Binds a filter. Fails with %SL_ERROR_USAGE, with the column, where it names a kind, a family
 * or a state that does not exist, an empty range, or a unit of time without a known rate.
 *
 * Returns: (transfer full) (nullable): the bound filter; %NULL with @error set
 */
SlFilterBinding *
sl_filter_bind (SlFilter *filter, SlTrace *trace, SlAnnotations *annotations, GError **error)
{
  g_autoptr (SlFilterBinding) self = NULL;
  g_autoptr (SlClock) clock = NULL;

  g_return_val_if_fail (filter != NULL, NULL);
  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);

  self = g_new0 (SlFilterBinding, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->filter = sl_filter_ref (filter);
  self->trace = g_object_ref (trace);
  self->annotations =
      annotations != NULL ? sl_annotations_ref (annotations) : sl_annotations_new ();
  self->conditions = g_array_new (FALSE, TRUE, sizeof (SlFilterCondition));
  g_array_set_clear_func (self->conditions, (GDestroyNotify) sl_filter_condition_clear);
  g_array_set_size (self->conditions, sl_filter_get_n_comparisons (filter));
  self->names = g_ptr_array_new_with_free_func (g_free);

  clock = sl_annotations_dup_clock (self->annotations, trace);
  if (!bind_conditions (self, sl_filter_get_root (filter), clock, error))
    return NULL;

  if (asks_for_names (self))
    find_names (self);
  return g_steal_pointer (&self);
}

/**
 * sl_filter_binding_ref:
 *
 * Safe from any thread.
 */
SlFilterBinding *
sl_filter_binding_ref (SlFilterBinding *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_filter_binding_unref:
 * @self: (transfer full):
 *
 * Safe from any thread.
 */
void
sl_filter_binding_unref (SlFilterBinding *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->names);
  g_array_unref (self->conditions);
  sl_annotations_unref (self->annotations);
  g_object_unref (self->trace);
  sl_filter_unref (self->filter);
  g_free (self);
}

/**
 * sl_filter_binding_is_of:
 *
 * Returns: whether sl_filter_bind() would give the same again
 */
gboolean
sl_filter_binding_is_of (const SlFilterBinding *self,
                         const SlFilter *filter,
                         const SlTrace *trace,
                         const SlAnnotations *annotations)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->filter == filter && self->trace == trace && self->annotations == annotations;
}
