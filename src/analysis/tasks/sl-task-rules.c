/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-rules.h"

struct _SlTaskRules
{
  GHashTable *by_task; /* number → SlTaskRule */
  GHashTable *by_lock; /* number → SlLockRule */
  GArray *sections;    /* of SlSectionRule */
  SlSchedulerRule scheduler;
};

SlTaskRules *
sl_task_rules_new (void)
{
  SlTaskRules *self = g_new0 (SlTaskRules, 1);

  self->by_task = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->by_lock = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->sections = g_array_new (FALSE, FALSE, sizeof (SlSectionRule));
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
  gpointer number, rule;

  if (self == NULL)
    return copy;

  g_hash_table_iter_init (&iter, self->by_task);
  while (g_hash_table_iter_next (&iter, &number, &rule))
    sl_task_rules_set (copy, GPOINTER_TO_UINT (number), rule);
  g_hash_table_iter_init (&iter, self->by_lock);
  while (g_hash_table_iter_next (&iter, &number, &rule))
    sl_task_rules_set_lock (copy, GPOINTER_TO_UINT (number), rule);
  if (self->sections->len > 0)
    g_array_append_vals (copy->sections, self->sections->data, self->sections->len);
  copy->scheduler = self->scheduler;

  return copy;
}

void
sl_task_rules_free (SlTaskRules *self)
{
  g_hash_table_unref (self->by_task);
  g_hash_table_unref (self->by_lock);
  g_array_unref (self->sections);
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
 * The user says it for now: it takes precedence over the model's.
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
 * sl_task_rules_add_period:
 * @period: in ticks, above 0; as the trace records it
 *
 * The model takes precedence over the trace.
 */
void
sl_task_rules_add_period (SlTaskRules *self, guint32 task, gint64 period)
{
  SlTaskRule rule = *sl_task_rules_get (self, task);

  if (rule.period > 0 || rule.is_aperiodic)
    return;

  rule.period = period;
  rule.is_period_recorded = TRUE;
  sl_task_rules_set (self, task, &rule);
}

/**
 * sl_task_rules_add_wcet:
 * @wcet: in ticks, above 0; as the trace records it
 *
 * The model takes precedence over the trace.
 */
void
sl_task_rules_add_wcet (SlTaskRules *self, guint32 task, gint64 wcet)
{
  SlTaskRule rule = *sl_task_rules_get (self, task);

  if (rule.wcet > 0)
    return;

  rule.wcet = wcet;
  sl_task_rules_set (self, task, &rule);
}

/**
 * sl_task_rules_add_first:
 * @first: when the first job is due, as the trace records it
 * @offset: ticks from the start of all tasks to @first
 *
 * An offset of the model takes precedence over the trace.
 */
void
sl_task_rules_add_first (SlTaskRules *self, guint32 task, SlTime first, gint64 offset)
{
  SlTaskRule rule = *sl_task_rules_get (self, task);

  if (rule.offset > 0)
    return;

  rule.first = first;
  rule.has_first = TRUE;
  rule.offset = offset;
  sl_task_rules_set (self, task, &rule);
}

/**
 * sl_task_rules_add_deadline:
 * @deadline: relative, in ticks, above 0; as the trace records it
 *
 * The trace takes precedence over the model, but not over the user.
 */
void
sl_task_rules_add_deadline (SlTaskRules *self, guint32 task, gint64 deadline)
{
  SlTaskRule rule = *sl_task_rules_get (self, task);

  if (rule.deadline_from == SL_DEADLINE_OPTION)
    return;

  rule.deadline = deadline;
  rule.deadline_from = SL_DEADLINE_TRACE;
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

/**
 * sl_task_rules_set_lock:
 * @lock: number in the trace's table
 * @rule: replaces what was said of @lock
 */
void
sl_task_rules_set_lock (SlTaskRules *self, guint32 lock, const SlLockRule *rule)
{
  g_return_if_fail (lock != 0);

  g_hash_table_insert (self->by_lock, GUINT_TO_POINTER (lock), g_memdup2 (rule, sizeof *rule));
}

/**
 * sl_task_rules_get_lock:
 * @self: (nullable): %NULL for rules that say nothing
 *
 * Returns: (transfer none): one without a protocol where nothing was said of @lock
 */
const SlLockRule *
sl_task_rules_get_lock (const SlTaskRules *self, guint32 lock)
{
  static const SlLockRule nothing = { 0 };
  const SlLockRule *rule =
      self != NULL ? g_hash_table_lookup (self->by_lock, GUINT_TO_POINTER (lock)) : NULL;

  return rule != NULL ? rule : &nothing;
}

/* One more; those of a task lie beside or inside each other. */
void
sl_task_rules_add_section (SlTaskRules *self, const SlSectionRule *section)
{
  g_return_if_fail (section->task != 0 && section->lock != 0);

  g_array_append_val (self->sections, *section);
}

/**
 * sl_task_rules_get_sections:
 * @self: (nullable): %NULL for rules that say nothing
 *
 * Returns: (transfer none) (nullable): those of all tasks; %NULL for none
 */
const SlSectionRule *
sl_task_rules_get_sections (const SlTaskRules *self, guint *n_sections)
{
  *n_sections = self != NULL ? self->sections->len : 0;
  return *n_sections > 0 ? &g_array_index (self->sections, SlSectionRule, 0) : NULL;
}

/* @scheduler: replaces what was said before */
void
sl_task_rules_set_scheduler (SlTaskRules *self, const SlSchedulerRule *scheduler)
{
  self->scheduler = *scheduler;
}

/**
 * sl_task_rules_get_scheduler:
 * @self: (nullable): %NULL for rules that say nothing
 *
 * Returns: (transfer none): one without words where nothing was said
 */
const SlSchedulerRule *
sl_task_rules_get_scheduler (const SlTaskRules *self)
{
  static const SlSchedulerRule nothing = { 0 };

  return self != NULL ? &self->scheduler : &nothing;
}

/**
 * sl_task_rules_holds_back:
 * @lock: which a less urgent task has
 * @task: is ready
 *
 * Under a protocol that blocks a task before it starts (non-preemptive sections, the immediate
 * ceiling protocol, Baker's stack resource policy) a more urgent task waits for whoever holds a
 * lock whose ceiling is not below the task's level.
 *
 * Returns: whether @lock keeps @task from running
 */
gboolean
sl_task_rules_holds_back (const SlTaskRules *self, guint32 lock, guint32 task)
{
  const SlLockRule *rule = sl_task_rules_get_lock (self, lock);
  const SlTaskRule *of = sl_task_rules_get (self, task);

  if (rule->protocol == NULL)
    return FALSE;
  if (g_str_equal (rule->protocol, "npp"))
    return TRUE;

  return (g_str_equal (rule->protocol, "icpp") || g_str_equal (rule->protocol, "srp")) &&
         rule->has_ceiling && of->has_level && of->level <= rule->ceiling;
}
