/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What tasks of Linux wait for: locks of one process or several, conditions, reasons of deep sleeps. Traces are written here
 * as tracefs prints them. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

static void
test_conditions (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder,
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
#define SLEEP(comm, tid, state)                                                       \
  "sched_switch: prev_comm=" comm " prev_pid=" tid " prev_prio=120 prev_state=" state \
  " ==> next_comm=swapper next_pid=0 next_prio=120\n"
#define SWITCH_FROM(comm, tid) SLEEP (comm, tid, "S")
#define FUTEX(address, op, value) \
  "sys_futex(uaddr: " address ", op: " op ", val: " value ", utime: 0, uaddr2: 0, val3: 0)\n"
#define WAKING(comm, tid, cpu) \
  "sched_waking: comm=" comm " pid=" tid " prio=120 target_cpu=" cpu "\n"
#define IDLE "  <idle>-0   (-----) "

#define READER "  reader-5   (    5) [000] "

/* Two processes, each with a private lock at the address that the other's has too, and one that they share. */
static const char *const two_processes[] = {
  IDLE "[000] d..2. 1.000000: " SWITCH_TO ("a1", "101"),
  IDLE "[001] d..2. 1.000001: " SWITCH_TO ("a2", "102"),
  IDLE "[002] d..2. 1.000002: " SWITCH_TO ("b1", "201"),
  IDLE "[003] d..2. 1.000003: " SWITCH_TO ("b2", "202"),
  "  a2-102 (  100) [001] ..... 1.100000: " FUTEX ("0x1000", "0x80", "0x2"),
  "  a2-102 (  100) [001] d..2. 1.100010: " SWITCH_FROM ("a2", "102"),
  "  b2-202 (  200) [003] ..... 1.150000: " FUTEX ("0x1000", "0x80", "0x2"),
  "  b2-202 (  200) [003] d..2. 1.150010: " SWITCH_FROM ("b2", "202"),
  "  a1-101 (  100) [000] ..... 1.200000: " FUTEX ("0x1000", "0x81", "0x1"),
  "  a1-101 (  100) [000] d..2. 1.200010: " WAKING ("a2", "102", "001"),
  IDLE "[001] d..2. 1.200020: " SWITCH_TO ("a2", "102"),
  "  a2-102 (  100) [001] ..... 1.200030: sys_futex -> 0x0\n",
  "  b1-201 (  200) [002] ..... 1.300000: " FUTEX ("0x1000", "0x81", "0x1"),
  "  b1-201 (  200) [002] d..2. 1.300010: " WAKING ("b2", "202", "003"),
  IDLE "[003] d..2. 1.300020: " SWITCH_TO ("b2", "202"),
  "  b2-202 (  200) [003] ..... 1.300030: sys_futex -> 0x0\n",
  "  b2-202 (  200) [003] ..... 1.400000: " FUTEX ("0x3000", "0x0", "0x2"),
  "  b2-202 (  200) [003] d..2. 1.400010: " SWITCH_FROM ("b2", "202"),
  "  a1-101 (  100) [000] ..... 1.500000: " FUTEX ("0x3000", "0x1", "0x1"),
  "  a1-101 (  100) [000] d..2. 1.500010: " WAKING ("b2", "202", "003"),
  IDLE "[003] d..2. 1.500020: " SWITCH_TO ("b2", "202"),
  "  b2-202 (  200) [003] ..... 1.500030: sys_futex -> 0x0\n",
  "  a1-101 (  100) [000] ..... 1.600000: tracing_mark_write: end\n",
  NULL,
};

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
  g_autofree char *all = g_strjoinv ("", (char **) two_processes);
  g_autofree char *rest = g_regex_replace_literal (column, all, -1, 0, " ", 0, NULL);

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
  g_autofree char *path = sl_cli_write_ftrace (folder, text);

  g_test_summary (
      "Without the column of processes, a thread belongs to the process that it was seen to begin in, also where the "
      "program was started before any thread began.");

  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    sl_cli_assert_slice (path, waits[i][0], waits[i] + 1);
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
  g_autofree char *text = g_strjoinv ("", (char **) two_processes);
  g_autofree char *path = sl_cli_write_ftrace (folder, text);
  g_autofree char *again = g_build_filename (folder, "again.csv", NULL);
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);
  g_auto (SlCliResult) info = sl_cli_run ("info", "--json", path, NULL);

  g_test_summary (
      "Processes that use the same private address have a lock each, and one at a shared address is one "
      "across processes; a reference without a process means the address in any.");

  sl_cli_assert_fine (&info);
  g_assert_nonnull (strstr (info.output, "\"100/0x1000\""));
  for (guint i = 0; i < G_N_ELEMENTS (waits); i++)
    sl_cli_assert_slice (path, waits[i][0], waits[i] + 1);

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
    sl_cli_assert_slice (again, waits[i][0], waits[i] + 1);
}

