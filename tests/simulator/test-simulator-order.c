/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What comes first at one instant: by hand, and against a scheduler that was written apart from the
 * simulator, over thousands of small random sets with fixed seeds in which much happens at once. */
#include "sl-reference-set.h"
#include "sl-shark-record.h"
#include "sl-sim-decoded.h"
#include "sl-sim-set.h"

#define MS     G_GINT64_CONSTANT (1000000)
#define N_SETS 400
#define END    120 /* of each run, in milliseconds */

static const char *const schedulers[] = { "rm", "dm", "fp", "edf" };

/* Returns: what differs; empty where nothing does */
static char *
compare_jobs (const SlSimRun *run, GArray *jobs)
{
  GString *text = g_string_new (NULL);

  g_assert_cmpuint (run->jobs->len, ==, jobs->len);
  for (guint i = 0; i < jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);
      const SlReferenceJob *expected = &g_array_index (jobs, SlReferenceJob, i);

      g_assert_cmpuint (job->task, ==, expected->task);
      g_assert_cmpint (job->release, ==, expected->release * MS);
      g_assert_cmpint (job->deadline, ==, expected->deadline * MS);
      if (job->finish != (expected->finish < 0 ? -1 : expected->finish * MS))
        g_string_append_printf (text,
                                "t%u, released at %d ms, finishes at %" G_GINT64_FORMAT
                                " ns, not at %d ms\n",
                                job->task, expected->release, job->finish, expected->finish);
    }

  return g_string_free (text, FALSE);
}

static gboolean
is_accepted (SlSimScheduler scheduler, SlSimProtocol protocol)
{
  return scheduler != SL_SIM_EDF || (protocol != SL_SIM_PCP && protocol != SL_SIM_ICPP);
}

static void
test_reference (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  SlSimScheduler scheduler = (SlSimScheduler) (which / (SL_SIM_SRP + 1));
  SlSimProtocol protocol = (SlSimProtocol) (which % (SL_SIM_SRP + 1));
  g_autoptr (GRand) random = g_rand_new_with_seed (1200 + which);
  guint n_jobs = 0, n_deadlocks = 0;

  g_test_summary ("Jobs finish when they do by the textbook's order, in which all that ends at an "
                  "instant comes before what is released then, and both before the decision");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = scheduler,
                                     .protocol = protocol,
                                     .until = END * MS,
                                     .quantum = MS };
      g_autoptr (SlSimRun) run = NULL;
      g_autoptr (GArray) jobs = NULL;
      g_autofree char *text = NULL;
      g_autofree char *difference = NULL;
      SlReferenceSet set;

      sl_reference_set_draw (random, &set);
      text = sl_reference_set_print (&set);
      run = sl_sim_set_run (text, &options);
      jobs = sl_reference_schedule (set.tasks, set.n_tasks, scheduler, protocol, END);
      difference = compare_jobs (run, jobs);
      if (difference[0] != '\0')
        g_test_fail_printf ("Set %u:\n%s%s", i, text, difference);
      if (i % 4 == 0)
        sl_sim_assert_decoded (run, set.n_tasks);
      n_jobs += jobs->len;
      n_deadlocks += run->deadlocks->len > 0;
    }
  g_assert_cmpuint (n_jobs, >, 10 * N_SETS);
  if (protocol == SL_SIM_NONE || protocol == SL_SIM_PIP)
    g_assert_cmpuint (n_deadlocks, >, 0);
  else
    g_assert_cmpuint (n_deadlocks, ==, 0);
}

/* What the job executed by its deadline: a section that the trace's end cuts is left out. */
static gint64
get_executed (const SlSimRun *run, const SlSimJob *job, gint64 since)
{
  gint64 sum = 0;

  for (guint i = 0; i < run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, i);

      if (slice->task == job->task && slice->lock == SL_SIM_NO_LOCK)
        sum += MAX (0, MIN (slice->end, job->deadline) - MAX (slice->begin, since));
    }
  return sum;
}

