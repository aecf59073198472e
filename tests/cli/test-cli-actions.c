/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a trace says by actions, printed and opened again. */
#include <string.h>

#include "sl-cli-random-set.h"
#include "sl-cli-run.h"
#include "sl-dat-machine.h"
#include "sl-test.h"

static char *folder;

static char *
make_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_text (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static int
compare_lines (gconstpointer one, gconstpointer other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

/* The rows of a table without the columns that a text cannot keep, and without what is unknown. */
static char *
run_table (const char *command, const char *trace, const char *const *columns)
{
  const char *const arguments[] = { command, "--csv", trace, NULL };
  g_auto (SlCliResult) result = sl_cli_run_argv (arguments, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint row = 1; row < rows->len; row++)
    {
      GString *line = g_string_new (NULL);

      for (guint i = 0; columns[i] != NULL; i++)
        g_string_append_printf (line, "%s ", sl_cli_cell (rows, row, columns[i]));
      g_string_append_c (line, '\n');
      /* The kernel's idle task is a task in its own traces only. */
      if (strstr (line->str, "unknown") != NULL || g_str_has_prefix (line->str, "task:264 "))
        g_string_free (line, TRUE);
      else
        g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append (text, g_ptr_array_index (lines, i));
  return g_string_free (text, FALSE);
}

static void
compare_table (const char *command, const char *one, const char *other, const char *const *columns)
{
  g_autofree char *expected = run_table (command, one, columns);
  g_autofree char *found = run_table (command, other, columns);

  g_assert_cmpstr (found, ==, expected);
}

static void
check_round_trip (const char *trace, const char *form, const char *name)
{
  static const char *const slices[] = { "lane", "begin", "end", "state", "detail", NULL };
  static const char *const jobs[] = { "task",        "job",       "release", "start",
                                      "finish",      "response",  "missed",  "cause",
                                      "preemptions", "execution", "blocked", "blocked_by",
                                      NULL };
  g_autofree char *copy = make_path (name);
  g_autofree char *model = g_strconcat (trace, ".slackline-tasks", NULL);
  g_autofree char *copied_model = g_strconcat (copy, ".slackline-tasks", NULL);
  g_autofree char *content = NULL;
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", form, trace, NULL);

  sl_cli_assert_fine (&actions);
  write_text (copy, actions.output);
  if (g_file_get_contents (model, &content, NULL, NULL))
    write_text (copied_model, content);
  compare_table ("slices", trace, copy, slices);
  compare_table ("jobs", trace, copy, jobs);
}

static void
test_round_trip (void)
{
  g_autofree char *set = make_path ("set.slackline-tasks");
  g_autofree char *trace = make_path ("trace.fff");

  g_test_summary (
      "Actions of a simulated trace, printed as CSV or JSON Lines and opened again, give the same slices, jobs and causes. "
      "Replay with --seed.");
  for (guint i = 0; i < (g_test_thorough () ? 400 : 12); i++)
    {
      g_autofree char *text = sl_cli_make_random_set ();
      g_auto (SlCliResult) simulated = { 0 };

      write_text (set, text);
      simulated = sl_cli_run ("simulate", set, "--until=200ms", "-o", trace, NULL);
      sl_cli_assert_fine (&simulated);
      check_round_trip (trace, "--csv", "copy.csv");
      check_round_trip (trace, "--json", "copy.json");
    }
}

/* The lines in an order of their own, without the names. */
static char *
sort_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], ",name,") == NULL)
      g_ptr_array_add (sorted, lines[i]);
  g_ptr_array_sort (sorted, compare_lines);
  g_ptr_array_add (sorted, NULL);
  return g_strjoinv ("\n", (char **) sorted->pdata);
}

/* What was opened again says the same: also of servers, and of when the trace begins. */
static void
check_actions (const char *trace)
{
  g_autofree char *copy = make_path ("actions.csv");
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", trace, NULL);
  g_auto (SlCliResult) again = { 0 };
  g_autofree char *expected = sort_lines (actions.output);
  g_autofree char *found = NULL;

  write_text (copy, actions.output);
  again = sl_cli_run ("events", "--actions", "--csv", copy, NULL);
  found = sort_lines (again.output);
  g_assert_cmpstr (found, ==, expected);
}

