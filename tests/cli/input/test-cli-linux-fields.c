/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters on what records of Linux say, written here as the kernel and trace-cmd print them. */

#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;

typedef struct
{
  const char *filter;
  guint n_events;
} Wanted;

static void
check_counts (const char *path, const Wanted *wanted, gsize n_wanted)
{
  for (gsize i = 0; i < n_wanted; i++)
    {
      g_auto (SlCliResult) result =
          sl_cli_run ("events", "--csv", "--filter", wanted[i].filter, path, NULL);
      g_autoptr (GPtrArray) rows = NULL;

      g_test_message ("%s", wanted[i].filter);
      sl_cli_assert_fine (&result);
      rows = sl_cli_parse_csv (result.output);
      g_assert_cmpuint (rows->len - 1, ==, wanted[i].n_events);
    }
}

static void
check_refused (const char *path, const char *filter, const char *part)
{
  g_auto (SlCliResult) result = sl_cli_run ("events", "--csv", "--filter", filter, path, NULL);

  sl_cli_assert_fails (&result, 2, part);
}

static void
test_flags (void)
{
  static const Wanted wanted[] = {
    { "field.flags & 1", 2 }, { "field.flags > 0", 3 }, { "field.flags = 1", 1 },
    { "field.flags = 7", 0 }, { "field.flags ~ *", 3 }, { "not field.flags & 1", 2 },
    { "flags = lost", 0 },    { "flags = gap", 0 },     { "field.cpu = 3", 1 },
  };
  g_autofree char *path = sl_cli_write_ftrace (
      folder, " a-7 [000]     1.000001: contention_begin:  lock_addr=0xffff8886 flags=1\n"
              " a-7 [000]     1.000002: contention_begin:  lock_addr=0xffff8886 flags=2\n"
              " a-7 [000]     1.000003: contention_begin:  lock_addr=0xffff8886 flags=3\n"
              " a-7 [000]     1.000004: some_event:  cpu=3\n");

  g_test_summary ("What a record calls flags is asked for behind “field.”, and is a number");

  check_counts (path, wanted, G_N_ELEMENTS (wanted));
  check_refused (path, "flags & 1", "“1” in column 9");
  check_refused (path, "flags > 0", "field.flags");
  check_refused (path, "flags = 1", "not a value of flags");
}

#define SWITCH(time, state)                                                \
  " a-7 [000] d..2. " time                                                 \
  ": sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=" state \
  " ==> next_comm=b next_pid=8 next_prio=120\n"
#define SHORT(time, state) " a-7 [000] " time ": sched_switch: a:7 [120] " state " ==> b:8 [98]\n"

static void
test_states (void)
{
  static const Wanted letters[] = {
    { "prev_state = D", 1 },  { "prev_state = 2", 1 },  { "prev_state = S", 2 },
    { "prev_state = 1", 2 },  { "prev_state != D", 4 }, { "prev_state = 'R+'", 1 },
    { "prev_state ~ R*", 2 }, { "prev_state = 0", 1 },
  };
  static const Wanted numbers[] = {
    { "prev_state = D", 1 },    { "prev_state = 2", 1 },   { "prev_state = S", 1 },
    { "prev_state = 'R+'", 1 }, { "prev_state = 256", 1 }, { "prev_state = R", 0 },
    { "prev_state != 2", 2 },
  };
  static const Wanted of_plugins[] = { { "prev_state = D", 1 },
                                       { "next_prio = 98", 2 },
                                       { "prev_comm = a and prev_state = 1", 1 } };
  g_autofree char *path =
      sl_cli_write_ftrace (folder, SWITCH ("1.000001", "D") SWITCH ("1.000002", "S")
                                       SWITCH ("1.000003", "R+") SWITCH ("1.000004", "S")
                                           SWITCH ("1.000005", "R"));

  g_test_summary (
      "A state is asked for by its letter or its number; what it cannot be is an error");

  check_counts (path, letters, G_N_ELEMENTS (letters));
  check_refused (path, "prev_state = Q", "“Q” in column 14");
  check_refused (path, "prev_state = 256", "“256” in column 14");

  g_free (path);
  path = sl_cli_write_ftrace (folder, SWITCH ("1.000001", "2") SWITCH ("1.000002", "256")
                                          SWITCH ("1.000003", "1"));
  check_counts (path, numbers, G_N_ELEMENTS (numbers));
  check_refused (path, "prev_state = K", "“K” in column 14");

  g_free (path);
  path = sl_cli_write_ftrace (folder, SHORT ("1.000001", "D") SHORT ("1.000002", "S"));
  check_counts (path, of_plugins, G_N_ELEMENTS (of_plugins));
}

static void
test_events (void)
{
  static const Wanted wanted[] = { { "event = sched_switch", 2 },
                                   { "event != sched_switch", 1 },
                                   { "event = sched_waking", 0 },
                                   { "event != irq_handler_entry", 3 },
                                   { "event ~ \"sched_*\"", 2 } };
  g_autofree char *path =
      sl_cli_write_ftrace (folder,
                           SWITCH ("1.000001", "D")
                               SWITCH ("1.000002",
                                       "S") "  b-2     [000]  1.000003: sys_enter: NR 1 (1, 2)\n");

  g_test_summary (
      "In a text, an event that nobody knows is an error that lists those that are spelt like it; one that does not occur "
      "is not");

  check_counts (path, wanted, G_N_ELEMENTS (wanted));
  check_refused (path, "event = sched_wakin", "nearest in spelling: sched_waking");
  check_refused (path, "event = sched_swich", "nearest in spelling: sched_switch");
}

static void
test_real_states (void)
{
  static const Wanted wanted[] = { { "prev_state = D", 162 },
                                   { "prev_state = 2", 162 },
                                   { "prev_state = 'R+'", 96 },
                                   { "kind = sys-exit-futex and ret = -110", 36 },
                                   { "kind = contention-begin and field.flags & 1", 60 },
                                   { "kind = contention-begin and field.flags = SPIN", 60 } };
  g_autofree char *path = sl_test_make_real_path ("linux/tracedat/pi-block.dat");

  g_test_summary ("The fields of a real recording are found by their names and by their numbers");

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("The real traces are not here (SLACKLINE_TRACES)");
      return;
    }

  check_counts (path, wanted, G_N_ELEMENTS (wanted));
  check_refused (path, "prev_state = Q", "possible values are R, S, D");
  check_refused (path, "prev_prio = high", "which is a number");
  /* Timers have words for what another event has as a number. */
  check_refused (path, "ret = EAGAIN", "not a value of ret, which is a number");
  check_refused (path, "event = sched_stat_runtime", "is a kind that is only counted");
  check_refused (path, "event = sys_enter_futexx", "nearest in spelling: sys_enter_futex");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/cli/linux-fields/flags", test_flags);
  g_test_add_func ("/cli/linux-fields/states", test_states);
  g_test_add_func ("/cli/linux-fields/events", test_events);
  g_test_add_func ("/cli/linux-fields/real", test_real_states);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
