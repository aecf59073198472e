/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the program says of traces of Linux, written here as tracefs prints them; of waits test-cli-linux-waits.c. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

#define TO_READER                                                                          \
  "  <idle>-0   (-----) [000] d..2. 1.000000: sched_switch: prev_comm=swapper prev_pid=0 " \
  "prev_prio=120 prev_state=R ==> next_comm=reader next_pid=5 next_prio=120\n"

static void
test_missing_switch (void)
{
  static const char note[] = "A switch between tasks was not recorded";
  g_autofree char *path =
      sl_cli_write_ftrace (folder, TO_READER
                           "  reader-5   (    5) [000] ..... 1.000100: tracing_mark_write: one\n"
                           "  writer-6   (    6) [000] ..... 1.000500: tracing_mark_write: two\n"
                           "  writer-6   (    6) [000] d..2. 1.000600: "
                           "sched_switch: prev_comm=writer prev_pid=6 prev_prio=120 "
                           "prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120\n");
  g_auto (SlCliResult) missing = sl_cli_run ("info", path, NULL);
  g_auto (SlCliResult) whole = { 0 };

  g_test_summary (
      "Where another task is named than the one that was switched to, a switch is missing, and a note says so.");

  sl_cli_assert_fine (&missing);
  g_assert_nonnull (strstr (missing.output, note));

  g_free (path);
  path = sl_cli_write_ftrace (folder, TO_READER
                              "  reader-5   (    5) [000] ..... 1.000100: tracing_mark_write: one\n"
                              "  reader-5   (    5) [000] d..2. 1.000600: "
                              "sched_switch: prev_comm=reader prev_pid=5 prev_prio=120 "
                              "prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120\n");
  whole = sl_cli_run ("info", path, NULL);
  sl_cli_assert_fine (&whole);
  g_assert_null (strstr (whole.output, note));
}

static void
test_noise (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      "  osnoise/0-9 [000] ..... 100.000000: sample_threshold: start 99.999990000 duration 5000 ns interference 1\n"
      "  osnoise/0-9 [000] d.h.. 100.000050: irq_noise: local_timer:236 start 100.000040000 duration 10000 ns\n"
      "  osnoise/0-9 [000] d.s.. 100.000061: softirq_noise: TIMER:1 start 100.000030000 duration 20000 ns\n"
      "  kworker/0:1-20 [000] d..2. 100.000101: thread_noise: kworker/0:1:20 start 100.000070000 duration 30000 ns\n"
      "  osnoise/0-9 [000] ..... 100.000200: sample_threshold: start 100.000190000 duration 5000 ns interference 1\n");
  static const char *const slices[][4] = {
    { "cpu:0", "100000030000", "100000060000", "softirq:TIMER" },
    { "vector:236", "100000040000", "100000050000", "" },
    { "cpu:0", "100000060000", "100000070000", "task:9" },
    { "cpu:0", "100000070000", "100000100000", "task:20" },
    { "cpu:0", "100000100000", "100000200000", "task:9" },
  };

  g_test_summary (
      "Noise lies before its event: an interrupt in the softirq that it interrupted, whose duration is that "
      "without it, and both before the thread that was in the way.");

  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    sl_cli_assert_slice (path, slices[i][0], slices[i] + 1);
}

static void
test_timerlat (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      "  timerlat/0-12 [000] ..... 199.999000: tracing_mark_write: begin\n"
      "      cc1-7   [000] d.h.. 200.000010: #5 context    irq timer_latency     10000 ns\n"
      "  timerlat/0-12 [000] ..... 200.000040: #5 context thread timer_latency     40000 ns\n"
      "      cc1-7   [000] d.h.. 200.001020: #6 context    irq timer_latency     20000 ns\n"
      "  timerlat/0-12 [000] ..... 200.001090: #6 context thread timer_latency     90000 ns\n"
      "  timerlat/0-12 [000] ..... 200.001091: osnoise_stop_tracing: stop tracing hit on cpu 0\n"
      "      cc1-7   [000] ..... 200.001200: tracing_mark_write: end\n");
  g_auto (SlCliResult) jobs = sl_cli_run ("jobs", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "Each expiry of timerlat's timer is a job of its thread, and the one over the threshold is a recorded miss.");

  sl_cli_assert_fine (&jobs);
  rows = sl_cli_parse_csv (jobs.output);
  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "release"), ==, "200000000000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "finish"), ==, "200000040000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "release"), ==, "200001000000");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "finish"), ==, "200001090000");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "missed"), !=, "yes");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "missed"), ==, "yes");
}

