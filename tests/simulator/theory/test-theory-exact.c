/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is said to be late for certain, beside the simulator, over random sets with fixed seeds whose
 * hyperperiod is so short that whatever happens some day happens in the run. */
#include "sl-demand-test.h"
#include "sl-exact-test.h"
#include "sl-response-time.h"
#include "sl-sim-set.h"

#define US        G_GINT64_CONSTANT (1000)
#define MAX_TASKS 4
#define UNTIL     (800000 * US)

typedef struct
{
  SlSimScheduler scheduler;
  SlPolicy policy;
  SlSimProtocol protocol;
  SlProtocol known_protocol;
  gboolean has_locks;
  gboolean has_offsets;
  gboolean has_equals;
} Kind;

typedef struct
{
  guint n_tasks;
  SlTheoryTask tasks[MAX_TASKS];
  guint n_sections;
  SlTheorySection sections[MAX_TASKS];
} Set;

static void
make_set (GRand *random, const Kind *kind, Set *set)
{
  static const gint64 periods[] = { 4000, 5000, 8000, 10000, 20000, 40000 };

  set->n_tasks = (guint) g_rand_int_range (random, 2, MAX_TASKS + 1);
  set->n_sections = 0;
  for (guint i = 0; i < set->n_tasks; i++)
    {
      SlTheoryTask *task = &set->tasks[i];
      gint64 period = periods[g_rand_int_range (random, 0, G_N_ELEMENTS (periods))];
      gint32 most = (gint32) (period * 2 / set->n_tasks / 100);

      *task = (SlTheoryTask) { SL_THEORY_TASK, .period = period * US,
                               .priority = (gint64) (set->n_tasks - i) };
      task->wcet = 100 * US * g_rand_int_range (random, 2, most);
      task->deadline =
          100 * US * g_rand_int_range (random, (gint32) period / 200, (gint32) period / 80);
      if (kind->has_offsets && g_rand_boolean (random))
        task->offset = 1000 * US * g_rand_int_range (random, 1, (gint32) period / 1000);
      if (kind->has_equals)
        task->priority = g_rand_int_range (random, 1, 3);
      if (kind->has_locks && g_rand_int_range (random, 0, 3) > 0)
        set->sections[set->n_sections++] =
            (SlTheorySection) { i, (guint) g_rand_int_range (random, 0, 2), task->wcet / 4,
                                task->wcet / 2 };
    }
  if (!kind->has_equals)
    sl_theory_rank (kind->policy, set->tasks, set->n_tasks);
}

/* A small overload, of all or of the more urgent ones, needs longer than the run to make somebody
 * late. */
static gboolean
is_close (const Set *set)
{
  for (guint chosen = 1; chosen < 1u << set->n_tasks; chosen++)
    {
      double load = 0;

      for (guint i = 0; i < set->n_tasks; i++)
        if (chosen & 1u << i)
          load += (double) set->tasks[i].wcet / (double) set->tasks[i].period;
      if (load > 1 && load < 1.1)
        return TRUE;
    }

  return FALSE;
}

static void
make_clear_set (GRand *random, const Kind *kind, Set *set)
{
  do
    make_set (random, kind, set);
  while (is_close (set));
}

static char *
print_set (const Set *set)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      const SlTheoryTask *task = &set->tasks[i];

      g_string_append_printf (text,
                              "[task t%u]\nperiod=%" G_GINT64_FORMAT
                              "ns\ndeadline=%" G_GINT64_FORMAT "ns\nwcet=%" G_GINT64_FORMAT
                              "ns\npriority=%" G_GINT64_FORMAT "\n",
                              i, task->period, task->deadline, task->wcet, task->priority);
      if (task->offset > 0)
        g_string_append_printf (text, "offset=%" G_GINT64_FORMAT "ns\n", task->offset);
      for (guint k = 0; k < set->n_sections; k++)
        if (set->sections[k].task == i)
          g_string_append_printf (text,
                                  "sections=m%u@%" G_GINT64_FORMAT "ns+%" G_GINT64_FORMAT "ns\n",
                                  set->sections[k].lock, set->sections[k].begin,
                                  set->sections[k].length);
    }

  return g_string_free (text, FALSE);
}

