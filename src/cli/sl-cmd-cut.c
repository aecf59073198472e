/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include "sl-action-cut.h"
#include "sl-cli-error.h"
#include "sl-cli-output.h"
#include "sl-cut.h"
#include "sl-error.h"

static struct
{
  char *from;
  char *to;
  char *output;
} given;

static const GOptionEntry entries[] = {
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &given.from,
    "First instant of the span: 24305936302, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &given.to, "First instant after the span", "T" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "The trace to write, in the format of FILE or as neutral events", "OUT" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
check_options (GError **error)
{
  if (given.output != NULL && (given.from != NULL || given.to != NULL))
    return TRUE;

  g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       given.output == NULL ? "cut: No output given: -o OUT"
                                            : "cut: No span given: --from T, --to T or both");
  return FALSE;
}

static gboolean
check_traces (const SlCliTraces *set, GError **error)
{
  if (set->traces->len == 1)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "cut: %u traces are given; one is cut at a time", set->traces->len);
  return FALSE;
}

/* Nothing but the trace may be printed where the trace is. */
static void
report (const SlCutResult *result)
{
  if (!sl_cli_output_is_standard (given.output))
    g_print ("%s: %" G_GUINT64_FORMAT " %s, %" G_GUINT64_FORMAT " bytes\n", given.output,
             result->n_events, result->n_events == 1 ? "event" : "events", result->size);
  if (result->why_neutral != NULL)
    sl_cli_note_print (
        "written as neutral events (slackline-events), since a trace of this format cannot be cut: %s",
        result->why_neutral);
  if (result->n_before > 0)
    sl_cli_note_print ("records before those of the span, which say how things stood when it "
                       "began: %" G_GUINT64_FORMAT,
                       result->n_before);
  if (result->starts_anew)
    sl_cli_note_print ("the format only has distances in time: the first record is at tick 0");
  if (result->unknown != NULL)
    sl_cli_note_print ("%s", result->unknown);
}

static gboolean
cut (const SlCliRequest *request, const SlCliTraces *set, const SlSpan *span, GError **error)
{
  const SlCliTrace *trace = sl_cli_traces_get (set, 0);
  g_autoptr (SlFileSet) inputs = sl_cli_inputs_new (set, request, NULL);
  g_autoptr (GFile) target = g_file_new_for_commandline_arg (given.output);
  SlCutRequest cut_request = { .trace = trace->trace,
                               .span = *span,
                               .neutrally = sl_action_cut_write };
  g_autoptr (GError) failure = NULL;
  SlCutResult result;

  if (sl_cut_write (&cut_request, target, inputs, &result, NULL, &failure))
    {
      report (&result);
      return TRUE;
    }
  if (failure->domain != SL_ERROR)
    return sl_cli_output_fail (given.output, failure, error);
  if (g_error_matches (failure, SL_ERROR, SL_ERROR_EMPTY))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "%s: %s", trace->name,
                   failure->message);
      return FALSE;
    }

  g_propagate_prefixed_error (error, g_steal_pointer (&failure), "%s: ", trace->name);
  return FALSE;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliTraces) set = NULL;
  SlSpan span;

  if (!check_options (error))
    return FALSE;

  set = sl_cli_traces_open (request, error);
  return set != NULL && check_traces (set, error) &&
         sl_cli_traces_parse_span (set, given.from, given.to, &span, error) &&
         cut (request, set, &span, error);
}

const SlCliCommand sl_cmd_cut = {
  .id = "cut",
  .summary = "Write a span of a trace as a trace of its own",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
