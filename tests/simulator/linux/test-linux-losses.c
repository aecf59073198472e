/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs where events were lost: what is said of one is what happened, and the rest is not said. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-job-table.h"
#include "sl-linux-machine.h"
#include "sl-linux-recording.h"
#include "sl-load.h"
#include "sl-recording.h"
#include "sl-test.h"
#include "sl-text-verdict.h"

#define MOST_CPUS  3
#define N_MACHINES 24
#define N_MS       60

static SlTrace *
load_data (const char *name, gconstpointer data, gsize size)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-losses-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  g_assert_true (g_file_set_contents (path, data, (gssize) size, &error));
  source = sl_linux_recording_open (path);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return trace;
}

static SlTrace *
load (const char *name, const char *text)
{
  return load_data (name, text, strlen (text));
}

static SlTrace *
load_dat (const SlLinuxMachine *machine, const char *codec)
{
  const SlDatLayout layout = {
    .version = 7,
    .codec = codec,
    .long_size = 8,
    .page_size = 4096,
    .n_cpus = MOST_CPUS,
    .n_buffers = 1,
    .pages_a_chunk = 2,
    .clock = "mono",
    .seed = 1,
  };
  g_autoptr (GBytes) bytes = sl_linux_machine_write_dat (machine, &layout);
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  return load_data ("a.dat", data, size);
}

static SlTrace *
load_perf (const SlLinuxMachine *machine, gboolean is_pipe, gboolean is_overwritten)
{
  const SlPerfLayout layout = {
    .is_pipe = is_pipe,
    .packing = is_pipe ? 81 : 0,
    .fields = is_pipe ? 1 << 16 : 1 << 6,
    .has_clock = TRUE,
    .is_overwritten = is_overwritten,
    .round = 20000,
    .n_cpus = MOST_CPUS,
    .seed = 1,
  };
  g_autoptr (GBytes) bytes = sl_linux_machine_write_perf (machine, &layout);
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  return load_data ("perf.data", data, size);
}

static guint64
to_ns (SlTrace *trace, SlTime time)
{
  return sl_clock_to_absolute (sl_trace_get_clock (trace), time);
}

/* How long after a timer a task is woken at most. */
#define WAKE_NS 100

/* One that was late for its release, and of which nothing records when it began, is known by when it was due. */
static const SlMachineJob *
find_truth (const SlLinuxMachine *machine, guint32 tid, guint64 release)
{
  for (guint i = 0; i < machine->jobs->len; i++)
    {
      const SlMachineJob *job = &g_array_index (machine->jobs, SlMachineJob, i);

      if (job->tid == tid &&
          (job->release == release ||
           (job->is_late && job->nominal != SL_MACHINE_NEVER && release - job->nominal < WAKE_NS)))
        return job;
    }

  return NULL;
}

/* Returns whether the response of the job is known. */
static gboolean
check_job (const SlLinuxMachine *machine, SlTrace *trace, guint32 tid, const SlJob *job)
{
  const SlMachineJob *truth;
  gint64 response;

  if (job->release == SL_JOB_NEVER)
    {
      g_assert_cmpint (job->flags & SL_JOB_MISSED, ==, 0);
      return FALSE;
    }
  truth = find_truth (machine, tid, to_ns (trace, job->release));
  g_test_message ("job %u of task %u, released at %" G_GUINT64_FORMAT, job->number, tid,
                  to_ns (trace, job->release));
  g_assert_nonnull (truth);
  /* One that sleeps as the recording ends may go on. */
  if ((job->flags & SL_JOB_MISSED) != 0 && truth->deadline != SL_MACHINE_NEVER &&
      job->end + 1 < sl_trace_get_span (trace).end)
    g_assert_cmpuint (truth->finish, >, truth->deadline);
  if (!sl_job_get_response (job, &response))
    return FALSE;

  g_assert_cmpuint (to_ns (trace, job->end), ==, truth->finish);
  if (job->nominal != SL_JOB_NEVER && truth->nominal != SL_MACHINE_NEVER && !truth->is_late)
    g_assert_cmpint (response, <=, truth->finish - truth->nominal);
  else if (job->nominal == SL_JOB_NEVER)
    g_assert_cmpint (response, ==, truth->finish - truth->release);
  return TRUE;
}

