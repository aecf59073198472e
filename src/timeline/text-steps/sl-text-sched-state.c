/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-sched-state.h"

#include <glib/gi18n-lib.h>

static void
add_line (GString *text, const char *line)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
}

/* "τ1, job 3, deadline 20 ms", as far as that is known */
static char *
describe_task (SlReplay *replay,
               SlAnnotations *annotations,
               const SlClock *clock,
               const SlSchedTask *task)
{
  g_autofree char *name = sl_text_step_name (replay, annotations, task->task);
  g_autofree char *deadline = NULL;
  const SlJob *job;

  if (task->job == G_MAXUINT)
    return g_steal_pointer (&name);

  job = sl_job_table_get (sl_replay_get_jobs (replay), task->job);
  /* A deadline that follows from the next release, or from a miss, would tell what is still to come. */
  if (job->deadline == SL_JOB_NEVER || job->deadline_from == SL_DEADLINE_INFERRED ||
      (job->deadline_from == SL_DEADLINE_TRACE && !(job->flags & SL_JOB_DEADLINE_RECORDED)))
    return g_strdup_printf (_ ("%s, job %u"), name, job->number);

  deadline = sl_text_step_time (clock, job->deadline);
  /* Translators: a task, the number of its job, a time */
  return g_strdup_printf (_ ("%s, job %u, deadline %s"), name, job->number, deadline);
}

static void
add_inheritance (SlReplay *replay,
                 SlAnnotations *annotations,
                 const SlSchedTask *task,
                 GString *text)
{
  g_autofree char *of = NULL;
  g_autofree char *line = NULL;

  if (task == NULL || task->inherits == 0)
    return;

  of = sl_text_step_name (replay, annotations, task->inherits);
  /* Translators: a task: a lock's holder runs in the place of it */
  line = g_strdup_printf (_ ("inherits from %s"), of);
  add_line (text, line);
}

/**
 * sl_text_sched_state_running:
 *
 * Returns: who has each processor, and what interrupts it
 */
char *
sl_text_sched_state_running (SlReplay *replay,
                             SlAnnotations *annotations,
                             const SlClock *clock,
                             const SlSchedState *sched)
{
  guint32 idle_task = sl_job_table_get_idle_task (sl_replay_get_jobs (replay));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sched->processors->len; i++)
    {
      const SlSchedProcessor *processor = &g_array_index (sched->processors, SlSchedProcessor, i);
      const SlSchedTask *task = sl_sched_state_find_task (sched, processor->task);
      g_autofree char *line = NULL;

      if (sl_sched_processor_is_unseen (processor))
        line = g_strdup (_ ("unknown"));
      else if (processor->task == idle_task || task == NULL)
        line = g_strdup (_ ("none (idle)"));
      else
        line = describe_task (replay, annotations, clock, task);
      if (sched->processors->len > 1)
        {
          g_autofree char *name = sl_text_step_name (replay, annotations, processor->cpu);
          g_autofree char *named = g_strdup_printf (_ ("%s: %s"), name, line);

          add_line (text, named);
        }
      else
        {
          add_line (text, line);
        }
      if (processor->task != idle_task)
        add_inheritance (replay, annotations, task, text);
      if (processor->interrupt != 0)
        {
          g_autofree char *name = sl_text_step_name (replay, annotations, processor->interrupt);
          g_autofree char *interrupted = g_strdup_printf (_ ("interrupted by %s"), name);

          add_line (text, interrupted);
        }
    }

  return g_string_free (text, FALSE);
}

/**
 * sl_text_sched_state_ready:
 *
 * Returns: who waits for the processor, in order, and in whose queue; a line of its own where nobody does
 */
char *
sl_text_sched_state_ready (SlReplay *replay,
                           SlAnnotations *annotations,
                           const SlClock *clock,
                           const SlSchedState *sched)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sl_sched_state_get_n_ready (sched); i++)
    {
      const SlSchedTask *task =
          sl_sched_state_find_task (sched, sl_sched_state_get_ready (sched, i));
      g_autofree char *described = describe_task (replay, annotations, clock, task);
      g_autofree char *queue = sched->processors->len > 1 && task->queue != 0
                                   ? sl_text_step_name (replay, annotations, task->queue)
                                   : NULL;
      g_autofree char *line = queue != NULL
                                  ? g_strdup_printf ("%u. %s · %s", i + 1, described, queue)
                                  : g_strdup_printf ("%u. %s", i + 1, described);

      add_line (text, line);
    }
  if (text->len == 0)
    g_string_append (text, _ ("empty"));

  return g_string_free (text, FALSE);
}

/**
 * sl_text_sched_state_locks:
 *
 * Returns: who holds what and who waits for it, and the system ceiling where the task model tells
 *   ceilings; a line of its own where nothing is held
 */
