/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a job was late, in words, of traces of Linux that are written here as tracefs prints them. */

#include "sl-text-verdict.h"

#include <string.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-task-model.h"
#include "sl-text-jobs.h"
#include "sl-text-reference.h"
#include "sl-text-skipped.h"

static SlJobTable *
load_as (const char *text, const char *format)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_open_bytes (bytes, "trace.txt", format, NULL, &error);
  g_autoptr (SlTrace) trace = NULL;
  SlJobTable *jobs;

  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  jobs = sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, &error);
  g_assert_no_error (error);
  return jobs;
}

static SlJobTable *
load (const char *text)
{
  g_autofree char *whole = g_strconcat ("# tracer: nop\n#\n", text, NULL);

  return load_as (whole, "ftrace-text");
}

static void
assert_why (SlJobTable *jobs, guint number, const char *expected)
{
  SlTrace *trace = sl_job_table_get_trace (jobs);
  g_autofree char *why =
      sl_text_job_why (jobs, NULL, sl_source_get_clock (sl_trace_get_source (trace)), number);

  g_test_message ("%s", why);
  g_assert_nonnull (strstr (why, expected));
}

/* Of releases that are missing. */
static void
assert_silent (SlJobTable *jobs, guint number)
{
  const SlClock *clock = sl_source_get_clock (sl_trace_get_source (sl_job_table_get_trace (jobs)));
  g_autofree char *skipped = sl_text_job_skipped (jobs, clock, number);

  g_assert_cmpstr (skipped, ==, "");
}

/* In ns, as a mark records it. */
#define PERIOD 20000000

static const char dl_begin[] =
    " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=dl-a next_pid=5 next_prio=-1\n";
static const char dl_rest[] =
    " dl-a-5 [000] ..... 1.000010: tracing_mark_write: begin job dl-a 0\n"
    " dl-a-5 [000] d..2. 1.003010: sched_switch: prev_comm=dl-a prev_pid=5 prev_prio=-1 prev_state=R ==> "
    "next_comm=cc1 next_pid=6 next_prio=120\n"
    " cc1-6 [000] d..2. 1.010010: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=R ==> "
    "next_comm=dl-a next_pid=5 next_prio=-1\n"
    " dl-a-5 [000] ..... 1.012010: tracing_mark_write: end job dl-a 0\n"
    " dl-a-5 [000] d..2. 1.012020: sched_switch: prev_comm=dl-a prev_pid=5 prev_prio=-1 prev_state=S ==> "
    "next_comm=cc1 next_pid=6 next_prio=120\n";

