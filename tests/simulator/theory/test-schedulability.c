/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Theory beside measurement, of simulated sets that are worked out here by hand. */
#include <string.h>

#include "sl-scenario-trace.h"
#include "sl-schedulability.h"
#include "sl-sim-set.h"

#define MS G_GINT64_CONSTANT (1000000)

/* What runs is @set; @model is what is told of it afterwards: NULL for what the simulator says, ""
 * for nothing. */
static SlSchedulability *
analyse (const char *set, const SlSimOptions *options, const char *model)
{
  g_autoptr (SlSimRun) run = sl_sim_set_run (set, options);
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) told = NULL;
  g_autoptr (SlTaskRules) rules = NULL;
  g_autoptr (SlJobTable) jobs = NULL;
  g_autoptr (SlTrace) trace = NULL;
  SlSchedulability *theory;

  g_ptr_array_add (files, run->trace);
  trace = sl_scenario_load (files);
  if (model != NULL)
    told = sl_task_model_parse (model, "model", &error);
  g_assert_no_error (error);
  rules = sl_task_model_get_rules (told != NULL ? told : run->model, trace, annotations, &error);
  g_assert_no_error (error);
  jobs = sl_job_table_new (trace, 0, rules, NULL, NULL);
  theory = sl_schedulability_new (jobs, NULL, &error);
  g_assert_no_error (error);
  return theory;
}

/* In milliseconds; -1 for what is not known. */
static char *
print_tasks (const SlSchedulability *theory)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, i);
      gint64 blocking = task->blocking.state == SL_BOUND_KNOWN ? task->blocking.ticks / MS : -1;
      gint64 response = task->response.state == SL_BOUND_KNOWN ? task->response.ticks / MS : -1;

      g_string_append_printf (text,
                              "%sB=%" G_GINT64_FORMAT " R=%" G_GINT64_FORMAT
                              " measured=%" G_GINT64_FORMAT " %s",
                              i > 0 ? "; " : "", blocking, response, task->measured / MS,
                              sl_verdict_get_id (task->verdict));
      for (guint k = 0; k < task->excesses->len; k++)
        {
          const SlExcess *excess = &g_array_index (task->excesses, SlExcess, k);

          g_string_append_printf (text, " %s %" G_GINT64_FORMAT ">%" G_GINT64_FORMAT,
                                  sl_excess_kind_get_id (excess->kind), excess->measured / MS,
                                  excess->allowed / MS);
        }
    }

  return g_string_free (text, FALSE);
}

static const SlSimOptions rate_monotonic = { .scheduler = SL_SIM_RM,
                                             .protocol = SL_SIM_PCP,
                                             .until = 120 * MS,
                                             .quantum = MS };

/* The high task takes lock m for its second half; the low one holds it from 1 to 4 ms of its 9. */
#define HIGH "[task high]\nperiod=10ms\nwcet=2ms\n"
#define MID  "[task mid]\nperiod=20ms\nwcet=5ms\n"
#define LOW  "[task low]\nperiod=40ms\nwcet=9ms\n"

static void
test_model (void)
{
  g_autoptr (SlSchedulability) theory = analyse (HIGH "sections=m@1ms+1ms\noffset=2ms\n" MID
                                                      "offset=2ms\n" LOW "sections=m@1ms+3ms\n",
                                                 &rate_monotonic, NULL);
  g_autofree char *text = print_tasks (theory);

  g_test_summary ("Parameters, policy and protocol are the model’s");

  /* high: 3+2. mid: 3+5+2=10. low: 9+2+5=16 → 9+2·2+5=18 → 18. At 2 ms low has the lock for 2 ms
   * more: high executes 1, waits 2, executes 1: 4. mid follows it, from 6 to 11: 9. low then has
   * had 4, and has 1 more until 12, 3 from 14 to 17 … high comes every 10: 11-12, 14-18: 18. */
  g_assert_cmpstr (text, ==,
                   "B=3 R=5 measured=4 schedulable; B=3 R=10 measured=9 schedulable; "
                   "B=0 R=18 measured=18 schedulable");
  g_assert_cmpint (theory->policy, ==, SL_POLICY_RM);
  g_assert_cmpint (theory->protocol, ==, SL_PROTOCOL_PCP);
  g_assert_cmpint (theory->verdict, ==, SL_VERDICT_SCHEDULABLE);
  g_assert_cmpuint (theory->estimated, ==, 0);
  g_assert_false (theory->utilisation.applies);
}

