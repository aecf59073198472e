/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which tasks run in which server. */

#include "sl-budget-curve.h"
#include "sl-build-textbook-private.h"
#include "sl-kind-action.h"

/* A task is stopped within so many of its slices. */
#define MAX_STATES_AFTER 4

/* Lanes that are looked at for the tasks that exhaustions stop. */
#define MAX_LOOKED_AT 4096

/* Others that the server would have served next are throttled as well. */
static gboolean
ran_before (const SlTrack *states, SlTime time)
{
  SlItem before;

  return sl_track_find_before (states, time, &before) && before.end == time &&
         (before.state == SL_STATE_RUNNING || before.state == SL_STATE_INTERRUPTED);
}

/**
 * sl_textbook_find_stopped:
 * @time: when the budget of a server of the trace at hand is used up
 *
 * Returns: (nullable): the states of the task that this stops: of the one that is throttled first
 *   from then on after it has run
 */
const SlTrack *
sl_textbook_find_stopped (SlTrace *trace, SlTime time)
{
  const SlTrack *stopped = NULL;
  SlTime first = SL_TIME_MAX;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
      SlTrackIter iter;
      SlItem item;

      if (lane->type != SL_LANE_TASK || states == NULL)
        continue;

      sl_track_iter_init (&iter, states, time);
      for (guint j = 0; j < MAX_STATES_AFTER && sl_track_iter_next (&iter, &item); j++)
        {
          if (item.state != SL_STATE_THROTTLED || item.begin < time || item.begin >= first ||
              !ran_before (states, item.begin))
            continue;

          first = item.begin;
          stopped = states;
        }
    }

  return stopped;
}

/**
 * sl_textbook_get_most_marks:
 *
 * Returns: how many marks of a server are looked at, where each may need a look at all lanes
 */
guint
sl_textbook_get_most_marks (SlTrace *trace)
{
  return MAX (MAX_LOOKED_AT / MAX (sl_trace_get_n_lanes (trace), 1), 16);
}

/* The task that it stops when its budget is used up. */
static const SlTrack *
guess_served (SlTrace *trace, const SlTrack *marks)
{
  guint left = sl_textbook_get_most_marks (trace);
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, marks, sl_track_get_span (marks).begin);
  for (guint i = 0; left > 0 && i < MAX_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    {
      const SlTrack *states;

      if (sl_kind_get_action (item.state) != SL_ACTION_EXHAUST)
        continue;

      left--;
      states = sl_textbook_find_stopped (trace, item.begin);
      if (states != NULL)
        return states;
    }

  return NULL;
}

static GPtrArray *
find_served (const SlTaskRules *rules, SlTrace *trace, const SlLane *server)
{
  const char *name = sl_task_rules_get (rules, server->object)->name;
  const SlTrack *marks = sl_lane_get_track (server, SL_ROLE_MARKS);
  GPtrArray *served = g_ptr_array_new ();
  const SlTrack *guessed;

  for (guint i = 0; name != NULL && i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);

      if (lane->type == SL_LANE_TASK && states != NULL &&
          sl_task_rules_get (rules, lane->object)->server == name)
        g_ptr_array_add (served, (gpointer) states);
    }

  if (served->len == 0)
    sl_budget_add_served (trace, server, served);
  guessed = served->len == 0 && marks != NULL ? guess_served (trace, marks) : NULL;
  if (guessed != NULL)
    g_ptr_array_add (served, (gpointer) guessed);
  return served;
}

/**
 * sl_textbook_get_served:
 * @server: a server's lane
 *
 * Returns: (transfer none) (element-type SlTrack): the states of the tasks that it serves: by the
 *   task model, or where that names none, of the task that it stops when its budget is used up
 */
GPtrArray *
sl_textbook_get_served (SlTextbook *self, SlLaneRef server)
{
  SlTrace *trace = sl_trace_set_get_trace (self->picture->set, server.trace);
  const SlLane *lane = sl_trace_get_lane (trace, server.lane);
  GPtrArray *served = g_hash_table_lookup (self->served, lane);

  if (served == NULL)
    {
      const SlJobTable *table = sl_rows_get_jobs (self->picture->rows, server.trace);

      served = find_served (table != NULL ? sl_job_table_get_rules (table) : NULL, trace, lane);
      g_hash_table_insert (self->served, (gpointer) lane, served);
    }

  return served;
}

/**
 * sl_textbook_is_served:
 *
 * Returns: whether the task of the row at hand runs in a server
 */
gboolean
sl_textbook_is_served (SlTextbook *self)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  const SlTrack *states = sl_lane_get_track (pen->lane, SL_ROLE_STATES);

  if (sl_row_get_rule (picture->rows, pen->info)->server != NULL)
    return TRUE;

  for (guint i = 0; states != NULL && i < sl_trace_get_n_lanes (pen->trace); i++)
    {
      SlLaneRef lane = { pen->info->lane.trace, i };

      if (sl_trace_get_lane (pen->trace, i)->type == SL_LANE_SERVER &&
          g_ptr_array_find (sl_textbook_get_served (self, lane), states, NULL))
        return TRUE;
    }

  return FALSE;
}
