/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-dat-writer.h"
#include "sl-own-tracefs.h"
#include "sl-pretended-tracefs.h"

#define N_CPUS 3

/* How long a test waits for what another process does. */
#define MOST_TRIES 500
#define TRY_US     20000

static gboolean has_tracefs;

static gboolean
skip_without_tracefs (void)
{
  if (!has_tracefs)
    g_test_skip ("The kernel’s tracefs cannot be mounted here, which root may");
  return !has_tracefs;
}

static GBytes *
make_trace (guint n_events)
{
  const SlDatLayout layout = {
    .version = 6,
    .codec = "none",
    .long_size = 8,
    .page_size = 4096,
    .n_cpus = N_CPUS,
    .n_buffers = 1,
    .clock = "mono",
    .seed = 7,
  };
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);

  for (guint i = 0; i < n_events; i++)
    {
      SlDatEvent wakeup = { SL_DAT_WAKEUP, 1000 + 100 * i, 1, 7, { 100 + i % 9, 120, i % N_CPUS },
                            NULL };
      SlDatEvent change = { SL_DAT_SWITCH, 1040 + 100 * i, 0, 7, { 7, 120, 1, 100 + i % 9, 120 },
                            NULL };
      SlDatEvent mark = { SL_DAT_PRINT, 1060 + 100 * i, 0, 7, { 0x1234 }, "begin job seven 1\n" };

      sl_dat_writer_add (writer, 0, i % N_CPUS, &wakeup);
      sl_dat_writer_add (writer, 0, i % N_CPUS, i % 4 == 0 ? &mark : &change);
    }
  return sl_dat_writer_finish (writer);
}

/* The events, without where they are in the file. */
static char *
print_events (const char *path)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  GString *text = g_string_new (NULL);

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    g_string_append_printf (text, "%s %s %s %s %s %s\n", sl_cli_cell (rows, i, "tick"),
                            sl_cli_cell (rows, i, "cpu"), sl_cli_cell (rows, i, "kind"),
                            sl_cli_cell (rows, i, "object"), sl_cli_cell (rows, i, "a"),
                            sl_cli_cell (rows, i, "name"));
  return g_string_free (text, FALSE);
}

/* What follows is recorded from there. */
static void
pretend (const SlPretendedTracefs *tracefs)
{
  g_setenv ("SLACKLINE_TRACEFS", tracefs->path, TRUE);
  g_setenv ("LD_PRELOAD", g_getenv ("SLACKLINE_PRETEND_TRACEFS"), TRUE);
}

static void
pretend_nothing (void)
{
  g_unsetenv ("SLACKLINE_TRACEFS");
  g_unsetenv ("LD_PRELOAD");
}

static guint
count_members (const char *folder)
{
  g_autoptr (GDir) listed = g_dir_open (folder, 0, NULL);
  guint count = 0;

  while (listed != NULL && g_dir_read_name (listed) != NULL)
    count++;
  return count;
}

static void
remove_folder (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_pages (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "out.dat", NULL);
  g_autoptr (GBytes) trace = make_trace (20000);
  g_autoptr (SlPretendedTracefs) tracefs = sl_pretended_tracefs_new (trace, N_CPUS, 40);
  g_autofree char *instances = g_build_filename (tracefs->path, "instances", NULL);
  g_autofree char *given_path = sl_cli_write_file (folder, "given.dat", trace);
  g_autofree char *given = NULL;
  g_autofree char *recorded = NULL;

  g_test_summary (
      "What the kernel’s pages hold is what is recorded, on each CPU, and what it lost is said; the instance "
      "is gone afterwards.");

  pretend (tracefs);
  {
    g_auto (SlCliResult) result =
        sl_cli_run ("record", "--duration", "200ms", "--events", "sched:*,marks", "-o", path, NULL);

    pretend_nothing ();
    g_assert_cmpint (result.status, ==, 0);
    g_assert_nonnull (
        strstr (result.errors,
                "cpu:1: 40 events were lost: 40 overwritten before they were read, 0"));
    g_assert_nonnull (strstr (result.errors, "cpu:0: 20 events were lost: 0 overwritten"));
    g_assert_null (strstr (result.errors, "cpu:2"));
  }
  g_assert_cmpuint (count_members (instances), ==, 0);

  given = print_events (given_path);
  recorded = print_events (path);
  g_assert_cmpstr (recorded, ==, given);
  g_unlink (given_path);
  remove_folder (folder, "out.dat");
}