/* All that is said of jobs is the same, to the letter. */
static void
check_jobs (const char *trace)
{
  g_autofree char *copy = make_path ("jobs.csv");
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", trace, NULL);
  g_auto (SlCliResult) expected = sl_cli_run ("jobs", "--csv", trace, NULL);
  g_auto (SlCliResult) found = { 0 };

  sl_cli_assert_fine (&actions);
  write_text (copy, actions.output);
  found = sl_cli_run ("jobs", "--csv", copy, NULL);
  sl_cli_assert_fine (&found);
  g_assert_cmpstr (found.output, ==, expected.output);
}

static void
test_machine (void)
{
  g_test_summary ("So do the actions of a recording of Linux that was made up.");

  for (guint i = 0; i < (g_test_thorough () ? 40 : 4); i++)
    {
      const SlDatLayout layout = { .version = 7,
                                   .codec = "none",
                                   .is_big = i % 2 == 1,
                                   .long_size = 8,
                                   .page_size = 4096,
                                   .n_cpus = 2 + i % 3,
                                   .n_buffers = 1,
                                   .pages_a_chunk = 2,

                                   .clock = "mono",
                                   .seed = (guint32) g_test_rand_int () };
      const SlDatMachine machine = { .n_cpus = layout.n_cpus,
                                     .n_tasks = 24,
                                     .n_records = 6000,
                                     .seed = layout.seed };
      g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *trace = NULL;

      sl_dat_machine_run (&machine, writer);
      bytes = sl_dat_writer_finish (writer);
      trace = sl_cli_write_file (folder, "machine.dat", bytes);
      check_jobs (trace);
    }
}

/* So are all decisions, with the locks that tasks wait for and their holders, and the gaps. */
static void
check_steps (const char *trace)
{
  static const char *const columns[] = { "tick", "decision", "task",   "other",  "left",
                                         "lock", "holder",   "reason", "server", NULL };
  g_autofree char *copy = make_path ("steps.csv");
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", trace, NULL);
  g_auto (SlCliResult) gaps = sl_cli_run ("slices", "--csv", "--lane", "trace", trace, NULL);
  g_autofree char *expected = run_table ("steps", trace, columns);
  g_autofree char *found = NULL;
  g_auto (SlCliResult) found_gaps = { 0 };

  write_text (copy, actions.output);
  found = run_table ("steps", copy, columns);
  g_assert_cmpstr (found, ==, expected);
  found_gaps = sl_cli_run ("slices", "--csv", "--lane", "trace", copy, NULL);
  g_assert_cmpstr (found_gaps.output, ==, gaps.output);
}

/* The last tick has a wake-up, a switch and a loss on another processor. */
static void
test_last_tick (void)
{
  g_autofree char *trace = sl_cli_write_ftrace (
      folder,
      " a-1 [000] d..2. 1.000100: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S "
      "==> next_comm=b next_pid=2 next_prio=110\n"
      " x-7 [001] d..2. 1.000150: sched_switch: prev_comm=x prev_pid=7 prev_prio=120 prev_state=R "
      "==> next_comm=y next_pid=8 next_prio=120\n"
      " b-2 [000] d..4. 1.000200: sched_waking: comm=a pid=1 prio=100 target_cpu=000\n"
      " b-2 [000] d..2. 1.000210: sched_switch: prev_comm=b prev_pid=2 prev_prio=110 prev_state=R "
      "==> next_comm=a next_pid=1 next_prio=100\n"
      "CPU:1 [LOST 23 EVENTS]\n"
      " y-8 [001] d..2. 1.000300: sched_switch: prev_comm=y prev_pid=8 prev_prio=120 prev_state=R "
      "==> next_comm=x next_pid=7 next_prio=120\n"
      " a-1 [000] d..4. 1.000400: sched_waking: comm=c pid=3 prio=90 target_cpu=000\n"
      " a-1 [000] d..2. 1.000500: sched_switch: prev_comm=a prev_pid=1 prev_prio=100 prev_state=S "
      "==> next_comm=c next_pid=3 next_prio=90\n"
      "CPU:1 [LOST 4 EVENTS]\n"
      " x-7 [001] d..2. 1.000500: sched_switch: prev_comm=x prev_pid=7 prev_prio=120 prev_state=D "
      "==> next_comm=y next_pid=8 next_prio=120\n");
  g_autofree char *copy = make_path ("last.csv");
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", trace, NULL);
  g_auto (SlCliResult) again = { 0 };

  g_test_summary ("What happens in the last tick, and where events were lost, is said as well");

  sl_cli_assert_fine (&actions);
  g_assert_nonnull (strstr (actions.output, "\n1000300000,1,lost,,,23,,1000150000,\n"));
  g_assert_nonnull (strstr (actions.output, "\n1000500000,0,run,3,,,,,\n"));
  check_steps (trace);

  write_text (copy, actions.output);
  again = sl_cli_run ("events", "--actions", "--csv", copy, NULL);
  g_assert_cmpstr (again.output, ==, actions.output);
}