static void
test_reasons (void)
{
  static const char *const lines[] = {
    IDLE "[000] d..2. 1.000000: " SWITCH_TO ("reader", "5"),
    READER "..... 1.000100: sys_enter_read: __syscall_nr=0 fd=0x3\n",
    READER "d..2. 1.000200: " SLEEP ("reader", "5", "D"),
    IDLE "[000] d.h.. 1.000300: " WAKING ("reader", "5", "000"),
    IDLE
    "[000] d.h.. 1.000301: sched_blocked_reason: pid=5 iowait=1 caller=folio_wait_bit+0x12/0x80\n",
    IDLE "[000] d.h.. 1.000302: sched_wakeup: comm=reader pid=5 prio=120 target_cpu=000\n",
    IDLE "[000] d..2. 1.000400: " SWITCH_TO ("reader", "5"),
    READER "..... 1.000500: sys_exit_read: __syscall_nr=0 ret=100\n",
    READER "d..2. 1.000600: " SLEEP ("reader", "5", "D"),
    IDLE
    "[000] d.h.. 1.000700: sched_blocked_reason: pid=5 iowait=0 caller=__mutex_lock+0x1/0x80\n",
    IDLE "[000] d.h.. 1.000800: " WAKING ("reader", "5", "000"),
    IDLE "[000] d.h.. 1.000801: sched_wakeup: comm=reader pid=5 prio=120 target_cpu=000\n",
    IDLE "[000] d..2. 1.000900: " SWITCH_TO ("reader", "5"),
    NULL,
  };
  static const char *const sleeps[][3] = {
    { "1000200000", "1000300000", "reason:read/folio_wait_bit/io" },
    { "1000600000", "1000800000", "reason:__mutex_lock" },
  };
  g_autofree char *text = g_strjoinv ("", (char **) lines);
  g_autofree char *path = sl_cli_write_ftrace (folder, text);
  g_autofree char *again = g_build_filename (folder, "reasons.csv", NULL);
  g_auto (SlCliResult) actions = sl_cli_run ("events", "--actions", "--csv", path, NULL);

  g_test_summary (
      "An uninterruptible sleep has the reason that is recorded only once it is over: the system call, the "
      "place in the kernel, and whether it was for input or output.");

  sl_cli_assert_fine (&actions);
  g_assert_true (g_file_set_contents (again, actions.output, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (sleeps); i++)
    {
      sl_cli_assert_slice (path, "task:5", sleeps[i]);
      sl_cli_assert_slice (again, "task:5", sleeps[i]);
    }
}

static void
test_marked_locks (void)
{
  g_autofree char *path = sl_cli_write_ftrace (
      folder, IDLE "[000] d..2. 1.000000: " SWITCH_TO ("low", "5")  //
      "  low-5 (    5) [000] ..... 1.000100: tracing_mark_write: locked state\n"
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

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli-linux-waits/conditions", test_conditions);
  g_test_add_func ("/cli-linux-waits/futexes-of-processes", test_futexes_of_processes);
  g_test_add_func ("/cli-linux-waits/births", test_births);
  g_test_add_func ("/cli-linux-waits/reasons", test_reasons);
  g_test_add_func ("/cli-linux-waits/marked-locks", test_marked_locks);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
