/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

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
  g_auto (GStrv) names = sl_task_model_list (self, group);
  SlObjectType type = sl_object_table_get (sl_trace_get_objects (trace), object)->type;

  for (guint i = 0; names[i] != NULL && may_match (group, type); i++)
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
read_rule (const SlTaskModel *self,
           const char *name,
           const SlClock *clock,
           SlTaskRule *rule,
           GError **error)
{
  g_autofree char *colour = sl_task_model_get (self, SL_MODEL_TASK, name, "colour");
  g_autofree char *server = sl_task_model_get (self, SL_MODEL_TASK, name, "server");

  *rule = (SlTaskRule) { .name = g_intern_string (name), .server = g_intern_string (server) };
  if (!get_duration (self, SL_MODEL_TASK, name, "period", clock, &rule->period, error) ||
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
  *rule = (SlTaskRule) { .name = g_intern_string (name) };

  return get_duration (self, SL_MODEL_SERVER, name, "period", clock, &rule->period, error) &&
         get_duration (self, SL_MODEL_SERVER, name, "budget", clock, &rule->wcet, error);
}

static void
add_lock (const SlTaskModel *self,
          SlTrace *trace,
          SlOverlay *overlay,
          SlTaskRules *rules,
          guint32 number)
{
  g_autofree char *name = sl_task_model_find (self, SL_MODEL_LOCK, trace, overlay, number);
  g_autofree char *protocol = NULL;
  SlLockRule rule = { 0 };

  if (name == NULL)
    return;

  protocol = sl_task_model_get (self, SL_MODEL_LOCK, name, "protocol");
  rule.name = g_intern_string (name);
  rule.protocol = g_intern_string (protocol);
  rule.has_ceiling = get_number (self, SL_MODEL_LOCK, name, "ceiling", &rule.ceiling);
  sl_task_rules_set_lock (rules, number, &rule);
}

/**
 * sl_task_model_get_rules:
 * @overlay: gives the names and the clock's rate
 *
 * A task with a period and no deadline has to finish before its next release is due. Servers have
 * rules as well, with their period, and their budget as the WCET.
 *
 * Returns: (transfer full): what the model asks of the tasks of @trace; %NULL with
 *   %SL_ERROR_USAGE where a time cannot be told in ticks
 */
SlTaskRules *
sl_task_model_get_rules (const SlTaskModel *self,
                         SlTrace *trace,
                         SlOverlay *overlay,
                         GError **error)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlClock) clock = sl_overlay_dup_clock (overlay, trace);
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (trace));

  for (guint32 number = 1; number <= n_objects; number++)
    {
      g_autofree char *name = sl_task_model_find (self, SL_MODEL_TASK, trace, overlay, number);
      g_autofree char *server = sl_task_model_find (self, SL_MODEL_SERVER, trace, overlay, number);
      SlTaskRule rule;

      add_lock (self, trace, overlay, rules, number);
      if (name == NULL && server == NULL)
        continue;
      if (name != NULL ? !read_rule (self, name, clock, &rule, error)
                       : !read_server (self, server, clock, &rule, error))
        return NULL;

      sl_task_rules_set (rules, number, &rule);
    }

  return g_steal_pointer (&rules);
}
