/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <json-glib/json-glib.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

#define HEADER                                                                              \
  "task,job,release,start,finish,deadline,response,lateness,execution,preemptions,blocked," \
  "missed,cause,deadline_from,name,release_lateness,blocked_by,cpu,aborted,recorded_number\n"

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
  gint64 sum = 0, before = G_MAXINT64;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      gint64 ticks = g_ascii_strtoll (strrchr (parts[i], '=') + 1, NULL, 10);

      g_assert_cmpint (ticks, <=, before);
      before = ticks;
      sum += ticks;
    }

  return sum;
}

static void
check_row (GPtrArray *rows, guint row)
{
  gboolean is_finished = sl_cli_cell (rows, row, "finish")[0] != '\0';
  gboolean has_deadline = sl_cli_cell (rows, row, "deadline")[0] != '\0';
  gint64 response = get_number (rows, row, "response");

  g_assert_cmpint (is_finished, ==, sl_cli_cell (rows, row, "response")[0] != '\0');
  g_assert_cmpint (is_finished && has_deadline, ==, sl_cli_cell (rows, row, "lateness")[0] != '\0');
  g_assert_cmpint (has_deadline, ==, sl_cli_cell (rows, row, "deadline_from")[0] != '\0');
  if (!is_finished)
    return;

  g_assert_cmpint (response, ==,
                   get_number (rows, row, "finish") - get_number (rows, row, "release"));
  g_assert_cmpint (response, ==, sum_cause (sl_cli_cell (rows, row, "cause")));
  if (has_deadline)
    g_assert_cmpint (get_number (rows, row, "lateness"), ==,
                     get_number (rows, row, "finish") - get_number (rows, row, "deadline"));
}

static void
test_jobs (void)
{
  static const char *const scenarios[] = { "deadline-miss", "jumping-balls", "mutex-inheritance",
                                           "semaphores", "server-budget" };

  g_test_summary ("Columns are those that scripts rely on, causes add up to the response, the "
                  "largest first, and what is unknown is empty.");

  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      g_autofree char *path = sl_cli_write_scenario (folder, scenarios[i]);
      g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", path, NULL);
      g_autoptr (GPtrArray) rows = NULL;

      sl_cli_assert_fine (&result);
      g_assert_true (g_str_has_prefix (result.output, HEADER));
      rows = sl_cli_parse_csv (result.output);
      g_assert_cmpuint (rows->len, >, 5);
      for (guint row = 1; row < rows->len; row++)
        {
          check_row (rows, row);
          g_assert_cmpstr (sl_cli_cell (rows, row, "recorded_number"), ==, "");
        }
    }
}

static void
test_deadlines (void)
{
  g_autofree char *path = sl_cli_write_scenario (folder, "edf-preemption");
  g_autofree char *model =
      sl_cli_write_text (folder, "edf.slackline-tasks",
                         "# by hand\n[task any]\nmatch=task:*\nperiod=1s\nwcet=0.5ms\n");
  g_auto (SlCliResult) result =
      sl_cli_run ("jobs", "--csv", "--model", model, "--deadline", "task:288=400", path, NULL);
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (result.output);
  guint n_options = 0, n_models = 0;

  g_test_summary ("An option's deadline overrides the model's; execution beyond the model's WCET "
                  "is a part of its own.");

  sl_cli_assert_fine (&result);
  for (guint row = 1; row < rows->len; row++)
    {
      const char *from = sl_cli_cell (rows, row, "deadline_from");
      gboolean is_option = g_str_equal (sl_cli_cell (rows, row, "task"), "task:288");

      g_assert_cmpstr (from, ==, is_option ? "option" : "model");
      n_options += is_option;
      n_models += !is_option;
      g_assert_cmpint (get_number (rows, row, "deadline") - get_number (rows, row, "release"), ==,
                       is_option ? 400 : 400000000);
      g_assert_cmpstr (sl_cli_cell (rows, row, "missed"), ==, is_option ? "yes" : "");
    }
  g_assert_cmpuint (n_options, >, 3);
  g_assert_cmpuint (n_models, >, 3);
  g_assert_nonnull (strstr (result.output, "overrun="));
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *p = text; *p != '\0'; p++)
    n += *p == '\n';

  return n;
}