static void
test_size (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autoptr (GBytes) trace = make_trace (20000);
  g_autoptr (SlPretendedTracefs) tracefs = sl_pretended_tracefs_new (trace, N_CPUS, 0);
  const char *const arguments[] = { "record", "--size",  "64K", "--events", "sched:sched_switch",
                                    "-o",     "out.dat", NULL };

  g_test_summary ("Once the size is reached that was asked for, recording ends by itself.");

  pretend (tracefs);
  {
    g_auto (SlCliResult) result = sl_cli_run_argv (arguments, folder);

    pretend_nothing ();
    g_assert_cmpint (result.status, ==, 0);
  }
  remove_folder (folder, "out.dat");
}

static GSubprocess *
start (const char *path)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, g_getenv ("SLACKLINE_CLI"),
                        "record", "--events", "sched:*", "-o", path, NULL);

  g_assert_no_error (error);
  return process;
}

static void
test_killed (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "out.dat", NULL);
  g_autoptr (GBytes) trace = make_trace (100);
  g_autoptr (SlPretendedTracefs) tracefs = sl_pretended_tracefs_new (trace, N_CPUS, 0);
  g_autofree char *instances = g_build_filename (tracefs->path, "instances", NULL);
  g_autoptr (GSubprocess) process = NULL;

  g_test_summary ("A recorder that is killed leaves neither its instance behind nor half a file.");

  pretend (tracefs);
  process = start (path);
  pretend_nothing ();
  for (guint i = 0; i < MOST_TRIES && count_members (instances) == 0; i++)
    g_usleep (TRY_US);
  g_assert_cmpuint (count_members (instances), ==, 1);
  g_usleep (10 * TRY_US);
  g_subprocess_send_signal (process, SIGKILL);
  g_subprocess_wait (process, NULL, NULL);
  for (guint i = 0; i < MOST_TRIES && count_members (instances) > 0; i++)
    g_usleep (TRY_US);
  g_assert_cmpuint (count_members (instances), ==, 0);

  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_left_behind (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "out.dat", NULL);
  g_autoptr (GBytes) trace = make_trace (100);
  g_autoptr (SlPretendedTracefs) tracefs = sl_pretended_tracefs_new (trace, N_CPUS, 0);
  g_autofree char *instances = g_build_filename (tracefs->path, "instances", NULL);
  g_autofree char *old = g_build_filename (instances, "slackline-2147483646", NULL);
  g_autofree char *other = g_build_filename (instances, "others-2147483646", NULL);

  g_test_summary (
      "The next recording removes the instance of a recorder that is gone, and no other’s.");

  g_assert_cmpint (g_mkdir (old, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (other, 0700), ==, 0);
  pretend (tracefs);
  {
    g_auto (SlCliResult) result = sl_cli_run ("record", "--duration", "50ms", "-o", path, NULL);

    pretend_nothing ();
    g_assert_cmpint (result.status, ==, 0);
  }
  g_assert_cmpuint (count_members (instances), ==, 1);
  g_assert_true (g_file_test (other, G_FILE_TEST_IS_DIR));
  remove_folder (folder, "out.dat");
}

