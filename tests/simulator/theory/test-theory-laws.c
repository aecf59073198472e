/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Schedulability analysis beside the simulator, over random task sets with fixed seeds: no response
 * is above its bound, and where theory knows the worst case it happens. */
#include <string.h>

#include "sl-demand-test.h"
#include "sl-response-time.h"
#include "sl-sim-set.h"

#define US        G_GINT64_CONSTANT (1000)
#define MAX_TASKS 5
#define N_LOCKS   3
#define UNTIL     (60000 * US)

/* Sections as the simulator and as the analyses are told of them. */
typedef struct
{
  guint n_tasks;
  SlTheoryTask tasks[MAX_TASKS];
  GArray *sections; /* of SlTheorySection */
} Set;

typedef struct
{
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  gboolean has_sections;
  gboolean has_jitter;
  gint load;       /* percent, at most */
  gint32 deadline; /* percent of the period, at least */
  gint32 most_deadline;
} Kind;

static const SlPolicy policies[] = {
  [SL_SIM_RM] = SL_POLICY_RM,   [SL_SIM_DM] = SL_POLICY_DM,     [SL_SIM_FP] = SL_POLICY_FP,
  [SL_SIM_EDF] = SL_POLICY_EDF, [SL_SIM_FIFO] = SL_POLICY_FIFO, [SL_SIM_RR] = SL_POLICY_RR,
};

static const SlProtocol protocols[] = {
  [SL_SIM_NONE] = SL_PROTOCOL_NONE, [SL_SIM_NPP] = SL_PROTOCOL_NPP,
  [SL_SIM_PIP] = SL_PROTOCOL_PIP,   [SL_SIM_PCP] = SL_PROTOCOL_PCP,
  [SL_SIM_ICPP] = SL_PROTOCOL_ICPP, [SL_SIM_SRP] = SL_PROTOCOL_SRP,
};

static void
add_section (Set *set, guint task, guint lock, gint64 begin, gint64 length)
{
  const SlTheorySection section = { task, lock, begin, length };

  g_array_append_val (set->sections, section);
}

/* One or two outer sections, with one inside the first; locks nest in the order of their numbers,
 * so that nobody waits in a circle. */
static void
add_sections (GRand *random, Set *set, guint task)
{
  gint64 half = set->tasks[task].wcet / US / 2;
  gint64 length = g_rand_int_range (random, 4, (gint32) MAX (5, half));
  gint64 begin = g_rand_int_range (random, 0, (gint32) (half - length) + 1);
  guint lock = (guint) g_rand_int_range (random, 0, N_LOCKS);

  add_section (set, task, lock, begin * US, length * US);
  if (lock + 1 < N_LOCKS && g_rand_boolean (random))
    add_section (set, task,
                 lock + 1 + (guint) g_rand_int_range (random, 0, N_LOCKS - (gint) lock - 1),
                 (begin + 1) * US, length / 2 * US);
  if (g_rand_boolean (random))
    add_section (set, task, (guint) g_rand_int_range (random, 0, N_LOCKS), half * US,
                 half / 2 * US);
}

/* Periods ascend; task i's priority is MAX_TASKS - i. */
static void
make_set (GRand *random, const Kind *kind, Set *set)
{
  gint64 period = 500;

  set->n_tasks = (guint) g_rand_int_range (random, 2, MAX_TASKS + 1);
  set->sections = g_array_new (FALSE, FALSE, sizeof (SlTheorySection));
  for (guint i = 0; i < set->n_tasks; i++)
    {
      SlTheoryTask *task = &set->tasks[i];
      gint64 most;

      period += g_rand_int_range (random, 1, 1500);
      most = period * kind->load / 100 / set->n_tasks;
      *task = (SlTheoryTask) { SL_THEORY_TASK, .period = period * US,
                               .priority = MAX_TASKS - (gint64) i };
      task->wcet = MAX (20, most - g_rand_int_range (random, 0, (gint32) most / 2)) * US;
      task->deadline =
          MAX (task->wcet, task->period / 100 *
                               g_rand_int_range (random, kind->deadline, kind->most_deadline + 1));
      if (kind->has_jitter && g_rand_boolean (random))
        task->jitter = g_rand_int_range (random, 1, (gint32) period) * US;
      if (kind->has_sections && g_rand_int_range (random, 0, 4) > 0)
        add_sections (random, set, i);
    }
  sl_theory_rank (policies[kind->scheduler], set->tasks, set->n_tasks);
}

