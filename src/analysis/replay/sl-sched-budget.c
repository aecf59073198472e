/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is left of the budgets of servers. */

#include "sl-sched-state.h"

#include "sl-kind-action.h"
#include "sl-task-load.h"

/* When the budget was filled up or used up last, and which of both. */
static gboolean
find_mark (SlReplay *replay, const SlSchedState *self, const SlSchedServer *server, SlItem *mark)
{
  const SlLane *lane = sl_trace_get_lane (sl_replay_get_by_event (replay), server->lane);
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  SlTime index = (SlTime) self->index + 1;

  while (marks != NULL && sl_track_find_before (marks, index, mark))
    {
      SlAction action = sl_kind_get_action (mark->state);

      if (action == SL_ACTION_REPLENISH || action == SL_ACTION_EXHAUST)
        return TRUE;
      index = mark->begin;
    }

  return FALSE;
}

/**
 * sl_sched_state_get_budget:
 * @left: (out): ticks
 *
 * The budget is whole until the trace tells that it was used up or filled up; from then on it is what
 * the tasks that the task model puts into the server have not run.
 *
 * Returns: whether the task model tells the whole budget
 */
gboolean
sl_sched_state_get_budget (SlReplay *replay,
                           const SlSchedState *self,
                           const SlSchedServer *server,
                           gint64 *left)
{
  SlTrace *recorded = sl_replay_get_recorded (replay);
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (replay));
  const SlTaskRule *rule = sl_task_rules_get (rules, server->server);
  SlSpan span = { sl_trace_get_span (recorded).begin, self->time };
  SlItem mark;

  *left = rule->wcet;
  if (rule->wcet == 0 || rule->name == NULL)
    return FALSE;

  if (find_mark (replay, self, server, &mark))
    {
      span.begin = sl_replay_get_time (replay, (guint64) mark.begin);
      *left = sl_kind_get_action (mark.state) == SL_ACTION_EXHAUST ? 0 : rule->wcet;
    }
  for (guint i = 0; i < self->tasks->len; i++)
    {
      guint32 task = g_array_index (self->tasks, SlSchedTask, i).task;
      const SlTaskRule *served = sl_task_rules_get (rules, task);
      const SlTrack *states = sl_trace_get_track_of_object (recorded, task, SL_ROLE_STATES);

      if (states != NULL && served->server != NULL && g_str_equal (served->server, rule->name))
        *left -= (gint64) sl_task_load_sum_running (states, span);
    }

  *left = MAX (*left, 0);
  return TRUE;
}
