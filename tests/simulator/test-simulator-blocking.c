/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long less urgent tasks hold up others: laws over thousands of small random sets with fixed
 * seeds, of the simulator's own record and of the decoded trace. */
#include "sl-inversion.h"
#include "sl-scenario-trace.h"
#include "sl-sim-set.h"

#define US     G_GINT64_CONSTANT (1000)
#define N_SETS 1000
#define END    30000 /* of each run, in microseconds */

#define MAX_TASKS 4
#define N_LOCKS   2

/* In microseconds; tasks with sections are by period, and each executes its WCET. */
typedef struct
{
  guint n_tasks;
  gint64 period[MAX_TASKS];
  gint64 wcet[MAX_TASKS];
  gint64 begin[MAX_TASKS];
  gint64 length[MAX_TASKS]; /* of the section; 0 for none */
  guint lock[MAX_TASKS];
} Set;

static void
make_set (GRand *random, Set *set)
{
  gint64 period = 1000;

  set->n_tasks = (guint) g_rand_int_range (random, 2, MAX_TASKS + 1);
  for (guint i = 0; i < set->n_tasks; i++)
    {
      gboolean has_section = g_rand_int_range (random, 0, 4) > 0;

      period += g_rand_int_range (random, 1, 3000);
      set->period[i] = period;
      set->wcet[i] = MAX (8, period / set->n_tasks * g_rand_int_range (random, 30, 95) / 100);
      set->lock[i] = (guint) g_rand_int_range (random, 0, N_LOCKS);
      set->begin[i] = g_rand_int_range (random, 0, (gint32) set->wcet[i] / 2);
      set->length[i] = has_section ? g_rand_int_range (random, 1, (gint32) set->wcet[i] / 2) : 0;
    }
}

static char *
print_set (const Set *set)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      g_string_append_printf (text,
                              "[task t%u]\nperiod=%" G_GINT64_FORMAT "us\nwcet=%" G_GINT64_FORMAT
                              "us\njitter=500us\n",
                              i, set->period[i], set->wcet[i]);
      if (set->length[i] > 0)
        g_string_append_printf (text,
                                "sections=m%u@%" G_GINT64_FORMAT "us+%" G_GINT64_FORMAT "us\n",
                                set->lock[i], set->begin[i], set->length[i]);
    }

  return g_string_free (text, FALSE);
}

/* What less urgent tasks execute while @job is not finished. */
static gint64
get_blocked (const SlSimRun *run, const SlSimJob *job)
{
  gint64 sum = 0;

  for (guint i = 0; i < run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, i);

      if (slice->task > job->task && slice->lock == SL_SIM_NO_LOCK)
        sum += MAX (0, MIN (slice->end, job->finish) - MAX (slice->begin, job->release));
    }

  return sum;
}

/* In microseconds: of those below @task the longest section whose lock it or a more urgent one uses,
 * or any; where a protocol allows for more than one, that of each task. */
static gint64
get_longest (const Set *set, guint task, gboolean any_lock, gboolean of_each)
{
  gint64 longest = 0;

  for (guint low = task + 1; low < set->n_tasks; low++)
    {
      gboolean counts = any_lock;

      for (guint high = 0; high <= task; high++)
        counts = counts || (set->length[high] > 0 && set->lock[high] == set->lock[low]);
      if (counts)
        longest = of_each ? longest + set->length[low] : MAX (longest, set->length[low]);
    }

  return longest;
}

/* A job does not suspend itself: less urgent tasks execute before its finish only where they block
 * it. Jobs of the task before it are under way when it is released in an overload: these are left
 * out. */
