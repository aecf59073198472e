/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Times in another unit are those in ticks, by the rate of the sample. */

#include <math.h>

#include "sl-cli-run.h"
#include "sl-test.h"

/* 400 MHz, from this tick on. */
#define FIRST_TICK  G_GINT64_CONSTANT (24000000530)
#define NS_PER_TICK 2.5

static const struct
{
  const char *name;
  double ns;
} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };

typedef struct
{
  const char *arguments[6];
  const char *times[3];     /* columns of instants */
  const char *durations[2]; /* columns of lengths */
} Table;

static const Table tables[] = {
  { { "slices", "--lane", "task:*" }, { "begin", "end" }, { NULL } },
  { { "events" }, { "tick", "tick_max" }, { "delta" } },
  { { "intervals", "--from", "kind = mutex-lock", "--to", "kind = mutex-unlock" },
    { "begin", "end" },
    { "length" } },
};

static GPtrArray *
print (const Table *table, const char *unit)
{
  g_autofree char *sample =
      g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
  const char *arguments[12] = { NULL };
  g_auto (SlCliResult) result = { 0 };
  guint n = 0;

  while (table->arguments[n] != NULL)
    {
      arguments[n] = table->arguments[n];
      n++;
    }
  arguments[n++] = sample;
  arguments[n++] = "--csv";
  if (unit != NULL)
    {
      arguments[n++] = "--unit";
      arguments[n++] = unit;
    }
  result = sl_cli_run_argv (arguments, NULL);
  sl_cli_assert_fine (&result);
  return sl_cli_parse_csv (result.output);
}

/* @cell is @ticks in the unit, rounded to the nanosecond; both may be empty. */
static void
check_cell (const char *cell, const char *ticks, gint64 origin, double unit)
{
  double ns;

  if (ticks[0] == '\0' || cell[0] == '\0')
    {
      g_assert_cmpstr (cell, ==, ticks);
      return;
    }

  ns = (double) (g_ascii_strtoll (ticks, NULL, 10) - origin) * NS_PER_TICK;
  g_assert_cmpfloat (fabs (g_ascii_strtod (cell, NULL) * unit - ns), <, 1);
}

static void
test_units (void)
{
  g_test_summary (
      "Instants count from the origin, durations are as long, whatever their unit; without "
      "one and in ticks tables are the same.");

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (GPtrArray) ticks = print (&tables[i], NULL);
      g_autoptr (GPtrArray) same = print (&tables[i], "ticks");

      g_assert_cmpuint (ticks->len, >, 5);
      g_assert_cmpuint (ticks->len, ==, same->len);
      for (guint unit = 0; unit < G_N_ELEMENTS (units); unit++)
        {
          g_autoptr (GPtrArray) rows = print (&tables[i], units[unit].name);

          g_assert_cmpuint (rows->len, ==, ticks->len);
          for (guint row = 1; row < rows->len; row++)
            {
              for (guint j = 0; tables[i].times[j] != NULL; j++)
                {
                  const char *column = tables[i].times[j];

                  g_assert_cmpstr (sl_cli_cell (ticks, row, column), ==,
                                   sl_cli_cell (same, row, column));
                  check_cell (sl_cli_cell (rows, row, column), sl_cli_cell (ticks, row, column),
                              FIRST_TICK, units[unit].ns);
                }
              for (guint j = 0; tables[i].durations[j] != NULL; j++)
                check_cell (sl_cli_cell (rows, row, tables[i].durations[j]),
                            sl_cli_cell (ticks, row, tables[i].durations[j]), 0, units[unit].ns);
            }
        }
    }
}

static void
test_wrong (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = sl_cli_write_text (folder, "clockless.csv",
                                             "# slackline-events 1, unit ticks\n"
                                             "time,action,task\n1,release,a\n5,finish,a\n");
  g_auto (SlCliResult) unknown = sl_cli_run ("slices", "--csv", "--unit", "hours", path, NULL);
  g_auto (SlCliResult) clockless = sl_cli_run ("slices", "--csv", "--unit", "ms", path, NULL);
  g_auto (SlCliResult) actions =
      sl_cli_run ("events", "--actions", "--csv", "--unit", "ns", path, NULL);

  g_test_summary (
      "An unknown unit is refused, and one of time where no rate is known; actions have a "
      "unit of their own.");

  sl_cli_assert_fails (&unknown, 2, "use ticks, ns, us, ms or s");
  sl_cli_assert_fails (&clockless, 2, "give --rate HZ");
  sl_cli_assert_fails (&actions, 2, "--unit");
  sl_test_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/unit/units", test_units);
  g_test_add_func ("/cli/unit/wrong", test_wrong);
  return g_test_run ();
}