static void
find_late (const Set *set, const Kind *kind, guint seed, gboolean *late)
{
  const SlSimOptions options = {
    .scheduler = kind->scheduler,
    .protocol = kind->protocol,
    .until = UNTIL,
    .quantum = US,
    .seed = seed,
  };
  g_autofree char *text = print_set (set);
  g_autoptr (SlSimRun) run = sl_sim_set_run (text, &options);

  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);

      if (job->finish < 0 ? job->deadline < UNTIL : job->finish > job->deadline)
        late[job->task] = TRUE;
    }
}

static const Kind kinds[] = {
  { SL_SIM_RM, SL_POLICY_RM, SL_SIM_NONE, SL_PROTOCOL_NONE, FALSE, FALSE, FALSE },
  { SL_SIM_DM, SL_POLICY_DM, SL_SIM_NONE, SL_PROTOCOL_NONE, FALSE, TRUE, FALSE },
  { SL_SIM_FP, SL_POLICY_FP, SL_SIM_NONE, SL_PROTOCOL_NONE, FALSE, FALSE, TRUE },
  { SL_SIM_FP, SL_POLICY_FP, SL_SIM_NONE, SL_PROTOCOL_NONE, FALSE, TRUE, TRUE },
  { SL_SIM_FP, SL_POLICY_FP, SL_SIM_NONE, SL_PROTOCOL_NONE, TRUE, TRUE, TRUE },
  { SL_SIM_DM, SL_POLICY_DM, SL_SIM_NONE, SL_PROTOCOL_NONE, TRUE, FALSE, FALSE },
  { SL_SIM_DM, SL_POLICY_DM, SL_SIM_NPP, SL_PROTOCOL_NPP, TRUE, TRUE, FALSE },
  { SL_SIM_FP, SL_POLICY_FP, SL_SIM_PIP, SL_PROTOCOL_PIP, TRUE, TRUE, TRUE },
  { SL_SIM_RM, SL_POLICY_RM, SL_SIM_PCP, SL_PROTOCOL_PCP, TRUE, TRUE, FALSE },
  { SL_SIM_FP, SL_POLICY_FP, SL_SIM_ICPP, SL_PROTOCOL_ICPP, TRUE, FALSE, TRUE },
  { SL_SIM_DM, SL_POLICY_DM, SL_SIM_SRP, SL_PROTOCOL_SRP, TRUE, FALSE, FALSE },
  { SL_SIM_EDF, SL_POLICY_EDF, SL_SIM_NONE, SL_PROTOCOL_NONE, FALSE, FALSE, FALSE },
  { SL_SIM_EDF, SL_POLICY_EDF, SL_SIM_NONE, SL_PROTOCOL_NONE, FALSE, TRUE, FALSE },
  { SL_SIM_EDF, SL_POLICY_EDF, SL_SIM_SRP, SL_PROTOCOL_SRP, TRUE, FALSE, FALSE },
  { SL_SIM_EDF, SL_POLICY_EDF, SL_SIM_PIP, SL_PROTOCOL_PIP, TRUE, TRUE, FALSE },
  { SL_SIM_FIFO, SL_POLICY_FIFO, SL_SIM_NONE, SL_PROTOCOL_NONE, FALSE, TRUE, FALSE },
};

