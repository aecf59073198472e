/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-kinds.h"
#include "sl-linux-marks.h"
#include "sl-linux-states.h"

#include <string.h>

static void
test_packing (void)
{
  g_test_summary (
      "What is packed into an event comes out of it again, at the ends of its range too.");

  for (int prio = -1; prio <= 139; prio++)
    {
      guint32 detail = SL_LINUX_SWITCH ('D', prio % 2 != 0, prio, 139 - prio);

      g_assert_cmpint (SL_LINUX_SWITCH_LETTER (detail), ==, 'D');
      g_assert_cmpint (SL_LINUX_SWITCH_IS_PREEMPTED (detail), ==, prio % 2 != 0);
      g_assert_cmpint (SL_LINUX_SWITCH_PREV_PRIO (detail), ==, prio);
      g_assert_cmpint (SL_LINUX_SWITCH_NEXT_PRIO (detail), ==, 139 - prio);
      g_assert_cmpint (SL_LINUX_WAKING_PRIO (SL_LINUX_WAKING (65535, prio)), ==, prio);
      g_assert_cmpuint (SL_LINUX_WAKING_CPU (SL_LINUX_WAKING (65535, prio)), ==, 65535);
    }
  g_assert_cmpint (SL_LINUX_PRIO_UNPACK (SL_LINUX_PRIO_PACK (4096)), ==, SL_LINUX_PRIO_UNKNOWN);
  g_assert_cmpint (SL_LINUX_PRIO_UNPACK (SL_LINUX_PRIO_PACK (-2)), ==, SL_LINUX_PRIO_UNKNOWN);

  for (guint i = 0; i < 4; i++)
    {
      SlEvent event = { .kind = SL_KIND_LINUX_SCHED_WAKEUP,
                        .flags = SL_LINUX_FLAGS (0xa5, SL_LINUX_ROLE_SYSCALL_EXIT),
                        .detail = SL_LINUX_DETAIL (4194303u >> i, 0x3ff) };

      g_assert_cmpuint (sl_linux_get_common_pid (&event), ==, 4194303u >> i);
      g_assert_cmpuint (sl_linux_get_extra (&event), ==, 0x3ff);
      g_assert_cmpuint (sl_linux_get_common_flags (&event), ==, 0xa5);
      g_assert_cmpuint (sl_linux_get_role (&event), ==, SL_LINUX_ROLE_SYSCALL_EXIT);
      g_assert_cmpuint (event.flags & 0xffff, ==, 0);
    }
}

static void
test_kinds (void)
{
  SlLinuxSyscall syscall;
  gboolean is_entry;
  guint16 kind;

  g_test_summary (
      "Tracepoints with a meaning have a kind of their own, all others one by their name.");

  g_assert_cmpuint (sl_linux_find_kind ("sched", "sched_switch"), ==, SL_KIND_LINUX_SCHED_SWITCH);
  g_assert_cmpuint (sl_linux_find_kind (NULL, "tracing_mark_write"), ==, SL_KIND_LINUX_PRINT);
  g_assert_cmpuint (sl_linux_find_kind ("ftrace", "print"), ==, SL_KIND_LINUX_PRINT);
  g_assert_cmpuint (sl_linux_find_kind ("syscalls", "sys_enter_futex"), ==,
                    SL_KIND_LINUX_SYS_ENTER_FUTEX);
  g_assert_true (sl_linux_kind_is_vector (sl_linux_find_kind (NULL, "reschedule_exit"), &is_entry));
  g_assert_false (is_entry);
  g_assert_false (sl_linux_kind_is_vector (SL_KIND_LINUX_HRTIMER_START, &is_entry));

  kind = sl_linux_find_kind ("ext4", "ext4_sync_file_enter");
  g_assert_cmpstr (sl_kind_get (kind)->id, ==, "ext4:ext4_sync_file_enter");
  g_assert_cmpuint (sl_linux_find_kind ("ext4", "ext4_sync_file_enter"), ==, kind);
  kind = sl_linux_find_kind (NULL, "sched_stat_wait");
  g_assert_cmpstr (sl_kind_get (kind)->id, ==, "sched:sched_stat_wait");
  kind = sl_linux_find_kind (NULL, "lost");
  g_assert_cmpstr (sl_kind_get (kind)->id, ==, "linux:lost");

  kind = sl_linux_find_kind ("syscalls", "sys_enter_clock_nanosleep");
  g_assert_cmpstr (sl_kind_get (kind)->id, ==, "sys-enter-clock-nanosleep");
  g_assert_cmpstr (sl_kind_get (kind)->family, ==, "syscall");
  g_assert_cmpuint (sl_linux_find_role ("sys_enter_clock_nanosleep", &syscall), ==,
                    SL_LINUX_ROLE_SYSCALL_ENTER);
  g_assert_cmpuint (syscall, ==, SL_LINUX_SYSCALL_SLEEP);
  g_assert_cmpuint (sl_linux_find_role ("sys_exit", &syscall), ==, SL_LINUX_ROLE_SYSCALL_EXIT);
  g_assert_cmpuint (sl_linux_find_role ("sys_entertain", &syscall), ==, SL_LINUX_ROLE_NONE);
  g_assert_cmpuint (sl_linux_find_timer ("dl_task_timer/0x0"), ==, SL_LINUX_TIMER_DEADLINE);
  g_assert_cmpuint (sl_linux_find_timer ("hrtimer_wakeup_not"), ==, SL_LINUX_TIMER_OTHER);
}

