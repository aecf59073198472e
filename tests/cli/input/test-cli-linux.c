/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the program says of traces of Linux, written here as tracefs prints them. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

static char *
write_trace (const char *text)
{
  g_autofree char *whole = g_strconcat ("# tracer: nop\n#\n", text, NULL);

  return sl_cli_write_text (folder, "trace.txt", whole);
}

static void
test_conditions (void)
{
  g_autofree char *path = write_trace (
      " <idle>-0  [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=pool next_pid=11 next_prio=120\n"
      " pool-11  [000] ..... 1.000010: sys_futex(uaddr: 0x1000, op: 0x80, val: 0x1a, utime: 0x7f27, uaddr2: 0, val3: 0)\n"
      " pool-11  [000] d..2. 1.000020: sched_switch: prev_comm=pool prev_pid=11 prev_prio=120 prev_state=S ==> "
      "next_comm=main next_pid=12 next_prio=120\n"
      " main-12  [000] ..... 1.500000: sys_futex(uaddr: 0x1000, op: 0x81, val: 0x1, utime: 0, uaddr2: 0, val3: 0)\n"
      " main-12  [000] d..2. 1.500010: sched_waking: comm=pool pid=11 prio=120 target_cpu=000\n"
      " main-12  [000] d..2. 1.500020: sched_switch: prev_comm=main prev_pid=12 prev_prio=120 prev_state=R ==> "
      "next_comm=pool next_pid=11 next_prio=120\n"
      " pool-11  [000] ..... 1.500030: sys_futex -> 0x0\n"
      " pool-11  [000] ..... 1.500040: sys_futex(uaddr: 0x2000, op: 0x80, val: 0x2, utime: 0, uaddr2: 0, val3: 0)\n"
      " pool-11  [000] d..2. 1.500050: sched_switch: prev_comm=pool prev_pid=11 prev_prio=120 prev_state=S ==> "
      "next_comm=new next_pid=13 next_prio=120\n"
      " new-13   [000] ..... 1.600000: sys_futex(uaddr: 0x2000, op: 0x81, val: 0x1, utime: 0, uaddr2: 0, val3: 0)\n"
      " new-13   [000] d..2. 1.600010: sched_waking: comm=pool pid=11 prio=120 target_cpu=000\n"
      " new-13   [000] d..2. 1.600020: sched_switch: prev_comm=new prev_pid=13 prev_prio=120 prev_state=R ==> "
      "next_comm=sensor next_pid=14 next_prio=60\n"
      " sensor-14 [000] ..... 1.600030: sys_futex(uaddr: 0x2000, op: 0x80, val: 0x2, utime: 0, uaddr2: 0, val3: 0)\n"
      " sensor-14 [000] d..2. 1.600040: sched_switch: prev_comm=sensor prev_pid=14 prev_prio=60 prev_state=S ==> "
      "next_comm=pool next_pid=11 next_prio=120\n"
      " pool-11  [000] ..... 1.600050: sys_futex -> 0x0\n"
      " pool-11  [000] ..... 1.700000: sys_futex(uaddr: 0x2000, op: 0x81, val: 0x1, utime: 0, uaddr2: 0, val3: 0)\n"
      " pool-11  [000] d..2. 1.700010: sched_waking: comm=sensor pid=14 prio=60 target_cpu=000\n"
      " pool-11  [000] d..2. 1.700020: sched_switch: prev_comm=pool prev_pid=11 prev_prio=120 prev_state=R ==> "
      "next_comm=sensor next_pid=14 next_prio=60\n"
      " sensor-14 [000] ..... 1.700030: sys_futex -> 0x0\n");
  g_auto (SlCliResult) result = sl_cli_run ("stats", path, NULL);
  g_auto (SlCliResult) slices = sl_cli_run ("slices", "--csv", path, NULL);
  const char *found;

  g_test_summary (
      "Who waits for a condition variable is blocked by nobody, tasks without priorities do not "
      "invert any, and who waits for a mutex waits for its holder.");

  sl_cli_assert_fine (&result);
  found = strstr (result.output, " inversion, waited ");
  g_assert_nonnull (found);
  g_assert_null (strstr (found + 1, " inversion, waited "));
  g_assert_nonnull (strstr (result.output, "sensor, from "));
  g_assert_nonnull (strstr (result.output, "for futex:0x2000, held by pool"));
  g_assert_null (strstr (result.output, "0x1000"));

  sl_cli_assert_fine (&slices);
  g_assert_null (strstr (slices.output, "0x1000"));
  g_assert_nonnull (strstr (slices.output, "futex:0x2000"));
}

