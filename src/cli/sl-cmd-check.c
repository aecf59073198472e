/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-output.h"
#include "sl-cli-words.h"
#include "sl-cli-writer.h"
#include "sl-job-overrun.h"
#include "sl-source-extras.h"
#include "sl-text-jobs.h"
#include "sl-text-overrun.h"
#include "sl-text-verdict.h"

static SlCliDeadlines deadlines;
static gboolean with_inferred;
static gboolean with_overruns;
static char *junit_path;

static const GOptionEntry entries[] = {
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  { "inferred", 0, 0, G_OPTION_ARG_NONE, &with_inferred,
    "Also count deadlines inferred from the task's releases", NULL },
  { "overruns", 0, 0, G_OPTION_ARG_NONE, &with_overruns,
    "Also count jobs that executed beyond their WCET", NULL },
  { "junit", 0, 0, G_OPTION_ARG_FILENAME, &junit_path, "Also write a JUnit XML report", "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  const SlCliTrace *trace;
  char *prefix; /* of its lines */
  SlCliNames *names;
  SlJobTable *jobs;
  const guint *misses;
  guint n_misses;
  GArray *overruns; /* of guint; NULL where they are not asked for */
} Check;

static char *
describe_miss (const Check *self, guint number)
{
  g_autofree char *text =
      sl_text_job_miss (self->jobs, self->trace->annotations, self->trace->clock, number);
  g_autofree char *remark =
      sl_text_job_remark (self->jobs, self->trace->annotations, self->trace->clock, number);

  return g_strconcat (self->prefix, text, remark[0] != '\0' ? ". " : "", remark, NULL);
}

static char *
describe_overrun (const Check *self, guint number)
{
  g_autofree char *text =
      sl_text_overrun (self->jobs, self->trace->annotations, self->trace->clock, number);

  return g_strconcat (self->prefix, text, NULL);
}

static guint
count_overruns (const Check *self)
{
  return self->overruns != NULL ? self->overruns->len : 0;
}

/* What XML cannot hold becomes "?": a file's name may be any bytes. */
static char *
escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (char *p = valid; *p != '\0'; p++)
    if ((guchar) *p < 0x20 && *p != '\n' && *p != '\t')
      *p = '?';

  return g_markup_escape_text (valid, -1);
}

static guint
count_judged (const Check *self, const SlJobTask *task)
{
  guint n = 0;

  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (self->jobs, i);

      if (job->flags & SL_JOB_MISS_RECORDED)
        n++;
      else if ((job->flags & (SL_JOB_MISSED | SL_JOB_MET)) &&
               (with_inferred || job->deadline_from != SL_DEADLINE_INFERRED))
        n++;
    }

  return n;
}

/* A test case for each task: it fails if one of its jobs is late. */
static void
add_test_case (const Check *self, const SlJobTask *task, const char *file, GString *cases)
{
  g_autofree char *name = escape (sl_cli_names_get (self->names, task->task));
  g_autoptr (GString) lines = g_string_new (NULL);
  guint n_judged = count_judged (self, task);
  guint n_missed = 0;

  for (guint i = 0; i < self->n_misses; i++)
    {
      g_autofree char *line = NULL;
      g_autofree char *escaped = NULL;

      if (sl_job_table_get (self->jobs, self->misses[i])->task != task->task)
        continue;

      line = describe_miss (self, self->misses[i]);
      escaped = escape (line);
      g_string_append_printf (lines, "%s\n", escaped);
      n_missed++;
    }

  g_string_append_printf (cases, "    <testcase classname=\"%s\" name=\"%s\">\n", file, name);
  if (n_missed > 0)
    g_string_append_printf (cases,
                            "      <failure type=\"deadline\" message=\"%u of %u jobs missed their "
                            "deadline\">%s</failure>\n",
                            n_missed, task->n_jobs, lines->str);
  else if (n_judged == 0)
    g_string_append (cases, "      <skipped message=\"No deadline is known\"/>\n");
  g_string_append (cases, "    </testcase>\n");
}

static gboolean
task_has_miss (const Check *self, guint32 task)
{
  for (guint i = 0; i < self->n_misses; i++)
    if (sl_job_table_get (self->jobs, self->misses[i])->task == task)
      return TRUE;

  return FALSE;
}

typedef struct
{
  guint n_tests;
  guint n_failures;
  guint n_skipped;
} Totals;

/* A suite for each trace. */
static void
add_suite (const Check *self, GString *suites, Totals *totals)
{
  g_autofree char *file = escape (self->trace->name);
  g_autoptr (GString) cases = g_string_new (NULL);
  Totals own = { 0 };

  for (guint i = 0; i < sl_job_table_get_n_tasks (self->jobs); i++)
    {
      const SlJobTask *task = sl_job_table_get_task (self->jobs, i);

      if (task->n_jobs == 0)
        continue;

      add_test_case (self, task, file, cases);
      own.n_tests++;
      own.n_failures += task_has_miss (self, task->task);
      own.n_skipped += count_judged (self, task) == 0;
    }

  g_string_append_printf (suites,
                          "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"0\" "
                          "skipped=\"%u\">\n%s  </testsuite>\n",
                          file, own.n_tests, own.n_failures, own.n_skipped, cases->str);
  totals->n_tests += own.n_tests;
  totals->n_failures += own.n_failures;
}

static gboolean
write_file (const char *text, const SlFileSet *inputs, GError **error)
{
  g_autofree char *name = g_strdup_printf ("--junit %s", junit_path);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (junit_path);
  g_autoptr (GError) failure = NULL;

  return sl_file_write (file, inputs, text, strlen (text), &failure) ||
         sl_cli_output_fail (name, failure, error);
}