static char *
print_set (const Set *set, const char *more)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      const SlTheoryTask *task = &set->tasks[i];
      const char *separator = "sections=";

      g_string_append_printf (text,
                              "[task t%u]\nperiod=%" G_GINT64_FORMAT
                              "ns\ndeadline=%" G_GINT64_FORMAT "ns\nwcet=%" G_GINT64_FORMAT
                              "ns\npriority=%" G_GINT64_FORMAT "\n%s",
                              i, task->period, task->deadline, task->wcet, task->priority, more);
      if (task->jitter > 0)
        g_string_append_printf (text, "jitter=%" G_GINT64_FORMAT "ns\n", task->jitter);
      for (guint k = 0; k < set->sections->len; k++)
        {
          const SlTheorySection *section = &g_array_index (set->sections, SlTheorySection, k);

          if (section->task != i)
            continue;
          g_string_append_printf (text, "%sm%u@%" G_GINT64_FORMAT "ns+%" G_GINT64_FORMAT "ns",
                                  separator, section->lock, section->begin, section->length);
          separator = ", ";
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static SlTheorySet
get_theory (const Set *set, const Kind *kind)
{
  return (SlTheorySet) { policies[kind->scheduler],
                         protocols[kind->protocol],
                         set->tasks,
                         set->n_tasks,
                         (const SlTheorySection *) (gpointer) set->sections->data,
                         set->sections->len };
}

static void
find_bounds (const Set *set, const Kind *kind, SlBound *bounds)
{
  const SlTheorySet theory = get_theory (set, kind);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      SlTheoryEffort effort = SL_THEORY_EFFORT;
      SlBound blocking;

      bounds[i] = sl_response_time_get (&theory, i, &blocking, &effort);
    }
}

static SlSimRun *
run_set (const Set *set, const Kind *kind, guint seed, const char *more)
{
  const SlSimOptions options = {
    .scheduler = kind->scheduler,
    .protocol = kind->protocol,
    .overrun = SL_SIM_CONTINUE,
    .until = UNTIL,
    .quantum = 100 * US,
    .seed = seed,
  };
  g_autofree char *text = print_set (set, more);

  return sl_sim_set_run (text, &options);
}

static const Kind kinds[] = {
  { SL_SIM_RM, SL_SIM_NONE, FALSE, TRUE, 110, 100, 100 },
  { SL_SIM_FP, SL_SIM_NONE, FALSE, TRUE, 100, 80, 400 },
  { SL_SIM_RM, SL_SIM_NONE, TRUE, FALSE, 95, 100, 100 },
  { SL_SIM_DM, SL_SIM_NPP, TRUE, TRUE, 95, 60, 200 },
  { SL_SIM_RM, SL_SIM_PIP, TRUE, TRUE, 95, 100, 100 },
  { SL_SIM_FP, SL_SIM_PCP, TRUE, TRUE, 95, 100, 200 },
  { SL_SIM_RM, SL_SIM_ICPP, TRUE, TRUE, 95, 100, 100 },
  { SL_SIM_DM, SL_SIM_SRP, TRUE, TRUE, 95, 50, 100 },
  { SL_SIM_EDF, SL_SIM_NONE, FALSE, TRUE, 105, 50, 200 },
  { SL_SIM_EDF, SL_SIM_NONE, TRUE, FALSE, 95, 100, 100 },
  { SL_SIM_EDF, SL_SIM_NPP, TRUE, TRUE, 95, 60, 200 },
  { SL_SIM_EDF, SL_SIM_PIP, TRUE, TRUE, 95, 60, 200 },
  { SL_SIM_EDF, SL_SIM_SRP, TRUE, TRUE, 95, 60, 200 },
  { SL_SIM_FIFO, SL_SIM_NONE, FALSE, TRUE, 100, 100, 100 },
  { SL_SIM_RR, SL_SIM_NONE, FALSE, TRUE, 100, 100, 100 },
};

/* What is executed and when tasks are released varies: bounds are for the worst. */
static void
test_bounds (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  const Kind *kind = &kinds[which];
  g_autoptr (GRand) random = g_rand_new_with_seed (500 + which);
  guint n_checked = 0, n_met = 0;

  g_test_summary ("No response of the simulator is above its analytic bound");

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (SlSimRun) run = NULL;
      SlBound bounds[MAX_TASKS];
      Set set;

      make_set (random, kind, &set);
      find_bounds (&set, kind, bounds);
      run = run_set (&set, kind, i, i % 2 == 0 ? "" : "sporadic=300us\noffset=200us\n");
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);
          const SlBound *bound = &bounds[job->task];

          if (bound->state != SL_BOUND_KNOWN)
            continue;
          if (job->finish >= 0)
            g_assert_cmpint (job->finish - job->release, <=, bound->ticks);
          else
            g_assert_cmpint (UNTIL - job->release, <=, bound->ticks);
          n_checked++;
          n_met += job->finish - job->release == bound->ticks;
        }
      g_array_unref (set.sections);
    }

  g_test_message ("%u responses, %u as long as the bound", n_checked, n_met);
  g_assert_cmpuint (n_checked, >, 2000);
  g_assert_cmpuint (n_met, >, 0);
}

