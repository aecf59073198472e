/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the options say of rows, against what other commands print. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

static char *
dup_sample (void)
{
  return g_build_filename (g_getenv ("SLACKLINE_DATA"), "samples", "jumping-balls.shark", NULL);
}

/* (transfer full): the picture; @option and @other may be NULL */
static char *
draw (const char *option, const char *other, const char *third)
{
  g_autofree char *sample = dup_sample ();
  g_autofree char *out = g_build_filename (folder, "rows.svg", NULL);
  g_auto (SlCliResult) result =
      sl_cli_run ("render", "-o", out, sample, "--lane", "task:*", option, other, third, NULL);
  char *svg = NULL;

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (out, &svg, NULL, NULL));
  return svg;
}

/* (transfer full) (element-type utf8): the tasks' rows from top to bottom */
static GPtrArray *
list_rows (const char *svg)
{
  static const char begin[] = "data-row=\"task:";
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);

  for (const char *at = strstr (svg, begin); at != NULL; at = strstr (at + 1, begin))
    {
      const char *name = at + strlen ("data-row=\"");
      char *key = g_strndup (name, strcspn (name, "\""));

      /* Each is in several layers. */
      if (g_ptr_array_find_with_equal_func (rows, key, g_str_equal, NULL))
        g_free (key);
      else
        g_ptr_array_add (rows, key);
    }
  return rows;
}

/* Ticks that the lane ran between @from and @to. */
static gint64
add_up_running (const char *lane, const char *from, const char *to)
{
  g_autofree char *sample = dup_sample ();
  g_auto (SlCliResult) result =
      from != NULL
          ? sl_cli_run ("slices", "--csv", sample, "--lane", lane, "--state", "running", "--from",
                        from, "--to", to, NULL)
          : sl_cli_run ("slices", "--csv", sample, "--lane", lane, "--state", "running", NULL);
  g_autoptr (GPtrArray) rows = NULL;
  gint64 sum = 0;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    sum += g_ascii_strtoll (sl_cli_cell (rows, i, "end"), NULL, 10) -
           g_ascii_strtoll (sl_cli_cell (rows, i, "begin"), NULL, 10);
  return sum;
}

static guint
count_misses (const char *task)
{
  g_autofree char *sample = dup_sample ();
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", sample, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  guint count = 0;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    count += g_str_equal (sl_cli_cell (rows, i, "task"), task) &&
             g_str_equal (sl_cli_cell (rows, i, "missed"), "yes");
  return count;
}

static void
test_sort (void)
{
  g_autofree char *plain = draw (NULL, NULL, NULL);
  g_autofree char *loaded = draw ("--sort=load", NULL, NULL);
  g_autofree char *missed = draw ("--sort=misses", NULL, NULL);
  g_autofree char *named = draw ("--sort=name", NULL, NULL);
  g_autoptr (GPtrArray) rows = list_rows (plain);
  g_autoptr (GPtrArray) by_load = list_rows (loaded);
  g_autoptr (GPtrArray) by_misses = list_rows (missed);
  g_autoptr (GPtrArray) by_name = list_rows (named);

  g_test_summary ("Rows are sorted by what slices and jobs say that their tasks ran and missed.");

  g_assert_cmpuint (rows->len, >, 5);
  g_assert_cmpuint (by_load->len, ==, rows->len);
  g_assert_cmpuint (by_misses->len, ==, rows->len);
  g_assert_cmpuint (by_name->len, ==, rows->len);
  for (guint i = 1; i < rows->len; i++)
    {
      g_assert_cmpint (add_up_running (by_load->pdata[i - 1], NULL, NULL), >=,
                       add_up_running (by_load->pdata[i], NULL, NULL));
      g_assert_cmpuint (count_misses (by_misses->pdata[i - 1]), >=,
                        count_misses (by_misses->pdata[i]));
      /* All are called "ctx" and their number. */
      g_assert_cmpint (g_ascii_strtoll (strchr (by_name->pdata[i - 1], ':') + 1, NULL, 10), <,
                       g_ascii_strtoll (strchr (by_name->pdata[i], ':') + 1, NULL, 10));
    }
}

