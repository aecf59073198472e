/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From a trace, its jobs and its rules to plain numbers. */
#include "sl-schedulability-private.h"

#include "sl-section-estimate.h"
#include "sl-task-estimate.h"

/* Times that are too long for the analyses count as unknown. */
static gint64
limit (gint64 ticks)
{
  return ticks > 0 && ticks <= SL_THEORY_MOST ? ticks : 0;
}

static SlTaskTheory *
append (SlTheoryInput *self, SlSchedulability *result, guint32 object, const SlTheoryTask *task)
{
  const SlTaskTheory theory = { .object = object, .task = *task, .measured = -1, .job = G_MAXUINT };

  g_array_append_val (self->tasks, *task);
  g_array_append_val (result->tasks, theory);
  return &g_array_index (result->tasks, SlTaskTheory, result->tasks->len - 1);
}

/* Of a task whose releases no model tells: what is usual is its period, but of one that the model
 * knows and gives none the shortest distance; of a single job that it is the only one. An aperiodic
 * task has none. */
static gint64
estimate_period (const SlTheoryInput *self,
                 const SlTaskRule *rule,
                 const SlTaskEstimate *estimate,
                 const SlJobStatistics *measured)
{
  if (rule->is_aperiodic)
    return 0;
  if (rule->name != NULL && measured->interarrival.count > 0)
    return limit (measured->interarrival.min);
  if (estimate->n_intervals > 0)
    return limit (estimate->period);

  return measured->n_jobs == 1
             ? limit (sl_span_duration (sl_trace_get_span (sl_job_table_get_trace (self->jobs))))
             : 0;
}

/* Of a task whose deadlines are recorded with its releases: the shortest, in case they differ; 0 for none. */
static gint64
find_recorded_deadline (const SlTheoryInput *self, const SlJobTask *info)
{
  gint64 shortest = 0;

  if (!info->has_deadlines)
    return 0;

  for (guint i = info->first; i < info->first + info->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (self->jobs, i);
      gint64 relative = sl_job_get_relative_deadline (job);

      if (job->deadline_from == SL_DEADLINE_TRACE && relative > 0)
        shortest = shortest == 0 ? relative : MIN (shortest, relative);
    }
  return limit (shortest);
}

static void
add_task (SlTheoryInput *self, SlSchedulability *result, const SlJobTask *info)
{
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (self->jobs), info->task);
  SlTheoryTask task = { SL_THEORY_TASK,         limit (rule->wcet),   limit (rule->period),
                        limit (rule->deadline), limit (rule->jitter), rule->priority,
                        limit (rule->offset),   rule->is_sporadic };
  SlTaskEstimate estimate;
  SlJobStatistics measured;
  guint estimated = 0;

  sl_task_estimate_init (&estimate, self->jobs, info->task);
  sl_job_statistics_init (&measured, self->jobs, info);
  if (task.wcet == 0)
    {
      task.wcet = limit (estimate.execution);
      estimated |= task.wcet > 0 ? SL_ESTIMATED_WCET : 0;
    }
  if (task.period == 0)
    {
      task.period = estimate_period (self, rule, &estimate, &measured);
      estimated |= task.period > 0 ? SL_ESTIMATED_PERIOD : 0;
    }
  if (task.deadline == 0)
    task.deadline = find_recorded_deadline (self, info);
  if (task.deadline == 0 && rule->name == NULL)
    {
      task.deadline = task.period;
      estimated |= task.deadline > 0 ? SL_ESTIMATED_DEADLINE : 0;
    }

  g_array_append_val (self->measured, measured);
  append (self, result, info->task, &task)->estimated = estimated;
}

static void
add_tasks (SlTheoryInput *self, SlSchedulability *result)
{
  for (guint i = 0; i < sl_job_table_get_n_tasks (self->jobs); i++)
    {
      const SlJobTask *info = sl_job_table_get_task (self->jobs, i);

      if (info->n_jobs > 0 && info->task != sl_job_table_get_idle_task (self->jobs))
        add_task (self, result, info);
    }
}