static guint
check_trace (const SlLinuxMachine *machine, SlTrace *trace, guint *n_jobs)
{
  g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  guint n_known = 0;

  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      const SlObject *task = sl_object_table_get (sl_trace_get_objects (trace), job->task);

      n_known += check_job (machine, trace, (guint32) task->id, job);
    }
  *n_jobs += sl_job_table_get_n_jobs (table);
  return n_known;
}

static gboolean
is_behind_loss (const SlLinuxMachine *machine, const SlMachineEvent *event)
{
  for (guint i = 0; i < machine->losses->len; i++)
    {
      const SlMachineLoss *loss = &g_array_index (machine->losses, SlMachineLoss, i);

      if (loss->cpu == event->cpu && loss->after == event->event.time)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_overwritten (const SlLinuxMachine *machine)
{
  for (guint i = 0; i < machine->losses->len; i++)
    if (g_array_index (machine->losses, SlMachineLoss, i).before == 0)
      return TRUE;

  return FALSE;
}

/* (element-type SlSpan): the gaps of a processor that are to be found, in ns. What lies between two of them may be lost
 * itself.
 * @may_be_any: the file does not say of which processors the begin was overwritten */
static GArray *
list_gaps (const SlLinuxMachine *machine, guint cpu, gboolean may_be_any)
{
  gboolean is_known = !may_be_any || !is_overwritten (machine);
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (SlSpan));
  SlTime before = (SlTime) g_array_index (machine->events, SlMachineEvent, 0).event.time;

  for (guint i = 0; i < machine->events->len; i++)
    {
      const SlMachineEvent *event = &g_array_index (machine->events, SlMachineEvent, i);
      SlSpan gap = { before, (SlTime) event->event.time };

      if (event->cpu != cpu)
        continue;
      if (gap.end > gap.begin && (is_behind_loss (machine, event) || !is_known))
        g_array_append_val (gaps, gap);
      is_known = TRUE;
      before = gap.end;
    }
  return gaps;
}

/* Whoever is said to run, and whatever interrupt, nothing is said of a processor in its gaps. */
static void
check_unknown (SlTrace *trace, const SlLane *lane, const SlItem *gap)
{
  const SlLane *cpu = sl_trace_get_lane_of_object (trace, lane->object);
  SlTrackIter iter;
  SlItem item;

  g_assert_cmpint (cpu->type, ==, SL_LANE_CPU);
  sl_track_iter_init (&iter, sl_lane_get_track (cpu, SL_ROLE_STATES), gap->begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < gap->end)
    if (item.end > gap->begin)
      g_assert_cmpint (item.state, ==, SL_STATE_UNKNOWN);
}

static void
check_gaps_of (const SlLinuxMachine *machine, SlTrace *trace, guint cpu, gboolean may_be_any)
{
  g_autofree char *name = g_strdup_printf ("trace/cpu:%u", cpu);
  g_autoptr (GArray) gaps = list_gaps (machine, cpu, may_be_any);
  guint number, n = 0;
  const SlLane *lane;
  SlTrackIter iter;
  SlItem item;

  if (!sl_trace_find_lane (trace, name, &number))
    {
      g_assert_cmpuint (gaps->len, ==, 0);
      return;
    }

  lane = sl_trace_get_lane (trace, number);
  sl_track_iter_init (&iter, lane->tracks[0].track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      const SlSpan *gap = &g_array_index (gaps, SlSpan, n);

      /* The first processor may have lost what nobody else saw. */
      if (item.begin == item.end)
        continue;
      g_test_message ("CPU %u from %" G_GUINT64_FORMAT, cpu, to_ns (trace, item.begin));
      g_assert_cmpuint (n++, <, gaps->len);
      g_assert_cmpint (item.state, ==, SL_STATE_GAP);
      g_assert_cmpint (item.detail, ==, SL_GAP_LOST);
      g_assert_cmpuint (to_ns (trace, item.begin), ==, (guint64) gap->begin);
      g_assert_cmpuint (to_ns (trace, item.end), ==, (guint64) gap->end);
      check_unknown (trace, lane, &item);
    }
  g_assert_cmpuint (n, ==, gaps->len);
}

/* The same recording as text, as trace.dat and as perf.data. Returns: how many responses are known */
static guint
check_forms (const SlLinuxMachine *machine, gboolean is_other, guint *n_jobs)
{
  g_autofree char *text = sl_linux_machine_print (machine);
  g_autoptr (SlTrace) of_text = load ("a.txt", text);
  g_autoptr (SlTrace) of_dat = load_dat (machine, is_other ? "none" : "zstd");
  gboolean is_of_end = is_other && is_overwritten (machine);
  g_autoptr (SlTrace) of_perf = load_perf (machine, is_other, is_of_end);
  SlTrace *const traces[] = { of_text, of_dat, of_perf };
  guint n_known = 0;

  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_test_message ("form %u", i);
      n_known += check_trace (machine, traces[i], n_jobs);
      for (guint cpu = 0; cpu < machine->n_cpus; cpu++)
        check_gaps_of (machine, traces[i], cpu, i == 0 || (i == 2 && is_of_end));
    }
  return n_known;
}

