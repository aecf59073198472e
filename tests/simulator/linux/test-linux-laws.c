/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Laws of what a recording of Linux says, on machines of which it is known what they did. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-job-table.h"
#include "sl-linux-machine.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-schedulability.h"
#include "sl-source-extras.h"
#include "sl-task-model.h"

#define N_MACHINES 12
#define N_CPUS     3
#define N_MS       60

/* The first records after a loss may say nothing of who runs there. */
#define MOST_SILENT 200

static const SlDatLayout plain = {
  .version = 7,
  .codec = "zstd",
  .long_size = 8,
  .page_size = 4096,
  .n_cpus = N_CPUS,
  .n_buffers = 1,
  .pages_a_chunk = 8,
  .clock = "mono",
  .seed = 1,
};

static SlTrace *
load (const char *name, gconstpointer data, gsize size)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-laws-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  SlOpenRequest request = { files, NULL, options };
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  g_assert_true (g_file_set_contents (path, data, (gssize) size, &error));
  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (g_ptr_array_index (sources, 0), sl_analyses_get_all (), NULL, NULL, NULL,
                       &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return trace;
}

static SlTrace *
load_dat (const SlLinuxMachine *machine, const SlDatLayout *layout)
{
  g_autoptr (GBytes) bytes = sl_linux_machine_write_dat (machine, layout);
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  return load ("a.dat", data, size);
}

static SlTrace *
load_text (const SlLinuxMachine *machine)
{
  g_autofree char *text = sl_linux_machine_print (machine);

  return load ("a.txt", text, strlen (text));
}

static guint64
to_ns (SlTrace *trace, SlTime time)
{
  return sl_clock_to_absolute (sl_trace_get_clock (trace), time);
}

static SlTime
from_ns (SlTrace *trace, guint64 ns)
{
  return (SlTime) (ns - sl_clock_get_origin (sl_trace_get_clock (trace)));
}

static const SlLane *
find_lane (SlTrace *trace, SlObjectType type, guint64 id)
{
  guint32 object = sl_object_table_find (sl_trace_get_objects (trace), type, id, 1);
  guint number;

  g_assert_cmpuint (object, !=, 0);
  g_assert_true (sl_trace_find_lane_of_object (trace, object, &number));
  return sl_trace_get_lane (trace, number);
}

static guint64
get_id (SlTrace *trace, guint32 object)
{
  return object != 0 ? sl_object_table_get (sl_trace_get_objects (trace), object)->id : 0;
}

static SlItem
find_state (SlTrace *trace, const SlLane *lane, guint64 ns)
{
  SlItem item;

  g_assert_true (
      sl_track_find_at (sl_lane_get_track (lane, SL_ROLE_STATES), from_ns (trace, ns), &item));
  return item;
}

/* Executed or interrupted, in all that ends in the trace. */
static guint64
sum_run_time (SlTrace *trace, guint32 tid, guint64 end)
{
  const SlTrack *states =
      sl_lane_get_track (find_lane (trace, SL_OBJECT_TASK, tid), SL_ROLE_STATES);
  SlTrackIter iter;
  SlItem item;
  guint64 sum = 0;

  sl_track_iter_init (&iter, states, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if ((item.state == SL_STATE_RUNNING || item.state == SL_STATE_INTERRUPTED) &&
        to_ns (trace, item.begin) < end)
      sum += (guint64) (item.end - item.begin);
  return sum;
}

static void
check_run_times (const SlLinuxMachine *machine, SlTrace *trace)
{
  for (guint t = 0; t < machine->tasks->len; t++)
    {
      guint32 tid = g_array_index (machine->tasks, SlMachineTask, t).tid;
      guint64 truth = 0, end = 0;

      for (guint i = 0; i < machine->runs->len; i++)
        {
          const SlMachineRun *run = &g_array_index (machine->runs, SlMachineRun, i);

          if (run->tid != tid)
            continue;
          truth += run->end - run->begin;
          end = MAX (end, run->end);
        }
      g_test_message ("task %u", tid);
      g_assert_cmpuint (sum_run_time (trace, tid, end), ==, truth);
    }
}

static const SlMachineTask *
find_task (const SlLinuxMachine *machine, guint32 tid)
{
  for (guint i = 0; i < machine->tasks->len; i++)
    if (g_array_index (machine->tasks, SlMachineTask, i).tid == tid)
      return &g_array_index (machine->tasks, SlMachineTask, i);

  g_assert_not_reached ();
}

/* (element-type SlMachineJob): those of one task; of a fair one those without a sleep between them are one */
static GArray *
list_jobs (const SlLinuxMachine *machine, const SlMachineTask *task)
{
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (SlMachineJob));

  for (guint i = 0; i < machine->jobs->len; i++)
    {
      const SlMachineJob *job = &g_array_index (machine->jobs, SlMachineJob, i);

      if (job->tid != task->tid)
        continue;
      if (task->kind == SL_MACHINE_FAIR && job->is_late)
        g_array_index (jobs, SlMachineJob, jobs->len - 1).finish = job->finish;
      else
        g_array_append_val (jobs, *job);
    }
  return jobs;
}

