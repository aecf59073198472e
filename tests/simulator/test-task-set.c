/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-error.h"
#include "sl-sim-set.h"
#include "sl-theory-set.h"

#define OPTIONS .until = 1000000, .quantum = 1000

#define SERVED "[task a]\nperiod=5ms\nwcet=4ms\nserver=s\n[server s]\n"

typedef struct
{
  const char *set;
  SlSimOptions options;
  const char *part; /* of the message */
} Fault;

static const Fault faults[] = {
  { "# nothing\n", { OPTIONS }, "There are 0 groups [task NAME]; a task set has from 1 to 152" },
  { "[task a]\nwcet=1ms\n", { OPTIONS }, "Neither a period, arrivals" },
  { "[task a]\nperiod=1ms\n", { OPTIONS }, "Neither wcet nor execution is given" },
  { "[task a]\nperiod=1ms\nwcet=0\n", { OPTIONS }, "Line 3" },
  { "[task a]\nperiod=5ms\nexecution=3ms..1ms\n", { OPTIONS }, "Line 3, [task a], execution" },
  { "[task a]\nperiod=5ms\nexecution=1ms, soon\n", { OPTIONS }, "“soon” is not a time from 1 ns" },
  { "[task a]\narrivals=3ms, 2ms\nwcet=1ms\n", { OPTIONS }, "number 2 is before" },
  { "[task a]\narrivals=3ms\nperiod=9ms\nwcet=1ms\n", { OPTIONS }, "cannot have a period" },
  { "[task a]\nperiod=5ms\nwcet=2ms\nsections=m\n", { OPTIONS }, "LOCK@BEGIN+LENGTH" },
  { "[task a]\nperiod=5ms\nwcet=2ms\nsections=m@1ms+2ms\n", { OPTIONS }, "ends after the WCET" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms, n@1ms+2ms\n",
    { OPTIONS },
    "“n” ends after" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms, m@1ms+1ms\n", { OPTIONS }, "holds “m”" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nserver=s\n", { OPTIONS }, "A group [server s]" },
  { SERVED "policy=cbs\nperiod=4ms\n", { SL_SIM_EDF, OPTIONS }, "needs a budget and a period" },
  { SERVED "budget=1ms\nperiod=4ms\n", { OPTIONS }, "None given; cbs, hcbs, ps, ds and ss" },
  { SERVED "policy=tbs\nbudget=1ms\nperiod=4ms\n",
    { OPTIONS },
    "Line 6, [server s], policy: “tbs”" },
  { SERVED "policy=ps\nbudget=5ms\nperiod=4ms\n",
    { OPTIONS },
    "5000000 ns are more than the period of 4000000 ns" },
  { SERVED "policy=cbs\nbudget=1ms\nperiod=4ms\n", { OPTIONS }, "require the scheduler edf" },
  { SERVED "policy=ds\nbudget=1ms\nperiod=4ms\n",
    { SL_SIM_EDF, OPTIONS },
    "require the scheduler rm" },
  { SERVED "policy=ds\nbudget=1ms\nperiod=4ms\n", { SL_SIM_FP, OPTIONS }, "[server s]: It has no" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nserver=s\nsections=m@0+1ms\n[server s]\npolicy=ps\nbudget=1ms\n"
    "period=4ms\n",
    { OPTIONS },
    "cannot use locks" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n[interrupt i]\nmatch=16\nperiod=1ms\nwcet=1us\n",
    { OPTIONS },
    "Line 5, [interrupt i], match: “16” is not a line" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n[interrupt i]\nmatch=1\nperiod=1ms\nwcet=1us\n"
    "[interrupt j]\nmatch=irq:1\nperiod=1ms\nwcet=1us\n",
    { OPTIONS },
    "Line 1 is already in use" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n[interrupt i]\nwcet=1us\n", { OPTIONS }, "when it occurs" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n[interrupt i]\nperiod=1ms\nwcet=1us\ntask=b\n",
    { OPTIONS },
    "A group [task b]" },
  { "[task a]\nperiod=5ms\nexecution=50%\n", { OPTIONS }, "needs a wcet" },
  { "[task a]\nperiod=5ms\nexecution=90%: 1ms, 2ms\n", { OPTIONS }, "do not add up to 100%" },
  { "[task a]\nperiod=5ms\nexecution=normal 1ms\n", { OPTIONS }, "has no range" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms\n",
    { SL_SIM_RM, SL_SIM_NONE, SL_SIM_THROTTLE, OPTIONS },
    "cannot be throttled" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n", { .overhead = -1, OPTIONS }, "The overhead is not from" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n", { SL_SIM_FP, OPTIONS }, "It has no priority" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n", { SL_SIM_EDF, SL_SIM_PCP, OPTIONS }, "Under edf" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n", { SL_SIM_RR, SL_SIM_SRP, OPTIONS }, "Under fifo and rr" },
  { "[task a]\nperiod=1\nwcet=1\n", { .until = 2000000, .quantum = 1 }, "at most 1000000" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms\n",
    { SL_SIM_RM, SL_SIM_NONE, SL_SIM_ABORT, OPTIONS },
    "cannot be aborted" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (fault->set, "set", &error);
  g_autoptr (SlTaskSet) set = model != NULL ? sl_task_set_new (model, &error) : NULL;

  g_test_summary ("What makes no sense is refused, and the message says where and why");

  if (set != NULL)
    g_assert_null (sl_simulator_run (set, &fault->options, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  if (strstr (error->message, fault->part) == NULL)
    g_test_fail_printf ("“%s” does not say “%s”", error->message, fault->part);
}

/* One section inside another, and a third that begins where the second ends. */
static void
test_nesting (void)
{
  g_autoptr (SlTaskModel) model =
      sl_task_model_parse ("[task a]\nperiod=9\nwcet=8\nsections=p@3+2, m@1+5, n@1+2\n", "set",
                           NULL);
  g_autoptr (SlTaskSet) set = sl_task_set_new (model, NULL);
  const GArray *steps = sl_task_set_get_task (set, 0)->steps;
  g_autoptr (GString) text = g_string_new (NULL);

  g_test_summary ("Sections become steps in order, the inner ones inside");

  for (guint i = 0; i < steps->len; i++)
    {
      const SlSimStep *step = &g_array_index (steps, SlSimStep, i);

      g_string_append_printf (text, "%s%s%d ", step->takes ? "+" : "-",
                              sl_task_set_get_lock (set, step->lock), (int) step->at);
    }
  g_assert_cmpstr (text->str, ==, "+m1 +n1 -n3 +p3 -p5 -m6 ");
}

/* Of the two tasks, b has the shorter period; lock m is used by both. */
static void
test_model (void)
{
  const SlSimOptions options = { SL_SIM_RM, SL_SIM_ICPP, OPTIONS };
  g_autoptr (SlSimRun) run = sl_sim_set_run ("[task a]\nperiod=9ms\nwcet=2ms\nsections=m@0+1ms\n"
                                             "[task b]\nperiod=5ms\nwcet=2ms\nsections=m@0+1ms\n",
                                             &options);
  g_autofree char *match = sl_task_model_get (run->model, SL_MODEL_TASK, "b", "match");
  g_autofree char *priority = sl_task_model_get (run->model, SL_MODEL_TASK, "b", "priority");
  g_autofree char *protocol = sl_task_model_get (run->model, SL_MODEL_LOCK, "m", "protocol");
  g_autofree char *ceiling = sl_task_model_get (run->model, SL_MODEL_LOCK, "m", "ceiling");

  g_test_summary ("The task model has what no trace records: priorities, protocol, ceilings");

  g_assert_cmpstr (match, ==, "280");
  g_assert_cmpstr (priority, ==, "2");
  g_assert_cmpstr (protocol, ==, "icpp");
  g_assert_cmpstr (ceiling, ==, "2");
}

/* The words of a key of the group [scheduler]. */
static const char *const *
get_words (const char *key)
{
  return sl_model_keys_find (SL_MODEL_SCHEDULER, key)->choices;
}

static void
test_words (void)
{
  const char *const *policies = get_words ("policy");
  const char *const *protocols = get_words ("protocol");

  g_test_summary ("What the task model, the simulator and the theory call schedulers and protocols "
                  "are the same words.");

  for (guint i = 0; policies[i] != NULL; i++)
    {
      g_autofree char *text = g_strdup_printf ("[scheduler]\npolicy=%s\n", policies[i]);
      g_autoptr (SlTaskModel) model = sl_task_model_parse (text, "set", NULL);
      SlSimOptions options;

      g_assert_true (sl_sim_options_read (model, &options, NULL));
      g_assert_cmpuint (options.scheduler, ==, i);
      g_assert_cmpint (sl_policy_from_id (policies[i]), !=, SL_POLICY_UNKNOWN);
      g_assert_cmpstr (sl_policy_get_id (sl_policy_from_id (policies[i])), ==, policies[i]);
    }
  for (guint i = 0; protocols[i] != NULL; i++)
    {
      g_assert_cmpstr (sl_sim_protocol_get_id ((SlSimProtocol) i), ==, protocols[i]);
      g_assert_cmpint (sl_protocol_from_id (protocols[i]), !=, SL_PROTOCOL_UNKNOWN);
      g_assert_cmpstr (sl_protocol_get_id (sl_protocol_from_id (protocols[i])), ==, protocols[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strdup_printf ("/task-set/fault/%u", i);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  g_test_add_func ("/task-set/nesting", test_nesting);
  g_test_add_func ("/task-set/model", test_model);
  g_test_add_func ("/task-set/words", test_words);
  return g_test_run ();
}
