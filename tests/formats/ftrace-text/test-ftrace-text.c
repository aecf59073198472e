/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A made-up recording is printed in each dialect of ftrace's text and read again. What is printed is known, so what is read
 * has to be the same, with the time as exact as the dialect has it. */

#include <string.h>

#include "sl-format-dump.h"
#include "sl-linux-kinds.h"
#include "sl-linux-source.h"
#include "sl-source-extras.h"
#include "sl-test-source.h"

#define N_EVENTS 6000
#define N_TASKS  12

typedef enum
{
  TRACEFS,
  TRACEFS_TGID,
  REPORT,       /* nanoseconds, trace-cmd's plugins, no flags */
  REPORT_RAW,   /* nanoseconds, numbers for states */
  REPORT_WHOLE, /* whole numbers */
  LATENCY,
  INSTANCE,
  PAGE,    /* of systrace */
  VERBOSE, /* of tracefs with that option and latency-format */
  N_DIALECTS,
} Dialect;

typedef enum
{
  SWITCH,
  WAKING,
  WAKEUP,
  MIGRATE,
  IRQ_ENTRY,
  SOFTIRQ_EXIT,
  TIMER,
  FUTEX,
  FUTEX_EXIT,
  MARK,
  RUNTIME,
  LOST,
  N_WHATS,
} What;

typedef struct
{
  What what;
  guint64 time;
  guint cpu;
  guint pid;
  guint other;
  int prio;
  int other_prio;
  char state;
  gboolean is_preempted;
  guint flags;
  guint64 number;
} Made;

/* Names with what heads of lines are made of. */
static const char *const comms[N_TASKS] = {
  "<idle>",  "bash",     "a b",   "k-1 [0]", "rt:x",  "-",
  "kw/0:1H", "irq/9-ac", "x 1.5", "(d)",     "m-2-3", "z"
};

static const char *
get_comm (guint pid)
{
  return comms[pid % N_TASKS];
}

static GArray *
make (GRand *rand, Dialect dialect)
{
  static const char states[] = { 'R', 'S', 'D', 'T', 'X', 'Z', 'I' };
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Made));
  guint64 time = 5000000000;
  gboolean is_fine = dialect == REPORT || dialect == REPORT_RAW || dialect == REPORT_WHOLE;
  gboolean has_flags =
      dialect != REPORT && dialect != REPORT_RAW && dialect != REPORT_WHOLE && dialect != INSTANCE;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      Made made = { .what = (What) g_rand_int_range (rand, 0, N_WHATS) };

      time += is_fine ? (guint64) g_rand_int_range (rand, 0, 5000)
                      : 1000 * (guint64) g_rand_int_range (rand, 0, 5);
      made.time = time;
      made.cpu = (guint) g_rand_int_range (rand, 0, 4);
      made.pid = (guint) g_rand_int_range (rand, 0, N_TASKS);
      made.other = (guint) g_rand_int_range (rand, 0, N_TASKS);
      made.prio = g_rand_int_range (rand, -1, 140);
      made.other_prio = g_rand_int_range (rand, -1, 140);
      made.state = states[g_rand_int_range (rand, 0, G_N_ELEMENTS (states))];
      made.is_preempted = made.state == 'R' && g_rand_boolean (rand);
      made.flags = has_flags ? (guint) g_rand_int_range (rand, 0, 3) * SL_LINUX_HARDIRQ : 0;
      made.number = g_rand_int (rand);
      g_array_append_val (all, made);
    }

  return all;
}

static void
print_head (GString *text, const Made *made, Dialect dialect)
{
  const char *in = made->flags == 0 ? "." : made->flags == SL_LINUX_HARDIRQ ? "h" : "s";
  guint seconds = (guint) (made->time / 1000000000), rest = (guint) (made->time % 1000000000);

  if (dialect == VERBOSE)
    {
      g_string_append_printf (text,
                              "%16s %7u %3u %u %08x %08x [%08" G_GINT64_MODIFIER "x] %u.%03ums "
                              "(+0.028ms): ",
                              get_comm (made->pid), made->pid, made->cpu, made->flags, 5, 17,
                              made->time / 1000, (guint) (made->time / 1000000),
                              (guint) (made->time / 1000 % 1000));
      return;
    }
  if (dialect == INSTANCE)
    g_string_append (text, "  rt:       ");
  g_string_append_printf (text, dialect == LATENCY ? "%8s-%-5u" : "%16s-%-7u", get_comm (made->pid),
                          made->pid);
  if (dialect == TRACEFS_TGID)
    g_string_append (text, made->pid == 0 ? "(-----) " : "(  777) ");
  if (dialect == LATENCY)
    g_string_append_printf (text, "   %u..%s1.", made->cpu, in);
  else
    g_string_append_printf (text, " [%03u]", made->cpu);
  if (dialect == TRACEFS || dialect == TRACEFS_TGID)
    g_string_append_printf (text, " d.%s2.", in);
  if (dialect == PAGE)
    g_string_append_printf (text, " d.%s2", in);

  if (dialect == REPORT_WHOLE)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT ": ", made->time);
  else if (dialect == REPORT || dialect == REPORT_RAW)
    g_string_append_printf (text, "  %u.%09u: ", seconds, rest);
  else
    g_string_append_printf (text, "  %u.%06u: ", seconds, rest / 1000);
}