/* Servers and interrupt lines have no jobs: what the model says is all there is. */
static void
add_others (SlTheoryInput *self, SlSchedulability *result, SlObjectType type)
{
  const SlTaskRules *rules = sl_job_table_get_rules (self->jobs);
  SlObjectTable *objects = sl_trace_get_objects (sl_job_table_get_trace (self->jobs));

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlTaskRule *rule = sl_task_rules_get (rules, number);
      const SlServer server = { sl_server_policy_from_id (rule->policy), limit (rule->wcet),
                                limit (rule->period), rule->priority };
      SlTheoryTask task = { SL_THEORY_INTERRUPT,
                            server.budget,
                            server.period,
                            .jitter = limit (rule->jitter),
                            .offset = limit (rule->offset),
                            .is_sporadic = rule->is_sporadic };

      if (rule->name == NULL || sl_object_table_get (objects, number)->type != type)
        continue;
      if (type == SL_OBJECT_SERVER)
        sl_server_bound_fill_task (&server, &task);
      append (self, result, number, &task);
    }
}

/* Tasks that run in a server leave it to that one to be scheduled. */
static void
find_server (SlTheoryInput *self, SlSchedulability *result, guint number)
{
  const SlTaskRules *rules = sl_job_table_get_rules (self->jobs);
  SlTaskTheory *theory = &g_array_index (result->tasks, SlTaskTheory, number);
  const char *name = sl_task_rules_get (rules, theory->object)->server;

  if (theory->task.kind != SL_THEORY_TASK || name == NULL)
    return;

  theory->task.kind = SL_THEORY_SERVED;
  for (guint i = 0; i < result->tasks->len; i++)
    {
      const SlTaskTheory *other = &g_array_index (result->tasks, SlTaskTheory, i);

      if ((other->task.kind != SL_THEORY_SERVER && other->task.kind != SL_THEORY_BANDWIDTH) ||
          sl_task_rules_get (rules, other->object)->name != name)
        continue;
      theory->server = other->object;
      theory->task.priority = other->task.priority;
    }
  g_array_index (self->tasks, SlTheoryTask, number) = theory->task;
}

static void
add_section (SlTheoryInput *self, guint task, const SlSectionRule *rule, SlSchedulability *result)
{
  const SlTheorySection section = { task, rule->lock, rule->begin, limit (rule->length) };
  SlProtocol protocol = sl_protocol_from_id (rule->protocol);

  if (section.length == 0 || rule->begin < 0 || rule->begin > SL_THEORY_MOST)
    return;

  if (self->sections->len == 0)
    result->protocol = protocol;
  else if (result->protocol != protocol)
    result->protocol = SL_PROTOCOL_UNKNOWN;
  g_array_append_val (self->sections, section);
}

static void
add_sections (SlTheoryInput *self, SlSchedulability *result, guint task)
{
  guint n_given;
  const SlSectionRule *given =
      sl_task_rules_get_sections (sl_job_table_get_rules (self->jobs), &n_given);
  SlTaskTheory *theory = &g_array_index (result->tasks, SlTaskTheory, task);
  const SlJobTask *info = sl_job_table_find_task (self->jobs, theory->object);
  g_autoptr (GArray) estimated = NULL;
  guint n_before = self->sections->len;

  for (guint i = 0; i < n_given; i++)
    if (given[i].task == theory->object)
      add_section (self, task, &given[i], result);
  if (self->sections->len > n_before || info == NULL)
    return;

  estimated = sl_section_estimate_find (self->jobs, info);
  for (guint i = 0; i < estimated->len; i++)
    add_section (self, task, &g_array_index (estimated, SlSectionRule, i), result);
  if (estimated->len > 0)
    theory->estimated |= SL_ESTIMATED_SECTIONS;
}

/* Who runs in a server has that one's. */
static gboolean
needs_priority (const SlTaskTheory *theory, const SlTaskRule *rule)
{
  return theory->task.kind != SL_THEORY_INTERRUPT && rule->server == NULL;
}

/* What policy Linux follows for @theory's jobs, by the priority that it has all along. */
static SlPolicy
find_linux_policy (const SlTheoryInput *self, const SlTaskTheory *theory, gint64 *priority)
{
  const SlJobTask *info = sl_job_table_find_task (self->jobs, theory->object);
  const SlJob *first = info != NULL ? sl_job_table_get (self->jobs, info->first) : NULL;
  SlSpan span;

  if (first == NULL)
    return SL_POLICY_UNKNOWN;

  span = (SlSpan) { first->release != SL_JOB_NEVER ? first->release : first->eligible,
                    first[info->n_jobs - 1].end };
  if (!sl_base_order_get_recorded (sl_job_table_get_order (self->jobs), theory->object, span,
                                   priority))
    return SL_POLICY_UNKNOWN;

  return *priority >= SL_LINUX_DEADLINE               ? SL_POLICY_EDF
         : *priority > 0 && *priority < SL_LINUX_STOP ? SL_POLICY_FP
                                                      : SL_POLICY_UNKNOWN;
}