/* Whether each job came in time, so that the period can be estimated exactly: a task that is late skips some, or is
 * released when nobody records it. When the first one was due is not recorded. */
static gboolean
are_in_time (const GArray *jobs, guint64 period)
{
  for (guint i = 1; i < jobs->len; i++)
    {
      const SlMachineJob *job = &g_array_index (jobs, SlMachineJob, i);

      if (job->is_late || (i > 1 && job->nominal - (job - 1)->nominal != period))
        return FALSE;
    }

  return jobs->len >= 4;
}

static void
check_job (SlTrace *trace,
           const SlMachineTask *task,
           const SlMachineJob *truth,
           const SlJob *job,
           gboolean is_in_time,
           gboolean is_last)
{
  g_test_message ("job %u of task %u, released at %" G_GUINT64_FORMAT, job->number, task->tid,
                  truth->release);
  g_assert_cmpuint (to_ns (trace, job->release), ==, truth->release);
  if (truth->finish != SL_MACHINE_NEVER && !is_last)
    {
      g_assert_cmpint (job->flags & SL_JOB_FINISHED, !=, 0);
      g_assert_cmpuint (to_ns (trace, job->end), ==, truth->finish);
    }
  if (truth->deadline != SL_MACHINE_NEVER)
    {
      g_assert_cmpint (job->deadline_from, ==, SL_DEADLINE_TRACE);
      g_assert_cmpuint (to_ns (trace, job->deadline), ==, truth->deadline);
    }
  else if (!task->has_mark && !truth->is_late && truth->nominal != SL_MACHINE_NEVER &&
           task->kind != SL_MACHINE_FAIR)
    {
      g_assert_cmpint (job->deadline_from, ==, SL_DEADLINE_INFERRED);
      if (is_in_time)
        g_assert_cmpuint (to_ns (trace, job->deadline), ==, truth->nominal + task->period);
    }
}