static void
test_law (gconstpointer data)
{
  guint n_cpus = GPOINTER_TO_UINT (data), n_known = 0, n_jobs = 0;

  g_test_summary (
      "Whatever is lost, on whichever processors, a response that is given is that of a job of the machine, and "
      "none is called late that was not, in a text as well as in trace.dat and perf.data; the gaps of each processor are "
      "those that it lost, and nothing is said of it meanwhile");

  for (guint i = 0; i < N_MACHINES; i++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autoptr (SlLinuxMachine) machine = sl_linux_machine_run (seed, n_cpus, N_MS);

      g_test_message ("seed %u", seed);
      sl_linux_machine_lose_some (machine, N_MS);
      n_known += check_forms (machine, i % 2 == 1, &n_jobs);
    }
  g_test_message ("%u of %u responses are known", n_known, n_jobs);
  g_assert_cmpuint (n_known, >, n_jobs / 4);
}

static void
test_begin (void)
{
  guint n_known = 0, n_jobs = 0;

  g_test_summary (
      "Where the begin of the recording was overwritten, of each processor up to another time, what ran on one before its "
      "first record is not known, and no more is said of jobs than happened, whatever else is lost");

  for (guint i = 0; i < N_MACHINES; i++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      guint n_cpus = (guint) g_test_rand_int_range (2, MOST_CPUS + 1);
      g_autoptr (SlLinuxMachine) machine = sl_linux_machine_run (seed, n_cpus, N_MS);
      guint64 start = g_array_index (machine->events, SlMachineEvent, 0).event.time;

      g_test_message ("seed %u", seed);
      for (guint cpu = 0; cpu < n_cpus; cpu++)
        if (cpu == 0 || g_test_rand_int_range (0, 3) > 0)
          g_assert_true (
              sl_linux_machine_overwrite (machine, cpu,
                                          start +
                                              (guint64) g_test_rand_int_range (3000, N_MS * 500) *
                                                  1000));
      if (i % 3 == 0)
        sl_linux_machine_lose_some (machine, N_MS);
      n_known += check_forms (machine, i % 2 == 1, &n_jobs);
    }
  g_test_message ("%u of %u responses are known", n_known, n_jobs);
  g_assert_cmpuint (n_known, >, n_jobs / 4);
}

#define WAKE(time) \
  " <idle>-0 [000] d.h1. 1.00" time ": sched_waking: comm=loop pid=50 prio=10 target_cpu=000\n"
#define RUN(time)                                                 \
  " <idle>-0 [000] d..1. 1.00" time                               \
  ": sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 " \
  "prev_state=R ==> next_comm=loop next_pid=50 next_prio=10\n"
