/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <json-glib/json-glib.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

/* a: 2 of 5 ms. b: 3 of 10 ms, 3+2=5. */
static char *
simulate (const char *more)
{
  g_autofree char *text = g_strconcat ("[scheduler]\npolicy=rm\n"
                                       "[task a]\nperiod=5ms\nwcet=2ms\n",
                                       more, "[task b]\nperiod=10ms\nwcet=3ms\n", NULL);
  g_autofree char *set = sl_cli_write_text (folder, "set", text);
  char *output = g_build_filename (folder, "out", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("simulate", set, "--until=40ms", "-o", output, NULL);

  sl_cli_assert_fine (&result);
  return output;
}

static void
test_csv (void)
{
  g_autofree char *file = simulate ("");
  g_auto (SlCliResult) result = sl_cli_run ("theory", "--csv", file, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("A row a task: parameters, bounds, what was measured, whether it keeps up");

  sl_cli_assert_fine (&result);
  g_assert_true (g_str_has_prefix (result.output,
                                   "task,kind,wcet,period,deadline,jitter,utilisation,blocking,"
                                   "response,measured,margin,bound,verdict,exceeds,excess,"
                                   "estimated,name,cpu\n"));
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpstr (sl_cli_cell (rows, 2, "task"), ==, "task:280");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "utilisation"), ==, "0.3000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "response"), ==, "5000000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "measured"), ==, "5000000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "margin"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "verdict"), ==, "schedulable");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "exceeds"), ==, "no");
}

static void
test_json (void)
{
  g_autofree char *file = simulate ("execution=3ms\n");
  g_auto (SlCliResult) result = sl_cli_run ("theory", "--json", file, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root, *task, *excess;

  g_test_summary ("What exceeds its bound says why");

  sl_cli_assert_fine (&result);
  g_assert_true (json_parser_load_from_data (parser, result.output, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (root, "policy"), ==, "rm");
  g_assert_true (json_object_get_null_member (root, "demand"));
  g_assert_true (
      json_object_get_boolean_member (json_object_get_object_member (root, "utilisation"),
                                      "applies") == TRUE);

  /* b: from 3 to 5 and from 8 to 9, above 3+2. */
  task = json_array_get_object_element (json_object_get_array_member (root, "tasks"), 1);
  g_assert_true (json_object_get_boolean_member (task, "exceeds"));
  g_assert_cmpint (json_object_get_int_member (task, "margin"), ==, -4000000);
  excess = json_array_get_object_element (json_object_get_array_member (task, "excess"), 0);
  g_assert_cmpstr (json_object_get_string_member (excess, "kind"), ==, "wcet");
  g_assert_cmpstr (json_object_get_string_member (excess, "task"), ==, "task:272");
  g_assert_cmpint (json_object_get_int_member (excess, "measured"), ==, 3000000);
  g_assert_cmpint (json_object_get_int_member (excess, "allowed"), ==, 2000000);
}

static void
test_text (void)
{
  g_autofree char *file = simulate ("execution=3ms\n");
  g_auto (SlCliResult) result = sl_cli_run ("theory", file, NULL);
  g_auto (SlCliResult) guessed = sl_cli_run ("theory", "--no-model", file, NULL);

  g_test_summary ("Sentences below the table say what it means");

  sl_cli_assert_fine (&result);
  g_assert_nonnull (strstr (result.output, "Utilisation 0.7000 (of at most 1)"));
  g_assert_nonnull (strstr (result.output, "Liu–Layland bound 0.8284: satisfied"));
  g_assert_nonnull (strstr (result.output, "a job of a executed for"));
  sl_cli_assert_fine (&guessed);
  g_assert_nonnull (strstr (guessed.output, "estimated from the trace: WCET, Period, Deadline"));
}

static void
test_estimates (void)
{
  g_autofree char *file = simulate ("execution=4ms\n");
  g_auto (SlCliResult) text = sl_cli_run ("theory", "--no-model", file, NULL);
  g_auto (SlCliResult) json = sl_cli_run ("theory", "--no-model", "--json", file, NULL);

  g_test_summary (
      "What follows from estimates is not a proof: the longest job may be the only such one");

  sl_cli_assert_fine (&text);
  g_assert_nonnull (strstr (text.output, "as estimated from the trace: if every job took as long"));
  g_assert_null (strstr (text.output, "some task misses its deadlines"));
  g_assert_nonnull (strstr (json.output, "\"verdict\" : \"not-guaranteed\""));
  g_assert_null (strstr (json.output, "schedulable\""));
}

static void
test_recorded (void)
{
  g_autofree char *file = sl_cli_write_text (folder, "recorded.csv",
                                             "# slackline-events 1, unit us\n"
                                             "time,cpu,action,task,object,value,deadline\n"
                                             "0,0,release,a,,,70\n0,0,run,a,,,\n"
                                             "10,0,finish,a,,,\n10,0,run,,,,\n"
                                             "100,0,release,a,,,170\n100,0,run,a,,,\n"
                                             "110,0,finish,a,,,\n110,0,run,,,,\n"
                                             "200,0,release,a,,,270\n200,0,run,a,,,\n"
                                             "210,0,finish,a,,,\n210,0,run,,,,\n");
  g_auto (SlCliResult) result = sl_cli_run ("theory", "--csv", file, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "A deadline that is recorded with each release is the task's, and not an estimate");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "period"), ==, "100000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "deadline"), ==, "70000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "estimated"), ==, "wcet+period");
}

