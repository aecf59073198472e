/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-theory.h"

#include <glib/gi18n-lib.h>

#include "sl-text-jobs.h"
#include "sl-text-lack.h"
#include "sl-text.h"
#include "sl-time-text.h"

/* For people. */
const char *
sl_text_policy (SlPolicy policy)
{
  switch (policy)
    {
    case SL_POLICY_RM:
      return _ ("Rate monotonic");
    case SL_POLICY_DM:
      return _ ("Deadline monotonic");
    case SL_POLICY_FP:
      return _ ("Fixed priorities");
    case SL_POLICY_EDF:
      return _ ("Earliest deadline first");
    case SL_POLICY_FIFO:
      return _ ("First come, first served");
    case SL_POLICY_RR:
      return _ ("Round robin");
    case SL_POLICY_UNKNOWN:
    default:
      return _ ("Policy unknown");
    }
}

/* For people. */
const char *
sl_text_protocol (SlProtocol protocol)
{
  switch (protocol)
    {
    case SL_PROTOCOL_NONE:
      return _ ("no locking protocol");
    case SL_PROTOCOL_NPP:
      return _ ("non-preemptive sections");
    case SL_PROTOCOL_PIP:
      return _ ("priority inheritance");
    case SL_PROTOCOL_PCP:
      return _ ("priority ceiling");
    case SL_PROTOCOL_ICPP:
      return _ ("immediate priority ceiling");
    case SL_PROTOCOL_SRP:
      return _ ("stack resource policy");
    case SL_PROTOCOL_UNKNOWN:
    default:
      return _ ("locking protocol unknown");
    }
}

/* Of one task; describe_method() says it at length, once for all. */
static const char *
describe_no_method (const SlSchedulability *theory)
{
  if (theory->policy == SL_POLICY_UNKNOWN)
    return _ ("no bound: policy unknown");
  if (theory->protocol == SL_PROTOCOL_UNKNOWN)
    return _ ("no bound: protocol unknown");

  return _ ("no bound: not analysed");
}

/* What is missing for bounds, and where it is entered. */
static const char *
describe_method (const SlSchedulability *theory)
{
  if (theory->policy == SL_POLICY_UNKNOWN)
    return _ (
        "Bounds need the scheduling policy, which is not known; the task model can give it, as "
        "“policy” of its scheduler");
  if (theory->protocol == SL_PROTOCOL_UNKNOWN)
    return _ ("Some bounds need the locking protocol, which is not known for all locks; the task "
              "model can give it, as “protocol” of its scheduler");

  return _ ("This combination of scheduling policy and locking protocol is not analysed");
}

static gboolean
lacks_method (const SlSchedulability *theory)
{
  for (guint i = 0; i < theory->tasks->len; i++)
    if (g_array_index (theory->tasks, SlTaskTheory, i).response.state == SL_BOUND_NO_METHOD)
      return TRUE;

  return FALSE;
}

/* Why there is no bound; empty where there is one. */
static const char *
describe_state (const SlSchedulability *theory, SlBoundState state)
{
  switch (state)
    {
    case SL_BOUND_OVERLOAD:
      return _ ("no bound: the demand exceeds the capacity of the processor or the server");
    case SL_BOUND_BLOCKED:
      return _ ("no bound: nothing limits how long a lock is waited for");
    case SL_BOUND_NO_METHOD:
      return describe_no_method (theory);
    case SL_BOUND_TOO_LONG:
      return _ ("not computed: it would take too many steps");
    case SL_BOUND_MIGRATES:
      return _ ("no bound: tasks move between processors");
    case SL_BOUND_NO_FIGURES:
    case SL_BOUND_KNOWN:
    case SL_N_BOUND_STATES:
    default:
      return "";
    }
}

/* For people. */
const char *
sl_text_verdict (SlVerdict verdict)
{
  switch (verdict)
    {
    case SL_VERDICT_SCHEDULABLE:
      return _ ("schedulable");
    case SL_VERDICT_NOT_SCHEDULABLE:
      return _ ("not schedulable");
    case SL_VERDICT_NOT_GUARANTEED:
      return _ ("not guaranteed");
    case SL_VERDICT_UNKNOWN:
    default:
      return _ ("not known");
    }
}

/**
 * sl_text_theory_doubt:
 * @annotations: (nullable): names objects as the user does
 * @task: of @theory
 *
 * Returns: why there is no bound, or why the bound decides nothing; empty where it does
 */
char *
sl_text_theory_doubt (const SlSchedulability *theory,
                      SlJobTable *jobs,
                      SlAnnotations *annotations,
                      const SlTaskTheory *task)
{
  if (task->verdict == SL_VERDICT_NOT_GUARANTEED && sl_task_theory_keeps (task, theory))
    return g_strdup (_ (
        "deadlines are met as long as no job exceeds what was estimated from the trace, which is not "
        "a proof"));
  if (task->response.state == SL_BOUND_KNOWN && task->verdict == SL_VERDICT_NOT_GUARANTEED)
    return g_strdup (_ ("the bound is above the deadline, but the worst case that it assumes may "
                        "never happen"));
  if (task->response.state == SL_BOUND_NO_FIGURES)
    return sl_text_lack_of_bound (theory, jobs, annotations, task);

  return g_strdup (describe_state (theory, task->response.state));
}