#define MARK(time, text) "   loop-50 [000] ...1. 1.00" time ": tracing_mark_write: " text "\n"
#define SLEEP(time)                                                                             \
  "   loop-50 [000] d..1. 1.00" time ": sched_switch: prev_comm=loop prev_pid=50 prev_prio=10 " \
  "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
#define LOST "CPU:0 [LOST 40 EVENTS]\n"
#define FIRST   \
  WAKE ("0000") \
  RUN ("0010")  \
  MARK ("0020", "begin job loop 1") MARK ("0100", "end job loop 1") SLEEP ("0110") WAKE ("1000")
#define LAST     \
  SLEEP ("5200") \
  WAKE ("6000")  \
  RUN ("6010")   \
  MARK ("6020", "begin job loop 9") MARK ("6100", "end job loop 9") SLEEP ("6110") WAKE ("7000")

/* In µs after the first event: -1 where nobody knows. */
typedef struct
{
  int release;
  int finish;
} Expected;

static void
test_marks (void)
{
  static const struct
  {
    const char *what;
    const char *text;
    Expected jobs[5];
    guint n_jobs;
  } cases[] = {
    { "woken again behind the gap: another job",
      FIRST LOST WAKE ("5000") RUN ("5010") MARK ("5020", "begin job loop 4")
          MARK ("5100", "end job loop 4") LAST,
      { { 0, 100 }, { 1000, -1 }, { 5000, 5100 }, { 6000, 6100 } },
      4 },
    { "begun before the gap and ended behind it by the same number: the same job",
      FIRST RUN ("1010") MARK ("1020", "begin job loop 2") LOST MARK ("5100", "end job loop 2")
          LAST,
      { { 0, 100 }, { 1000, 5100 }, { 6000, 6100 } },
      3 },
    { "another begins and ends behind the gap",
      FIRST RUN ("1010") MARK ("1020", "begin job loop 2") LOST MARK ("5020", "begin job loop 4")
          MARK ("5100", "end job loop 4") LAST,
      { { 0, 100 }, { 1000, -1 }, { -1, 5100 }, { 6000, 6100 } },
      4 },
    { "another ends behind the gap",
      FIRST RUN ("1010") MARK ("1020", "begin job loop 2") LOST MARK ("5100", "end job loop 4")
          LAST,
      { { 0, 100 }, { 1000, -1 }, { -1, 5100 }, { 6000, 6100 } },
      4 },
    { "it waited for a lock behind the gap, and was woken: the same job",
      FIRST RUN ("1010") MARK ("1020", "begin job loop 2") LOST WAKE ("5000") RUN ("5010")
          MARK ("5100", "end job loop 2") LAST,
      { { 0, 100 }, { 1000, 5100 }, { 6000, 6100 } },
      3 },
    { "the wake-up is in the gap",
      FIRST RUN ("1010") MARK ("1020", "begin job loop 2") MARK ("1100", "end job loop 2")
          SLEEP ("1110") LOST RUN ("5010") MARK ("5020", "begin job loop 4")
              MARK ("5100", "end job loop 4") LAST,
      { { 0, 100 }, { 1000, 1100 }, { -1, 5100 }, { 6000, 6100 } },
      4 },
  };

  g_test_summary (
      "Marks settle what became of a job where events were lost: their numbers, and what was recorded "
      "between them");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlTrace) trace = load ("a.txt", cases[i].text);
      g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
      guint n = 0;

      g_test_message ("%s", cases[i].what);
      for (guint k = 0; k < sl_job_table_get_n_jobs (table); k++)
        {
          const SlJob *job = sl_job_table_get (table, k);
          const Expected *expected = &cases[i].jobs[n++];

          if (n > cases[i].n_jobs)
            break;
          g_assert_cmpint (job->release == SL_JOB_NEVER ? -1 : (int) (job->release / 1000), ==,
                           expected->release);
          g_assert_cmpint (sl_job_get_finish (job) == SL_JOB_NEVER ? -1 : (int) (job->end / 1000),
                           ==, expected->finish);
        }
      /* The last one is released as the recording ends. */
      g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, cases[i].n_jobs + 1);
    }
}