static SlJobTable *
find_jobs (SlTrace *trace, const char *model_text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (model_text, "a.slackline-tasks", &error);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (model, trace, annotations, &error);
  SlJobTable *table = sl_job_table_new (trace, 0, rules, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static void
check_jobs (const SlLinuxMachine *machine, SlTrace *trace, const char *model)
{
  g_autoptr (SlJobTable) table = find_jobs (trace, model);

  for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
    {
      const SlJobTask *found = sl_job_table_get_task (table, i);
      guint32 tid = (guint32) get_id (trace, found->task);
      const SlMachineTask *task = find_task (machine, tid);
      g_autoptr (GArray) truth = list_jobs (machine, task);

      g_test_message ("task %u", tid);
      if (task->kind == SL_MACHINE_FAIR && model[0] == '\0')
        {
          g_assert_cmpuint (found->n_jobs, ==, 0);
          continue;
        }
      g_assert_cmpuint (found->n_jobs, ==, truth->len);
      for (guint k = 0; k < truth->len; k++)
        check_job (trace, task, &g_array_index (truth, SlMachineJob, k),
                   sl_job_table_get (table, found->first + k), are_in_time (truth, task->period),
                   k + 1 == truth->len);
    }
}

static guint
check_waits (const SlLinuxMachine *machine, SlTrace *trace)
{
  for (guint i = 0; i < machine->waits->len; i++)
    {
      const SlMachineWait *wait = &g_array_index (machine->waits, SlMachineWait, i);
      SlItem waiter = find_state (trace, find_lane (trace, SL_OBJECT_TASK, wait->waiter),
                                  wait->begin + (wait->end - wait->begin) / 2);
      const SlTrack *holders =
          sl_lane_get_track (find_lane (trace, SL_OBJECT_FUTEX, wait->lock), SL_ROLE_STATES);
      SlItem lock;

      g_test_message ("task %u waits at %" G_GUINT64_FORMAT, wait->waiter, wait->begin);
      g_assert_cmpuint (waiter.state, ==, SL_STATE_BLOCKED);
      g_assert_cmpuint (get_id (trace, waiter.detail), ==, wait->lock);
      g_assert_cmpuint (to_ns (trace, waiter.begin), ==, wait->begin);
      g_assert_cmpuint (to_ns (trace, waiter.end), ==, wait->end);
      if (!sl_track_find_at (holders, from_ns (trace, wait->begin + 1), &lock) ||
          lock.state != SL_STATE_HELD)
        g_assert_false (wait->boosts);
      else
        g_assert_cmpuint (get_id (trace, lock.detail), ==, wait->holder);
    }

  return machine->waits->len;
}

/* All that is said of a machine by a trace without losses. */
static guint
check_all (const SlLinuxMachine *machine, SlTrace *trace)
{
  check_run_times (machine, trace);
  check_jobs (machine, trace, "");
  check_jobs (machine, trace, "[task fair]\nmatch=103\nperiod=4ms\n");
  return check_waits (machine, trace);
}

static void
test_truth (void)
{
  guint n_waits = 0;

  g_test_summary (
      "Run times, releases, finishes, deadlines and waits for locks are those of the machine that was "
      "recorded, be it as trace.dat or as text");

  for (guint i = 0; i < N_MACHINES; i++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autoptr (SlLinuxMachine) machine = sl_linux_machine_run (seed, N_CPUS, N_MS);
      g_autoptr (SlTrace) dat = load_dat (machine, &plain);
      g_autoptr (SlTrace) text = load_text (machine);

      g_test_message ("seed %u", seed);
      n_waits += check_all (machine, dat);
      check_all (machine, text);
    }
  g_assert_cmpuint (n_waits, >, N_MACHINES);
}

/* All that events say but where in the file they are. */
static char *
print_events (SlTrace *trace)
{
  GString *text = g_string_new (NULL);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gssize n_events;

  for (guint64 block = 0;
       (n_events = sl_source_read_block (sl_trace_get_source (trace), block, events)) >= 0; block++)
    for (gssize i = 0; i < n_events; i++)
      {
        const SlEvent *event = &events[i];
        gboolean is_mark = event->kind == SL_KIND_LINUX_PRINT;
        g_autofree char *mark =
            is_mark ? sl_source_get_object_name (sl_trace_get_source (trace), SL_OBJECT_USER_EVENT,
                                                 event->a, event->time)
                    : NULL;

        /* A mark's a is the number of its text among all names, by when that came first. */
        g_string_append_printf (text,
                                "%" G_GUINT64_FORMAT " %u %s %" G_GUINT64_FORMAT
                                " %" G_GUINT64_FORMAT " %x %s\n",
                                to_ns (trace, event->time), event->cpu,
                                sl_kind_get (event->kind)->id, is_mark ? 0 : event->a, event->b,
                                event->detail, mark != NULL ? mark : "");
      }
  return g_string_free (text, FALSE);
}

static void
assert_same_lines (const char *found, const char *expected)
{
  g_auto (GStrv) lines = g_strsplit (found, "\n", -1);
  g_auto (GStrv) others = g_strsplit (expected, "\n", -1);

  for (guint i = 0; lines[i] != NULL && others[i] != NULL; i++)
    g_assert_cmpstr (lines[i], ==, others[i]);
  g_assert_cmpuint (g_strv_length (lines), ==, g_strv_length (others));
}

static void
test_containers (void)
{
  static const struct
  {
    guint version;
    const char *codec;
    gboolean is_big;
    guint long_size;
  } forms[] = {
    { 6, "none", FALSE, 8 }, { 7, "none", FALSE, 8 }, { 7, "zlib", FALSE, 8 },
    { 7, "zstd", TRUE, 8 },  { 6, "none", TRUE, 4 },
  };
  g_autoptr (SlLinuxMachine) machine =
      sl_linux_machine_run ((guint32) g_test_rand_int (), N_CPUS, N_MS);
  g_autoptr (SlTrace) first = load_dat (machine, &plain);
  g_autoptr (SlTrace) text = load_text (machine);
  g_autofree char *expected = print_events (first);
  g_autofree char *printed = print_events (text);

  g_test_summary (
      "One recording has the same events in versions 6 and 7, packed or not, in either order of bytes, "
      "and as text with nanoseconds");

  g_assert_cmpuint (sl_trace_get_n_events (first), ==, machine->events->len);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      SlDatLayout layout = plain;
      g_autoptr (SlTrace) other = NULL;
      g_autofree char *found = NULL;

      layout.version = forms[i].version;
      layout.codec = forms[i].codec;
      layout.is_big = forms[i].is_big;
      layout.long_size = forms[i].long_size;
      layout.seed = i + 2;
      other = load_dat (machine, &layout);
      found = print_events (other);
      assert_same_lines (found, expected);
    }
  assert_same_lines (printed, expected);
}

/* Who runs on a processor is what the machine says, but where nothing is known. Returns the time of which nothing is. */
static guint64
check_processor (const SlLinuxMachine *machine, SlTrace *trace, guint cpu)
{
  const SlLane *lane = find_lane (trace, SL_OBJECT_CPU, cpu);
  guint64 unknown = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, sl_lane_get_track (lane, SL_ROLE_STATES), SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if (item.state == SL_STATE_UNKNOWN && item.index > 0)
      unknown += (guint64) (item.end - item.begin);
  for (guint i = 0; i < machine->runs->len; i++)
    {
      const SlMachineRun *run = &g_array_index (machine->runs, SlMachineRun, i);
      SlItem found;

      if (run->cpu != cpu || run->end - run->begin < 2)
        continue;
      found = find_state (trace, lane, run->begin + (run->end - run->begin) / 2);
      if (found.state == SL_STATE_RUNNING)
        g_assert_cmpuint (get_id (trace, found.detail), ==, run->tid);
      else
        g_assert_true (found.state == SL_STATE_UNKNOWN || found.state == SL_STATE_INTERRUPT ||
                       found.state == SL_STATE_SOFTIRQ);
    }
  return unknown;
}

static void
check_loss (const SlLinuxMachine *machine, SlTrace *trace)
{
  const SlMachineLoss *loss = &g_array_index (machine->losses, SlMachineLoss, 0);

  for (guint cpu = 0; cpu < N_CPUS; cpu++)
    {
      guint64 unknown = check_processor (machine, trace, cpu);

      g_test_message ("processor %u", cpu);
      g_assert_cmpuint (unknown, >=, cpu == loss->cpu ? loss->after - loss->before : 0);
      g_assert_cmpuint (unknown, <=,
                        cpu == loss->cpu ? loss->after - loss->before + MOST_SILENT : 0);
    }
}

static void
test_losses (void)
{
  g_test_summary (
      "Where records of a processor were lost nobody knows what it ran, from its last record to its next "
      "one and no longer; the others stay known");

  for (guint i = 0; i < N_MACHINES; i++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autoptr (SlLinuxMachine) machine = sl_linux_machine_run (seed, N_CPUS, N_MS);
      guint64 begin = g_array_index (machine->events, SlMachineEvent, 0).event.time +
                      (guint64) g_test_rand_int_range (5, 40) * 1000000;
      g_autoptr (SlTrace) dat = NULL;
      g_autoptr (SlTrace) text = NULL;

      g_test_message ("seed %u", seed);
      if (!sl_linux_machine_lose (machine, i % N_CPUS, begin, begin + 3000000))
        continue;
      dat = load_dat (machine, &plain);
      text = load_text (machine);
      check_loss (machine, dat);
      check_loss (machine, text);
    }
}

/* The processors on which a task ran, a bit each. */
static guint
find_processors (const SlLinuxMachine *machine, guint32 tid)
{
  guint cpus = 0;

  for (guint i = 0; i < machine->runs->len; i++)
    if (g_array_index (machine->runs, SlMachineRun, i).tid == tid)
      cpus |= 1u << g_array_index (machine->runs, SlMachineRun, i).cpu;
  return cpus;
}

/* Returns how many tasks never leave a processor that is not analysed by itself. */
static guint
check_partitions (const SlLinuxMachine *machine, SlTrace *trace)
{
  g_autoptr (SlJobTable) jobs = find_jobs (trace, "[scheduler]\npolicy=dm\nprotocol=pip\n");
  g_autoptr (SlSchedulability) theory = sl_schedulability_new (jobs, NULL, NULL);
  guint spoilt = 0, n_bounds = 0;

  g_assert_cmpuint (theory->partitions->len, ==, N_CPUS);
  for (guint i = 0; i < theory->tasks->len; i++)
    {
      guint cpus =
          find_processors (machine,
                           (guint32)
                               get_id (trace,
                                       g_array_index (theory->tasks, SlTaskTheory, i).object));

      spoilt |= (cpus & (cpus - 1)) != 0 ? cpus : 0;
    }
  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *task = &g_array_index (theory->tasks, SlTaskTheory, i);
      guint cpus = find_processors (machine, (guint32) get_id (trace, task->object));
      gboolean is_alone = (cpus & (cpus - 1)) == 0;

      g_test_message ("task %d", (int) get_id (trace, task->object));
      g_assert_cmpint (task->cpu != 0, ==, is_alone);
      if (is_alone)
        g_assert_cmpuint (1u << get_id (trace, task->cpu), ==, cpus);
      g_assert_cmpint (task->response.state == SL_BOUND_MIGRATES, ==, (cpus & spoilt) != 0);
      n_bounds += task->response.state == SL_BOUND_KNOWN;
    }

  return n_bounds;
}

