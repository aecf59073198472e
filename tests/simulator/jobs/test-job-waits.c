/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What jobs of schedules from the literature wait for, as worked out by hand. In milliseconds. */

#include <string.h>

#include "sl-job-splitter.h"
#include "sl-step-set.h"

#define MS G_GINT64_CONSTANT (1000000)

typedef struct
{
  const char *name;
  const char *why;
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  const char *text;
  const char *parts; /* of the first job of each task that is named */
} Example;

#define SRL                                                                                     \
  "[task j0]\nperiod=40ms\noffset=5ms\nwcet=5ms\npriority=3\nsections=s0@1ms+1ms, s1@3ms+1ms\n" \
  "[task j1]\nperiod=40ms\noffset=2ms\nwcet=4ms\npriority=2\nsections=s2@1ms+2ms\n"             \
  "[task j2]\nperiod=40ms\nwcet=9ms\npriority=1\nsections=s2@1ms+6ms, s1@3ms+2ms\n"

#define MIDDLE                                                                       \
  "[task high]\nperiod=40ms\noffset=2ms\nwcet=3ms\npriority=3\nsections=m@1ms+1ms\n" \
  "[task middle]\nperiod=40ms\noffset=4ms\nwcet=4ms\npriority=2\n"                   \
  "[task low]\nperiod=40ms\nwcet=6ms\npriority=1\nsections=m@1ms+4ms\n"

static const Example examples[] = {
  /* A0-6, B6-8: due at 12 and 13. */
  { "edf-deadlines", "Under EDF the absolute deadlines decide who blocks, not the relative ones",
    SL_SIM_EDF, SL_SIM_NPP,
    "[task A]\nperiod=20ms\ndeadline=12ms\nwcet=6ms\nsections=m@1ms+4ms\n"
    "[task B]\nperiod=20ms\ndeadline=10ms\noffset=3ms\nwcet=2ms\nsections=m@0ms+1ms\n",
    "B: preempted A 3" },
  /* j2 0-2, from 1 on with s2; j1 2-3 asks; j2 3-5, from 4 on with s1; j0 5-6 is refused s0;
   * j2 6-7 gives s1 back; j0 7-11; j2 11-13 gives s2 back; j1 13-16; j2 16-18. */
  { "ceiling", "A job that waits for a lock is preempted while more urgent ones run", SL_SIM_FP,
    SL_SIM_PCP, SRL,
    "j0: blocked ceiling s1 j2 1; j1: blocked s2 j2 5, preempted j0 5; j2: preempted j0 5, preempted j1 4" },
  /* low0-2 high2-3 low3-6 high6-8 middle8-12 low12-13. */
  { "push-through", "A task that inherits blocks those in between as well", SL_SIM_FP, SL_SIM_PIP,
    MIDDLE, "high: blocked m low 3; middle: blocked m low 2, preempted high 2" },
  /* low0-2 high2-3 low3-4 middle4-8 low8-10 high10-12 low12-13. */
  { "inversion", "Without a protocol a task in between blocks too: it is less urgent", SL_SIM_FP,
    SL_SIM_NONE, MIDDLE,
    "high: blocked m low 7; middle: ; low: preempted high 3, preempted middle 4" },
  /* low0-5 high5-8 middle8-12 low12-13. */
  { "no-preemption", "A section without preemption blocks tasks that need no lock", SL_SIM_FP,
    SL_SIM_NPP, MIDDLE, "high: blocked m low 3; middle: blocked m low 1, preempted high 3" },
  { "stack", "A task that a ceiling keeps from starting is blocked by that ceiling", SL_SIM_FP,
    SL_SIM_SRP, MIDDLE,
    "high: blocked ceiling m low 3; middle: blocked ceiling m low 1, preempted high 3" },
  { "immediate-ceiling", "So it is where the holder runs with the ceiling", SL_SIM_FP, SL_SIM_ICPP,
    MIDDLE, "high: blocked ceiling m low 3; middle: blocked ceiling m low 1, preempted high 3" },
  /* a0-1 b1-3 a4-5 x1 5-7 b7-8 a8-9 b9-10 x2 10-11. */
  { "polling", "A job is throttled while its polling server waits for its next period", SL_SIM_RM,
    SL_SIM_NONE,
    "[server s]\npolicy=ps\nbudget=2ms\nperiod=5ms\n[task a]\nperiod=4ms\nwcet=1ms\n"
    "[task b]\nperiod=6ms\nwcet=2ms\n[task x1]\narrivals=2ms\nwcet=2ms\nserver=s\n"
    "[task x2]\narrivals=8ms\nwcet=1ms\nserver=s\n",
    "x1: throttled 3; x2: throttled 2; b: preempted a 1" },
};

static const char *
name_object (const SlStepRun *run, guint32 object)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (run->replay));
  const char *name = sl_task_rules_get (rules, object)->name;

  return name != NULL ? name : sl_task_rules_get_lock (rules, object)->name;
}

static int
compare_texts (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

/* (transfer full): such as "blocked m B 1, preempted A 3" */
static char *
print_parts (const SlStepRun *run, guint task)
{
  SlJobTable *jobs = sl_replay_get_jobs (run->replay);
  const SlJobTask *found = sl_job_table_find_task (jobs, sl_step_run_get_task (run, task));
  g_autoptr (GArray) parts = sl_job_table_dup_parts (jobs, found->first);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);
      const char *name = part->object != 0 ? name_object (run, part->object) : NULL;

      const char *other = part->other != 0 ? name_object (run, part->other) : NULL;

      if (part->cause == SL_CAUSE_EXECUTION)
        continue;
      g_assert_cmpint (part->ticks % MS, ==, 0);
      g_ptr_array_add (texts,
                       g_strdup_printf ("%s%s%s%s%s%s %d", sl_cause_get_id (part->cause),
                                        part->is_ceiling ? " ceiling" : "", name != NULL ? " " : "",
                                        name != NULL ? name : "", other != NULL ? " " : "",
                                        other != NULL ? other : "", (int) (part->ticks / MS)));
    }
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv (", ", (char **) texts->pdata);
}

static guint
find_task (const SlStepRun *run, const char *name)
{
  for (guint i = 0; i < sl_task_set_get_n_tasks (run->set); i++)
    if (g_str_equal (sl_task_set_get_task (run->set, i)->name, name))
      return i;

  g_assert_not_reached ();
}

static void
test_example (gconstpointer data)
{
  const Example *example = data;
  const SlSimOptions options = { .scheduler = example->scheduler,
                                 .protocol = example->protocol,
                                 .until = 40 * MS,
                                 .quantum = MS };
  g_autoptr (SlStepRun) run = sl_step_run_new (example->text, &options);
  g_auto (GStrv) expected = g_strsplit (example->parts, "; ", -1);

  g_test_summary (example->why);

  for (guint i = 0; expected[i] != NULL; i++)
    {
      g_auto (GStrv) halves = g_strsplit (expected[i], ": ", 2);
      g_autofree char *parts = print_parts (run, find_task (run, halves[0]));

      g_assert_cmpstr (parts, ==, halves[1]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/job-waits/", examples[i].name, NULL);

      g_test_add_data_func (path, &examples[i], test_example);
    }

  return g_test_run ();
}