/* On the time of 1.00 s and as many µs. */
#define DL_TIMER                    "hrtimer=00000000ff99"
#define DL_EVENT(flags, time, text) "   edf-50 [000] " flags " 1.00" time ": " text "\n"
#define DL_YIELD(time)              DL_EVENT ("...1.", time, "sys_enter_sched_yield: __syscall_nr=24")
#define DL_ARM(time, expires)                                                        \
  DL_EVENT ("d..1.", time,                                                           \
            "hrtimer_start: " DL_TIMER " function=dl_task_timer expires=100" expires \
            "000 softexpires=100" expires "000 mode=ABS")
#define DL_LEAVE(time)                                                               \
  DL_EVENT ("d..1.", time,                                                           \
            "sched_switch: prev_comm=edf prev_pid=50 prev_prio=-1 prev_state=R ==> " \
            "next_comm=swapper/0 next_pid=0 next_prio=120")
#define DL_EXPIRE(time)                                                 \
  " <idle>-0 [000] d.h1. 1.00" time ": hrtimer_expire_entry: " DL_TIMER \
  " function=dl_task_timer now=100" time "000\n"                        \
  " <idle>-0 [000] d.h1. 1.00" time ": hrtimer_expire_exit: " DL_TIMER "\n"
#define DL_RUN(time)                                              \
  " <idle>-0 [000] d..1. 1.00" time                               \
  ": sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 " \
  "prev_state=R ==> next_comm=edf next_pid=50 next_prio=-1\n"

/* Its period and its deadline are 1 ms. The job of 1 ms is throttled, and ends at 2.1 ms, too late: so the next one is due at
 * 3 ms and not after another period. */
#define DL_MARK  DL_EVENT ("...1.", "0010", "tracing_mark_write: " DL_RULES)
#define DL_RULES "task edf tid 50 period 1000000 deadline 1000000"
#define DL_REST  DL_YIELD ("0100") DL_ARM ("0110", "1000") DL_LEAVE ("0120")
#define DL_LONG  DL_RUN ("1010") DL_ARM ("1600", "2000") DL_LEAVE ("1610")
#define DL_LATE  DL_RUN ("2010") DL_YIELD ("2100") DL_ARM ("2110", "3000")
#define DL_FIRST DL_RUN ("0000") DL_MARK DL_REST DL_EXPIRE ("1000") DL_MORE
#define DL_MORE  DL_LONG DL_EXPIRE ("2000") DL_LATE DL_LEAVE ("2120")
#define DL_LAST  DL_EXPIRE ("3020") DL_RUN ("3030") DL_YIELD ("3500") DL_REARM
#define DL_REARM DL_ARM ("3510", "4000") DL_LEAVE ("3520")
#define OTHER(time)                                                                               \
  "  other-60 [001] d..1. 1.00" time ": sched_switch: prev_comm=other prev_pid=60 prev_prio=120 " \
  "prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n"

static void
test_replenished (void)
{
  static const char whole[] = OTHER ("0001") DL_FIRST OTHER ("3010") DL_LAST;
  static const char lost[] =
      OTHER ("0001") DL_FIRST "CPU:1 [LOST 5 EVENTS]\n" OTHER ("3010") DL_LAST;
  const char *const texts[] = { whole, lost };

  g_test_summary (
      "Where a timer may have been started again among lost events nobody knows when the job was due that its expiry "
      "releases: not one period after the one before, which was throttled");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SlTrace) trace = load ("a.txt", texts[i]);
      g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
      guint n_jobs = sl_job_table_get_n_jobs (table);
      const SlJob *late, *next;

      /* That one was going on before is known from a loss on. */
      g_assert_cmpuint (n_jobs, ==, 2 + i);
      late = sl_job_table_get (table, n_jobs - 2);
      next = sl_job_table_get (table, n_jobs - 1);
      g_assert_cmpint (late->nominal, ==, late->release);
      g_assert_cmpint (late->deadline - late->release, ==, 1000000);
      g_assert_cmpint (late->flags & SL_JOB_MISSED, !=, 0);
      g_assert_cmpint (next->end - next->release, ==, 480000);
      g_assert_cmpint (next->nominal, ==, i == 0 ? next->release - 20000 : SL_JOB_NEVER);
      g_assert_cmpint (next->flags & SL_JOB_MISSED, ==, 0);
    }
}

