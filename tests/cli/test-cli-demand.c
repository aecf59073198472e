/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What each task executed and what was due, over the columns of a span. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

#define N_COLUMNS 14

static char *folder;

/* a from 0 to 2, from 5 to 7 and from 10 to 12 ms; b from 2 to 5 and from 7 to 8, late by 1 ms, and
 * from 8 to 10 and from 12 to 14. */
static char *
simulate (void)
{
  static const char text[] = "[task a]\nperiod=5ms\nwcet=2ms\n[task b]\nperiod=7ms\nwcet=4ms\n";
  g_autofree char *set = sl_cli_write_text (folder, "set", text);
  char *output = g_build_filename (folder, "out", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("simulate", set, "--until=14ms", "-o", output, NULL);

  sl_cli_assert_fine (&result);
  return output;
}

static void
assert_cell (GPtrArray *rows, guint row, const char *column, gint64 wanted)
{
  g_assert_cmpint (g_ascii_strtoll (sl_cli_cell (rows, row, column), NULL, 10), ==, wanted);
}

/* @first: row of its first column. All but @name are milliseconds, by column. */
static void
check_task (GPtrArray *rows,
            guint first,
            const char *name,
            const guint8 running[N_COLUMNS],
            const guint8 due[N_COLUMNS],
            const guint8 supply[N_COLUMNS],
            const guint8 behind[N_COLUMNS])
{
  gint64 total = 0;

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      total += running[i];
      g_assert_cmpstr (sl_cli_cell (rows, first + i, "name"), ==, name);
      assert_cell (rows, first + i, "begin", 1000000 * i);
      assert_cell (rows, first + i, "end", 1000000 * (i + 1));
      assert_cell (rows, first + i, "running", 1000000 * running[i]);
      assert_cell (rows, first + i, "total", 1000000 * total);
      assert_cell (rows, first + i, "due", 1000000 * due[i]);
      assert_cell (rows, first + i, "supply", 1000000 * supply[i]);
      assert_cell (rows, first + i, "behind", 1000000 * behind[i]);
    }
}

static guint
find_task (GPtrArray *rows, const char *name)
{
  for (guint i = 1; i < rows->len; i++)
    if (strcmp (sl_cli_cell (rows, i, "name"), name) == 0)
      return i;
  g_assert_not_reached ();
}

static void
test_schedule (void)
{
  static const guint8 a_runs[] = { 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0 };
  static const guint8 a_due[] = { 0, 0, 0, 0, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4 };
  static const guint8 a_had[] = { 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 5, 6, 6, 6 };
  static const guint8 b_runs[] = { 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1 };
  static const guint8 b_due[] = { 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 8 };
  static const guint8 b_had[] = { 0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 6, 7, 8 };
  static const guint8 b_behind[] = { 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 };
  static const guint8 none[N_COLUMNS] = { 0 };
  g_autofree char *path = simulate ();
  g_auto (SlCliResult) result =
      sl_cli_run ("demand", "--csv", "--columns=14", "--to=14ms", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "A schedule worked out by hand: what ran in each column and up to its end, what "
      "was due, and that the late job is behind by what it still lacks at its deadline");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  check_task (rows, find_task (rows, "a"), "a", a_runs, a_due, a_had, none);
  check_task (rows, find_task (rows, "b"), "b", b_runs, b_due, b_had, b_behind);
}

static void
test_span (void)
{
  g_autofree char *path = simulate ();
  g_auto (SlCliResult) part =
      sl_cli_run ("demand", "--csv", "--columns=1", "--from=5ms", "--to=12ms", path, NULL);
  g_auto (SlCliResult) ticks =
      sl_cli_run ("demand", "--csv", "--columns=100", "--from=0", "--to=3", path, NULL);
  g_auto (SlCliResult) wrong = sl_cli_run ("demand", "--columns=0", path, NULL);
  g_autoptr (GPtrArray) rows = NULL, few = NULL;
  guint b;

  g_test_summary ("Sums are from the begin of the span; columns are never narrower than a tick");

  sl_cli_assert_fine (&part);
  rows = sl_cli_parse_csv (part.output);
  b = find_task (rows, "b");
  assert_cell (rows, b, "running", 3000000);
  assert_cell (rows, b, "supply", 2000000); /* only of the job released at 7 ms */
  assert_cell (rows, b, "due", 0);

  sl_cli_assert_fine (&ticks);
  few = sl_cli_parse_csv (ticks.output);
  b = find_task (few, "a");
  g_assert_cmpstr (sl_cli_cell (few, b + 2, "name"), ==, "a");
  g_assert_cmpstr (sl_cli_cell (few, b + 2, "end"), ==, "3");
  sl_cli_assert_fails (&wrong, 2, "--columns 0");
}

/* Cycles that the real trace's periodic task ran, summed slice by slice. */
static void
test_real (void)
{
  g_autofree char *path = sl_cli_real_trace ();
  g_auto (SlCliResult) result = { 0 };
  g_auto (SlCliResult) slices = { 0 };
  g_autoptr (GPtrArray) rows = NULL, pieces = NULL;
  gint64 running = 0;
  guint last = 0;

  g_test_summary ("The last total of a task is the sum of its slices");

  if (path == NULL)
    {
      g_test_skip ("no real trace here");
      return;
    }
  result = sl_cli_run ("demand", "--csv", path, NULL);
  slices = sl_cli_run ("slices", "--csv", "--lane=task:296", "--state=running", path, NULL);
  sl_cli_assert_fine (&result);
  sl_cli_assert_fine (&slices);
  pieces = sl_cli_parse_csv (slices.output);
  for (guint i = 1; i < pieces->len; i++)
    running += g_ascii_strtoll (sl_cli_cell (pieces, i, "end"), NULL, 10) -
               g_ascii_strtoll (sl_cli_cell (pieces, i, "begin"), NULL, 10);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    if (strcmp (sl_cli_cell (rows, i, "object"), "task:296") == 0)
      last = i;
  g_assert_cmpint (running, >, 0);
  assert_cell (rows, last, "total", running);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/demand/schedule", test_schedule);
  g_test_add_func ("/cli/demand/span", test_span);
  g_test_add_func ("/cli/demand/real", test_real);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
