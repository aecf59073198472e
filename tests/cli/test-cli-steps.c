/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

/* b executes 0 to 3 ms in its section; a comes at 1 and wants m at once. */
#define SET                                                          \
  "[task a]\narrivals=1ms\nwcet=2ms\npriority=2\nsections=m@0+1ms\n" \
  "[task b]\narrivals=0\nwcet=4ms\npriority=1\nsections=m@0+3ms\n"

static char *
simulate (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new (SET, strlen (SET));
  g_autofree char *set = sl_cli_write_file (folder, "set", bytes);
  char *output = g_build_filename (folder, "out", NULL);
  g_auto (SlCliResult) given = sl_cli_run ("simulate", set, "--scheduler=fp", "--protocol=pip",
                                           "--until=7ms", "-o", output, NULL);

  sl_cli_assert_fine (&given);
  return output;
}

static void
test_sentences (void)
{
  g_autofree char *trace = simulate ();
  g_auto (SlCliResult) steps = sl_cli_run ("steps", trace, "--from=1ms", "--to=5ms", NULL);
  g_auto (SlCliResult) blind =
      sl_cli_run ("steps", trace, "--no-model", "--from=1ms", "--to=2ms", NULL);

  g_test_summary ("Decisions are told in order, with what the model tells, or that it is missing");

  sl_cli_assert_fine (&steps);
  g_assert_cmpstr (steps.output, ==,
                   "1 ms: a preempts b: its priority 2 is above 1\n"
                   "1 ms: a waits for m, which b holds; "
                   "b runs at a’s priority because it holds m\n"
                   "3 ms: b releases m; a preempts b: its priority 2 is above 1\n");
  sl_cli_assert_fine (&blind);
  g_assert_nonnull (strstr (blind.output, "neither the trace nor a task model says which policy"));
}

static void
test_csv (void)
{
  g_autofree char *trace = simulate ();
  g_auto (SlCliResult) steps = sl_cli_run ("steps", "--csv", trace, "--from=1ms", NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("The facts of each sentence stand in columns of their own");

  sl_cli_assert_fine (&steps);
  rows = sl_cli_parse_csv (steps.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "tick"), ==, "1000000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "decision"), ==, "run");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "task"), ==, "task:272");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "left"), ==, "preempted");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "reason"), ==, "priority");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "measure"), ==, "2");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "rival_measure"), ==, "1");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "left"), ==, "waits");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "lock"), ==, "mutex:0x1720a40");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "holder"), ==, "task:280");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "reason"), ==, "holds");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "of"), ==, "task:272");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "measure"), ==, "");
}

/* At 10 us CPU 0 is given to mid and, since high is released then, to high; CPU 1 to x. */
static const char *const instant =
    "# slackline-events 1, unit us\n"
    "time,cpu,action,task,object,value\n"
    "0,0,release,low,,\n0,0,run,low,,\n"
    "10,1,release,x,,\n10,1,run,x,,\n10,0,run,mid,,\n10,0,release,high,,\n10,0,run,high,,\n"
    "20,0,finish,high,,\n20,0,run,mid,,\n20,1,finish,x,,\n20,1,run,,,\n"
    "30,0,finish,mid,,\n30,0,run,low,,\n40,0,finish,low,,\n40,0,run,,,\n";

static void
test_processors (void)
{
  static const char *const wanted[][6] = {
    { "10000", "run", "task:4", "task:1", "preempted", "cpu:0" },
    { "10000", "run", "task:2", "", "", "cpu:1" },
    { "10000", "queue", "task:3", "task:4", "", "" },
    { "20000", "run", "task:3", "task:4", "finished", "cpu:0" },
    { "20000", "idle", "", "task:2", "finished", "cpu:1" },
    { "30000", "run", "task:1", "task:3", "finished", "cpu:0" },
  };
  static const char *const columns[] = { "tick", "decision", "task", "other", "left", "cpu" };
  g_autoptr (GBytes) bytes = g_bytes_new_static (instant, strlen (instant));
  g_autofree char *trace = sl_cli_write_file (folder, "instant.csv", bytes);
  g_auto (SlCliResult) steps = sl_cli_run ("steps", "--csv", trace, "--from=5us", NULL);
  g_auto (SlCliResult) text = sl_cli_run ("steps", trace, "--from=15us", "--to=25us", NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "Each of several processors decides once at an instant, whatever lines say so, and is named");

  sl_cli_assert_fine (&steps);
  rows = sl_cli_parse_csv (steps.output);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    for (guint column = 0; column < G_N_ELEMENTS (columns); column++)
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, columns[column]), ==, wanted[i][column]);

  sl_cli_assert_fine (&text);
  g_assert_nonnull (strstr (text.output, "CPU 0: high finishes its job; mid runs"));
  g_assert_nonnull (strstr (text.output, "CPU 1: x finishes its job; no task is ready"));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/steps/sentences", test_sentences);
  g_test_add_func ("/cli/steps/csv", test_csv);
  g_test_add_func ("/cli/steps/processors", test_processors);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
