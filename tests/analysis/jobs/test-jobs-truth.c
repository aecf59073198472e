/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The jobs of the simulated kernel's traces, job for job and part for part, against what that
 * kernel knows. */

#include <string.h>

#include "sl-job-splitter.h"
#include "sl-scenario-trace.h"
#include "sl-shark-scenario.h"

typedef struct
{
  const SlSharkTruthSlice *slices;
  guint n_slices;
  guint64 last;
  SlTrace *trace; /* says itself who inherits when */
} Truth;

typedef struct
{
  GHashTable *parts; /* text → gint64 */
  guint64 start;
  guint preemptions;
} Account;

static void
account_clear (Account *self)
{
  g_hash_table_unref (self->parts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Account, account_clear)

static void
add (Account *self, const char *cause, const char *object, const char *other, guint64 ticks)
{
  g_autofree char *key = g_strjoin (" ", cause, object, other, NULL);
  gint64 *sum = g_hash_table_lookup (self->parts, key);

  if (ticks == 0)
    return;

  if (sum == NULL)
    {
      sum = g_new0 (gint64, 1);
      g_hash_table_insert (self->parts, g_strdup (key), sum);
    }
  *sum += (gint64) ticks;
}

/* The piece of a lane in @state that lies in [begin, end), from @i on; %FALSE for none. */
static gboolean
next_piece (const Truth *truth,
            const char *lane,
            const char *state,
            guint *i,
            SlSharkTruthSlice *piece,
            guint64 begin,
            guint64 end)
{
  for (; *i < truth->n_slices; (*i)++)
    {
      *piece = truth->slices[*i];
      if (!g_str_equal (piece->lane, lane) || (state != NULL && !g_str_equal (piece->state, state)))
        continue;

      piece->begin = MAX (piece->begin, begin);
      piece->end = MIN (MIN (piece->end, end), truth->last);
      if (piece->begin < piece->end)
        {
          (*i)++;
          return TRUE;
        }
    }

  return FALSE;
}

static void
account_ready (Account *self, const Truth *truth, const SlSharkTruthSlice *ready)
{
  SlSharkTruthSlice cpu;
  guint i = 0;

  while (next_piece (truth, "cpu:0", NULL, &i, &cpu, ready->begin, ready->end))
    {
      if (g_str_equal (cpu.state, "running"))
        add (self, "preempted", cpu.detail, "", cpu.end - cpu.begin);
      else if (g_str_equal (cpu.state, "interrupt"))
        add (self, "interrupt", cpu.detail, "", cpu.end - cpu.begin);
      else
        add (self, "unexplained", "", "", cpu.end - cpu.begin);
    }
}

static void
account_interrupted (Account *self, const Truth *truth, const SlSharkTruthSlice *slice)
{
  SlSharkTruthSlice cpu;
  guint i = 0;

  while (next_piece (truth, "cpu:0", "interrupt", &i, &cpu, slice->begin, slice->end))
    add (self, "interrupt", cpu.detail, "", cpu.end - cpu.begin);
}

/* What the lane is at @tick, other than with @but as its detail; NULL for nothing. */
static const SlSharkTruthSlice *
find_at (const Truth *truth, const char *lane, const char *state, const char *but, guint64 tick)
{
  for (guint i = 0; i < truth->n_slices; i++)
    {
      const SlSharkTruthSlice *slice = &truth->slices[i];

      if (slice->begin <= tick && tick < slice->end && g_str_equal (slice->lane, lane) &&
          g_str_equal (slice->state, state) && g_strcmp0 (slice->detail, but) != 0)
        return slice;
    }

  return NULL;
}

/* Whether the trace says that @task inherits at @tick.
 *
 * @end: (inout): cut where that changes */
static gboolean
inherits (const Truth *truth, const char *task, guint64 tick, guint64 *end)
{
  guint64 origin = sl_clock_get_origin (sl_trace_get_clock (truth->trace));
  const SlTrack *track;
  SlTrackIter iter;
  SlItem item;
  guint lane;

  g_assert_true (sl_trace_find_lane (truth->trace, task, &lane));
  track = sl_lane_get_track (sl_trace_get_lane (truth->trace, lane), SL_ROLE_INHERITS);
  if (track == NULL)
    return FALSE;

  sl_track_iter_init (&iter, track, (SlTime) (tick - origin));
  while (sl_track_iter_next (&iter, &item))
    {
      guint64 begin = origin + (guint64) item.begin;

      if (begin <= tick && tick < origin + (guint64) item.end)
        {
          *end = MIN (*end, origin + (guint64) item.end);
          return TRUE;
        }
      if (begin > tick)
        {
          *end = MIN (*end, begin);
          return FALSE;
        }
    }

  return FALSE;
}

/* Who has the lock, and whoever that one waits for, is in the way. Where one of these inherits, others
 * that run are more urgent; else nothing tells that they are.
 *
 * @cpu: (inout): cut where any of that changes */
static void
account_wait (Account *self,
              const Truth *truth,
              const SlSharkTruthSlice *slice,
              SlSharkTruthSlice *cpu)
{
  const SlSharkTruthSlice *held = find_at (truth, slice->detail, "held", slice->lane, cpu->begin);
  const char *holder = held != NULL ? held->detail : "";
  /* Up to the switch it has the processor itself. */
  gboolean is_in_the_way = g_str_equal (cpu->detail, slice->lane);
  const SlSharkTruthSlice *link = held;
  gboolean has_heir = FALSE;

  while (link != NULL && !is_in_the_way)
    {
      const SlSharkTruthSlice *next = find_at (truth, link->detail, "blocked", NULL, cpu->begin);

      is_in_the_way = g_str_equal (link->detail, cpu->detail);
      has_heir |= inherits (truth, link->detail, cpu->begin, &cpu->end);
      link = next != NULL ? find_at (truth, next->detail, "held", link->detail, cpu->begin) : NULL;
    }

  if (g_str_equal (cpu->state, "interrupt"))
    add (self, "interrupt", cpu->detail, "", cpu->end - cpu->begin);
  else if (g_str_equal (cpu->state, "running") && has_heir && !is_in_the_way)
    add (self, "preempted", cpu->detail, "", cpu->end - cpu->begin);
  else
    add (self, "blocked", slice->detail, holder, cpu->end - cpu->begin);
}

/* When anything is next told to change after @tick, @end at the latest. */
static guint64
find_change (const Truth *truth, guint64 tick, guint64 end)
{
  for (guint i = 0; i < truth->n_slices; i++)
    {
      if (truth->slices[i].begin > tick)
        end = MIN (end, truth->slices[i].begin);
      if (truth->slices[i].end > tick)
        end = MIN (end, truth->slices[i].end);
    }

  return end;
}

static void
account_blocked (Account *self, const Truth *truth, const SlSharkTruthSlice *slice)
{
  SlSharkTruthSlice cpu;
  guint i = 0;

  while (next_piece (truth, "cpu:0", NULL, &i, &cpu, slice->begin, slice->end))
    {
      guint64 end = cpu.end;

      for (; cpu.begin < end; cpu.begin = cpu.end)
        {
          cpu.end = find_change (truth, cpu.begin, end);
          account_wait (self, truth, slice, &cpu);
        }
    }
}

static void
account_slice (Account *self, const Truth *truth, const SlSharkTruthSlice *slice)
{
  guint64 ticks = slice->end - slice->begin;

  if (g_str_equal (slice->state, "running"))
    add (self, "execution", "", "", ticks);
  else if (g_str_equal (slice->state, "interrupted"))
    account_interrupted (self, truth, slice);
  else if (g_str_equal (slice->state, "ready"))
    account_ready (self, truth, slice);
  else if (g_str_equal (slice->state, "blocked"))
    account_blocked (self, truth, slice);
  else if (g_str_equal (slice->state, "throttled"))
    add (self, "throttled", "", "", ticks);
  else
    add (self, "suspended", "", "", ticks);
}

/* What the kernel's own slices say of the job from @eligible to @end. */
static Account
account_for (const Truth *truth,
             const SlSharkTruthJob *job,
             guint64 eligible,
             guint64 end,
             gboolean after_other)
{
  Account self = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), 0, 0 };
  const char *before = "";
  gboolean just_finished = FALSE;
  SlSharkTruthSlice slice;
  guint i = 0;

  add (&self, "earlier-job", "", "", eligible - job->release);
  while (next_piece (truth, job->task, NULL, &i, &slice, eligible, end))
    {
      gboolean ready = g_str_equal (slice.state, "ready");

      if (g_str_equal (slice.state, "running") && self.start == 0)
        self.start = slice.begin;
      if (ready && just_finished && g_str_equal (before, "running"))
        self.start = 0;
      else if (ready && (g_str_equal (before, "running") || g_str_equal (before, "interrupted")))
        self.preemptions++;
      just_finished = after_other && slice.begin == eligible;
      before = slice.state;
      account_slice (&self, truth, &slice);
    }

  return self;
}