static void
test_futexes (void)
{
  static const struct
  {
    guint op;
    guint64 value, timeout;
    gboolean is_mutex;
  } cases[] = {
    { 0x80, 2, 0, TRUE },           /* glibc, GLib, Rust: contended */
    { 0x00, 0x800004d2, 0, TRUE },  /* robust: of task 1234, with waiters */
    { 0x80, 0x80000010, 0, TRUE },  /* musl: EBUSY, with waiters */
    { 0x80, 26, 0, FALSE },         /* the count of a condition variable */
    { 0x80, 0, 0, FALSE },          /* a semaphore */
    { 0x80, 2, 0x1000, FALSE },     /* with a timeout */
    { 0x80, 0xffffffff, 0, FALSE }, /* -1 */
    { 0x89, 2, 0, FALSE },          /* FUTEX_WAIT_BITSET */
    { 0x81, 1, 0, TRUE },           /* wakes one */
    { 0x81, 1, 0x1000, TRUE },      /* has no timeout, whatever the register holds */
    { 0x81, 0x7fffffff, 0, FALSE }, /* wakes all */
    { 0x186, 1, 0, FALSE },         /* known by its operation */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmphex (sl_linux_pack_futex (cases[i].op, cases[i].value, cases[i].timeout), ==,
                     cases[i].op | (cases[i].is_mutex ? SL_LINUX_FUTEX_IS_MUTEX : 0));
  g_assert_cmphex (sl_linux_read_futex_op ("FUTEX_WAIT", 10), ==, 0);
  g_assert_cmphex (sl_linux_read_futex_op ("FUTEX_LOCK_PI|FUTEX_PRIVATE_FLAG uaddr", 32), ==, 0x86);
  g_assert_cmphex (sl_linux_read_futex_op ("FUTEX_LOCK_PI2|FUTEX_PRIVATE_FLAG|FUTEX_CLOCK_REALTIME",
                                           54),
                   ==, 0x18d);
  g_assert_cmphex (sl_linux_read_futex_op ("FUTEX_SING", 10), ==, SL_LINUX_FUTEX_OP);
  g_assert_cmphex (sl_linux_read_futex_op ("", 0), ==, SL_LINUX_FUTEX_OP);
}

#define MASK_6_18                                                                      \
  "((((0x00000000 | 0x00000001 | 0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 | " \
  "0x00000020 | 0x00000040) + 1) << 1)"

static void
test_states (void)
{
  static const struct
  {
    const char *format;
    guint64 state;
    char letter;
    gboolean is_preempted;
  } cases[] = {
    { "REC->prev_state & " MASK_6_18 " - 1)) ? __print_flags(x, \"|\", { 0x00000001, \"S\" }, "
      "{ 0x00000002, \"D\" }, { 0x00000010, \"X\" }, { 0x00000020, \"Z\" }, { 0x00000080, \"I\" }) "
      ": \"R\", REC->prev_state & " MASK_6_18 ") ? \"+\" : \"\", REC->next_comm",
      0x100, 'R', TRUE },
    { "{ 1, \"S\"} , { 2, \"D\" }, { 16, \"Z\" }, { 32, \"X\" }, { 1024, \"N\" }) : \"R\", "
      "REC->prev_state & 4096 ? \"+\" : \"\"",
      4096, 'R', TRUE },
    { "{ 1, \"S\"} , { 2, \"D\" }, { 16, \"Z\" }, { 32, \"X\" }, { 1024, \"N\" }) : \"R\", "
      "REC->prev_state & 2048 ? \"+\" : \"\"",
      16, 'Z', FALSE },
    { "{ 1, \"S\"} , { 2, \"D\" }, { 1024, \"N\" }) : \"R\", REC->prev_state & 2048 ? \"+\" : \"\"",
      1026, 'I', FALSE },
    { "{ 0x01, \"S\" }, { 0x02, \"D\" }, { 0x04, \"T\" }, { 0x08, \"t\" }, { 0x10, \"X\" }, "
      "{ 0x20, \"Z\" }, { 0x40, \"P\" }, { 0x80, \"I\" }) : \"R\", REC->prev_state & 0x1000 ? "
      "\"+\" : \"\"",
      8, 'I', FALSE },
    { "{ 0x01, \"S\" }, { 0x02, \"D\" }, { 0x04, \"T\" }, { 0x08, \"t\" }, { 0x80, \"I\" }) : "
      "\"R\", REC->prev_state & 0x100 ? \"+\" : \"\"",
      8, 't', FALSE },
  };
  SlLinuxStates states;
  gboolean is_preempted;

  g_test_summary (
      "The letter of a state is the one of the file's own print format: of kernels before "
      "4.14, some 4.14 that write numbers of bits, and later ones.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      sl_linux_states_init (&states);
      g_assert_true (sl_linux_states_parse (&states, cases[i].format));
      g_assert_cmpint (sl_linux_states_get (&states, cases[i].state, &is_preempted), ==,
                       cases[i].letter);
      g_assert_cmpint (is_preempted, ==, cases[i].is_preempted);
      g_assert_cmpint (sl_linux_states_get (&states, 1, &is_preempted), ==, 'S');
      g_assert_cmpint (sl_linux_states_get (&states, 0, &is_preempted), ==, 'R');
    }

  sl_linux_states_init (&states);
  g_assert_false (sl_linux_states_parse (&states, "((((((((((((((((((((((((((((\"+\""));
  g_assert_cmpint (sl_linux_states_get (&states, 0x20, &is_preempted), ==, 'Z');
  g_assert_cmpint (sl_linux_state_from_text ("D|N", 3, &is_preempted), ==, 'I');
  g_assert_cmpint (sl_linux_state_from_text ("R+", 2, &is_preempted), ==, 'R');
  g_assert_true (is_preempted);
}

static void
test_names (void)
{
  g_autoptr (SlLinuxNames) names = sl_linux_names_new ();
  g_autofree char *line = NULL;

  g_test_summary (
      "A tid has the name that events say it had at that time, in whatever order they were read.");

  sl_linux_names_add_saved (names, 7, "saved", 5);
  sl_linux_names_add_saved (names, 8, "only", 4);
  sl_linux_names_add_comm (names, 7, 100, "bash", 4);
  sl_linux_names_add_comm (names, 7, 300, "ls", 2);
  sl_linux_names_add_comm (names, 7, 150, "bash", 4);
  sl_linux_names_add_comm (names, 7, 50, "<...>", 5);
  sl_linux_names_fork (names, 7, 400, "sh", 2);
  sl_linux_names_add_comm (names, 0, 10, "swapper/0", 9);
  sl_linux_names_add_object (names, SL_OBJECT_IRQ, 24, "nvme0q0", 7);
  sl_linux_names_set_tgid (names, 7, 100, 4);
  sl_linux_names_set_tgid (names, 7, 300, 5);
  sl_linux_names_set_tgid (names, 7, 200, 4);

  g_assert_cmpstr (sl_linux_names_get_comm (names, 7, 60), ==, "bash");
  g_assert_cmpstr (sl_linux_names_get_comm (names, 7, 299), ==, "bash");
  g_assert_cmpstr (sl_linux_names_get_comm (names, 7, 300), ==, "ls");
  g_assert_cmpstr (sl_linux_names_get_comm (names, 7, 400), ==, "sh");
  g_assert_cmpstr (sl_linux_names_get_comm (names, 8, 1), ==, "only");
  g_assert_null (sl_linux_names_get_comm (names, 0, 10));
  g_assert_null (sl_linux_names_get_comm (names, 9, 10));
  g_assert_cmpuint (sl_linux_names_get_tgid (names, 7), ==, 5);
  g_assert_cmpuint (sl_linux_names_get_tgid_at (names, 7, 99), ==, 0);
  g_assert_cmpuint (sl_linux_names_get_tgid_at (names, 7, 100), ==, 4);
  g_assert_cmpuint (sl_linux_names_get_tgid_at (names, 7, 299), ==, 4);
  g_assert_cmpuint (sl_linux_names_get_tgid_at (names, 7, 300), ==, 5);
  g_assert_cmpuint (sl_linux_names_get_tgid_at (names, 6, 300), ==, 0);
  g_assert_true (sl_linux_names_is_kernel_thread (names, 2, NULL));
  g_assert_true (sl_linux_names_is_kernel_thread (names, 24, "kworker/u12:4"));
  g_assert_true (sl_linux_names_is_kernel_thread (names, 24, "irq/24-nvme"));
  g_assert_false (sl_linux_names_is_kernel_thread (names, 24, "irqbalance"));
  g_assert_false (sl_linux_names_is_kernel_thread (names, 24, NULL));
  /* A thread of another process is none of the kernel's, whatever it is called. */
  g_assert_false (sl_linux_names_is_kernel_thread (names, 7, "kworker/0:1"));
  line = sl_linux_names_dup (names, SL_OBJECT_TASK, 7, 120);
  g_assert_cmpstr (line, ==, "ls");
  g_clear_pointer (&line, g_free);
  line = sl_linux_names_dup (names, SL_OBJECT_IRQ, 24, 0);
  g_assert_cmpstr (line, ==, "nvme0q0");
}

static void
test_marks (void)
{
  static const struct
  {
    const char *text;
    SlLinuxVerb verb;
    const char *name;
    int number;
  } cases[] = {
    { "begin job dl-a 12", SL_LINUX_VERB_JOB_BEGIN, "dl-a", 12 },
    { "end job dl-a 12", SL_LINUX_VERB_JOB_END, "dl-a", 12 },
    { "task dl-b tid 15335 period 20000000 deadline 15000000 runtime 5000000",
      SL_LINUX_VERB_DEADLINE, "dl-b", 15000 },
    { "[0] begins loop 3 phase 0 step 3", SL_LINUX_VERB_JOB_BEGIN, "", 3 },
    { "[0] end loop 4 phase 0 step 3", SL_LINUX_VERB_JOB_ENDED, "", 4 },
    { "rtapp_loop: event=start thread_loop=5 phase=0 phase_loop=5", SL_LINUX_VERB_JOB_BEGIN, "",
      5 },
    { "rtapp_stats: period=10 run=5 wu_lat=3 slack=-12 c_run=4", SL_LINUX_VERB_MISS, "", 0 },
    { "rtapp_stats: period=10 run=5 wu_lat=3 slack=-12 c_period=20000 c_run=4", SL_LINUX_VERB_MISS,
      "", 20000 },
    { "rtapp_stats: period=10 run=5 wu_lat=3 slack=12 c_period=20000 c_run=4",
      SL_LINUX_VERB_DEADLINE, "", 20000 },
    { "rtapp_stats: period=10 run=5 wu_lat=3 slack=12 c_run=4", SL_LINUX_VERB_TEXT,
      "rtapp_stats: period=# run=# wu_lat=# slack=# c_run", 0 },
    { "locked low", SL_LINUX_VERB_LOCKED, "low", 0 },
    { "unlock low", SL_LINUX_VERB_UNLOCK, "low", 0 },
    { "B|1234|draw frame 7", SL_LINUX_VERB_SPAN_BEGIN, "draw frame 7", 0 },
    { "E|1234", SL_LINUX_VERB_SPAN_END, "", 0 },
    { "E", SL_LINUX_VERB_SPAN_END, "", 0 },
    { "Everything", SL_LINUX_VERB_TEXT, "Everything", 0 },
    { "C|1|queue|-4", SL_LINUX_VERB_VALUE, "queue", -4 },
    { "hit latency threshold (120 > 100)", SL_LINUX_VERB_MISS, "", 0 },
    { "took 17 us", SL_LINUX_VERB_TEXT, "took # us", 0 },
    { "cycle 17 of 200", SL_LINUX_VERB_TEXT, "cycle # of", 0 },
    { "step: 3", SL_LINUX_VERB_TEXT, "step", 0 },
    { "17", SL_LINUX_VERB_TEXT, "#", 0 },
  };
  g_autoptr (SlLinuxNames) names = sl_linux_names_new ();

  g_test_summary (
      "Marks of known programs say what they begin and end; others are named by their text.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    sl_linux_mark_learn (names, cases[i].text, strlen (cases[i].text));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SlEvent event = { .kind = SL_KIND_LINUX_PRINT, .detail = SL_LINUX_DETAIL (4194303, 0) };

      g_test_message ("%s", cases[i].text);
      sl_linux_mark_set (names, cases[i].text, strlen (cases[i].text), &event);
      g_assert_cmpuint (sl_linux_get_common_pid (&event), ==, 4194303);
      g_assert_cmpuint (sl_linux_get_extra (&event), ==, cases[i].verb);
      g_assert_cmpstr (sl_linux_names_get_text (names, (guint32) event.a), ==, cases[i].name);
      g_assert_cmpint (cases[i].verb == SL_LINUX_VERB_DEADLINE ||
                               cases[i].verb == SL_LINUX_VERB_MISS
                           ? sl_linux_rules_unpack (event.b).deadline / 1000
                           : (gint64) event.b,
                       ==, cases[i].number);
      if (cases[i].verb == SL_LINUX_VERB_DEADLINE)
        g_assert_cmpint (sl_linux_rules_unpack (event.b).period, ==, 20000000);
      g_assert_cmpint ((event.flags & SL_EVENT_NO_A) != 0, ==, cases[i].name[0] == '\0');
    }
}

static void
test_rules (void)
{
  static const struct
  {
    const char *text;
    SlLinuxRules rules;
  } cases[] = {
    { "task a tid 5 period 20000000 deadline 15000000 runtime 5000000",
      { 20000000, 15000000, 5000000, FALSE } },
    { "task a tid 5 period 20000000 deadline 15000000", { 20000000, 15000000, 0, FALSE } },
    { "task a tid 5 period 2097151000 deadline 1001 runtime 2097151999",
      { 2097151000, 1000, 2097151000, FALSE } },
    /* Longer than what three rules have room for. */
    { "task a tid 5 period 60000000000 deadline 50000000000 runtime 1000000",
      { 60000000000, 50000000000, 0, FALSE } },
    { "task a tid 5 period 3600000000000 deadline 3600000000000 runtime 1000000",
      { 3600000000000, 3600000000000, 0, FALSE } },
    { "task a tid 5 period 100000000000000000 deadline 1000000000000",
      { 100000000000000000, 1000000000000, 0, FALSE } },
    { "rtapp_stats: period=10 run=5 wu_lat=3 slack=-12 c_period=7200000000 c_run=4",
      { 7200000000000, 7200000000000, 0, FALSE } },
    /* No unit holds both. */
    { "task a tid 5 period 3600000000000 deadline 3600000001000", { 0, 0, 0, TRUE } },
    { "task a tid 5 period 99999999999999999999 deadline 5000000000", { 0, 0, 0, TRUE } },
    { "rtapp_stats: period=10 run=5 wu_lat=3 slack=-12 c_period=99999999999999999 c_run=4",
      { 0, 0, 0, TRUE } },
  };
  g_autoptr (SlLinuxNames) names = sl_linux_names_new ();

  g_test_summary (
      "A mark of a task's period, deadline and budget keeps them to the microsecond, or nothing of them.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SlEvent event = { .kind = SL_KIND_LINUX_PRINT };
      SlLinuxRules rules;

      sl_linux_mark_set (names, cases[i].text, strlen (cases[i].text), &event);
      rules = sl_linux_rules_unpack (event.b);
      g_assert_cmpint (rules.period, ==, cases[i].rules.period);
      g_assert_cmpint (rules.deadline, ==, cases[i].rules.deadline);
      g_assert_cmpint (rules.budget, ==, cases[i].rules.budget);
      g_assert_cmpint (rules.is_refused, ==, cases[i].rules.is_refused);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/linux/packing", test_packing);
  g_test_add_func ("/linux/kinds", test_kinds);
  g_test_add_func ("/linux/futexes", test_futexes);
  g_test_add_func ("/linux/states", test_states);
  g_test_add_func ("/linux/names", test_names);
  g_test_add_func ("/linux/marks", test_marks);
  g_test_add_func ("/linux/rules", test_rules);

  return g_test_run ();
}