static void
test_certain (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  const Kind *kind = &kinds[which];
  g_autoptr (GRand) random = g_rand_new_with_seed (1000 + which);
  guint n_late = 0, n_certain = 0;

  g_test_summary ("A task that is late for certain is late in the simulator");

  for (guint i = 0; i < 300; i++)
    {
      gboolean late[MAX_TASKS] = { FALSE };
      SlTheorySet theory;
      Set set;

      make_clear_set (random, kind, &set);
      theory = (SlTheorySet) { kind->policy, kind->known_protocol, set.tasks,
                               set.n_tasks,  set.sections,         set.n_sections };
      find_late (&set, kind, i, late);
      for (guint task = 0; task < set.n_tasks; task++)
        {
          SlTheoryEffort effort = SL_THEORY_EFFORT;
          gboolean is_certain = sl_exact_test_fails (&theory, task, &effort);

          if (is_certain && !late[task])
            g_test_message ("set %u, task %u of:\n%s", i, task, print_set (&set));
          g_assert_true (late[task] || !is_certain);
          n_certain += is_certain;
          n_late += late[task];
        }
    }
  g_test_message ("%u tasks are late, %u for certain", n_late, n_certain);
  g_assert_cmpuint (n_certain, >, 40);
}

static void
test_exact (void)
{
  static const Kind kind = { SL_SIM_FP, SL_POLICY_FP, SL_SIM_NONE, SL_PROTOCOL_NONE,
                             FALSE,     FALSE,        FALSE };
  g_autoptr (GRand) random = g_rand_new_with_seed (1100);
  guint n_late = 0, n_fine = 0;

  g_test_summary (
      "Released together, with priorities of their own, tasks are late for certain just "
      "where the bound of their responses is above the deadline");

  for (guint i = 0; i < 500; i++)
    {
      gboolean late[MAX_TASKS] = { FALSE };
      SlTheorySet theory;
      Set set;

      make_clear_set (random, &kind, &set);
      theory = (SlTheorySet) { kind.policy, kind.known_protocol, set.tasks, set.n_tasks, NULL, 0 };
      find_late (&set, &kind, i, late);
      for (guint task = 0; task < set.n_tasks; task++)
        {
          SlTheoryEffort effort = 2 * SL_THEORY_EFFORT;
          SlBound blocking, bound = sl_response_time_get (&theory, task, &blocking, &effort);
          gboolean is_fine =
              bound.state == SL_BOUND_KNOWN && bound.ticks <= set.tasks[task].deadline;

          g_assert_cmpint (sl_exact_test_fails (&theory, task, &effort), ==, !is_fine);
          g_assert_cmpint (late[task], ==, !is_fine);
          n_late += !is_fine;
          n_fine += is_fine;
        }
    }
  g_assert_cmpuint (n_late, >, 200);
  g_assert_cmpuint (n_fine, >, 200);
}

static void
test_demand (void)
{
  static const Kind kind = { SL_SIM_EDF, SL_POLICY_EDF, SL_SIM_NONE, SL_PROTOCOL_NONE,
                             FALSE,      FALSE,         FALSE };
  g_autoptr (GRand) random = g_rand_new_with_seed (1200);
  guint n_late = 0, n_fine = 0;

  g_test_summary ("Under EDF some task is late for certain just where the demand test fails");

  for (guint i = 0; i < 500; i++)
    {
      gboolean is_late = FALSE;
      SlTheoryEffort effort = 8 * SL_THEORY_EFFORT;
      SlTheorySet theory;
      SlDemandTest test;
      Set set;

      make_clear_set (random, &kind, &set);
      theory = (SlTheorySet) { kind.policy, kind.known_protocol, set.tasks, set.n_tasks, NULL, 0 };
      sl_demand_test_run (&test, &theory, &effort);
      for (guint task = 0; task < set.n_tasks; task++)
        is_late = is_late || sl_exact_test_fails (&theory, task, &effort);
      g_assert_cmpint (is_late, ==, !test.passes);
      n_late += is_late;
      n_fine += !is_late;
    }
  g_assert_cmpuint (n_late, >, 100);
  g_assert_cmpuint (n_fine, >, 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/theory/certain/%s-%s-%u", sl_policy_get_id (kinds[i].policy),
                           sl_protocol_get_id (kinds[i].known_protocol), i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_certain);
    }
  g_test_add_func ("/theory/exact", test_exact);
  g_test_add_func ("/theory/exact/demand", test_demand);
  return g_test_run ();
}