#define TIMER "hrtimer=0000000000000001 "

static void
test_late_timer (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      " <idle>-0 [001] d..2. 1.000000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=fast next_pid=5 next_prio=19\n"
      " fast-5   [001] d..2. 1.000010: hrtimer_start: " TIMER
      "function=hrtimer_wakeup expires=1001000000 softexpires=1001000000 mode=ABS\n"
      " fast-5   [001] d..2. 1.000020: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
      "next_comm=cc1 next_pid=6 next_prio=120\n"
      " <idle>-0 [000] d..2. 1.000500: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=other next_pid=7 next_prio=120\n"
      " cc1-6    [001] d.h2. 1.001252: hrtimer_expire_entry: " TIMER
      "function=hrtimer_wakeup now=1001252000\n"
      " cc1-6    [001] d.h3. 1.001253: sched_waking: comm=fast pid=5 prio=19 target_cpu=001\n"
      " cc1-6    [001] d.h4. 1.001254: sched_wakeup: comm=fast pid=5 prio=19 target_cpu=001\n"
      " cc1-6    [001] d.h2. 1.001255: hrtimer_expire_exit: " TIMER "\n"
      " cc1-6    [001] d..2. 1.001270: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=R ==> "
      "next_comm=fast next_pid=5 next_prio=19\n"
      " fast-5   [001] d..2. 1.001290: hrtimer_start: " TIMER
      "function=hrtimer_wakeup expires=1003000000 softexpires=1003000000 mode=ABS\n"
      " fast-5   [001] d..2. 1.001300: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
      "next_comm=cc1 next_pid=6 next_prio=120\n"
      " cc1-6    [001] d.h2. 1.003001: hrtimer_expire_entry: " TIMER
      "function=hrtimer_wakeup now=1003001000\n"
      " cc1-6    [001] d.h3. 1.003002: sched_waking: comm=fast pid=5 prio=19 target_cpu=001\n"
      " cc1-6    [001] d.h2. 1.003003: hrtimer_expire_exit: " TIMER "\n");
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "A job that its timer releases late says what ran meanwhile on the processor of that timer, where "
      "the trace has no interrupts.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpstr (sl_cli_cell (rows, 1, "start"), ==, "1001270000");
  g_assert_cmpstr (
      sl_cli_cell (rows, 1, "cause"), ==,
      "release-latency:task:6=253000;execution=30000;dispatch:task:6=16000;waking=1000");
}

static void
test_tracepoint_words (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      " main-12 [000] d.h1. 1.000000: irq_handler_entry: irq=24 name=disk0\n"
      " main-12 [000] d.h1. 1.000010: irq_handler_exit: irq=24 ret=handled\n"
      " main-12 [000] d.h1. 1.000020: irq_handler_entry: irq=25 name=net0\n"
      " main-12 [000] d..2. 1.000030: sched_waking: comm=pool pid=11 prio=120 target_cpu=000\n");
  g_auto (SlCliResult) csv =
      sl_cli_run ("events", "--csv", "--fields", "irq,name", "--filter", "irq == 24", path, NULL);
  g_auto (SlCliResult) text = sl_cli_run ("events", "--filter", "name = net0", path, NULL);
  g_auto (SlCliResult) kind =
      sl_cli_run ("events", "--csv", "--filter", "kind = sched_waking", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) wakings = NULL;

  g_test_summary (
      "Filters take == and names as the kernel writes them; a column of a raw field has a name of its own, "
      "and people see the field that they filter by.");

  sl_cli_assert_fine (&csv);
  rows = sl_cli_parse_csv (csv.output);
  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_nonnull (strstr (csv.output, ",flags,name,irq,field.name\n"));
  g_assert_cmpstr (sl_cli_cell (rows, 1, "irq"), ==, "24");
  g_assert_cmpstr (sl_cli_cell (rows, 1, "field.name"), ==, "disk0");
  g_assert_cmpstr (sl_cli_cell (rows, 2, "field.name"), ==, "");

  sl_cli_assert_fine (&text);
  g_assert_nonnull (strstr (text.output, " name\n"));
  g_assert_nonnull (strstr (text.output, " net0\n"));
  g_assert_null (strstr (text.output, "disk0"));

  sl_cli_assert_fine (&kind);
  wakings = sl_cli_parse_csv (kind.output);
  g_assert_cmpuint (wakings->len, ==, 2);
  g_assert_cmpstr (sl_cli_cell (wakings, 1, "kind"), ==, "sched-waking");
}

