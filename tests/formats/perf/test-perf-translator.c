/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the kernel's records of switches say about the processors. */
#include "sl-action.h"
#include "sl-linux-kinds.h"
#include "sl-perf-decoder.h"
#include "sl-perf-translator.h"
#include "sl-test.h"

/* In place of a thread: the record does not have it. */
#define NOBODY G_MAXUINT32

typedef struct
{
  SlTime time;
  guint16 cpu;
  guint16 kind;
  guint32 a;
  guint32 b;
  guint32 detail;
  guint role;
} Record;

static void
append_text (GString *text, const SlActed *acted)
{
  if (text->len > 0)
    g_string_append (text, ", ");
  g_string_append_printf (text, "%d %d:%s", (int) acted->time, acted->cpu,
                          sl_action_get_id (acted->action));
  if (acted->action == SL_ACTION_LOST)
    g_string_append_printf (text, "=%d", (int) acted->value);
  if (acted->task != SL_ACTED_NOTHING)
    g_string_append_printf (text, "(%d)", (int) acted->task);
}

/* What @records say, told in blocks of @n_events. */
static char *
translate (const SlTranslator *translator, const Record *records, gsize n_records, gsize n_events)
{
  g_autoptr (GArray) actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
  g_autofree gpointer state = g_malloc0 (translator->state_size);
  g_autofree SlEvent *events = g_new0 (SlEvent, n_records);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n_records; i++)
    {
      events[i] = (SlEvent) { .time = records[i].time,
                              .offset = i,
                              .a = records[i].a,
                              .b = records[i].b,
                              .kind = records[i].kind,
                              .cpu = records[i].cpu,
                              .detail = records[i].detail };
      events[i].flags = (records[i].a == NOBODY ? SL_EVENT_NO_A : 0) |
                        (records[i].b == NOBODY ? SL_EVENT_NO_B : 0) |
                        SL_LINUX_FLAGS (0, records[i].role);
    }
  translator->start (state, NULL);
  for (gsize i = 0; i < n_records; i += n_events)
    translator->translate (state, NULL, events + i, MIN (n_events, n_records - i), actions);
  if (translator->finish != NULL)
    translator->finish (state, NULL, actions);
  if (translator->clear != NULL)
    translator->clear (state);
  for (guint i = 0; i < actions->len; i++)
    append_text (text, &g_array_index (actions, SlActed, i));

  return g_string_free (text, FALSE);
}

static void
check_by (const SlTranslator *translator,
          const Record *records,
          gsize n_records,
          const char *expected)
{
  for (gsize n_events = 1; n_events <= n_records; n_events++)
    {
      g_autofree char *text = translate (translator, records, n_records, n_events);

      g_assert_cmpstr (text, ==, expected);
    }
}

static void
check (const Record *records, gsize n_records, const char *expected)
{
  check_by (&sl_perf_translator, records, n_records, expected);
}

static void
test_switches (void)
{
  static const Record records[] = {
    { 10, 0, SL_KIND_LINUX_SWITCH_IN, 7, 0, 0, 0 },
    { 20, 0, SL_KIND_LINUX_PREEMPTED, 7, 8, 0, 0 },
    { 21, 0, SL_KIND_LINUX_SWITCH_IN, 8, 7, 0, 0 },
    { 30, 0, SL_KIND_LINUX_SWITCH_OUT, 8, 0, 0, 0 },
  };

  g_test_summary (
      "A processor is the next thread's from the first record of the two that a switch has; who was "
      "preempted is ready, of any other nothing is known; thread 0 is the idle loop.");
  check (records, G_N_ELEMENTS (records),
         "10 0:run(7), 20 0:ready(7), 20 0:run(8), 30 0:forget(8), 30 0:run");
}

