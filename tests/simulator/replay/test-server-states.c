/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What rows, jobs and steps say of tasks that run in servers: the same. */

#include "sl-decision.h"
#include "sl-job-splitter.h"
#include "sl-step-set.h"

#define N_SETS 300

#define MS G_GINT64_CONSTANT (1000000)

static void
add_server (GString *text, GRand *random, SlSimScheduler scheduler, int number)
{
  static const char *const fixed[] = { "ps", "ds", "ss" };
  static const char *const dynamic[] = { "cbs", "hcbs" };
  int period = g_rand_int_range (random, 3, 13);

  g_string_append_printf (text, "[server s%d]\npolicy=%s\nbudget=%dms\nperiod=%dms\npriority=%d\n",
                          number,
                          scheduler == SL_SIM_EDF ? dynamic[g_rand_int_range (random, 0, 2)]
                                                  : fixed[g_rand_int_range (random, 0, 3)],
                          g_rand_int_range (random, 1, period / 2 + 1), period,
                          g_rand_int_range (random, 1, 6));
}

static void
add_served (GString *text, GRand *random, int number, int n_servers)
{
  int at = g_rand_int_range (random, 0, 6);

  g_string_append_printf (text, "[task x%d]\nserver=s%d\nwcet=%dms\npriority=1\n", number,
                          g_rand_int_range (random, 0, n_servers), g_rand_int_range (random, 1, 5));
  if (g_rand_boolean (random))
    g_string_append_printf (text, "period=%dms\noffset=%dms\n", g_rand_int_range (random, 4, 16),
                            at);
  else
    g_string_append_printf (text, "arrivals=%dms, %dms, %dms, %dms\n", at, at + 1, at + 5, at + 20);
}

/* One or two servers, with up to three tasks in them, beside up to three tasks. */
static char *
make_set (GRand *random, SlSimScheduler scheduler)
{
  GString *text = g_string_new (NULL);
  int n_servers = g_rand_int_range (random, 1, 3);

  for (int i = 0; i < n_servers; i++)
    add_server (text, random, scheduler, i);
  for (int i = g_rand_int_range (random, 0, 4); i > 0; i--)
    {
      int period = g_rand_int_range (random, 4, 16);

      g_string_append_printf (text, "[task p%d]\nperiod=%dms\nwcet=%dms\npriority=%d\n", i, period,
                              g_rand_int_range (random, 1, period / 3 + 1),
                              g_rand_int_range (random, 1, 6));
    }
  for (int i = g_rand_int_range (random, 1, 4); i > 0; i--)
    add_served (text, random, i, n_servers);
  return g_string_free (text, FALSE);
}

static const SlTrack *
get_states (SlTrace *trace, guint32 object)
{
  guint lane;

  g_assert_true (sl_trace_find_lane_of_object (trace, object, &lane));
  return sl_lane_get_track (sl_trace_get_lane (trace, lane), SL_ROLE_STATES);
}

static gint64
sum_throttled (const SlTrack *states)
{
  gint64 sum = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, states, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    sum += item.state == SL_STATE_THROTTLED ? item.end - item.begin : 0;
  return sum;
}

/* The state of a task that has a job to do says whether its server is active. */
static void
check_slices (const SlTrack *task, const SlTrack *server)
{
  SlTrackIter iter;
  SlItem item, other;

  sl_track_iter_init (&iter, task, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      SlState wanted = item.state == SL_STATE_READY ? SL_STATE_ACTIVE : SL_STATE_NONE;
      SlTrackIter inner;

      if (item.state != SL_STATE_READY && item.state != SL_STATE_THROTTLED)
        continue;
      sl_track_iter_init (&inner, server, item.begin);
      while (sl_track_iter_next (&inner, &other) && other.begin < item.end)
        if (wanted == SL_STATE_ACTIVE)
          g_assert_cmpuint (other.state, ==, SL_STATE_ACTIVE);
        else
          g_assert_cmpuint (other.state, !=, SL_STATE_ACTIVE);
    }
}

/* The jobs' parts are what the slices of the task say, but for the time behind an earlier job. */
static void
check_jobs (SlJobTable *jobs, guint32 task, const SlTrack *states)
{
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (jobs);
  gint64 sum = 0;

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      const SlJob *job = sl_job_table_get (jobs, i);
      guint n_parts;
      const SlJobPart *parts = sl_job_splitter_split (splitter, job, 0, &n_parts);
      gint64 all = 0;

      for (guint k = 0; k < n_parts; k++)
        {
          all += parts[k].ticks;
          sum += job->task == task && parts[k].cause == SL_CAUSE_THROTTLED ? parts[k].ticks : 0;
        }
      g_assert_cmpint (all, ==, job->end - job->release);
    }
  g_assert_cmpint (sum, ==, sum_throttled (states));
}

/* Who is released or waits while its server does not serve it is throttled, and nobody else. */
static void
check_decisions (SlReplay *replay)
{
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (replay);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  guint64 index = 0;

  while (sl_decision_search_find (search, index, 1, found))
    for (guint i = 0; i < found->len; i++)
      {
        const SlDecision *decision = &g_array_index (found, SlDecision, i);
        g_autoptr (SlSchedState) sched = sl_sched_state_new (replay, decision->index);
        gboolean unserved = decision->reason == SL_REASON_SERVER && decision->served != 0;

        index = decision->index;
        if (unserved)
          g_assert_cmpuint (sl_sched_state_find_task (sched, decision->served)->state, ==,
                            SL_STATE_THROTTLED);
        if (decision->kind == SL_DECISION_QUEUE)
          g_assert_cmpuint (sl_sched_state_find_task (sched, decision->task)->state, ==,
                            unserved ? SL_STATE_THROTTLED : SL_STATE_READY);
      }
}

static void
check_set (const char *text, const SlSimOptions *options)
{
  g_autoptr (SlStepRun) run = sl_step_run_new (text, options);
  SlJobTable *jobs = sl_replay_get_jobs (run->replay);
  SlTrace *trace = sl_job_table_get_trace (jobs);

  for (guint i = 0; i < sl_task_set_get_n_tasks (run->set); i++)
    {
      guint32 task = sl_step_run_get_task (run, i);
      guint32 server = sl_base_order_get_server (sl_job_table_get_order (jobs), task);
      const SlTrack *states = get_states (trace, task);

      check_jobs (jobs, task, states);
      if (server != 0)
        check_slices (states, get_states (trace, server));
      else
        g_assert_cmpint (sum_throttled (states), ==, 0);
    }
  check_decisions (run->replay);
}

static void
test_random (gconstpointer data)
{
  SlSimScheduler scheduler = GPOINTER_TO_UINT (data);
  const SlSimOptions options = { .scheduler = scheduler, .quantum = MS, .until = 60 * MS };
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());

  g_test_summary (
      "A served task with a job is throttled in its row, its jobs and the steps while its "
      "server is not active");
  for (guint i = 0; i < N_SETS; i++)
    {
      g_autofree char *text = make_set (random, scheduler);

      g_test_message ("%s", text);
      check_set (text, &options);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/server-states/rm", GUINT_TO_POINTER (SL_SIM_RM), test_random);
  g_test_add_data_func ("/server-states/fp", GUINT_TO_POINTER (SL_SIM_FP), test_random);
  g_test_add_data_func ("/server-states/edf", GUINT_TO_POINTER (SL_SIM_EDF), test_random);
  return g_test_run ();
}