static void
test_real (gconstpointer data)
{
  g_autofree char *below = g_strconcat ("linux/", data, NULL);
  g_autofree char *trace = sl_test_make_real_path (below);

  g_test_summary ("So do those of real recordings.");

  if (trace == NULL || !g_file_test (trace, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("The real traces are not here (SLACKLINE_TRACES)");
      return;
    }
  check_jobs (trace);
  /* Of the others some sleeps are said twice, or not at all, where nobody knows what went before. */
  if (g_str_has_prefix (data, "tracedat/"))
    check_actions (trace);
  if (g_str_equal (data, "tracedat/dl-timers.dat") || g_str_equal (data, "tracedat/pi-block.dat") ||
      g_str_equal (data, "tracedat/migrate.dat"))
    check_steps (trace);
}

/* The reasons of all decisions of two fair tasks and a real-time task. */
static char *
run_for_reasons (const char *path)
{
  static const char *const columns[] = { "tick", "decision", "task", "reason", NULL };

  return run_table ("steps", path, columns);
}

static void
test_classes (void)
{
#define SWITCH_TO(time, prev, prev_prio, next, next_prio)                                         \
  "  " prev "-" prev " [000] d..2. 1.0000" time ": sched_switch: prev_comm=" prev                 \
  " prev_pid=" prev " prev_prio=" prev_prio " prev_state=R ==> next_comm=" next " next_pid=" next \
  " next_prio=" next_prio "\n"
  g_autofree char *trace = sl_cli_write_ftrace (
      folder, SWITCH_TO ("10", "11", "120", "12", "120") SWITCH_TO ("20", "12", "120", "13", "50")
                  SWITCH_TO ("30", "13", "50", "11", "120")
                      SWITCH_TO ("40", "11", "120", "12",
                                 "120") "  12-12 [000] ..... 1.000050: tracing_mark_write: last\n");
  g_autofree char *copy = make_path ("classes.csv");
  g_autofree char *json = make_path ("classes.json");
  g_auto (SlCliResult) as_csv = sl_cli_run ("events", "--actions", "--csv", trace, NULL);
  g_auto (SlCliResult) as_json = sl_cli_run ("events", "--actions", "--json", trace, NULL);
  g_autofree char *expected = run_for_reasons (trace);
  g_autofree char *found = NULL, *found_in_json = NULL;

  g_test_summary (
      "That priorities are of Linux’s classes is kept: no fair task is as urgent as another.");

  write_text (copy, as_csv.output);
  write_text (json, as_json.output);
  found = run_for_reasons (copy);
  found_in_json = run_for_reasons (json);
  g_assert_nonnull (strstr (expected, "unordered"));
  g_assert_null (strstr (expected, "equal"));
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (found_in_json, ==, expected);
}

static void
test_unknown_interrupt (void)
{
  g_autofree char *path = make_path ("interrupt.csv");
  g_auto (SlCliResult) actions = { 0 };
  const char *text = "# slackline-events 1, unit ns, wakeups, places\n"
                     "time,cpu,action,task,object\n"
                     "0,0,run,1,\n10,1,wake,2,irq:\n12,1,ready,2,\n20,1,run,2,\n";

  g_test_summary ("An interrupt that was not recorded itself wakes a task on its processor.");
  write_text (path, text);
  actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);
  sl_cli_assert_fine (&actions);
  g_assert_nonnull (strstr (actions.output, "\n10,1,wake,2,irq:,"));
}