static void
assert_in_time (const SlSimRun *run, const SlReferenceSet *set, const char *text)
{
  gint64 front[SL_REFERENCE_MAX_TASKS] = { 0 };

  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);
      gint64 since = MAX (job->release, front[job->task]);
      gboolean has_executed = get_executed (run, job, since) >= set->tasks[job->task].wcet * MS;

      if (has_executed && (job->finish < 0 || job->finish > job->deadline))
        g_test_fail_printf ("t%u executed all by %" G_GINT64_FORMAT
                            " ns, and ends at %" G_GINT64_FORMAT " ns:\n%s",
                            job->task, job->deadline, job->finish, text);
      front[job->task] = job->finish >= 0 ? job->finish : G_MAXINT64;
    }
}

static void
test_in_time (gconstpointer data)
{
  SlSimScheduler scheduler = (SlSimScheduler) GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (1300 + scheduler);

  g_test_summary ("A job that has executed its demand by its deadline is finished by then");

  for (guint i = 0; i < N_SETS; i++)
    for (SlSimProtocol protocol = SL_SIM_NONE; protocol <= SL_SIM_SRP; protocol++)
      {
        const SlSimOptions options = { .scheduler = scheduler,
                                       .protocol = protocol,
                                       .until = END * MS,
                                       .quantum = MS };
        g_autoptr (SlSimRun) run = NULL;
        g_autofree char *text = NULL;
        SlReferenceSet set;

        if (!is_accepted (scheduler, protocol) ||
            (scheduler >= SL_SIM_FIFO && protocol > SL_SIM_NPP))
          continue;
        sl_reference_set_draw (random, &set);
        text = sl_reference_set_print (&set);
        run = sl_sim_set_run (text, &options);
        assert_in_time (run, &set, text);
      }
}

static void
test_section_at_end (gconstpointer data)
{
  SlSimProtocol protocol = (SlSimProtocol) GPOINTER_TO_UINT (data);
  const SlSimOptions options = { .scheduler = SL_SIM_FP,
                                 .protocol = protocol,
                                 .until = 20 * MS,
                                 .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (
      "[task H]\nperiod=20ms\noffset=1ms\nwcet=5ms\npriority=2\nsections=m@0ms+1ms\n"
      "[task L]\nperiod=20ms\ndeadline=4ms\nwcet=2ms\npriority=1\n"
      "sections=m@0ms+2ms\n",
      &options);
  const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, 0);

  g_test_summary ("A job whose last section ends with it is finished there, though a more urgent "
                  "one waits for the lock");

  g_assert_cmpuint (job->task, ==, 1);
  g_assert_cmpint (job->finish, ==, 2 * MS);
  g_assert_cmpint (job->finish, <=, job->deadline);
  sl_sim_assert_decoded (run, 2);
}

static void
test_sections_together (gconstpointer data)
{
  SlSimProtocol protocol = (SlSimProtocol) GPOINTER_TO_UINT (data);
  const SlSimOptions options = { .scheduler = SL_SIM_FP,
                                 .protocol = protocol,
                                 .until = 40 * MS,
                                 .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (
      "[task X]\nperiod=40ms\noffset=3ms\nwcet=4ms\npriority=3\n"
      "[task M]\nperiod=40ms\noffset=2ms\nwcet=1ms\npriority=2\nsections=inner@0ms+1ms\n"
      "[task L]\nperiod=40ms\nwcet=5ms\npriority=1\nsections=outer@0ms+3ms, inner@1ms+2ms\n",
      &options);

  g_test_summary ("Sections that end together all end, also where another task is released then");

  for (guint i = 0; i < run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, i);

      if (slice->task == 2 && slice->lock != SL_SIM_NO_LOCK)
        g_assert_cmpint (slice->end, ==, 3 * MS);
    }
  sl_sim_assert_decoded (run, 3);
}

/* The number of records of @code that stand at @time. */
static guint
count_records (const SlSimRun *run, guint16 code, gint64 time)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (run->trace, &size);
  guint n = 0;

  for (gsize at = 0; at + 16 <= size; at += 16)
    {
      gint64 tsc = 0;

      for (guint i = 0; i < 4; i++)
        tsc |= (gint64) data[at + 8 + i] << (8 * i) | (gint64) data[at + 4 + i] << (32 + 8 * i);
      n += (data[at] | data[at + 1] << 8) == code && tsc == time;
    }
  return n;
}