static char *
dup_duration (const SlClock *clock, gint64 ticks)
{
  return sl_time_text_duration (clock, (SlSpan) { 0, ticks });
}

/* @is_estimated: some WCETs, periods or deadlines are taken from the trace */
static char *
dup_utilisation (const SlUtilisation *load, gboolean is_estimated)
{
  g_autofree char *total = sl_time_text_decimal ("%.4f", load->total);
  g_autofree char *due = sl_time_text_decimal ("%.4f", load->due);

  if (load->is_overload && is_estimated)
    return g_strdup_printf (
        _ ("Utilisation %s as estimated from the trace: if every job took as long as the longest "
           "one measured and came as often as estimated, some deadline would be missed under any "
           "policy"),
        total);
  if (load->is_overload && load->serves)
    return g_strdup_printf (
        _ ("Utilisation %s; all tasks with deadlines, including those in servers, need %s, more "
           "than the processor has: some deadline is missed under any policy"),
        total, due);
  if (load->is_overload)
    return g_strdup_printf (
        _ ("Utilisation %s: more than the processor has; some task misses its deadlines under "
           "any policy"),
        total);
  if (load->versus_one > 0)
    return g_strdup_printf (
        _ ("Utilisation %s: more than the processor has if tasks without a deadline and servers "
           "use all of their shares"),
        total);

  return g_strdup_printf (_ ("Utilisation %s (of at most 1)"), total);
}

/* Translators: a bound, what it says */
static void
add_sufficient (GPtrArray *lines,
                const char *text,
                const SlUtilisation *load,
                gboolean is_estimated,
                gboolean passes)
{
  const char *says =
      _ ("not applicable: it requires rate monotonic priorities, deadlines equal to the periods, "
         "and neither jitter nor blocking");

  if (load->applies && !passes)
    says = _ ("exceeded, which proves nothing: see the response times");
  else if (load->applies && is_estimated)
    says = _ ("satisfied by what was estimated from the trace, which is not a proof");
  else if (load->applies && load->serves)
    says = _ ("satisfied, so all deadlines of tasks outside servers are met");
  else if (load->applies)
    says = _ ("satisfied, so all deadlines are met");
  g_ptr_array_add (lines, g_strdup_printf ("%s: %s", text, says));
}

static void
add_bounds (GPtrArray *lines, const SlUtilisation *load, gboolean is_estimated)
{
  g_autofree char *bound = sl_time_text_decimal ("%.4f", load->liu_layland);
  g_autofree char *product = sl_time_text_decimal ("%.4f", load->product);
  g_autofree char *first = NULL, *second = NULL;

  if (load->n_tasks == 0)
    return;

  first = g_strdup_printf (_ ("Liu–Layland bound %s"), bound);
  second = g_strdup_printf (_ ("Hyperbolic bound, %s of 2"), product);
  add_sufficient (lines, first, load, is_estimated, load->total <= load->liu_layland);
  add_sufficient (lines, second, load, is_estimated, load->product <= 2);
}

static char *
dup_demand (const SlSchedulability *theory,
            const SlDemandTest *test,
            gboolean serves,
            gboolean is_estimated,
            const SlClock *clock)
{
  g_autofree char *horizon = dup_duration (clock, test->horizon);
  g_autofree char *interval = NULL, *demand = NULL, *blocking = NULL;

  if (test->state != SL_BOUND_KNOWN)
    return g_strdup_printf (_ ("Processor demand: %s"), describe_state (theory, test->state));
  if (test->passes && is_estimated)
    return g_strdup_printf (
        _ ("Processor demand: never exceeds the interval, checked up to %s with what was estimated from the trace, "
           "which is not a proof"),
        horizon);
  if (test->passes && serves)
    return g_strdup_printf (
        _ ("Processor demand: never exceeds the interval, checked up to %s, so all "
           "deadlines of tasks outside servers are met"),
        horizon);
  if (test->passes)
    return g_strdup_printf (
        _ ("Processor demand: never exceeds the interval, checked up to %s, so all "
           "deadlines are met"),
        horizon);

  interval = dup_duration (clock, test->interval);
  demand = dup_duration (clock, test->demand);
  blocking = dup_duration (clock, test->blocking);
  if (test->blocking == 0)
    return g_strdup_printf (_ ("Processor demand: within %s, up to %s may be due"), interval,
                            demand);

  return g_strdup_printf (
      _ ("Processor demand: within %s, up to %s may be due, after %s of blocking by less urgent "
         "tasks"),
      interval, demand, blocking);
}

