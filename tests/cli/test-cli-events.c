/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

static char *folder;

static void
test_forms (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "mixture");
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", trace, NULL);

  g_test_summary ("Columns, numbers, addresses, objects and flags print as scripts rely on.");

  sl_cli_assert_fine (&result);
  g_assert_cmpstr (
      result.output, ==,
      "index,tick,delta,cpu,kind,object,a,b,offset,tick_max,flags,name\n"
      "0,5000000000,,0,trace-start,task:256,256,100000,0,,,ctx 256\n"
      "1,5000000300,300,0,ipoint,,7,,16,,fast,\n"
      "2,5000000600,300,0,task-activate,task:264,264,0,32,,,ctx 264\n"
      "3,5000000900,300,0,context-switch,task:264,264,0,48,,,ctx 264\n"
      "4,5000001200,300,0,mutex-lock,mutex:0x1720a40,264,0x1720a40,64,,,mutex 0x1720a40\n"
      "5,5000001500,300,0,mutex-unlock,mutex:0x1720a40,264,0x1720a40,80,,,mutex 0x1720a40\n"
      "6,5000001800,300,0,mutex-wait,semaphore:3,264,3,96,,,semaphore 3\n"
      "7,5000002100,300,0,data-pointer,,1,0xabcdef,112,,,\n"
      "8,5000002400,300,0,unknown-0x1f,,5,6,128,,,\n"
      "9,5000002700,300,0,trace-stop,,0,0,144,,,\n");
}

/* Lines of @text from line @first on, @count of them. */
static char *
take_lines (const char *text, guint first, guint count)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *taken = g_string_new (lines[0]);

  g_string_append_c (taken, '\n');
  for (guint i = first; i < first + count; i++)
    g_string_append_printf (taken, "%s\n", lines[1 + i]);

  return g_string_free (taken, FALSE);
}

typedef struct
{
  const char *arguments[2];
  guint first;
  guint count;
} Selection;

/* Of 10,000 switches, 1000 ticks apart, at 100,000 ticks a millisecond. */
static const Selection selections[] = {
  { { "--limit=0" }, 0, 0 },
  { { "--limit=7" }, 0, 7 },
  { { "--from=+4999000", "--to=+5002000" }, 4999, 3 },
  { { "--from=5004999000", "--to=5005002000" }, 4999, 3 },
  { { "--from=0x12a05f200", "--limit=1" }, 0, 1 },
  { { "--from=49.99ms", "--to=50020us" }, 4999, 3 },
  { { "--from=0.09999s" }, 9999, 1 },
  { { "--to=+1" }, 0, 1 },
  { { "--from=0", "--to=+1" }, 0, 1 },
  { { "--from=+9999000", "--to=99s" }, 9999, 1 },
  { { "--from=1000s" }, 0, 0 },
  { { "--from=+9999000", "--to=18446744073709551615" }, 9999, 1 },
  { { "--from=18446744073709551615" }, 0, 0 },
  { { "--filter=tick in 5004096000..5004098000" }, 4096, 2 },
  { { "--filter=offset = 65536" }, 4096, 1 },
  { { "--filter=a = 3" }, 0, 0 },
};

static void
test_selections (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "long", 10000, 100000);
  g_auto (SlCliResult) whole = sl_cli_run ("events", "--csv", trace, NULL);

  g_test_summary ("Spans, limits and filters only leave rows out: index and delta stay those of "
                  "the whole trace.");

  sl_cli_assert_fine (&whole);
  for (guint i = 0; i < G_N_ELEMENTS (selections); i++)
    {
      const char *arguments[] = { "events", "--csv", trace, NULL, NULL, NULL };
      g_autofree char *expected =
          take_lines (whole.output, selections[i].first, selections[i].count);
      g_auto (SlCliResult) result = { 0 };

      for (guint j = 0; j < G_N_ELEMENTS (selections[i].arguments); j++)
        arguments[3 + j] = selections[i].arguments[j];
      g_test_message ("%s", selections[i].arguments[0]);
      result = sl_cli_run_argv (arguments, NULL);
      sl_cli_assert_fine (&result);
      g_assert_cmpstr (result.output, ==, expected);
    }
}

