/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sim-decoded.h"

#include <string.h>

#include "sl-job-table.h"
#include "sl-scenario-trace.h"

/* (transfer full): @slices as text, those that touch as one, in order */
static char *
print_slices (GArray *slices)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < slices->len; i++)
    {
      SlSimSlice slice = g_array_index (slices, SlSimSlice, i);

      while (i + 1 < slices->len && g_array_index (slices, SlSimSlice, i + 1).lock == slice.lock &&
             g_array_index (slices, SlSimSlice, i + 1).begin == slice.end &&
             g_array_index (slices, SlSimSlice, i + 1).task == slice.task)
        slice.end = g_array_index (slices, SlSimSlice, ++i).end;
      g_string_append_printf (text, "%u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u\n", slice.task,
                              slice.begin, slice.end, slice.lock);
    }

  return g_string_free (text, FALSE);
}

static int
compare_slices (gconstpointer one, gconstpointer other)
{
  const SlSimSlice *a = one;
  const SlSimSlice *b = other;

  if (a->lock != b->lock)
    return a->lock < b->lock ? -1 : 1;
  if (a->task != b->task)
    return a->task < b->task ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* What the decoded trace says of @task: where it runs, and what it holds. */
static void
collect (SlTrace *trace, const SlLane *lane, guint task, GArray *slices)
{
  for (guint t = 0; t < lane->n_tracks; t++)
    {
      SlTrackRole role = lane->tracks[t].role;
      SlTrackIter iter;
      SlItem item;

      if (role != SL_ROLE_STATES && role != SL_ROLE_HOLDS)
        continue;
      sl_track_iter_init (&iter, lane->tracks[t].track, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        {
          SlSimSlice slice = { task, SL_SIM_NO_LOCK, item.begin, item.end };

          if (item.begin == item.end || (role == SL_ROLE_STATES && item.state != SL_STATE_RUNNING))
            continue;
          if (role == SL_ROLE_HOLDS)
            slice.lock =
                (guint) (sl_object_table_get (sl_trace_get_objects (trace), item.detail)->id -
                         sl_simulator_get_address (0)) /
                0x40;
          g_array_append_val (slices, slice);
        }
    }
}

/* The jobs of a task are done in order: one starts where the task first executes once the one before
 * is finished. With overhead it also executes while the kernel takes the processor from it. */
static void
assert_start (const SlSimRun *run, const SlSimJob *of, const SlJob *job)
{
  g_autofree char *overhead = sl_task_model_get (run->model, SL_MODEL_SCHEDULER, "", "overhead");
  SlTime start = SL_JOB_NEVER;

  if (overhead != NULL)
    return;

  for (guint i = 0; i < run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, i);

      if (slice->lock == SL_SIM_NO_LOCK && slice->task == of->task && slice->end > job->eligible &&
          slice->begin < job->end)
        start = MIN (start, MAX (slice->begin, job->eligible));
    }

  g_assert_cmpint (job->start, ==, start);
}

static void
assert_jobs (const SlSimRun *run, SlJobTable *table)
{
  g_autofree guint *numbers = g_new0 (guint, SL_TASK_SET_MAX_TASKS);

  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);
      const SlJobTask *of = NULL;
      const SlJob *found;
      SlTime finish;

      for (guint k = 0; k < sl_job_table_get_n_tasks (table); k++)
        {
          const SlJobTask *task = sl_job_table_get_task (table, k);
          SlObjectTable *objects = sl_trace_get_objects (sl_job_table_get_trace (table));

          if (sl_object_table_get (objects, task->task)->id == sl_simulator_get_context (job->task))
            of = task;
        }
      g_assert_nonnull (of);
      g_assert_cmpuint (numbers[job->task], <, of->n_jobs);
      found = sl_job_table_get (table, of->first + numbers[job->task]++);
      g_assert_cmpint (found->release, ==, job->release);
      finish = sl_job_get_finish (found);
      g_assert_cmpint (finish == SL_JOB_NEVER ? -1 : finish, ==, job->finish);
      assert_start (run, job, found);
    }
}