/* x is served at 0, and from 4 on. */
static void
test_aperiodic (void)
{
  const char *text = "[scheduler]\npolicy=edf\nuntil=30ms\n"
                     "[server s]\npolicy=cbs\nbudget=4ms\nperiod=10ms\n"
                     "[task x]\narrivals=0ms, 1ms\nwcet=3ms\nserver=s\n"
                     "[task t]\nperiod=30ms\ndeadline=15ms\nwcet=4ms\n";
  g_autofree char *set = sl_cli_write_text (folder, "set", text);
  g_autofree char *file = g_build_filename (folder, "out", NULL);
  g_autofree char *picture = g_build_filename (folder, "out.svg", NULL);
  g_auto (SlCliResult) made = sl_cli_run ("simulate", set, "-o", file, NULL);
  g_auto (SlCliResult) theory = sl_cli_run ("theory", "--csv", file, NULL);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", file, NULL);
  g_auto (SlCliResult) check = sl_cli_run ("check", "--inferred", file, NULL);
  g_auto (SlCliResult) drawn =
      sl_cli_run ("render", "--style", "textbook", "-o", picture, file, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) job_rows = NULL;
  g_autofree char *svg = NULL;

  g_test_summary ("For an aperiodic task no command makes up a period or a deadline");

  sl_cli_assert_fine (&made);
  sl_cli_assert_fine (&theory);
  rows = sl_cli_parse_csv (theory.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "kind"), ==, "served");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "period"), ==, "");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "deadline"), ==, "");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "utilisation"), ==, "");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "estimated"), ==, "");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "verdict"), ==, "unknown");

  sl_cli_assert_fine (&jobs);
  job_rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpstr (sl_cli_cell (job_rows, 1, "deadline"), ==, "");
  g_assert_cmpstr (sl_cli_cell (job_rows, 1, "missed"), ==, "");
  g_assert_cmpstr (sl_cli_cell (job_rows, 1, "deadline_from"), ==, "");
  sl_cli_assert_fine (&check);

  sl_cli_assert_fine (&drawn);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "30"));
  g_assert_null (strstr (svg, "≈"));
}

static void
test_verdict (void)
{
  const char *text = "[scheduler]\npolicy=dm\nuntil=40ms\n"
                     "[task a]\nperiod=10ms\nwcet=3ms\n[task b]\nperiod=10ms\nwcet=3ms\n"
                     "[task c]\nperiod=20ms\ndeadline=12ms\noffset=6ms\nwcet=5ms\n";
  g_autofree char *set = sl_cli_write_text (folder, "set", text);
  g_autofree char *file = g_build_filename (folder, "out", NULL);
  g_auto (SlCliResult) made G_GNUC_UNUSED = sl_cli_run ("simulate", set, "-o", file, NULL);
  g_auto (SlCliResult) csv = sl_cli_run ("theory", "--csv", file, NULL);
  g_auto (SlCliResult) json = sl_cli_run ("theory", "--json", file, NULL);
  g_auto (SlCliResult) people = sl_cli_run ("theory", file, NULL);
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (csv.output);
  g_autoptr (JsonParser) parser = json_parser_new ();

  g_test_summary ("A bound above the deadline is not a proof where offsets help");

  g_assert_cmpstr (sl_cli_cell (rows, 3, "verdict"), ==, "not-guaranteed");
  g_assert_true (json_parser_load_from_data (parser, json.output, -1, NULL));
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (
                                                      json_parser_get_root (parser)),
                                                  "verdict"),
                   ==, "not-guaranteed");
  g_assert_nonnull (strstr (people.output, "the bound is above the deadline, but the worst case "
                                           "that it assumes may never happen"));
}

