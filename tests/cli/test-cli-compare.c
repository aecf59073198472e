/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

/* Two tasks from 0 to 14 ms. By rate monotonic order
 *
 *   a runs 0-2, 5-7, 10-12; b runs 2-5, 7-8 (late by 1 ms), and 8-10, 12-14
 *
 * and by earliest deadline, where b's first job goes before a's second and its second before a's
 * third,
 *
 *   a runs 0-2, 6-8, 12-14; b runs 2-6, 8-12. */
static const char set[] = "[task a]\nperiod=5ms\nwcet=2ms\n%s[task b]\nperiod=7ms\nwcet=4ms\n%s";

static char *folder;
static char *rm;
static char *edf;
static char *late; /* edf, begun 30 ms later */

static char *
simulate (const char *name, const char *scheduler, const char *offset, const char *until)
{
  g_autofree char *text = g_strdup_printf (set, offset, offset);
  g_autofree char *file = sl_cli_write_text (folder, "set", text);
  char *output = g_build_filename (folder, name, NULL);
  g_auto (SlCliResult) result = sl_cli_run ("simulate", file, scheduler, until, "-o", output, NULL);

  sl_cli_assert_fine (&result);
  return output;
}

static guint
find_row (GPtrArray *rows, const char *name, const char *job)
{
  for (guint i = 1; i < rows->len; i++)
    if (g_str_equal (sl_cli_cell (rows, i, "name"), name) &&
        (job == NULL || g_str_equal (sl_cli_cell (rows, i, "job_a"), job)))
      return i;
  g_assert_not_reached ();
}

static void
test_jobs (void)
{
  static const struct
  {
    const char *name, *job, *response_a, *response_b, *start, *finish, *lateness;
  } cases[] = {
    { "a", "1", "2000000", "2000000", "0", "0", "0" },
    { "a", "2", "2000000", "3000000", "1000000", "1000000", "1000000" },
    { "a", "3", "2000000", "4000000", "2000000", "2000000", "2000000" },
    { "b", "1", "8000000", "6000000", "0", "-2000000", "-2000000" },
    { "b", "2", "7000000", "5000000", "0", "-2000000", "-2000000" },
  };
  g_auto (SlCliResult) result = sl_cli_run ("compare", "--jobs", "--csv", rm, edf, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("One set under two schedulers: each job's responses, and how start, finish and "
                  "lateness differ, as worked out by hand.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 1 + G_N_ELEMENTS (cases));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint row = find_row (rows, cases[i].name, cases[i].job);

      g_assert_cmpstr (sl_cli_cell (rows, row, "job_b"), ==, cases[i].job);
      g_assert_cmpstr (sl_cli_cell (rows, row, "response_a"), ==, cases[i].response_a);
      g_assert_cmpstr (sl_cli_cell (rows, row, "response_b"), ==, cases[i].response_b);
      g_assert_cmpstr (sl_cli_cell (rows, row, "release_diff"), ==, "0");
      g_assert_cmpstr (sl_cli_cell (rows, row, "start_diff"), ==, cases[i].start);
      g_assert_cmpstr (sl_cli_cell (rows, row, "finish_diff"), ==, cases[i].finish);
      g_assert_cmpstr (sl_cli_cell (rows, row, "lateness_diff"), ==, cases[i].lateness);
    }
  g_assert_cmpstr (sl_cli_cell (rows, find_row (rows, "b", "1"), "missed_a"), ==, "yes");
  g_assert_cmpstr (sl_cli_cell (rows, find_row (rows, "b", "1"), "missed_b"), ==, "no");
}

static void
test_tasks (void)
{
  g_auto (SlCliResult) result = sl_cli_run ("compare", "--csv", rm, edf, NULL);
  g_auto (SlCliResult) people = sl_cli_run ("compare", rm, edf, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  guint row;

  g_test_summary ("Per task: how many jobs both have, which deadlines only one misses, responses "
                  "of either and their differences.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  row = find_row (rows, "b", NULL);
  g_assert_cmpstr (sl_cli_cell (rows, row, "task_a"), ==, "0:task:280");
  g_assert_cmpstr (sl_cli_cell (rows, row, "task_b"), ==, "1:task:280");
  g_assert_cmpstr (sl_cli_cell (rows, row, "matched"), ==, "2");
  g_assert_cmpstr (sl_cli_cell (rows, row, "alone_a"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, row, "misses_a"), ==, "1");
  g_assert_cmpstr (sl_cli_cell (rows, row, "misses_b"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, row, "missed_only_a"), ==, "1");
  g_assert_cmpstr (sl_cli_cell (rows, row, "missed_only_b"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, row, "response_a_max"), ==, "8000000");
  g_assert_cmpstr (sl_cli_cell (rows, row, "response_b_mean"), ==, "5500000.0");
  g_assert_cmpstr (sl_cli_cell (rows, row, "response_diff_min"), ==, "-2000000");
  row = find_row (rows, "a", NULL);
  g_assert_cmpstr (sl_cli_cell (rows, row, "response_diff_mean"), ==, "1000000.0");

  sl_cli_assert_fine (&people);
  g_assert_nonnull (strstr (people.output, "A  "));
  g_assert_nonnull (strstr (people.output, "response_diff_max"));
  g_assert_null (strstr (people.output, "lateness_diff_max"));
}

/* The differences of responses, in the order of the rows. */
static char *
list_differences (const SlCliResult *result)
{
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (result->output);
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < rows->len; i++)
    g_string_append_printf (text, "%s ", sl_cli_cell (rows, i, "response_diff"));
  return g_string_free (text, FALSE);
}

static void
test_alignment (void)
{
  g_auto (SlCliResult) plain = sl_cli_run ("compare", "--jobs", "--csv", rm, edf, NULL);
  g_auto (SlCliResult) shifted = sl_cli_run ("compare", "--jobs", "--csv", rm, late, NULL);
  g_auto (SlCliResult) events =
      sl_cli_run ("compare", "--jobs", "--csv", "--align=event:kind = task-timer", rm, late, NULL);
  g_auto (SlCliResult) by_hand = sl_cli_run ("compare", "--jobs", "--csv", "--align=start",
                                             "--offset=1:-30ms", rm, late, NULL);
  g_auto (SlCliResult) start = sl_cli_run ("compare", "--csv", "--align=start", rm, late, NULL);
  g_auto (SlCliResult) turned = sl_cli_run ("compare", "--jobs", "--csv", late, rm, NULL);
  g_autofree char *expected = list_differences (&plain);
  g_autofree char *found = list_differences (&shifted);
  g_autofree char *found_events = list_differences (&events);
  g_autofree char *found_by_hand = list_differences (&by_hand);
  g_autofree char *found_turned = list_differences (&turned);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("A run that begins 30 ms later differs by nothing more, once first releases, "
                  "first events of a kind or the two begins by hand stand at one instant; "
                  "exchanged, signs change. Where both begin together, no job has its like.");

  g_assert_cmpstr (expected, ==, "0 1000000 2000000 -2000000 -2000000 ");
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (found_events, ==, expected);
  g_assert_cmpstr (found_by_hand, ==, expected);
  g_assert_cmpstr (found_turned, ==, "0 -1000000 -2000000 2000000 2000000 ");

  sl_cli_assert_fine (&start);
  rows = sl_cli_parse_csv (start.output);
  g_assert_cmpstr (sl_cli_cell (rows, find_row (rows, "a", NULL), "matched"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, find_row (rows, "a", NULL), "alone_a"), ==, "3");
  g_assert_cmpstr (sl_cli_cell (rows, find_row (rows, "a", NULL), "outside_b"), ==, "3");
}

static void
test_json (void)
{
  g_auto (SlCliResult) result = sl_cli_run ("compare", "--json", rm, edf, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root, *task, *job;
  JsonArray *tasks;

  g_test_summary ("JSON holds the files, the tasks and the jobs.");

  sl_cli_assert_fine (&result);
  g_assert_true (json_parser_load_from_data (parser, result.output, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (root, "b"), ==, edf);
  tasks = json_object_get_array_member (root, "tasks");
  task = json_array_get_object_element (tasks, json_array_get_length (tasks) - 1);
  g_assert_cmpstr (json_object_get_string_member (task, "name"), ==, "b");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (task, "missed_only"),
                                               "a"),
                   ==, 1);
  job = json_array_get_object_element (json_object_get_array_member (root, "jobs"), 3);
  g_assert_cmpstr (json_object_get_string_member (job, "name"), ==, "b");
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (job, "a"),
                                                  "release"),
                   ==, "0");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (job, "difference"),
                                               "response"),
                   ==, -2000000);
}

