/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-schedulability.h"

#include "sl-exact-test.h"
#include "sl-response-time.h"
#include "sl-schedulability-private.h"

static const char *const verdicts[] = {
  [SL_VERDICT_UNKNOWN] = "unknown",
  [SL_VERDICT_SCHEDULABLE] = "schedulable",
  [SL_VERDICT_NOT_SCHEDULABLE] = "not-schedulable",
  [SL_VERDICT_NOT_GUARANTEED] = "not-guaranteed",
};

static const char *const excesses[] = {
  [SL_EXCESS_WCET] = "wcet",
  [SL_EXCESS_RELEASE] = "release",
  [SL_EXCESS_RELEASE_LATENCY] = "release-latency",
  [SL_EXCESS_BLOCKING] = "blocking",
  [SL_EXCESS_INTERRUPTS] = "interrupts",
  [SL_EXCESS_SUSPENDED] = "suspended",
  [SL_EXCESS_THROTTLED] = "throttled",
  [SL_EXCESS_DISPATCH] = "dispatch",
  [SL_EXCESS_NOT_RECORDED] = "not-recorded",
  [SL_EXCESS_UNEXPLAINED] = "unexplained",
};

G_STATIC_ASSERT (G_N_ELEMENTS (excesses) == SL_N_EXCESS_KINDS);

/* Of all tasks together; each has a share of it. */
#define TOTAL_EFFORT (4 * SL_THEORY_EFFORT)

static void
task_theory_clear (gpointer data)
{
  SlTaskTheory *self = data;

  g_clear_pointer (&self->excesses, g_array_unref);
}

SlSchedulability *
sl_schedulability_ref (SlSchedulability *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  SlSchedulability *self = data;

  g_array_unref (self->tasks);
  g_array_unref (self->partitions);
}