static void
test_next_unknown (void)
{
  static const Record records[] = {
    { 10, 0, SL_KIND_LINUX_SWITCH_IN, 7, NOBODY, 0, 0 },
    { 20, 0, SL_KIND_LINUX_PREEMPTED, 7, NOBODY, 0, 0 },
    { 25, 0, SL_KIND_LINUX_SWITCH_IN, NOBODY, NOBODY, 0, 0 },
    { 30, 0, SL_KIND_LINUX_SWITCH_IN, 9, NOBODY, 0, 0 },
    { 40, 0, SL_KIND_LINUX_SWITCH_OUT, NOBODY, 7, 0, 0 },
  };

  g_test_summary ("Where single threads are traced nobody knows who comes next; a thread that has "
                  "ended has no number any more, but was the one that ran.");
  check (records, G_N_ELEMENTS (records),
         "10 0:run(7), 20 0:forget, 20 0:ready(7), 25 0:forget, 30 0:run(9), 40 0:forget(9), "
         "40 0:run(7)");
}

static void
test_two_processors (void)
{
  static const Record records[] = {
    { 10, 0, SL_KIND_LINUX_SWITCH_IN, 7, 0, 0, 0 }, { 20, 3, SL_KIND_LINUX_SWITCH_IN, 7, 0, 0, 0 },
    { 30, 1, SL_KIND_LINUX_LOST, 5, NOBODY, 0, 0 }, { 40, 3, SL_KIND_LINUX_LOST, 5, NOBODY, 0, 0 },
    { 50, 0, SL_KIND_LINUX_SWITCH_IN, 7, 0, 0, 0 }, { 60, 1, SL_KIND_LINUX_FORK, 7, 6, 0, 0 },
    { 70, 1, SL_KIND_LINUX_COMM, 7, 7, 0, 0 },
  };

  g_test_summary (
      "A thread that runs elsewhere has left its processor; lost records make a processor unknown since "
      "its last switch; a number that is given again ends the thread that had it.");
  check (records, G_N_ELEMENTS (records),
         "10 0:run(7), 20 0:forget, 20 3:run(7), 20 3:forget, 50 0:run(7), 60 0:forget, "
         "60 1:end(7), 70 1:name(7)");
}

/* From @prev, which sleeps or is ready, to @next. */
#define TRACEPOINT(the_time, the_cpu, prev, letter, next)                                  \
  {                                                                                        \
    (the_time), (the_cpu), SL_KIND_LINUX_SCHED_SWITCH, (next), (prev),                     \
        SL_LINUX_SWITCH ((letter), FALSE, SL_LINUX_PRIO_UNKNOWN, SL_LINUX_PRIO_UNKNOWN), 0 \
  }

static void
test_beside_tracepoints (void)
{
  const Record records[] = {
    { 10, 0, SL_KIND_LINUX_SWITCH_OUT, 7, 8, 0, SL_PERF_ROLE_TOLD },
    TRACEPOINT (11, 0, 7, 'S', 8),
    { 12, 0, SL_KIND_LINUX_COMM, 9, 9, 0, SL_PERF_ROLE_TOLD },
    { 13, 0, SL_KIND_LINUX_FORK, 9, 8, 0, SL_PERF_ROLE_LIFE },
    TRACEPOINT (20, 0, 8, 'S', 9),
    { 30, 0, SL_KIND_LINUX_EXIT, 9, 8, 0, SL_PERF_ROLE_LIFE },
    TRACEPOINT (31, 0, 9, 'S', 0),
    { 40, 0, SL_KIND_LINUX_LOST, 5, NOBODY, 0, 0 },
  };

  g_test_summary (
      "Tracepoints say who runs; forks, exits and losses that they do not say count too.");
  check_by (&sl_perf_system_translator, records, G_N_ELEMENTS (records),
            "11 0:run(7), 11 0:sleep(7), 11 0:run(8), 13 0:create(9), 20 0:sleep(8), 20 0:run(9), "
            "31 0:end(9), 31 0:run, 31 0:forget(7), 31 0:forget(8), 40 0:lost=5");
}