/* Over a task of SCHED_DEADLINE, an interrupt wakes another one whose deadline is over, but not its period. */
#define DL_SLEEP                                                                                   \
  DL_EVENT ("d..2.", "1100",                                                                       \
            "sched_switch: prev_comm=edf prev_pid=50 prev_prio=-1 prev_state=S ==> next_comm=top " \
            "next_pid=60 next_prio=-1")
#define DL_TOP(flags, time, text) "   top-60 [000] " flags " 1.00" time ": " text "\n"
#define DL_WOKEN                                                                        \
  DL_TOP ("d.h2.", "1300", "sched_waking: comm=edf pid=50 prio=-1 target_cpu=000")      \
  DL_TOP ("d.h3.", "1301",                                                              \
          "hrtimer_start: " DL_TIMER                                                    \
          " function=dl_task_timer expires=1002000000 softexpires=1002000000 mode=ABS") \
  DL_TOP ("d.h4.", "1302", "sched_wakeup: comm=edf pid=50 prio=-1 target_cpu=000")      \
  DL_TOP ("d..2.", "1500",                                                              \
          "sched_switch: prev_comm=top prev_pid=60 prev_prio=-1 prev_state=R ==> "      \
          "next_comm=swapper/0 next_pid=0 next_prio=120")

static SlState
get_task_state (SlTrace *trace, guint64 tid, SlTime time)
{
  guint32 number = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, tid, 1);
  const SlLane *lane = sl_trace_get_lane_of_object (trace, number);
  SlItem item;

  g_assert_true (sl_track_find_at (sl_lane_get_track (lane, SL_ROLE_STATES), time, &item));
  return (SlState) item.state;
}

static void
test_woken_over (void)
{
  static const char known[] = DL_RUN ("0000") DL_REST DL_EXPIRE ("1000") DL_RUN ("1010")
      DL_SLEEP DL_WOKEN DL_EXPIRE ("2000") DL_RUN ("2010") DL_LEAVE ("2120");
  static const char first[] =
      DL_RUN ("1010") DL_SLEEP DL_WOKEN DL_EXPIRE ("2000") DL_RUN ("2010") DL_LEAVE ("2120");
  const char *const texts[] = { known, first };

  g_test_summary (
      "The timer of a task that is woken without a budget throttles that task, and not the one that runs then, "
      "also where it was never started before");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SlTrace) trace = load ("a.txt", texts[i]);
      SlTime begin = i == 0 ? 0 : 1010000; /* of the recording */

      g_assert_cmpuint (get_task_state (trace, 50, 1400000 - begin), ==, SL_STATE_THROTTLED);
      g_assert_cmpuint (get_task_state (trace, 60, 1600000 - begin), ==, SL_STATE_READY);
      g_assert_cmpuint (get_task_state (trace, 50, 2005000 - begin), ==, SL_STATE_READY);
    }
}

/* The recording begins in a job, which is throttled; the next one is released as it has a budget again. */
#define UNDERWAY DL_ARM ("0110", "1000") DL_LEAVE ("0120") DL_EXPIRE ("1000") DL_RUN ("1010")
#define SECOND   DL_YIELD ("1100") DL_ARM ("1110", "2000") DL_LEAVE ("1120") DL_EXPIRE ("2000")

static void
test_underway (void)
{
  static const char text[] =
      UNDERWAY SECOND DL_RUN ("2010") DL_YIELD ("2100") DL_ARM ("2110", "3000") DL_LEAVE ("2120");
  g_autoptr (SlTrace) trace = load ("a.txt", text);
  g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  guint n_released = 0;

  g_test_summary (
      "A budget that is replenished in a job which had begun before the recording releases none");

  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      if (job->release == SL_JOB_NEVER)
        continue;
      n_released++;
      g_assert_cmpint (sl_job_get_finish (job) - job->release, ==, 100000);
    }
  g_assert_cmpuint (n_released, ==, 1);
}