static gboolean
write_junit (GArray *checks, const SlFileSet *inputs, GError **error)
{
  g_autoptr (GString) suites = g_string_new (NULL);
  g_autofree char *text = NULL;
  Totals totals = { 0 };

  for (guint i = 0; i < checks->len; i++)
    add_suite (&g_array_index (checks, Check, i), suites, &totals);

  text = g_strdup_printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<testsuites tests=\"%u\" failures=\"%u\" errors=\"0\">\n"
                          "%s</testsuites>\n",
                          totals.n_tests, totals.n_failures, suites->str);
  return write_file (text, inputs, error);
}

static gboolean
print_misses (GArray *checks, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");

  for (guint i = 0; i < checks->len; i++)
    {
      const Check *self = &g_array_index (checks, Check, i);

      for (guint n = 0; n < self->n_misses && sl_cli_writer_is_open (writer); n++)
        {
          g_autofree char *line = describe_miss (self, self->misses[n]);

          sl_cli_writer_text (writer, line);
          sl_cli_writer_char (writer, '\n');
        }
      for (guint n = 0; n < count_overruns (self) && sl_cli_writer_is_open (writer); n++)
        {
          g_autofree char *line = describe_overrun (self, g_array_index (self->overruns, guint, n));

          sl_cli_writer_text (writer, line);
          sl_cli_writer_char (writer, '\n');
        }
    }

  return sl_cli_writer_finish (writer, error);
}

static void
check_clear (gpointer check)
{
  Check *self = check;

  g_clear_pointer (&self->prefix, g_free);
  g_clear_pointer (&self->names, sl_cli_names_free);
  g_clear_pointer (&self->overruns, g_array_unref);
}

static void
add_check (GArray *checks, const SlCliTraces *set, SlJobTable *jobs)
{
  guint number = checks->len;
  g_autofree char *prefix = sl_cli_traces_dup_prefix (set, number);
  Check check = { .trace = sl_cli_traces_get (set, number), .jobs = jobs };

  check.prefix = prefix[0] != '\0' ? g_strconcat (prefix, " ", NULL) : g_strdup ("");
  check.names = sl_cli_names_new (check.trace->trace, check.trace->annotations, prefix);
  check.misses = sl_job_table_get_misses (jobs, with_inferred, &check.n_misses);
  check.overruns = with_overruns ? sl_job_overruns_find (jobs) : NULL;
  g_array_append_val (checks, check);
}

/* What nobody said is counted only where that is asked for: then it should be known that it could be. */
static void
note_inferred (const Check *self)
{
  guint n_inferred = 0;

  if (with_inferred || !sl_source_records_wakeups (sl_trace_get_source (self->trace->trace)))
    return;

  for (guint i = 0; i < sl_job_table_get_n_jobs (self->jobs); i++)
    {
      const SlJob *job = sl_job_table_get (self->jobs, i);

      n_inferred +=
          job->deadline_from == SL_DEADLINE_INFERRED && (job->flags & SL_JOB_MISS_RECORDED) == 0;
    }
  if (n_inferred > 0)
    sl_cli_note_print (
        "%s: The deadlines of %u of %u jobs are only inferred from the releases of their tasks; "
        "--inferred counts these",
        self->trace->name, n_inferred, sl_job_table_get_n_jobs (self->jobs));
}

static void
fail (const char *name, guint n_misses, guint n_overruns, guint n_jobs, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "%s: ", name);
  if (n_misses > 0 || n_overruns == 0)
    g_string_append_printf (text, "%u of %u jobs missed %s", n_misses, n_jobs,
                            n_misses == 1 ? "its deadline" : "their deadlines");
  if (n_overruns > 0)
    g_string_append_printf (text, "%s%u of %u jobs executed beyond %s WCET",
                            n_misses > 0 ? ", " : "", n_overruns, n_jobs,
                            n_overruns == 1 ? "its" : "their");
  g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_CHECK_FAILED, text->str);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliTraces) set = sl_cli_traces_open (request, error);
  g_autoptr (GPtrArray) tables = set != NULL ? sl_cli_find_all_jobs (set, &deadlines, error) : NULL;
  g_autoptr (GArray) checks = g_array_new (FALSE, FALSE, sizeof (Check));
  g_autoptr (SlFileSet) inputs = NULL;
  g_autofree char *name = NULL;
  guint n_misses = 0, n_overruns = 0, n_jobs = 0;

  if (tables == NULL)
    return FALSE;

  g_array_set_clear_func (checks, check_clear);
  inputs = sl_cli_inputs_new (set, request, deadlines.model);
  for (guint i = 0; i < tables->len; i++)
    {
      add_check (checks, set, g_ptr_array_index (tables, i));
      n_misses += g_array_index (checks, Check, i).n_misses;
      n_overruns += count_overruns (&g_array_index (checks, Check, i));
      n_jobs += sl_job_table_get_n_jobs (g_ptr_array_index (tables, i));
    }
  for (guint i = 0; i < checks->len; i++)
    note_inferred (&g_array_index (checks, Check, i));
  sl_cli_jobs_note_references (set, tables);
  sl_cli_jobs_note_unchecked (set, tables);
  if (!print_misses (checks, error) || (junit_path != NULL && !write_junit (checks, inputs, error)))
    return FALSE;
  if (n_misses + n_overruns == 0)
    return TRUE;

  name = sl_cli_traces_is_joined (set) ? sl_cli_traces_dup_title (set)
                                       : g_strdup (sl_cli_traces_get (set, 0)->name);
  fail (name, n_misses, n_overruns, n_jobs, error);
  return FALSE;
}

const SlCliCommand sl_cmd_check = {
  .id = "check",
  .summary = "Fail if a job missed its deadline, and say which and why",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};