static void
test_period (void)
{
  g_autofree char *file = sl_cli_write_text (folder, "periods.csv",
                                             "# slackline-events 1, unit ms\n"
                                             "time,action,task,value\n"
                                             "0,period,a,10\n"
                                             "0,period,b,5\n"
                                             "0,release,a,\n"
                                             "0,run,a,\n"
                                             "2,finish,a,\n"
                                             "2,release,b,\n"
                                             "2,run,b,\n"
                                             "3,finish,b,\n"
                                             "3,run,,\n"
                                             "20,release,a,\n"
                                             "20,run,a,\n"
                                             "21,finish,a,\n"
                                             "21,run,,\n"
                                             "22,period,b,8\n"
                                             "30,release,b,\n"
                                             "30,run,b,\n"
                                             "31,finish,b,\n"
                                             "31,run,,\n"
                                             "40,release,a,\n"
                                             "40,run,a,\n"
                                             "41,finish,a,\n"
                                             "41,run,,\n"
                                             "42,release,b,\n");
  g_auto (SlCliResult) result = sl_cli_run ("theory", "--csv", file, NULL);
  g_auto (SlCliResult) given = { 0 };
  g_autofree char *model =
      sl_cli_write_text (folder, "a.slackline-tasks", "[task a]\nperiod=4ms\n");
  g_autoptr (GPtrArray) rows = NULL, given_rows = NULL;

  g_test_summary (
      "A period that the trace records is not estimated, unless it changes; that of a task model precedes it.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "name"), ==, "a");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "utilisation"), ==, "0.2000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "estimated"), ==, "wcet+deadline");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "name"), ==, "b");
  g_assert_nonnull (strstr (sl_cli_cell (rows, 2, "estimated"), "period"));

  given = sl_cli_run ("theory", "--csv", "--model", model, file, NULL);
  sl_cli_assert_fine (&given);
  given_rows = sl_cli_parse_csv (given.output);
  g_assert_cmpstr (sl_cli_cell (given_rows, 1, "utilisation"), ==, "0.5000");
}

static void
test_latency (void)
{
  g_autofree char *file = sl_cli_write_text (
      folder, "latency.txt",
      "# tracer: nop\n#\n"
      " cc1-6 [000] d.h2. 1.000000: sched_waking: comm=hi pid=5 prio=49 target_cpu=000\n"
      " cc1-6 [000] d..2. 1.002000: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=R ==> "
      "next_comm=hi next_pid=5 next_prio=49\n"
      " hi-5 [000] d..2. 1.003000: sched_switch: prev_comm=hi prev_pid=5 prev_prio=49 prev_state=S ==> "
      "next_comm=cc1 next_pid=6 next_prio=120\n"
      " cc1-6 [000] d.h2. 1.010000: sched_waking: comm=hi pid=5 prio=49 target_cpu=000\n");
  g_autofree char *model =
      sl_cli_write_text (folder, "latency.slackline-tasks",
                         "[scheduler]\npolicy=fp\nprotocol=none\n"
                         "[task hi]\nmatch=hi\nperiod=10ms\nwcet=1ms\npriority=2\n"
                         "[task cc1]\nmatch=cc1\npriority=1\n");
  g_auto (SlCliResult) result = sl_cli_run ("theory", "--csv", "--model", model, file, NULL);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", "--model", model, file, NULL);
  g_autoptr (GPtrArray) rows = NULL, job_rows = NULL;

  g_test_summary (
      "A less urgent task that runs on until it is switched out blocks nobody: that is scheduling latency.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "blocking"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "measured"), ==, "3000000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "excess"), ==, "dispatch:task:5=2000000");
  sl_cli_assert_fine (&jobs);
  job_rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpstr (sl_cli_cell (job_rows, 1, "blocked"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (job_rows, 1, "blocked_by"), ==, "");
  g_assert_cmpstr (sl_cli_cell (job_rows, 1, "cause"), ==,
                   "dispatch:task:6=2000000;execution=1000000");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/theory/csv", test_csv);
  g_test_add_func ("/theory/json", test_json);
  g_test_add_func ("/theory/text", test_text);
  g_test_add_func ("/theory/estimates", test_estimates);
  g_test_add_func ("/theory/recorded", test_recorded);
  g_test_add_func ("/theory/period", test_period);
  g_test_add_func ("/theory/aperiodic", test_aperiodic);
  g_test_add_func ("/theory/verdict", test_verdict);
  g_test_add_func ("/theory/latency", test_latency);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
