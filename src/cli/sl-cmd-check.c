/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-names.h"
#include "sl-cli-writer.h"
#include "sl-text-jobs.h"

static SlCliDeadlines deadlines;
static gboolean with_inferred;
static char *junit_path;

static const GOptionEntry entries[] = {
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  { "inferred", 0, 0, G_OPTION_ARG_NONE, &with_inferred,
    "Also count deadlines that are nothing but the task's next release", NULL },
  { "junit", 0, 0, G_OPTION_ARG_FILENAME, &junit_path, "Also write a report in JUnit's XML",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  const SlCliTrace *trace;
  SlCliNames *names;
  SlJobTable *jobs;
  const guint *misses;
  guint n_misses;
} Check;

static char *
describe_miss (const Check *self, guint number)
{
  return sl_text_job_miss (self->jobs, NULL, self->trace->clock, number);
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

static gboolean
write_junit (const Check *self, GError **error)
{
  g_autofree char *file = escape (self->trace->name);
  g_autoptr (GString) cases = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;
  guint n_tests = 0, n_failures = 0, n_skipped = 0;

  for (guint i = 0; i < sl_job_table_get_n_tasks (self->jobs); i++)
    {
      const SlJobTask *task = sl_job_table_get_task (self->jobs, i);

      if (task->n_jobs == 0)
        continue;

      add_test_case (self, task, file, cases);
      n_tests++;
      n_failures += task_has_miss (self, task->task);
      n_skipped += count_judged (self, task) == 0;
    }

  text = g_strdup_printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<testsuites tests=\"%u\" failures=\"%u\" errors=\"0\">\n"
                          "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"0\" "
                          "skipped=\"%u\">\n%s  </testsuite>\n</testsuites>\n",
                          n_tests, n_failures, file, n_tests, n_failures, n_skipped, cases->str);
  if (g_file_set_contents (junit_path, text, -1, &failure))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_OUTPUT, "--junit %s: %s", junit_path,
               failure->message);
  return FALSE;
}

static gboolean
print_misses (const Check *self, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");

  for (guint i = 0; i < self->n_misses && sl_cli_writer_is_open (writer); i++)
    {
      g_autofree char *line = describe_miss (self, self->misses[i]);

      sl_cli_writer_text (writer, line);
      sl_cli_writer_char (writer, '\n');
    }

  return sl_cli_writer_finish (writer, error);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliTrace) trace = sl_cli_open (request, error);
  g_autoptr (SlJobTable) jobs = NULL;
  g_autoptr (SlCliNames) names = NULL;
  Check check = { .trace = trace };

  if (trace == NULL)
    return FALSE;

  jobs = sl_cli_find_jobs (trace, &deadlines, error);
  if (jobs == NULL)
    return FALSE;

  names = sl_cli_names_new (trace->trace);
  check.names = names;
  check.jobs = jobs;
  check.misses = sl_job_table_get_misses (jobs, with_inferred, &check.n_misses);
  if (!print_misses (&check, error) || (junit_path != NULL && !write_junit (&check, error)))
    return FALSE;
  if (check.n_misses == 0)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_CHECK_FAILED, "%s: %u of %u jobs missed %s",
               trace->name, check.n_misses, sl_job_table_get_n_jobs (jobs),
               check.n_misses == 1 ? "its deadline" : "their deadlines");
  return FALSE;
}

const SlCliCommand sl_cmd_check = {
  .id = "check",
  .summary = "Fail if a job missed its deadline, and say which and why",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