static void
test_budget (void)
{
  g_autofree char *plain = g_strconcat (dl_begin, dl_rest, NULL);
  g_autofree char *marked = g_strconcat (
      dl_begin,
      " dl-a-5 [000] ..... 1.000005: tracing_mark_write: task dl-a tid 5 period 10000000 deadline 10000000 "
      "runtime 2900000\n",
      dl_rest, NULL);
  g_autofree char *small = g_strconcat (
      dl_begin,
      " dl-a-5 [000] ..... 1.000005: tracing_mark_write: task dl-a tid 5 period 10000000 deadline 10000000 "
      "runtime 2000000\n",
      dl_rest, NULL);
  g_autofree char *large = g_strconcat (
      dl_begin,
      " dl-a-5 [000] ..... 1.000005: tracing_mark_write: task dl-a tid 5 period 10000000 deadline 10000000 "
      "runtime 4000000\n",
      dl_rest, NULL);
  g_autofree char *unseen =
      g_strconcat (dl_begin, " dl-a-5 [000] ..... 1.000010: tracing_mark_write: begin job dl-a 0\n",
                   "CPU:0 [LOST 5 EVENTS]\n",
                   " dl-a-5 [000] ..... 1.001000: tracing_mark_write: other\n",
                   strchr (dl_rest, '\n') + 1, NULL);
  g_autofree char *later = g_strconcat (
      dl_begin,
      " dl-a-5 [000] ..... 1.000005: tracing_mark_write: task dl-a tid 5 period 10000000 deadline 10000000 "
      "runtime 2900000\n",
      " dl-a-5 [000] ..... 1.000010: tracing_mark_write: begin job dl-a 0\n"
      " dl-a-5 [000] d..2. 1.003010: sched_switch: prev_comm=dl-a prev_pid=5 prev_prio=-1 prev_state=R ==> "
      "next_comm=cc1 next_pid=6 next_prio=120\n"
      " cc1-6 [000] d..2. 1.010010: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=R ==> "
      "next_comm=dl-a next_pid=5 next_prio=-1\n"
      "CPU:0 [LOST 5 EVENTS]\n"
      " dl-a-5 [000] ..... 1.012010: tracing_mark_write: end job dl-a 0\n"
      " dl-a-5 [000] d..2. 1.012020: sched_switch: prev_comm=dl-a prev_pid=5 prev_prio=-1 prev_state=S ==> "
      "next_comm=cc1 next_pid=6 next_prio=120\n",
      NULL);
  g_autoptr (SlJobTable) unseen_jobs = load (unseen);
  g_autoptr (SlJobTable) later_jobs = load (later);
  g_autoptr (SlJobTable) large_jobs = load (large);
  g_autoptr (SlJobTable) jobs = load (plain);
  g_autoptr (SlJobTable) marked_jobs = load (marked);
  g_autoptr (SlJobTable) small_jobs = load (small);

  g_test_summary (
      "Who used up a budget is said to have done so, after how much of its execution, and what the budget was "
      "where a mark says it; where it could go on for long, that the kernel only looks at its ticks.");

  assert_why (
      jobs, 0,
      "It used up its budget after executing for 3.000 ms of its 5.000 ms, and had none for 7.000 ms.");
  assert_why (
      unseen_jobs, 0,
      "It used up its budget and had none for 7.000 ms; what it did for 990.000 µs before that was not recorded.");
  assert_why (
      later_jobs, 0,
      "It used up its budget of 2.900 ms after executing for 3.000 ms, and had none for 7.000 ms; what it did for "
      "another 2.000 ms was not recorded.");
  assert_why (
      marked_jobs, 0,
      "It used up its budget of 2.900 ms after executing for 3.000 ms of its 5.000 ms, and had none for "
      "7.000 ms.");
  assert_why (
      large_jobs, 0,
      "Its budget of 4.000 ms was used up after it had executed for 3.000 ms of its 5.000 ms, the rest of it having "
      "been used before the job began; it had none for 7.000 ms.");
  assert_why (
      small_jobs, 0,
      "It used up its budget of 2.000 ms, was stopped only after executing for 3.000 ms of its 5.000 ms, "
      "since the kernel checks budgets at its ticks, and had none for 7.000 ms.");
}

static void
test_filled_late (void)
{
  g_autoptr (SlJobTable) filled = load_as ("# slackline-events 1, unit us, wakeups\n"
                                           "time,action,task,value,deadline\n"
                                           "0,run,b,,\n"
                                           "100,release,a,,10100\n"
                                           "100,throttle,a,3000,\n"
                                           "101,ready,a,,\n"
                                           "110,run,a,,\n"
                                           "5110,throttle,a,3000,\n"
                                           "5110,run,b,,\n"
                                           "10120,ready,a,,\n"
                                           "10120,run,a,,\n"
                                           "11120,finish,a,,\n"
                                           "11120,sleep,a,,\n"
                                           "11120,run,b,,\n"
                                           "12000,run,c,,\n",
                                           "slackline-events");
  g_autoptr (SlJobTable) empty = load_as ("# slackline-events 1, unit us, wakeups\n"
                                          "time,action,task,value,deadline\n"
                                          "0,run,b,,\n"
                                          "100,release,a,,10100\n"
                                          "100,throttle,a,3000,\n"
                                          "9000,ready,a,,\n"
                                          "9000,run,a,,\n"
                                          "10500,throttle,a,3000,\n"
                                          "10500,run,b,,\n"
                                          "10600,ready,a,,\n"
                                          "10600,run,a,,\n"
                                          "11120,finish,a,,\n"
                                          "11120,sleep,a,,\n"
                                          "11120,run,b,,\n"
                                          "12000,run,c,,\n",
                                          "slackline-events");

  g_test_summary (
      "A job whose budget is filled up an instant after its release used up that one; one that had none for most "
      "of the time before it executed did not.");

  assert_why (
      filled, 0,
      "It used up its budget of 3.000 ms, was stopped only after executing for 5.000 ms of its 6.000 ms, "
      "since the kernel checks budgets at its ticks, and had none for 5.011 ms.");
  assert_why (empty, 0, "It had no budget for 9.000 ms.");
}