static void
test_server (void)
{
  static const struct
  {
    const char *head;
    const char *found;
  } heads[] = { { "# slackline-events 1, unit ns, origin 1000, wakeups\n", "origin 1000," },
                { "# slackline-events 1, unit us, origin 1, wakeups\n", "origin 1000," },
                { "# slackline-events 1, unit ns, wakeups\n", "unit ns, wakeups" } };
  static const char *const wanted[] = { ",replenish,7,server:7,4000,3000,2000,\n",
                                        ",replenish,7,server:7,4000,9000,,computed\n",
                                        ",forget,,server:7,4000,,," };

  g_test_summary (
      "A server keeps its task, its deadline, its budget, what is left of that and whether it was computed; a trace begins "
      "where its first line says.");

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autofree char *path = make_path ("server.csv");
      const char *lines =
          i == 1
              ? "1,0,run,7,,,,\n1,0,replenish,7,server:7,4,3,2\n"
                "2,0,forget,,server:7,4,,\n2.5,0,replenish,7,server:7,4,9,,computed\n3,0,run,,,,,\n"
              : "1000,0,run,7,,,,\n1000,0,replenish,7,server:7,4000,3000,2000\n"
                "2000,0,forget,,server:7,4000,,\n"
                "2500,0,replenish,7,server:7,4000,9000,,computed\n3000,0,run,,,,,\n";
      g_autofree char *text =
          g_strconcat (heads[i].head, "time,cpu,action,task,object,value,deadline,nominal,text\n",
                       lines, NULL);
      g_auto (SlCliResult) actions = { 0 };

      write_text (path, text);
      actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);
      sl_cli_assert_fine (&actions);
      g_assert_nonnull (strstr (actions.output, heads[i].found));
      for (guint k = 0; k < G_N_ELEMENTS (wanted); k++)
        g_assert_nonnull (strstr (actions.output, wanted[k]));
    }
}

static void
test_origin_refused (void)
{
  g_autofree char *path = make_path ("origin.csv");
  g_auto (SlCliResult) events = { 0 };

  g_test_summary ("An origin that is not a time is refused.");
  write_text (path, "# slackline-events 1, unit ns, origin soon\ntime,action\n1,run\n");
  events = sl_cli_run ("events", path, NULL);
  sl_cli_assert_fails (&events, 3, "the origin “soon” is not a time in ns");
}

static void
test_unknown_processor (void)
{
  g_autofree char *path = make_path ("unknown.csv");
  g_auto (SlCliResult) actions = { 0 };
  g_auto (SlCliResult) slices = { 0 };
  const char *text = "# slackline-events 1, unit ns, wakeups\n"
                     "time,cpu,action,task,object\n"
                     "0,0,run,a,\n1,1,run,b,\n5,0,forget,,\n9,0,run,a,\n12,1,run,,\n";

  g_test_summary (
      "A processor of which nothing is known is printed as forgotten: no events were lost there.");
  write_text (path, text);
  actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);
  sl_cli_assert_fine (&actions);
  g_assert_nonnull (strstr (actions.output, "\n5,0,forget,"));
  g_assert_null (strstr (actions.output, "lost"));

  write_text (path, actions.output);
  slices = sl_cli_run ("slices", "--csv", path, NULL);
  sl_cli_assert_fine (&slices);
  g_assert_nonnull (strstr (slices.output, "\ncpu:0,unknown,5,9,"));
  g_assert_nonnull (strstr (slices.output, ",unknown,5,9,,a"));
  g_assert_null (strstr (slices.output, "gap"));
}