static char *
name_object (SlTrace *trace, guint32 object)
{
  if (object == 0)
    return g_strdup ("");

  return sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace), object));
}

static void
check_parts (SlJobTable *table, guint number, Account *account)
{
  SlTrace *trace = sl_job_table_get_trace (table);
  g_autoptr (GArray) parts = sl_job_table_dup_parts (table, number);

  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);
      g_autofree char *object = name_object (trace, part->object);
      g_autofree char *other = name_object (trace, part->other);
      g_autofree char *key = g_strjoin (" ", sl_cause_get_id (part->cause), object, other, NULL);
      const gint64 *ticks = g_hash_table_lookup (account->parts, key);

      g_test_message ("%s %" G_GINT64_FORMAT, key, part->ticks);
      g_assert_nonnull (ticks);
      g_assert_cmpint (*ticks, ==, part->ticks);
    }

  g_assert_cmpuint (parts->len, ==, g_hash_table_size (account->parts));
}

/* Nothing is claimed of lanes, but what is known of the job's times. */
static void
check_times (SlJobTable *table, guint number, const SlSharkTruthJob *expected)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlClock *clock = sl_trace_get_clock (sl_job_table_get_trace (table));

  g_test_message ("%s, job %u, released at %" G_GUINT64_FORMAT, expected->task, job->number,
                  expected->release);
  if (expected->release == 0)
    g_assert_cmpint (job->release, ==, SL_JOB_NEVER);
  else
    g_assert_cmpuint (sl_clock_to_absolute (clock, job->release), ==, expected->release);
  g_assert_cmpint ((job->flags & SL_JOB_FINISHED) != 0, ==, expected->finish != 0);
  if (expected->finish != 0)
    g_assert_cmpuint (sl_clock_to_absolute (clock, job->end), ==, expected->finish);
}