static void
test_other_task (void)
{
  const Record records[] = {
    TRACEPOINT (10, 0, 7, 'S', 8),
    TRACEPOINT (12, 0, 8, 'R', 9),
    { 14, 0, SL_KIND_LINUX_COMM, 9, 9, 0, SL_PERF_ROLE_TOLD },
    { 15, 0, SL_KIND_LINUX_FORK, 6, 9, 0, SL_PERF_ROLE_TOLD },
    { 20, 0, SL_KIND_LINUX_FORK, 6, 5, 0, SL_PERF_ROLE_TOLD },
    { 21, 0, SL_KIND_LINUX_FORK, 6, 8, 0, SL_PERF_ROLE_TOLD },
    { 30, 0, SL_KIND_LINUX_EXIT, 8, 1, 0, SL_PERF_ROLE_TOLD },
    TRACEPOINT (40, 0, 8, 'S', 7),
    { 50, 0, SL_KIND_LINUX_EXIT, 8, 1, 0, SL_PERF_ROLE_TOLD },
  };

  g_test_summary (
      "A fork and an exit tell who ran: where the switch to it is missing, nobody knows since when, nor for how "
      "long it runs.");
  check_by (&sl_perf_system_translator, records, G_N_ELEMENTS (records),
            "10 0:run(7), 10 0:sleep(7), 10 0:run(8), 12 0:ready(8), 12 0:run(9), 12 0:forget, "
            "12 0:forget(8), 40 0:run(8), 40 0:sleep(8), 40 0:run(7), 40 0:forget");
}

static void
test_lost_at_end (void)
{
  const Record records[] = {
    TRACEPOINT (10, 0, 7, 'S', 8),
    { 20, 0, SL_KIND_LINUX_LOST_SAMPLES, 100, NOBODY, 12, SL_PERF_ROLE_TOLD },
    { 20, 0, SL_KIND_LINUX_LOST_SAMPLES, 50, NOBODY, 0, SL_PERF_ROLE_TOLD },
    { 20, 1, SL_KIND_LINUX_LOST_SAMPLES, 50, NOBODY, 0, SL_PERF_ROLE_TOLD },
  };

  g_test_summary ("What was lost behind the last record of a processor makes it unknown; what was "
                  "counted before is not lost again.");
  check_by (&sl_perf_system_translator, records, G_N_ELEMENTS (records),
            "10 0:run(7), 10 0:sleep(7), 10 0:run(8), 10 0:forget(7), 20 0:lost=12");
}

static void
test_single_tasks (void)
{
  const Record records[] = {
    TRACEPOINT (10, 0, 7, 'S', 8),
    { 30, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, 7, 0 },
    TRACEPOINT (40, 0, 7, 'R', 8),
  };

  g_test_summary (
      "Where only some tasks are recorded, one that is switched to is not seen to go, and one that is "
      "ready is not seen to come.");
  check_by (&sl_perf_tasks_translator, records, G_N_ELEMENTS (records),
            "10 0:run(7), 10 0:sleep(7), 10 0:run(8), 10 0:forget, 30 0:run(7), 40 0:ready(7), "
            "40 0:run(8), 40 0:forget, 40 0:forget(7)");
}

static void
test_switch_among_single (void)
{
  const Record records[] = {
    TRACEPOINT (10, 0, 7, 'S', 6),
    TRACEPOINT (20, 0, 8, 'R', 7),
    TRACEPOINT (30, 0, 7, 'S', 8),
    TRACEPOINT (40, 0, 8, 'S', 6),
    { 50, 0, SL_KIND_LINUX_EXIT, 7, 1, 0, SL_PERF_ROLE_TOLD },
    TRACEPOINT (60, 0, 8, 'S', 7),
    TRACEPOINT (70, 1, 9, 'S', 8),
  };

  g_test_summary (
      "One of the recorded tasks that another switches to runs until it is recorded to go; while it may "
      "go unseen, at the end or behind its exit, nobody knows for how long.");
  check_by (
      &sl_perf_tasks_translator, records, G_N_ELEMENTS (records),
      "10 0:run(7), 10 0:sleep(7), 10 0:run(6), 10 0:forget, 20 0:run(8), 20 0:ready(8), 20 0:run(7), "
      "30 0:sleep(7), 30 0:run(8), 40 0:sleep(8), 40 0:run(6), 40 0:forget, 50 0:run(7), 50 0:end(7), "
      "50 0:run, 50 0:forget, 60 0:run(8), 60 0:sleep(8), 60 0:run(7), 60 0:forget, 70 1:run(9), "
      "70 1:sleep(9), 70 1:run(8), 70 1:forget");
}