#define SWITCH_TO(comm, tid)                                                                  \
  "sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=" comm \
  " next_pid=" tid " next_prio=120\n"
#define SWITCH_FROM(comm, tid)                     \
  "sched_switch: prev_comm=" comm " prev_pid=" tid \
  " prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120\n"
#define FUTEX(address, op, value) \
  "sys_futex(uaddr: " address ", op: " op ", val: " value ", utime: 0, uaddr2: 0, val3: 0)\n"
#define IDLE "  <idle>-0   (-----) "

/* Two processes, each with a private lock at the address that the other's has too, and one that they share. */
static const char two_processes[] = IDLE "[000] d..2. 1.000000: " SWITCH_TO ("a1", "101") IDLE
    "[001] d..2. 1.000001: " SWITCH_TO ("a2", "102")
        IDLE "[002] d..2. 1.000002: " SWITCH_TO ("b1", "201")
            IDLE "[003] d..2. 1.000003: " SWITCH_TO ("b2", "202") "  a2-102 (  100) [001] ..... 1.100000: " FUTEX (
                "0x1000",
                "0x80",
                "0x2") "  a2-102 (  100) [001] d..2. 1.100010: " SWITCH_FROM ("a2",
                                                                              "102") "  b2-202 (  200) [003] ..... 1.150000: " FUTEX ("0x1000",
                                                                                                                                      "0x80",
                                                                                                                                      "0x2") "  b2-202 (  200) [003] d..2. 1.150010: " SWITCH_FROM ("b2",
                                                                                                                                                                                                    "202") "  a1-101 (  100) [000] ..... 1.200000: " FUTEX ("0x1000", "0x81", "0x1") "  a1-101 (  100) [000] d..2. 1.200010: sched_waking: comm=a2 pid=102 prio=120 target_cpu=001\n" IDLE "[001] d..2. 1.200020: " SWITCH_TO ("a2",
                                                                                                                                                                                                                                                                                                                                                                                                                               "102") "  a2-102 (  100) [001] ..... 1.200030: sys_futex -> 0x0\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                      "  b1-201 (  200) [002] ..... 1.300000: " FUTEX ("0x1000",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "0x81",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "0x1") "  b1-201 (  200) [002] d..2. 1.300010: sched_waking: comm=b2 pid=202 prio=120 target_cpu=003\n" IDLE
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              "[003] d..2. 1.300020: " SWITCH_TO ("b2", "202") "  b2-202 (  200) [003] ..... 1.300030: sys_futex -> 0x0\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "  b2-202 (  200) [003] ..... 1.400000: " FUTEX ("0x3000", "0x0", "0x2") "  b2-202 (  200) [003] d..2. 1.400010: " SWITCH_FROM ("b2",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "202") "  a1-101 (  100) [000] ..... 1.500000: " FUTEX ("0x3000",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "0x1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "0x1") "  a1-101 (  100) [000] d..2. 1.500010: sched_waking: comm=b2 pid=202 prio=120 target_cpu=003\n" IDLE "[003] d..2. 1.500020: " SWITCH_TO ("b2",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        "202") "  b2-202 (  200) [003] ..... 1.500030: sys_futex -> 0x0\n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "  a1-101 (  100) [000] ..... 1.600000: tracing_mark_write: end\n";

