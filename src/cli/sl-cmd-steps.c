/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-cli-words.h"
#include "sl-text-decision.h"

static gboolean as_csv;
static char *from_text;
static char *to_text;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text,
    "First instant of the span: 24305936302, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "First instant after the span", "T" },
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "index", 8, TRUE },
  { "tick", 14, TRUE },
  { "decision", 8, FALSE },
  { "task", 10, FALSE },
  { "job", 5, TRUE },
  { "other", 10, FALSE },
  { "left", 10, FALSE },
  { "lock", 16, FALSE },
  { "holder", 10, FALSE },
  { "reason", 18, FALSE },
  { "rival", 10, FALSE },
  { "measure", 14, TRUE },
  { "rival_measure", 14, TRUE },
  { "held", 16, FALSE },
  { "of", 10, FALSE },
  { "measure_of", 10, FALSE },
  { "rival_measure_of", 16, FALSE },
  { "server", 16, FALSE },
  { "tie", 8, FALSE },
  { "name", 16, FALSE },
  { "cpu", 8, FALSE },
};

typedef struct
{
  SlCliTable table;
  SlCliWriter *writer;
  const SlCliTrace *trace;
  SlReplay *replay;
  SlCliNames *names;
} Printer;

static void
add_name (Printer *self, guint32 object)
{
  sl_cli_table_text (&self->table, sl_cli_names_get (self->names, object));
}

static gboolean
has_measure (SlReason reason)
{
  return reason == SL_REASON_PRIORITY || reason == SL_REASON_PERIOD ||
         reason == SL_REASON_RELATIVE_DEADLINE || reason == SL_REASON_DEADLINE ||
         reason == SL_REASON_CLASS || reason == SL_REASON_CEILING ||
         reason == SL_REASON_SYSTEM_CEILING;
}

/* Deadlines are instants, periods are durations, the rest are numbers. */
static void
add_measure (Printer *self, SlReason reason, gint64 measure)
{
  if (!has_measure (reason) || measure == G_MAXINT64)
    sl_cli_table_empty (&self->table);
  else if (reason == SL_REASON_DEADLINE)
    sl_cli_table_absolute (&self->table, self->trace->clock, measure);
  else
    sl_cli_table_signed (&self->table, measure);
}

static void
print_row (Printer *self, const SlDecision *decision)
{
  SlJobTable *jobs = sl_replay_get_jobs (self->replay);
  SlCliTable *table = &self->table;

  sl_cli_table_decimal (table, decision->index);
  sl_cli_table_absolute (table, self->trace->clock, decision->time);
  sl_cli_table_text (table, sl_decision_kind_get_id (decision->kind));
  add_name (self, decision->task);
  if (decision->job != G_MAXUINT)
    sl_cli_table_decimal (table, sl_job_table_get (jobs, decision->job)->number);
  else
    sl_cli_table_empty (table);
  add_name (self, decision->other);
  sl_cli_table_text (table, sl_previous_fate_get_id (decision->previous_fate));
  add_name (self, decision->lock);
  add_name (self, decision->holder);
  sl_cli_table_text (table, decision->kind != SL_DECISION_IDLE &&
                                    decision->kind != SL_DECISION_UNSEEN &&
                                    decision->kind != SL_DECISION_END
                                ? sl_reason_get_id (decision->reason)
                                : "");
  add_name (self, decision->rival);
  add_measure (self, decision->reason, decision->measure);
  add_measure (self, decision->reason, decision->rival_measure);
  add_name (self, decision->deciding_lock);
  add_name (self, decision->inherits_from);
  add_name (self, has_measure (decision->reason) ? decision->measure_of : 0);
  add_name (self, has_measure (decision->reason) ? decision->rival_measure_of : 0);
  add_name (self, decision->server);
  sl_cli_table_text (table, sl_tie_get_id (decision->tie));
  sl_cli_table_text (table, sl_cli_names_get_name (self->names, decision->task));
  add_name (self, sl_decision_get_cpu (self->replay, decision));
}

/* For people: when, and the sentence. */
static void
print_sentence (Printer *self, const SlDecision *decision)
{
  g_autofree char *time = sl_text_step_time (self->trace->clock, decision->time);
  g_autofree char *sentence =
      sl_text_decision (self->replay, self->trace->annotations, self->trace->clock, decision);

  sl_cli_writer_format (self->writer, "%s: %s\n", time, sentence);
}

static void
print_steps (Printer *self, SlSpan span)
{
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (self->replay);
  guint64 index = sl_replay_find_index (self->replay, sl_time_add (span.begin, -1));

  while (sl_cli_writer_is_open (self->writer) &&
         sl_decision_search_find (search, index, 1, decisions))
    {
      for (guint i = 0; i < decisions->len; i++)
        {
          const SlDecision *decision = &g_array_index (decisions, SlDecision, i);

          if (decision->time >= span.end)
            return;
          if (decision->time < span.begin)
            continue;
          if (as_csv)
            print_row (self, decision);
          else
            print_sentence (self, decision);
        }
      index = g_array_index (decisions, SlDecision, 0).index;
    }
}

static SlReplay *
make_steps (const SlCliTraces *set, GError **error)
{
  g_autoptr (GPtrArray) tables = NULL;
  SlJobTable *jobs;

  if (sl_cli_traces_is_joined (set))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "“steps” takes a single trace: omit --join");
      return NULL;
    }

  tables = sl_cli_find_all_jobs (set, &deadlines, error);
  if (tables == NULL)
    return NULL;

  jobs = g_ptr_array_index (tables, 0);
  if (!sl_replay_is_for (sl_job_table_get_trace (jobs)))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "%s does not record which task runs: there are no decisions to list",
                   sl_cli_traces_get (set, 0)->name);
      return NULL;
    }

  return sl_replay_new (jobs,
                        sl_policy_from_id (
                            sl_task_rules_get_scheduler (sl_job_table_get_rules (jobs))->policy),
                        NULL, error);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = sl_cli_traces_open (request, error);
  g_autoptr (SlReplay) replay = NULL;
  g_autoptr (SlCliNames) names = NULL;
  Printer printer = { .writer = writer };
  SlSpan span;

  if (set == NULL || !sl_cli_traces_parse_span (set, from_text, to_text, &span, error))
    return FALSE;

  replay = make_steps (set, error);
  if (replay == NULL)
    return FALSE;

  names = sl_cli_names_new (sl_replay_get_recorded (replay),
                            sl_cli_traces_get (set, 0)->annotations, "");
  printer.trace = sl_cli_traces_get (set, 0);
  printer.replay = replay;
  printer.names = names;
  if (as_csv)
    sl_cli_table_init (&printer.table, writer, columns, G_N_ELEMENTS (columns), TRUE);
  print_steps (&printer, span);
  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_steps = {
  .id = "steps",
  .summary = "List each scheduling decision and the reason for it",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};
