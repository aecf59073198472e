/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One deadline a job: whatever is asked of a job, the answer goes by the deadline in force, and the
 * miss that the trace records at another time is a second word on it. */
#include <string.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

/* Job 5 of task 296 of the sample, by its records: the timer's event at its release, the end of its
 * cycle, and the event of its miss. The clock has 400 000 ticks a millisecond. */
#define RELEASE   "24013279165"
#define DEADLINE  "24014879165" /* 4 ms after its release */
#define FINISH    "24016530078"
#define RECORDED  "24016477450"
#define LATENESS  "1650913" /* FINISH − DEADLINE */
#define LATE_MS   "4.127 ms"
#define LATE_LONG "4.127 ms" /* in tooltips */

static char *
get_sample (void)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "jumping-balls.shark", NULL);
}

/* Says 4 ms by a task model beside nothing else, or by the option. */
typedef struct
{
  const char *name;
  gboolean is_model;
} Way;

static const Way ways[] = { { "option", FALSE }, { "model", TRUE } };

typedef struct
{
  char *folder;
  char *sample;
  char *given; /* the argument */
} Asked;

static Asked
asked_new (const Way *way)
{
  static const char model[] = "[task 296]\ndeadline=4ms\n";
  Asked self = { sl_cli_make_folder (), get_sample (), NULL };
  g_autoptr (GBytes) bytes = g_bytes_new_static (model, sizeof model - 1);
  g_autofree char *path = sl_cli_write_file (self.folder, "m.slackline-tasks", bytes);

  self.given =
      way->is_model ? g_strdup_printf ("--model=%s", path) : g_strdup ("--deadline=296=4ms");
  return self;
}