static void
test_order (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=small next_pid=11 next_prio=120\n"
      " small-11 [000] d..2. 1.001000: sched_switch: prev_comm=small prev_pid=11 prev_prio=120 prev_state=R ==> "
      "next_comm=large next_pid=12 next_prio=120\n"
      " large-12 [000] d..2. 1.100000: sched_switch: prev_comm=large prev_pid=12 prev_prio=120 prev_state=R ==> "
      "next_comm=logger next_pid=14 next_prio=89\n"
      " logger-14 [000] ..... 1.100010: tracing_mark_write: begin job logger 0\n"
      " logger-14 [000] ..... 1.100020: tracing_mark_write: end job logger 0\n"
      " logger-14 [000] d..2. 1.100030: sched_switch: prev_comm=logger prev_pid=14 prev_prio=89 prev_state=S ==> "
      "next_comm=sensor next_pid=13 next_prio=60\n"
      " sensor-13 [000] ..... 1.100040: tracing_mark_write: begin job sensor 0\n"
      " sensor-13 [000] ..... 1.100050: tracing_mark_write: end job sensor 0\n"
      " sensor-13 [000] d..2. 1.100060: sched_switch: prev_comm=sensor prev_pid=13 prev_prio=60 prev_state=S ==> "
      "next_comm=small next_pid=11 next_prio=120\n");
  g_auto (SlCliResult) result = sl_cli_run ("stats", path, NULL);
  const char *at;

  g_test_summary (
      "Tasks with jobs come first, the more urgent before the less urgent, then the others by their load.");

  sl_cli_assert_fine (&result);
  at = strstr (result.output, "\nsensor ");
  g_assert_nonnull (at);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const next[] = { "\nlogger ", "\nlarge ", "\nsmall " };

      at = strstr (at, next[i]);
      g_assert_nonnull (at);
    }
}

#define MARK(time, text) "   dl-5 [000] ..... 1.0" time ": tracing_mark_write: " text "\n"