static int
compare_handlings (gconstpointer one, gconstpointer other)
{
  const SlSimHandling *a = one;
  const SlSimHandling *b = other;

  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* @run's handlers are of lines 1, 2, … in the set's order; the last of a line may not have ended. */
static void
assert_handlings (const SlSimRun *run, SlTrace *trace)
{
  g_autoptr (GArray) recorded = g_array_copy (run->handlings);
  guint n = 0;

  g_array_sort (recorded, compare_handlings);
  for (guint number = 1; number <= SL_TASK_SET_MAX_LINES; number++)
    {
      g_autofree char *name = g_strdup_printf ("irq:%u", number);
      SlTrackIter iter;
      SlItem item;

      for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
        {
          const SlLane *lane = sl_trace_get_lane (trace, i);

          if (!g_str_equal (lane->name, name))
            continue;
          sl_track_iter_init (&iter, sl_lane_get_track (lane, SL_ROLE_STATES), SL_TIME_MIN);
          while (sl_track_iter_next (&iter, &item))
            {
              const SlSimHandling *handling = &g_array_index (recorded, SlSimHandling, n);

              if (n == recorded->len || handling->line != number - 1)
                continue;
              g_assert_cmpint (item.begin, ==, handling->begin);
              g_assert_cmpint (item.end, ==, handling->end);
              n++;
            }
        }
    }
  g_assert_cmpuint (n, ==, recorded->len);
}

static gboolean
is_ideal_run (const SlSimRun *run)
{
  g_autofree char *overhead = sl_task_model_get (run->model, SL_MODEL_SCHEDULER, "", "overhead");

  return overhead == NULL;
}

/* The lock of the set that @object is; %SL_SIM_NO_LOCK for another object. */
static guint
get_lock (SlTrace *trace, guint32 object)
{
  const SlObject *found = sl_object_table_get (sl_trace_get_objects (trace), object);

  return found->type == SL_OBJECT_MUTEX ? (guint) (found->id - sl_simulator_get_address (0)) / 0x40
                                        : SL_SIM_NO_LOCK;
}

static guint
get_task (SlTrace *trace, guint32 object)
{
  const SlObject *found = sl_object_table_get (sl_trace_get_objects (trace), object);

  return (guint) (found->id - sl_simulator_get_context (0)) / 8;
}

static void
collect_waits_of_lane (SlTrace *trace, const SlLane *lane, gboolean by_lock, GArray *waits)
{
  for (guint t = 0; t < lane->n_tracks; t++)
    {
      SlTrackIter iter;
      SlItem item;

      if (sl_track_get_type_of_items (lane->tracks[t].track) != SL_TRACK_SLICES)
        continue;
      sl_track_iter_init (&iter, lane->tracks[t].track, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        {
          SlSimSlice wait = { .begin = item.begin, .end = item.end };

          if (item.state != (guint32) (by_lock ? SL_STATE_WAITED : SL_STATE_BLOCKED))
            continue;
          wait.task = get_task (trace, by_lock ? item.detail : lane->object);
          wait.lock = get_lock (trace, by_lock ? lane->object : item.detail);
          g_array_append_val (waits, wait);
        }
    }
}

/* When whom which lock was refused: by the locks' lanes, or by those of the tasks. */
static GArray *
collect_waits (SlTrace *trace, gboolean by_lock)
{
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (SlSimSlice));

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == (by_lock ? SL_LANE_LOCK : SL_LANE_TASK))
        collect_waits_of_lane (trace, lane, by_lock, waits);
    }

  return waits;
}

/* The locks' rows say what the simulator says, and where the kernel takes no time, so do those of the
 * tasks. */
static void
assert_waits (const SlSimRun *run, SlTrace *trace)
{
  g_autoptr (GArray) of_locks = collect_waits (trace, TRUE);
  g_autoptr (GArray) of_tasks = collect_waits (trace, FALSE);
  g_autofree char *recorded = NULL;
  g_autofree char *by_locks = NULL;
  g_autofree char *by_tasks = NULL;

  g_array_sort (run->waits, compare_slices);
  g_array_sort (of_locks, compare_slices);
  g_array_sort (of_tasks, compare_slices);
  recorded = print_slices (run->waits);
  by_locks = print_slices (of_locks);
  by_tasks = print_slices (of_tasks);
  g_assert_cmpstr (by_locks, ==, recorded);
  if (is_ideal_run (run))
    g_assert_cmpstr (by_tasks, ==, recorded);
}

/* Fails the test where what is read from the trace is not what the simulator did. */
void
sl_sim_assert_decoded (const SlSimRun *run, guint n_tasks)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (SlSimSlice));
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlJobTable) table = NULL;
  g_autofree char *decoded = NULL;
  g_autofree char *recorded = NULL;

  g_ptr_array_add (files, run->trace);
  trace = sl_scenario_load (files);
  for (guint task = 0; task < n_tasks; task++)
    {
      g_autofree char *name = g_strdup_printf ("task:%u", sl_simulator_get_context (task));

      for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
        if (g_str_equal (sl_trace_get_lane (trace, i)->name, name))
          collect (trace, sl_trace_get_lane (trace, i), task, slices);
    }

  g_array_sort (slices, compare_slices);
  g_array_sort (run->slices, compare_slices);
  decoded = print_slices (slices);
  recorded = print_slices (run->slices);
  g_assert_cmpstr (decoded, ==, recorded);
  assert_waits (run, trace);
  table = sl_job_table_new (trace, 0, rules, NULL, NULL);
  assert_jobs (run, table);
  assert_handlings (run, trace);
}
