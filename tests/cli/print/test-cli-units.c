/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

static char *folder;

static gint64
get_number (GPtrArray *rows, guint row, const char *column)
{
  return g_ascii_strtoll (sl_cli_cell (rows, row, column), NULL, 10);
}

static gint64
sum_cause (const char *cause)
{
  g_auto (GStrv) parts = g_strsplit (cause, ";", -1);
  gint64 sum = 0;

  for (guint i = 0; parts[i] != NULL; i++)
    sum += g_ascii_strtoll (strrchr (parts[i], '=') + 1, NULL, 10);
  return sum;
}

/* Of the last columns of the first task's line. */
static gint64
get_figure (const char *output, guint from_last)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", 3);
  g_autoptr (GRegex) spaces = g_regex_new (" +", 0, 0, NULL);
  g_auto (GStrv) words = g_regex_split (spaces, lines[1], 0);

  return g_ascii_strtoll (words[g_strv_length (words) - 1 - from_last], NULL, 10);
}

static void
check_doubled (GPtrArray *ticks, GPtrArray *ns, guint row)
{
  static const char *const lengths[] = { "response", "lateness", "execution", "blocked",
                                         "release_lateness" };
  static const char *const times[] = { "release", "start", "finish", "deadline", "aborted" };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    g_assert_cmpint (get_number (ns, row, lengths[i]), ==, 2 * get_number (ticks, row, lengths[i]));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      gboolean is_known = sl_cli_cell (ticks, row, times[i])[0] != '\0';

      g_assert_cmpint (is_known, ==, sl_cli_cell (ns, row, times[i])[0] != '\0');
      if (is_known)
        g_assert_cmpint (get_number (ns, row, times[i]) - get_number (ns, 1, "release"), ==,
                         2 * (get_number (ticks, row, times[i]) -
                              get_number (ticks, 1, "release")));
    }
  if (sl_cli_cell (ticks, row, "finish")[0] != '\0')
    g_assert_cmpint (sum_cause (sl_cli_cell (ns, row, "cause")), ==,
                     2 * sum_cause (sl_cli_cell (ticks, row, "cause")));
}

static void
test_units (void)
{
  static const guint figures[] = { 1, 2, 3, 4, 6 }; /* jitter, response, cpu */
  g_autofree char *path = sl_cli_write_scenario (folder, "deadline-miss");
  g_auto (SlCliResult) ticks = sl_cli_run ("jobs", "--csv", "--rate=500MHz", path, NULL);
  g_auto (SlCliResult) ns = sl_cli_run ("jobs", "--csv", "--unit=ns", "--rate=500MHz", path, NULL);
  g_auto (SlCliResult) s = sl_cli_run ("jobs", "--csv", "--unit=s", "--rate=500MHz", path, NULL);
  g_auto (SlCliResult) stats = sl_cli_run ("stats", "--rate=500MHz", path, NULL);
  g_auto (SlCliResult) stats_ns = sl_cli_run ("stats", "--unit=ns", "--rate=500MHz", path, NULL);
  g_auto (SlCliResult) json = sl_cli_run ("stats", "--unit=ns", "--json", path, NULL);
  g_autoptr (GPtrArray) in_ticks = sl_cli_parse_csv (ticks.output);
  g_autoptr (GPtrArray) in_ns = sl_cli_parse_csv (ns.output);
  g_autoptr (GPtrArray) in_s = sl_cli_parse_csv (s.output);

  g_test_summary (
      "With a tick of two nanoseconds, lengths in nanoseconds are twice those in ticks, and times as far "
      "apart; JSON keeps ticks.");

  g_assert_cmpuint (in_ns->len, ==, in_ticks->len);
  g_assert_cmpuint (in_ns->len, >, 2);
  for (guint row = 1; row < in_ns->len; row++)
    {
      check_doubled (in_ticks, in_ns, row);
      g_assert_cmpint (llround (1e9 * g_ascii_strtod (sl_cli_cell (in_s, row, "response"), NULL)),
                       ==, get_number (in_ns, row, "response"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    g_assert_cmpint (get_figure (stats_ns.output, figures[i]), ==,
                     2 * get_figure (stats.output, figures[i]));
  sl_cli_assert_fails (&json, 2, "--unit ns");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli-units/jobs-and-stats", test_units);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
