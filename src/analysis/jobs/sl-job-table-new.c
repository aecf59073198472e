/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a table is made: jobs are found and measured, then their deadlines set. Whom a job waited for takes longer to find than
 * all of this: an #SlJobSplitter does so for those jobs that are asked about. */

#include "sl-job-arrivals.h"
#include "sl-job-finder.h"
#include "sl-job-table-private.h"
#include "sl-recorded-rules.h"
#include "sl-release-lateness.h"
#include "sl-source-extras.h"
#include "sl-task-meter.h"
#include "sl-track-cursor.h"

/* Jobs between two looks at the cancellable. */
#define CANCEL_INTERVAL 16384

/* Places of jobs fit a guint, and their memory stays below that of any trace that makes them. */
#define MAX_JOBS (1u << 30)

static SlJobTable *
table_new (SlTrace *trace, guint32 idle_task, const SlTaskRules *rules)
{
  SlJobTable *self = g_new0 (SlJobTable, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->idle_task = idle_task;
  self->rules = sl_task_rules_copy (rules);
  sl_recorded_rules_add (self->rules, trace);
  return self;
}

/* Whether the trace records such times, deadlines or nominal releases, for the jobs of a task. */
static gboolean
has_recorded (const SlLane *lane, SlTrackRole role)
{
  const SlTrack *track = sl_lane_get_track (lane, role);

  return track != NULL && sl_track_get_count (track) > 0;
}

/* Whether it records of some release when that should have been: by itself, or by how late a timer was. */
static gboolean
has_nominal (const SlLane *lane)
{
  const SlTrack *timed = sl_lane_get_track (lane, SL_ROLE_TIMED);
  SlTrackIter iter;
  SlItem item;

  if (has_recorded (lane, SL_ROLE_NOMINAL))
    return TRUE;
  if (timed == NULL)
    return FALSE;

  sl_track_iter_init (&iter, timed, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if (item.value >= 0)
      return TRUE;

  return FALSE;
}

/* NULL for a task without jobs: a table without any has no place for them. */
static SlJob *
get_jobs (const SlJobTable *self, const SlJobTask *task)
{
  if (task->n_jobs == 0)
    return NULL;

  return &g_array_index (self->jobs, SlJob, task->first);
}

static gboolean
releases_are_wakeups (SlJobTable *self)
{
  return sl_source_records_wakeups (sl_trace_get_source (self->trace));
}

/* Where a release is a wake-up, the next one says little of a deadline: a task that is late is not woken. Then each job
 * has the period from its nominal release on, as far as that can be estimated. (transfer full) (nullable) */
static SlTime *
estimate_deadlines (SlJobTable *self, const SlJobTask *task)
{
  const SlJob *jobs = get_jobs (self, task);
  SlTime *due;
  gint64 period;

  if (!releases_are_wakeups (self) || sl_task_rules_get (self->rules, task->task)->is_aperiodic)
    return NULL;

  due = g_new (SlTime, task->n_jobs);
  for (guint i = 0; i < task->n_jobs; i++)
    due[i] = jobs[i].nominal;
  period = sl_job_arrivals_estimate_period (due, task->n_jobs);
  for (guint i = 0; i < task->n_jobs; i++)
    due[i] = due[i] == SL_JOB_NEVER ? jobs[i].release : due[i];
  if (period == 0)
    period = sl_job_arrivals_estimate_period (due, task->n_jobs);
  for (guint i = 0; i < task->n_jobs; i++)
    due[i] = period > 0 && due[i] != SL_JOB_NEVER ? sl_time_add (due[i], period) : SL_JOB_NEVER;
  return due;
}

static void
set_task_deadlines (SlJobTable *self, const SlJobTask *task)
{
  SlTime last = sl_trace_get_span (self->trace).end - 1;
  const SlTaskRule *rule = sl_task_rules_get (self->rules, task->task);
  SlJob *jobs = get_jobs (self, task);
  g_autofree SlTime *recorded = task->has_deadlines ? g_new (SlTime, task->n_jobs) : NULL;
  g_autofree SlTime *estimated = estimate_deadlines (self, task);

  if (recorded != NULL)
    sl_job_arrivals_find_recorded (sl_trace_get_lane (self->trace, task->lane), SL_ROLE_DEADLINES,
                                   jobs, task->n_jobs, recorded);

  for (guint i = 0; i < task->n_jobs; i++)
    {
      gboolean has_next = i + 1 < task->n_jobs && !rule->is_aperiodic;
      SlTime inferred = has_next ? jobs[i + 1].release : SL_JOB_NEVER;

      sl_job_set_deadline (&jobs[i], rule->deadline, rule->deadline_from,
                           recorded != NULL ? recorded[i] : SL_JOB_NEVER,
                           estimated != NULL ? estimated[i] : inferred);
      sl_job_judge (&jobs[i], last);
    }
}

static void
set_deadlines (SlJobTable *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlJobTask *task = &g_array_index (self->tasks, SlJobTask, i);

      if (task->n_jobs > 0)
        set_task_deadlines (self, task);
    }

  self->misses = sl_job_misses_new (self->jobs, self->tasks, self->rules);
  self->order = sl_base_order_new (self);
}

/* A simulation's clock begins at 0, where its offsets count from; no clock of S.Ha.R.K. does. */
static SlTime
find_start (SlTrace *trace)
{
  gboolean is_simulated = sl_source_has_trait (sl_trace_get_source (trace), SL_TRAIT_KERNEL) &&
                          sl_trace_get_span (trace).begin == 0;

  return is_simulated ? 0 : SL_JOB_NEVER;
}

/* By the nominal releases that the trace records. */
static void
measure_release_lateness (SlJobTable *self, const SlJobTask *task)
{
  const SlJob *jobs = get_jobs (self, task);
  gint64 *late_by = self->late_by + task->first;

  for (guint i = 0; i < task->n_jobs; i++)
    late_by[i] = jobs[i].nominal == SL_JOB_NEVER
                     ? SL_RELEASE_LATENESS_UNKNOWN
                     : sl_time_subtract (jobs[i].release, jobs[i].nominal);
}

static void
find_release_lateness (SlJobTable *self)
{
  SlTime start = find_start (self->trace);

  self->late_by = g_new (gint64, self->jobs->len);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlJobTask *task = &g_array_index (self->tasks, SlJobTask, i);
      const SlTaskRule *rule = sl_task_rules_get (self->rules, task->task);

      if (task->n_jobs == 0)
        continue;
      if (has_nominal (sl_trace_get_lane (self->trace, task->lane)))
        measure_release_lateness (self, task);
      else
        sl_release_lateness_find (rule, rule->has_first ? rule->first - rule->offset : start,
                                  get_jobs (self, task), task->n_jobs, self->late_by + task->first);
    }
}

