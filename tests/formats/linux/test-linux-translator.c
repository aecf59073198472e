/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the order of Linux's events says, in short stories told by hand. */
#include "sl-action.h"
#include "sl-linux-kinds.h"
#include "sl-linux-marks.h"
#include "sl-linux-source.h"

#define DL   -1
#define RT   20
#define FAIR 120

static GArray *story;           /* of SlEvent */
static gboolean has_priorities; /* they are said, too */

static SlEvent *
tell (SlTime time, guint16 cpu, guint16 kind, guint64 a, guint64 b, guint32 detail)
{
  SlEvent event = { .time = time, .cpu = cpu, .kind = kind, .a = a, .b = b, .detail = detail };

  event.offset = story->len;
  g_array_append_val (story, event);
  return &g_array_index (story, SlEvent, story->len - 1);
}

static void
switch_to (SlTime time,
           guint16 cpu,
           guint prev,
           char letter,
           guint next,
           int prev_prio,
           int next_prio)
{
  tell (time, cpu, SL_KIND_LINUX_SCHED_SWITCH, next, prev,
        SL_LINUX_SWITCH (letter, FALSE, prev_prio, next_prio));
}

static void
wake (SlTime time, guint16 cpu, guint tid, guint by, guint flags, int prio)
{
  tell (time, cpu, SL_KIND_LINUX_SCHED_WAKING, tid, by, SL_LINUX_WAKING (0, prio))->flags =
      SL_LINUX_FLAGS (flags, 0);
  tell (time + 1, cpu, SL_KIND_LINUX_SCHED_WAKEUP, tid, cpu,
        SL_LINUX_DETAIL (by, SL_LINUX_PRIO_PACK (prio)));
}

static void
futex (SlTime time, guint16 cpu, guint tid, guint op, guint64 address)
{
  tell (time, cpu, SL_KIND_LINUX_SYS_ENTER_FUTEX, 202, address, SL_LINUX_DETAIL (tid, op))->flags =
      SL_LINUX_FLAGS (0, SL_LINUX_ROLE_SYSCALL_ENTER);
}

static void
futex_exit (SlTime time, guint16 cpu, guint tid)
{
  tell (time, cpu, SL_KIND_LINUX_SYS_EXIT_FUTEX, 202, 0, SL_LINUX_DETAIL (tid, 0))->flags =
      SL_LINUX_FLAGS (0, SL_LINUX_ROLE_SYSCALL_EXIT);
}

static void
timer (SlTime time, guint16 kind, guint tid, guint64 b, SlLinuxTimer class)
{
  tell (time, 0, kind, 0x100, b, SL_LINUX_DETAIL (tid, SL_LINUX_TIMER (class, FALSE, FALSE)));
}

static void
append_action (GString *text, const SlActed *acted)
{
  if (acted->action == SL_ACTION_PRIORITY && !has_priorities)
    return;
  g_string_append_printf (text, "%s%d %d:%s", text->len > 0 ? ", " : "", (int) acted->time,
                          acted->cpu, sl_action_get_id (acted->action));
  if (acted->task != SL_ACTED_NOTHING)
    g_string_append_printf (text, "(%d)", (int) acted->task);
  if (acted->object != SL_ACTED_NOTHING)
    g_string_append_printf (text, " %s:%d", sl_object_type_get_id (acted->object_type),
                            (int) acted->object);
  if (acted->action == SL_ACTION_PRIORITY)
    g_string_append_printf (text, "=%d", (int) acted->value);
}

/* Checks what was told, in blocks of one event and of all; and clears it. */
static void
assert_says (const char *expected)
{
  for (guint n = 1; n <= story->len; n = n == 1 && story->len > 1 ? story->len : story->len + 1)
    {
      g_autoptr (GArray) actions = g_array_new (FALSE, FALSE, sizeof (SlActed));
      g_autofree gpointer state = g_malloc0 (sl_linux_translator.state_size);
      g_autoptr (GString) text = g_string_new (NULL);

      sl_linux_translator.start (state, NULL);
      for (guint i = 0; i < story->len; i += n)
        sl_linux_translator.translate (state, NULL, &g_array_index (story, SlEvent, i),
                                       MIN (n, story->len - i), actions);
      sl_linux_translator.finish (state, NULL, actions);
      sl_linux_translator.clear (state);
      for (guint i = 0; i < actions->len; i++)
        append_action (text, &g_array_index (actions, SlActed, i));
      g_assert_cmpstr (text->str, ==, expected);
    }
  g_array_set_size (story, 0);
}

static void
test_states (void)
{
  g_test_summary (
      "Who leaves its processor does what the letter of its state says; the idle task is none.");

  switch_to (10, 0, 5, 'R', 6, FAIR, FAIR);
  switch_to (20, 0, 6, 'D', 0, FAIR, FAIR);
  switch_to (30, 0, 0, 'R', 7, FAIR, FAIR);
  switch_to (40, 0, 7, 'T', 8, FAIR, FAIR);
  switch_to (50, 0, 8, 'I', 9, FAIR, FAIR);
  switch_to (60, 0, 9, 'X', 5, FAIR, FAIR);
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(6), 20 0:sleep-uninterruptibly(6), 20 0:run, "
               "30 0:run(7), 40 0:stop(7), 40 0:run(8), 50 0:sleep(8), 50 0:run(9), 60 0:end(9), "
               "60 0:run(5)");
}

