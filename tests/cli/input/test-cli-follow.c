/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <gio/gio.h>

#include "sl-cli-run.h"
#include "sl-shark-scenario.h"

#define RECORD_SIZE 16

typedef struct
{
  char *folder;
  char *path;
  GBytes *records;
  guint n_records;
  GSubprocess *process;
  GDataInputStream *output;
} Fixture;

static void
append (Fixture *self, guint begin, guint end)
{
  const guint8 *data = g_bytes_get_data (self->records, NULL);
  FILE *file = fopen (self->path, "ab");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data + (gsize) begin * RECORD_SIZE, RECORD_SIZE, end - begin, file), ==,
                    end - begin);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
set_up (Fixture *self)
{
  const SlSharkScenario *scenario = sl_shark_scenarios_find ("jumping-balls");
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = sl_shark_scenario_make (scenario, truth);

  *self = (Fixture) { .folder = sl_cli_make_folder () };
  self->path = g_build_filename (self->folder, "growing.shark", NULL);
  self->records = g_bytes_ref (g_ptr_array_index (files, 0));
  self->n_records = g_bytes_get_size (self->records) / RECORD_SIZE;
  g_assert_cmpuint (self->n_records, >, 500);
  append (self, 0, 0);
}

static void
start (Fixture *self, const char *option)
{
  g_autoptr (GError) error = NULL;

  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                                    &error, g_getenv ("SLACKLINE_CLI"), "events", "--csv",
                                    "--follow", self->path, option, NULL);
  g_assert_no_error (error);
  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
}

/* The next @n_lines lines. Ends the test where they do not come. */
static void
read_lines (Fixture *self, GString *text, guint n_lines)
{
  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *line = g_data_input_stream_read_line (self->output, NULL, NULL, NULL);

      g_assert_nonnull (line);
      g_string_append_printf (text, "%s\n", line);
    }
}

static void
wait_end (Fixture *self, int status)
{
  g_assert_null (g_data_input_stream_read_line (self->output, NULL, NULL, NULL));
  g_subprocess_wait (self->process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (self->process));
  g_assert_cmpint (g_subprocess_get_exit_status (self->process), ==, status);
}

static void
tear_down (Fixture *self)
{
  g_clear_object (&self->output);
  g_clear_object (&self->process);
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
  g_bytes_unref (self->records);
}