static void
test_partitions (void)
{
  guint n_bounds = 0;

  g_test_summary (
      "Theory knows which tasks never leave their processor, and analyses the processors of which that "
      "holds for all their tasks");

  for (guint i = 0; i < N_MACHINES; i++)
    {
      g_autoptr (SlLinuxMachine) machine =
          sl_linux_machine_run ((guint32) g_test_rand_int (), N_CPUS, N_MS);
      g_autoptr (SlTrace) trace = load_dat (machine, &plain);

      n_bounds += check_partitions (machine, trace);
    }
  g_test_message ("%u bounds", n_bounds);
}

/* Two cycles of a fair task, in the middle of the second of which it sleeps; microseconds. */
static const char own_marks[] =
    "  <idle>-0 [000] d.h1. 1.000100: sched_waking: comm=loop pid=50 prio=120 target_cpu=000\n"
    "  <idle>-0 [000] d.h1. 1.000101: sched_wakeup: comm=loop pid=50 prio=120 target_cpu=000\n"
    "  <idle>-0 [000] d..1. 1.000110: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
    "prev_state=R ==> next_comm=loop next_pid=50 next_prio=120\n"
    "    loop-50 [000] ...1. 1.000120: tracing_mark_write: cycle 7 start\n"
    "    loop-50 [000] ...1. 1.000300: tracing_mark_write: cycle 7 end\n"
    "    loop-50 [000] d..1. 1.000310: sched_switch: prev_comm=loop prev_pid=50 prev_prio=120 "
    "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
    "  <idle>-0 [000] d.h1. 1.001100: sched_waking: comm=loop pid=50 prio=120 target_cpu=000\n"
    "  <idle>-0 [000] d..1. 1.001110: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
    "prev_state=R ==> next_comm=loop next_pid=50 next_prio=120\n"
    "    loop-50 [000] ...1. 1.001120: tracing_mark_write: cycle 8 start\n"
    "    loop-50 [000] d..1. 1.001200: sched_switch: prev_comm=loop prev_pid=50 prev_prio=120 "
    "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
    "  <idle>-0 [000] d..1. 1.001600: sched_waking: comm=loop pid=50 prio=120 target_cpu=000\n"
    "  <idle>-0 [000] d..1. 1.001610: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
    "prev_state=R ==> next_comm=loop next_pid=50 next_prio=120\n"
    "    loop-50 [000] ...1. 1.001700: tracing_mark_write: cycle 8 end\n"
    "    loop-50 [000] d..1. 1.001710: sched_switch: prev_comm=loop prev_pid=50 prev_prio=120 "
    "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
    "  <idle>-0 [000] d..1. 1.002000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
    "prev_state=R ==> next_comm=other next_pid=60 next_prio=120\n";