static void
test_deep_sleep (void)
{
  g_test_summary (
      "The end of an uninterruptible sleep is said as soon as anything else is said of the task, and at the end "
      "where nothing is.");

  switch_to (10, 0, 5, 'D', 6, FAIR, FAIR);
  tell (20, 0, SL_KIND_LINUX_SCHED_WAKING, 5, 6, SL_LINUX_WAKING (0, FAIR));
  tell (21, 1, SL_KIND_LINUX_SOFTIRQ_ENTRY, 3, 0, SL_LINUX_DETAIL (0, 0));
  tell (22, 0, SL_KIND_LINUX_SCHED_WAKEUP, 5, 0, SL_LINUX_DETAIL (6, SL_LINUX_PRIO_PACK (FAIR)));
  switch_to (30, 0, 6, 'D', 5, FAIR, FAIR);
  tell (40, 0, SL_KIND_LINUX_SCHED_WAKING, 6, 5, SL_LINUX_WAKING (0, FAIR));
  assert_says (
      "10 0:run(5), 10 0:sleep-uninterruptibly(5), 10 0:run(6), 21 1:run, 21 1:enter softirq:3, "
      "20 0:wake(5) task:6, 22 0:ready(5), 30 0:sleep-uninterruptibly(6), 30 0:run(5), "
      "40 0:wake(6) task:5");
}

static void
move (SlTime time, guint tid, guint from, guint to)
{
  tell (time, 0, SL_KIND_LINUX_SCHED_MIGRATE_TASK, tid, to, from);
}

static void
test_left_queue (void)
{
  g_test_summary (
      "A processor with somebody in its queue does not become idle: who was there left it unseen, but for one "
      "that left the processor just then. Where nobody records who moves, it may be in another queue.");

  move (5, 9, 1, 0);
  switch_to (10, 0, 0, 'R', 5, FAIR, FAIR);
  wake (20, 0, 6, 5, 0, FAIR);
  switch_to (30, 0, 5, 'R', 0, FAIR, FAIR);
  switch_to (40, 0, 0, 'R', 7, FAIR, FAIR);
  switch_to (50, 0, 7, 'S', 0, FAIR, FAIR);
  assert_says (
      "5 0:migrate(9), 10 0:run, 10 0:run(5), 20 0:wake(6) task:5, 21 0:ready(6), 30 0:ready(5), 30 0:forget(6), "
      "30 0:run, 40 0:run(7), 50 0:sleep(7), 50 0:forget(5), 50 0:run");

  switch_to (10, 0, 0, 'R', 5, FAIR, FAIR);
  wake (20, 0, 6, 5, 0, FAIR);
  switch_to (30, 0, 5, 'S', 0, FAIR, FAIR);
  assert_says (
      "10 0:run, 10 0:run(5), 20 0:wake(6) task:5, 21 0:ready(6), 30 0:sleep(5), 30 0:run");
}

static void
noise (SlTime time, guint16 kind, guint tid, SlTime duration, guint extra, guint flags)
{
  tell (time, 0, kind, 0, (guint64) duration, SL_LINUX_DETAIL (tid, extra))->flags =
      SL_LINUX_FLAGS (flags, 0);
}

static void
test_noise (void)
{
  g_test_summary (
      "Noise is recorded as it ends, and lies before that; what other tracepoints say it does not say again.");

  noise (10, SL_KIND_LINUX_SAMPLE_THRESHOLD, 9, 1, 0, 0);
  noise (50, SL_KIND_LINUX_IRQ_NOISE, 9, 10, 24, SL_LINUX_HARDIRQ);
  noise (80, SL_KIND_LINUX_THREAD_NOISE, 5, 20, 0, 0);
  noise (90, SL_KIND_LINUX_IRQ_NOISE, 9, 5, 236 | SL_LINUX_NOISE_IS_VECTOR, SL_LINUX_HARDIRQ);
  tell (91, 0, SL_KIND_LINUX_SOFTIRQ_ENTRY, 1, 0, SL_LINUX_DETAIL (9, 0))->flags =
      SL_LINUX_FLAGS (SL_LINUX_SOFTIRQ, 0);
  tell (92, 0, SL_KIND_LINUX_SOFTIRQ_EXIT, 1, 0, SL_LINUX_DETAIL (9, 0))->flags =
      SL_LINUX_FLAGS (SL_LINUX_SOFTIRQ, 0);
  noise (93, SL_KIND_LINUX_SOFTIRQ_NOISE, 9, 2, 1, SL_LINUX_SOFTIRQ);
  switch_to (100, 0, 9, 'R', 5, FAIR, FAIR);
  noise (120, SL_KIND_LINUX_THREAD_NOISE, 5, 20, 0, 0);
  assert_says (
      "10 0:run(9), 40 0:enter irq:24, 50 0:leave irq:24, 60 0:run(5), 80 0:run(9), "
      "85 0:enter vector:236, 90 0:leave vector:236, 91 0:enter softirq:1, 92 0:leave softirq:1, "
      "100 0:ready(9), 100 0:run(5)");
}