static void
test_appended (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (SlCliResult) whole = { 0 };
  Fixture self;

  g_test_summary (
      "What is appended is printed as it comes, from an empty file on: in the end the same as of the "
      "whole file. SIGINT ends it well.");

  set_up (&self);
  start (&self, NULL);
  append (&self, 0, 300);
  read_lines (&self, text, 1 + 300);
  append (&self, 300, 301);
  read_lines (&self, text, 1);
  append (&self, 301, self.n_records);
  read_lines (&self, text, self.n_records - 301);
  g_subprocess_send_signal (self.process, SIGINT);
  wait_end (&self, 0);

  whole = sl_cli_run ("events", "--csv", self.path, NULL);
  sl_cli_assert_fine (&whole);
  g_assert_cmpstr (text->str, ==, whole.output);
  tear_down (&self);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* The offset and the kind of each row. */
static char *
list_records (const char *text)
{
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (text);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 1; i < rows->len; i++)
    g_ptr_array_add (lines, g_strdup_printf ("%s %s", sl_cli_cell (rows, i, "offset"),
                                             sl_cli_cell (rows, i, "kind")));
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
test_earlier (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (SlCliResult) whole = { 0 };
  g_autofree char *printed = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *limit = NULL;
  Fixture self;

  g_test_summary (
      "Records that are appended and happened before those that were printed are printed, each once, "
      "and no other again; with a limit it ends by itself.");

  set_up (&self);
  limit = g_strdup_printf ("--limit=%u", self.n_records);
  append (&self, 200, 400);
  start (&self, limit);
  read_lines (&self, text, 1 + 200);
  append (&self, 0, 200);
  read_lines (&self, text, 200);
  append (&self, 400, self.n_records);
  read_lines (&self, text, self.n_records - 400);
  wait_end (&self, 0);

  whole = sl_cli_run ("events", "--csv", self.path, NULL);
  sl_cli_assert_fine (&whole);
  printed = list_records (text->str);
  expected = list_records (whole.output);
  g_assert_cmpstr (printed, ==, expected);
  tear_down (&self);
}

/* Ends the program, which says @what of the file. */
static void
wait_failure (Fixture *self, const char *what)
{
  g_autoptr (GDataInputStream) errors =
      g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  g_autofree char *line = NULL;
  g_autofree char *expected =
      g_strdup_printf ("slackline-cli: %s: The file was %s while it was followed", self->path,
                       what);

  wait_end (self, 3);
  line = g_data_input_stream_read_line (errors, NULL, NULL, NULL);
  g_assert_cmpstr (line, ==, expected);
}

/* Of a file of which so many events were read. */
static void
set_up_read (Fixture *self, guint n_events)
{
  g_autoptr (GString) text = g_string_new (NULL);

  set_up (self);
  append (self, 0, n_events);
  start (self, NULL);
  read_lines (self, text, 1 + n_events);
}

static void
test_overwritten (void)
{
  Fixture self;

  g_test_summary (
      "A file that is written anew cannot be followed: status 3, and which of both happened.");

  set_up_read (&self, 300);
  g_assert_cmpint (truncate (self.path, 160), ==, 0);
  wait_failure (&self, "overwritten");
  tear_down (&self);
}

static void
test_replaced (void)
{
  g_autofree char *aside = NULL;
  Fixture self;

  g_test_summary ("Another file of the same name is not what was followed, however long it is.");

  set_up_read (&self, 300);
  aside = g_strconcat (self.path, ".new", NULL);
  g_assert_true (g_file_set_contents (aside, g_bytes_get_data (self.records, NULL),
                                      (gssize) g_bytes_get_size (self.records), NULL));
  g_assert_cmpint (g_rename (aside, self.path), ==, 0);
  wait_failure (&self, "replaced by another");
  tear_down (&self);
}

static void
test_renamed (void)
{
  g_autofree char *aside = NULL;
  Fixture self;

  g_test_summary ("A file that is renamed away ends it.");

  set_up_read (&self, 300);
  aside = g_strconcat (self.path, ".old", NULL);
  g_assert_cmpint (g_rename (self.path, aside), ==, 0);
  wait_failure (&self, "deleted or renamed");
  g_assert_cmpint (g_rename (aside, self.path), ==, 0);
  tear_down (&self);
}

static void
test_usage (void)
{
  g_auto (SlCliResult) standard = sl_cli_run ("events", "--follow", "-", NULL);
  g_auto (SlCliResult) device = sl_cli_run ("events", "--follow", "/dev/null", NULL);
  g_auto (SlCliResult) missing = sl_cli_run ("events", "--follow", "/nowhere/x", NULL);

  g_test_summary ("Only one regular file can be followed.");

  sl_cli_assert_fails (&standard, 2, "standard input");
  sl_cli_assert_fails (&device, 2, "regular file");
  sl_cli_assert_fails (&missing, 3, "/nowhere/x");
}

static void
test_other_commands (void)
{
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--follow", "FILE", NULL);
  g_auto (SlCliResult) nobody = sl_cli_run ("jobs", "--nothing=3", "FILE", NULL);

  g_test_summary ("A command that cannot follow a file says which one can");

  sl_cli_assert_fails (&jobs, 2, "jobs: Unknown option --follow; commands that have it: events");
  sl_cli_assert_fails (&nobody, 2, "jobs: Unknown option --nothing");
  g_assert_null (strstr (nobody.errors, "commands"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/follow/other-commands", test_other_commands);
  g_test_add_func ("/cli/follow/appended", test_appended);
  g_test_add_func ("/cli/follow/earlier", test_earlier);
  g_test_add_func ("/cli/follow/overwritten", test_overwritten);
  g_test_add_func ("/cli/follow/replaced", test_replaced);
  g_test_add_func ("/cli/follow/renamed", test_renamed);
  g_test_add_func ("/cli/follow/usage", test_usage);

  return g_test_run ();
}