/* A deadline task that has a budget of 1 ms, executes for 1.08 ms, is throttled for 8.9 ms and goes on for 0.5 ms. */
static void
test_budget (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      "  <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=dl next_pid=5 next_prio=-1\n" MARK (
          "00010", "task dl tid 5 period 10000000 deadline 10000000 runtime 1000000")
          MARK (
              "00020",
              "begin job dl 7") "   dl-5 [000] d..2. 1.001100: sched_switch: prev_comm=dl prev_pid=5 prev_prio=-1 prev_state=R ==> "
                                "next_comm=hog next_pid=6 next_prio=120\n"
                                "   hog-6 [000] d..2. 1.010000: sched_switch: prev_comm=hog prev_pid=6 prev_prio=120 prev_state=R ==> "
                                "next_comm=dl next_pid=5 next_prio=-1\n" MARK (
                                    "10500",
                                    "end job dl 7") "   dl-5 [000] d..2. 1.010510: sched_switch: prev_comm=dl prev_pid=5 prev_prio=-1 prev_state=S ==> "
                                                    "next_comm=hog next_pid=6 next_prio=120\n"
                                                    "   hog-6 [000] d..2. 1.020000: sched_waking: comm=dl pid=5 prio=-1 target_cpu=000\n"
                                                    "   hog-6 [000] d..2. 1.020010: sched_switch: prev_comm=hog prev_pid=6 prev_prio=120 prev_state=R ==> "
                                                    "next_comm=dl next_pid=5 next_prio=-1\n" MARK (
                                                        "20020", "begin job dl 0"));
  g_auto (SlCliResult) check = sl_cli_run ("check", path, NULL);
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);
  g_autofree char *again_path = sl_cli_write_text (folder, "actions.csv", actions.output);
  g_auto (SlCliResult) again = sl_cli_run ("events", "--actions", "--csv", again_path, NULL);
  g_auto (SlCliResult) check_again = sl_cli_run ("check", again_path, NULL);
  /* Actions have the deadline itself. */
  g_auto (GStrv) around = g_strsplit (check.output, "release + recorded relative deadline", -1);
  g_autofree char *absolute = g_strjoinv ("recorded", around);

  g_test_summary (
      "A budget that a mark says is named where it is used up; it and the numbers of jobs are kept in actions.");

  g_assert_nonnull (strstr (check.output, "throttled, its budget used up, 8.900 ms"));
  g_assert_nonnull (strstr (actions.output, ",start,5,,7,"));
  g_assert_nonnull (strstr (actions.output, ",finish,5,,7,"));
  g_assert_nonnull (strstr (actions.output, ",start,5,,0,"));
  g_assert_nonnull (strstr (actions.output, ",throttle,5,,1000000,"));
  g_assert_cmpstr (again.output, ==, actions.output);
  g_assert_cmpuint (g_strv_length (around), ==, 2);
  g_assert_cmpstr (check_again.output, ==, absolute);
}

/* Deadline tasks of one processor, whose idle task they leave it to. */
#define TO_DL(time, prio)                                                                                                 \
  " <idle>-0 [000] d..2. " time                                                                                           \
  ": sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=dl next_pid=5 next_prio=" prio \
  "\n"
#define FROM_DL(time, state)                                               \
  "     dl-5 [000] d..2. " time                                            \
  ": sched_switch: prev_comm=dl prev_pid=5 prev_prio=-1 prev_state=" state \
  " ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
#define WAKES_DL(time) \
  " <idle>-0 [000] d.h3. " time ": sched_waking: comm=dl pid=5 prio=-1 target_cpu=000\n"

/* What is said of the server in @text: its states with their begins, in ms after 1 s, and what is told of its budget. */
static char *
dup_server (const char *text)
{
  g_autofree char *path = sl_cli_write_ftrace (folder, text);
  g_auto (SlCliResult) slices = sl_cli_run ("slices", "--csv", "--lane", "server:*", path, NULL);
  g_autoptr (GString) said = g_string_new (NULL);
  g_autoptr (GPtrArray) rows = NULL;

  sl_cli_assert_fine (&slices);
  rows = sl_cli_parse_csv (slices.output);
  for (guint i = 1; i < rows->len; i++)
    g_string_append_printf (said, "%s%.2f %s", i > 1 ? ", " : "",
                            (double) (g_ascii_strtoll (sl_cli_cell (rows, i, "begin"), NULL, 10) -
                                      1000000000) /
                                1e6,
                            sl_cli_cell (rows, i, "state"));
  return g_string_free (g_steal_pointer (&said), FALSE);
}

/* A reservation of 2 ms in 10 ms. Woken at 20 its budget is whole, with the deadline 30; woken at 24 it has 1 ms left for 6 ms,
 * which is not too much. It uses that up, and is resumed. */
#define RESERVATION                                                                 \
  TO_DL ("1.000000", "120")                                                         \
  MARK ("00010", "task dl tid 5 period 10000000 deadline 10000000 runtime 2000000") \
  FROM_DL ("1.000020", "S")                                                         \
  WAKES_DL ("1.020000")                                                             \
  TO_DL ("1.020010", "-1")                                                          \
  FROM_DL ("1.021010", "S")                                                         \
  WAKES_DL ("1.024000")                                                             \
  TO_DL ("1.024010", "-1")                                                          \
  FROM_DL ("1.026020", "R") TO_DL ("1.030000", "-1") FROM_DL ("1.030500", "S")