static void
test_before (void)
{
  g_test_summary (
      "Each processor runs whom its first event names; a switch that is missing leaves it unknown since "
      "its last event.");

  tell (10, 1, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, SL_LINUX_DETAIL (5, 0));
  tell (20, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, SL_LINUX_DETAIL (0, 0));
  tell (30, 1, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, SL_LINUX_DETAIL (6, 0));
  switch_to (40, 1, 6, 'R', 5, FAIR, FAIR);
  assert_says ("10 1:run(5), 20 0:run, 10 1:forget, 30 1:run(6), 40 1:ready(6), 40 1:run(5)");
}

static void
test_no_switches (void)
{
  g_test_summary (
      "Where switches are not recorded, nobody knows who runs between events, nor how long who was woken waits.");

  tell (10, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, SL_LINUX_DETAIL (5, 0));
  tell (20, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, SL_LINUX_DETAIL (5, 0));
  wake (30, 0, 6, 5, 0, FAIR);
  tell (40, 0, SL_KIND_LINUX_SCHED_WAKING, 7, 5, SL_LINUX_WAKING (0, FAIR));
  tell (50, 0, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, SL_LINUX_DETAIL (7, 0));
  tell (60, 0, SL_KIND_LINUX_SCHED_WAKING, 8, 5, SL_LINUX_WAKING (0, FAIR));
  assert_says (
      "10 0:forget task:5, 10 0:forget(5) cpu:0, 30 0:wake(6) task:5, 31 0:ready(6), 31 0:forget(6), "
      "40 0:wake(7) task:5, 40 0:forget, 40 0:forget(5), 50 0:forget task:7, 40 0:forget(7), "
      "50 0:forget(7) cpu:0, 50 0:forget, 50 0:forget(7), 60 0:forget task:5, 60 0:forget(5) cpu:0, "
      "60 0:wake(8) task:5, 60 0:forget, 60 0:forget(5), 60 0:forget(8)");
}

static void
test_wakers (void)
{
  g_test_summary (
      "The flags of a wake-up say whether an interrupt or the running task caused it; a handler that "
      "was not recorded is nobody.");

  switch_to (10, 0, 5, 'R', 6, FAIR, FAIR);
  wake (20, 0, 7, 6, 0, FAIR);
  tell (30, 0, SL_KIND_LINUX_IRQ_HANDLER_ENTRY, 24, 0, SL_LINUX_DETAIL (6, 0));
  wake (40, 0, 8, 6, SL_LINUX_HARDIRQ, FAIR);
  tell (50, 0, SL_KIND_LINUX_IRQ_HANDLER_EXIT, 24, 1, SL_LINUX_DETAIL (6, 0));
  tell (60, 0, SL_KIND_LINUX_SOFTIRQ_ENTRY, 3, 0, SL_LINUX_DETAIL (6, 0));
  wake (70, 0, 9, 6, SL_LINUX_SOFTIRQ, FAIR);
  tell (80, 0, SL_KIND_LINUX_SOFTIRQ_EXIT, 3, 0, SL_LINUX_DETAIL (6, 0));
  wake (90, 0, 10, 6, SL_LINUX_HARDIRQ, FAIR);
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(6), 20 0:wake(7) task:6, 21 0:ready(7), "
               "30 0:enter irq:24, 40 0:wake(8) irq:24, 41 0:ready(8), 50 0:leave irq:24, "
               "60 0:enter softirq:3, 70 0:wake(9) softirq:3, 71 0:ready(9), 80 0:leave softirq:3, "
               "90 0:wake(10), 91 0:ready(10)");
}

static void
test_no_success (void)
{
  g_test_summary ("A wake-up that old kernels record as without success wakes nobody.");

  switch_to (10, 0, 5, 'S', 6, FAIR, FAIR);
  tell (20, 0, SL_KIND_LINUX_SCHED_WAKING, 5, 6, SL_LINUX_WAKING (0, FAIR))->flags =
      SL_LINUX_FLAGS (0, SL_LINUX_ROLE_NO_WAKEUP);
  tell (30, 0, SL_KIND_LINUX_SCHED_WAKEUP, 5, 0, SL_LINUX_DETAIL (6, SL_LINUX_PRIO_PACK (FAIR)))
      ->flags = SL_LINUX_FLAGS (0, SL_LINUX_ROLE_NO_WAKEUP);
  assert_says ("10 0:run(5), 10 0:sleep(5), 10 0:run(6)");
}

/* @number: of the call; whose tracepoint is that of all calls */
static void
call (SlTime time, guint tid, gboolean is_enter, guint64 number)
{
  tell (time, 0, is_enter ? SL_KIND_LINUX_SYS_ENTER : SL_KIND_LINUX_SYS_EXIT, number, 0,
        SL_LINUX_DETAIL (tid, 0))
      ->flags =
      SL_LINUX_FLAGS (0, is_enter ? SL_LINUX_ROLE_SYSCALL_ENTER : SL_LINUX_ROLE_SYSCALL_EXIT);
}