/* Reads the slices of one task, job after job. */
typedef struct
{
  SlTrackCursor states;
  const SlTrack *goes_on; /* when it went on with its next job; NULL for never */
} Meter;

/* Whether the task, which had finished a job at @eligible, went on with the next before @time. */
static gboolean
went_on (const Meter *self, SlTime eligible, SlTime time)
{
  SlTrackIter iter;
  SlItem item;

  if (self->goes_on == NULL)
    return FALSE;

  sl_track_iter_init (&iter, self->goes_on, eligible);
  return sl_track_iter_next (&iter, &item) && item.begin <= time;
}

/* Keeps when the job starts and how often it is preempted. A task that finishes a job while the
 * next one waits still has the processor until the scheduler chose: where that is not the task
 * itself, the next job did not start there. */
static void
follow_slice (const Meter *self, SlJob *job, const SlItem *piece, SlState before, gboolean carried)
{
  gboolean from_processor = before == SL_STATE_RUNNING || before == SL_STATE_INTERRUPTED;

  if (piece->state == SL_STATE_RUNNING && job->start == SL_JOB_NEVER)
    {
      job->start = piece->begin;
    }
  else if (piece->state == SL_STATE_READY && from_processor)
    {
      if (carried && before == SL_STATE_RUNNING && !went_on (self, job->eligible, piece->begin))
        job->start = SL_JOB_NEVER;
      else
        job->preemptions++;
    }
}

/* Fills in what follows from the slices of the task alone: start, execution, preemptions. */
static void
measure_job (Meter *self, SlJob *job)
{
  SlSpan rest = { job->eligible, job->end };
  SlState before = SL_STATE_NONE;
  gboolean carried = FALSE;

  job->start = SL_JOB_NEVER;
  job->execution = 0;
  job->preemptions = 0;
  while (rest.begin < rest.end)
    {
      SlItem piece;
      gboolean is_cut = sl_track_cursor_cut (&self->states, rest, &piece);

      follow_slice (self, job, &piece, before, carried);
      carried = is_cut && rest.begin == job->eligible;
      if (piece.state == SL_STATE_RUNNING)
        job->execution += piece.end - piece.begin;
      before = piece.state;
      rest.begin = piece.end;
    }
}

static void
measure_jobs (SlJobTable *self, const SlJobTask *task)
{
  const SlLane *lane = sl_trace_get_lane (self->trace, task->lane);
  SlJob *jobs = get_jobs (self, task);
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  guint16 unmetered = sl_task_meter_is_recorded (states) ? 0 : SL_JOB_UNMETERED;
  Meter meter = { .goes_on = sl_lane_get_track (lane, SL_ROLE_GOES_ON) };

  sl_track_cursor_init (&meter.states, states);
  for (guint i = 0; i < task->n_jobs; i++)
    {
      measure_job (&meter, &jobs[i]);
      jobs[i].flags |= unmetered;
    }
}