static void
test_places (void)
{
  g_autofree char *path = make_path ("places.csv");
  const char *text = "# slackline-events 1, unit ns, wakeups, places\n"
                     "time,cpu,action,task\n"
                     "0,0,run,a\n0,1,run,b\n10,1,ready,c\n20,0,ready,d\n"
                     "30,1,run,c\n30,1,ready,b\n40,0,run,d\n50,0,run,\n50,1,run,\n";

  g_test_summary ("Which processor's queue a task waits in is kept, in CSV and in JSON Lines.");
  write_text (path, text);
  for (guint i = 0; i < 3; i++)
    {
      g_auto (SlCliResult) slices = sl_cli_run ("slices", "--csv", path, NULL);
      g_auto (SlCliResult) actions =
          sl_cli_run ("events", "--actions", i == 0 ? "--csv" : "--json", path, NULL);

      sl_cli_assert_fine (&slices);
      sl_cli_assert_fine (&actions);
      g_assert_nonnull (strstr (slices.output, ",ready,10,30,cpu:1,c"));
      g_assert_nonnull (strstr (slices.output, ",ready,20,40,cpu:0,d"));
      write_text (path, actions.output);
    }
}

/* While low has the lock that high waits for, mid runs from 40 to 90 us on the processor of low, or on the other. */
static char *
make_inversion (guint cpu)
{
  const char *others = cpu == 0 ? "90,0,run,low,,\n" : "90,1,run,other,,\n";

  return g_strdup_printf ("# slackline-events 1, unit us\n"
                          "time,cpu,action,task,object,value\n"
                          "0,0,priority,low,,1\n0,0,priority,mid,,5\n0,0,priority,high,,9\n"
                          "0,1,priority,other,,2\n0,1,run,other,,\n"
                          "0,0,release,low,,\n0,0,run,low,,\n"
                          "10,0,request,low,m,\n10,0,acquire,low,m,\n"
                          "20,0,release,high,,\n20,0,run,high,,\n"
                          "30,0,request,high,m,\n30,0,run,low,,\n"
                          "40,0,release,mid,,\n40,%u,run,mid,,\n90,%u,finish,mid,,\n%s"
                          "100,0,unlock,low,m,\n100,0,acquire,high,m,\n100,0,run,high,,\n"
                          "110,0,unlock,high,m,\n110,0,finish,high,,\n110,0,run,low,,\n"
                          "120,0,finish,low,,\n120,0,run,,,\n",
                          cpu, cpu, others);
}

static void
test_inversions (void)
{
  static const char *const wanted[] = {
    "high, job 1, from 30000: unbounded inversion, waited 70.000 µs for m, held by low; "
    "in between others ran for 50.000 µs, longest mid\n",
    "high, job 1, from 30000: bounded inversion, waited 70.000 µs for m, held by low\n",
  };

  g_test_summary ("Priorities of the trace say who is less urgent, and only a task on the "
                  "processor of the lock's holder makes an inversion unbounded.");
  for (guint cpu = 0; cpu < 2; cpu++)
    {
      g_autofree char *path = make_path ("inversion.csv");
      g_autofree char *text = make_inversion (cpu);
      g_auto (SlCliResult) result = { 0 };
      const char *found;

      write_text (path, text);
      result = sl_cli_run ("stats", path, NULL);
      sl_cli_assert_fine (&result);
      found = strstr (result.output, "high, job 1, from");
      g_assert_nonnull (found);
      g_assert_cmpmem (found, strlen (wanted[cpu]), wanted[cpu], strlen (wanted[cpu]));
    }
}