static void
test_wcet (void)
{
  g_autoptr (SlSchedulability) theory = analyse (HIGH "execution=4ms\n" MID, &rate_monotonic, NULL);
  g_autofree char *text = print_tasks (theory);

  g_test_summary ("A task that takes longer than its WCET is why others are above their bounds");

  /* high: 2, but 4. mid: 5+2, but 5+4. */
  g_assert_cmpstr (text, ==,
                   "B=0 R=2 measured=4 schedulable wcet 4>2; "
                   "B=0 R=7 measured=9 schedulable wcet 4>2");
  g_assert_cmpuint (theory->n_exceeding, ==, 2);
}

static void
test_release (void)
{
  g_autoptr (SlSchedulability) theory =
      analyse ("[task high]\nperiod=6ms\nwcet=2ms\n" MID, &rate_monotonic,
               "[scheduler]\npolicy=rm\n"
               "[task high]\nmatch=272\nperiod=9ms\nwcet=2ms\n"
               "[task mid]\nmatch=280\nperiod=20ms\nwcet=5ms\n");
  g_autofree char *text = print_tasks (theory);

  g_test_summary ("So is one that is released sooner than its period");

  /* mid: 5+2=7 within 9, but 5+2·2 with releases at 0 and 6. */
  g_assert_cmpstr (text, ==,
                   "B=0 R=2 measured=2 schedulable; "
                   "B=0 R=7 measured=9 schedulable release 6>9");
}

static void
test_blocking (void)
{
  SlSimOptions options = rate_monotonic;
  g_autoptr (SlSchedulability) theory = NULL;
  g_autoptr (SlSchedulability) none = NULL;
  g_autofree char *text = NULL;
  g_autofree char *none_text = NULL;
  const char *set =
      HIGH "sections=m@1ms+1ms\noffset=2ms\n" MID "offset=3ms\n" LOW "sections=m@1ms+3ms\n";

  g_test_summary ("Without a protocol there is no bound above a task in between, and one for a "
                  "protocol is not kept");

  options.protocol = SL_SIM_NONE;
  none = analyse (set, &options, NULL);
  none_text = print_tasks (none);
  theory = analyse (set, &options,
                    "[scheduler]\npolicy=rm\nprotocol=pcp\n"
                    "[task high]\nmatch=272\nperiod=10ms\nwcet=2ms\nsections=m@1ms+1ms\n"
                    "[task mid]\nmatch=280\nperiod=20ms\nwcet=5ms\n"
                    "[task low]\nmatch=288\nperiod=40ms\nwcet=9ms\nsections=m@1ms+3ms\n");
  text = print_tasks (theory);

  /* high executes from 2 to 3 and waits; mid, from 3 to 8, keeps low from giving the lock back,
   * which is at 10: high waits 7 and ends at 11, 9 after its release. mid’s second job comes
   * 1 before high’s third one is done: 6. */
  g_assert_cmpstr (none_text, ==,
                   "B=-1 R=-1 measured=9 not-guaranteed; B=3 R=10 measured=6 schedulable; "
                   "B=0 R=18 measured=18 schedulable");
  g_assert_true (strstr (text, "B=3 R=5 measured=9 schedulable blocking 7>3; ") == text);
}