static void
test_interference (void)
{
  g_autoptr (GString) text = g_string_new ("# slackline-events 1, unit us, wakeups\n"
                                           "time,action,task,value,deadline\n");
  g_autoptr (SlJobTable) jobs = NULL;
  const guint *misses;
  guint n_misses;

  g_test_summary (
      "A late job says whose job took long while it waited, and what is usual of those.");

  /* Jobs of 5 take 1 ms, but 3 ms the third; then 6 runs, which has to be finished 3.5 ms after its release. */
  for (guint i = 0; i < 6; i++)
    {
      guint begin = 10000 * i, end = begin + (i == 2 ? 3000 : 1000);

      g_string_append_printf (
          text,
          "%u,release,6,,%u\n%u,release,5,,%u\n%u,ready,6,,\n%u,ready,5,,\n%u,run,5,,\n"
          "%u,finish,5,,\n%u,sleep,5,,\n%u,run,6,,\n%u,finish,6,,\n%u,sleep,6,,\n%u,run,7,,\n",
          begin, begin + 3500, begin, begin + 9000, begin, begin, begin, end, end, end, end + 2000,
          end + 2000, end + 2000);
    }
  jobs = load_as (text->str, "slackline-events");
  misses = sl_job_table_get_misses (jobs, FALSE, &n_misses);
  g_assert_cmpuint (n_misses, ==, 1);
  assert_why (
      jobs, misses[0],
      "Job 3 of task:5, for which it waited, executed for 3.000 ms; three quarters of task:5’s other jobs took "
      "at most 1.000 ms.");
  /* What it waited for is told once: all of it was for that task. */
  assert_why (jobs, misses[0],
              "It waited 3.000 ms while task:5 ran. Preempted in the task’s other jobs: 1.000 ms.");
}

static char *
name (SlTrace *trace, SlAnnotations *annotations, guint64 tid)
{
  return sl_text_object (trace, annotations,
                         sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, tid,
                                               1));
}

static void
test_namesakes (void)
{
  g_autoptr (SlJobTable) jobs = load (
      " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=worker next_pid=5 next_prio=19\n"
      " worker-5 [000] d..2. 1.001000: sched_switch: prev_comm=worker prev_pid=5 prev_prio=19 prev_state=R ==> "
      "next_comm=worker next_pid=6 next_prio=18\n"
      " worker-6 [000] d..2. 1.002000: sched_switch: prev_comm=worker prev_pid=6 prev_prio=18 prev_state=S ==> "
      "next_comm=other next_pid=7 next_prio=20\n"
      " other-7 [000] d..2. 1.003000: sched_switch: prev_comm=other prev_pid=7 prev_prio=20 prev_state=S ==> "
      "next_comm=worker next_pid=5 next_prio=19\n");
  SlTrace *trace = sl_job_table_get_trace (jobs);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlAnnotations) named = sl_annotations_with_name (annotations, "task:5", "reader");
  g_autofree char *first = name (trace, annotations, 5);
  g_autofree char *second = name (trace, annotations, 6);
  g_autofree char *other = name (trace, annotations, 7);
  g_autofree char *given = NULL;

  g_test_summary (
      "Sentences say the numbers of tasks with one name, but not of one that the user named.");

  g_assert_cmpstr (first, ==, "worker · 5");
  g_assert_cmpstr (second, ==, "worker · 6");
  g_assert_cmpstr (other, ==, "other");
  given = name (trace, named, 5);
  g_assert_cmpstr (given, ==, "reader");
}