static void
test_server (void)
{
  g_autofree char *said = dup_server (RESERVATION);

  g_test_summary (
      "A reservation whose budget a mark says is a server: whole as it begins, and as the kernel’s rule has it "
      "from then on.");

  g_assert_cmpstr (
      said, ==,
      "0.02 inactive, 20.00 active, 21.01 inactive, 24.00 active, 26.02 exhausted, 30.00 active");
}

static void
test_computed (void)
{
  g_autofree char *path = sl_cli_write_ftrace (folder, RESERVATION);
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);

  g_test_summary (
      "That the budget was whole at a wake-up is said to be computed; that it came back is not, as the task runs again.");

  sl_cli_assert_fine (&actions);
  g_assert_nonnull (
      strstr (actions.output, "1020000000,0,replenish,5,server:5,2000000,1030000000,,computed\n"));
  g_assert_nonnull (
      strstr (actions.output, "\n1030000000,0,replenish,5,server:5,2000000,1040000000,"));
  g_assert_null (strstr (strstr (actions.output, "\n1030000000,0,replenish,"), ",computed\n"));
}

/* It was one of SCHED_DEADLINE before the trace began; once it has slept for longer than any deadline of it can be away, the
 * budget is whole. Where its deadline comes before its period is over the rule has exceptions that no record tells. */
static void
test_unknown_server (void)
{
  g_autofree char *late = dup_server (
      TO_DL ("1.000000", "-1")
          MARK ("00010", "task dl tid 5 period 10000000 deadline 10000000 runtime 2000000")
              FROM_DL ("1.001000", "S") WAKES_DL ("1.005000") TO_DL ("1.005010", "-1")
                  FROM_DL ("1.006000", "S") WAKES_DL ("1.020000") TO_DL ("1.020010", "-1")
                      FROM_DL ("1.021000", "S"));
  g_autofree char *constrained = dup_server (
      TO_DL ("1.000000", "120")
          MARK ("00010", "task dl tid 5 period 10000000 deadline 5000000 runtime 2000000")
              FROM_DL ("1.000020", "S") WAKES_DL ("1.003000") TO_DL ("1.003010", "-1")
                  FROM_DL ("1.004000", "S"));

  g_test_summary ("Nothing is said of a budget that nobody knows.");

  g_assert_cmpstr (late, ==, "0.01 unknown, 20.00 active");
  g_assert_cmpstr (constrained, ==, "0.02 inactive, 3.00 unknown");
}

/* It gives up most of its budget a millisecond after it was woken. */
static void
test_yielded_server (void)
{
  g_autofree char *said = dup_server (
      TO_DL ("1.000000",
             "120") MARK ("00010",
                          "task dl tid 5 period 10000000 deadline 10000000 runtime 2000000")
          FROM_DL ("1.000020", "S") WAKES_DL ("1.020000") TO_DL (
              "1.020010",
              "-1") "     dl-5 [000] ..... 1.021000: sys_enter_sched_yield: __syscall_nr=24\n" FROM_DL ("1.021010",
                                                                                                        "R")
              TO_DL ("1.030000", "-1") FROM_DL ("1.031000", "S"));

  g_test_summary (
      "The kernel takes away what is left of a budget at a yield, up to the replenishment.");

  g_assert_cmpstr (said, ==, "0.02 inactive, 20.00 active, 21.01 exhausted, 30.00 active");
}

/* The switch to it was not recorded: it may have executed since the last event that names another task there. */
static void
test_unseen_server (void)
{
  g_autofree char *said = dup_server (
      TO_DL ("1.000000",
             "120") MARK ("00010",
                          "task dl tid 5 period 10000000 deadline 10000000 runtime 2000000")
          FROM_DL ("1.000020", "S") WAKES_DL (
              "1.020000") " <idle>-0 [000] d.h3. 1.020010: sched_wakeup: comm=dl pid=5 prio=-1 target_cpu=000\n"
                          " <idle>-0 [000] d.h3. 1.020500: sched_waking: comm=other pid=7 prio=120 target_cpu=000\n" MARK (
                              "21500", "something") FROM_DL ("1.022000", "S") WAKES_DL ("1.040000")
                              TO_DL ("1.040010", "-1") FROM_DL ("1.041000", "S"));

  g_test_summary (
      "What is left of a budget is unknown while it is unknown who runs where its task waits.");

  g_assert_cmpstr (said, ==, "0.02 inactive, 20.00 active, 20.50 unknown, 40.00 active");
}