static void
test_own_marks (void)
{
  static const struct
  {
    const char *keys;
    guint n_jobs;
    SlTime releases[3];
    SlTime finishes[3];
  } cases[] = {
    { "begin=cycle * start\nend=cycle * end\n", 2, { 0, 1000 }, { 200, 1600 } },
    { "begin=cycle # start\n", 2, { 0, 1000 }, { 210, -1 } },
    { "end=cycle # end\n", 2, { 0, 1500 }, { 200, 1600 } },
    { "begin=no such mark\n", 0, { 0 }, { 0 } },
    { "", 0, { 0 }, { 0 } },
    /* By its timers, as far as interrupts without a line are those. */
    { "period=1ms\n", 2, { 0, 1000 }, { 210, -1 } },
  };
  g_autoptr (SlTrace) trace = load ("a.txt", own_marks, sizeof own_marks - 1);
  g_autoptr (SlJobTable) plain_table = find_jobs (trace, "");

  g_test_summary (
      "A task model that says what a task logs as its jobs begin or end, or when it is due, finds the jobs of "
      "a task for which the trace has none; a job is released as the task is woken for it");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *model = g_strconcat ("[task loop]\n", cases[i].keys, NULL);
      g_autoptr (SlJobTable) table = find_jobs (trace, model);
      g_autoptr (SlJobTable) changed =
          sl_job_table_with_rules (plain_table, sl_job_table_get_rules (table));

      g_test_message ("%s", cases[i].keys);
      g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, cases[i].n_jobs);
      g_assert_cmpuint (sl_job_table_get_n_jobs (changed), ==, cases[i].n_jobs);
      for (guint k = 0; k < cases[i].n_jobs; k++)
        {
          const SlJob *job = sl_job_table_get (table, k);

          g_assert_cmpint (job->release, ==, cases[i].releases[k] * 1000);
          if (cases[i].finishes[k] >= 0)
            g_assert_cmpint (sl_job_get_finish (job), ==, cases[i].finishes[k] * 1000);
          else
            g_assert_cmpint (job->flags & SL_JOB_FINISHED, ==, 0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/linux-laws/truth", test_truth);
  g_test_add_func ("/linux-laws/containers", test_containers);
  g_test_add_func ("/linux-laws/losses", test_losses);

  g_test_add_func ("/linux-laws/partitions", test_partitions);

  g_test_add_func ("/linux-laws/own-marks", test_own_marks);

  return g_test_run ();
}