static void
test_one_decision (void)
{
  const SlSimOptions options = { .scheduler = SL_SIM_RM, .until = 20 * MS, .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (
      "[task a]\nperiod=4ms\nwcet=2ms\n[task b]\nperiod=8ms\noffset=2ms\nwcet=2ms\n"
      "[interrupt i]\narrivals=9ms\nwcet=1ms\ntask=c\n[task c]\nwcet=500us\ndeadline=5ms\n",
      &options);

  g_test_summary (
      "Where a job or a handler ends when another job is released, one decision follows");

  /* a ends and b is released; b ends and a is released; the handler's end is b's release. */
  g_assert_cmpuint (count_records (run, SL_SHARK_TASK_SCHEDULE, 2 * MS), ==, 1);
  g_assert_cmpuint (count_records (run, SL_SHARK_TASK_SCHEDULE, 4 * MS), ==, 1);
  g_assert_cmpuint (count_records (run, SL_SHARK_TASK_SCHEDULE, 10 * MS), ==, 1);
  sl_sim_assert_decoded (run, 3);
}

/* FIFO and round robin have no reference: there a quantum may end with the job. */
static void
test_quantum_at_end (void)
{
  const SlSimOptions options = { .scheduler = SL_SIM_RR,
                                 .protocol = SL_SIM_NPP,
                                 .until = 20 * MS,
                                 .quantum = 2 * MS };
  g_autoptr (SlSimRun) run =
      sl_sim_set_run ("[task a]\nperiod=20ms\ndeadline=2ms\nwcet=2ms\nsections=m@1ms+1ms\n"
                      "[task b]\nperiod=20ms\nwcet=3ms\nsections=m@0ms+1ms\n",
                      &options);
  const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, 0);

  g_test_summary ("A job whose section, quantum and demand end together is finished there");

  g_assert_cmpuint (job->task, ==, 0);
  g_assert_cmpint (job->finish, ==, 2 * MS);
  sl_sim_assert_decoded (run, 2);
}

static void
test_deadlock (gconstpointer data)
{
  SlSimProtocol protocol = (SlSimProtocol) GPOINTER_TO_UINT (data);
  gboolean deadlocks = protocol == SL_SIM_NONE || protocol == SL_SIM_PIP;
  const SlSimOptions options = { .scheduler = SL_SIM_FP,
                                 .protocol = protocol,
                                 .until = 40 * MS,
                                 .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (
      "[task a]\nperiod=40ms\noffset=2ms\nwcet=4ms\npriority=3\nsections=m@1ms+3ms, n@2ms+1ms\n"
      "[task b]\nperiod=40ms\noffset=0ms\nwcet=5ms\npriority=1\nsections=n@1ms+4ms, m@3ms+1ms\n"
      "[task c]\nperiod=40ms\noffset=10ms\nwcet=2ms\npriority=2\n",
      &options);
  const SlSimWait *waits = (const SlSimWait *) run->deadlocks->data;

  g_test_summary ("Locks that are nested in a circle deadlock without a protocol and with "
                  "inheritance alone; what does not wait for them goes on");

  g_assert_cmpuint (run->deadlocks->len, ==, deadlocks ? 2 : 0);
  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);

      g_assert_cmpint (job->finish < 0, ==, deadlocks && job->task != 2);
      if (job->task == 2)
        g_assert_cmpint (job->finish, ==, 12 * MS);
    }
  sl_sim_assert_decoded (run, 3);
  if (!deadlocks)
    return;

  /* b runs until 2 and holds n; a takes m at 3 and wants n at 4; b wants m at 5. */
  g_assert_cmpint (waits[0].since, ==, 5 * MS);
  g_assert_cmpuint (waits[0].task, ==, 1);
  g_assert_cmpuint (waits[0].holder, ==, 0);
  g_assert_cmpuint (waits[1].task, ==, 0);
  g_assert_cmpuint (waits[1].holder, ==, 1);
}