static void
test_blocking (gconstpointer data)
{
  SlSimProtocol protocol = (SlSimProtocol) GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (800 + protocol);
  guint n_blocked = 0;

  g_test_summary ("A job waits for one section of less urgent tasks at most; with inheritance for "
                  "one of each");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .protocol = protocol,
                                     .until = END * US,
                                     .quantum = US,
                                     .seed = i };
      g_autoptr (SlSimRun) run = NULL;
      g_autofree char *text = NULL;
      Set set;

      make_set (random, &set);
      text = print_set (&set);
      run = sl_sim_set_run (text, &options);
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);
          gint64 bound =
              get_longest (&set, job->task, protocol == SL_SIM_NPP, protocol == SL_SIM_PIP);
          gint64 blocked;

          if (job->finish < 0)
            continue;
          blocked = get_blocked (run, job);
          n_blocked += blocked > 0;
          if (blocked > bound * US)
            g_test_fail_printf ("t%u is blocked for %" G_GINT64_FORMAT " ns in seed %u:\n%s",
                                job->task, blocked, i, text);
        }
    }
  g_assert_cmpuint (n_blocked, >, N_SETS / 10);
}

/* Of the decoded trace, by the analysis of inversions. */
static guint
assert_inversions (const SlSimRun *run, const Set *set, gboolean of_each)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskRules) rules = NULL;
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GArray) inversions = NULL;

  g_ptr_array_add (files, run->trace);
  trace = sl_scenario_load (files);
  rules = sl_task_model_get_rules (run->model, trace, annotations, NULL);
  table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);
  inversions = sl_inversions_find (table, NULL, NULL);
  for (guint i = 0; i < inversions->len; i++)
    {
      const SlInversion *inversion = &g_array_index (inversions, SlInversion, i);
      guint64 context = sl_object_table_get (sl_trace_get_objects (trace), inversion->task)->id;
      guint task = (guint) (context - sl_simulator_get_context (0)) / 8;
      gint64 more_urgent = 0;
      gint64 length = inversion->span.end - inversion->span.begin;

      /* Those above may run in between, which is not an inversion. */
      for (guint k = 0; k < run->slices->len; k++)
        {
          const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, k);

          if (slice->task < task && slice->lock == SL_SIM_NO_LOCK)
            more_urgent += MAX (0, MIN (slice->end, inversion->span.end) -
                                       MAX (slice->begin, inversion->span.begin));
        }
      g_assert_cmpint (length - more_urgent, <=, get_longest (set, task, FALSE, of_each) * US);
      g_assert_cmpint (inversion->intruder_ticks, ==, 0);
    }

  return inversions->len;
}

static void
test_inversions (gconstpointer data)
{
  SlSimProtocol protocol = (SlSimProtocol) GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (900 + protocol);
  guint n_inversions = 0;

  g_test_summary ("No inversion is longer than the protocol allows, and no task gets in between");

  for (guint i = 0; i < 300; i++)
    {
      const SlSimOptions options = { .protocol = protocol,
                                     .until = END * US,
                                     .quantum = US,
                                     .seed = i };
      g_autoptr (SlSimRun) run = NULL;
      g_autofree char *text = NULL;
      Set set;

      make_set (random, &set);
      text = print_set (&set);
      run = sl_sim_set_run (text, &options);
      n_inversions += assert_inversions (run, &set, protocol == SL_SIM_PIP);
    }
  g_assert_cmpuint (n_inversions, >, 100);
}

static void
add_protocols (const char *law,
               const SlSimProtocol *protocols,
               guint n_protocols,
               GTestDataFunc function)
{
  for (guint i = 0; i < n_protocols; i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/simulator/%s/%s", law, sl_sim_protocol_get_id (protocols[i]));

      g_test_add_data_func (path, GUINT_TO_POINTER (protocols[i]), function);
    }
}

int
main (int argc, char *argv[])
{
  static const SlSimProtocol blocking[] = { SL_SIM_NPP, SL_SIM_PIP, SL_SIM_PCP, SL_SIM_ICPP,
                                            SL_SIM_SRP };
  static const SlSimProtocol inverting[] = { SL_SIM_PIP, SL_SIM_PCP };

  g_test_init (&argc, &argv, NULL);
  add_protocols ("blocking", blocking, G_N_ELEMENTS (blocking), test_blocking);
  add_protocols ("inversions", inverting, G_N_ELEMENTS (inverting), test_inversions);
  return g_test_run ();
}