static void
test_statuses (void)
{
  static const struct
  {
    const char *arguments[8];
    int status;
    const char *part;
  } cases[] = {
    { { "record" }, 2, "-o OUT" },
    { { "record", "-o", "x", "--" }, 2, "No program" },
    { { "record", "-o", "x", "--buffer", "7" }, 2, "with a unit" },
    { { "record", "-o", "x", "--size", "0M" }, 2, "with a unit" },
    { { "record", "-o", "x", "--duration", "soon" }, 2, "with a unit" },
    { { "record", "--live" }, 2, "not an empty file" },
    { { "record", "-o", "x", "--clock", "sundial" }, 2, "(local, global, mono)" },
    { { "record", "-o", "x", "--events", "tea" }, 2, "sched, irq, timer, futex, marks, lock" },
    { { "record", "-o", "x", "--events", "sched:tea" }, 2, "sched_switch" },
    { { "record", "-o", "x", "--events", "lock/../sched:*" }, 2, "neither a set" },
    { { "record", "-o", "/nowhere/x" }, 4, "/nowhere/x" },
    { { "record", "-o", "/dev/null" }, 4, "only a file" },
    { { "record", "-o", "x", "--", "./is-not-there" }, 127, "is-not-there" },
    { { "record", "-o", "x", "--", "/dev/null" }, 126, "/dev/null" },
    { { "record", "-o", "x", "--", "sh", "-c", "exit 7" }, 7, "the trace was saved" },
    { { "record", "-o", "x", "--", "sh", "-c", "kill -9 $$" }, 137, "signal 9" },
  };
  g_autofree char *folder = sl_cli_make_folder ();
  g_autoptr (GBytes) trace = make_trace (100);
  g_autoptr (SlPretendedTracefs) tracefs = sl_pretended_tracefs_new (trace, N_CPUS, 0);

  g_test_summary (
      "Wrong usage and places that cannot be written have a status each; a program’s own "
      "status is passed on.");

  pretend (tracefs);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (SlCliResult) result = sl_cli_run_argv (cases[i].arguments, folder);

      g_test_message ("%s", result.errors);
      g_assert_cmpint (result.status, ==, cases[i].status);
      g_assert_nonnull (strstr (result.errors, cases[i].part));
    }
  {
    const char *const ended[] = { "record", "-o",    "x",  "--duration", "100ms",
                                  "--",     "sleep", "60", NULL };
    g_auto (SlCliResult) result = sl_cli_run_argv (ended, folder);

    g_assert_cmpint (result.status, ==, 0);
  }
  pretend_nothing ();
  remove_folder (folder, "x");
}

static void
test_none (void)
{
  const char *const arguments[] = { "record", "-o", "x", NULL };
  g_autofree char *folder = sl_cli_make_folder ();

  g_test_summary (
      "Where there is no tracefs, one sentence says what is missing, and no file is left.");

  g_setenv ("SLACKLINE_TRACEFS", folder, TRUE);
  {
    g_auto (SlCliResult) result = sl_cli_run_argv (arguments, folder);

    g_unsetenv ("SLACKLINE_TRACEFS");
    sl_cli_assert_fails (&result, 3, "tracefs");
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Records the sample program. What a loaded machine does meanwhile may keep the one from being late that is late as a rule.
 * Returns: whether it may be scheduled as it asks for. */
static gboolean
record_late_program (const char *path)
{
  gboolean is_late = FALSE;

  for (guint i = 0; i < 5 && !is_late; i++)
    {
      g_auto (SlCliResult) recorded =
          sl_cli_run ("record", "-o", path, "--", g_getenv ("SLACKLINE_RT_PROGRAM"), "400", NULL);
      g_auto (SlCliResult) checked = { 0 };

      g_assert_cmpint (recorded.status, ==, 0);
      if (strstr (recorded.errors, "SCHED_FIFO") != NULL)
        return FALSE;

      sl_own_tracefs_wait_clean ();
      checked = sl_cli_run ("check", path, NULL);
      is_late = checked.status == 1;
    }
  return TRUE;
}

static void
test_program (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.dat", NULL);
  g_autofree char *model =
      g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "rt-program.slackline-tasks", NULL);

  g_test_summary (
      "The sample program is recorded by this kernel: its marks, its jobs, and why the most urgent "
      "one is late: the least urgent has the lock.");

  if (skip_without_tracefs ())
    return;

  if (!record_late_program (path))
    {
      g_test_skip ("This user may not schedule by SCHED_FIFO");
      remove_folder (folder, "run.dat");
      return;
    }
  {
    g_auto (SlCliResult) result =
        sl_cli_run ("events", "--csv", "--filter", "kind = print", path, NULL);

    sl_cli_assert_fine (&result);
    g_assert_nonnull (strstr (result.output, "sensor"));
  }
  /* It declares its deadlines itself; the model says the same. */
  for (guint i = 0; i < 2; i++)
    {
      g_auto (SlCliResult) result = i == 0 ? sl_cli_run ("check", path, NULL)
                                           : sl_cli_run ("check", "--model", model, path, NULL);

      g_assert_cmpint (result.status, ==, 1);
      g_assert_null (strstr (result.errors, "inferred"));
      g_assert_nonnull (strstr (result.output, "sensor, job "));
      g_assert_nonnull (strstr (result.output, "largest cause: blocked on futex:"));
      g_assert_nonnull (strstr (result.output, " by logger, "));
    }
  remove_folder (folder, "run.dat");
}

/* Returns: (transfer full): how tracing is set up outside of instances */
static char *
read_setup (void)
{
  static const char *const names[] = { "tracing_on", "trace_clock", "buffer_size_kb", "set_event",
                                       "trace_options" };
  GString *setup = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_build_filename ("/sys/kernel/tracing", names[i], NULL);
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (name, &text, NULL, NULL));
      g_string_append (setup, text);
    }
  return g_string_free (setup, FALSE);
}

