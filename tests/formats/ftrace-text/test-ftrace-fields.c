/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What lines of ftrace's text say, as fields of filters and lists. */
#include <string.h>

#include "sl-format-dump.h"
#include "sl-linux-kinds.h"
#include "sl-linux-source.h"
#include "sl-source.h"

static SlSource *
open_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  const char *name = "trace";
  SlSource *source = sl_test_open_bytes (&bytes, &name, 1, "ftrace-text", &error);

  g_assert_no_error (error);
  return source;
}

/* What the field of the event of that number is; NULL where it has none. */
static char *
dup_field (SlSource *source, guint number, const char *field)
{
  g_autoptr (GArray) events = sl_test_read_events (source);
  g_autoptr (GArray) details = sl_details_new ();
  const SlDetail *detail;

  g_assert_cmpuint (number, <, events->len);
  g_assert_true (
      sl_source_describe (source, g_array_index (events, SlEvent, number).offset, details));
  detail = sl_details_find (details, field);
  return detail != NULL ? g_strdup (detail->plain) : NULL;
}

static void
assert_field (SlSource *source, guint number, const char *field, const char *wanted)
{
  g_autofree char *found = dup_field (source, number, field);

  g_assert_cmpstr (found, ==, wanted);
}

static void
test_noise (void)
{
  static const struct
  {
    guint number;
    const char *field;
    const char *value;
  } wanted[] = {
    { 0, "seqnum", "7" },           { 0, "context", "1" },      { 0, "timer_latency", "11700" },
    { 1, "seqnum", "8" },           { 1, "context", "0" },      { 1, "timer_latency", "932" },
    { 2, "desc", "local_timer" },   { 2, "vector", "236" },     { 2, "start", "548771077442" },
    { 2, "duration", "7597" },      { 3, "vector", "1" },       { 3, "desc", NULL },
    { 3, "duration", "12" },        { 4, "comm", "cc1: x" },    { 4, "pid", "87882" },
    { 4, "start", "548771078243" }, { 5, "duration", "9912" },  { 5, "interference", "3" },
    { 6, "runtime", "1000000" },    { 6, "noise", "190" },      { 6, "max_sample", "9" },
    { 6, "hw_count", "18" },        { 6, "nmi_count", "0" },    { 6, "irq_count", "1007" },
    { 6, "softirq_count", "18" },   { 6, "thread_count", "1" },
  };
  g_autoptr (SlSource) source = open_text (
      " a-7 [000] ..... 548.000001: #7     context thread timer_latency     11700 ns\n"
      " a-7 [000] 548.000002: timerlat: seq:8\tcontext:0\ttimer_latency:932\n"
      " a-7 [000] d.h.. 548.000003: irq_noise: local_timer:236 start 548.771077442 duration 7597 ns\n"
      " a-7 [000] d.h.. 548.000004: softirq_noise:    TIMER:1 start 548.771077442 duration 12 ns\n"
      " a-7 [000] d.h.. 548.000005: thread_noise: cc1: x:87882 start 548.771078243 duration 9909 ns\n"
      " a-7 [000] d.h.. 548.000006: sample_threshold: start 548.771078243 duration 9912 ns interference 3\n"
      " a-7 [000] ..... 548.000007:    1000000        190  99.98100       9     18      0   1007     "
      "18      1\n"
      " a-7 [000] ..... 548.000008: 1000000 190 99 9 18 0 1007 18 1\n");
  g_autoptr (GArray) events = sl_test_read_events (source);

  g_test_summary (
      "What timerlat and osnoise print are fields by the names that the kernel gives them");

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    assert_field (source, wanted[i].number, wanted[i].field, wanted[i].value);
  g_assert_cmpuint (g_array_index (events, SlEvent, 1).a, ==, 8);
  g_assert_cmpuint (g_array_index (events, SlEvent, 1).b, ==, 932);
  g_assert_cmpuint (g_array_index (events, SlEvent, 6).kind, ==, SL_KIND_LINUX_OSNOISE);
  g_assert_cmpuint (g_array_index (events, SlEvent, 7).kind, !=, SL_KIND_LINUX_OSNOISE);
}

static void
test_returns (void)
{
  g_autoptr (SlSource) source = open_text (
      " a-7  [000] .....     1.000001: sys_futex -> 0xffffffffffffff92\n"
      " a-7  [000]     1.000002: sys_exit_futex:  __syscall_nr=202 ret=0xffffffffffffff92\n"
      " a-7  [000]     1.000003: sys_exit_futex:  0x1\n"
      " a-7  [000]     1.000004: some_event:  ret=0xffffffffffffff92\n");

  g_test_summary ("What a system call returns is a signed decimal number");

  assert_field (source, 0, "ret", "-110");
  assert_field (source, 1, "ret", "-110");
  assert_field (source, 2, "ret", "1");
  assert_field (source, 3, "ret", "0xffffffffffffff92");
}