/* Jobs of 3 ms every 20 ms, by their releases; the one at 80 ms takes 22 ms. */
static char *
print_jobs (const guint *releases, guint n_releases, guint period)
{
  GString *text = g_string_new (NULL);

  g_string_printf (
      text,
      " dl-b-5 [000] ..... 0.900000: tracing_mark_write: task dl-b tid 5 period %u deadline 15000000 "
      "runtime 9000000\n",
      period);
  for (guint i = 0; i < n_releases; i++)
    {
      guint begin = 1000 + releases[i], end = begin + (releases[i] == 80 ? 22 : 3);

      g_string_append_printf (
          text,
          " cc1-6 [000] d..2. %u.%03u000: sched_waking: comm=dl-b pid=5 prio=-1 target_cpu=000\n"
          " cc1-6 [000] d..2. %u.%03u010: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=R ==> "
          "next_comm=dl-b next_pid=5 next_prio=-1\n"
          " dl-b-5 [000] ..... %u.%03u020: tracing_mark_write: begin job dl-b %u\n"
          " dl-b-5 [000] ..... %u.%03u000: tracing_mark_write: end job dl-b %u\n"
          " dl-b-5 [000] d..2. %u.%03u010: sched_switch: prev_comm=dl-b prev_pid=5 prev_prio=-1 prev_state=S ==> "
          "next_comm=cc1 next_pid=6 next_prio=120\n",
          begin / 1000, begin % 1000, begin / 1000, begin % 1000, begin / 1000, begin % 1000, i,
          end / 1000, end % 1000, i, end / 1000, end % 1000);
    }
  return g_string_free (text, FALSE);
}

static void
test_skipped (void)
{
  static const guint skipping[] = { 0, 20, 40, 60, 80, 120, 140 };
  static const guint late[] = { 0, 20, 40, 60, 80, 102, 120 };
  static const guint unused[] = { 0, 20, 40, 60, 100, 120, 140 };
  static const guint catching[] = { 0, 13, 26, 37, 80, 120, 132 };
  g_autofree char *skipping_text = print_jobs (skipping, G_N_ELEMENTS (skipping), PERIOD);
  g_autofree char *usual_text = print_jobs (skipping, G_N_ELEMENTS (skipping), 0);
  g_autofree char *late_text = print_jobs (late, G_N_ELEMENTS (late), PERIOD);
  g_autofree char *unused_text = print_jobs (unused, G_N_ELEMENTS (unused), PERIOD);
  g_autofree char *catching_text = print_jobs (catching, G_N_ELEMENTS (catching), PERIOD);
  g_autoptr (SlJobTable) jobs = load (skipping_text);
  g_autoptr (SlJobTable) usual_jobs = load (usual_text);
  g_autoptr (SlJobTable) late_jobs = load (late_text);
  g_autoptr (SlJobTable) unused_jobs = load (unused_text);
  g_autoptr (SlJobTable) catching_jobs = load (catching_text);

  g_test_summary (
      "A late job behind which a release is missing says so; one that the next follows at once does not, nor "
      "does one that was finished when the missing release was due.");

  assert_why (
      jobs, 4,
      "The next release came 40.000 ms after this one instead of 20.000 ms: 1 release was skipped.");
  assert_why (
      usual_jobs, 4,
      "The next release came 40.000 ms after this one instead of the usual 20.000 ms: 1 release was skipped.");
  assert_silent (jobs, 3);
  assert_silent (jobs, 6);
  assert_silent (late_jobs, 4);
  assert_silent (unused_jobs, 3);
  assert_silent (catching_jobs, 4);
}