static void
test_calls (void)
{
  g_test_summary (
      "A sleep is in the call that was entered last and not left: also where an exit was lost, where a "
      "program was replaced, and in a child that returns from a call that it never entered.");

  call (5, 5, TRUE, 7);
  switch_to (10, 0, 5, 'S', 6, FAIR, FAIR);
  /* The exit of 7 was lost. */
  switch_to (20, 0, 6, 'R', 5, FAIR, FAIR);
  call (21, 5, TRUE, 35);
  switch_to (30, 0, 5, 'S', 6, FAIR, FAIR);
  switch_to (40, 0, 6, 'R', 5, FAIR, FAIR);
  call (41, 5, FALSE, 35);
  switch_to (50, 0, 5, 'S', 6, FAIR, FAIR);
  /* execve, which returns into another program. */
  switch_to (60, 0, 6, 'R', 5, FAIR, FAIR);
  call (61, 5, TRUE, 59);
  tell (62, 0, SL_KIND_LINUX_SCHED_PROCESS_EXEC, 5, 5, SL_LINUX_DETAIL (5, 0));
  call (63, 5, FALSE, 59);
  switch_to (70, 0, 5, 'S', 8, FAIR, FAIR);
  /* A child returns from clone, which its parent entered. */
  call (71, 8, FALSE, 56);
  switch_to (80, 0, 8, 'S', 6, FAIR, FAIR);
  assert_says (
      "5 0:run(5), 10 0:sleep(5) syscall:7, 10 0:run(6), 20 0:ready(6), 20 0:run(5), "
      "30 0:sleep(5) syscall:35, 30 0:run(6), 40 0:ready(6), 40 0:run(5), 50 0:sleep(5), "
      "50 0:run(6), 60 0:ready(6), 60 0:run(5), 70 0:sleep(5), 70 0:run(8), 80 0:sleep(8), "
      "80 0:run(6)");
}

static void
test_no_wakeups (void)
{
  g_test_summary (
      "Where wake-ups are recorded only from who causes them, a task waits in a queue from then on.");

  switch_to (10, 0, 5, 'R', 6, FAIR, FAIR);
  tell (20, 0, SL_KIND_LINUX_SCHED_WAKING, 7, 6, SL_LINUX_WAKING (0, FAIR));
  switch_to (50, 1, 0, 'R', 7, FAIR, FAIR);
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(6), 20 0:wake(7) task:6, 50 1:run, "
               "20 1:ready(7), 50 1:run(7)");
}

static void
test_lives (void)
{
  g_test_summary (
      "A life begins with a fork and ends as the task leaves its processor for good, or as its tid is "
      "used again.");

  switch_to (10, 0, 5, 'R', 6, FAIR, FAIR);
  tell (20, 0, SL_KIND_LINUX_SCHED_PROCESS_FORK, 7, 6, SL_LINUX_DETAIL (6, 0));
  tell (21, 0, SL_KIND_LINUX_SCHED_WAKEUP_NEW, 7, 1, SL_LINUX_DETAIL (6, 0));
  tell (30, 0, SL_KIND_LINUX_SCHED_PROCESS_EXIT, 6, FAIR, SL_LINUX_DETAIL (6, 0));
  switch_to (40, 0, 6, 'Z', 5, FAIR, FAIR);
  tell (50, 0, SL_KIND_LINUX_SCHED_PROCESS_FREE, 6, FAIR, SL_LINUX_DETAIL (5, 0));
  tell (60, 0, SL_KIND_LINUX_SCHED_PROCESS_FORK, 7, 5, SL_LINUX_DETAIL (5, 0));
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(6), 20 0:create(7), 21 1:ready(7) task:6, "
               "40 0:end(6), 40 0:run(5), 60 0:end(7), 60 0:create(7)");
}

static void
test_lost_life (void)
{
  g_test_summary (
      "A life ends as its tid is used again, also where nobody knows what it did since events were lost.");

  switch_to (10, 0, 5, 'R', 6, FAIR, FAIR);
  tell (20, 0, SL_KIND_LINUX_SCHED_PROCESS_FORK, 7, 6, SL_LINUX_DETAIL (6, 0));
  tell (21, 0, SL_KIND_LINUX_SCHED_WAKEUP_NEW, 7, 1, SL_LINUX_DETAIL (6, 0));
  tell (22, 1, SL_KIND_LINUX_SOFTIRQ_RAISE, 1, 0, SL_LINUX_DETAIL (8, 0));
  tell (30, 1, SL_KIND_LINUX_LOST, 3, 0, 0);
  tell (60, 0, SL_KIND_LINUX_SCHED_PROCESS_FORK, 7, 6, SL_LINUX_DETAIL (6, 0));
  assert_says (
      "10 0:run(5), 10 0:ready(5), 10 0:run(6), 20 0:create(7), 21 1:ready(7) task:6, 22 1:run(8), 22 1:forget(7), "
      "30 1:lost, 60 0:end(7), 60 0:create(7)");
}