static void
test_marks (void)
{
  static const char *const heads[] = { "tracing_mark_write: ",
                                       "print:  tracing_mark_write: ",
                                       "print:  ip=tracing_mark_write buf=",
                                       "print:  ip=0xffffffff81234567 buf=",
                                       "print:  0xffffffff81234567: ",
                                       "print:  0xffffffff81234567s: ",
                                       "print:  rb_wake_up_waiters: ",
                                       "print:  write_raw_marker.isra.0: " };
  static const char *const functions[] = { NULL,
                                           "tracing_mark_write",
                                           "tracing_mark_write",
                                           "0xffffffff81234567",
                                           "0xffffffff81234567",
                                           "0xffffffff81234567",
                                           "rb_wake_up_waiters",
                                           "write_raw_marker.isra.0" };

  g_test_summary (
      "A mark is the same however trace-cmd or the kernel print it, also with raw fields");

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autofree char *text = g_strdup_printf (" a-7  [000]     1.000001: %sbegin job loop 3\n"
                                               " a-7  [000]     1.000002: %sip=x buf=1\n",
                                               heads[i], heads[i]);
      g_autoptr (SlSource) source = open_text (text);
      g_autoptr (GArray) events = sl_test_read_events (source);
      const SlEvent *mark = &g_array_index (events, SlEvent, 0);
      g_autofree char *name =
          sl_source_get_object_name (source, SL_OBJECT_USER_EVENT, mark->a, mark->time);

      g_assert_cmpuint (mark->kind, ==, SL_KIND_LINUX_PRINT);
      g_assert_cmpstr (name, ==, "loop");
      g_assert_cmpuint (mark->b, ==, 3);
      assert_field (source, 0, "buf", "begin job loop 3");
      assert_field (source, 0, "ip", functions[i]);
      assert_field (source, 1, "buf", "ip=x buf=1");
    }
}

static void
assert_timer (GArray *events, guint number, SlLinuxTimer timer)
{
  guint extra = sl_linux_get_extra (&g_array_index (events, SlEvent, number));

  g_assert_cmpuint (SL_LINUX_TIMER_CLASS (extra), ==, timer);
}

static void
test_timers (void)
{
  g_autoptr (SlSource) source = open_text (
      " a-7 [000] 1.000001: hrtimer_expire_entry: hrtimer=0xff10 now=1 function=0xffff8147\n"
      " a-7 [000] 1.000002: hrtimer_start: hrtimer=0xff10 function=posix_timer_fn expires=9 mode=8\n"
      " a-7 [000] 1.000003: hrtimer_start: hrtimer=0xff20 function=hrtimer_wakeup expires=9 mode=10\n"
      " a-7 [000] 1.000004: hrtimer_start: hrtimer=0xff30 function=hrtimer_wakeup expires=9 mode=11\n"
      " a-7 [000] 1.000005: hrtimer_expire_entry: hrtimer=0xff20 now=9 function=0xffff8148\n"
      " a-7 [000] 1.000006: hrtimer_expire_entry: hrtimer=0xff30 now=9 function=0xffff8148\n"
      " a-7 [000] 1.000007: hrtimer_expire_entry: hrtimer=0xff40 now=9 function=0xffff8148\n"
      " a-7 [000] 1.000008: hrtimer_expire_entry: hrtimer=0xff40 now=9 function=0xffff8149\n");
  g_autoptr (GArray) events = sl_test_read_events (source);

  g_test_summary (
      "With raw fields, what a timer was started with says what the address is that it calls");

  assert_timer (events, 0, SL_LINUX_TIMER_POSIX);
  assert_timer (events, 4, SL_LINUX_TIMER_WAKEUP);
  assert_timer (events, 5, SL_LINUX_TIMER_WAKEUP);
  assert_timer (events, 6, SL_LINUX_TIMER_WAKEUP);
  assert_timer (events, 7, SL_LINUX_TIMER_UNKNOWN);
  for (guint i = 1; i < 4; i++)
    g_assert_cmpint (SL_LINUX_TIMER_IS_RELATIVE (
                         sl_linux_get_extra (&g_array_index (events, SlEvent, i))),
                     ==, i == 3);
}