static void
test_intruder (void)
{
  g_autofree char *path = make_path ("inversion.csv");
  g_autofree char *report = make_path ("inversion.xml");
  g_autofree char *option = g_strdup_printf ("--junit=%s", report);
  g_autofree char *text = make_inversion (0);
  g_autofree char *junit = NULL;
  g_auto (SlCliResult) result = { 0 };
  static const char wanted[] =
      "largest cause: blocked on m by low, 70.000 µs. Meanwhile mid, which is less urgent and "
      "does not hold it, ran for 50.000 µs: a priority inversion.\n";

  g_test_summary (
      "Who makes an inversion unbounded is said of the miss that it leads to, in the report as well.");
  write_text (path, text);
  result = sl_cli_run ("check", "--deadline=high=50us", option, path, NULL);
  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (strstr (result.output, wanted));
  g_assert_true (g_file_get_contents (report, &junit, NULL, NULL));
  g_assert_nonnull (strstr (junit, wanted));
}

/* Returns: whether the picture of the processor, or of all where it is NULL, has the word. */
static gboolean
is_in_picture (const char *trace, const char *cpu, const char *word)
{
  g_autofree char *path = make_path ("processors.svg");
  g_autofree char *text = NULL;
  g_auto (SlCliResult) result =
      sl_cli_run ("render", "--style=textbook", "-o", path, trace, cpu, NULL);

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return strstr (text, word) != NULL;
}

static void
test_processors (void)
{
  g_autofree char *path = make_path ("processors.csv");
  g_autofree char *text = make_inversion (1);

  g_test_summary ("A textbook picture has a part for each processor; --cpu draws one of them.");
  write_text (path, text);
  g_assert_true (is_in_picture (path, NULL, ">CPU 0<"));
  g_assert_true (is_in_picture (path, NULL, ">CPU 1<"));
  g_assert_true (is_in_picture (path, NULL, ">low<"));
  g_assert_true (is_in_picture (path, NULL, ">mid<"));
  g_assert_true (is_in_picture (path, "--cpu=0", ">low<"));
  g_assert_false (is_in_picture (path, "--cpu=0", ">mid<"));
  g_assert_true (is_in_picture (path, "--cpu=1", ">mid<"));
  g_assert_false (is_in_picture (path, "--cpu=1", ">CPU 0<"));
}

/* Work is ready from 205 to 250 us on CPU 0; CPU 1 is idle then. Whether it has run there is said by @cpu, where its
 * second job runs. */
static char *
make_idle (guint cpu)
{
  return g_strdup_printf ("# slackline-events 1, unit us\n"
                          "time,cpu,action,task,object,value\n"
                          "0,0,release,work,,\n0,0,run,work,,\n10,0,finish,work,,\n10,0,run,,,\n"
                          "90,1,run,third,,\n95,1,run,,,\n"
                          "100,%u,release,work,,\n100,%u,run,work,,\n"
                          "110,%u,finish,work,,\n110,%u,run,,,\n"
                          "200,0,release,other,,\n200,0,run,other,,\n205,0,release,work,,\n"
                          "250,0,finish,other,,\n250,0,run,work,,\n"
                          "260,0,finish,work,,\n260,0,run,,,\n300,1,run,third,,\n",
                          cpu, cpu, cpu, cpu);
}

static void
test_idle_elsewhere (void)
{
  g_test_summary (
      "Beside the cause of a miss it is said that another processor was idle meanwhile, if the task ran "
      "there in this trace: only then it is known to be allowed there.");
  for (guint cpu = 0; cpu < 2; cpu++)
    {
      g_autofree char *path = make_path ("idle.csv");
      g_autofree char *text = make_idle (cpu);
      g_auto (SlCliResult) result = { 0 };

      write_text (path, text);
      result = sl_cli_run ("check", "--deadline=work=20us", path, NULL);
      g_assert_cmpint (result.status, ==, 1);
      g_assert_nonnull (strstr (result.output, "waited while other ran, 45.000 µs"));
      g_assert_cmpint (strstr (result.output, "CPU 1, where its task also ran, was idle for "
                                              "45.000 µs while it was ready") != NULL,
                       ==, cpu == 1);
    }
}

