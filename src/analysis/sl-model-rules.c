/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-model-sections.h"
#include "sl-task-model.h"
#include "sl-time-text.h"

/* What a task model asks of one trace: which of its groups speak of which objects, in ticks. */

static gboolean
matches (const char *text, SlTrace *trace, SlOverlay *overlay, guint32 number)
{
  const SlObject *object = sl_object_table_get (sl_trace_get_objects (trace), number);
  g_autofree char *name = sl_overlay_dup_object_name (overlay, trace, number);
  g_autofree char *reference = sl_object_to_string (object);
  gboolean is_hex = g_str_has_prefix (text, "0x");
  SlObjectType type;
  guint32 life;
  guint64 id;

  if (g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0, G_MAXUINT64, &id,
                                  NULL))
    return object->id == id;
  if (sl_object_parse_reference (text, &type, &id, &life, NULL) && type == object->type &&
      id == object->id && (life == 0 || life == object->life))
    return TRUE;

  return g_pattern_match_simple (text, name) || g_pattern_match_simple (text, reference);
}

static gboolean
may_match (SlModelGroup group, SlObjectType type)
{
  switch (group)
    {
    case SL_MODEL_TASK:
      return type == SL_OBJECT_TASK;
    case SL_MODEL_LOCK:
      return type == SL_OBJECT_MUTEX || type == SL_OBJECT_SEMAPHORE;
    case SL_MODEL_SERVER:
      return type == SL_OBJECT_SERVER;
    case SL_MODEL_INTERRUPT:
      return type == SL_OBJECT_IRQ;
    case SL_MODEL_SCHEDULER:
    case SL_N_MODEL_GROUPS:
    default:
      return FALSE;
    }
}

/**
 * sl_task_model_find:
 * @object: number in the trace's table
 *
 * A group's "match", or its name where it has none, is a native id, a reference such as task:296,
 * or a reference or a display name in which * and ? stand for any characters and for one. The first group that
 * matches counts.
 *
 * Returns: (transfer full) (nullable): the name of the group that speaks of @object
 */
char *
sl_task_model_find (const SlTaskModel *self,
                    SlModelGroup group,
                    SlTrace *trace,
                    SlOverlay *overlay,
                    guint32 object)
{
  g_auto (GStrv) names = NULL;

  /* A long model is not listed for objects that its groups cannot speak of. */
  if (!may_match (group, sl_object_table_get (sl_trace_get_objects (trace), object)->type))
    return NULL;

  names = sl_task_model_list (self, group);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *match = sl_task_model_get (self, group, names[i], "match");

      if (matches (match != NULL ? match : names[i], trace, overlay, object))
        return g_strdup (names[i]);
    }

  return NULL;
}

static gboolean
get_duration (const SlTaskModel *self,
              SlModelGroup group,
              const char *name,
              const char *key,
              const SlClock *clock,
              gint64 *ticks,
              GError **error)
{
  g_autofree char *value = sl_task_model_get (self, group, name, key);

  *ticks = 0;
  if (value == NULL || sl_duration_parse (value, clock, ticks, error))
    return TRUE;

  g_prefix_error (error, "%s: [%s%s], %s: ", sl_task_model_get_file_name (self),
                  sl_model_group_get_prefix (group), name, key);
  return FALSE;
}

static gboolean
get_number (const SlTaskModel *self,
            SlModelGroup group,
            const char *name,
            const char *key,
            gint64 *number)
{
  g_autofree char *value = sl_task_model_get (self, group, name, key);

  return value != NULL &&
         g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, number, NULL);
}

static gboolean
has_key (const SlTaskModel *self, SlModelGroup group, const char *name, const char *key)
{
  g_autofree char *value = sl_task_model_get (self, group, name, key);

  return value != NULL;
}

/* When it comes: the same keys for tasks and interrupt lines. */
static gboolean
read_pattern (const SlTaskModel *self,
              SlModelGroup group,
              const char *name,
              const SlClock *clock,
              SlTaskRule *rule,
              GError **error)
{
  gint64 sporadic;

  if (!get_duration (self, group, name, "period", clock, &rule->period, error) ||
      !get_duration (self, group, name, "jitter", clock, &rule->jitter, error) ||
      !get_duration (self, group, name, "offset", clock, &rule->offset, error) ||
      !get_duration (self, group, name, "sporadic", clock, &sporadic, error))
    return FALSE;

  rule->is_sporadic = sporadic > 0;
  rule->is_aperiodic = rule->period == 0 && has_key (self, group, name, "arrivals");
  return TRUE;
}