static void
test_estimate (void)
{
  SlSimOptions options = rate_monotonic;
  g_autoptr (SlSchedulability) theory = NULL;
  const SlTaskTheory *low;

  g_test_summary ("What the model does not give is estimated, and marked");

  options.protocol = SL_SIM_NPP;
  theory = analyse (HIGH MID LOW "sections=m@1ms+3ms, n@2ms+1ms\n", &options, "");
  g_assert_cmpuint (theory->tasks->len, ==, 3);
  low = &g_array_index (theory->tasks, SlTaskTheory, 2);
  g_assert_cmpint (low->task.wcet, ==, 9 * MS);
  g_assert_cmpint (low->task.period, ==, 40 * MS);
  g_assert_cmpint (low->task.deadline, ==, 40 * MS);
  g_assert_cmpuint (low->estimated, ==,
                    SL_ESTIMATED_WCET | SL_ESTIMATED_PERIOD | SL_ESTIMATED_DEADLINE |
                        SL_ESTIMATED_SECTIONS);
  g_assert_cmpint (theory->policy, ==, SL_POLICY_UNKNOWN);
  g_assert_cmpint (low->response.state, ==, SL_BOUND_NO_METHOD);
  g_assert_cmpint (theory->verdict, ==, SL_VERDICT_UNKNOWN);
  sl_schedulability_unref (g_steal_pointer (&theory));

  /* The sections are there, the one inside the other. */
  theory = analyse (HIGH MID LOW "sections=m@1ms+3ms, n@2ms+1ms\n", &options,
                    "[scheduler]\npolicy=rm\nprotocol=npp\n");
  g_assert_cmpint (g_array_index (theory->tasks, SlTaskTheory, 0).blocking.ticks, ==, 3 * MS);
  g_assert_cmpint (g_array_index (theory->tasks, SlTaskTheory, 1).response.ticks, ==, 10 * MS);
}

static void
test_no_proof (void)
{
  static const struct
  {
    const char *model;
    SlVerdict verdict;
  } cases[] = {
    { "[task high]\nmatch=272\nperiod=10ms\ndeadline=10ms\nwcet=2ms\n", SL_VERDICT_SCHEDULABLE },
    { "[task high]\nmatch=272\nperiod=10ms\ndeadline=10ms\n", SL_VERDICT_NOT_GUARANTEED },
    { "[task high]\nmatch=272\nwcet=2ms\ndeadline=10ms\n", SL_VERDICT_NOT_GUARANTEED },
    { "", SL_VERDICT_NOT_GUARANTEED },
  };
  static const char *const policies[] = { "rm", "edf" };

  g_test_summary (
      "Of a task that keeps its deadline by what was estimated from the trace nothing is proved");

  for (guint i = 0; i < G_N_ELEMENTS (cases) * G_N_ELEMENTS (policies); i++)
    {
      g_autofree char *model =
          g_strdup_printf ("%s[scheduler]\npolicy=%s\n", cases[i / 2].model, policies[i % 2]);
      g_autoptr (SlSchedulability) theory = analyse (HIGH, &rate_monotonic, model);
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, 0);

      g_test_message ("%s", model);
      g_assert_cmpint (task->verdict, ==, cases[i / 2].verdict);
      g_assert_cmpint (theory->verdict, ==, cases[i / 2].verdict);
      g_assert_true (sl_task_theory_keeps (task, theory));
    }
}

static void
test_edf (void)
{
  SlSimOptions options = rate_monotonic;
  g_autoptr (SlSchedulability) theory = NULL;
  g_autofree char *text = NULL;

  g_test_summary ("Under EDF the demand test decides");

  options.scheduler = SL_SIM_EDF;
  options.protocol = SL_SIM_NONE;
  theory =
      analyse ("[task a]\nperiod=4ms\nwcet=2ms\n[task b]\nperiod=7ms\nwcet=3ms\n", &options, NULL);
  text = print_tasks (theory);
  g_assert_true (theory->demand.state == SL_BOUND_KNOWN && theory->demand.passes);
  g_assert_cmpint (theory->verdict, ==, SL_VERDICT_SCHEDULABLE);
  g_assert_true (g_str_has_prefix (text, "B=0 R=3 measured=3 schedulable; B=0 R=6"));
}