/* Names of at most 15 bytes, as the kernel has them, each with what another field of its line looks like. */
static void
test_odd_names (void)
{
  static const struct
  {
    guint number;
    const char *field;
    const char *value;
  } wanted[] = {
    { 0, "prev_comm", "a prev_pid=7 b" },
    { 0, "prev_pid", "12" },
    { 0, "prev_prio", "120" },
    { 0, "prev_state", "S" },
    { 0, "next_comm", "next_prio=1 " },
    { 0, "next_pid", "13" },
    { 0, "next_prio", "97" },
    { 1, "comm", "x pid=5 prio=9" },
    { 1, "pid", "14" },
    { 1, "prio", "110" },
    { 1, "target_cpu", "2" },
    { 2, "comm", "pid=1 pid=2 pid" },
    { 2, "pid", "15" },
    { 2, "child_comm", "child_pid=3 x" },
    { 2, "child_pid", "16" },
    { 3, "pid", "16" },
    { 3, "comm", "q clone_flags=" },
    { 3, "clone_flags", "10000" },
    { 4, "filename", "/tmp/a pid=3 old_pid=4" },
    { 4, "pid", "17" },
    { 4, "old_pid", "18" },
    { 5, "prev_comm", "a:7 [120] S" },
    { 5, "prev_pid", "19" },
    { 5, "prev_state", "D" },
    { 5, "next_comm", "prev_state=R" },
    { 5, "next_pid", "20" },
    { 6, "comm", "x pid=5" },
    { 6, "pid", "22" },
    { 6, "prio", "98" },
    { 6, "target_cpu", "1" },
    { 7, "oldcomm", "newcomm=a" },
    { 7, "newcomm", "b" },
  };
  g_autoptr (SlSource) source = open_text (
      " a-1 [000] ..... 1.000001: sched_switch: prev_comm=a prev_pid=7 b prev_pid=12 prev_prio=120 "
      "prev_state=S ==> next_comm=next_prio=1  next_pid=13 next_prio=97\n"
      " a-1 [000] ..... 1.000002: sched_waking: comm=x pid=5 prio=9 pid=14 prio=110 "
      "target_cpu=002\n"
      " a-1 [000] ..... 1.000003: sched_process_fork: comm=pid=1 pid=2 pid pid=15 "
      "child_comm=child_pid=3 x child_pid=16\n"
      " a-1 [000] ..... 1.000004: task_newtask: pid=16 comm=q clone_flags= clone_flags=10000 "
      "oom_score_adj=0\n"
      " a-1 [000] ..... 1.000005: sched_process_exec: filename=/tmp/a pid=3 old_pid=4 pid=17 "
      "old_pid=18\n"
      " a-1 [000] ..... 1.000006: sched_switch: a:7 [120] S:19 [110] D ==> prev_state=R:20 [98]\n"
      " a-1 [000] ..... 1.000007: sched_wakeup: x pid=5:22 [98] CPU:001\n"
      " a-1 [000] ..... 1.000008: task_rename: pid=23 oldcomm=newcomm=a newcomm=b "
      "oom_score_adj=0\n");
  g_autoptr (GArray) events = sl_test_read_events (source);
  static const guint64 numbers[][2] = { { 13, 12 }, { 14, 1 },  { 16, 15 }, { 1, 0 },
                                        { 17, 18 }, { 20, 19 }, { 22, 1 } };

  g_test_summary (
      "A task may be named like a field of its line; its name and the field are read all the same");

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_test_message ("%u %s", wanted[i].number, wanted[i].field);
      assert_field (source, wanted[i].number, wanted[i].field, wanted[i].value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_test_message ("event %u", i);
      g_assert_cmpuint (g_array_index (events, SlEvent, i).a, ==, numbers[i][0]);
      g_assert_cmpuint (g_array_index (events, SlEvent, i).b, ==, numbers[i][1]);
    }
}

/* Numbers that no task can have, in lines without names of fields. */
static void
test_wrong_tids (void)
{
  g_autoptr (SlSource) source =
      open_text (" a-1 [000] ..... 1.000002: sched_waking: real:5 [120] CPU:001\n"
                 " a-1 [000] ..... 1.000003: sched_waking: wrong:4294967301 [120] CPU:001\n"
                 " a-1 [000] ..... 1.000004: sched_waking: x:-5 [120] CPU:001\n");
  g_autoptr (GArray) events = sl_test_read_events (source);
  const SlLinuxNames *names = sl_linux_source_get_names (SL_LINUX_SOURCE (source));

  g_test_summary ("A number that is no tid names no other task");

  g_assert_cmpuint (events->len, ==, 3);
  g_assert_cmpstr (sl_linux_names_get_comm (names, 5, 1000004000), ==, "real");
  g_assert_cmpuint (g_array_index (events, SlEvent, 2).a, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-fields/marks", test_marks);
  g_test_add_func ("/ftrace-fields/noise", test_noise);
  g_test_add_func ("/ftrace-fields/odd-names", test_odd_names);
  g_test_add_func ("/ftrace-fields/returns", test_returns);
  g_test_add_func ("/ftrace-fields/timers", test_timers);
  g_test_add_func ("/ftrace-fields/wrong-tids", test_wrong_tids);

  return g_test_run ();
}