static void
test_ties (void)
{
  g_autofree char *trace = sl_cli_make_ties (folder, "ties", 30000, 9000);

  g_test_summary ("A span begins at the first of many events at one tick, wherever the blocks of "
                  "the file begin.");

  for (guint tick = 0; tick < 3; tick++)
    {
      g_autofree char *from = g_strdup_printf ("--from=+%u", tick * 1000);
      g_autofree char *to = g_strdup_printf ("--to=+%u", tick * 1000 + 1);
      g_autofree char *first = g_strdup_printf ("%u", tick * 9000);
      g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", from, to, trace, NULL);
      g_autoptr (GPtrArray) rows = NULL;

      sl_cli_assert_fine (&result);
      rows = sl_cli_parse_csv (result.output);
      g_assert_cmpuint (rows->len, ==, 9001);
      g_assert_cmpstr (sl_cli_cell (rows, 1, "index"), ==, first);
      g_assert_cmpstr (sl_cli_cell (rows, 1, "delta"), ==, tick > 0 ? "1000" : "");
      g_assert_cmpstr (sl_cli_cell (rows, 2, "delta"), ==, "0");
    }
}

static void
test_rate (void)
{
  g_autofree char *trace = sl_cli_make_switches (folder, "clockless", 40, 0);
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--csv", "--rate=1000000", "--from=3ms", "--to=5ms", trace, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("A rate that the user gives makes times with units mean something.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "tick"), ==, "5000003000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "tick"), ==, "5000004000");
}

static void
test_filter (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "filtered");
  g_auto (SlCliResult) result =
      sl_cli_run ("events", "--csv", "--filter", "family = mutex and not b = 3", trace, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("A filter selects by the words that the rows print.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "kind"), ==, "mutex-lock");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "kind"), ==, "mutex-unlock");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "delta"), ==, "300");
}

static void
test_chunks (void)
{
  g_autofree char *first = sl_cli_make_switches (folder, "0set.dat", 3, 100000);
  g_autofree char *second = sl_cli_make_switches (folder, "1set.dat", 3, 100000);
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", second, first, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("Offsets in several files that are one trace say in which.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 7);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "offset"), ==, "0:0");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "offset"), ==, "1:0");
  g_assert_cmpstr (sl_cli_cell (rows, 6, "offset"), ==, "1:32");
}

static void
test_people (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "people");
  g_auto (SlCliResult) result = sl_cli_run ("events", "--limit=1", trace, NULL);
  g_auto (GStrv) lines = NULL;

  g_test_summary ("Without --csv the same fields stand in columns.");

  sl_cli_assert_fine (&result);
  lines = g_strsplit (result.output, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_null (strchr (lines[1], ','));
  g_assert_nonnull (strstr (lines[1], "trace-start"));
}

static void
test_real (void)
{
  g_autofree char *trace = sl_cli_real_trace ();
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("The real trace has its 27,926 events.");
  if (trace == NULL)
    return;

  result = sl_cli_run ("events", "--csv", trace, NULL);
  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 27927);
  g_assert_nonnull (
      strstr (result.output,
              "\n0,24305936302,,0,trace-start,task:256,256,367483,0,,,ctx 256 · pid 0\n"));
  g_assert_cmpstr (sl_cli_cell (rows, 27926, "tick"), ==, "31517292059");
  g_assert_cmpstr (sl_cli_cell (rows, 27926, "kind"), ==, "trace-stop");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/events/forms", test_forms);
  g_test_add_func ("/events/selections", test_selections);
  g_test_add_func ("/events/ties", test_ties);
  g_test_add_func ("/events/rate", test_rate);
  g_test_add_func ("/events/filter", test_filter);
  g_test_add_func ("/events/chunks", test_chunks);
  g_test_add_func ("/events/people", test_people);
  g_test_add_func ("/events/real", test_real);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