static gboolean
read_rule (const SlTaskModel *self,
           const char *name,
           const SlClock *clock,
           SlTaskRule *rule,
           GError **error)
{
  g_autofree char *colour = sl_task_model_get (self, SL_MODEL_TASK, name, "colour");
  g_autofree char *server = sl_task_model_get (self, SL_MODEL_TASK, name, "server");

  *rule = (SlTaskRule) { .name = g_intern_string (name), .server = g_intern_string (server) };
  if (!read_pattern (self, SL_MODEL_TASK, name, clock, rule, error) ||
      !get_duration (self, SL_MODEL_TASK, name, "deadline", clock, &rule->deadline, error) ||
      !get_duration (self, SL_MODEL_TASK, name, "wcet", clock, &rule->wcet, error))
    return FALSE;

  if (rule->deadline == 0)
    rule->deadline = rule->period;
  if (rule->deadline > 0)
    rule->deadline_from = SL_DEADLINE_MODEL;
  rule->has_priority = get_number (self, SL_MODEL_TASK, name, "priority", &rule->priority);
  rule->has_level = get_number (self, SL_MODEL_TASK, name, "level", &rule->level);
  if (!rule->has_level && rule->has_priority)
    {
      rule->has_level = TRUE;
      rule->level = rule->priority;
    }
  rule->has_colour = colour != NULL;
  if (colour != NULL)
    rule->colour = (guint32) g_ascii_strtoull (colour + 1, NULL, 16);
  return TRUE;
}

/* A server's budget stands in the place of a WCET. */
static gboolean
read_server (const SlTaskModel *self,
             const char *name,
             const SlClock *clock,
             SlTaskRule *rule,
             GError **error)
{
  g_autofree char *policy = sl_task_model_get (self, SL_MODEL_SERVER, name, "policy");

  *rule = (SlTaskRule) { .name = g_intern_string (name), .policy = g_intern_string (policy) };
  rule->has_priority = get_number (self, SL_MODEL_SERVER, name, "priority", &rule->priority);

  return get_duration (self, SL_MODEL_SERVER, name, "period", clock, &rule->period, error) &&
         get_duration (self, SL_MODEL_SERVER, name, "budget", clock, &rule->wcet, error);
}

static gboolean
read_interrupt (const SlTaskModel *self,
                const char *name,
                const SlClock *clock,
                SlTaskRule *rule,
                GError **error)
{
  *rule = (SlTaskRule) { .name = g_intern_string (name) };

  return read_pattern (self, SL_MODEL_INTERRUPT, name, clock, rule, error) &&
         get_duration (self, SL_MODEL_INTERRUPT, name, "wcet", clock, &rule->wcet, error);
}

typedef gboolean (*ReadRule) (const SlTaskModel *self,
                              const char *name,
                              const SlClock *clock,
                              SlTaskRule *rule,
                              GError **error);

static gboolean
add_rule (const SlTaskModel *self,
          SlTrace *trace,
          SlOverlay *overlay,
          const SlClock *clock,
          SlTaskRules *rules,
          guint32 number,
          GError **error)
{
  static const struct
  {
    SlModelGroup group;
    ReadRule read;
  } kinds[] = {
    { SL_MODEL_TASK, read_rule },
    { SL_MODEL_SERVER, read_server },
    { SL_MODEL_INTERRUPT, read_interrupt },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *name = sl_task_model_find (self, kinds[i].group, trace, overlay, number);
      SlTaskRule rule;

      if (name == NULL)
        continue;
      if (!kinds[i].read (self, name, clock, &rule, error))
        return FALSE;
      sl_task_rules_set (rules, number, &rule);
    }

  return TRUE;
}

/* That of the lock itself, else that of all. */
static const char *
get_protocol (const SlTaskModel *self, const char *lock, const SlTaskRules *rules)
{
  g_autofree char *own =
      lock != NULL ? sl_task_model_get (self, SL_MODEL_LOCK, lock, "protocol") : NULL;

  return own != NULL ? g_intern_string (own) : sl_task_rules_get_scheduler (rules)->protocol;
}

static void
add_lock (const SlTaskModel *self,
          SlTrace *trace,
          SlOverlay *overlay,
          SlTaskRules *rules,
          guint32 number)
{
  g_autofree char *name = sl_task_model_find (self, SL_MODEL_LOCK, trace, overlay, number);
  SlLockRule rule = { 0 };

  if (!may_match (SL_MODEL_LOCK, sl_object_table_get (sl_trace_get_objects (trace), number)->type))
    return;

  rule.name = g_intern_string (name);
  rule.protocol = get_protocol (self, name, rules);
  if (name != NULL)
    rule.has_ceiling = get_number (self, SL_MODEL_LOCK, name, "ceiling", &rule.ceiling);
  if (name != NULL || rule.protocol != NULL)
    sl_task_rules_set_lock (rules, number, &rule);
}