/* What is said of the only task with jobs, by what the trace asks of it. */
static char *
get_reference (SlJobTable *found, const char **from)
{
  SlTrace *trace = sl_job_table_get_trace (found);
  const SlClock *clock = sl_source_get_clock (sl_trace_get_source (trace));
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (NULL, trace, annotations, &error);
  g_autoptr (SlJobTable) jobs = sl_job_table_with_rules (found, rules);
  const SlJob *job = sl_job_table_get (jobs, 1);

  g_assert_no_error (error);
  *from = sl_text_deadline_from (job);
  return sl_text_deadline_reference (jobs, NULL, clock, sl_job_table_find_task (jobs, job->task));
}

static void
test_reference (void)
{
  static const guint slipping[] = { 0, 20, 40, 60, 80, 120, 140 };
  static const guint late[] = { 0, 20, 40, 60, 80, 102, 120 };
  g_autofree char *slipping_text = print_jobs (slipping, G_N_ELEMENTS (slipping), PERIOD);
  g_autofree char *late_text = print_jobs (late, G_N_ELEMENTS (late), PERIOD);
  g_autoptr (SlJobTable) slipping_jobs = load (slipping_text);
  g_autoptr (SlJobTable) late_jobs = load (late_text);
  g_autofree char *slipped = NULL, *kept = NULL;
  const char *from;

  g_test_summary (
      "Where releases slip behind their period, so do the deadlines that count from them: that is said, with "
      "how many jobs would be late by the period, and that only the relative deadline was recorded.");

  slipped = get_reference (slipping_jobs, &from);
  g_assert_cmpstr (
      slipped, ==,
      "The deadlines of task:5 count from its releases, which slipped by up to 20.000 ms: 1 of 5 jobs missed "
      "theirs. Counted from its first release in periods of 20.000 ms, 3 would have.");
  g_assert_cmpstr (from, ==, "release + recorded relative deadline");
  kept = get_reference (late_jobs, &from);
  g_assert_cmpstr (kept, ==, "");
}

static void
test_late_timer (void)
{
  g_autoptr (SlJobTable) jobs = load (
      " <idle>-0 [001] d..2. 1.000000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=fast next_pid=5 next_prio=19\n"
      " fast-5   [001] d..2. 1.000010: hrtimer_start: hrtimer=1 function=hrtimer_wakeup expires=1001000000 "
      "softexpires=1001000000 mode=ABS\n"
      " fast-5   [001] d..2. 1.000020: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
      "next_comm=cc1 next_pid=6 next_prio=120\n"
      " cc1-6    [001] d.h2. 1.001252: hrtimer_expire_entry: hrtimer=1 function=hrtimer_wakeup now=1001252000\n"
      " cc1-6    [001] d.h3. 1.001253: sched_waking: comm=fast pid=5 prio=19 target_cpu=001\n"
      " cc1-6    [001] d.h2. 1.001255: hrtimer_expire_exit: hrtimer=1\n"
      " cc1-6    [001] d..2. 1.001270: sched_switch: prev_comm=cc1 prev_pid=6 prev_prio=120 prev_state=R ==> "
      "next_comm=fast next_pid=5 next_prio=19\n"
      " fast-5   [001] d..2. 1.001300: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
      "next_comm=cc1 next_pid=6 next_prio=120\n");

  g_test_summary ("A job that its timer releases late says so, and who ran meanwhile.");

  assert_why (jobs, 0, "Its timer interrupt came 253.000 µs late while task:6 ran.");
}