static void
assert_slice (const char *path, const char *lane, const char *const *cells)
{
  g_auto (SlCliResult) result = sl_cli_run ("slices", "--csv", "--lane", lane, path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  gboolean found = FALSE;

  sl_cli_assert_fine (&result);
  rows = sl_cli_parse_csv (result.output);
  for (guint i = 1; i < rows->len; i++)
    found |= g_str_equal (sl_cli_cell (rows, i, "begin"), cells[0]) &&
             g_str_equal (sl_cli_cell (rows, i, "end"), cells[1]) &&
             g_str_equal (sl_cli_cell (rows, i, "detail"), cells[2]);
  if (!found)
    g_error ("no slice from %s to %s with %s in:\n%s", cells[0], cells[1], cells[2], result.output);
}

/* The same without the column of processes, whose threads the trace has seen begin. */
static char *
dup_without_column (void)
{
  static const char births[] =
      "  sh-150 [002] ..... 0.899999: sched_process_exec: filename=/bin/b pid=200 old_pid=200\n"
      "  init-1 [000] ..... 0.900000: task_newtask: pid=100 comm=init clone_flags=1200000 oom_score_adj=0\n"
      "  a-100  [000] ..... 0.900001: task_newtask: pid=101 comm=a clone_flags=3d0f00 oom_score_adj=0\n"
      "  a1-101 [000] ..... 0.900002: task_newtask: pid=102 comm=a clone_flags=3d0f00 oom_score_adj=0\n"
      "  b-200  [002] ..... 0.900004: task_newtask: pid=201 comm=b clone_flags=3d0f00 oom_score_adj=0\n"
      "  b-200  [002] ..... 0.900005: task_newtask: pid=202 comm=b clone_flags=3d0f00 oom_score_adj=0\n"
      "  <idle>-0 [000] ..... 0.900006: tracing_mark_write: begin\n";
  g_autoptr (GRegex) column = g_regex_new (" \\((  \\d+|-----)\\) ", 0, 0, NULL);
  g_autofree char *rest = g_regex_replace_literal (column, two_processes, -1, 0, " ", 0, NULL);

  return g_strconcat (births, rest, NULL);
}

static void
test_births (void)
{
  static const char *const waits[][4] = {
    { "task:102", "1100010000", "1200010000", "futex:100/0x1000" },
    { "task:202", "1150010000", "1300010000", "futex:200/0x1000" },
    { "task:202", "1400010000", "1500010000", "futex:0x3000" },
  };
  g_autofree char *text = dup_without_column ();
  g_autofree char *path = write_trace (text);

  g_test_summary (
      "Without the column of processes, a thread belongs to the process that it was seen to begin in, also where the "
      "program was started before any thread began.");

  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    assert_slice (path, waits[i][0], waits[i] + 1);
}

static void
test_futexes_of_processes (void)
{
  static const char *const waits[][4] = {
    { "task:102", "1100010000", "1200010000", "futex:100/0x1000" },
    { "task:202", "1150010000", "1300010000", "futex:200/0x1000" },
    { "task:202", "1400010000", "1500010000", "futex:0x3000" },
    { "futex:100/0x1000", "1100010000", "1200000000", "task:101" },
    { "futex:200/0x1000", "1150010000", "1300000000", "task:201" },
    { "futex:0x3000", "1400010000", "1500000000", "task:101" },
  };
  static const struct
  {
    const char *filter;
    guint n_events;
  } filters[] = {
    { "object = futex:100/0x1000", 2 }, { "object = futex:200/0x1000", 2 },
    { "object = futex:0x1000", 4 },     { "object ~ \"futex:*/0x1000\"", 4 },
    { "object = futex:0x3000", 2 },     { "object = futex:300/0x1000", 0 },
    { "object = process:100", 4 },      { "task = process:200", 10 },
  };
  g_autofree char *path = write_trace (two_processes);
  g_autofree char *again = g_build_filename (folder, "again.csv", NULL);
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);
  g_auto (SlCliResult) info = sl_cli_run ("info", "--json", path, NULL);

  g_test_summary (
      "Processes that use the same private address have a lock each, and one at a shared address is one "
      "across processes; a reference without a process means the address in any.");

  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (info.output, "\"100/0x1000\""));
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    assert_slice (path, waits[i][0], waits[i] + 1);

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_auto (SlCliResult) result =
          sl_cli_run ("events", "--csv", "--filter", filters[i].filter, path, NULL);
      g_autoptr (GPtrArray) rows = NULL;

      sl_cli_assert_fine (&result);
      rows = sl_cli_parse_csv (result.output);
      g_assert_cmpuint (rows->len - 1, ==, filters[i].n_events);
    }

  sl_cli_assert_fine (&actions);
  g_assert_true (g_file_set_contents (again, actions.output, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    assert_slice (again, waits[i][0], waits[i] + 1);
}

static void
test_reasons (void)
{
  g_autofree char *path = write_trace (IDLE "[000] d..2. 1.000000: " SWITCH_TO (
      "reader",
      "5") "  reader-5   (    5) [000] ..... 1.000100: sys_enter_read: __syscall_nr=0 fd=0x3\n"
           "  reader-5   (    5) [000] d..2. 1.000200: sched_switch: prev_comm=reader prev_pid=5 prev_prio=120 prev_state=D "
           "==> next_comm=swapper next_pid=0 next_prio=120\n" IDLE
           "[000] d.h.. 1.000300: sched_waking: comm=reader pid=5 prio=120 target_cpu=000\n" IDLE
           "[000] d.h.. 1.000301: sched_blocked_reason: pid=5 iowait=1 caller=folio_wait_bit+0x12/0x80\n" IDLE
           "[000] d.h.. 1.000302: sched_wakeup: comm=reader pid=5 prio=120 target_cpu=000\n" IDLE
           "[000] d..2. 1.000400: " SWITCH_TO (
               "reader",
               "5") "  reader-5   (    5) [000] ..... 1.000500: sys_exit_read: __syscall_nr=0 ret=100\n"
                    "  reader-5   (    5) [000] d..2. 1.000600: sched_switch: prev_comm=reader prev_pid=5 prev_prio=120 prev_state=D "
                    "==> next_comm=swapper next_pid=0 next_prio=120\n" IDLE
                    "[000] d.h.. 1.000700: sched_blocked_reason: pid=5 iowait=0 caller=__mutex_lock+0x1/0x80\n" IDLE
                    "[000] d.h.. 1.000800: sched_waking: comm=reader pid=5 prio=120 target_cpu=000\n" IDLE
                    "[000] d.h.. 1.000801: sched_wakeup: comm=reader pid=5 prio=120 target_cpu=000\n" IDLE
                    "[000] d..2. 1.000900: " SWITCH_TO ("reader", "5"));
  static const char *const sleeps[][3] = {
    { "1000200000", "1000300000", "reason:read/folio_wait_bit/io" },
    { "1000600000", "1000800000", "reason:__mutex_lock" },
  };
  g_autofree char *again = g_build_filename (folder, "reasons.csv", NULL);
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);

  g_test_summary (
      "An uninterruptible sleep has the reason that is recorded only once it is over: the system call, the "
      "place in the kernel, and whether it was for input or output.");

  sl_cli_assert_fine (&actions);
  g_assert_true (g_file_set_contents (again, actions.output, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (sleeps); i++)
    {
      assert_slice (path, "task:5", sleeps[i]);
      assert_slice (again, "task:5", sleeps[i]);
    }
}

static void
test_missing_switch (void)
{
  static const char note[] = "A switch between tasks was not recorded";
  g_autofree char *path =
      write_trace (IDLE "[000] d..2. 1.000000: " SWITCH_TO ("reader", "5")  //
                   "  reader-5   (    5) [000] ..... 1.000100: tracing_mark_write: one\n"
                   "  writer-6   (    6) [000] ..... 1.000500: tracing_mark_write: two\n"
                   "  writer-6   (    6) [000] d..2. 1.000600: " SWITCH_FROM ("writer", "6"));
  g_auto (SlCliResult) missing = sl_cli_run ("info", path, NULL);
  g_auto (SlCliResult) whole = { 0 };

  g_test_summary (
      "Where another task is named than the one that was switched to, a switch is missing, and a note says so.");

  sl_cli_assert_fine (&missing);
  g_assert_nonnull (strstr (missing.output, note));

  g_free (path);
  path = write_trace (IDLE "[000] d..2. 1.000000: " SWITCH_TO ("reader", "5")  //
                      "  reader-5   (    5) [000] ..... 1.000100: tracing_mark_write: one\n"
                      "  reader-5   (    5) [000] d..2. 1.000600: " SWITCH_FROM ("reader", "5"));
  whole = sl_cli_run ("info", path, NULL);
  sl_cli_assert_fine (&whole);
  g_assert_null (strstr (whole.output, note));
}

static void
test_noise (void)
{
  g_autofree char *path = write_trace (
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
    assert_slice (path, slices[i][0], slices[i] + 1);
}

static void
test_timerlat (void)
{
  g_autofree char *path = write_trace (
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

static void
test_marked_locks (void)
{
  g_autofree char *path = write_trace (IDLE "[000] d..2. 1.000000: " SWITCH_TO (
      "low", "5") "  low-5 (    5) [000] ..... 1.000100: tracing_mark_write: locked state\n"
                  "  low-5 (    5) [000] ..... 1.000200: tracing_mark_write: locked low\n"
                  "  low-5 (    5) [000] ..... 1.000300: tracing_mark_write: unlock low\n"
                  "  low-5 (    5) [000] ..... 1.000400: tracing_mark_write: unlock state\n"
                  "  low-5 (    5) [000] ..... 1.000500: tracing_mark_write: end\n");
  g_auto (SlCliResult) slices = sl_cli_run ("slices", "--csv", path, NULL);
  g_autoptr (GPtrArray) rows = NULL;
  guint n_locks = 0;

  g_test_summary (
      "A mark says from when to when a lock is held, by its name; one that bears the name of its writer says "
      "nothing of any lock.");

  sl_cli_assert_fine (&slices);
  rows = sl_cli_parse_csv (slices.output);
  for (guint i = 1; i < rows->len; i++)
    if (g_str_has_prefix (sl_cli_cell (rows, i, "lane"), "mutex:"))
      {
        g_assert_cmpstr (sl_cli_cell (rows, i, "begin"), ==, "1000100000");
        g_assert_cmpstr (sl_cli_cell (rows, i, "end"), ==, "1000400000");
        g_assert_cmpstr (sl_cli_cell (rows, i, "detail"), ==, "task:5");
        g_assert_cmpstr (sl_cli_cell (rows, i, "name"), ==, "state");
        n_locks++;
      }
  g_assert_cmpuint (n_locks, ==, 1);
}

#define TIMER "hrtimer=0000000000000001 "

static void
test_late_timer (void)
{
  g_autofree char *path = write_trace (
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
  g_autofree char *path = write_trace (
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
  g_autofree char *path = write_trace (
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
  g_autofree char *path = write_trace (
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

/* rt-app 1.0 says that a loop has ended only after it was woken for the next. */
static void
test_rt_app (void)
{
  static const char *const wanted[][4] = {
    { "1000020000", "1002000000", "1980000", "1980000" },
    { "1010000000", "1013000000", "3000000", "2990000" },
  };
  g_autofree char *path = write_trace (
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
  g_autofree char *path = write_trace (text);
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

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli-linux/conditions", test_conditions);
  g_test_add_func ("/cli-linux/futexes-of-processes", test_futexes_of_processes);
  g_test_add_func ("/cli-linux/births", test_births);
  g_test_add_func ("/cli-linux/bare-times", test_bare_times);
  g_test_add_func ("/cli-linux/reasons", test_reasons);
  g_test_add_func ("/cli-linux/missing-switch", test_missing_switch);
  g_test_add_func ("/cli-linux/noise", test_noise);
  g_test_add_func ("/cli-linux/timerlat", test_timerlat);
  g_test_add_func ("/cli-linux/marked-locks", test_marked_locks);
  g_test_add_func ("/cli-linux/late-timer", test_late_timer);
  g_test_add_func ("/cli-linux/tracepoint-words", test_tracepoint_words);
  g_test_add_func ("/cli-linux/order", test_order);
  g_test_add_func ("/cli-linux/budget", test_budget);
  g_test_add_func ("/cli-linux/rt-app", test_rt_app);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