/* The number of the lock that sections call @name; a new one beyond the trace's table where the
 * trace does not know it. */
static guint32
find_lock (const SlTaskModel *self,
           SlTrace *trace,
           SlOverlay *overlay,
           const char *name,
           GHashTable *locks)
{
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (trace));
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (locks, name));

  for (guint32 number = 1; found == 0 && number <= n_objects; number++)
    {
      g_autofree char *group = sl_task_model_find (self, SL_MODEL_LOCK, trace, overlay, number);

      if (group != NULL
              ? g_str_equal (group, name)
              : may_match (SL_MODEL_LOCK,
                           sl_object_table_get (sl_trace_get_objects (trace), number)->type) &&
                    matches (name, trace, overlay, number))
        found = number;
    }
  if (found == 0)
    found = n_objects + 1 + g_hash_table_size (locks);

  g_hash_table_insert (locks, (gpointer) name, GUINT_TO_POINTER (found));
  return found;
}

/* @locks: name, interned → number */
static gboolean
add_sections (const SlTaskModel *self,
              SlTrace *trace,
              SlOverlay *overlay,
              const SlClock *clock,
              SlTaskRules *rules,
              guint32 task,
              GHashTable *locks,
              GError **error)
{
  const char *name = sl_task_rules_get (rules, task)->name;
  g_autofree char *text =
      name != NULL ? sl_task_model_get (self, SL_MODEL_TASK, name, "sections") : NULL;
  g_autoptr (GArray) sections = NULL;

  if (text == NULL ||
      sl_object_table_get (sl_trace_get_objects (trace), task)->type != SL_OBJECT_TASK)
    return TRUE;

  sections = sl_model_sections_parse (text, clock, error);
  if (sections == NULL)
    {
      g_prefix_error (error, "%s: [task %s], sections: ", sl_task_model_get_file_name (self), name);
      return FALSE;
    }

  for (guint i = 0; i < sections->len; i++)
    {
      const SlModelSection *section = &g_array_index (sections, SlModelSection, i);
      const SlSectionRule rule = { task, find_lock (self, trace, overlay, section->lock, locks),
                                   get_protocol (self, section->lock, rules), section->begin,
                                   section->length };

      sl_task_rules_add_section (rules, &rule);
    }

  return TRUE;
}

static void
add_scheduler (const SlTaskModel *self, const SlClock *clock, SlTaskRules *rules)
{
  g_autofree char *policy = sl_task_model_get (self, SL_MODEL_SCHEDULER, "", "policy");
  g_autofree char *protocol = sl_task_model_get (self, SL_MODEL_SCHEDULER, "", "protocol");
  SlSchedulerRule rule = { g_intern_string (policy), g_intern_string (protocol), 0 };

  /* Nothing else depends on it, so that a clock without a rate does no harm. */
  if (!get_duration (self, SL_MODEL_SCHEDULER, "", "overhead", clock, &rule.overhead, NULL))
    rule.overhead = 0;
  sl_task_rules_set_scheduler (rules, &rule);
}

/**
 * sl_task_model_get_rules:
 * @overlay: gives the names and the clock's rate
 *
 * A task with a period and no deadline has to finish before its next release is due. Servers and
 * interrupt lines have rules as well; a server's budget stands in the place of a WCET.
 *
 * Returns: (transfer full): what the model asks of the tasks of @trace; %NULL with
 *   %SL_ERROR_USAGE where a time cannot be told in ticks, or a section is none
 */
SlTaskRules *
sl_task_model_get_rules (const SlTaskModel *self,
                         SlTrace *trace,
                         SlOverlay *overlay,
                         GError **error)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlClock) clock = sl_overlay_dup_clock (overlay, trace);
  g_autoptr (GHashTable) locks = g_hash_table_new (NULL, NULL);
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (trace));

  add_scheduler (self, clock, rules);
  for (guint32 number = 1; number <= n_objects; number++)
    {
      add_lock (self, trace, overlay, rules, number);
      if (!add_rule (self, trace, overlay, clock, rules, number, error) ||
          !add_sections (self, trace, overlay, clock, rules, number, locks, error))
        return NULL;
    }

  return g_steal_pointer (&rules);
}
