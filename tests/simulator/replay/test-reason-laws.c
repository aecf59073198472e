/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The reason that is told of each decision, against the task set and the simulator's own record: the
 * figures are those of the tasks that are named, ties are ties, who inherits is waited for. */
#include <string.h>

#include "sl-decision.h"
#include "sl-reference-order.h"
#include "sl-step-set.h"

#define US     G_GINT64_CONSTANT (1000)
#define MS     (1000 * US)
#define UNTIL  (60 * MS)
#define N_SETS 150

typedef struct
{
  guint n_compared;
  guint n_equal;
  guint n_listed;
  guint n_inherited;
  guint n_held;
  guint n_served;
  guint n_refused;
} Counts;

static gboolean
is_server (const SlStepRun *run, guint32 object)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_replay_get_recorded (run->replay));

  return object != 0 && sl_object_table_get (objects, object)->type == SL_OBJECT_SERVER;
}

static gboolean
is_served (const SlStepRun *run, guint task)
{
  return sl_task_set_get_task (run->set, task)->server != SL_SIM_NO_SERVER;
}

/* What the figure of @task, or of its server, is by the set. */
static gint64
get_own (const SlStepRun *run, const SlReferenceState *state, guint task)
{
  if (!is_served (run, task))
    return state->tasks[task].own;
  if (run->options.scheduler == SL_SIM_EDF)
    return state->deadline;

  return sl_task_set_get_server (run->set, 0)->period;
}

static void
assert_owner (const SlStepRun *run, guint32 owner, guint task)
{
  if (is_served (run, task))
    g_assert_true (is_server (run, owner));
  else
    g_assert_cmpuint (sl_step_run_find_task (run, owner), ==, task);
}

static guint
find_runner (const SlStepRun *run, const SlDecision *decision)
{
  return sl_step_run_find_task (run, decision->kind == SL_DECISION_RUN ? decision->task
                                                                       : decision->other);
}

/* Who is compared with the one that runs. */
static guint
find_waiter (const SlStepRun *run, const SlDecision *decision)
{
  return sl_step_run_find_task (run, decision->kind == SL_DECISION_RUN ? decision->rival
                                                                       : decision->task);
}

/* Two figures: that of the one that runs is its own, the other may be inherited. */
static void
assert_comparison (const SlStepRun *run,
                   const SlReferenceState *state,
                   const SlDecision *decision,
                   Counts *counts)
{
  guint runner = find_runner (run, decision);
  guint waiter = find_waiter (run, decision);
  guint of = state->tasks[waiter].heir_of;

  assert_owner (run, decision->measure_of, runner);
  if (decision->deciding_lock != 0)
    {
      guint held = sl_step_run_find_lock (run, decision->deciding_lock);

      g_assert_cmpint (run->options.protocol, ==, SL_SIM_ICPP);
      g_assert_cmpuint (state->holders[held], ==, waiter);
      g_assert_cmpint (decision->measure, ==, sl_reference_state_get_level (state, runner));
      g_assert_cmpint (decision->rival_measure, ==, sl_reference_state_get_ceiling (state, held));
      g_assert_cmpint (decision->measure, >, decision->rival_measure);
      counts->n_held++;
      return;
    }
  assert_owner (run, decision->rival_measure_of, of);
  g_assert_cmpint (decision->measure, ==, get_own (run, state, runner));
  g_assert_cmpint (decision->rival_measure, ==, get_own (run, state, of));
  g_assert_true (sl_reference_is_ahead (state, decision->measure, decision->rival_measure));
  counts->n_compared++;
  counts->n_inherited += of != waiter;
  counts->n_served += is_served (run, runner) || is_served (run, of);
}

