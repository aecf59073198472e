/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What people read of figures that schedulability analysis lacks. */

#include "sl-step-set.h"
#include "sl-text-jobs.h"
#include "sl-text-theory.h"

#define MS G_GINT64_CONSTANT (1000000)

#define SET                                        \
  "[task a]\nperiod=10ms\nwcet=2ms\npriority=3\n"  \
  "[task b]\narrivals=1ms\nwcet=2ms\npriority=2\n" \
  "[task c]\nperiod=20ms\nwcet=2ms\npriority=1\n"

/* "name: why there is no bound", a line for each row, and who is left out of the sum. */
static char *
tell (const char *text, SlSimScheduler scheduler)
{
  const SlSimOptions options = { .scheduler = scheduler, .quantum = MS, .until = 30 * MS };
  g_autoptr (SlStepRun) run = sl_step_run_new (text, &options);
  SlJobTable *jobs = sl_replay_get_jobs (run->replay);
  SlTrace *trace = sl_job_table_get_trace (jobs);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlSchedulability) theory = sl_schedulability_new (jobs, NULL, NULL);
  g_autoptr (GPtrArray) totals = NULL;
  GString *told = g_string_new (NULL);

  for (guint i = 0; i < theory->tasks->len; i++)
    {
      guint32 object = g_array_index (theory->tasks, SlTaskTheory, i).object;
      const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (jobs), object);
      g_autofree char *reference = sl_text_object (trace, NULL, object);
      SlAnnotations *named = sl_annotations_with_name (annotations, reference, rule->name);

      sl_annotations_unref (annotations);
      annotations = named;
    }
  totals = sl_text_theory_totals (theory, jobs, annotations, sl_trace_get_clock (trace));
  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, i);
      g_autofree char *doubt = sl_text_theory_doubt (theory, jobs, annotations, task);

      g_string_append_printf (told, "%s\n", doubt);
    }
  for (guint i = 0; i < totals->len; i++)
    if (g_str_has_prefix (g_ptr_array_index (totals, i), "Not included in"))
      g_string_append_printf (told, "%s\n", (const char *) g_ptr_array_index (totals, i));
  return g_string_free (told, FALSE);
}

static void
test_lacks (void)
{
  g_autofree char *fixed = tell (SET, SL_SIM_FP);
  g_autofree char *interrupted = tell (SET "[interrupt i]\narrivals=4ms\nwcet=100us\n", SL_SIM_FP);

  g_test_summary (
      "A missing bound says which values are missing, and of which task; an interrupt is not a task");

  g_assert_cmpstr (fixed, ==,
                   "\n"
                   "no bound: b has no period\n"
                   "no bound: b has no period\n"
                   "Not included in the utilisation: b has no period\n");
  g_assert_cmpstr (interrupted, ==,
                   "no bound: i has no period\n"
                   "no bound: b has no period, i has no period\n"
                   "no bound: b has no period, i has no period\n"
                   "no bound: i has no period\n"
                   "Not included in the utilisation: b has no period, i has no period\n");
}

static guint
count_lines (GPtrArray *lines, const char *sentence)
{
  guint count = 0;

  for (guint i = 0; i < lines->len; i++)
    count += g_str_equal (g_ptr_array_index (lines, i), sentence);
  return count;
}

static void
test_methods (void)
{
  static const struct
  {
    SlPolicy policy;
    SlProtocol protocol;
    const char *doubt;
    const char *total;
  } cases[] = {
    { SL_POLICY_UNKNOWN, SL_PROTOCOL_UNKNOWN, "no bound: policy unknown",
      "Bounds need the scheduling policy, which is not known; the task model can give it, as “policy” of its "
      "scheduler" },
    { SL_POLICY_FP, SL_PROTOCOL_UNKNOWN, "no bound: protocol unknown",
      "Some bounds need the locking protocol, which is not known for all locks; the task model can give it, as "
      "“protocol” of its scheduler" },
    { SL_POLICY_FIFO, SL_PROTOCOL_PIP, "no bound: not analysed",
      "This combination of scheduling policy and locking protocol is not analysed" },
  };
  const SlSimOptions options = { .scheduler = SL_SIM_FP, .quantum = MS, .until = 30 * MS };
  g_autoptr (SlStepRun) run = sl_step_run_new (SET, &options);
  SlJobTable *jobs = sl_replay_get_jobs (run->replay);
  const SlClock *clock = sl_trace_get_clock (sl_job_table_get_trace (jobs));

  g_test_summary (
      "A missing bound says whether the policy or the protocol is missing; where it is "
      "entered is said once, however many tasks lack it, and not at all where none does");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlSchedulability) theory = sl_schedulability_new (jobs, NULL, NULL);
      g_autoptr (GPtrArray) without = NULL, with = NULL;

      theory->policy = cases[i].policy;
      theory->protocol = cases[i].protocol;
      without = sl_text_theory_totals (theory, jobs, NULL, clock);
      g_assert_cmpuint (count_lines (without, cases[i].total), ==, 0);

      for (guint j = 0; j < theory->tasks->len; j++)
        {
          SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, j);
          g_autofree char *doubt = NULL;

          task->verdict = SL_VERDICT_UNKNOWN;
          task->response.state = SL_BOUND_NO_METHOD;
          doubt = sl_text_theory_doubt (theory, jobs, NULL, task);
          g_assert_cmpstr (doubt, ==, cases[i].doubt);
        }
      with = sl_text_theory_totals (theory, jobs, NULL, clock);
      g_assert_cmpuint (count_lines (with, cases[i].total), ==, 1);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/theory-texts/lacks", test_lacks);
  g_test_add_func ("/theory-texts/methods", test_methods);
  return g_test_run ();
}
