/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-model-matcher.h"
#include "sl-model-sections.h"
#include "sl-recorded-rules.h"
#include "sl-task-model.h"
#include "sl-time-text.h"

/* What a task model asks of one trace: which of its groups speak of which objects, in ticks. */

/**
 * sl_task_model_find:
 * @object: number in the trace's table
 *
 * For one object; an #SlModelMatcher finds many.
 *
 * Returns: (transfer full) (nullable): the name of the group that speaks of @object
 */
char *
sl_task_model_find (const SlTaskModel *self,
                    SlModelGroup group,
                    SlTrace *trace,
                    SlAnnotations *annotations,
                    guint32 object)
{
  g_autoptr (SlModelMatcher) matcher = sl_model_matcher_new (self);

  return g_strdup (sl_model_matcher_find (matcher, group, trace, annotations, object));
}

/* A group of a model, and the clock by which its times count. */
typedef struct
{
  const SlTaskModel *model;
  SlModelGroup type;
  const char *name;
  const SlClock *clock;
} Group;

static char *
dup_value (const Group *self, const char *key)
{
  return sl_task_model_get (self->model, self->type, self->name, key);
}

static gboolean
get_duration (const Group *self, const char *key, gint64 *ticks, GError **error)
{
  g_autofree char *value = dup_value (self, key);

  *ticks = 0;
  if (value == NULL || sl_duration_parse (value, self->clock, ticks, error))
    return TRUE;

  g_prefix_error (error, "%s: [%s%s], %s: ", sl_task_model_get_file_name (self->model),
                  sl_model_group_get_prefix (self->type), self->name, key);
  return FALSE;
}

static gboolean
get_number (const Group *self, const char *key, gint64 *number)
{
  g_autofree char *value = dup_value (self, key);

  return value != NULL &&
         g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, number, NULL);
}

static gboolean
has_key (const Group *self, const char *key)
{
  g_autofree char *value = dup_value (self, key);

  return value != NULL;
}

/* When it comes: the same keys for tasks and interrupt lines. */
static gboolean
read_pattern (const Group *self, SlTaskRule *rule, GError **error)
{
  gint64 sporadic;

  if (!get_duration (self, "period", &rule->period, error) ||
      !get_duration (self, "jitter", &rule->jitter, error) ||
      !get_duration (self, "offset", &rule->offset, error) ||
      !get_duration (self, "sporadic", &sporadic, error))
    return FALSE;

  rule->is_sporadic = sporadic > 0;
  rule->is_aperiodic = rule->period == 0 && has_key (self, "arrivals");
  return TRUE;
}

