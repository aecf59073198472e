/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-rules.h"

struct _SlTaskRules
{
  GHashTable *by_task; /* number → SlTaskRule */
};

SlTaskRules *
sl_task_rules_new (void)
{
  SlTaskRules *self = g_new0 (SlTaskRules, 1);

  self->by_task = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

/**
 * sl_task_rules_copy:
 * @self: (nullable): %NULL for rules that say nothing
 *
 * Returns: (transfer full):
 */
SlTaskRules *
sl_task_rules_copy (const SlTaskRules *self)
{
  SlTaskRules *copy = sl_task_rules_new ();
  GHashTableIter iter;
  gpointer task, rule;

  if (self == NULL)
    return copy;

  g_hash_table_iter_init (&iter, self->by_task);
  while (g_hash_table_iter_next (&iter, &task, &rule))
    sl_task_rules_set (copy, GPOINTER_TO_UINT (task), rule);

  return copy;
}

void
sl_task_rules_free (SlTaskRules *self)
{
  g_hash_table_unref (self->by_task);
  g_free (self);
}

/**
 * sl_task_rules_set:
 * @task: number in the trace's table
 * @rule: replaces what was said of @task
 */
void
sl_task_rules_set (SlTaskRules *self, guint32 task, const SlTaskRule *rule)
{
  g_return_if_fail (task != 0);
  g_return_if_fail (rule->deadline >= 0 && rule->period >= 0 && rule->wcet >= 0);

  g_hash_table_insert (self->by_task, GUINT_TO_POINTER (task), g_memdup2 (rule, sizeof *rule));
}

/**
 * sl_task_rules_set_deadline:
 * @deadline: ticks from release, above 0
 *
 * The user says it for now: it goes before the model's.
 */
void
sl_task_rules_set_deadline (SlTaskRules *self, guint32 task, gint64 deadline)
{
  SlTaskRule rule = *sl_task_rules_get (self, task);

  rule.deadline = deadline;
  rule.deadline_from = SL_DEADLINE_OPTION;
  sl_task_rules_set (self, task, &rule);
}

/**
 * sl_task_rules_get:
 * @self: (nullable): %NULL for rules that say nothing
 *
 * Returns: (transfer none): one that asks for nothing where nothing was said of @task
 */
const SlTaskRule *
sl_task_rules_get (const SlTaskRules *self, guint32 task)
{
  static const SlTaskRule nothing = { 0 };
  const SlTaskRule *rule =
      self != NULL ? g_hash_table_lookup (self->by_task, GUINT_TO_POINTER (task)) : NULL;

  return rule != NULL ? rule : &nothing;
}