static void
print_switch (GString *text, const Made *made, Dialect dialect)
{
  static const char letters[] = "SDTtXZPI";
  gboolean is_short = dialect == REPORT || dialect == REPORT_WHOLE || dialect == LATENCY;
  guint state = made->state == 'R' ? 0 : 1u << (strchr (letters, made->state) - letters);

  if (is_short)
    g_string_append_printf (text, "sched_switch:         %s:%u [%d] %c%s ==> %s:%u [%d]\n",
                            get_comm (made->pid), made->pid, made->prio, made->state,
                            made->is_preempted ? "+" : "", get_comm (made->other), made->other,
                            made->other_prio);
  else if (dialect == REPORT_RAW)
    g_string_append_printf (text,
                            "sched_switch:          prev_comm=%s prev_pid=%u prev_prio=%d "
                            "prev_state=%u next_comm=%s next_pid=%u next_prio=%d\n",
                            get_comm (made->pid), made->pid, made->prio,
                            state | (made->is_preempted ? 0x100 : 0), get_comm (made->other),
                            made->other, made->other_prio);
  else
    g_string_append_printf (text,
                            "sched_switch: prev_comm=%s prev_pid=%u prev_prio=%d prev_state=%c%s "
                            "==> next_comm=%s next_pid=%u next_prio=%d\n",
                            get_comm (made->pid), made->pid, made->prio, made->state,
                            made->is_preempted ? "+" : "", get_comm (made->other), made->other,
                            made->other_prio);
}

static void
print_wake (GString *text, const Made *made, Dialect dialect)
{
  gboolean is_short = dialect == REPORT || dialect == REPORT_WHOLE || dialect == LATENCY;
  const char *name = made->what == WAKING ? "sched_waking" : "sched_wakeup";

  if (is_short)
    g_string_append_printf (text, "%s:         %s:%u [%d] CPU:%03u\n", name, get_comm (made->other),
                            made->other, made->other_prio, made->cpu);
  else
    g_string_append_printf (text, "%s: comm=%s pid=%u prio=%d target_cpu=%03u\n", name,
                            get_comm (made->other), made->other, made->other_prio, made->cpu);
}

static void
print_futex (GString *text, const Made *made, Dialect dialect)
{
  gboolean is_tracefs = dialect == TRACEFS || dialect == TRACEFS_TGID;

  if (made->what == FUTEX_EXIT)
    g_string_append_printf (text, is_tracefs ? "sys_futex -> 0x%x\n" : "sys_exit_futex: 0x%x\n",
                            (guint) made->number);
  else if (is_tracefs)
    g_string_append_printf (text, "sys_futex(uaddr: 0x%x, op: 0x86, val: 0, utime: 0)\n",
                            (guint) made->number);
  else if (dialect == REPORT_RAW)
    g_string_append_printf (text, "sys_enter_futex: __syscall_nr=202 uaddr=0x%x op=0x00000086\n",
                            (guint) made->number);
  else if (made->number % 2 == 0)
    g_string_append_printf (text, "sys_enter_futex: uaddr: 0x%x, op: 0x86, val: 0x00000000\n",
                            (guint) made->number);
  else
    g_string_append_printf (text,
                            "sys_enter_futex: op=FUTEX_LOCK_PI|FUTEX_PRIVATE_FLAG uaddr=0x%x "
                            "val=0x00000000 utime=0x00000000\n",
                            (guint) made->number);
}