static void
test_offsets (void)
{
  const char *others = "[task a]\nperiod=10ms\nwcet=3ms\n[task b]\nperiod=10ms\nwcet=3ms\n";
  g_autofree char *late =
      g_strconcat (others, "[task c]\nperiod=20ms\ndeadline=12ms\nwcet=5ms\n", NULL);
  g_autofree char *fine = g_strconcat (late, "offset=6ms\n", NULL);
  SlSimOptions options = rate_monotonic;
  g_autoptr (SlSchedulability) together = NULL;
  g_autoptr (SlSchedulability) apart = NULL;
  g_autofree char *text = NULL;
  g_autofree char *apart_text = NULL;

  g_test_summary ("With an offset that helps, a bound above the deadline proves no miss");

  /* c: 5+3+3=11 → 5+2·6=17. With the offset: 6 to 10, 16 to 17. */
  options.scheduler = SL_SIM_DM;
  together = analyse (late, &options, NULL);
  text = print_tasks (together);
  g_assert_cmpstr (text, ==,
                   "B=0 R=6 measured=3 schedulable; B=0 R=6 measured=6 schedulable; "
                   "B=0 R=17 measured=17 not-schedulable");
  g_assert_cmpint (together->verdict, ==, SL_VERDICT_NOT_SCHEDULABLE);
  apart = analyse (fine, &options, NULL);
  apart_text = print_tasks (apart);
  g_assert_cmpstr (apart_text, ==,
                   "B=0 R=6 measured=3 schedulable; B=0 R=6 measured=6 schedulable; "
                   "B=0 R=17 measured=11 not-guaranteed");
  g_assert_cmpint (apart->verdict, ==, SL_VERDICT_NOT_GUARANTEED);
}

static void
test_two_tasks (void)
{
  SlSimOptions options = rate_monotonic;
  g_autoptr (SlSchedulability) theory = NULL;
  g_autofree char *text = NULL;

  g_test_summary ("Without a protocol two tasks wait for each other for a section at most");

  /* high: 2+2. low: 5+2=7. */
  options.protocol = SL_SIM_NONE;
  theory = analyse ("[task high]\nperiod=10ms\nwcet=2ms\nsections=m@0ms+1ms\n"
                    "[task low]\nperiod=40ms\nwcet=5ms\nsections=m@1ms+2ms\n",
                    &options, NULL);
  text = print_tasks (theory);
  g_assert_cmpstr (text, ==, "B=2 R=4 measured=2 schedulable; B=0 R=7 measured=7 schedulable");
}

static void
test_overload (void)
{
  SlSimOptions options = rate_monotonic;
  g_autoptr (SlSchedulability) server = NULL;
  g_autoptr (SlSchedulability) tasks = NULL;

  g_test_summary ("A budget that is too large for what is left makes no job late by itself");

  server = analyse ("[server s]\npolicy=ps\nbudget=5ms\nperiod=10ms\n"
                    "[task x]\narrivals=1ms\nwcet=1ms\nserver=s\n"
                    "[task a]\nperiod=20ms\nwcet=12ms\n",
                    &options, NULL);
  g_assert_cmpint (server->utilisation.versus_one, >, 0);
  g_assert_false (server->utilisation.is_overload);
  g_assert_cmpint (server->verdict, ==, SL_VERDICT_NOT_GUARANTEED);

  tasks = analyse ("[task a]\nperiod=20ms\nwcet=12ms\n[task b]\nperiod=30ms\nwcet=15ms\n", &options,
                   NULL);
  g_assert_true (tasks->utilisation.is_overload);
  g_assert_cmpint (tasks->verdict, ==, SL_VERDICT_NOT_SCHEDULABLE);
}

static void
test_aperiodic (void)
{
  g_autoptr (SlSchedulability) theory =
      analyse ("[task a]\narrivals=0ms, 7ms, 8ms\nwcet=1ms\npriority=1\n" HIGH, &rate_monotonic,
               NULL);
  const SlTaskTheory *aperiodic = &g_array_index (theory->tasks, SlTaskTheory, 0);

  g_test_summary ("A task that is released at some times has no period and no deadline");

  g_assert_cmpint (aperiodic->task.wcet, ==, MS);
  g_assert_cmpint (aperiodic->task.period, ==, 0);
  g_assert_cmpint (aperiodic->task.deadline, ==, 0);
  g_assert_cmpuint (aperiodic->estimated, ==, 0);
  g_assert_cmpint (aperiodic->response.state, ==, SL_BOUND_NO_FIGURES);
  g_assert_cmpint (aperiodic->verdict, ==, SL_VERDICT_UNKNOWN);
  g_assert_cmpuint (theory->utilisation.n_left_out, ==, 1);
  g_assert_cmpuint (theory->utilisation.n_tasks, ==, 1);
}