static void
check_job (SlJobTable *table, guint number, const SlSharkTruthJob *expected, const Truth *truth)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlClock *clock = sl_trace_get_clock (sl_job_table_get_trace (table));
  guint64 end = expected->finish != 0 ? expected->finish : sl_clock_to_absolute (clock, job->end);
  guint64 eligible = sl_clock_to_absolute (clock, job->eligible);
  g_auto (Account) account =
      account_for (truth, expected, eligible, end,
                   job->number > 1 && job->eligible == sl_job_table_get (table, number - 1)->end);

  g_test_message ("%s, job %u, released at %" G_GUINT64_FORMAT, expected->task, job->number,
                  expected->release);
  g_assert_cmpuint (sl_clock_to_absolute (clock, job->release), ==, expected->release);
  g_assert_cmpuint (sl_clock_to_absolute (clock, job->end), ==, end);
  g_assert_cmpint ((job->flags & SL_JOB_FINISHED) != 0, ==, expected->finish != 0);
  g_assert_cmpint ((job->flags & SL_JOB_MISS_RECORDED) != 0, ==, expected->missed);
  g_assert_cmpuint (job->preemptions, ==, account.preemptions);
  if (account.start == 0)
    g_assert_cmpint (job->start, ==, SL_JOB_NEVER);
  else
    g_assert_cmpuint (sl_clock_to_absolute (clock, job->start), ==, account.start);
  check_parts (table, number, &account);
}

static int
compare_jobs (gconstpointer one, gconstpointer other)
{
  const SlSharkTruthJob *a = one, *b = other;
  int order = strcmp (a->task, b->task);

  if (order != 0)
    return order;

  if (a->release != b->release)
    return a->release < b->release ? -1 : 1;

  return a->finish < b->finish ? -1 : a->finish > b->finish;
}

/* Releases that the kernel knows of but that came with the last record are in no lane. */
static void
check_task (SlJobTable *table,
            const SlSharkTruthJob *expected,
            guint n_expected,
            const Truth *truth)
{
  SlTrace *trace = sl_job_table_get_trace (table);
  const SlJobTask *task;
  guint lane;

  g_assert_true (sl_trace_find_lane (trace, expected->task, &lane));
  task = sl_job_table_find_task (table, sl_trace_get_lane (trace, lane)->object);
  g_assert_nonnull (task);
  g_assert_cmpuint (task->n_jobs, ==, n_expected);
  for (guint i = 0; i < n_expected; i++)
    if (truth->n_slices > 0)
      check_job (table, task->first + i, &expected[i], truth);
    else
      check_times (table, task->first + i, &expected[i]);
}

static void
test_scenario (gconstpointer data)
{
  const SlSharkScenario *scenario = data;
  g_autoptr (SlSharkTruth) known = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files = sl_shark_scenario_make (scenario, known);
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (SlSharkTruthJob));
  Truth truth;
  guint n_jobs;
  const SlSharkTruthJob *unsorted = sl_shark_truth_get_jobs (known, &n_jobs);

  g_test_summary ("Every job is released, starts and ends when the kernel that wrote the trace "
                  "says so, and its time went where that kernel spent it.");

  truth.slices = sl_shark_truth_get_slices (known, &truth.n_slices);
  if (n_jobs == 0)
    {
      g_test_skip ("Nothing is known of the jobs of this trace");
      return;
    }

  trace = sl_scenario_load (files);
  truth.trace = trace;
  truth.last = sl_trace_get_span (trace).end - 1 + sl_clock_get_origin (sl_trace_get_clock (trace));
  table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
  g_array_append_vals (jobs, unsorted, n_jobs);
  g_array_sort (jobs, compare_jobs);
  g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, n_jobs);

  for (guint i = 0, n; i < n_jobs; i += n)
    {
      const SlSharkTruthJob *first = &g_array_index (jobs, SlSharkTruthJob, i);

      for (n = 1; i + n < n_jobs && g_str_equal (first[n].task, first->task); n++)
        continue;
      check_task (table, first, n, &truth);
    }
}

int
main (int argc, char **argv)
{
  guint n_scenarios;
  const SlSharkScenario *scenarios = sl_shark_scenarios_get_all (&n_scenarios);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_scenarios; i++)
    {
      g_autofree char *path = g_strdup_printf ("/jobs-truth/%s", scenarios[i].id);

      g_test_add_data_func (path, &scenarios[i], test_scenario);
    }

  return g_test_run ();
}