static void
test_periodic (void)
{
  g_test_summary (
      "A real-time task finished its job as it fell asleep, where a timer wakes it; other sleeps belong "
      "to the job.");

  switch_to (10, 0, 5, 'S', 0, RT, FAIR);
  timer (20, SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY, 0, 20, SL_LINUX_TIMER_WAKEUP);
  wake (21, 0, 5, 0, SL_LINUX_HARDIRQ, RT);
  timer (23, SL_KIND_LINUX_HRTIMER_EXPIRE_EXIT, 0, 0, SL_LINUX_TIMER_OTHER);
  switch_to (30, 0, 0, 'R', 5, FAIR, RT);
  switch_to (40, 0, 5, 'S', 6, RT, FAIR);
  wake (45, 0, 5, 6, 0, RT);
  switch_to (50, 0, 6, 'S', 5, FAIR, RT);
  switch_to (60, 0, 5, 'S', 0, RT, FAIR);
  timer (70, SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY, 0, 70, SL_LINUX_TIMER_WAKEUP);
  wake (71, 0, 5, 0, SL_LINUX_HARDIRQ, RT);
  assert_says (
      "10 0:run(5), 10 0:sleep(5), 10 0:run, 10 0:idle(5), 21 0:release(5), 21 0:wake(5), "
      "22 0:ready(5), 30 0:run(5), 40 0:sleep(5), 40 0:run(6), 45 0:wake(5) task:6, "
      "46 0:ready(5), 50 0:sleep(6), 50 0:run(5), 60 0:sleep(5), 60 0:run, 60 0:finish(5), "
      "60 0:idle(5), 71 0:release(5), 71 0:wake(5), 72 0:ready(5)");
}

static void
test_deadline (void)
{
  g_test_summary (
      "A task of SCHED_DEADLINE is throttled where its timer was started, and its job goes on as that "
      "expires; one that yields has finished it, and is released then.");

  switch_to (10, 0, 0, 'R', 5, FAIR, DL);
  timer (15, SL_KIND_LINUX_HRTIMER_START, 5, 40, SL_LINUX_TIMER_DEADLINE);
  switch_to (20, 0, 5, 'R', 6, DL, FAIR);
  timer (40, SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY, 6, 40, SL_LINUX_TIMER_DEADLINE);
  timer (41, SL_KIND_LINUX_HRTIMER_EXPIRE_EXIT, 6, 0, SL_LINUX_TIMER_OTHER);
  switch_to (42, 0, 6, 'R', 5, FAIR, DL);
  tell (50, 0, SL_KIND_LINUX_SYS_ENTER, 24, 0, SL_LINUX_DETAIL (5, SL_LINUX_SYSCALL_YIELD))->flags =
      SL_LINUX_FLAGS (0, SL_LINUX_ROLE_SYSCALL_ENTER);
  timer (51, SL_KIND_LINUX_HRTIMER_START, 5, 70, SL_LINUX_TIMER_DEADLINE);
  switch_to (52, 0, 5, 'R', 6, DL, FAIR);
  timer (70, SL_KIND_LINUX_HRTIMER_EXPIRE_ENTRY, 6, 70, SL_LINUX_TIMER_DEADLINE);
  assert_says ("10 0:run, 10 0:run(5), 20 0:throttle(5), 20 0:run(6), 40 0:ready(5), "
               "42 0:ready(6), 42 0:run(5), 50 0:finish(5), 52 0:idle(5), 52 0:run(6), "
               "70 0:release(5), 70 0:ready(5)");

  switch_to (10, 0, 0, 'R', 5, FAIR, DL);
  timer (15, SL_KIND_LINUX_HRTIMER_START, 5, 40, SL_LINUX_TIMER_TICK);
  switch_to (20, 0, 5, 'R', 6, DL, FAIR);
  assert_says ("10 0:run, 10 0:run(5), 20 0:ready(5), 20 0:run(6)");
}

static void
test_inheritance (void)
{
  g_test_summary (
      "Who gets a priority from a task that waits for a futex has that futex, until the call that gives "
      "it back.");

  switch_to (10, 0, 5, 'R', 9, 80, 20);
  futex (20, 0, 9, 6, 0x500);
  tell (21, 0, SL_KIND_LINUX_SCHED_PI_SETPRIO, 5, 20, SL_LINUX_DETAIL (9, SL_LINUX_PRIO_PACK (80)));
  switch_to (22, 0, 9, 'S', 5, 20, 20);
  futex (30, 0, 5, 7, 0x500);
  tell (31, 0, SL_KIND_LINUX_SCHED_PI_SETPRIO, 5, 80, SL_LINUX_DETAIL (5, SL_LINUX_PRIO_PACK (20)));
  wake (32, 0, 9, 5, 0, 20);
  switch_to (34, 0, 5, 'R', 9, 80, 20);
  futex_exit (40, 0, 9);
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(9), 20 0:request(9) futex:1280, "
               "21 0:inherit(5) task:9, 21 0:acquire(5) futex:1280, 22 0:block(9) futex:1280, "
               "22 0:run(5), 30 0:unlock(5) futex:1280, 31 0:inherit(5), 32 0:wake(9) task:5, "
               "33 0:ready(9), 34 0:ready(5), 34 0:run(9), 40 0:acquire(9) futex:1280");
}