void
sl_schedulability_unref (SlSchedulability *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static SlTaskTheory *
get_task (const SlSchedulability *self, guint number)
{
  return &g_array_index (self->tasks, SlTaskTheory, number);
}

/* Alone in a constant bandwidth server, a task whose jobs fit into one budget each, and do not come more often
 * than budgets do, is scheduled as by EDF itself, with the server's period as its deadline: Abeni and Buttazzo,
 * as in sl-server-bound.c.
 *
 * Returns: whether that is so; then @bound is the response by that */
static gboolean
bound_as_task (const SlSchedulability *self,
               const SlTheoryInput *input,
               const SlTaskTheory *server,
               const GArray *served,
               SlTheoryEffort *effort,
               SlBound *bound)
{
  SlTheoryTask task = g_array_index (served, SlTheoryTask, 0);
  g_autofree SlTheoryTask *tasks = NULL;
  SlBound blocking;
  SlTheorySet set;
  guint number = (guint) (server - get_task (self, 0));

  if (server->task.kind != SL_THEORY_BANDWIDTH || server->response.state != SL_BOUND_KNOWN ||
      served->len != 1 || !sl_theory_task_has_figures (&task) || task.jitter > 0 ||
      task.wcet > server->task.wcet || task.period < server->task.period)
    return FALSE;

  sl_theory_input_get_set (input, self, &set);
  tasks = g_memdup2 (set.tasks, set.n_tasks * sizeof *set.tasks);
  task.kind = SL_THEORY_TASK;
  task.deadline = server->task.period;
  tasks[number] = task;
  set.tasks = tasks;
  *bound = sl_response_time_get (&set, number, &blocking, effort);
  return bound->state == SL_BOUND_KNOWN && bound->ticks <= server->task.period;
}

/* Those that a server has under its budget finish when it has served them all. */
static void
bound_served (SlSchedulability *self, const SlTheoryInput *input, SlTaskTheory *theory)
{
  const SlTaskTheory *server = sl_schedulability_find (self, theory->server);
  const SlTaskRules *rules = sl_job_table_get_rules (input->jobs);
  g_autoptr (GArray) served = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  SlTheoryEffort effort = SL_THEORY_EFFORT;
  SlServer asked;

  if (theory->server == 0 || server == NULL)
    {
      theory->response.state = SL_BOUND_NO_FIGURES;
      return;
    }

  asked = (SlServer) {
    sl_server_policy_from_id (sl_task_rules_get (rules, server->object)->policy),
    server->task.wcet,
    server->task.period,
    server->task.priority,
  };
  for (guint i = 0; i < self->tasks->len; i++)
    if (get_task (self, i)->server == theory->server)
      g_array_append_val (served, get_task (self, i)->task);
  if (bound_as_task (self, input, server, served, &effort, &theory->response))
    return;
  theory->response = sl_server_bound_get_response (&asked, server->response,
                                                   (const SlTheoryTask *) (gpointer) served->data,
                                                   served->len, &effort);
}

/* A constant bandwidth server has no response of its own: its share is there or not. */
static void
bound_bandwidth (const SlSchedulability *self, SlTaskTheory *theory)
{
  if (self->policy != SL_POLICY_EDF)
    theory->response.state = SL_BOUND_NO_METHOD;
  else if (self->demand.state != SL_BOUND_KNOWN || self->demand.passes)
    theory->response.state = self->demand.state;
  else
    theory->response.state = SL_BOUND_OVERLOAD;
  theory->response.ticks = theory->task.period;
}

static void
bound_task (SlSchedulability *self, const SlTheoryInput *input, guint number)
{
  SlTaskTheory *theory = get_task (self, number);
  SlTheoryEffort effort = TOTAL_EFFORT / MAX (self->tasks->len, 4);
  SlTheorySet set;

  if (theory->task.kind == SL_THEORY_BANDWIDTH)
    {
      bound_bandwidth (self, theory);
      return;
    }

  sl_theory_input_get_set (input, self, &set);
  theory->response = sl_response_time_get (&set, number, &theory->blocking, &effort);
}

/**
 * sl_task_theory_measure:
 *
 * Finds the longest response, and whether it is above the bound.
 */
void
sl_task_theory_measure (SlTaskTheory *self, const SlTheoryInput *input)
{
  const SlJobTask *info = sl_job_table_find_task (input->jobs, self->object);

  for (guint i = 0; info != NULL && i < info->n_jobs; i++)
    {
      gint64 response;

      if (!sl_job_get_response (sl_job_table_get (input->jobs, info->first + i), &response) ||
          response <= self->measured)
        continue;
      self->measured = response;
      self->job = info->first + i;
    }
  self->exceeds = self->response.state == SL_BOUND_KNOWN && self->measured > self->response.ticks;
}

/**
 * sl_task_theory_keeps:
 * @theory: that @self is of
 *
 * Returns: whether no job of the task can miss its deadline as long as no parameter is exceeded, given or estimated
 */
gboolean
sl_task_theory_keeps (const SlTaskTheory *self, const SlSchedulability *theory)
{
  if (self->task.deadline <= 0)
    return FALSE;
  if (theory->policy == SL_POLICY_EDF && self->task.kind == SL_THEORY_TASK &&
      theory->demand.state == SL_BOUND_KNOWN && theory->demand.passes)
    return TRUE;

  return self->response.state == SL_BOUND_KNOWN && self->response.ticks <= self->task.deadline;
}

/* @set: that of @self. Estimates do not prove anything: neither that a job may miss its deadline nor that none does. */
static SlVerdict
judge (const SlSchedulability *self, const SlTheorySet *set, guint number)
{
  const SlTaskTheory *theory = get_task (self, number);
  SlTheoryEffort effort = TOTAL_EFFORT / MAX (self->tasks->len, 4);
  gboolean is_estimated = (self->estimated & SL_ESTIMATED_LOAD) != 0;

  if (theory->task.deadline <= 0)
    return SL_VERDICT_UNKNOWN;
  if (sl_task_theory_keeps (theory, self))
    return is_estimated ? SL_VERDICT_NOT_GUARANTEED : SL_VERDICT_SCHEDULABLE;
  if (sl_exact_test_fails (set, number, &effort))
    return is_estimated ? SL_VERDICT_NOT_GUARANTEED : SL_VERDICT_NOT_SCHEDULABLE;

  switch (theory->response.state)
    {
    case SL_BOUND_KNOWN:
    case SL_BOUND_OVERLOAD:
    case SL_BOUND_BLOCKED:
      return SL_VERDICT_NOT_GUARANTEED;
    case SL_BOUND_NO_FIGURES:
    case SL_BOUND_NO_METHOD:
    case SL_BOUND_TOO_LONG:
    case SL_BOUND_MIGRATES:
    case SL_N_BOUND_STATES:
    default:
      return SL_VERDICT_UNKNOWN;
    }
}

/* Interrupt lines and tasks without a deadline have nothing to keep. */
static SlVerdict
judge_all (const SlSchedulability *self)
{
  guint counts[SL_VERDICT_NOT_GUARANTEED + 1] = { 0 };

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlTaskTheory *theory = get_task (self, i);

      if (theory->task.deadline > 0)
        counts[theory->verdict]++;
    }
  if (counts[SL_VERDICT_NOT_SCHEDULABLE] > 0 ||
      (self->utilisation.is_overload && !(self->estimated & SL_ESTIMATED_LOAD)))
    return SL_VERDICT_NOT_SCHEDULABLE;
  if (counts[SL_VERDICT_NOT_GUARANTEED] > 0 || self->utilisation.is_overload)
    return SL_VERDICT_NOT_GUARANTEED;

  return counts[SL_VERDICT_UNKNOWN] > 0 || self->tasks->len == 0 ? SL_VERDICT_UNKNOWN
                                                                 : SL_VERDICT_SCHEDULABLE;
}

static gboolean
has_blocking (const SlSchedulability *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlBound *blocking = &get_task (self, i)->blocking;

      if (blocking->state != SL_BOUND_KNOWN || blocking->ticks > 0)
        return TRUE;
    }

  return FALSE;
}

