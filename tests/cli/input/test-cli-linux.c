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
  g_autoptr (GBytes) bytes = g_bytes_new (whole, strlen (whole));

  return sl_cli_write_file (folder, "trace.txt", bytes);
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

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli-linux/conditions", test_conditions);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