/* "fa, fb": those that ran on that processor alone */
static char *
list_tasks (const SlSchedulability *theory,
            SlJobTable *jobs,
            SlAnnotations *annotations,
            guint32 cpu)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, i);
      g_autofree char *name =
          sl_text_object (sl_job_table_get_trace (jobs), annotations, task->object);

      if (task->cpu == cpu)
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", name);
    }
  return g_string_free (list, FALSE);
}

/* One processor of several: its tasks, and what holds of them together. */
static void
add_partition (GPtrArray *lines,
               const SlSchedulability *theory,
               SlJobTable *jobs,
               SlAnnotations *annotations,
               const SlClock *clock,
               const SlPartition *partition)
{
  g_autofree char *cpu =
      sl_text_object (sl_job_table_get_trace (jobs), annotations, partition->cpu);
  g_autofree char *tasks = list_tasks (theory, jobs, annotations, partition->cpu);
  gboolean is_estimated = (theory->estimated & SL_ESTIMATED_LOAD) != 0;
  g_autofree char *load = dup_utilisation (&partition->utilisation, is_estimated);
  g_autofree char *mover = partition->mover != 0 ? sl_text_object (sl_job_table_get_trace (jobs),
                                                                   annotations, partition->mover)
                                                 : NULL;

  if (mover != NULL)
    {
      /* Translators: a processor, a task */
      g_ptr_array_add (lines,
                       g_strdup_printf (_ ("%s is not analysed: %s also ran on another processor"),
                                        cpu, mover));
      return;
    }
  if (partition->shares_lock)
    {
      g_ptr_array_add (
          lines,
          g_strdup_printf (_ ("%s is not analysed: %s share locks with tasks of another processor"),
                           cpu, tasks));
      return;
    }

  /* Translators: a processor, its tasks, what is said of them */
  g_ptr_array_add (lines, g_strdup_printf (_ ("%s (%s): %s"), cpu, tasks, load));
  if (theory->policy == SL_POLICY_EDF)
    {
      g_autofree char *demand = dup_demand (theory, &partition->demand,
                                            partition->utilisation.serves, is_estimated, clock);

      g_ptr_array_add (lines, g_strdup_printf ("%s: %s", cpu, demand));
    }
}

/**
 * sl_text_theory_totals:
 * @annotations: (nullable): names objects as the user does
 *
 * Returns: (transfer full) (element-type utf8): lines about all tasks together
 */
GPtrArray *
sl_text_theory_totals (const SlSchedulability *theory,
                       SlJobTable *jobs,
                       SlAnnotations *annotations,
                       const SlClock *clock)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  const SlUtilisation *load = &theory->utilisation;
  gboolean has_locks = theory->protocol != SL_PROTOCOL_UNKNOWN;
  gboolean is_estimated = (theory->estimated & SL_ESTIMATED_LOAD) != 0;

  g_ptr_array_add (lines, has_locks ? g_strdup_printf ("%s, %s", sl_text_policy (theory->policy),
                                                       sl_text_protocol (theory->protocol))
                                    : g_strdup (sl_text_policy (theory->policy)));
  if (lacks_method (theory))
    g_ptr_array_add (lines, g_strdup (describe_method (theory)));
  if (theory->partitions->len > 0)
    {
      for (guint i = 0; i < theory->partitions->len; i++)
        add_partition (lines, theory, jobs, annotations, clock,
                       &g_array_index (theory->partitions, SlPartition, i));
      return lines;
    }
  g_ptr_array_add (lines, dup_utilisation (load, is_estimated));
  if (load->n_left_out > 0)
    g_ptr_array_add (lines, sl_text_lack_of_share (theory, jobs, annotations));
  if (sl_policy_is_fixed (theory->policy))
    add_bounds (lines, load, is_estimated);
  if (theory->policy == SL_POLICY_EDF)
    g_ptr_array_add (lines,
                     dup_demand (theory, &theory->demand, load->serves, is_estimated, clock));
  return lines;
}

/**
 * sl_text_estimated:
 * @estimated: #SlEstimated
 *
 * Returns: what is not the task model's; empty for nothing
 */
char *
sl_text_estimated (guint estimated)
{
  static const struct
  {
    SlEstimated what;
    const char *name;
  } names[] = {
    { SL_ESTIMATED_WCET, N_ ("WCET") },
    { SL_ESTIMATED_PERIOD, N_ ("Period") },
    { SL_ESTIMATED_DEADLINE, N_ ("Deadline") },
    { SL_ESTIMATED_SECTIONS, N_ ("Critical sections") },
  };
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (estimated & names[i].what)
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", _ (names[i].name));
  if (list->len == 0)
    return g_strdup ("");

  /* Translators: a list such as "WCET, Period" */
  return g_strdup_printf (_ ("estimated from the trace: %s"), list->str);
}