static void
test_turn_after_lock (void)
{
  const SlSimOptions options = { .scheduler = SL_SIM_RR, .until = 40 * MS, .quantum = 2 * MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run ("[task a]\nperiod=40ms\nwcet=5ms\nsections=m@1ms+3ms\n"
                                             "[task b]\nperiod=40ms\nwcet=4ms\nsections=m@1ms+1ms\n"
                                             "[task c]\nperiod=40ms\nwcet=5ms\n",
                                             &options);
  g_autofree char *story = sl_sim_set_print (run, MS);

  g_test_summary (
      "Under round robin a task that gets its lock preempts nobody and goes to the end");

  /* b asks for m at 3, a gives it back at 7: c has its turn before b, which came earlier. */
  g_assert_cmpstr (story, ==, "a0-2 b2-3 c3-5 a5-7 c7-9 b9-11 a11-12 c12-13 b13-14");
  sl_sim_assert_decoded (run, 3);
}

static void
test_sporadic_span (gconstpointer data)
{
  const char *more_urgent = data;
  const SlSimOptions options = { .scheduler = SL_SIM_FP, .until = 30 * MS, .quantum = MS };
  g_autofree char *text =
      g_strconcat (more_urgent,
                   "[server s]\npolicy=ss\nbudget=2ms\nperiod=10ms\npriority=2\n"
                   "[task x]\narrivals=1ms\nwcet=1ms\nserver=s\n",
                   NULL);
  g_autoptr (SlSimRun) run = sl_sim_set_run (text, &options);

  g_test_summary ("A sporadic server stays active where something more urgent ends as its job "
                  "arrives");

  g_assert_cmpuint (count_records (run, SL_SHARK_SERVER_REPLENISH, 10 * MS), ==, 1);
  g_assert_cmpuint (count_records (run, SL_SHARK_SERVER_REPLENISH, 11 * MS), ==, 0);
}

static void
add_protocols (const char *name, GTestDataFunc function)
{
  for (SlSimProtocol protocol = SL_SIM_NONE; protocol <= SL_SIM_SRP; protocol++)
    {
      g_autofree char *path =
          g_strdup_printf ("/order/%s/%s", name, sl_sim_protocol_get_id (protocol));

      g_test_add_data_func (path, GUINT_TO_POINTER (protocol), function);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (SlSimScheduler scheduler = SL_SIM_RM; scheduler <= SL_SIM_EDF; scheduler++)
    for (SlSimProtocol protocol = SL_SIM_NONE; protocol <= SL_SIM_SRP; protocol++)
      {
        g_autofree char *path = g_strdup_printf ("/order/reference/%s/%s", schedulers[scheduler],
                                                 sl_sim_protocol_get_id (protocol));
        guint which = scheduler * (SL_SIM_SRP + 1) + protocol;

        if (is_accepted (scheduler, protocol))
          g_test_add_data_func (path, GUINT_TO_POINTER (which), test_reference);
      }
  for (SlSimScheduler scheduler = SL_SIM_RM; scheduler <= SL_SIM_RR; scheduler++)
    {
      g_autofree char *path = g_strdup_printf ("/order/in-time/%u", scheduler);

      g_test_add_data_func (path, GUINT_TO_POINTER (scheduler), test_in_time);
    }
  add_protocols ("section-at-end", test_section_at_end);
  add_protocols ("sections-together", test_sections_together);
  add_protocols ("deadlock", test_deadlock);
  g_test_add_func ("/order/one-decision", test_one_decision);
  g_test_add_func ("/order/quantum-at-end", test_quantum_at_end);
  g_test_add_func ("/order/turn-after-lock", test_turn_after_lock);
  g_test_add_data_func ("/order/sporadic-span/task", "[task h]\narrivals=0\nwcet=1ms\npriority=3\n",
                        test_sporadic_span);
  g_test_add_data_func ("/order/sporadic-span/server",
                        "[server hs]\npolicy=ds\nbudget=1ms\nperiod=20ms\npriority=3\n"
                        "[task g]\narrivals=0\nwcet=3ms\nserver=hs\n",
                        test_sporadic_span);
  return g_test_run ();
}