/* rt-app 1.0 says that a loop has ended only after it was woken for the next. */
static void
test_rt_app (void)
{
  static const char *const wanted[][4] = {
    { "1000020000", "1002000000", "1980000", "1980000" },
    { "1010000000", "1013000000", "3000000", "2990000" },
  };
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rtapp next_pid=5 next_prio=19\n"
      " rtapp-5 [000] ..... 1.000010: tracing_mark_write: [0] starts\n"
      " rtapp-5 [000] ..... 1.000020: tracing_mark_write: [0] begins loop 0 phase 0 step 3\n"
      " rtapp-5 [000] ..... 1.000030: tracing_mark_write: [0] executing 1\n"
      " rtapp-5 [000] d..2. 1.002000: sched_switch: prev_comm=rtapp prev_pid=5 prev_prio=19 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
      " <idle>-0 [000] d.h3. 1.010000: sched_waking: comm=rtapp pid=5 prio=19 target_cpu=000\n"
      " <idle>-0 [000] d.h3. 1.010001: sched_wakeup: comm=rtapp pid=5 prio=19 target_cpu=000\n"
      " <idle>-0 [000] d..2. 1.010010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rtapp next_pid=5 next_prio=19\n"
      " rtapp-5 [000] ..... 1.010020: tracing_mark_write: [0] end loop 0 phase 0 step 3\n"
      " rtapp-5 [000] ..... 1.010030: tracing_mark_write: [0] begins loop 1 phase 0 step 3\n"
      " rtapp-5 [000] d..2. 1.013000: sched_switch: prev_comm=rtapp prev_pid=5 prev_prio=19 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
      " <idle>-0 [000] d.h3. 1.020000: sched_waking: comm=rtapp pid=5 prio=19 target_cpu=000\n"
      " <idle>-0 [000] d.h3. 1.020001: sched_wakeup: comm=rtapp pid=5 prio=19 target_cpu=000\n"
      " <idle>-0 [000] d..2. 1.020010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rtapp next_pid=5 next_prio=19\n"
      " rtapp-5 [000] ..... 1.020020: tracing_mark_write: [0] end loop 1 phase 0 step 3\n"
      " rtapp-5 [000] ..... 1.020030: tracing_mark_write: [0] exiting\n");
  g_auto (SlCliResult) result = sl_cli_run ("jobs", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "A loop of rt-app is a job from its wake-up to the sleep before the next one, though its marks come later.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, 1 + G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "release"), ==, wanted[i][0]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "finish"), ==, wanted[i][1]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "response"), ==, wanted[i][2]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "execution"), ==, wanted[i][3]);
    }
}

static void
test_miss_at_deadline (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=5 next_prio=19\n"
      " app-5 [000] ..... 1.001000: tracing_mark_write: rtapp_loop: event=start thread_loop=0 phase=0 phase_loop=0\n"
      " app-5 [000] ..... 1.002000: tracing_mark_write: rtapp_stats: period=1000 run=900 wu_lat=20 slack=-35 c_duration=900 c_period=1000\n"
      " app-5 [000] ..... 1.002000: tracing_mark_write: rtapp_loop: event=end thread_loop=0 phase=0 phase_loop=0\n"
      " app-5 [000] d..2. 1.003000: sched_switch: prev_comm=app prev_pid=5 prev_prio=19 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n");
  g_auto (SlCliResult) check = sl_cli_run ("check", path, NULL);

  g_test_summary (
      "A job that ends at its deadline by the trace, which records a miss, is not said to be late by nothing.");

  g_assert_cmpint (check.status, ==, 1);
  g_assert_true (g_str_has_prefix (
      check.output,
      "app, job 1: finished at its deadline, but the trace records a miss (deadline "));
}

