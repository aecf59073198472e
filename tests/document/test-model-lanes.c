/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What follows from the lanes that a task model adds, in a document against what the command line says. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-job-fields.h"
#include "sl-step-mode.h"
#include "sl-test.h"
#include "sl-text-decision.h"
#include "sl-text-step.h"
#include "text-document.h"

#define SWITCH(who, tid, when, prio, state, next, next_tid, next_prio)                   \
  " " who "-" tid " [000] d..2. " when ": sched_switch: prev_comm=" who " prev_pid=" tid \
  " prev_prio=" prio " prev_state=" state " ==> next_comm=" next " next_pid=" next_tid   \
  " next_prio=" next_prio "\n"
#define TO_DEADLINE(when) SWITCH ("low", "7", when, "120", "R", "dl", "5", "-1")
#define TO_LOW(when)      SWITCH ("dl", "5", when, "-1", "S", "low", "7", "120")
#define WAKE(when)                                                                  \
  " low-7 [000] d.h4. " when ": sched_waking: comm=dl pid=5 prio=-1 target_cpu=0\n" \
  " low-7 [000] d.h4. " when ": sched_wakeup: comm=dl pid=5 prio=-1 target_cpu=0\n"

/* A task of SCHED_DEADLINE is woken for 1 ms of work; later for 3.5 ms, which uses up its budget of 3 ms as it falls asleep: the
 * next wake-up comes before its next period. */
static const char *const lines[] = {
  "# tracer: nop\n#\n",
  SWITCH ("swapper/0", "0", "1.000000", "120", "R", "low", "7", "120"),
  WAKE ("1.100000"),
  TO_DEADLINE ("1.100010"),
  TO_LOW ("1.101010"),
  WAKE ("1.200000"),
  TO_DEADLINE ("1.200010"),
  " dl-5 [000] d..2. 1.203510: hrtimer_start: hrtimer=00000000abcd0001 function=dl_task_timer "
  "expires=1210000000 softexpires=1210000000 mode=ABS|HARD\n",
  TO_LOW ("1.203520"),
  WAKE ("1.205000"),
  " low-7 [000] d.h4. 1.210000: hrtimer_expire_entry: hrtimer=00000000abcd0001 "
  "function=dl_task_timer now=1210000000\n",
  TO_DEADLINE ("1.210010"),
  TO_LOW ("1.211010"),
  SWITCH ("low", "7", "1.300000", "120", "S", "swapper/0", "0", "120"),
  NULL,
};

static const char without[] = "[task dl]\nmatch=task:5\nperiod=10ms\n";
static const char with[] = "[task dl]\nmatch=task:5\nperiod=10ms\nserver=s\n"
                           "[server s]\nperiod=10ms\nbudget=3ms\n";

static char *folder;
static char *text;

static void
found_cb (gboolean *is_found)
{
  *is_found = TRUE;
}

static void
give_model (SlDocument *document, const char *model)
{
  SlJobSearch *search = sl_document_get_job_search (document);
  gboolean is_found = FALSE;
  gulong handler = g_signal_connect_swapped (search, "found", G_CALLBACK (found_cb), &is_found);

  sl_task_model_store_replace (sl_job_search_get_model_store (search), model);
  while (!is_found)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (search, handler);
}

/* As slackline-cli steps says them. */
static char *
list_steps (SlDocument *document)
{
  SlStepMode *mode = sl_document_get_step_mode (document);
  SlAnnotations *annotations = sl_document_get_annotations (document);
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  GString *steps = g_string_new (NULL);
  guint64 index = 0;
  SlReplay *replay;

  sl_step_mode_set_active (mode, TRUE);
  while ((replay = sl_step_mode_get_replay (mode)) == NULL)
    g_main_context_iteration (NULL, TRUE);

  while (sl_decision_search_find (sl_step_mode_get_decisions (mode), index, 1, decisions))
    for (guint i = 0; i < decisions->len; i++)
      {
        const SlDecision *decision = &g_array_index (decisions, SlDecision, i);
        const SlClock *clock = sl_trace_get_clock (sl_replay_get_recorded (replay));
        g_autofree char *time = sl_text_step_time (clock, decision->time);
        g_autofree char *sentence = sl_text_decision (replay, annotations, clock, decision);

        g_string_append_printf (steps, "%s: %s\n", time, sentence);
        index = decision->index;
      }
  sl_step_mode_set_active (mode, FALSE);
  return g_string_free (steps, FALSE);
}

/* As slackline-cli jobs --csv says them. */
static char *
list_jobs (SlDocument *document)
{
  g_autoptr (SlJobFields) fields = sl_job_fields_new (sl_document_get_jobs (document));
  g_autoptr (GArray) order = sl_job_fields_dup_order (fields);

  sl_job_fields_set_axis (fields, sl_document_get_trace_set (document), 0, "");
  return sl_job_fields_to_csv (fields, order, TRUE);
}

static void
assert_alike (const char *command, const char *option, const char *model, const char *expected)
{
  g_autofree char *path = sl_cli_write_text (folder, "trace.txt", text);
  g_autofree char *model_path = sl_cli_write_text (folder, "m.slackline-tasks", model);
  g_auto (SlCliResult) result = sl_cli_run (command, "--model", model_path, path, option, NULL);

  sl_cli_assert_fine (&result);
  g_assert_cmpstr (result.output, ==, expected);
}

static void
test_alike (void)
{
  const char *const models[] = { without, with, without };
  g_autoptr (SlDocument) document = sl_text_document_new (text);

  g_test_summary (
      "Jobs and steps of a document are those that the command line prints, whether or not its task model "
      "gives servers, also once it is changed.");

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      gboolean has_server = models[i] == with;
      g_autofree char *steps = NULL;
      g_autofree char *jobs = NULL;

      give_model (document, models[i]);
      steps = list_steps (document);
      jobs = list_jobs (document);
      g_assert_true ((strstr (steps, "its server s has no budget now") != NULL) == has_server);
      assert_alike ("steps", NULL, models[i], steps);
      assert_alike ("jobs", "--csv", models[i], jobs);
    }
}

/* What is shown is what the jobs are of, so that nothing looks for them again. */
static void
test_shown (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);
  SlTrace *plain = sl_document_get_trace (document);
  SlTrace *with_lanes;

  g_test_summary (
      "Jobs are of the trace that is shown; a change of the model that makes no other lanes keeps it.");

  g_assert_true (sl_job_table_get_trace (sl_document_get_jobs (document)) == plain);
  give_model (document, with);
  with_lanes = sl_trace_set_get_trace (sl_document_get_trace_set (document), 0);
  g_assert_cmpuint (sl_trace_get_n_lanes (with_lanes), ==, sl_trace_get_n_lanes (plain) + 1);
  g_assert_true (sl_job_table_get_trace (sl_document_get_jobs (document)) == with_lanes);

  give_model (document, "[task dl]\nmatch=task:5\nperiod=10ms\nwcet=1ms\nserver=s\n"
                        "[server s]\nperiod=10ms\nbudget=3ms\n");
  g_assert_true (sl_trace_set_get_trace (sl_document_get_trace_set (document), 0) == with_lanes);
  g_assert_true (sl_job_table_get_trace (sl_document_get_jobs (document)) == with_lanes);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  text = g_strjoinv ("", (char **) lines);
  g_test_add_func ("/document/model-lanes/alike", test_alike);
  g_test_add_func ("/document/model-lanes/shown", test_shown);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  g_free (text);
  return status;
}