static gboolean
read_rule (const Group *self, SlTaskRule *rule, GError **error)
{
  g_autofree char *colour = dup_value (self, "colour");
  g_autofree char *server = dup_value (self, "server");
  g_autofree char *begin = dup_value (self, "begin");
  g_autofree char *end = dup_value (self, "end");

  *rule = (SlTaskRule) { .name = g_intern_string (self->name),
                         .server = g_intern_string (server),
                         .begin = g_intern_string (begin),
                         .end = g_intern_string (end) };
  if (!read_pattern (self, rule, error) ||
      !get_duration (self, "deadline", &rule->deadline, error) ||
      !get_duration (self, "wcet", &rule->wcet, error))
    return FALSE;

  if (rule->deadline == 0)
    rule->deadline = rule->period;
  if (rule->deadline > 0)
    rule->deadline_from = SL_DEADLINE_MODEL;
  rule->has_priority = get_number (self, "priority", &rule->priority);
  rule->has_level = get_number (self, "level", &rule->level);
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
read_server (const Group *self, SlTaskRule *rule, GError **error)
{
  g_autofree char *policy = dup_value (self, "policy");

  *rule = (SlTaskRule) { .name = g_intern_string (self->name), .policy = g_intern_string (policy) };
  rule->has_priority = get_number (self, "priority", &rule->priority);

  return get_duration (self, "period", &rule->period, error) &&
         get_duration (self, "budget", &rule->wcet, error);
}

static gboolean
read_interrupt (const Group *self, SlTaskRule *rule, GError **error)
{
  *rule = (SlTaskRule) { .name = g_intern_string (self->name) };

  return read_pattern (self, rule, error) && get_duration (self, "wcet", &rule->wcet, error);
}

typedef gboolean (*ReadRule) (const Group *self, SlTaskRule *rule, GError **error);

/* What is read of a model for a trace. */
typedef struct
{
  const SlTaskModel *model;
  SlModelMatcher *matcher;
  SlTrace *trace;
  SlAnnotations *annotations;
  const SlClock *clock;
  SlTaskRules *rules;
} Reading;

static const char *
find_group (const Reading *self, SlModelGroup group, guint32 number)
{
  return sl_model_matcher_find (self->matcher, group, self->trace, self->annotations, number);
}

static gboolean
add_rule (const Reading *self, guint32 number, GError **error)
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
      const Group group = { self->model, kinds[i].group, find_group (self, kinds[i].group, number),
                            self->clock };
      SlTaskRule rule;

      if (group.name == NULL)
        continue;
      if (!kinds[i].read (&group, &rule, error))
        return FALSE;
      sl_task_rules_set (self->rules, number, &rule);
    }

  return TRUE;
}

/* That of the lock itself, else that of all. */
static const char *
get_protocol (const Reading *self, const char *lock)
{
  g_autofree char *own =
      lock != NULL ? sl_task_model_get (self->model, SL_MODEL_LOCK, lock, "protocol") : NULL;

  return own != NULL ? g_intern_string (own) : sl_task_rules_get_scheduler (self->rules)->protocol;
}

static void
add_lock (const Reading *self, guint32 number)
{
  SlObjectTable *objects = sl_trace_get_objects (self->trace);
  const char *name = find_group (self, SL_MODEL_LOCK, number);
  const Group group = { self->model, SL_MODEL_LOCK, name, self->clock };
  SlLockRule rule = { 0 };

  if (!sl_model_matcher_may_match (SL_MODEL_LOCK, sl_object_table_get (objects, number)->type))
    return;

  rule.name = g_intern_string (name);
  rule.protocol = get_protocol (self, name);
  if (name != NULL)
    rule.has_ceiling = get_number (&group, "ceiling", &rule.ceiling);
  if (name != NULL || rule.protocol != NULL)
    sl_task_rules_set_lock (self->rules, number, &rule);
}

typedef struct
{
  guint32 task;
  GArray *list; /* of SlModelSection */
} Sections;

static void
clear_sections (gpointer sections)
{
  g_array_unref (((Sections *) sections)->list);
}

/* @read: (element-type Sections): to which they are added */
static gboolean
read_sections (const Reading *self, guint32 task, GArray *read, GError **error)
{
  const char *name = sl_task_rules_get (self->rules, task)->name;
  g_autofree char *text =
      name != NULL ? sl_task_model_get (self->model, SL_MODEL_TASK, name, "sections") : NULL;
  Sections sections = { task, NULL };

  if (text == NULL ||
      sl_object_table_get (sl_trace_get_objects (self->trace), task)->type != SL_OBJECT_TASK)
    return TRUE;

  sections.list = sl_model_sections_parse (text, self->clock, error);
  if (sections.list == NULL)
    {
      g_prefix_error (error, "%s: [task %s], sections: ", sl_task_model_get_file_name (self->model),
                      name);
      return FALSE;
    }

  g_array_append_val (read, sections);
  return TRUE;
}

/* (transfer full): name → number of each lock that sections name; beyond the trace's table where the
 * trace does not know it */
