/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-model.h"
#include "sl-cli-output.h"
#include "sl-cli-writer.h"
#include "sl-sim-files.h"
#include "sl-time-text.h"

static struct
{
  char *scheduler;
  char *protocol;
  char *overrun;
  char *until;
  char *quantum;
  char *overhead;
  char *seed;
  char *output;
  char **sets;
} given;

static const GOptionEntry entries[] = {
  { "scheduler", 0, 0, G_OPTION_ARG_STRING, &given.scheduler, "rm, dm, fp, edf, fifo or rr", "ID" },
  { "protocol", 0, 0, G_OPTION_ARG_STRING, &given.protocol, "none, npp, pip, pcp, icpp or srp",
    "ID" },
  { "overrun", 0, 0, G_OPTION_ARG_STRING, &given.overrun,
    "What happens to late jobs: continue, skip, abort or throttle", "ID" },
  { "until", 0, 0, G_OPTION_ARG_STRING, &given.until, "When the trace ends, such as 40ms", "TIME" },
  { "quantum", 0, 0, G_OPTION_ARG_STRING, &given.quantum, "Time slice of round robin", "DURATION" },
  { "overhead", 0, 0, G_OPTION_ARG_STRING, &given.overhead,
    "Time that each kernel operation takes, such as 1300ns (0 by default)", "DURATION" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "Seed of the random numbers", "N" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output, "The trace", "OUT" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.sets, NULL, "TASKSET" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
fail_usage (GError **error, const char *message)
{
  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "simulate: %s", message);
  return FALSE;
}

/* An option overrides the set. */
static gboolean
put_option (SlTaskModel *model,
            const char *option,
            const char *key,
            const char *value,
            GError **error)
{
  const SlModelKey *known = sl_model_keys_find (SL_MODEL_SCHEDULER, key);
  g_autofree char *accepted =
      known->choices != NULL ? g_strjoinv (", ", (char **) known->choices) : NULL;

  if (value == NULL)
    return TRUE;
  if (known->choices != NULL && !g_strv_contains (known->choices, value))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "simulate: %s: “%s” is not one of: %s",
                   option, value, accepted);
      return FALSE;
    }
  if (!sl_task_model_set (model, SL_MODEL_SCHEDULER, "", key, value, NULL))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "simulate: %s: “%s” is not accepted: give %s", option, value,
                   sl_model_form_get_range (known->form));
      return FALSE;
    }

  return TRUE;
}

static gboolean
put_options (SlTaskModel *model, GError **error)
{
  g_auto (GStrv) locks = sl_task_model_list (model, SL_MODEL_LOCK);

  for (guint i = 0; given.protocol != NULL && locks[i] != NULL; i++)
    sl_task_model_set (model, SL_MODEL_LOCK, locks[i], "protocol", NULL, NULL);

  return put_option (model, "--scheduler", "policy", given.scheduler, error) &&
         put_option (model, "--protocol", "protocol", given.protocol, error) &&
         put_option (model, "--overrun", "overrun", given.overrun, error) &&
         put_option (model, "--until", "until", given.until, error) &&
         put_option (model, "--quantum", "quantum", given.quantum, error) &&
         put_option (model, "--overhead", "overhead", given.overhead, error) &&
         put_option (model, "--seed", "seed", given.seed, error);
}

static gboolean
write_trace (const SlSimRun *run, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (given.output);
  g_autoptr (SlFileSet) inputs = sl_file_set_new ();
  g_autoptr (GError) failure = NULL;

  sl_cli_inputs_add_given (inputs, given.sets[0]);
  return sl_sim_run_save (run, file, inputs, &failure) ||
         sl_cli_output_fail (given.output, failure, error);
}

/* A line for each circle of tasks that wait for each other. */
static void
print_deadlocks (SlCliWriter *writer, const SlTaskSet *set, const SlSimRun *run)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  guint first = G_MAXUINT;

  for (guint i = 0; i < run->deadlocks->len; i++)
    {
      const SlSimWait *wait = &g_array_index (run->deadlocks, SlSimWait, i);
      g_autofree char *time = sl_time_text_duration (clock, (SlSpan) { 0, wait->since });

      if (first == G_MAXUINT)
        {
          first = wait->task;
          sl_cli_writer_format (writer, "%s: Deadlock at %s: ", given.output, time);
        }
      sl_cli_writer_format (writer, "%s waits for %s, which %s holds%s",
                            sl_task_set_get_task (set, wait->task)->name,
                            sl_task_set_get_lock (set, wait->lock),
                            sl_task_set_get_task (set, wait->holder)->name,
                            wait->holder != first ? "; " : "\n");
      if (wait->holder == first)
        first = G_MAXUINT;
    }
}

static gboolean
print_report (const SlTaskSet *set,
              const SlSimOptions *options,
              const SlSimRun *run,
              GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  guint n_missed = 0;
  guint n_aborted = 0;
  guint n_open = 0;

  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);

      if (job->finish < 0 && options->overrun == SL_SIM_ABORT && job->deadline < options->until)
        n_aborted++;
      else
        n_open += job->finish < 0;
      n_missed += job->finish > job->deadline;
    }
  sl_cli_writer_format (writer, "%s: %u jobs, %u finished late, ", given.output, run->jobs->len,
                        n_missed);
  if (n_aborted > 0)
    sl_cli_writer_format (writer, "%u aborted, ", n_aborted);
  sl_cli_writer_format (writer, "%u not finished\n", n_open);
  print_deadlocks (writer, set, run);

  return sl_cli_writer_finish (writer, error);
}

static gboolean
run (const SlCliRequest *request G_GNUC_UNUSED, GError **error)
{
  g_autoptr (SlTaskModel) model = NULL;
  g_autoptr (SlTaskSet) set = NULL;
  g_autoptr (SlSimRun) result = NULL;
  SlSimOptions options = { 0 };

  if (given.sets == NULL || given.sets[1] != NULL)
    return fail_usage (error, "Give one task set");
  if (given.output == NULL)
    return fail_usage (error, "No output given: -o OUT");

  model = sl_cli_model_load_set (given.sets[0], error);
  if (model == NULL || !put_options (model, error) || !sl_sim_options_read (model, &options, error))
    return FALSE;
  set = sl_task_set_new (model, error);
  if (set == NULL)
    return FALSE;

  result = sl_simulator_run (set, &options, error);
  if (result == NULL)
    {
      g_prefix_error (error, "%s: ", given.sets[0]);
      return FALSE;
    }

  return write_trace (result, error) &&
         (sl_cli_output_is_standard (given.output) || print_report (set, &options, result, error));
}

const SlCliCommand sl_cmd_simulate = {
  .id = "simulate",
  .summary = "Run a task set under a scheduler and write what happens as a trace",
  .reads_files = FALSE,
  .entries = entries,
  .run = run,
};