char *
sl_text_sched_state_locks (SlReplay *replay, SlAnnotations *annotations, const SlSchedState *sched)
{
  /* Linux records a lock of a program only where somebody waits for it. */
  SlSource *source = sl_trace_get_source (sl_replay_get_recorded (replay));
  GString *text = g_string_new (NULL);
  guint32 highest;
  gint64 ceiling;

  for (guint i = 0; i < sched->locks->len; i++)
    {
      const SlSchedLock *lock = &g_array_index (sched->locks, SlSchedLock, i);
      g_autofree char *name = sl_text_step_name (replay, annotations, lock->lock);
      g_autofree char *owner =
          lock->owner != 0 ? sl_text_step_name (replay, annotations, lock->owner) : NULL;
      /* Translators: a lock, a task */
      g_autofree char *line = owner != NULL ? g_strdup_printf (_ ("%s: held by %s"), name, owner)
                                            : g_strdup_printf (_ ("%s: free"), name);

      add_line (text, line);
      for (guint k = 0; k < lock->waiters->len; k++)
        {
          g_autofree char *waiter =
              sl_text_step_name (replay, annotations, g_array_index (lock->waiters, guint32, k));

          /* Translators: after a lock and its holder, a task */
          g_string_append_printf (text, k == 0 ? _ (", %s waits") : ", %s", waiter);
        }
    }
  for (guint i = 0; i < sched->tasks->len; i++)
    {
      const SlSchedTask *task = &g_array_index (sched->tasks, SlSchedTask, i);
      g_autofree char *name = NULL;
      g_autofree char *line = NULL;

      if (task->state != SL_STATE_BLOCKED || task->lock != 0)
        continue;
      name = sl_text_step_name (replay, annotations, task->task);
      line = g_strdup_printf (_ ("%s waits for something that is not logged"), name);
      add_line (text, line);
    }
  if (sl_sched_state_get_ceiling (sched, replay, 0, &ceiling, &highest))
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, ceiling);
      g_autofree char *line = g_strdup_printf (_ ("system ceiling %s"), number);

      add_line (text, line);
    }
  if (text->len == 0)
    g_string_append (text, sl_source_has_trait (source, SL_TRAIT_LINUX_CLASSES)
                               ? _ ("no lock is known to be held")
                               : _ ("none is held"));

  return g_string_free (text, FALSE);
}

static const char *
describe_server_state (SlState state)
{
  switch ((int) state)
    {
    case SL_STATE_ACTIVE:
      return _ ("active");
    case SL_STATE_EXHAUSTED:
      return _ ("its budget is used up");
    case SL_STATE_INACTIVE:
      return _ ("inactive");
    default:
      return _ ("unknown");
    }
}

/**
 * sl_text_sched_state_servers:
 *
 * Returns: the state of each server and, where the task model tells its budget, what is left of it
 *   and how often it is filled up; empty where there are no servers
 */
char *
sl_text_sched_state_servers (SlReplay *replay,
                             SlAnnotations *annotations,
                             const SlClock *clock,
                             const SlSchedState *sched)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (replay));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sched->servers->len; i++)
    {
      const SlSchedServer *server = &g_array_index (sched->servers, SlSchedServer, i);
      const SlTaskRule *rule = sl_task_rules_get (rules, server->server);
      g_autofree char *name = sl_text_step_name (replay, annotations, server->server);
      /* Translators: a server, its state */
      g_autofree char *line =
          g_strdup_printf (_ ("%s: %s"), name, describe_server_state (server->state));
      gint64 left;

      add_line (text, line);
      if (rule->wcet > 0 && sl_sched_state_get_budget (replay, sched, server, &left))
        {
          g_autofree char *rest = sl_text_step_time (clock, left);
          g_autofree char *whole = sl_text_step_time (clock, rule->wcet);

          /* Translators: what is left of a budget, the whole budget */
          g_string_append_printf (text, _ (", %s of %s left"), rest, whole);
        }
      else
        {
          g_string_append (text, _ (", its budget is not in the task model"));
        }
      if (rule->period > 0)
        {
          g_autofree char *period = sl_text_step_time (clock, rule->period);

          g_string_append_printf (text, _ (", period %s"), period);
        }
    }

  return g_string_free (text, FALSE);
}

/**
 * sl_text_sched_state_order:
 *
 * Returns: (transfer none): by what the ready queue is ordered
 */
const char *
sl_text_sched_state_order (SlReplay *replay)
{
  switch (sl_replay_get_policy (replay))
    {
    case SL_POLICY_RM:
    case SL_POLICY_DM:
    case SL_POLICY_FP:
      return _ ("by priority");
    case SL_POLICY_EDF:
      return _ ("by deadline");
    case SL_POLICY_FIFO:
      return _ ("by release");
    case SL_POLICY_RR:
      return _ ("by turn");
    case SL_POLICY_UNKNOWN:
    default:
      if (sl_replay_goes_by_recorded (replay))
        return _ ("by recorded priority, then by time of becoming ready");
      return _ ("by time of becoming ready: the policy is not known");
    }
}