static void
asked_clear (Asked *self)
{
  g_free (self->folder);
  g_free (self->sample);
  g_free (self->given);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

static guint
find_row (GPtrArray *rows, const char *task, const char *job)
{
  for (guint i = 1; i < rows->len; i++)
    {
      if (g_str_equal (sl_cli_cell (rows, i, "task"), task) &&
          g_str_equal (sl_cli_cell (rows, i, "job"), job))
        return i;
    }

  g_assert_not_reached ();
}

static void
test_jobs (gconstpointer data)
{
  const Way *way = data;
  g_auto (Asked) asked = asked_new (way);
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", asked.given, asked.sample, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  guint row;

  g_test_summary (
      "jobs has the given deadline, the lateness that follows from it, and its origin.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  row = find_row (rows, "task:296", "5");
  g_assert_cmpstr (sl_cli_cell (rows, row, "release"), ==, RELEASE);
  g_assert_cmpstr (sl_cli_cell (rows, row, "deadline"), ==, DEADLINE);
  g_assert_cmpstr (sl_cli_cell (rows, row, "finish"), ==, FINISH);
  g_assert_cmpstr (sl_cli_cell (rows, row, "lateness"), ==, LATENESS);
  g_assert_cmpstr (sl_cli_cell (rows, row, "missed"), ==, "yes");
  g_assert_cmpstr (sl_cli_cell (rows, row, "deadline_from"), ==, way->name);
}

static void
test_check (gconstpointer data)
{
  const Way *way = data;
  g_auto (Asked) asked = asked_new (way);
  g_auto (SlCliResult) result = sl_cli_run ("check", asked.given, asked.sample, NULL);
  g_autofree char *wanted =
      g_strdup_printf ("ctx 296 · pid 5, job 5: " LATE_MS " late (deadline " DEADLINE
                       ", %s; miss recorded at " RECORDED
                       "); largest cause: own execution, 6.734 ms",
                       way->is_model ? "from the task model" : "given");

  g_test_summary ("check says by how much the job missed the deadline in force, and when the trace "
                  "records its miss.");

  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (strstr (result.output, wanted));
}

static void
test_recorded_alone (void)
{
  g_autofree char *sample = get_sample ();
  g_auto (SlCliResult) result = sl_cli_run ("check", sample, NULL);

  g_test_summary ("Where nobody gives a deadline, the recorded miss is the deadline.");

  g_assert_cmpint (result.status, ==, 1);
  g_assert_nonnull (strstr (result.output, "deadline " RECORDED ", recorded)"));
}

/* A job every 20 ms, due after 15; the second one takes 26, so that its server goes on later. */
static char *
write_slipping (const char *folder)
{
  static const guint begins[] = { 0, 20, 65, 85 };
  static const guint ends[] = { 3, 46, 68, 88 };
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");

  g_string_append (
      text,
      " dl-5 [000] ..... 0.900000: tracing_mark_write: task dl tid 5 period 20000000 deadline "
      "15000000\n");
  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    g_string_append_printf (
        text,
        " cc1-6 [000] d..2. 1.%03u000: sched_waking: comm=dl pid=5 prio=-1 target_cpu=000\n"
        " cc1-6 [000] d..2. 1.%03u010: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=R ==> "
        "next_comm=dl next_pid=5 next_prio=-1\n"
        " dl-5 [000] ..... 1.%03u020: tracing_mark_write: begin job dl %u\n"
        " dl-5 [000] ..... 1.%03u000: tracing_mark_write: end job dl %u\n"
        " dl-5 [000] d..2. 1.%03u010: sched_switch: prev_comm=dl prev_pid=5 prev_prio=-1 prev_state=S ==> "
        "next_comm=cc1 next_pid=6 next_prio=120\n",
        begins[i], begins[i], begins[i], i, ends[i], i, ends[i]);
  g_string_append (
      text,
      " cc1-6 [000] d..2. 1.200000: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=S "
      "==> next_comm=swapper/0 next_pid=0 next_prio=120\n");
  return sl_cli_write_text (folder, "slipping.txt", text->str);
}

static void
test_slipped (void)
{
  static const char *const commands[] = { "jobs", "stats", "check" };
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = write_slipping (folder);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", path, NULL);
  g_auto (SlCliResult) stats = sl_cli_run ("stats", "--json", path, NULL);
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (jobs.output);

  g_test_summary (
      "If releases slip, a note says how many deadlines were missed by them, and how many would have been by the "
      "period.");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (SlCliResult) result = sl_cli_run (commands[i], path, NULL);

      g_assert_nonnull (strstr (
          result.errors,
          ": The deadlines of dl count from its releases, which slipped by up to 25.000 ms: 1 of 3 jobs missed "
          "theirs. Counted from its first release in periods of 20.000 ms, 3 would have.\n"));
    }
  g_assert_nonnull (strstr (stats.output, "\"misses\" : 1,"));
  g_assert_nonnull (strstr (stats.output, "\"misses_by_period\" : 3,"));
  g_assert_cmpstr (sl_cli_cell (rows, 3, "missed"), ==, "no");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "release_lateness"), ==, "0");
  g_assert_cmpstr (sl_cli_cell (rows, 3, "release_lateness"), ==, "25000000");
  g_assert_cmpstr (sl_cli_cell (rows, 3, "deadline_from"), ==, "trace");
  sl_test_remove_folder (folder);
}

static void
test_kept (void)
{
  g_autofree char *sample = get_sample ();
  g_auto (SlCliResult) check = sl_cli_run ("check", "--deadline=296=9ms", sample, NULL);
  g_auto (SlCliResult) picture = { 0 };
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *output = g_build_filename (folder, "kept.csv", NULL);
  g_autofree char *text = NULL;

  g_test_summary (
      "A job that keeps the deadline in force, though the trace records a miss, has the "
      "recorded miss alone.");

  g_assert_cmpint (check.status, ==, 1);
  g_assert_nonnull (strstr (check.output,
                            "872.72 µs before its deadline, but the trace records a miss "
                            "(deadline 24016879165, given; miss recorded at " RECORDED ")"));

  picture = sl_cli_run ("render", "--style=textbook", "--lane=task:296", "--deadline=296=9ms", "-o",
                        output, sample, NULL);
  sl_cli_assert_fine (&picture);
  g_assert_true (g_file_get_contents (output, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "task:296,recorded-miss," RECORDED "," RECORDED ","));
  g_assert_nonnull (strstr (text, "task:296,deadline,24016879165,24016879165,"));
  g_assert_null (strstr (text, "task:296,miss,"));
}