/* Of a model without policy and priorities: what all tasks with jobs were scheduled by, where the trace records it. */
static SlPolicy
take_linux_policy (SlTheoryInput *self, const SlSchedulability *result)
{
  SlPolicy policy = SL_POLICY_UNKNOWN;

  if (!sl_source_has_trait (sl_trace_get_source (sl_job_table_get_trace (self->jobs)),
                            SL_TRAIT_LINUX_CLASSES))
    return SL_POLICY_UNKNOWN;

  for (guint i = 0; i < result->tasks->len; i++)
    {
      SlTheoryTask *task = &g_array_index (self->tasks, SlTheoryTask, i);
      SlPolicy own = find_linux_policy (self, &g_array_index (result->tasks, SlTaskTheory, i),
                                        &task->priority);

      if (own == SL_POLICY_UNKNOWN || (i > 0 && own != policy))
        return SL_POLICY_UNKNOWN;
      policy = own;
    }
  return policy;
}

/* Priorities that the model gives are what counted, else those that the policy means, else those that are recorded. */
static void
find_priorities (SlTheoryInput *self, SlSchedulability *result)
{
  const SlTaskRules *rules = sl_job_table_get_rules (self->jobs);
  gboolean has_all = TRUE, has_any = FALSE;

  for (guint i = 0; i < result->tasks->len; i++)
    {
      const SlTaskTheory *theory = &g_array_index (result->tasks, SlTaskTheory, i);
      const SlTaskRule *rule = sl_task_rules_get (rules, theory->object);

      has_any = has_any || rule->has_priority;
      has_all = has_all && (rule->has_priority || !needs_priority (theory, rule));
    }

  result->policy = sl_policy_from_id (sl_task_rules_get_scheduler (rules)->policy);
  if (result->policy == SL_POLICY_UNKNOWN && has_all && has_any)
    result->policy = SL_POLICY_FP;
  if (result->policy == SL_POLICY_UNKNOWN && !has_any)
    result->policy = take_linux_policy (self, result);
  else if (result->policy == SL_POLICY_FP && !has_all)
    result->policy = SL_POLICY_UNKNOWN;
  if (!has_all || !sl_policy_is_fixed (result->policy))
    sl_theory_rank (result->policy, (SlTheoryTask *) (gpointer) self->tasks->data,
                    self->tasks->len);
  for (guint i = 0; i < result->tasks->len; i++)
    g_array_index (result->tasks, SlTaskTheory, i).task =
        g_array_index (self->tasks, SlTheoryTask, i);
}

/**
 * sl_theory_input_init:
 * @result: gets its tasks with their parameters, the policy and the protocol
 */
void
sl_theory_input_init (SlTheoryInput *self, SlJobTable *jobs, SlSchedulability *result)
{
  const SlSchedulerRule *scheduler = sl_task_rules_get_scheduler (sl_job_table_get_rules (jobs));

  self->jobs = jobs;
  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  self->sections = g_array_new (FALSE, FALSE, sizeof (SlTheorySection));
  self->measured = g_array_new (FALSE, FALSE, sizeof (SlJobStatistics));

  add_tasks (self, result);
  add_others (self, result, SL_OBJECT_SERVER);
  add_others (self, result, SL_OBJECT_IRQ);
  find_priorities (self, result);
  for (guint i = 0; i < result->tasks->len; i++)
    find_server (self, result, i);
  result->protocol = sl_protocol_from_id (scheduler->protocol);
  for (guint i = 0; i < result->tasks->len; i++)
    add_sections (self, result, i);
  for (guint i = 0; i < result->tasks->len; i++)
    result->estimated |= g_array_index (result->tasks, SlTaskTheory, i).estimated;
}

void
sl_theory_input_clear (SlTheoryInput *self)
{
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->sections, g_array_unref);
  g_clear_pointer (&self->measured, g_array_unref);
}

/* @set: (out): borrows from @self */
void
sl_theory_input_get_set (const SlTheoryInput *self,
                         const SlSchedulability *result,
                         SlTheorySet *set)
{
  *set = (SlTheorySet) { result->policy,
                         result->protocol,
                         (const SlTheoryTask *) (gpointer) self->tasks->data,
                         self->tasks->len,
                         (const SlTheorySection *) (gpointer) self->sections->data,
                         self->sections->len };
}