/* The calls of plain mutexes and of condition variables, as the kernel gets them. */
#define WAIT_FOR_MUTEX sl_linux_pack_futex (0x80, 2, 0)
#define WAIT_FOR_COUNT sl_linux_pack_futex (0x80, 26, 0)
#define WAIT_AT_MOST   sl_linux_pack_futex (0x80, 2, 0x7f27267fbb70)
#define WAKE_ONE       sl_linux_pack_futex (0x81, 1, 0)
#define WAKE_ALL       sl_linux_pack_futex (0x81, G_MAXINT32, 0)

static void
test_plain_mutex (void)
{
  g_test_summary (
      "Who wakes the waiters of a plain mutex had it at least since the first of them slept.");

  switch_to (10, 0, 5, 'R', 9, FAIR, RT);
  futex (20, 0, 9, WAIT_FOR_MUTEX, 0x600);
  switch_to (21, 0, 9, 'S', 5, RT, FAIR);
  futex (30, 0, 5, WAKE_ONE, 0x600);
  wake (31, 0, 9, 5, 0, RT);
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(9), 20 0:request(9) futex:1536, "
               "21 0:block(9) futex:1536, 21 0:run(5), 21 0:acquire(5) futex:1536, "
               "30 0:unlock(5) futex:1536, 31 0:wake(9) task:5, 32 0:ready(9)");
}

static void
test_plain_mutex_taken (void)
{
  g_test_summary (
      "Who is woken for a plain mutex has it until it wakes others, or waits again since "
      "another was faster.");

  switch_to (10, 0, 5, 'R', 9, FAIR, RT);
  futex (20, 0, 9, WAIT_FOR_MUTEX, 0x600);
  switch_to (21, 0, 9, 'S', 5, RT, FAIR);
  futex (30, 0, 5, WAKE_ONE, 0x600);
  wake (31, 0, 9, 5, 0, RT);
  switch_to (34, 0, 5, 'R', 9, FAIR, RT);
  futex_exit (40, 0, 9);
  futex (50, 0, 9, WAIT_FOR_MUTEX, 0x600);
  futex_exit (51, 0, 9);
  futex (60, 0, 9, WAKE_ONE, 0x600);
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(9), 20 0:request(9) futex:1536, "
               "21 0:block(9) futex:1536, 21 0:run(5), 21 0:acquire(5) futex:1536, "
               "30 0:unlock(5) futex:1536, 31 0:wake(9) task:5, 32 0:ready(9), 34 0:ready(5), "
               "34 0:run(9), 40 0:acquire(9) futex:1536, 50 0:unlock(9) futex:1536, "
               "50 0:request(9) futex:1536, 51 0:acquire(9) futex:1536, "
               "60 0:unlock(9) futex:1536");
}

/* Task 9 waits with one call, and 5 wakes it with another. */
static void
tell_wait (guint wait, guint wakes)
{
  switch_to (10, 0, 5, 'R', 9, FAIR, RT);
  futex (20, 0, 9, wait, 0x600);
  switch_to (21, 0, 9, 'S', 5, RT, FAIR);
  futex (30, 0, 5, wakes, 0x600);
  wake (31, 0, 9, 5, 0, RT);
}

static void
test_condition (void)
{
  static const char says[] =
      "10 0:run(5), 10 0:ready(5), 10 0:run(9), 21 0:sleep(9) syscall:202, 21 0:run(5), "
      "31 0:wake(9) task:5, 32 0:ready(9)";

  g_test_summary (
      "Who waits for a count, or not longer than it says, waits for no lock, and who wakes "
      "it held none.");

  tell_wait (WAIT_FOR_COUNT, WAKE_ONE);
  assert_says (says);
  tell_wait (WAIT_FOR_COUNT, WAKE_ALL);
  assert_says (says);
  tell_wait (WAIT_AT_MOST, WAKE_ONE);
  assert_says (says);
}

static void
test_count_like_mutex (void)
{
  g_test_summary ("A futex whose value was once another one than a mutex has is none for good.");

  switch_to (10, 0, 5, 'R', 9, FAIR, RT);
  futex (20, 0, 9, WAIT_FOR_COUNT, 0x600);
  switch_to (21, 0, 9, 'S', 5, RT, FAIR);
  wake (31, 0, 9, 5, 0, RT);
  switch_to (34, 0, 5, 'R', 9, FAIR, RT);
  futex_exit (40, 0, 9);
  futex (50, 0, 9, WAIT_FOR_MUTEX, 0x600);
  switch_to (51, 0, 9, 'S', 5, RT, FAIR);
  futex (60, 0, 5, WAKE_ONE, 0x600);
  assert_says ("10 0:run(5), 10 0:ready(5), 10 0:run(9), 21 0:sleep(9) syscall:202, 21 0:run(5), "
               "31 0:wake(9) task:5, 32 0:ready(9), 34 0:ready(5), 34 0:run(9), "
               "51 0:sleep(9) syscall:202, 51 0:run(5)");
}