static void
test_bare_times (void)
{
  static const char text[] =
      "cpus=2\n"
      "     cc1-24117   1d.h..416208200102: local_timer_entry:    vector=236\n"
      "     cc1-24117   1d.h2.4162082004353: sched_waking:         comm=b "
      "pid=499 prio=120 target_cpu=001\n"
      "     cc1-24117   1d.h12 4162082009433: local_timer_exit:     vector=236\n"
      "     cc1-24117   1d..21666005883301571: sched_waking:       comm=b "
      "pid=499 prio=120 target_cpu=001\n";
  static const char *const ticks[] = { "416208200102", "4162082004353", "4162082009433",
                                       "666005883301571" };
  g_autofree char *path = sl_cli_write_ftrace (folder, text);
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;

  g_test_summary (
      "In the latency form of trace-cmd report, bare times that fill their column follow the flags at once.");

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (ticks) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    {
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "tick"), ==, ticks[i]);
      g_assert_cmpstr (sl_cli_cell (rows, i + 1, "cpu"), ==, "1");
    }
}

/* As threads are when they are created, and give themselves a priority. */
static void
test_late_priorities (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
      " swapper/0-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=slow next_pid=6 next_prio=120\n"
      " slow-6 [000] d..2. 1.001000: sched_switch: prev_comm=slow prev_pid=6 prev_prio=79 prev_state=S ==> "
      "next_comm=fast next_pid=5 next_prio=120\n"
      " fast-5 [000] d..2. 1.002000: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n"
      " swapper/0-0 [000] d..2. 1.003000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=slow next_pid=6 next_prio=79\n"
      " slow-6 [000] ..... 1.003010: tracing_mark_write: begin job slow 1\n"
      " slow-6 [000] ..... 1.003020: tracing_mark_write: end job slow 1\n"
      " slow-6 [000] d..2. 1.004000: sched_switch: prev_comm=slow prev_pid=6 prev_prio=79 prev_state=S ==> "
      "next_comm=fast next_pid=5 next_prio=19\n"
      " fast-5 [000] ..... 1.004010: tracing_mark_write: begin job fast 1\n"
      " fast-5 [000] ..... 1.004020: tracing_mark_write: end job fast 1\n"
      " fast-5 [000] d..2. 1.005000: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n");
  g_auto (SlCliResult) result = sl_cli_run ("stats", path, NULL);
  const char *fast, *slow;

  g_test_summary ("Tasks are in the order of the priorities that they have when their jobs begin.");

  sl_cli_assert_fine (&result);
  fast = strstr (result.output, "fast ");
  slow = strstr (result.output, "slow ");
  g_assert_nonnull (slow);
  g_assert_true (fast != NULL && fast < slow);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli-linux/bare-times", test_bare_times);
  g_test_add_func ("/cli-linux/missing-switch", test_missing_switch);
  g_test_add_func ("/cli-linux/noise", test_noise);
  g_test_add_func ("/cli-linux/timerlat", test_timerlat);
  g_test_add_func ("/cli-linux/late-timer", test_late_timer);
  g_test_add_func ("/cli-linux/tracepoint-words", test_tracepoint_words);
  g_test_add_func ("/cli-linux/order", test_order);
  g_test_add_func ("/cli-linux/budget", test_budget);
  g_test_add_func ("/cli-linux/server", test_server);
  g_test_add_func ("/cli-linux/computed", test_computed);
  g_test_add_func ("/cli-linux/unknown-server", test_unknown_server);
  g_test_add_func ("/cli-linux/yielded-server", test_yielded_server);
  g_test_add_func ("/cli-linux/unseen-server", test_unseen_server);
  g_test_add_func ("/cli-linux/rt-app", test_rt_app);
  g_test_add_func ("/cli-linux/miss-at-deadline", test_miss_at_deadline);
  g_test_add_func ("/cli-linux/late-priorities", test_late_priorities);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