/* Work is kept from starting by other until 40 us, and is preempted by it from 210 to 290. */
static const char waits[] = "# slackline-events 1, unit us\n"
                            "time,cpu,action,task,object,value\n"
                            "0,0,run,other,,\n10,0,release,work,,\n40,0,run,work,,\n"
                            "50,0,finish,work,,\n50,0,run,,,\n"
                            "200,0,release,work,,\n200,0,run,work,,\n"
                            "210,0,release,other,,\n210,0,run,other,,\n"
                            "290,0,finish,other,,\n290,0,run,work,,\n"
                            "300,0,finish,work,,\n300,0,run,,,\n";

static void
test_kept_waiting (void)
{
  g_autofree char *path = make_path ("waits.csv");
  g_auto (SlCliResult) result = { 0 };

  g_test_summary (
      "Only a job that has run is said to be preempted; another waits while a task runs.");
  write_text (path, waits);
  result = sl_cli_run ("check", "--deadline=work=20us", path, NULL);
  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (strstr (result.output, "waited while other ran, 30.000 µs"));
  g_assert_nonnull (strstr (result.output, "preempted by other, 80.000 µs"));
}

/* The line interrupts CPU 0 from 10 to 30 us and CPU 1, which wakes work then, from 20 to 50. */
static const char parallel[] = "# slackline-events 1, unit us\n"
                               "time,cpu,action,task,object,value\n"
                               "0,0,run,,,\n0,1,run,,,\n1,0,idle,work,,\n"
                               "10,0,enter,,irq:5,\n20,1,enter,,irq:5,\n25,1,wake,work,irq:5,\n"
                               "26,1,ready,work,,\n30,0,leave,,irq:5,\n50,1,leave,,irq:5,\n"
                               "50,1,run,work,,\n60,1,idle,work,,\n60,1,run,,,\n"
                               "70,0,enter,,irq:5,\n75,0,leave,,irq:5,\n";

static void
test_parallel (void)
{
  static const char *const runs[][2] = { { "10000", "30000" },
                                         { "20000", "50000" },
                                         { "70000", "75000" } };
  g_autofree char *path = make_path ("parallel.csv");
  g_auto (SlCliResult) slices = { 0 };
  g_auto (SlCliResult) stats = { 0 };
  g_auto (SlCliResult) chain = { 0 };
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) links = NULL;

  g_test_summary (
      "A line that interrupts two processors at once has a run on each, and who it wakes is woken on one of them.");
  write_text (path, parallel);
  slices = sl_cli_run ("slices", "--csv", "--lane", "irq:5", path, NULL);
  rows = sl_cli_parse_csv (slices.output);
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (runs) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "begin"), ==, runs[i][0]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "end"), ==, runs[i][1]);
    }

  stats = sl_cli_run ("stats", "--json", path, NULL);
  g_assert_nonnull (strstr (stats.output, "\"count\" : 3,\n      \"time\" : 55000,"));
  g_assert_nonnull (strstr (stats.output, "\"max\" : 30000"));
  g_assert_nonnull (strstr (stats.output, "\"min\" : 10000,\n        \"mean\" : 30000"));

  chain = sl_cli_run ("jobs", "--chain", "--csv", path, NULL);
  links = sl_cli_parse_csv (chain.output);
  g_assert_cmpuint (links->len, ==, 2);
  g_assert_cmpstr (sl_cli_cell (links, 1, "waker"), ==, "irq:5");
  g_assert_cmpstr (sl_cli_cell (links, 1, "cpu"), ==, "1");
}

static void
test_asleep (void)
{
  static const char text[] = "# slackline-events 1, unit us\n"
                             "time,cpu,action,value,task,object\n"
                             "0,0,run,,,\n5,0,value,1200000,,cpu:0\n10,0,power-state,2,,\n"
                             "30,0,power-state,-1,,\n40,0,run,,work,\n50,0,run,,,\n";
  g_autofree char *path = make_path ("asleep.csv");
  g_auto (SlCliResult) info = { 0 };
  g_auto (SlCliResult) stats = { 0 };

  g_test_summary ("A processor that sleeps in a power state is idle; it has a frequency.");
  write_text (path, text);
  info = sl_cli_run ("info", path, NULL);
  g_assert_nonnull (strstr (info.output, "notes    none"));
  stats = sl_cli_run ("stats", "--json", path, NULL);
  sl_cli_assert_fine (&stats);
  g_assert_nonnull (strstr (stats.output, "\"idle\" : 40000,"));
  g_assert_nonnull (strstr (stats.output, "\"asleep\" : 20000,"));
}