static void
test_verdicts (void)
{
  static const char text[] = FIRST RUN ("1010") MARK ("1020", "begin job loop 2")
      LOST MARK ("5020", "begin job loop 4") MARK ("5100", "end job loop 4") LAST;
  static const char *const verdicts[] = {
    "Its end was not recorded",
    "Finished; its release was not recorded",
  };
  g_autoptr (SlTrace) trace = load ("a.txt", text);
  g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);

  g_test_summary (
      "The sentence on a job that was lost says so, and not that it went on to the end of the trace, or that "
      "nobody gave it a deadline");

  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    {
      g_autofree char *verdict = sl_text_job_verdict (table, sl_trace_get_clock (trace), i + 1);

      g_assert_cmpstr (verdict, ==, verdicts[i]);
    }
}

/* (nullable): of a trace that says at most once what was lost. */
static const SlNote *
find_loss_note (SlTrace *trace)
{
  const SlNote *found = NULL;

  for (guint i = 0; i < sl_trace_get_n_notes (trace); i++)
    if (g_str_has_prefix (sl_trace_get_note (trace, i)->text, SL_RECORDING_LOST) ||
        g_str_has_prefix (sl_trace_get_note (trace, i)->text, SL_RECORDING_MISSING))
      {
        g_assert_null (found);
        found = sl_trace_get_note (trace, i);
      }
  return found;
}

static void
test_note (void)
{
  static const char text[] = FIRST LOST RUN ("2000") SLEEP (
      "2100") "CPU:1 [EVENTS DROPPED]\n"
              "   other-60 [001] d..1. 1.002500: sched_switch: prev_comm=other prev_pid=60 prev_prio=120 "
              "prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n" LOST RUN ("3000");
  static const char uncounted[] = FIRST "CPU:0 [EVENTS DROPPED]\n" RUN ("2000") SLEEP ("2100");
  g_autoptr (SlTrace) trace = load ("a.txt", text);
  g_autoptr (SlTrace) other = load ("a.txt", uncounted);
  g_autoptr (SlTrace) whole = load ("a.txt", FIRST);

  g_test_summary (
      "One note says how many events were lost in all and of each processor, and where nobody counted "
      "them; a trace without losses has none");

  g_assert_nonnull (find_loss_note (trace));
  g_assert_cmpstr (find_loss_note (trace)->text, ==,
                   "Events were lost while recording: at least 80 (CPU 0: 80; CPU 1: 1 gap of "
                   "unknown size); what tasks did meanwhile is unknown");
  g_assert_cmpuint (find_loss_note (trace)->count, ==, 3);
  g_assert_nonnull (find_loss_note (other));
  g_assert_cmpstr (find_loss_note (other)->text, ==,
                   "Events were lost while recording: how many is not known (CPU 0: 1 gap of "
                   "unknown size); what tasks did meanwhile is unknown");
  g_assert_null (find_loss_note (whole));
}

static guint
count_notes (SlTrace *trace, const char *part)
{
  guint n = 0;

  for (guint i = 0; i < sl_trace_get_n_notes (trace); i++)
    n += strstr (sl_trace_get_note (trace, i)->text, part) != NULL;
  return n;
}

/* Whether any track of a processor or a task says that somebody runs, or waits to. */
static gboolean
says_who_runs (SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
      guint32 state, detail;

      for (guint code = 0; states != NULL && code < sl_track_get_n_codes (states); code++)
        {
          sl_track_get_code (states, code, &state, &detail);
          if (state == SL_STATE_RUNNING || state == SL_STATE_READY)
            return TRUE;
        }
    }
  return FALSE;
}