static void
test_usage (void)
{
  g_auto (SlCliResult) one = sl_cli_run ("compare", rm, NULL);
  g_auto (SlCliResult) three = sl_cli_run ("compare", rm, edf, late, NULL);
  g_auto (SlCliResult) both = sl_cli_run ("compare", "--csv", "--json", rm, edf, NULL);
  g_auto (SlCliResult) missing = sl_cli_run ("compare", rm, "/nonexistent/trace", NULL);
  g_auto (SlCliResult) model = sl_cli_run ("compare", "--model=/nonexistent/model", rm, edf, NULL);

  g_test_summary ("Two traces, one form; what cannot be read is told as in all commands.");

  sl_cli_assert_fails (&one, 2, "the files hold 1");
  sl_cli_assert_fails (&three, 2, "the files hold 3");
  sl_cli_assert_fails (&both, 2, "--csv or --json");
  sl_cli_assert_fails (&missing, 3, "/nonexistent/trace");
  g_assert_cmpint (model.status, !=, 0);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  rm = simulate ("rm", "--scheduler=rm", "", "--until=14ms");
  edf = simulate ("edf", "--scheduler=edf", "", "--until=14ms");
  late = simulate ("late", "--scheduler=edf", "offset=30ms\n", "--until=44ms");

  g_test_add_func ("/cli/compare/jobs", test_jobs);
  g_test_add_func ("/cli/compare/tasks", test_tasks);
  g_test_add_func ("/cli/compare/alignment", test_alignment);
  g_test_add_func ("/cli/compare/json", test_json);
  g_test_add_func ("/cli/compare/usage", test_usage);
  status = g_test_run ();

  g_free (rm);
  g_free (edf);
  g_free (late);
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