static void
test_inferred (void)
{
  static const char idle[] =
      " <idle>-0 [000] d..2. 1.%03u000: sched_waking: comm=fa pid=5 prio=19 target_cpu=000\n"
      " <idle>-0 [000] d..2. 1.%03u010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=fa next_pid=5 next_prio=19\n"
      " fa-5 [000] ..... 1.%03u050: tracing_mark_write: begin job fa %u\n"
      " fa-5 [000] ..... 1.%03u000: tracing_mark_write: end job fa %u\n"
      " fa-5 [000] d..2. 1.%03u010: sched_switch: prev_comm=fa prev_pid=5 prev_prio=19 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n";
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SlJobTable) jobs = NULL;
  g_autofree char *verdict = NULL;

  g_test_summary (
      "A job that nobody gave a deadline says when it finished before the one that is inferred.");

  for (guint i = 0; i < 8; i++)
    g_string_append_printf (text, idle, 10 * i, 10 * i, 10 * i, i, 10 * i + 2, i, 10 * i + 2);
  jobs = load (text->str);
  verdict = sl_text_job_verdict (jobs, sl_trace_get_clock (sl_job_table_get_trace (jobs)), 2);
  g_assert_cmpstr (verdict, ==,
                   "Finished 8.000 ms before its inferred deadline; no deadline is given");
}

static void
test_late_priority (void)
{
  g_autoptr (SlJobTable) jobs = load (
      " fb-6 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=fb next_pid=6 next_prio=69\n"
      " fa-5 [001] d..2. 1.000010: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=fa next_pid=5 next_prio=120\n"
      " fa-5 [001] d..2. 1.000020: sched_switch: prev_comm=fa prev_pid=5 prev_prio=120 prev_state=S ==> "
      "next_comm=swapper/1 next_pid=0 next_prio=120\n"
      " fb-6 [000] d.h2. 1.000990: hrtimer_expire_entry: hrtimer=1 function=hrtimer_wakeup now=1000985000\n"
      " fb-6 [000] d.h3. 1.001000: sched_waking: comm=fa pid=5 prio=120 target_cpu=000\n"
      " fb-6 [000] d.h3. 1.001010: sched_wakeup: comm=fa pid=5 prio=120 target_cpu=000\n"
      " fb-6 [000] d.h2. 1.001020: hrtimer_expire_exit: hrtimer=1\n"
      " fb-6 [000] d..2. 1.021000: sched_switch: prev_comm=fb prev_pid=6 prev_prio=69 prev_state=S ==> "
      "next_comm=fa next_pid=5 next_prio=120\n"
      " fa-5 [000] d.... 1.021010: hrtimer_start: hrtimer=2 function=hrtimer_wakeup expires=1010000000 "
      "softexpires=1010000000 mode=ABS\n"
      " fa-5 [000] d.h2. 1.021020: hrtimer_expire_entry: hrtimer=2 function=hrtimer_wakeup now=1021020000\n"
      " fa-5 [000] d.h3. 1.021030: sched_waking: comm=fa pid=5 prio=59 target_cpu=000\n"
      " fa-5 [000] d.h3. 1.021040: sched_wakeup: comm=fa pid=5 prio=59 target_cpu=000\n"
      " fa-5 [000] d.h2. 1.021050: hrtimer_expire_exit: hrtimer=2\n"
      " fa-5 [000] ..... 1.021100: tracing_mark_write: begin job fa 0\n"
      " fa-5 [000] ..... 1.022000: tracing_mark_write: end job fa 0\n"
      " fa-5 [000] d..2. 1.022100: sched_switch: prev_comm=fa prev_pid=5 prev_prio=59 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n");

  g_test_summary ("A job whose task got its real-time priority only after the release says so.");

  assert_why (
      jobs, 0,
      "When it was released it was still a fair task: it got its real-time priority later.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-verdict/budget", test_budget);
  g_test_add_func ("/text-verdict/filled-late", test_filled_late);
  g_test_add_func ("/text-verdict/inferred", test_inferred);
  g_test_add_func ("/text-verdict/interference", test_interference);
  g_test_add_func ("/text-verdict/namesakes", test_namesakes);
  g_test_add_func ("/text-verdict/skipped", test_skipped);
  g_test_add_func ("/text-verdict/reference", test_reference);
  g_test_add_func ("/text-verdict/late-priority", test_late_priority);
  g_test_add_func ("/text-verdict/late-timer", test_late_timer);

  return g_test_run ();
}