static void
assert_tie (const SlStepRun *run,
            const SlReferenceState *state,
            const SlDecision *decision,
            Counts *counts)
{
  guint runner = find_runner (run, decision);
  guint waiter = find_waiter (run, decision);
  const SlReferenceTaskState *one = &state->tasks[runner];
  const SlReferenceTaskState *other = &state->tasks[state->tasks[waiter].heir_of];
  gint64 first = g_array_index (run->run->jobs, SlSimJob, one->job).release;
  gint64 second = g_array_index (run->run->jobs, SlSimJob, other->job).release;

  if (decision->reason == SL_REASON_EQUAL)
    g_assert_cmpint (get_own (run, state, runner), ==,
                     get_own (run, state, state->tasks[waiter].heir_of));
  if (decision->tie == SL_TIE_SERVER)
    g_assert_true (is_served (run, runner) && !is_served (run, waiter));
  else if (decision->tie == SL_TIE_LISTED)
    g_assert_true (first == second && runner < state->tasks[waiter].heir_of);
  else if (decision->tie == SL_TIE_RELEASED)
    g_assert_cmpint (first, <, second);
  else
    g_assert_not_reached ();
  counts->n_equal++;
  counts->n_listed += decision->tie == SL_TIE_LISTED;
}

static void
assert_locks (const SlStepRun *run,
              const SlReferenceState *state,
              const SlDecision *decision,
              Counts *counts)
{
  guint runner = sl_step_run_find_task (run, decision->kind == SL_DECISION_QUEUE ? decision->other
                                                                                 : decision->task);
  guint held = sl_step_run_find_lock (run, decision->deciding_lock);

  counts->n_held++;
  if (decision->reason == SL_REASON_HOLDS)
    {
      g_assert_true (run->options.protocol == SL_SIM_PIP || run->options.protocol == SL_SIM_PCP);
      g_assert_cmpuint (sl_step_run_find_task (run, decision->inherits_from), ==,
                        state->tasks[runner].heir_of);
      g_assert_cmpuint (state->tasks[runner].heir_of, !=, runner);
      g_assert_cmpuint (state->holders[held], ==, runner);
      return;
    }
  if (decision->reason == SL_REASON_NO_PREEMPTION)
    {
      g_assert_cmpint (run->options.protocol, ==, SL_SIM_NPP);
      g_assert_cmpuint (state->holders[held], ==, runner);
      return;
    }

  g_assert_cmpint (run->options.protocol, ==,
                   decision->reason == SL_REASON_CEILING ? SL_SIM_ICPP : SL_SIM_SRP);
  g_assert_cmpuint (state->holders[held], !=, SL_REFERENCE_NOBODY);
  g_assert_cmpint (decision->measure, ==, sl_reference_state_get_ceiling (state, held));
  g_assert_cmpint (decision->measure, >=, decision->rival_measure);
}

/* Nobody else could run. */
static void
assert_only (const SlStepRun *run, const SlReferenceState *state, const SlDecision *decision)
{
  for (guint i = 0; i < state->n_tasks; i++)
    if (state->tasks[i].job != SL_REFERENCE_NOBODY &&
        sl_step_run_get_task (run, i) != decision->task && !is_served (run, i))
      g_assert_true (state->tasks[i].wanted != SL_SIM_NO_LOCK);
}

static void
assert_reason (const SlStepRun *run,
               const SlReferenceState *state,
               const SlDecision *decision,
               Counts *counts)
{
  switch ((int) decision->reason)
    {
    case SL_REASON_PRIORITY:
    case SL_REASON_PERIOD:
    case SL_REASON_RELATIVE_DEADLINE:
    case SL_REASON_DEADLINE:
      assert_comparison (run, state, decision, counts);
      break;
    case SL_REASON_EQUAL:
    case SL_REASON_RELEASE:
      assert_tie (run, state, decision, counts);
      break;
    case SL_REASON_ONLY:
      assert_only (run, state, decision);
      break;
    case SL_REASON_TURN:
      g_assert_cmpint (run->options.scheduler, ==, SL_SIM_RR);
      break;
    case SL_REASON_SERVER:
      g_assert_cmpuint (decision->served, !=, 0);
      g_assert_true (is_served (run, sl_step_run_find_task (run, decision->served)));
      g_assert_cmpint (state->budget, <=, 0);
      counts->n_served++;
      break;
    default:
      assert_locks (run, state, decision, counts);
      break;
    }
}

