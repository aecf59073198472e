/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-writer.h"
#include "sl-simulator.h"
#include "sl-time-text.h"

static struct
{
  char *scheduler;
  char *protocol;
  char *overrun;
  char *until;
  char *quantum;
  gint64 seed;
  char *output;
  char **sets;
} given;

static const GOptionEntry entries[] = {
  { "scheduler", 0, 0, G_OPTION_ARG_STRING, &given.scheduler,
    "rm (without this option), dm, fp, edf, fifo or rr", "ID" },
  { "protocol", 0, 0, G_OPTION_ARG_STRING, &given.protocol,
    "none, npp, pip, pcp, icpp or srp; without this option that of the set's locks", "ID" },
  { "overrun", 0, 0, G_OPTION_ARG_STRING, &given.overrun,
    "What becomes of late jobs: continue (without this option), skip or abort", "ID" },
  { "until", 0, 0, G_OPTION_ARG_STRING, &given.until, "When the trace ends, such as 40ms", "TIME" },
  { "quantum", 0, 0, G_OPTION_ARG_STRING, &given.quantum, "Of round robin; 1ms without this option",
    "DURATION" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &given.seed, "Of all that varies; 0 without this option",
    "N" },
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

static gboolean
parse_time (const char *option, const char *text, gint64 *ticks, GError **error)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);

  if (text == NULL || (sl_duration_parse (text, clock, ticks, NULL) && *ticks > 0))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "simulate: %s: “%s” is no time above 0: a number with s, ms, us or ns", option,
               text);
  return FALSE;
}

/* That of the set's locks; a run has one for all of them. */
static gboolean
find_protocol (const SlTaskModel *model, SlSimProtocol *protocol, GError **error)
{
  g_auto (GStrv) locks = sl_task_model_list (model, SL_MODEL_LOCK);
  g_autofree char *first = NULL;

  for (guint i = 0; locks[i] != NULL; i++)
    {
      g_autofree char *id = sl_task_model_get (model, SL_MODEL_LOCK, locks[i], "protocol");

      if (id == NULL)
        continue;
      if (first != NULL && !g_str_equal (first, id))
        {
          g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "%s: Line %u, [lock %s], protocol: “%s” and “%s”: one protocol for all "
                       "locks is accepted; give --protocol",
                       sl_task_model_get_file_name (model),
                       sl_task_model_find_line (model, SL_MODEL_LOCK, locks[i], "protocol"),
                       locks[i], id, first);
          return FALSE;
        }
      if (first == NULL)
        first = g_steal_pointer (&id);
    }

  return first == NULL || sl_sim_protocol_parse (first, protocol, error);
}

static gboolean
fail_word (const char *option, GError **error)
{
  g_prefix_error (error, "simulate: %s: ", option);
  return FALSE;
}

static gboolean
read_words (SlSimOptions *options, GError **error)
{
  if (given.scheduler != NULL &&
      !sl_sim_scheduler_parse (given.scheduler, &options->scheduler, error))
    return fail_word ("--scheduler", error);
  if (given.overrun != NULL && !sl_sim_overrun_parse (given.overrun, &options->overrun, error))
    return fail_word ("--overrun", error);
  if (given.protocol != NULL && !sl_sim_protocol_parse (given.protocol, &options->protocol, error))
    return fail_word ("--protocol", error);

  return TRUE;
}

static gboolean
read_options (const SlTaskModel *model, SlSimOptions *options, GError **error)
{
  options->seed = (guint64) given.seed;
  options->quantum = 1000000;

  return read_words (options, error) &&
         (given.protocol != NULL || find_protocol (model, &options->protocol, error)) &&
         parse_time ("--until", given.until, &options->until, error) &&
         parse_time ("--quantum", given.quantum, &options->quantum, error);
}

static gboolean
write_trace (const SlSimRun *run, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (given.output);
  g_autoptr (GFile) model = sl_task_model_get_file (file);
  g_autoptr (GError) failure = NULL;

  if (g_file_replace_contents (file, g_bytes_get_data (run->trace, NULL),
                               g_bytes_get_size (run->trace), NULL, FALSE,
                               G_FILE_CREATE_REPLACE_DESTINATION, NULL, NULL, &failure) &&
      sl_task_model_save (run->model, model, &failure))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_OUTPUT, "%s: %s", given.output, failure->message);
  return FALSE;
}

static gboolean
print_report (const SlSimRun *run, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  guint n_missed = 0;
  guint n_open = 0;

  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);

      n_open += job->finish < 0;
      n_missed += job->finish > job->deadline;
    }
  sl_cli_writer_format (writer, "%s: %u jobs, %u finished late, %u not finished\n", given.output,
                        run->jobs->len, n_missed, n_open);

  return sl_cli_writer_finish (writer, error);
}

static gboolean
run (const SlCliRequest *request G_GNUC_UNUSED, GError **error)
{
  g_autoptr (SlTaskModel) model = NULL;
  g_autoptr (SlTaskSet) set = NULL;
  g_autoptr (SlSimRun) result = NULL;
  g_autoptr (GFile) file = NULL;
  SlSimOptions options = { 0 };

  if (given.sets == NULL || given.sets[1] != NULL)
    return fail_usage (error, "Give one task set");
  if (given.output == NULL)
    return fail_usage (error, "No output given: -o OUT");

  file = g_file_new_for_commandline_arg (given.sets[0]);
  model = sl_task_model_load (file, error);
  set = model != NULL ? sl_task_set_new (model, error) : NULL;
  if (set == NULL || !read_options (model, &options, error))
    return FALSE;

  result = sl_simulator_run (set, &options, error);
  if (result == NULL)
    {
      g_prefix_error (error, "%s: ", given.sets[0]);
      return FALSE;
    }

  return write_trace (result, error) && print_report (result, error);
}

const SlCliCommand sl_cmd_simulate = {
  .id = "simulate",
  .summary = "Run a task set under a scheduler and write what happens as a trace",
  .reads_files = FALSE,
  .entries = entries,
  .run = run,
};