static void
test_asked_of_server (void)
{
  const SlSimOptions options = { .scheduler = SL_SIM_EDF, .until = 24 * MS, .quantum = MS };
  g_autoptr (SlSchedulability) theory = analyse ("[task a]\nperiod=4ms\nwcet=2ms\n"
                                                 "[task x]\nperiod=6ms\nwcet=2ms\nserver=S\n"
                                                 "[server S]\npolicy=cbs\nbudget=1ms\nperiod=4ms\n",
                                                 &options, NULL);

  g_test_summary (
      "A task that asks for 1/3 of the processor from a server that gives 1/4 has no bound, "
      "since the server is overloaded; 1/2 and 1/3 are due, which is not an overload of the "
      "processor, but the tests of all deadlines leave the served task out.");

  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, i);

      g_assert_cmpint (task->response.state, ==,
                       task->task.kind == SL_THEORY_SERVED ? SL_BOUND_OVERLOAD : SL_BOUND_KNOWN);
    }
  g_assert_true (theory->utilisation.serves);
  g_assert_false (theory->utilisation.is_overload);
  g_assert_cmpfloat_with_epsilon (theory->utilisation.due, 1 / 2.0 + 1 / 3.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (theory->utilisation.total, 1 / 2.0 + 1 / 4.0, 1e-9);
}

static gint64
get_served_bound (const char *server, const char *rest)
{
  const SlSimOptions options = { .scheduler = SL_SIM_EDF, .until = 60 * MS, .quantum = MS };
  g_autofree char *text = g_strdup_printf ("%s[server S]\npolicy=cbs\n%s", rest, server);
  g_autoptr (SlSchedulability) theory = analyse (text, &options, NULL);

  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, i);

      if (task->task.kind == SL_THEORY_SERVED)
        return task->response.state == SL_BOUND_KNOWN ? task->response.ticks : -1;
    }
  g_assert_not_reached ();
}

static void
test_alone_in_server (void)
{
  g_test_summary (
      "A task alone in a constant bandwidth server: with C <= Q and T >= Ts as under EDF with "
      "the deadline Ts, with C above Q within ceil(C / Q) periods of the server; no bound "
      "where the servers' deadlines are not kept");

  /* Nobody else. */
  g_assert_cmpint (get_served_bound ("budget=6ms\nperiod=10ms\n",
                                     "[task x]\nperiod=12ms\nwcet=4ms\nserver=S\n"),
                   ==, 4 * MS);
  /* Released with it, a is due before 8: 4 and 3. */
  g_assert_cmpint (get_served_bound ("budget=3ms\nperiod=8ms\n",
                                     "[task x]\nperiod=8ms\nwcet=3ms\nserver=S\n"
                                     "[task a]\nperiod=7ms\nwcet=4ms\n"),
                   ==, 7 * MS);
  g_assert_cmpint (get_served_bound ("budget=2ms\nperiod=8ms\n",
                                     "[task x]\nperiod=24ms\nwcet=5ms\nserver=S\n"),
                   ==, 24 * MS);
  g_assert_cmpint (get_served_bound ("budget=3ms\nperiod=8ms\n",
                                     "[task x]\nperiod=8ms\nwcet=3ms\nserver=S\n"
                                     "[task a]\nperiod=7ms\nwcet=6ms\n"),
                   ==, -1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedulability/model", test_model);
  g_test_add_func ("/schedulability/alone-in-server", test_alone_in_server);
  g_test_add_func ("/schedulability/wcet", test_wcet);
  g_test_add_func ("/schedulability/release", test_release);
  g_test_add_func ("/schedulability/blocking", test_blocking);
  g_test_add_func ("/schedulability/estimate", test_estimate);
  g_test_add_func ("/schedulability/no-proof", test_no_proof);
  g_test_add_func ("/schedulability/edf", test_edf);
  g_test_add_func ("/schedulability/offsets", test_offsets);
  g_test_add_func ("/schedulability/two-tasks", test_two_tasks);
  g_test_add_func ("/schedulability/asked-of-server", test_asked_of_server);
  g_test_add_func ("/schedulability/overload", test_overload);
  g_test_add_func ("/schedulability/aperiodic", test_aperiodic);
  return g_test_run ();
}