static void
test_check (void)
{
  g_autofree char *missing = sl_cli_write_scenario (folder, "deadline-miss");
  g_autofree char *fine = sl_cli_write_scenario (folder, "edf-preemption");
  g_autofree char *junit = g_build_filename (folder, "report.xml", NULL);
  g_autofree char *report = NULL;
  g_auto (SlCliResult) failed = sl_cli_run ("check", "--junit", junit, missing, NULL);
  g_auto (SlCliResult) passed = sl_cli_run ("check", fine, NULL);
  g_auto (SlCliResult) strict = sl_cli_run ("check", "--deadline", "288=1", fine, NULL);
  g_auto (SlCliResult) inferred = sl_cli_run ("check", "--inferred", fine, NULL);

  g_test_summary ("check prints a line a miss and ends with 1; without misses it prints nothing.");

  sl_cli_assert_fails (&failed, 1, "6 of 18 jobs");
  g_assert_cmpuint (count_lines (failed.output), ==, 6);
  g_assert_nonnull (strstr (failed.output, "ctx 288 · pid 4, job 3: 730.60 µs late"));
  g_assert_nonnull (strstr (failed.output, "preempted by ctx 296 · pid 5"));
  sl_cli_assert_fine (&passed);
  g_assert_cmpstr (passed.output, ==, "");
  g_assert_cmpint (strict.status, ==, 1);
  sl_cli_assert_fine (&inferred);

  g_assert_true (g_file_get_contents (junit, &report, NULL, NULL));
  g_assert_true (g_str_has_prefix (report, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
  g_assert_nonnull (strstr (report, "<testcase classname=\""));
  g_assert_nonnull (strstr (report, "failures=\"2\""));
}

static void
test_errors (void)
{
  static const struct
  {
    const char *option;
    const char *value;
    const char *part;
  } cases[] = {
    { "--deadline", "288", "TASK=DURATION" },
    { "--deadline", "nobody=5ms", "nobody" },
    { "--deadline", "288=soon", "soon" },
    { "--deadline", "288=0", "at least one tick" },
  };
  g_autofree char *path = sl_cli_write_scenario (folder, "edf-preemption");
  g_autofree char *model =
      sl_cli_write_text (folder, "bad.slackline-tasks", "[task a]\nperiod=4ms\nwcet=often\n");
  g_autofree char *junit = g_build_filename (folder, "no", "such", "report.xml", NULL);
  g_auto (SlCliResult) bad_model = sl_cli_run ("check", "--model", model, path, NULL);
  g_auto (SlCliResult) no_model = sl_cli_run ("check", "--model", junit, path, NULL);
  g_auto (SlCliResult) bad_output = sl_cli_run ("check", "--junit", junit, path, NULL);

  g_test_summary ("What cannot be meant ends with 2, and names the option; a model's error names "
                  "line, group, key and value.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (SlCliResult) result =
          sl_cli_run ("jobs", cases[i].option, cases[i].value, path, NULL);

      sl_cli_assert_fails (&result, 2, cases[i].part);
    }
  sl_cli_assert_fails (&bad_model, 2, "Line 3, [task a], wcet: “often”");
  sl_cli_assert_fails (&no_model, 3, junit);
  g_assert_null (strstr (strstr (no_model.errors, junit) + 1, junit));
  sl_cli_assert_fails (&bad_output, 4, "report.xml: Cannot be written");
}

typedef struct
{
  guint n_cases;
  guint n_failures;
  guint n_skipped;
  guint depth;
  char *suite; /* its counts, as the attributes say */
} Report;

static void
start_element (GMarkupParseContext *context,
               const char *name,
               const char **names,
               const char **values,
               gpointer user_data,
               GError **error)
{
  static const char *const parents[] = { NULL, "testsuites", "testsuite", "testcase" };
  Report *report = user_data;
  const GSList *stack = g_markup_parse_context_get_element_stack (context);
  const char *parent = stack->next != NULL ? stack->next->data : NULL;
  const char *tests, *failures, *skipped;

  g_assert_cmpuint (report->depth, <, G_N_ELEMENTS (parents));
  g_assert_cmpstr (parent, ==, parents[report->depth]);
  report->depth++;
  report->n_cases += g_str_equal (name, "testcase");
  report->n_failures += g_str_equal (name, "failure");
  report->n_skipped += g_str_equal (name, "skipped");
  if (!g_str_equal (name, "testsuite"))
    return;

  g_assert_true (g_markup_collect_attributes (name, names, values, error, G_MARKUP_COLLECT_STRING,
                                              "name", NULL, G_MARKUP_COLLECT_STRING, "tests",
                                              &tests, G_MARKUP_COLLECT_STRING, "failures",
                                              &failures, G_MARKUP_COLLECT_STRING, "errors", NULL,
                                              G_MARKUP_COLLECT_STRING, "skipped", &skipped,
                                              G_MARKUP_COLLECT_INVALID));
  report->suite = g_strdup_printf ("%s %s %s", tests, failures, skipped);
}

static void
end_element (GMarkupParseContext *context, const char *name, gpointer user_data, GError **error)
{
  Report *report = user_data;

  report->depth--;
}

static void
test_junit (void)
{
  static const GMarkupParser parser = { .start_element = start_element,
                                        .end_element = end_element };
  g_autofree char *path = sl_cli_write_scenario (folder, "deadline-miss");
  g_autofree char *junit = g_build_filename (folder, "<a> & \"b\".xml", NULL);
  g_auto (SlCliResult) result = sl_cli_run ("check", "--junit", junit, path, NULL);
  g_autofree char *text = NULL;
  g_autofree char *counts = NULL;
  g_autoptr (GMarkupParseContext) context = NULL;
  g_autoptr (GError) error = NULL;
  Report report = { 0 };

  g_test_summary ("The JUnit report is well formed, nests as its readers expect, and counts the "
                  "cases that it holds.");

  g_assert_cmpint (result.status, ==, 1);
  g_assert_true (g_file_get_contents (junit, &text, NULL, NULL));
  context = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &report, NULL);
  /* The declaration is passed over by the parser. */
  g_markup_parse_context_parse (context, text, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  counts = g_strdup_printf ("%u %u %u", report.n_cases, report.n_failures, report.n_skipped);
  g_assert_cmpstr (report.suite, ==, counts);
  g_assert_cmpuint (report.n_failures, >, 0);
  g_assert_cmpuint (report.n_cases, >=, report.n_failures + report.n_skipped);
  g_free (report.suite);
}

/* Whether xmllint takes the report for what junit.rng describes. */
static gboolean
is_valid (const char *xmllint, const char *report)
{
  g_autofree char *schema = g_test_build_filename (G_TEST_DIST, "cli", "junit.rng", NULL);
  const char *argv[] = { xmllint, "--noout", "--nonet", "--relaxng", schema, report, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  return status == 0;
}

static void
test_junit_schema (void)
{
  g_autofree char *missing = sl_cli_write_scenario (folder, "deadline-miss");
  g_autofree char *fine = sl_cli_write_scenario (folder, "edf-preemption");
  g_autofree char *xmllint = g_find_program_in_path ("xmllint");
  g_autofree char *junit = g_build_filename (folder, "checked & <found>.xml", NULL);
  g_autofree char *broken = sl_cli_write_text (folder, "broken.xml",
                                               "<testsuites tests=\"1\" failures=\"0\" "
                                               "errors=\"0\"><testcase/></testsuites>");

  g_test_summary ("The JUnit report is what its schema says, with misses, without, and where no "
                  "deadline is known.");

  if (xmllint == NULL)
    {
      g_test_skip ("xmllint is not installed");
      return;
    }

  g_assert_false (is_valid (xmllint, broken));
  for (guint i = 0; i < 3; i++)
    {
      g_auto (SlCliResult) checked = sl_cli_run ("check", "--junit", junit, i == 1 ? fine : missing,
                                                 i == 2 ? "--inferred" : NULL, NULL);

      g_assert_cmpint (checked.status, ==, i == 1 ? 0 : 1);
      g_assert_true (is_valid (xmllint, junit));
    }
}

static JsonObject *
find_task (JsonObject *root, const char *name)
{
  JsonArray *tasks = json_object_get_array_member (root, "tasks");

  for (guint i = 0; i < json_array_get_length (tasks); i++)
    {
      JsonObject *task = json_array_get_object_element (tasks, i);

      if (g_str_equal (json_object_get_string_member (task, "task"), name))
        return task;
    }

  return NULL;
}

/* What the kernel's own tool tells of each context: run time in cycles, fragments, jobs, arrivals;
 * facts of the recording, and of the states that were rebuilt from it. */
typedef struct
{
  const char *task;
  gint64 cpu;
  gint64 n_slices;
  gint64 n_jobs;
  gint64 n_activations;
} Extract;

static const Extract extract[] = {
  { "task:264", 7156300085, 2750, 0, 0 }, { "task:296", 46082088, 1963, 1963, 1 },
  { "task:280", 1596368, 394, 394, 394 }, { "task:256", 170615, 2, 0, 0 },
  { "task:248", 26912, 1, 0, 0 },         { "task:288", 23486, 3, 2, 2 },
  { "task:272", 2478, 1, 0, 0 },
};

static void
check_extract (JsonObject *root)
{
  const gint64 span = G_GINT64_CONSTANT (7211355757);
  JsonArray *lines = json_object_get_array_member (root, "interrupts");
  gint64 sum = 0, n_interrupts = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (extract); i++)
    {
      JsonObject *task = find_task (root, extract[i].task);

      g_test_message ("%s", extract[i].task);
      g_assert_cmpint (json_object_get_int_member (task, "cpu"), ==, extract[i].cpu);
      g_assert_cmpint (json_object_get_int_member (task, "slices"), ==, extract[i].n_slices);
      g_assert_cmpint (json_object_get_int_member (task, "finished"), ==, extract[i].n_jobs);
      g_assert_cmpint (json_object_get_int_member (task, "activations"), ==,
                       extract[i].n_activations);
      g_assert_cmpint (json_object_get_int_member (task, "misses"), ==, 0);
      g_assert_cmpint (json_object_get_int_member (task, "overruns"), ==, 0);
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (task, "share"),
                                      (double) extract[i].cpu / (double) span, 1e-12);
      sum += extract[i].cpu;
    }
  for (guint i = 0; i < json_array_get_length (lines); i++)
    {
      JsonObject *line = json_array_get_object_element (lines, i);

      sum += json_object_get_int_member (line, "time");
      n_interrupts += json_object_get_int_member (line, "count");
    }
  g_assert_cmpint (n_interrupts, ==, 2749);
  g_assert_cmpint (sum, ==, span);
}

static void
test_real_trace (void)
{
  g_autofree char *path = sl_cli_real_trace ();
  g_auto (SlCliResult) result = { 0 };
  g_autoptr (JsonNode) root = NULL;
  JsonObject *task, *response;

  g_test_summary ("The real trace: 1963 jobs of context 296, response 65.2, 66.1 and 130.2 µs, "
                  "released each 9983.6 to 10005.5 µs, in slices of 63.1, 63.9 and 117.0 µs.");

  if (path == NULL)
    return;

  result = sl_cli_run ("stats", "--json", path, NULL);
  sl_cli_assert_fine (&result);
  root = json_from_string (result.output, NULL);
  task = find_task (json_node_get_object (root), "task:296");
  g_assert_nonnull (task);
  g_assert_cmpint (json_object_get_int_member (task, "jobs"), ==, 1963);
  g_assert_cmpint (json_object_get_int_member (task, "finished"), ==, 1963);
  g_assert_cmpint (json_object_get_int_member (task, "cpu"), ==, 46082088);
  g_assert_cmpint (json_object_get_int_member (task, "slices"), ==, 1963);
  response = json_object_get_object_member (task, "response");
  g_assert_cmpint (json_object_get_int_member (response, "min"), ==, 23976);
  g_assert_cmpint ((gint64) json_object_get_double_member (response, "mean"), ==, 24277);
  g_assert_cmpint (json_object_get_int_member (response, "max"), ==, 47845);
  check_extract (json_node_get_object (root));
  task = find_task (json_node_get_object (root), "task:280");
  g_assert_cmpint (json_object_get_int_member (task, "jobs"), ==, 394);
}

static void
test_inversions (void)
{
  g_autofree char *path = sl_cli_write_scenario (folder, "lock-chain");
  g_auto (SlCliResult) result = sl_cli_run ("stats", path, NULL);

  g_test_summary ("Below the columns for people stands a line for each inversion, with the chain "
                  "of who held what.");

  sl_cli_assert_fine (&result);
  g_assert_nonnull (strstr (result.output, " inversion, waited "));
  g_assert_nonnull (strstr (result.output, ", held by ctx "));
  g_assert_nonnull (strstr (result.output, ", which waited for mutex 0x"));
}

/* A task whose jobs are 50 ms apart, and whose first one takes 92 ms. */
static const char behind[] =
    "logger-10      [000] d..1.    99.980000: hrtimer_start: hrtimer=00000000aa function=hrtimer_wakeup expires=100000000000 softexpires=100000000000 mode=ABS\n"
    "logger-10      [000] d..2.    99.980010: sched_switch: prev_comm=logger prev_pid=10 prev_prio=89 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
    "<idle>-0       [000] d.h1.   100.000005: hrtimer_expire_entry: hrtimer=00000000aa function=hrtimer_wakeup now=100000000000\n"
    "<idle>-0       [000] d.h1.   100.000010: sched_waking: comm=logger pid=10 prio=89 target_cpu=000\n"
    "<idle>-0       [000] d.h1.   100.000012: hrtimer_expire_exit: hrtimer=00000000aa\n"
    "<idle>-0       [000] d..2.   100.000020: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=logger next_pid=10 next_prio=89\n"
    "logger-10      [000] .....   100.000030: tracing_mark_write: begin job logger 1\n"
    "logger-10      [000] .....   100.092000: tracing_mark_write: end job logger 1\n"
    "logger-10      [000] .....   100.092010: tracing_mark_write: begin job logger 2\n"
    "logger-10      [000] .....   100.147000: tracing_mark_write: end job logger 2\n"
    "logger-10      [000] .....   100.147010: tracing_mark_write: begin job logger 3\n"
    "logger-10      [000] .....   100.160000: tracing_mark_write: end job logger 3\n"
    "logger-10      [000] .....   100.160010: tracing_mark_write: begin job logger 4\n"
    "logger-10      [000] .....   100.170000: tracing_mark_write: end job logger 4\n"
    "logger-10      [000] d..1.   100.170005: hrtimer_start: hrtimer=00000000aa function=hrtimer_wakeup expires=100200000000 softexpires=100200000000 mode=ABS\n"
    "logger-10      [000] d..2.   100.170010: sched_switch: prev_comm=logger prev_pid=10 prev_prio=89 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
    "<idle>-0       [000] d.h1.   100.200005: hrtimer_expire_entry: hrtimer=00000000aa function=hrtimer_wakeup now=100200000000\n"
    "<idle>-0       [000] d.h1.   100.200010: sched_waking: comm=logger pid=10 prio=89 target_cpu=000\n"
    "<idle>-0       [000] d.h1.   100.200012: hrtimer_expire_exit: hrtimer=00000000aa\n"
    "<idle>-0       [000] d..2.   100.200020: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=logger next_pid=10 next_prio=89\n"
    "logger-10      [000] .....   100.200030: tracing_mark_write: begin job logger 5\n"
    "logger-10      [000] .....   100.210000: tracing_mark_write: end job logger 5\n"
    "logger-10      [000] d..2.   100.210010: sched_switch: prev_comm=logger prev_pid=10 prev_prio=89 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n";

static void
test_behind (void)
{
  static const struct
  {
    gint64 deadline;
    gint64 lateness;
    const char *missed;
  } wanted[] = {
    { 100050000000, 42000000, "yes" }, { 100100000000, 47000000, "yes" },
    { 100150000000, 10000000, "yes" }, { 100200000000, -30000000, "no" },
    { 100250000000, -40000000, "" },
  };
  g_autofree char *trace = sl_cli_write_text (folder, "behind.txt", behind);
  g_autofree char *model =
      sl_cli_write_text (folder, "behind.model", "[task logger]\nperiod = 50ms\n");
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", "--model", model, trace, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary ("Jobs that begin at once after a late one count from when the period of the task "
                  "model would have released them, as the timer does for the first and the last.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (wanted) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_assert_cmpint (get_number (rows, i + 1, "deadline"), ==, wanted[i].deadline);
      g_assert_cmpint (get_number (rows, i + 1, "lateness"), ==, wanted[i].lateness);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "missed"), ==, wanted[i].missed);
      g_assert_cmpint (sum_cause (sl_cli_cell (rows, i + 1, "cause")), ==,
                       get_number (rows, i + 1, "response"));
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli-jobs/jobs", test_jobs);
  g_test_add_func ("/cli-jobs/deadlines", test_deadlines);
  g_test_add_func ("/cli-jobs/check", test_check);
  g_test_add_func ("/cli-jobs/errors", test_errors);
  g_test_add_func ("/cli-jobs/junit", test_junit);
  g_test_add_func ("/cli-jobs/junit-schema", test_junit_schema);
  g_test_add_func ("/cli-jobs/inversions", test_inversions);
  g_test_add_func ("/cli-jobs/behind", test_behind);
  g_test_add_func ("/cli-jobs/real-trace", test_real_trace);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