static void
test_quiet (void)
{
  g_autofree char *whole = draw ("--from=0.1ms", "--to=0.4ms", NULL);
  g_autofree char *busy = draw ("--from=0.1ms", "--to=0.4ms", "--quiet-rows=hidden");
  g_autofree char *thin = draw ("--from=0.1ms", "--to=0.4ms", "--quiet-rows=thin");
  g_autoptr (GPtrArray) rows = list_rows (whole);
  g_autoptr (GPtrArray) shown = list_rows (busy);
  g_autoptr (GPtrArray) lines = list_rows (thin);

  g_test_summary ("Of rows in which nothing happens, all are drawn, in full or as lines, or none; "
                  "those of tasks that run in the span stay.");

  g_assert_cmpuint (lines->len, ==, rows->len);
  g_assert_cmpuint (shown->len, <, rows->len);
  for (guint i = 0; i < rows->len; i++)
    if (add_up_running (rows->pdata[i], "0.1ms", "0.4ms") > 0)
      g_assert_true (g_ptr_array_find_with_equal_func (shown, rows->pdata[i], g_str_equal, NULL));
}

/* Who holds what at an instant, as slices say it. */
static void
test_values (void)
{
  static const char *const times[] = { "10ms", "23.5ms", "41ms" };
  static const char *const states[] = { "running", "ready", "idle" };

  g_test_summary ("Beside each row is the state that its slice has at the instant.");

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint j = 0; j < G_N_ELEMENTS (states); j++)
      {
        g_autofree char *option = g_strconcat ("--values=", times[i], NULL);
        g_autofree char *svg = draw (option, NULL, NULL);
        g_autofree char *to =
            g_strdup_printf ("%.6fms", g_ascii_strtod (times[i], NULL) + 0.0000025);
        g_autofree char *sample = dup_sample ();
        g_autofree char *word = g_strdup_printf (">%s<", states[j]);
        g_auto (SlCliResult) result =
            sl_cli_run ("slices", "--csv", sample, "--lane", "task:*", "--state", states[j],
                        "--from", times[i], "--to", to, NULL);
        g_autoptr (GPtrArray) rows = sl_cli_parse_csv (result.output);
        guint count = 0;

        sl_cli_assert_fine (&result);
        for (const char *at = strstr (svg, word); at != NULL; at = strstr (at + 1, word))
          count++;
        g_assert_cmpuint (count, >=, rows->len - 1);
      }
}

static void
test_names (void)
{
  g_autofree char *sample = dup_sample ();
  g_autofree char *out = g_build_filename (folder, "names.svg", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("render", "-o", out, sample, "--lane", "ctx 29*", NULL);
  g_autofree char *svg = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("Rows are also found by what they are called in the picture.");

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (out, &svg, NULL, NULL));
  rows = list_rows (svg);
  g_assert_cmpuint (rows->len, >, 0);
  for (guint i = 0; i < rows->len; i++)
    g_assert_true (g_str_has_prefix (rows->pdata[i], "task:29"));
}

/* Two bursts that are an hour apart. */
static void
test_compress (void)
{
  static const char burst[] =
      "  a-7 [000] d..2. %u.000000: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> "
      "next_comm=b next_pid=8 next_prio=120\n"
      "  b-8 [000] d..2. %u.100000: sched_switch: prev_comm=b prev_pid=8 prev_prio=120 prev_state=S ==> "
      "next_comm=a next_pid=7 next_prio=120\n";
  g_autofree char *first = g_strdup_printf (burst, 10, 10);
  g_autofree char *second = g_strdup_printf (burst, 3610, 3610);
  g_autofree char *text = g_strconcat (first, second, NULL);
  g_autofree char *trace = sl_cli_write_text (folder, "hour.txt", text);
  g_autofree char *out = g_build_filename (folder, "hour.svg", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("render", "-o", out, trace, "--compress-empty", NULL);
  g_autofree char *svg = NULL;

  g_test_summary ("The hour between two bursts is compressed, and its length is written there.");

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (out, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "599.900"));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/rows/sort", test_sort);
  g_test_add_func ("/cli/rows/quiet", test_quiet);
  g_test_add_func ("/cli/rows/values", test_values);
  g_test_add_func ("/cli/rows/names", test_names);
  g_test_add_func ("/cli/rows/compress", test_compress);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