static gboolean
find_jobs (SlJobTable *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlJobFinder) finder = sl_job_finder_new (self->trace, self->idle_task, self->rules);

  for (guint i = 0; i < sl_trace_get_n_lanes (self->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, i);
      SlJobTask task = { .task = lane->object, .lane = i, .first = self->jobs->len };

      if (lane->type != SL_LANE_TASK || self->jobs->len > MAX_JOBS)
        continue;
      if (!sl_job_finder_run (finder, lane, self->jobs, &task.n_skipped, cancellable, error))
        return FALSE;

      if (releases_are_wakeups (self))
        sl_job_arrivals_split (lane, sl_task_rules_get (self->rules, task.task), self->jobs,
                               task.first);
      task.n_jobs = self->jobs->len - task.first;
      task.has_deadlines = has_recorded (lane, SL_ROLE_DEADLINES);
      if (task.n_jobs > 0 && (has_recorded (lane, SL_ROLE_NOMINAL) || releases_are_wakeups (self)))
        sl_job_arrivals_set (lane, sl_task_rules_get (self->rules, task.task),
                             releases_are_wakeups (self), get_jobs (self, &task), task.n_jobs);
      measure_jobs (self, &task);
      g_array_append_val (self->tasks, task);
      g_hash_table_insert (self->by_task, GUINT_TO_POINTER (task.task),
                           GUINT_TO_POINTER (self->tasks->len));
    }

  return TRUE;
}

/* Where events say more than their kinds do, a release is one of the marks of its task, and so is the finish. */
static guint64
count_marks (SlTrace *trace)
{
  guint64 n_marks = 0;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *marks =
          lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_MARKS) : NULL;

      n_marks += marks != NULL ? sl_track_get_count (marks) : 0;
    }

  return n_marks;
}

/* Growing a large array moves it: better begin with room for the releases that the trace counts. */
static guint
guess_n_jobs (SlTrace *trace)
{
  guint64 n_releases = sl_trace_get_n_events_of_action (trace, SL_ACTION_RELEASE) +
                       sl_trace_get_n_events_of_action (trace, SL_ACTION_ACTIVATE);

  if (n_releases == 0 && sl_source_says (sl_trace_get_source (trace), SL_TELLS_WAKEUPS))
    n_releases = count_marks (trace) / 2;
  return (guint) MIN (n_releases, MAX_JOBS / 64);
}

/**
 * sl_job_table_new:
 * @idle_task: number of the idle task, 0 for none
 * @rules: (nullable): what is asked of the tasks; %NULL for nothing
 * @cancellable: (nullable): looked at now and then
 *
 * Finds the jobs of all tasks. Costs by the number of jobs and slices; may run in any thread.
 *
 * Returns: (transfer full): %NULL with %G_IO_ERROR_CANCELLED
 */
SlJobTable *
sl_job_table_new (SlTrace *trace,
                  guint32 idle_task,
                  const SlTaskRules *rules,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (SlJobTable) self = table_new (trace, idle_task, rules);

  self->jobs = g_array_sized_new (FALSE, FALSE, sizeof (SlJob), guess_n_jobs (trace));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlJobTask));
  self->by_task = g_hash_table_new (NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !find_jobs (self, cancellable, error))
    return NULL;

  set_deadlines (self);
  find_release_lateness (self);
  return g_steal_pointer (&self);
}

/* Whether some task has other jobs by the rules of @other. */
static gboolean
has_other_jobs (const SlJobTable *self, const SlJobTable *other)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      guint32 task = g_array_index (self->tasks, SlJobTask, i).task;

      if (!sl_job_finder_are_alike (sl_task_rules_get (self->rules, task),
                                    sl_task_rules_get (other->rules, task)))
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_job_table_with_rules:
 * @rules: (nullable): as in sl_job_table_new()
 *
 * Returns: (transfer full): the same jobs with the deadlines that follow from @rules, as what an #SlJobSplitter says of them does; where @rules say
 *   of a task of what the trace does not, such as what it logs as its jobs begin, the jobs that follow from that
 */
SlJobTable *
sl_job_table_with_rules (SlJobTable *self, const SlTaskRules *rules)
{
  SlJobTable *copy = table_new (self->trace, self->idle_task, rules);

  copy->tasks = g_array_ref (self->tasks);
  if (releases_are_wakeups (self) && has_other_jobs (self, copy))
    {
      sl_job_table_unref (copy);
      return sl_job_table_new (self->trace, self->idle_task, rules, NULL, NULL);
    }

  copy->jobs = g_array_copy (self->jobs);
  copy->by_task = g_hash_table_ref (self->by_task);
  set_deadlines (copy);
  find_release_lateness (copy);
  return copy;
}