/* Under EDF a job of a task with a longer relative deadline may have the earlier absolute one, and be
 * blocked while it runs before one of @self: so the bounds of all longer deadlines count as well. */
static SlBound
get_longest_blocking (const SlSchedulability *self, const SlTaskTheory *theory)
{
  SlBound longest = theory->blocking;

  for (guint i = 0; longest.state == SL_BOUND_KNOWN && i < self->tasks->len; i++)
    {
      const SlTaskTheory *other = get_task (self, i);

      if (other->task.deadline < theory->task.deadline)
        continue;
      if (other->blocking.state == SL_BOUND_BLOCKED)
        longest.state = SL_BOUND_BLOCKED;
      else if (other->blocking.state == SL_BOUND_KNOWN)
        longest.ticks = MAX (longest.ticks, other->blocking.ticks);
    }

  return longest;
}

/* Taking the longest twice changes nothing, so the order of the tasks does not matter. */
static void
widen_blocking (SlSchedulability *self)
{
  for (guint i = 0; self->policy == SL_POLICY_EDF && i < self->tasks->len; i++)
    get_task (self, i)->blocking = get_longest_blocking (self, get_task (self, i));
}

/**
 * sl_schedulability_work_out:
 * @self: with its tasks and their parameters
 *
 * Finds all that is to be said of one processor.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_schedulability_work_out (SlSchedulability *self,
                            const SlTheoryInput *input,
                            GCancellable *cancellable,
                            GError **error)
{
  SlTheoryEffort effort = SL_THEORY_EFFORT;
  SlTheorySet set;

  sl_theory_input_get_set (input, self, &set);
  self->demand.state = SL_BOUND_NO_METHOD;
  if (self->policy == SL_POLICY_EDF)
    sl_demand_test_run (&self->demand, &set, &effort);

  for (guint i = 0; i < self->tasks->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (get_task (self, i)->task.kind != SL_THEORY_SERVED)
        bound_task (self, input, i);
    }
  sl_utilisation_init (&self->utilisation, &set, has_blocking (self));
  widen_blocking (self);

  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlTaskTheory *theory = get_task (self, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (theory->task.kind == SL_THEORY_SERVED)
        bound_served (self, input, theory);
      theory->excesses = g_array_new (FALSE, FALSE, sizeof (SlExcess));
      theory->verdict = judge (self, &set, i);
      sl_task_theory_measure (theory, input);
      self->n_exceeding += theory->exceeds;
      if (theory->exceeds)
        sl_task_theory_explain (theory, input, self);
    }
  self->verdict = judge_all (self);
  return TRUE;
}

/**
 * sl_schedulability_alloc:
 *
 * Returns: (transfer full): one without tasks
 */
SlSchedulability *
sl_schedulability_alloc (void)
{
  SlSchedulability *self = g_atomic_rc_box_new0 (SlSchedulability);

  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlTaskTheory));
  self->partitions = g_array_new (FALSE, FALSE, sizeof (SlPartition));
  g_array_set_clear_func (self->tasks, task_theory_clear);
  return self;
}

/**
 * sl_schedulability_new:
 * @jobs: whose rules are the task model's
 *
 * Costs by the number of jobs and of critical sections, and some tenths of a second at most for the
 * analyses. Where several processors ran tasks with jobs, each is analysed by itself, as far as its tasks
 * never left it. Fails only when it is cancelled.
 *
 * Returns: (transfer full): %NULL on error
 */
SlSchedulability *
sl_schedulability_new (SlJobTable *jobs, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlSchedulability) self = sl_schedulability_alloc ();
  SlTheoryInput input;
  gboolean is_done;

  sl_theory_input_init (&input, jobs, self);
  if (sl_schedulability_find_partitions (self, &input))
    is_done = sl_schedulability_work_out_partitions (self, &input, cancellable, error);
  else
    is_done = sl_schedulability_work_out (self, &input, cancellable, error);
  sl_theory_input_clear (&input);

  return is_done ? g_steal_pointer (&self) : NULL;
}

/**
 * sl_schedulability_find:
 * @object: number of a task, a server or an interrupt line
 *
 * Returns: (transfer none) (nullable): %NULL where nothing is said of it
 */
const SlTaskTheory *
sl_schedulability_find (const SlSchedulability *self, guint32 object)
{
  for (guint i = 0; i < self->tasks->len; i++)
    if (get_task (self, i)->object == object)
      return get_task (self, i);

  return NULL;
}

/* @margin: (out): how much shorter the longest response is than its bound may be; signed */
gboolean
sl_task_theory_get_margin (const SlTaskTheory *self, gint64 *margin)
{
  *margin = self->response.ticks - self->measured;
  return self->response.state == SL_BOUND_KNOWN && self->measured >= 0;
}

/* Returns: (transfer none): for scripts */
const char *
sl_verdict_get_id (SlVerdict verdict)
{
  return verdicts[verdict];
}

/* Returns: (transfer none): for scripts */
const char *
sl_excess_kind_get_id (SlExcessKind kind)
{
  return excesses[kind];
}