static void
test_marks (void)
{
  guint32 begin = SL_LINUX_DETAIL (5, SL_LINUX_VERB_JOB_BEGIN);
  guint32 end = SL_LINUX_DETAIL (5, SL_LINUX_VERB_JOB_END);

  g_test_summary (
      "Marks say when jobs begin and end; a job is released as its task is woken for it, or as it goes on "
      "with the next.");

  switch_to (10, 0, 0, 'R', 5, FAIR, FAIR);
  tell (11, 0, SL_KIND_LINUX_PRINT, 1, 0, begin);
  tell (12, 0, SL_KIND_LINUX_PRINT, 1, 0, end);
  tell (13, 0, SL_KIND_LINUX_PRINT, 1, 1, begin);
  switch_to (14, 0, 5, 'S', 6, FAIR, FAIR);
  wake (15, 0, 5, 6, 0, FAIR);
  switch_to (17, 0, 6, 'S', 5, FAIR, FAIR);
  tell (18, 0, SL_KIND_LINUX_PRINT, 1, 1, end);
  switch_to (19, 0, 5, 'S', 0, FAIR, FAIR);
  wake (20, 0, 5, 0, SL_LINUX_HARDIRQ, FAIR);
  assert_says (
      "10 0:run, 10 0:run(5), 11 0:release(5), 11 0:start(5), 12 0:finish(5), 13 0:release(5), "
      "13 0:start(5), 14 0:sleep(5), 14 0:run(6), 15 0:wake(5) task:6, 16 0:ready(5), "
      "17 0:sleep(6), 17 0:run(5), 18 0:finish(5), 19 0:idle(5), 19 0:run, 20 0:release(5), "
      "20 0:wake(5), 21 0:ready(5)");
}

static void
test_loss (void)
{
  g_test_summary (
      "After a loss nobody knows what a processor does, nor the tasks that were there last; others are "
      "known.");

  switch_to (10, 0, 5, 'S', 6, FAIR, FAIR);
  switch_to (11, 1, 7, 'S', 8, FAIR, FAIR);
  tell (30, 0, SL_KIND_LINUX_LOST, 12, 0, 0);
  switch_to (31, 0, 9, 'S', 6, FAIR, FAIR);
  assert_says ("10 0:run(5), 10 0:sleep(5), 10 0:run(6), 11 1:run(7), 11 1:sleep(7), 11 1:run(8), "
               "10 0:forget(5), 30 0:lost, 31 0:run(9), 31 0:sleep(9), 31 0:run(6)");
}

static void
test_loss_before_move (void)
{
  g_test_summary (
      "A task that was ready where events are lost, and runs elsewhere before that is reported, is unknown from "
      "the last event before the loss up to then.");

  switch_to (10, 0, 0, 'R', 5, FAIR, FAIR);
  switch_to (20, 0, 5, 'R', 6, FAIR, FAIR);
  g_array_index (story, SlEvent, story->len - 1).flags |= SL_LINUX_LOSS_FOLLOWS;
  switch_to (30, 1, 0, 'R', 5, FAIR, FAIR);
  tell (40, 0, SL_KIND_LINUX_LOST, 3, 0, 0);
  switch_to (50, 0, 0, 'R', 6, FAIR, FAIR);
  assert_says ("10 0:run, 10 0:run(5), 20 0:ready(5), 20 0:run(6), 20 0:forget(5), 20 0:forget, "
               "30 1:run, 30 1:run(5), 40 0:lost, 50 0:run, 50 0:run(6)");
}

static void
test_moved_unseen (void)
{
  g_test_summary (
      "A task that is moved from a processor to which nobody saw it go is unknown since it was seen last: it may have run "
      "there. That is known of one that was only put into a queue, too, unless its wake-up names no processor.");

  switch_to (10, 0, 0, 'R', 6, FAIR, FAIR);
  wake (20, 0, 5, 6, 0, FAIR);
  tell (40, 0, SL_KIND_LINUX_SCHED_MIGRATE_TASK, 5, 0, 1);
  switch_to (41, 0, 6, 'R', 5, FAIR, FAIR);
  assert_says (
      "10 0:run, 10 0:run(6), 20 0:wake(5) task:6, 21 0:ready(5), 21 0:forget(5), 40 0:migrate(5), "
      "41 0:ready(6), 41 0:run(5)");

  switch_to (10, 0, 0, 'R', 6, FAIR, FAIR);
  wake (20, 0, 5, 6, 0, FAIR);
  g_array_index (story, SlEvent, story->len - 1).flags |= SL_EVENT_NO_B;
  tell (40, 0, SL_KIND_LINUX_SCHED_MIGRATE_TASK, 5, 0, 1);
  switch_to (41, 0, 6, 'R', 5, FAIR, FAIR);
  assert_says (
      "10 0:run, 10 0:run(6), 20 0:wake(5) task:6, 21 0:ready(5), 40 0:migrate(5), 41 0:ready(6), "
      "41 0:run(5)");
}