static GHashTable *
number_locks (const Reading *self, const GArray *read)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (self->trace));
  GHashTable *locks;

  for (guint i = 0; i < read->len; i++)
    {
      const GArray *list = g_array_index (read, Sections, i).list;

      for (guint k = 0; k < list->len; k++)
        {
          const char *name = g_array_index (list, SlModelSection, k).lock;

          if (g_hash_table_add (seen, (gpointer) name))
            g_ptr_array_add (names, (gpointer) name);
        }
    }
  g_ptr_array_add (names, NULL);

  locks = sl_model_matcher_find_locks (self->matcher, self->trace, self->annotations,
                                       (const char *const *) names->pdata);
  for (guint i = 0; i + 1 < names->len; i++)
    if (!g_hash_table_contains (locks, names->pdata[i]))
      g_hash_table_insert (locks, g_strdup (names->pdata[i]), GUINT_TO_POINTER (n_objects + 1 + i));

  return locks;
}

static void
add_sections (const Reading *self, const GArray *read)
{
  g_autoptr (GHashTable) locks = number_locks (self, read);

  for (guint i = 0; i < read->len; i++)
    {
      const Sections *sections = &g_array_index (read, Sections, i);

      for (guint k = 0; k < sections->list->len; k++)
        {
          const SlModelSection *section = &g_array_index (sections->list, SlModelSection, k);
          const SlSectionRule rule = {
            sections->task, GPOINTER_TO_UINT (g_hash_table_lookup (locks, section->lock)),
            get_protocol (self, section->lock), section->begin, section->length
          };

          sl_task_rules_add_section (self->rules, &rule);
        }
    }
}

static void
add_scheduler (const SlTaskModel *self, const SlClock *clock, SlTaskRules *rules)
{
  const Group group = { self, SL_MODEL_SCHEDULER, "", clock };
  g_autofree char *policy = dup_value (&group, "policy");
  g_autofree char *protocol = dup_value (&group, "protocol");
  SlSchedulerRule rule = { g_intern_string (policy), g_intern_string (protocol), 0 };

  /* Nothing else depends on it, so that a clock without a rate does no harm. */
  if (!get_duration (&group, "overhead", &rule.overhead, NULL))
    rule.overhead = 0;
  sl_task_rules_set_scheduler (rules, &rule);
}

static gboolean
add_model (const SlTaskModel *self,
           SlTrace *trace,
           SlAnnotations *annotations,
           const SlClock *clock,
           SlTaskRules *rules,
           GError **error)
{
  g_autoptr (SlModelMatcher) matcher = sl_model_matcher_new (self);
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (Sections));
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (trace));
  const Reading reading = { self, matcher, trace, annotations, clock, rules };

  g_array_set_clear_func (sections, clear_sections);
  add_scheduler (self, clock, rules);
  for (guint32 number = 1; number <= n_objects; number++)
    {
      add_lock (&reading, number);
      if (!add_rule (&reading, number, error) || !read_sections (&reading, number, sections, error))
        return FALSE;
    }

  add_sections (&reading, sections);
  return TRUE;
}

/**
 * sl_task_model_get_rules:
 * @self: (nullable): %NULL for a trace without one
 * @annotations: gives the names and the clock's rate
 *
 * A task with a period and no deadline has to finish before its next release is due. Servers and
 * interrupt lines have rules as well; a server's budget stands in the place of a WCET.
 *
 * Returns: (transfer full): what the model, and the trace in nanoseconds, ask of the tasks of @trace; %NULL with
 *   %SL_ERROR_USAGE where a time cannot be told in ticks, or a section is none
 */
SlTaskRules *
sl_task_model_get_rules (const SlTaskModel *self,
                         SlTrace *trace,
                         SlAnnotations *annotations,
                         GError **error)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (annotations, trace);

  if (self != NULL && !add_model (self, trace, annotations, clock, rules, error))
    return NULL;

  sl_recorded_rules_add_ns (rules, trace, clock);
  return g_steal_pointer (&rules);
}
