/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-error.h"
#include "sl-sim-set.h"

#define OPTIONS .until = 1000000, .quantum = 1000

typedef struct
{
  const char *set;
  SlSimOptions options;
  const char *part; /* of the message */
} Fault;

static const Fault faults[] = {
  { "# nothing\n", { OPTIONS }, "0 groups [task NAME]; 1 to 152" },
  { "[task a]\nwcet=1ms\n", { OPTIONS }, "Neither a period nor arrivals" },
  { "[task a]\nperiod=1ms\n", { OPTIONS }, "Neither a wcet nor an execution" },
  { "[task a]\nperiod=1ms\nwcet=0\n", { OPTIONS }, "Line 3" },
  { "[task a]\nperiod=5ms\nexecution=3ms..1ms\n", { OPTIONS }, "Line 3, [task a], execution" },
  { "[task a]\nperiod=5ms\nexecution=1ms, soon\n", { OPTIONS }, "“soon” is no time from 1 ns" },
  { "[task a]\narrivals=3ms, 2ms\nwcet=1ms\n", { OPTIONS }, "number 2 lies before" },
  { "[task a]\narrivals=3ms\nperiod=9ms\nwcet=1ms\n", { OPTIONS }, "there is no period" },
  { "[task a]\nperiod=5ms\nwcet=2ms\nsections=m\n", { OPTIONS }, "LOCK@BEGIN+LENGTH" },
  { "[task a]\nperiod=5ms\nwcet=2ms\nsections=m@1ms+2ms\n", { OPTIONS }, "ends after the WCET" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms, n@1ms+2ms\n",
    { OPTIONS },
    "“n” ends after" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms, m@1ms+1ms\n", { OPTIONS }, "holds “m”" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nserver=s\n", { OPTIONS }, "no group [server s]" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n", { SL_SIM_FP, OPTIONS }, "It has no priority" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n", { SL_SIM_EDF, SL_SIM_PCP, OPTIONS }, "Under edf" },
  { "[task a]\nperiod=5ms\nwcet=4ms\n", { SL_SIM_RR, SL_SIM_SRP, OPTIONS }, "Under fifo and rr" },
  { "[task a]\nperiod=1\nwcet=1\n", { .until = 2000000, .quantum = 1 }, "up to 1000000" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms\n",
    { SL_SIM_RM, SL_SIM_NONE, SL_SIM_ABORT, OPTIONS },
    "cannot be aborted" },
  { "[task a]\nperiod=5ms\nwcet=4ms\nsections=m@0+2ms, n@1ms+1ms\n"
    "[task b]\nperiod=5ms\nwcet=4ms\nsections=n@0+2ms, m@1ms+1ms\n",
    { SL_SIM_RM, SL_SIM_PIP, OPTIONS },
    "in a circle" },
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

  g_test_summary ("The task model tells what no trace does: priorities, protocol, ceilings");

  g_assert_cmpstr (match, ==, "280");
  g_assert_cmpstr (priority, ==, "2");
  g_assert_cmpstr (protocol, ==, "icpp");
  g_assert_cmpstr (ceiling, ==, "2");
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
  return g_test_run ();
}