static char *
render (const Asked *asked, const char *style, const char *name, const char *option)
{
  g_autofree char *look = g_strdup_printf ("--style=%s", style);
  g_autofree char *output = g_build_filename (asked->folder, name, NULL);
  char *text = NULL;
  g_auto (SlCliResult) result =
      sl_cli_run ("render", look, asked->given, "--lane=task:296", "--from=24012000000",
                  "--to=24017000000", "--width=1100", "-o", output, asked->sample, option, NULL);

  sl_cli_assert_fine (&result);
  g_assert_true (g_file_get_contents (output, &text, NULL, NULL));
  return text;
}

static void
test_tables (gconstpointer data)
{
  static const char *const styles[] = { "compact", "textbook" };
  g_auto (Asked) asked = asked_new (data);

  g_test_summary (
      "Pictures of both looks, as tables, have the miss at the deadline in force, once, "
      "and the recorded one by its own name.");

  for (gsize i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      g_autofree char *text = render (&asked, styles[i], "picture.csv", NULL);

      g_assert_nonnull (strstr (text, "\ntask:296,miss," DEADLINE ","));
      g_assert_nonnull (strstr (text, "\ntask:296,recorded-miss," RECORDED "," RECORDED ","));
      g_assert_null (strstr (text, "\ntask:296,miss," RECORDED));
    }
}

static void
test_drawings (gconstpointer data)
{
  static const char *const styles[] = { "compact", "textbook" };
  const Way *way = data;
  g_auto (Asked) asked = asked_new (way);
  g_autofree char *first =
      g_strdup_printf ("job 5 missed its deadline by " LATE_LONG "\nat 37.196\u202f588 ms, %s",
                       way->is_model ? "from the task model" : "given");
  g_autofree char *second = g_strdup_printf (
      "the trace records that job 5 missed its deadline\nat 41.192\u202f300 ms; the "
      "deadline in force is 37.196\u202f588 ms, %s",
      way->is_model ? "from the task model" : "given");
  g_autofree char *tikz = render (&asked, "textbook", "picture.tex", NULL);
  g_autofree char *rtsched = render (&asked, "textbook", "rtsched.tex", "--tex=rtsched");

  g_test_summary ("What a drawing says of the two signs is what jobs and check say.");

  for (gsize i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      g_autofree char *text = render (&asked, styles[i], "picture.svg", NULL);

      if (strstr (text, first) == NULL || strstr (text, second) == NULL)
        g_test_message ("%s", text);
      g_assert_nonnull (strstr (text, first));
      g_assert_nonnull (strstr (text, second));
    }

  g_assert_nonnull (strstr (tikz, "miss recorded"));
  g_assert_nonnull (strstr (tikz, "missed"));
  g_assert_nonnull (strstr (rtsched, "\\draw[red,line width=1.6pt,-stealth]"));
  g_assert_nonnull (strstr (rtsched, "\\draw[red,dashed]"));
}

static void
test_late_by_itself (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path =
      sl_cli_write_text (folder, "long.csv",
                         "# slackline-events 1, unit us\n"
                         "time,cpu,action,task\n"
                         "0,0,release,control\n0,0,run,control\n10,0,run,busy\n90,0,run,control\n"
                         "120,0,finish,control\n120,0,run,\n");
  g_auto (SlCliResult) itself = sl_cli_run ("check", "--deadline=control=30us", path, NULL);
  g_auto (SlCliResult) waiting = sl_cli_run ("check", "--deadline=control=60us", path, NULL);

  g_test_summary (
      "The largest cause is the longest; of a job that is late even so, own execution is not called that.");

  g_assert_nonnull (
      strstr (itself.output, "; late even without waiting: own execution, 40.000 µs\n"));
  g_assert_nonnull (strstr (waiting.output, "; largest cause: preempted by busy, 80.000 µs\n"));
  sl_test_remove_folder (folder);
}