static void
print_rest (GString *text, const Made *made, Dialect dialect)
{
  guint number = (guint) made->number;

  switch ((int) made->what)
    {
    case MIGRATE:
      g_string_append_printf (
          text, "sched_migrate_task: comm=%s pid=%u prio=%d orig_cpu=%u dest_cpu=%u\n",
          get_comm (made->other), made->other, made->other_prio, made->cpu, (made->cpu + 1) % 4);
      break;
    case IRQ_ENTRY:
      g_string_append_printf (text, "irq_handler_entry: irq=%u name=dev-%u\n", number % 90,
                              number % 90);
      break;
    case SOFTIRQ_EXIT:
      g_string_append_printf (text, "softirq_exit: vec=%u [action=TIMER]\n", number % 10);
      break;
    case TIMER:
      g_string_append_printf (text,
                              "hrtimer_start: hrtimer=%s%08x function=%s expires=%u softexpires=1 "
                              "mode=REL|HARD\n",
                              dialect == REPORT_RAW ? "0x" : "", number, "hrtimer_wakeup/0x0",
                              number / 2);
      break;
    case MARK:
      g_string_append_printf (text, "%sbegin job loop %u\n",
                              dialect == TRACEFS || dialect == PAGE
                                  ? "tracing_mark_write: "
                                  : "print:   tracing_mark_write: ",
                              number % 1000);
      break;
    case RUNTIME:
      g_string_append_printf (text, "sched_stat_runtime: comm=%s pid=%u runtime=%u [ns]\n",
                              get_comm (made->other), made->other, number);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
print_loss (GString *text, const Made *made, Dialect dialect)
{
  guint count = made->number % 100;

  if (count == 0)
    g_string_append_printf (text, "CPU:%u [EVENTS DROPPED]\n", made->cpu);
  else if (dialect == TRACEFS)
    g_string_append_printf (text, "CPU:%u [LOST %u EVENTS]\n", made->cpu, count);
  else
    g_string_append_printf (text, "%sCPU:%u [%u EVENTS DROPPED]\n",
                            dialect == INSTANCE ? "  rt:  " : "", made->cpu, count);
}

static char *
print (GArray *all, Dialect dialect)
{
  GString *text =
      g_string_new (dialect == PAGE ? "<!DOCTYPE html>\n<script>function a-b () {}</script>\n"
                                      "<script class=\"trace-data\">\n# tracer: nop\n"
                    : dialect <= TRACEFS_TGID
                        ? "# tracer: nop\n#\n# entries-in-buffer/entries-written: 5/9   #P:4\n"
                        : "cpus=4\n");

  for (guint i = 0; i < all->len; i++)
    {
      const Made *made = &g_array_index (all, Made, i);

      if (made->what == LOST)
        {
          print_loss (text, made, dialect);
          continue;
        }
      print_head (text, made, dialect);
      if (made->what == SWITCH)
        print_switch (text, made, dialect);
      else if (made->what == WAKING || made->what == WAKEUP)
        print_wake (text, made, dialect);
      else if (made->what == FUTEX || made->what == FUTEX_EXIT)
        print_futex (text, made, dialect);
      else
        print_rest (text, made, dialect);
    }
  if (dialect == PAGE)
    g_string_append (text, "</script>\n</html>\n");
  return g_string_free (text, FALSE);
}

static void
assert_event (const SlEvent *event, const Made *made, SlSource *source)
{
  guint extra = sl_linux_get_extra (event);

  g_assert_cmpuint (event->cpu, ==, made->cpu);
  g_assert_cmpuint (sl_linux_get_common_flags (event) & 0x18, ==, made->flags);
  if (made->what != SWITCH && made->what != MIGRATE)
    g_assert_cmpuint (sl_linux_get_common_pid (event), ==, made->pid);

  switch ((int) made->what)
    {
    case SWITCH:
      g_assert_cmpuint (event->kind, ==, SL_KIND_LINUX_SCHED_SWITCH);
      g_assert_cmpuint (event->a, ==, made->other);
      g_assert_cmpuint (event->b, ==, made->pid);
      g_assert_cmphex (event->detail, ==,
                       SL_LINUX_SWITCH (made->state, made->is_preempted, made->prio,
                                        made->other_prio));
      break;
    case WAKING:
    case WAKEUP:
      g_assert_cmpuint (event->kind, ==,
                        made->what == WAKING ? SL_KIND_LINUX_SCHED_WAKING
                                             : SL_KIND_LINUX_SCHED_WAKEUP);
      g_assert_cmpuint (event->a, ==, made->other);
      g_assert_cmpint (made->what == WAKING ? SL_LINUX_WAKING_PRIO (event->detail)
                                            : SL_LINUX_PRIO_UNPACK (extra),
                       ==, made->other_prio);
      if (made->what == WAKEUP)
        g_assert_cmpuint (event->b, ==, made->cpu);
      break;
    case MIGRATE:
      g_assert_cmpuint (event->a, ==, made->other);
      g_assert_cmpuint (event->b, ==, (made->cpu + 1) % 4);
      g_assert_cmpuint (event->detail, ==, made->cpu);
      break;
    case IRQ_ENTRY:
      {
        g_autofree char *name =
            sl_source_get_object_name (source, SL_OBJECT_IRQ, event->a, event->time);
        g_autofree char *expected = g_strdup_printf ("dev-%u", (guint) made->number % 90);

        g_assert_cmpuint (event->a, ==, made->number % 90);
        g_assert_cmpstr (name, ==, expected);
      }
      break;
    case SOFTIRQ_EXIT:
      g_assert_cmpuint (event->a, ==, made->number % 10);
      break;
    case TIMER:
      g_assert_cmpuint (event->a, ==, made->number);
      g_assert_cmpuint (event->b, ==, made->number / 2);
      g_assert_cmpuint (SL_LINUX_TIMER_CLASS (extra), ==, SL_LINUX_TIMER_WAKEUP);
      g_assert_true (SL_LINUX_TIMER_IS_RELATIVE (extra));
      break;
    case FUTEX:
      g_assert_cmpuint (event->b, ==, made->number);
      g_assert_cmpuint (extra, ==, 0x86);
      g_assert_cmpuint (sl_linux_get_role (event), ==, SL_LINUX_ROLE_SYSCALL_ENTER);
      break;
    case FUTEX_EXIT:
      g_assert_cmpuint (event->b, ==, made->number);
      g_assert_cmpuint (sl_linux_get_role (event), ==, SL_LINUX_ROLE_SYSCALL_EXIT);
      break;
    case MARK:
      {
        g_autofree char *name =
            sl_source_get_object_name (source, SL_OBJECT_USER_EVENT, event->a, event->time);

        g_assert_cmpuint (event->kind, ==, SL_KIND_LINUX_PRINT);
        g_assert_cmpstr (name, ==, "loop");
        g_assert_cmpuint (event->b, ==, made->number % 1000);
      }
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
assert_loss (const SlEvent *event, const Made *made)
{
  g_assert_cmpuint (event->kind, ==, SL_KIND_LINUX_LOST);
  g_assert_cmpuint (event->a, ==, made->number % 100);
  g_assert_cmpint ((event->flags & SL_EVENT_NO_A) != 0, ==, made->number % 100 == 0);
  g_assert_cmpuint (event->cpu, ==, made->cpu);
}

static gboolean
has_note (SlSource *source, const char *part)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  for (guint i = 0; i < notes->len; i++)
    if (strstr (g_array_index (notes, SlNote, i).text, part) != NULL)
      return TRUE;

  return FALSE;
}

static SlSource *
open_text (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  const char *name = "trace";
  SlSource *source = sl_test_open_bytes (&bytes, &name, 1, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (source);
  g_assert_true (SL_IS_LINUX_SOURCE (source));
  return source;
}

static void
check_dialect (GRand *rand, Dialect dialect)
{
  g_autoptr (GArray) all = make (rand, dialect);
  g_autofree char *text = print (all, dialect);
  g_autoptr (SlSource) source = open_text (text);
  g_autoptr (GArray) events = sl_test_read_events (source);
  guint64 n_runtime = 0;
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const Made *made = &g_array_index (all, Made, i);
      const SlEvent *event;

      n_runtime += made->what == RUNTIME;
      if (made->what == RUNTIME)
        continue;

      g_assert_cmpuint (n, <, events->len);
      event = &g_array_index (events, SlEvent, n++);
      g_assert_cmpint (event->flags & SL_EVENT_BAD_TIME, ==, 0);
      if (made->what == LOST)
        {
          assert_loss (event, made);
          continue;
        }
      g_assert_cmpuint (sl_clock_to_absolute (sl_source_get_clock (source), event->time), ==,
                        made->time);
      assert_event (event, made, source);
    }
  g_assert_cmpuint (n, ==, events->len);
  g_assert_cmpuint (sl_source_get_n_unlisted (source, SL_KIND_LINUX_SCHED_STAT_RUNTIME), ==,
                    n_runtime);
  g_assert_cmpint (has_note (source, "overwritten"), ==, dialect <= TRACEFS_TGID);
  g_assert_cmpint (has_note (source, "no unit"), ==, dialect == REPORT_WHOLE);
  g_assert_false (has_note (source, "neither an event nor a comment"));
  sl_test_reread_at_random (source, events);
}

static void
test_dialects (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  g_test_summary (
      "A recording printed in any dialect is read as it was, whatever its tasks are called.");

  for (Dialect dialect = 0; dialect < N_DIALECTS; dialect++)
    {
      g_test_message ("dialect %u", dialect);
      check_dialect (rand, dialect);
    }
}

static void
test_old_states (void)
{
  g_autoptr (SlSource) source = open_text (
      "cpus=6\n"
      " <...>-1701  [001]    76.211513: sched_switch: prev_comm=a prev_pid=1701 prev_prio=120 "
      "prev_state=16 next_comm=swapper/1 next_pid=0 next_prio=120\n"
      " sh-1642  [002]    76.211701: sched_switch: prev_comm=sh prev_pid=1642 prev_prio=120 "
      "prev_state=4096 next_comm=b next_pid=46 next_prio=120\n");
  g_autoptr (GArray) events = sl_test_read_events (source);

  g_test_summary ("Raw states are those of the kernel whose mark of preempted tasks they have.");

  g_assert_cmpint (SL_LINUX_SWITCH_LETTER (g_array_index (events, SlEvent, 0).detail), ==, 'Z');
  g_assert_cmpint (SL_LINUX_SWITCH_LETTER (g_array_index (events, SlEvent, 1).detail), ==, 'R');
  g_assert_true (SL_LINUX_SWITCH_IS_PREEMPTED (g_array_index (events, SlEvent, 1).detail));
}

static void
test_no_success (void)
{
  g_autoptr (SlSource) source = open_text (
      " a-1  [001] ....   2.000001: sched_wakeup: comm=b pid=7 prio=120 success=0 target_cpu=001\n"
      " a-1  [001] ....   2.000002: sched_wakeup: comm=b pid=7 prio=120 success=1 target_cpu=001\n"
      " a-1  [001] ....   2.000003: sched_wakeup: comm=b pid=7 prio=120 target_cpu=001\n");
  g_autoptr (GArray) events = sl_test_read_events (source);

  g_test_summary ("A wake-up of old kernels says whether it woke anybody; new ones always do.");

  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (sl_linux_get_role (&g_array_index (events, SlEvent, i)), ==,
                     i == 0 ? SL_LINUX_ROLE_NO_WAKEUP : SL_LINUX_ROLE_NONE);
}

static void
test_backward (void)
{
  g_autoptr (SlSource) source = open_text (" a-1  [001] ....   2.000002: tick_stop: success=1\n"
                                           " a-1  [001] ....   2.000001: tick_stop: success=1\n"
                                           "what is this\n"
                                           " a-1  [001] ....   2.000003: tick_stop: success=1\n");
  g_autoptr (GArray) events = sl_test_read_events (source);

  g_test_summary (
      "An event that goes back takes the time before it; a line that is none is a note.");

  g_assert_cmpuint (events->len, ==, 3);
  g_assert_cmpint (g_array_index (events, SlEvent, 1).time, ==, 0);
  g_assert_cmpint (g_array_index (events, SlEvent, 1).flags & SL_EVENT_BAD_TIME, !=, 0);
  g_assert_cmpint (g_array_index (events, SlEvent, 2).time, ==, 1000);
  g_assert_cmpstr (sl_kind_get (g_array_index (events, SlEvent, 0).kind)->id, ==,
                   "timer:tick_stop");
  g_assert_true (has_note (source, "earlier than the previous one"));
  g_assert_true (has_note (source, "neither an event nor a comment"));
}

static void
test_damage (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (GArray) all = make (rand, TRACEFS_TGID);
  g_autofree char *text = NULL;
  gsize length;

  g_test_summary ("Damaged text is read as far as it goes, and in the same way each time.");

  g_array_set_size (all, 300);
  text = print (all, TRACEFS_TGID);
  length = strlen (text);
  for (guint round = 0; round < 40; round++)
    {
      g_autofree char *copy = g_strdup (text);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (SlSource) source = NULL;
      const char *name = "trace";

      for (guint i = 0; i < 60; i++)
        copy[(guint) g_rand_int_range (rand, 0, (gint) length)] =
            (char) g_rand_int_range (rand, 1, 256);
      bytes = g_bytes_new (copy, length - (gsize) g_rand_int_range (rand, 0, 200));
      source = sl_test_open_bytes (&bytes, &name, 1, "ftrace-text", NULL);
      if (source != NULL)
        {
          g_autoptr (GArray) events = sl_test_read_events (source);

          sl_test_reread_at_random (source, events);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ftrace-text/dialects", test_dialects);
  g_test_add_func ("/ftrace-text/old-states", test_old_states);
  g_test_add_func ("/ftrace-text/no-success", test_no_success);
  g_test_add_func ("/ftrace-text/backward", test_backward);
  g_test_add_func ("/ftrace-text/damage", test_damage);

  return g_test_run ();
}
