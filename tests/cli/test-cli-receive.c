/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include <gio/gio.h>

#include "sl-cli-run.h"
#include "sl-shark-scenario.h"
#include "sl-shark-sender.h"

/* A receiver that runs. */
typedef struct
{
  GSubprocess *process;
  GDataInputStream *output;
  guint port;
} Receiver;

static char *
read_line (Receiver *self)
{
  g_autoptr (GError) error = NULL;
  char *line = g_data_input_stream_read_line (self->output, NULL, NULL, &error);

  g_assert_no_error (error);
  g_test_message ("%s", line != NULL ? line : "end");
  return line;
}

static void
start (Receiver *self, const char *prefix, const char *path)
{
  g_autofree char *command =
      g_strdup_printf ("%s exec \"$SLACKLINE_CLI\" receive --port 0 -o '%s'", prefix, path);
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;
  const char *port;

  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                                    &error, "sh", "-c", command, NULL);
  g_assert_no_error (error);
  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  line = read_line (self);
  port = strstr (line, "receiving on 127.0.0.1:");
  g_assert_nonnull (port);
  self->port = (guint) g_ascii_strtoull (strchr (port, ':') + 1, NULL, 10);
}

/* The last line that it prints, once it has ended. */
static char *
finish (Receiver *self, int status)
{
  char *last = NULL;
  char *line;

  while ((line = read_line (self)) != NULL)
    {
      g_free (last);
      last = line;
    }
  g_subprocess_wait (self->process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (self->process));
  g_assert_cmpint (g_subprocess_get_exit_status (self->process), ==, status);
  g_object_unref (self->output);
  g_object_unref (self->process);
  return last;
}

/* The records of a scenario in two chunks, as the kernel has them, the first of 71. */
static GPtrArray *
make_chunks (GBytes **all)
{
  const gsize first = 71 * 16;
  const SlSharkScenario *scenario = sl_shark_scenarios_find ("jumping-balls");
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = NULL;
  GPtrArray *chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  gsize size;

  g_assert_nonnull (scenario);
  files = sl_shark_scenario_make (scenario, truth);
  *all = g_bytes_ref (g_ptr_array_index (files, 0));
  size = g_bytes_get_size (*all);
  g_assert_cmpuint (size, >, first);
  g_ptr_array_add (chunks, g_bytes_new_from_bytes (*all, 0, first));
  g_ptr_array_add (chunks, g_bytes_new_from_bytes (*all, first, size - first));
  return chunks;
}

static char *
print_events (const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  GString *text = g_string_new (NULL);

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    g_string_append_printf (text, "%s %s %s %s\n", sl_cli_cell (rows, i, "tick"),
                            sl_cli_cell (rows, i, "kind"), sl_cli_cell (rows, i, "a"),
                            sl_cli_cell (rows, i, "b"));
  return g_string_free (text, FALSE);
}

static void
test_chunks (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "out.pcapng", NULL);
  g_autofree char *all_path = NULL;
  g_autoptr (GBytes) all = NULL;
  g_autoptr (GPtrArray) chunks = make_chunks (&all);
  const SlSharkSending sending = { .rate = 2000, .late = 300, .repeated = 300 };
  g_autoptr (SlSharkSender) sender = sl_shark_sender_new (&sending, chunks);
  const SlSharkSent *sent = sl_shark_sender_get_sent (sender);
  g_autofree char *received = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *line = NULL;
  g_autofree char *summary = NULL;
  Receiver receiver;

  g_test_summary (
      "The events of chunks that are sent are those of the chunks, however they come; SIGINT ends the "
      "receiver with all that came, and the last line counts it.");

  start (&receiver, "", path);
  sl_shark_sender_run (sender, "127.0.0.1", receiver.port);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_subprocess_send_signal (receiver.process, SIGINT);
  line = finish (&receiver, 0);
  summary = g_strdup_printf (": %" G_GUINT64_FORMAT " chunks, %" G_GUINT64_FORMAT
                             " datagrams, %" G_GUINT64_FORMAT " events; 0 lost, %" G_GUINT64_FORMAT
                             " reordered, %" G_GUINT64_FORMAT " duplicates, 0 ignored; saved",
                             sent->n_chunks, sent->n_distinct, sent->n_events, sent->n_late,
                             sent->n_repeated);
  g_assert_cmpuint (sent->n_chunks, ==, chunks->len);
  g_assert_nonnull (strstr (line, summary));
  g_assert_true (g_str_has_suffix (line, "saved"));

  all_path = sl_cli_write_file (folder, "all.shark", all);
  expected = print_events (all_path);
  received = print_events (path);
  g_assert_cmpstr (received, ==, expected);

  g_unlink (path);
  g_unlink (all_path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_full_disk (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "out.pcapng", NULL);
  const SlSharkSending sending = { .n_datagrams = 500 };
  g_autoptr (SlSharkSender) sender = sl_shark_sender_new (&sending, NULL);
  g_autofree char *line = NULL;
  Receiver receiver;

  g_test_summary (
      "A file that can grow no more ends the receiver with status 4, and what had room opens.");

  start (&receiver, "ulimit -f 100;", path);
  sl_shark_sender_run (sender, "127.0.0.1", receiver.port);
  line = finish (&receiver, 4);
  g_assert_nonnull (strstr (line, "; saved in part"));
  {
    g_auto (SlCliResult) result = sl_cli_run ("check", path, NULL);

    sl_cli_assert_fine (&result);
  }

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_statuses (void)
{
  static const struct
  {
    const char *arguments[6];
    int status;
    const char *part;
  } cases[] = {
    { { "receive" }, 2, "-o OUT" },
    { { "receive", "-o", "x", "--port", "70000" }, 2, "0 to 65535" },
    { { "receive", "-o", "x", "--for", "10" }, 2, "with a unit" },
    { { "receive", "-o", "x", "--for", "soon" }, 2, "with a unit" },
    { { "receive", "-o", "x", "--bind", "localhost" }, 2, "IP address" },
    { { "receive", "-o", "x", "--bind", "192.0.2.1" }, 3, "192.0.2.1" },
    { { "receive", "-o", "/nowhere/x", "--port", "0" }, 4, "/nowhere/x" },
  };
  g_autofree char *folder = sl_cli_make_folder ();

  g_test_summary (
      "Wrong usage, an address that is not here, a place that cannot be written and a time in which "
      "nothing comes have a status each, and leave no file.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (SlCliResult) result = sl_cli_run_argv (cases[i].arguments, folder);

      sl_cli_assert_fails (&result, cases[i].status, cases[i].part);
    }
  {
    const char *const nothing[] = { "receive", "-o", "x", "--port", "0", "--for", "100ms", NULL };
    g_auto (SlCliResult) result = sl_cli_run_argv (nothing, folder);

    sl_cli_assert_fails (&result, 3, "No datagram");
    g_assert_nonnull (strstr (result.output, "not saved"));
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/receive/chunks", test_chunks);
  g_test_add_func ("/cli/receive/full-disk", test_full_disk);
  g_test_add_func ("/cli/receive/statuses", test_statuses);

  return g_test_run ();
}