static void
test_unchecked (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *path = sl_cli_write_text (folder, "busy.csv",
                                             "# slackline-events 1, unit us\n"
                                             "time,cpu,action,task\n"
                                             "0,0,release,control\n0,0,run,control\n"
                                             "20,0,finish,control\n20,0,run,busy\n50,0,run,\n");
  g_auto (SlCliResult) busy = sl_cli_run ("check", "--deadline=busy=10us", path, NULL);
  g_auto (SlCliResult) both =
      sl_cli_run ("jobs", "--deadline=busy=10us", "--deadline=control=30us", path, NULL);
  g_auto (SlCliResult) control = sl_cli_run ("check", "--deadline=control=30us", path, NULL);

  g_test_summary ("A deadline that no job has is said to be unchecked.");

  g_assert_cmpint (busy.status, ==, 0);
  g_assert_nonnull (strstr (busy.errors, "No job of busy is known: its deadline was not checked"));
  g_assert_nonnull (strstr (both.errors, "No job of busy is known"));
  sl_cli_assert_fine (&control);
  sl_test_remove_folder (folder);
}

/* What was recorded of a task that a timer wakes each 10 ms, and which logs by how much it was late: it was for a job that had
 * begun before, and for the third. */
#define SWITCH_TO(time)                                                                      \
  " <idle>-0 [000] d.h4. 1." time "000: sched_waking: comm=t pid=7 prio=49 target_cpu=000\n" \
  " <idle>-0 [000] d..2. 1." time                                                            \
  "010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "                         \
  "prev_state=R ==> next_comm=t next_pid=7 next_prio=49\n"
#define LATE(time)                                                                        \
  " t-7 [000] ..... 1." time "800: print: tracing_mark_write: rtapp_stats: period=10000 " \
  "run=5000 wu_lat=10 slack=-300 c_duration=1 c_period=2\n"
#define SWITCH_FROM(time)                                                              \
  " t-7 [000] d..2. 1." time "900: sched_switch: prev_comm=t prev_pid=7 prev_prio=49 " \
  "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
#define JOB(time) SWITCH_TO (time) SWITCH_FROM (time)
#define LOGGED        \
  LATE ("000")        \
  SWITCH_FROM ("000") \
  JOB ("010") JOB ("020") SWITCH_TO ("030") LATE ("030") SWITCH_FROM ("030") JOB ("040")

static void
test_recorded_counts (void)
{
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *codes = sl_cli_write_scenario (folder, "every-code");
  g_autofree char *after = sl_cli_write_text (folder, "after.csv",
                                              "# slackline-events 1, unit us\n"
                                              "time,cpu,action,task\n"
                                              "0,0,release,t\n0,0,run,t\n20,0,finish,t\n"
                                              "20,0,run,\n30,0,miss,t\n");
  g_autofree char *logged = sl_cli_write_ftrace (folder, LOGGED);
  g_auto (SlCliResult) ended = sl_cli_run ("check", codes, NULL);
  g_auto (SlCliResult) finished = sl_cli_run ("check", after, NULL);
  g_auto (SlCliResult) asked = sl_cli_run ("check", "--deadline=t=1s", logged, NULL);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", "--deadline=t=1s", logged, NULL);
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (jobs.output);

  g_test_summary (
      "A miss that the trace records is one: also once its job has ended, and whoever says which jobs there are.");

  g_assert_cmpint (ended.status, ==, 1);
  g_assert_nonnull (
      strstr (ended.output, "aborted 5.00 µs before its deadline, but the trace records a miss"));
  g_assert_cmpint (finished.status, ==, 1);
  g_assert_nonnull (
      strstr (finished.output, "10.000 µs before its deadline, but the trace records a miss"));
  g_assert_cmpint (asked.status, ==, 1);
  g_assert_nonnull (strstr (asked.errors, "2 of 5 jobs missed their deadlines"));
  g_assert_nonnull (strstr (asked.output, "t, job 4: "));
  g_assert_cmpuint (rows->len, ==, 6);
  for (guint i = 1; i < rows->len; i++)
    g_assert_cmpstr (sl_cli_cell (rows, i, "missed"), ==, i == 1 || i == 4 ? "yes" : "");
  sl_test_remove_folder (folder);
}

/* A task that another one wakes: at 10 ms for 2 ms; at 20 ms for 3 ms in which it waits 1 ms for a disk, once a more urgent one
 * has run for 4 ms; at 40 ms to the end. On times of 1 s and as many ms and µs. */
#define SWITCH(time, prev, tid, prio, state, next, next_tid, next_prio)                      \
  " " prev "-" tid " [000] d..2. 1." time ": sched_switch: prev_comm=" prev " prev_pid=" tid \
  " prev_prio=" prio " prev_state=" state " ==> next_comm=" next " next_pid=" next_tid       \
  " next_prio=" next_prio "\n"