/* Who is refused again waits for the lock that is named, and who has that, or with it free the one with
 * the ceiling, is named too. */
static void
assert_refused (const SlStepRun *run,
                const SlReferenceState *state,
                const SlDecision *decision,
                Counts *counts)
{
  guint task = sl_step_run_find_task (run, decision->task);
  guint wanted = sl_step_run_find_lock (run, decision->lock);
  guint holder = sl_step_run_find_task (run, decision->holder);

  g_assert_cmpuint (state->tasks[task].wanted, ==, wanted);
  if (decision->ceiling_lock != 0)
    {
      guint kept = sl_step_run_find_lock (run, decision->ceiling_lock);

      g_assert_cmpint (run->options.protocol, ==, SL_SIM_PCP);
      g_assert_cmpuint (state->holders[wanted], ==, SL_REFERENCE_NOBODY);
      g_assert_cmpuint (state->holders[kept], ==, holder);
    }
  else
    g_assert_cmpuint (state->holders[wanted], ==, holder);
  counts->n_refused++;
}

/* Whether something else is decided at the same time, such as for want of a lock: the record tells
 * only what holds after that. */
static gboolean
is_followed (const SlStepRun *run, const SlDecision *decision)
{
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (SlDecision));

  return sl_decisions_find (run->replay, decision->index, 1, next) &&
         g_array_index (next, SlDecision, 0).time == decision->time;
}

static void
check_run (const SlStepRun *run, Counts *counts)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  guint64 index = 0;

  while (sl_decisions_find (run->replay, index, 1, found))
    {
      SlReferenceState asked, state;

      index = g_array_index (found, SlDecision, 0).index;
      sl_reference_state_init (&asked, run->set, run->run, &run->options,
                               g_array_index (found, SlDecision, 0).time, TRUE);
      sl_reference_state_init (&state, run->set, run->run, &run->options,
                               g_array_index (found, SlDecision, 0).time, FALSE);
      /* Where it is not known who has asked for a lock, or sections are cut off, nothing is
       * checked. */
      if (memcmp (asked.tasks, state.tasks, sizeof state.tasks) != 0 ||
          memcmp (asked.holders, state.holders, sizeof state.holders) != 0 ||
          asked.time >= UNTIL - 15 * MS || is_followed (run, &g_array_index (found, SlDecision, 0)))
        continue;
      for (guint i = 0; i < found->len; i++)
        {
          const SlDecision *decision = &g_array_index (found, SlDecision, i);

          if (decision->kind == SL_DECISION_REFUSE)
            assert_refused (run, &state, decision, counts);
          else if (decision->kind != SL_DECISION_IDLE && decision->kind != SL_DECISION_END &&
                   decision->previous_fate != SL_FATE_ENDED && decision->time > 0)
            assert_reason (run, &state, decision, counts);
        }
    }
}