/* Whether a job is late of those that are due by then. */
static gboolean
has_miss (const SlSimRun *run)
{
  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);

      if (job->finish < 0 ? job->deadline < UNTIL : job->finish > job->deadline)
        return TRUE;
    }

  return FALSE;
}

static void
test_synchronous (void)
{
  static const Kind kind = { SL_SIM_RM, SL_SIM_NONE, FALSE, FALSE, 105, 100, 100 };
  g_autoptr (GRand) random = g_rand_new_with_seed (600);
  guint n_late = 0;

  g_test_summary ("Where tasks are released together the longest response is the bound");

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (SlSimRun) run = NULL;
      gint64 longest[MAX_TASKS] = { 0 };
      SlBound bounds[MAX_TASKS];
      Set set;

      make_set (random, &kind, &set);
      find_bounds (&set, &kind, bounds);
      run = run_set (&set, &kind, i, "");
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);

          if (job->finish >= 0)
            longest[job->task] = MAX (longest[job->task], job->finish - job->release);
        }
      for (guint task = 0; task < set.n_tasks; task++)
        {
          /* The worst is in the first stretch of work, which may be longer than the run. */
          if (bounds[task].state != SL_BOUND_KNOWN || bounds[task].ticks > UNTIL / 10)
            continue;
          g_assert_cmpint (longest[task], ==, bounds[task].ticks);
          n_late += bounds[task].ticks > set.tasks[task].deadline;
        }
      g_array_unref (set.sections);
    }
  g_assert_cmpuint (n_late, >, 0);
}

static void
test_demand (void)
{
  static const Kind kind = { SL_SIM_EDF, SL_SIM_NONE, FALSE, FALSE, 125, 30, 100 };
  g_autoptr (GRand) random = g_rand_new_with_seed (700);
  guint n_passed = 0, n_failed = 0;

  g_test_summary ("EDF misses a deadline, of tasks released together, just where the demand test "
                  "fails");

  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (SlSimRun) run = NULL;
      SlTheoryEffort effort = SL_THEORY_EFFORT;
      SlDemandTest test;
      SlTheorySet theory;
      Set set;

      make_set (random, &kind, &set);
      theory = get_theory (&set, &kind);
      sl_demand_test_run (&test, &theory, &effort);
      run = run_set (&set, &kind, i, "");
      if (test.state == SL_BOUND_KNOWN && test.passes)
        {
          g_assert_false (has_miss (run));
          n_passed++;
        }
      else if (test.state == SL_BOUND_KNOWN)
        {
          g_assert_true (has_miss (run) || test.interval >= UNTIL);
          n_failed++;
        }
      g_array_unref (set.sections);
    }
  g_test_message ("%u sets pass, %u fail", n_passed, n_failed);
  g_assert_cmpuint (n_passed, >, 50);
  g_assert_cmpuint (n_failed, >, 50);
}

static void
test_demand_with_blocking (gconstpointer data)
{
  const Kind kind = {
    SL_SIM_EDF, (SlSimProtocol) GPOINTER_TO_UINT (data), TRUE, TRUE, 100, 50, 120
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (800 + kind.protocol);
  guint n_passed = 0;

  g_test_summary ("With locks and jitter no deadline is missed where the demand test passes");

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (SlSimRun) run = NULL;
      SlTheoryEffort effort = SL_THEORY_EFFORT;
      SlDemandTest test;
      SlTheorySet theory;
      Set set;

      make_set (random, &kind, &set);
      theory = get_theory (&set, &kind);
      sl_demand_test_run (&test, &theory, &effort);
      if (test.state == SL_BOUND_KNOWN && test.passes)
        {
          run = run_set (&set, &kind, i, "");
          g_assert_false (has_miss (run));
          n_passed++;
        }
      g_array_unref (set.sections);
    }
  g_test_message ("%u sets pass", n_passed);
  g_assert_cmpuint (n_passed, >, 20);
}

int
main (int argc, char *argv[])
{
  static const SlSimProtocol locked[] = { SL_SIM_NPP, SL_SIM_PIP, SL_SIM_SRP };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/theory/bounds/%s-%s-%u",
                           sl_policy_get_id (policies[kinds[i].scheduler]),
                           sl_protocol_get_id (protocols[kinds[i].protocol]), i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_bounds);
    }
  g_test_add_func ("/theory/synchronous", test_synchronous);
  g_test_add_func ("/theory/demand", test_demand);
  for (guint i = 0; i < G_N_ELEMENTS (locked); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/theory/demand/%s", sl_protocol_get_id (protocols[locked[i]]));

      g_test_add_data_func (path, GUINT_TO_POINTER (locked[i]), test_demand_with_blocking);
    }
  return g_test_run ();
}