static void
test_woken_by_single (void)
{
  const Record records[] = {
    TRACEPOINT (10, 0, 7, 'S', 6),
    { 20, 0, SL_KIND_LINUX_SCHED_WAKING, 9, 8, 8, 0 },
    { 21, 0, SL_KIND_LINUX_SCHED_WAKEUP, 9, 0, 8, 0 },
    { 22, 0, SL_KIND_LINUX_SCHED_WAKEUP, 7, 0, 8, 0 },
    TRACEPOINT (30, 0, 8, 'S', 7),
    TRACEPOINT (40, 0, 7, 'R', 6),
  };

  g_test_summary (
      "Whom a recorded task wakes may run unseen, unless it is recorded itself: then only in the end.");
  check_by (
      &sl_perf_tasks_translator, records, G_N_ELEMENTS (records),
      "10 0:run(7), 10 0:sleep(7), 10 0:run(6), 10 0:forget, 20 0:run(8), 20 0:priority(9), "
      "20 0:release(9), 20 0:wake(9), 21 0:ready(9), 21 0:forget(9), 22 0:ready(7), 30 0:sleep(8), "
      "30 0:run(7), 40 0:ready(7), 40 0:run(6), 40 0:forget, 40 0:forget(7)");
}

static void
test_single_exits (void)
{
  const Record records[] = {
    TRACEPOINT (10, 0, 7, 'S', 8),
    TRACEPOINT (20, 0, 8, 'R', 9),
    { 30, 1, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, 8, 0 },
    { 40, 1, SL_KIND_LINUX_EXIT, 8, 1, 0, SL_PERF_ROLE_LIFE },
    TRACEPOINT (50, 0, 7, 'R', 6),
    { 60, 0, SL_KIND_LINUX_EXIT, 7, 1, 0, SL_PERF_ROLE_TOLD },
  };

  g_test_summary (
      "Where only some tasks are recorded, an exit is the last that is recorded of a task.");
  check_by (
      &sl_perf_tasks_translator, records, G_N_ELEMENTS (records),
      "10 0:run(7), 10 0:sleep(7), 10 0:run(8), 10 0:forget, 20 0:run(8), 20 0:ready(8), 20 0:run(9), 20 0:forget, "
      "20 1:forget(8), 30 1:run(8), 40 1:end(8), 40 1:run, 40 1:forget, "
      "50 0:run(7), 50 0:ready(7), 50 0:run(6), 50 0:forget, "
      "50 0:forget(7), 60 0:run(7), 60 0:end(7), 60 0:run, 60 0:forget");
}

static void
test_switches_beside (void)
{
  const Record records[] = {
    { 10, 0, SL_KIND_LINUX_SWITCH_IN, 7, 0, 0, 0 },
    { 20, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, 7, 0 },
    { 30, 0, SL_KIND_LINUX_SWITCH_OUT, 7, 8, 0, 0 },
    { 31, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, 7, 0 },
    { 40, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, 8, 0 },
  };

  g_test_summary ("Records of switches say who runs where no tracepoint does.");
  check_by (&sl_perf_system_translator, records, G_N_ELEMENTS (records),
            "10 0:run(7), 30 0:forget(7), 30 0:run(8)");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/perf-translator/switches", test_switches);
  g_test_add_func ("/perf-translator/switch-among-single", test_switch_among_single);
  g_test_add_func ("/perf-translator/woken-by-single", test_woken_by_single);
  g_test_add_func ("/perf-translator/next-unknown", test_next_unknown);
  g_test_add_func ("/perf-translator/two-processors", test_two_processors);
  g_test_add_func ("/perf-translator/beside-tracepoints", test_beside_tracepoints);
  g_test_add_func ("/perf-translator/other-task", test_other_task);
  g_test_add_func ("/perf-translator/lost-at-end", test_lost_at_end);
  g_test_add_func ("/perf-translator/single-tasks", test_single_tasks);
  g_test_add_func ("/perf-translator/single-exits", test_single_exits);
  g_test_add_func ("/perf-translator/switches-beside", test_switches_beside);

  return g_test_run ();
}