static void
test_refused (void)
{
  g_autofree char *set = make_path ("set.slackline-tasks");
  g_autofree char *trace = make_path ("trace.fff");
  g_auto (SlCliResult) simulated = { 0 };
  g_auto (SlCliResult) filtered = { 0 };
  g_auto (SlCliResult) both = { 0 };
  g_auto (SlCliResult) alone = { 0 };

  g_test_summary ("Actions are not events: what chooses events is refused with them.");
  write_text (set, "[task T]\nperiod=8ms\nwcet=2ms\n");
  simulated = sl_cli_run ("simulate", set, "--until=20ms", "-o", trace, NULL);
  sl_cli_assert_fine (&simulated);
  filtered = sl_cli_run ("events", "--actions", "--filter", "kind = task-timer", trace, NULL);
  sl_cli_assert_fails (&filtered, 2, "--actions: Cannot be combined with --filter");
  both = sl_cli_run ("events", "--actions", "--csv", "--json", trace, NULL);
  sl_cli_assert_fails (&both, 2, "events: Give --csv or --json, not both");
  alone = sl_cli_run ("events", "--json", trace, NULL);
  sl_cli_assert_fails (&alone, 2, "--json: Events are printed as CSV only");
}

int
main (int argc, char *argv[])
{
  static const char *const recordings[] = {
    "tracedat/cyclictest.dat",
    "tracedat/dl-miss.dat",
    "tracedat/dl-timers.dat",
    "tracedat/fifo-jobs.dat",
    "tracedat/instances.dat",
    "tracedat/migrate.dat",
    "tracedat/nopi-inversion.dat",
    "tracedat/pi-block.dat",
    "tracedat/tsc-clock.dat",
    "perf/sched.data.xz",
    "perf/mono.data.xz",
    "perf/zstd.data",
    "perf/switch.data.xz",
    "perf/lost.data.xz",
    "litmus/st-pi-0.bin",
    "chrome-json/flow_events_json_v1.json",
    "chrome-json/flow_events_json_v2.json",
    "text/perfetto-sched_blocked.systrace.txt",
    "text/dl-miss.trace.txt.xz",
    "text/migrate.trace-cmd-report.txt.xz",
    "edf-trace.dat",
    "pi-miss.dat",
  };
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli-actions/round-trip", test_round_trip);
  g_test_add_func ("/cli-actions/machine", test_machine);
  g_test_add_func ("/cli-actions/last-tick", test_last_tick);
  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autofree char *name = g_strconcat ("/cli-actions/real/", recordings[i], NULL);

      g_test_add_data_func (name, recordings[i], test_real);
    }
  g_test_add_func ("/cli-actions/classes", test_classes);
  g_test_add_func ("/cli-actions/unknown-interrupt", test_unknown_interrupt);
  g_test_add_func ("/cli-actions/server", test_server);
  g_test_add_func ("/cli-actions/origin-refused", test_origin_refused);
  g_test_add_func ("/cli-actions/unknown-processor", test_unknown_processor);
  g_test_add_func ("/cli-actions/places", test_places);
  g_test_add_func ("/cli-actions/inversions", test_inversions);
  g_test_add_func ("/cli-actions/intruder", test_intruder);
  g_test_add_func ("/cli-actions/processors", test_processors);
  g_test_add_func ("/cli-actions/idle-elsewhere", test_idle_elsewhere);
  g_test_add_func ("/cli-actions/kept-waiting", test_kept_waiting);
  g_test_add_func ("/cli-actions/parallel", test_parallel);
  g_test_add_func ("/cli-actions/asleep", test_asleep);
  g_test_add_func ("/cli-actions/refused", test_refused);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