static void
test_undisturbed (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "out.dat", NULL);
  gboolean is_same = FALSE;

  g_test_summary ("What others set up in the kernel’s tracing is the same after a recording.");

  if (skip_without_tracefs ())
    return;

  /* Others may change it meanwhile, but not each time. */
  for (guint i = 0; i < 5 && !is_same; i++)
    {
      g_autofree char *before = read_setup ();
      g_autofree char *after = NULL;
      g_auto (SlCliResult) result = sl_cli_run ("record", "--duration", "100ms", "--clock", "boot",
                                                "--buffer", "1M", "-o", path, NULL);

      g_assert_cmpint (result.status, ==, 0);
      after = read_setup ();
      is_same = g_str_equal (before, after);
    }
  g_assert_true (is_same);
  remove_folder (folder, "out.dat");
}

static void
test_program_in_debugfs (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.dat", NULL);

  g_test_summary (
      "The sample program finds the trace_marker also where tracefs is only in a debugfs.");

  if (skip_without_tracefs ())
    return;

  if (!sl_own_tracefs_move (TRUE))
    {
      g_test_skip ("There is no debugfs");
      remove_folder (folder, NULL);
      return;
    }
  {
    g_auto (SlCliResult) recorded =
        sl_cli_run ("record", "-o", path, "--", g_getenv ("SLACKLINE_RT_PROGRAM"), "100", NULL);
    g_auto (SlCliResult) result =
        sl_cli_run ("events", "--csv", "--filter", "kind = print", path, NULL);

    sl_cli_assert_fine (&result);
    g_assert_cmpint (recorded.status, ==, 0);
    g_assert_nonnull (strstr (result.output, "sensor"));
    g_assert_null (strstr (recorded.errors, "trace_marker"));
  }
  g_assert_true (sl_own_tracefs_move (FALSE));
  sl_own_tracefs_wait_clean ();
  remove_folder (folder, "run.dat");
}

int
main (int argc, char *argv[])
{
  has_tracefs = sl_own_tracefs_mount ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/record/pages", test_pages);
  g_test_add_func ("/cli/record/size", test_size);
  g_test_add_func ("/cli/record/killed", test_killed);
  g_test_add_func ("/cli/record/left-behind", test_left_behind);
  g_test_add_func ("/cli/record/statuses", test_statuses);
  g_test_add_func ("/cli/record/none", test_none);
  g_test_add_func ("/cli/record/program", test_program);
  g_test_add_func ("/cli/record/undisturbed", test_undisturbed);
  g_test_add_func ("/cli/record/program-in-debugfs", test_program_in_debugfs);

  return g_test_run ();
}
