/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-facts.h"

#include "sl-view-state-private.h"

guint
sl_view_state_get_n_facts (const SlViewState *self)
{
  return self->facts != NULL ? self->facts->len : 0;
}

/**
 * sl_view_state_get_fact:
 *
 * Returns: (transfer none): as long as @self
 */
const SlViewFact *
sl_view_state_get_fact (const SlViewState *self, guint number)
{
  return &g_array_index (self->facts, SlViewFact, number);
}

/**
 * sl_view_state_find_fact:
 *
 * Returns: (transfer none) (nullable): %NULL where nobody has changed it
 */
const SlViewFact *
sl_view_state_find_fact (const SlViewState *self, const char *key)
{
  for (guint i = 0; i < sl_view_state_get_n_facts (self); i++)
    if (g_str_equal (sl_view_state_get_fact (self, i)->key, key))
      return sl_view_state_get_fact (self, i);

  return NULL;
}

/**
 * sl_view_state_with_fact:
 * @value: (nullable):
 *
 * Returns: (transfer full): @self with that said; what is said last is last
 */
SlViewState *
sl_view_state_with_fact (SlViewState *self, const char *key, const char *value)
{
  SlViewFact entry = { g_intern_string (key), g_intern_string (value) };
  g_autoptr (GArray) facts = g_array_new (FALSE, FALSE, sizeof (SlViewFact));

  for (guint i = 0; i < sl_view_state_get_n_facts (self); i++)
    if (sl_view_state_get_fact (self, i)->key != entry.key)
      g_array_append_val (facts, *sl_view_state_get_fact (self, i));
  g_array_append_val (facts, entry);
  return sl_view_state_take_facts (self, g_steal_pointer (&facts));
}

/**
 * sl_view_state_with_facts_of:
 *
 * Returns: (transfer full): @self with all that is said in @other, and nothing else
 */
SlViewState *
sl_view_state_with_facts_of (SlViewState *self, const SlViewState *other)
{
  return sl_view_state_take_facts (self, other->facts != NULL ? g_array_ref (other->facts) : NULL);
}

/**
 * sl_view_state_facts_equal:
 *
 * Returns: whether both say the same, in whatever order
 */
gboolean
sl_view_state_facts_equal (const SlViewState *one, const SlViewState *other)
{
  if (one->facts == other->facts)
    return TRUE;
  if (sl_view_state_get_n_facts (one) != sl_view_state_get_n_facts (other))
    return FALSE;

  for (guint i = 0; i < sl_view_state_get_n_facts (one); i++)
    {
      const SlViewFact *fact = sl_view_state_get_fact (one, i);
      const SlViewFact *found = sl_view_state_find_fact (other, fact->key);

      if (found == NULL || found->value != fact->value)
        return FALSE;
    }
  return TRUE;
}