static void
test_woken_early (void)
{
  g_test_summary (
      "A task that is woken on its way to sleep is woken from when it is off its processor, by whom it was woken; "
      "one that was queued at once was not on its way.");

  switch_to (10, 0, 1, 'S', 2, RT, RT);
  switch_to (10, 1, 0, 'R', 4, RT, RT);
  tell (20, 1, SL_KIND_LINUX_SCHED_WAKING, 2, 4, SL_LINUX_WAKING (0, RT));
  switch_to (22, 0, 2, 'S', 3, RT, RT);
  tell (30, 1, SL_KIND_LINUX_SCHED_WAKEUP, 2, 0, SL_LINUX_DETAIL (4, SL_LINUX_PRIO_PACK (RT)));
  switch_to (40, 0, 3, 'S', 2, RT, RT);
  wake (50, 1, 2, 4, 0, RT);
  switch_to (60, 0, 2, 'S', 5, RT, RT);
  tell (70, 1, SL_KIND_LINUX_SCHED_WAKEUP, 2, 0, SL_LINUX_DETAIL (4, SL_LINUX_PRIO_PACK (RT)));
  assert_says (
      "10 0:run(1), 10 0:sleep(1), 10 0:run(2), 10 1:run, 10 1:run(4), 22 0:sleep(2), 22 0:run(3), "
      "22 1:wake(2) task:4, 30 0:ready(2), 40 0:sleep(3), 40 0:run(2), 60 0:sleep(2), 60 0:run(5), 70 0:ready(2)");
}

static void
test_switch_unseen (void)
{
  g_test_summary (
      "Where a switch is missing, who was said to run did so up to the last event that names it: one that moves a "
      "task names nobody.");

  switch_to (10, 0, 1, 'S', 2, RT, RT);
  wake (20, 0, 5, 2, 0, RT);
  tell (30, 0, SL_KIND_LINUX_SCHED_MIGRATE_TASK, 5, 1, 0);
  switch_to (40, 0, 3, 'S', 4, RT, RT);
  assert_says (
      "10 0:run(1), 10 0:sleep(1), 10 0:run(2), 20 0:wake(5) task:2, 21 0:ready(5), 30 0:migrate(5), 21 0:forget, "
      "40 0:run(3), 40 0:sleep(3), 40 0:run(4)");
}

static void
test_priorities (void)
{
  g_test_summary (
      "A task that changes its priority while it runs has it from the next record on that says so, also from "
      "one of its timer, which expires before it sleeps.");

  switch_to (10, 0, 0, 'R', 6, FAIR, FAIR);
  wake (20, 0, 6, 0, 0, RT);
  switch_to (30, 0, 6, 'R', 5, RT, FAIR);
  switch_to (40, 0, 5, 'S', 6, RT, RT);
  has_priorities = TRUE;
  assert_says (
      "10 0:run, 10 0:priority(6)=0, 10 0:run(6), 20 0:priority(6)=79, 30 0:ready(6), 30 0:priority(5)=0, "
      "30 0:run(5), 40 0:priority(5)=79, 40 0:sleep(5), 40 0:run(6)");
  has_priorities = FALSE;
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  story = g_array_new (FALSE, FALSE, sizeof (SlEvent));

  g_test_add_func ("/linux-translator/states", test_states);
  g_test_add_func ("/linux-translator/deep-sleep", test_deep_sleep);
  g_test_add_func ("/linux-translator/left-queue", test_left_queue);
  g_test_add_func ("/linux-translator/noise", test_noise);
  g_test_add_func ("/linux-translator/before", test_before);
  g_test_add_func ("/linux-translator/no-switches", test_no_switches);
  g_test_add_func ("/linux-translator/wakers", test_wakers);
  g_test_add_func ("/linux-translator/no-success", test_no_success);
  g_test_add_func ("/linux-translator/calls", test_calls);
  g_test_add_func ("/linux-translator/no-wakeups", test_no_wakeups);
  g_test_add_func ("/linux-translator/lives", test_lives);
  g_test_add_func ("/linux-translator/lost-life", test_lost_life);
  g_test_add_func ("/linux-translator/periodic", test_periodic);
  g_test_add_func ("/linux-translator/deadline", test_deadline);
  g_test_add_func ("/linux-translator/inheritance", test_inheritance);
  g_test_add_func ("/linux-translator/plain-mutex", test_plain_mutex);
  g_test_add_func ("/linux-translator/plain-mutex-taken", test_plain_mutex_taken);
  g_test_add_func ("/linux-translator/condition", test_condition);
  g_test_add_func ("/linux-translator/count-like-mutex", test_count_like_mutex);
  g_test_add_func ("/linux-translator/marks", test_marks);
  g_test_add_func ("/linux-translator/loss", test_loss);
  g_test_add_func ("/linux-translator/loss-before-move", test_loss_before_move);
  g_test_add_func ("/linux-translator/moved-unseen", test_moved_unseen);
  g_test_add_func ("/linux-translator/woken-early", test_woken_early);
  g_test_add_func ("/linux-translator/switch-unseen", test_switch_unseen);
  g_test_add_func ("/linux-translator/priorities", test_priorities);

  status = g_test_run ();
  g_array_unref (story);
  return status;
}