/* Of each second set times are coarse, so that much happens at one instant. */
static char *
make_set (GRand *random, gboolean has_locks, gboolean is_coarse)
{
  GString *text = g_string_new (NULL);
  guint n_tasks = (guint) g_rand_int_range (random, 3, 6);

  for (guint i = 0; i < n_tasks; i++)
    {
      gint period =
          is_coarse ? 10 * g_rand_int_range (random, 3, 12) : g_rand_int_range (random, 30, 120);
      gint share = g_rand_int_range (random, 60, 125);
      gint wcet = MAX (5, period / (gint) n_tasks * share / 100);
      gint length_share = g_rand_int_range (random, 50, 100);
      gint begin = g_rand_int_range (random, 1, wcet / 4 + 1);
      gint length = MAX (2, (wcet - begin) * length_share / 100);
      gint lock = g_rand_int_range (random, 0, 3) / 2;

      g_string_append_printf (
          text, "[task t%u]\nperiod=%d00us\nwcet=%d00us\ndeadline=%dms\npriority=%d\n", i, period,
          wcet, g_rand_int_range (random, 3, 12), g_rand_int_range (random, 1, 7));
      if (g_rand_boolean (random))
        g_string_append_printf (text, "offset=%d00us\n",
                                is_coarse ? 10 * g_rand_int_range (random, 1, 4)
                                          : g_rand_int_range (random, 1, 40));
      if (!has_locks || g_rand_int_range (random, 0, 4) == 0)
        continue;
      g_string_append_printf (text, "sections=m%d@%d00us+%d00us", lock, begin, length);
      if (lock == 0 && length > 2 && g_rand_boolean (random))
        g_string_append_printf (text, ", m%d@%d00us+%d00us", lock + 1, begin + 1, length / 2);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_reasons (gconstpointer data)
{
  const SlStepSchedule *schedule = &sl_step_schedules[GPOINTER_TO_UINT (data)];
  g_autoptr (GRand) random = g_rand_new_with_seed (1500 + GPOINTER_TO_UINT (data));
  Counts counts = { 0 };

  g_test_summary ("Each reason is true of what the task set and the record say at that moment");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = schedule->scheduler,
                                     .protocol = schedule->protocol,
                                     .until = UNTIL,
                                     .quantum = MS,
                                     .seed = i };
      g_autofree char *text =
          make_set (random, schedule->protocol != SL_SIM_NONE || i % 4 == 0, i % 2 == 0);
      g_autoptr (SlStepRun) run = sl_step_run_new (text, &options);

      check_run (run, &counts);
    }
  g_test_message ("%u compared, %u inherited, %u equal, %u at the same instant, %u by locks, "
                  "%u refused",
                  counts.n_compared, counts.n_inherited, counts.n_equal, counts.n_listed,
                  counts.n_held, counts.n_refused);
  if (schedule->scheduler != SL_SIM_RR)
    g_assert_cmpuint (counts.n_listed, >, 10);
  if (schedule->scheduler < SL_SIM_FIFO)
    g_assert_cmpuint (counts.n_compared, >, 200);
  if (schedule->protocol == SL_SIM_PIP || schedule->protocol == SL_SIM_PCP)
    g_assert_cmpuint (counts.n_inherited, >, 0);
  if (schedule->protocol == SL_SIM_PCP)
    g_assert_cmpuint (counts.n_refused, >, 0);
}

static void
test_servers (gconstpointer data)
{
  const char *policy = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (1600 + g_str_hash (policy) % 1000);
  Counts counts = { 0 };

  g_test_summary (
      "Sentences about servers name the deadline or the period, and say that they have no budget");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler =
                                         g_str_equal (policy, "cbs") ? SL_SIM_EDF : SL_SIM_RM,
                                     .until = UNTIL,
                                     .quantum = MS,
                                     .seed = i };
      g_autofree char *set = make_set (random, FALSE, i % 2 == 0);
      g_autofree char *text =
          g_strdup_printf ("%s[task x]\narrivals=%dms, %dms, %d00us\nwcet=%d00us\nserver=s\n"
                           "[server s]\npolicy=%s\nbudget=%dms\nperiod=%dms\n",
                           set, g_rand_int_range (random, 0, 5), g_rand_int_range (random, 5, 12),
                           g_rand_int_range (random, 120, 200), g_rand_int_range (random, 5, 40),
                           policy, g_rand_int_range (random, 1, 3),
                           g_rand_int_range (random, 4, 9));
      g_autoptr (SlStepRun) run = sl_step_run_new (text, &options);

      check_run (run, &counts);
    }
  g_test_message ("%u compared, %u of servers", counts.n_compared, counts.n_served);
  g_assert_cmpuint (counts.n_served, >, 200);
}

int
main (int argc, char *argv[])
{
  static const char *const policies[] = { "cbs", "ps", "ds" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < SL_N_STEP_SCHEDULES; i++)
    {
      g_autofree char *path = g_strconcat ("/reasons/laws/", sl_step_schedules[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_reasons);
    }
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autofree char *path = g_strconcat ("/reasons/laws/server/", policies[i], NULL);

      g_test_add_data_func (path, policies[i], test_servers);
    }

  return g_test_run ();
}