#define WOKEN(time, prev, tid)                                                                  \
  " " prev "-" tid " [000] d..2. 1." time ": sched_waking: comm=t pid=7 prio=49 target_cpu=0\n" \
  " " prev "-" tid " [000] d..2. 1." time ": sched_wakeup: comm=t pid=7 prio=49 target_cpu=0\n"

static const char *const sporadic[] = {
  SWITCH ("000000", "swapper/0", "0", "120", "R", "low", "60", "120"),
  WOKEN ("010000", "low", "60"),
  SWITCH ("010000", "low", "60", "120", "R", "t", "7", "49"),
  SWITCH ("012000", "t", "7", "49", "S", "low", "60", "120"),
  SWITCH ("019000", "low", "60", "120", "R", "top", "61", "9"),
  WOKEN ("020000", "top", "61"),
  SWITCH ("024000", "top", "61", "9", "S", "t", "7", "49"),
  SWITCH ("025000", "t", "7", "49", "D", "low", "60", "120"),
  WOKEN ("026000", "low", "60"),
  SWITCH ("026000", "low", "60", "120", "R", "t", "7", "49"),
  SWITCH ("027000", "t", "7", "49", "S", "low", "60", "120"),
  WOKEN ("040000", "low", "60"),
  SWITCH ("040000", "low", "60", "120", "R", "t", "7", "49"),
  SWITCH ("041000", "t", "7", "49", "R", "top", "61", "9"),
  NULL,
};

static void
test_sporadic (void)
{
  static const char *const expected[][4] = {
    { "1010000000", "1012000000", "1015000000", "no" },
    { "1020000000", "1027000000", "1025000000", "yes" },
    { "1040000000", "", "1045000000", "" },
  };
  g_autofree char *folder = sl_cli_make_folder ();
  g_autofree char *text = g_strjoinv ("", (char **) sporadic);
  g_autofree char *path = sl_cli_write_ftrace (folder, text);
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", "--deadline=t=5ms", path, NULL);
  g_auto (SlCliResult) check = sl_cli_run ("check", "--deadline=t=5ms", path, NULL);
  g_auto (SlCliResult) without = sl_cli_run ("jobs", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = sl_cli_parse_csv (jobs.output);
  g_autoptr (GPtrArray) none = sl_cli_parse_csv (without.output);

  g_test_summary (
      "A task with a deadline that no timer wakes and that marks nothing has a job from each wake-up to the next "
      "sleep that may be interrupted, and this is said.");

  g_assert_nonnull (
      strstr (jobs.errors, "Each job of t is taken to go from a wake-up to the next sleep"));
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (expected) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "release"), ==, expected[i][0]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "finish"), ==, expected[i][1]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "deadline"), ==, expected[i][2]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "missed"), ==, expected[i][3]);
    }
  g_assert_cmpstr (sl_cli_cell (rows, 2, "cause"), ==,
                   "preempted:task:61=4000000;execution=2000000;suspended=1000000");
  g_assert_cmpint (check.status, ==, 1);
  g_assert_nonnull (strstr (check.output, "t, job 2: 2.000 ms late"));
  g_assert_cmpuint (none->len, ==, 1);
  sl_test_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    void (*run) (gconstpointer data);
  } tests[] = {
    { "jobs", test_jobs },
    { "check", test_check },
    { "tables", test_tables },
    { "drawings", test_drawings },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (tests); j++)
      {
        g_autofree char *path = g_strdup_printf ("/deadline/%s/%s", ways[i].name, tests[j].name);

        g_test_add_data_func (path, &ways[i], tests[j].run);
      }
  g_test_add_func ("/deadline/recorded-alone", test_recorded_alone);
  g_test_add_func ("/deadline/recorded-counts", test_recorded_counts);
  g_test_add_func ("/deadline/sporadic", test_sporadic);
  g_test_add_func ("/deadline/kept", test_kept);
  g_test_add_func ("/deadline/slipped", test_slipped);
  g_test_add_func ("/deadline/late-by-itself", test_late_by_itself);
  g_test_add_func ("/deadline/unchecked", test_unchecked);
  return g_test_run ();
}
