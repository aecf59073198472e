/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-jobs.h"
#include "sl-cli-table.h"

static gboolean as_csv;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV after RFC 4180", NULL },
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "task", 10, FALSE },     { "job", 6, TRUE },
  { "release", 14, TRUE },   { "start", 14, TRUE },
  { "finish", 14, TRUE },    { "deadline", 14, TRUE },
  { "response", 10, TRUE },  { "lateness", 10, TRUE },
  { "execution", 10, TRUE }, { "preemptions", 3, TRUE },
  { "blocked", 8, TRUE },    { "missed", 6, FALSE },
  { "cause", 40, FALSE },    { "deadline_from", 8, FALSE },
};

typedef struct
{
  SlCliTable out;
  SlClock *clock;
  SlCliNames *names;
  SlJobTable *jobs;
  SlJobSplitter *splitter;
} Printer;

static void
print_time (Printer *self, SlTime time)
{
  if (time == SL_JOB_NEVER)
    sl_cli_table_empty (&self->out);
  else
    sl_cli_table_decimal (&self->out, sl_clock_to_absolute (self->clock, time));
}

static void
print_figure (Printer *self, gboolean known, gint64 figure)
{
  if (known)
    sl_cli_table_signed (&self->out, figure);
  else
    sl_cli_table_empty (&self->out);
}

static void
print_cause (Printer *self, const SlJob *job)
{
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (self->jobs), job->task);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (SlJobPart));
  g_autofree char *text = NULL;
  guint n_parts;
  const SlJobPart *found = sl_job_splitter_split (self->splitter, job, rule->wcet, &n_parts);

  g_array_append_vals (parts, found, n_parts);
  text = sl_cli_print_cause (parts, self->names);
  sl_cli_table_text (&self->out, text);
}

static void
print_job (Printer *self, const SlJob *job)
{
  gint64 figure = 0;
  gboolean known;

  sl_cli_table_text (&self->out, sl_cli_names_get (self->names, job->task));
  sl_cli_table_decimal (&self->out, job->number);
  print_time (self, job->release);
  print_time (self, job->start);
  print_time (self, sl_job_get_finish (job));
  print_time (self, job->deadline);
  known = sl_job_get_response (job, &figure);
  print_figure (self, known, figure);
  known = sl_job_get_lateness (job, &figure);
  print_figure (self, known, figure);
  print_figure (self, TRUE, job->execution);
  print_figure (self, TRUE, job->preemptions);
  print_figure (self, TRUE, job->blocked);
  sl_cli_table_text (&self->out, job->flags & SL_JOB_MISSED ? "yes"
                                 : job->flags & SL_JOB_MET  ? "no"
                                                            : "");
  print_cause (self, job);
  sl_cli_table_text (&self->out, sl_deadline_from_get_id ((SlDeadlineFrom) job->deadline_from));
}

static int
compare_tasks (gconstpointer one, gconstpointer other, gpointer data)
{
  const SlCliNames *names = data;
  const SlJobTask *const *a = one;
  const SlJobTask *const *b = other;

  return strcmp (sl_cli_names_get (names, (*a)->task), sl_cli_names_get (names, (*b)->task));
}

/* By the task's name, as "slices" sorts lanes, then by release. */
static gboolean
print_jobs (Printer *self, GError **error)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new ();

  for (guint i = 0; i < sl_job_table_get_n_tasks (self->jobs); i++)
    g_ptr_array_add (tasks, (gpointer) sl_job_table_get_task (self->jobs, i));
  g_ptr_array_sort_with_data (tasks, compare_tasks, self->names);

  sl_cli_table_init (&self->out, self->out.writer, columns, G_N_ELEMENTS (columns), as_csv);
  for (guint i = 0; i < tasks->len; i++)
    {
      const SlJobTask *task = g_ptr_array_index (tasks, i);

      for (guint n = 0; n < task->n_jobs && sl_cli_writer_is_open (self->out.writer); n++)
        print_job (self, sl_job_table_get (self->jobs, task->first + n));
    }

  return sl_cli_writer_finish (self->out.writer, error);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTrace) trace = sl_cli_open (request, error);
  g_autoptr (SlJobTable) jobs = NULL;
  g_autoptr (SlCliNames) names = NULL;
  g_autoptr (SlJobSplitter) splitter = NULL;
  Printer printer = { .out = { .writer = writer } };

  if (trace == NULL)
    return FALSE;

  jobs = sl_cli_find_jobs (trace, &deadlines, error);
  if (jobs == NULL)
    return FALSE;

  names = sl_cli_names_new (trace->trace);
  splitter = sl_job_splitter_new (trace->trace, sl_job_table_get_idle_task (jobs));
  printer.clock = trace->clock;
  printer.names = names;
  printer.jobs = jobs;
  printer.splitter = splitter;

  return print_jobs (&printer, error);
}

const SlCliCommand sl_cmd_jobs = {
  .id = "jobs",
  .summary = "Print each job of each task: when, how long, in time or not, and why",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