static void
test_no_switches (void)
{
  static const char text[] = "# tracer: nop\n"
                             "   one-10 [000] d..1. 1.000000: irq_handler_entry: irq=5 name=eth0\n"
                             "   one-10 [000] d..1. 1.000010: irq_handler_exit: irq=5 ret=handled\n"
                             "   one-10 [000] d..1. 9.000000: irq_handler_entry: irq=5 name=eth0\n";
  g_autoptr (SlTrace) trace = load ("a.txt", text);
  g_autoptr (SlTrace) other = load ("a.txt", FIRST);

  g_test_summary (
      "Where no switch is recorded at all, who runs between events is unknown, and a note says so.");

  g_assert_cmpuint (count_notes (trace, "No switch between tasks was recorded"), ==, 1);
  g_assert_cmpuint (count_notes (other, "No switch between tasks was recorded"), ==, 0);
  g_assert_false (says_who_runs (trace));
  g_assert_true (says_who_runs (other));
}

/* What a recorded program says of one of its jobs, by its own clock. */
typedef struct
{
  char *name;
  gint64 release;
  gint64 start;
  gint64 finish;
} Told;

/* By how much the clock of the recording was ahead, within what a mark takes. */
#define AHEAD  G_GINT64_CONSTANT (25012000)
#define WITHIN 400000

static void
told_clear (gpointer told)
{
  g_free (((Told *) told)->name);
}

/* "job fa 2924 0 rel 1 start 2 fin 3 dl 4 resp 5 ok" */
static GArray *
read_jobs (const char *name)
{
  g_autofree char *path = sl_linux_recording_find (name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (Told));

  g_array_set_clear_func (jobs, told_clear);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      Told told;

      if (g_strv_length (words) < 12 || strcmp (words[0], "job") != 0)
        continue;
      told = (Told) { g_strdup (words[1]), g_ascii_strtoll (words[5], NULL, 10),
                      g_ascii_strtoll (words[7], NULL, 10), g_ascii_strtoll (words[9], NULL, 10) };
      g_array_append_val (jobs, told);
    }
  return jobs;
}

static const Told *
find_told (const GArray *jobs, const char *name, gint64 finish)
{
  for (guint i = 0; i < jobs->len; i++)
    {
      const Told *told = &g_array_index (jobs, Told, i);

      if (strcmp (told->name, name) == 0 && ABS (told->finish - finish) < WITHIN)
        return told;
    }

  return NULL;
}

static void
test_recorded (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/lost.dat.xz");
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GArray) jobs = NULL;
  guint n_known = 0, n_unknown = 0;

  g_test_summary (
      "A job of a real recording with losses is released no earlier than its program says, and not "
      "after it started; where that is not known there is no response and no miss");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }
  jobs = read_jobs ("tracedat/lost.jobs.txt");
  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      const char *name = sl_object_table_get (sl_trace_get_objects (trace), job->task)->name;
      const Told *told;
      gint64 response;

      if (!sl_job_get_response (job, &response))
        {
          n_unknown++;
          if (job->end + 1 < sl_trace_get_span (trace).end)
            g_assert_cmpint (job->flags & SL_JOB_MISSED, ==, 0);
          continue;
        }
      told = find_told (jobs, name, (gint64) to_ns (trace, job->end) - AHEAD);
      g_test_message ("%s, job %u", name, job->number);
      g_assert_nonnull (told);
      g_assert_cmpint ((gint64) to_ns (trace, job->release) - AHEAD, >, told->release - WITHIN);
      g_assert_cmpint ((gint64) to_ns (trace, job->release) - AHEAD, <, told->start + WITHIN);
      n_known++;
    }
  g_test_message ("%u known, %u unknown", n_known, n_unknown);
  g_assert_cmpuint (n_known, >, 200);
  g_assert_cmpuint (n_unknown, >=, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 1; i <= MOST_CPUS; i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-losses/law/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_law);
    }
  g_test_add_func ("/linux-losses/begin", test_begin);
  g_test_add_func ("/linux-losses/marks", test_marks);
  g_test_add_func ("/linux-losses/replenished", test_replenished);
  g_test_add_func ("/linux-losses/woken-over", test_woken_over);
  g_test_add_func ("/linux-losses/underway", test_underway);
  g_test_add_func ("/linux-losses/verdicts", test_verdicts);
  g_test_add_func ("/linux-losses/note", test_note);
  g_test_add_func ("/linux-losses/no-switches", test_no_switches);
  g_test_add_func ("/linux-losses/recorded", test_recorded);

  return g_test_run ();
}
