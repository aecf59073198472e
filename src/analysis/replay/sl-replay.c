/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-replay.h"

#include <string.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-lower-bound.h"
#include "sl-replay-source.h"

struct _SlReplay
{
  SlJobTable *jobs;     /* of what was recorded */
  SlJobTable *by_event; /* the same, by number of event */
  SlPolicy policy;
  gboolean has_priorities; /* to go by, since no policy is known */
  GArray *ends;            /* of guint64: indices of events at which a job ends, ascending */
  GArray *indices; /* of guint: by number of an object, how many tasks' lanes come before its own */
  GPtrArray *cpus; /* of SlTrack: states of the processors; the told trace has them */
  GArray *
      extents; /* of SlSpan, by number of a lane of the told trace: from its first item or job to its last */
};

/**
 * sl_replay_is_for:
 *
 * Returns: whether the trace tells which tasks run, so that there is something to step through
 */
gboolean
sl_replay_is_for (SlTrace *trace)
{
  gboolean has_tasks = FALSE, has_cpu = FALSE;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      has_tasks |= lane->type == SL_LANE_TASK;
      has_cpu |= lane->type == SL_LANE_CPU;
    }

  return has_tasks && has_cpu;
}

static int
compare_indices (gconstpointer one, gconstpointer other)
{
  const guint64 *a = one, *b = other;

  return *a < *b ? -1 : *a > *b;
}

static GArray *
list_ends (SlJobTable *by_event)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < sl_job_table_get_n_jobs (by_event); i++)
    {
      const SlJob *job = sl_job_table_get (by_event, i);
      guint64 end = (guint64) job->end;

      if ((job->flags & (SL_JOB_FINISHED | SL_JOB_ABORTED)) != 0)
        g_array_append_val (ends, end);
    }
  g_array_sort (ends, compare_indices);
  return ends;
}

static GArray *
list_indices (SlTrace *by_event)
{
  guint n_objects = sl_object_table_get_size (sl_trace_get_objects (by_event));
  GArray *indices = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_objects + 1);
  guint n_tasks = 0;

  g_array_set_size (indices, n_objects + 1);
  memset (indices->data, 0xff, (n_objects + 1) * sizeof (guint));
  for (guint i = 0; i < sl_trace_get_n_lanes (by_event); i++)
    if (sl_trace_get_lane (by_event, i)->type == SL_LANE_TASK)
      g_array_index (indices, guint, sl_trace_get_lane (by_event, i)->object) = n_tasks++;

  return indices;
}

static GPtrArray *
list_cpus (SlTrace *by_event)
{
  GPtrArray *cpus = g_ptr_array_new ();

  for (guint i = 0; i < sl_trace_get_n_lanes (by_event); i++)
    {
      const SlLane *lane = sl_trace_get_lane (by_event, i);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);

      if (lane->type == SL_LANE_CPU && states != NULL)
        g_ptr_array_add (cpus, (gpointer) states);
    }

  return cpus;
}

static void
extend (SlSpan *extent, SlTime begin, SlTime end)
{
  extent->begin = MIN (extent->begin, begin);
  extent->end = MAX (extent->end, end);
}

static SlSpan
find_extent (const SlJobTable *by_event, const SlLane *lane)
{
  const SlJobTask *task =
      lane->type == SL_LANE_TASK ? sl_job_table_find_task (by_event, lane->object) : NULL;
  SlSpan extent = { SL_TIME_MAX, SL_TIME_MIN };

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlSpan span = sl_track_get_span (lane->tracks[i].track);

      if (sl_track_get_count (lane->tracks[i].track) > 0)
        extend (&extent, span.begin, span.end);
    }
  for (guint i = 0; task != NULL && i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (by_event, task->first + i);

      extend (&extent, job->eligible, job->end);
    }
  return extent;
}

static GArray *
list_extents (const SlJobTable *by_event)
{
  SlTrace *trace = sl_job_table_get_trace (by_event);
  GArray *extents = g_array_sized_new (FALSE, FALSE, sizeof (SlSpan), sl_trace_get_n_lanes (trace));

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      SlSpan extent = find_extent (by_event, sl_trace_get_lane (trace, i));

      g_array_append_val (extents, extent);
    }
  return extents;
}

static gboolean
has_priorities (SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_TASK && sl_lane_get_track (lane, SL_ROLE_PRIORITY) != NULL)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_replay_new:
 * @jobs: of the trace, with the rules of its task model and its idle task
 * @cancellable: (nullable): looked at now and then
 *
 * Goes once through the whole trace, so it is for a thread where that is large.
 *
 * Returns: (transfer full): %NULL with %G_IO_ERROR_CANCELLED, or where the trace cannot be read again
 */
SlReplay *
sl_replay_new (SlJobTable *jobs, SlPolicy policy, GCancellable *cancellable, GError **error)
{
  SlTrace *recorded = sl_job_table_get_trace (jobs);
  g_autoptr (SlSource) source =
      sl_replay_source_new (recorded, sl_trace_get_n_events (recorded), SL_STEP_TIMES_INDEX);
  g_autoptr (SlTrace) trace =
      sl_load_run (source, sl_analyses_get_all (), NULL, NULL, cancellable, error);
  g_autoptr (SlJobTable) by_event = NULL;
  g_autoptr (SlTaskRules) nothing = sl_task_rules_new ();
  SlReplay *self;

  if (trace == NULL)
    return NULL;

  by_event =
      sl_job_table_new (trace, sl_job_table_get_idle_task (jobs), nothing, cancellable, error);
  if (by_event == NULL)
    return NULL;

  self = g_new0 (SlReplay, 1);
  self->jobs = sl_job_table_ref (jobs);
  self->by_event = g_steal_pointer (&by_event);
  self->policy = policy;
  self->has_priorities = policy == SL_POLICY_UNKNOWN && has_priorities (trace);
  self->ends = list_ends (self->by_event);
  self->indices = list_indices (trace);
  self->cpus = list_cpus (trace);
  self->extents = list_extents (self->by_event);
  return self;
}

void
sl_replay_free (SlReplay *self)
{
  sl_job_table_unref (self->jobs);
  sl_job_table_unref (self->by_event);
  g_array_unref (self->ends);
  g_array_unref (self->indices);
  g_ptr_array_unref (self->cpus);
  g_array_unref (self->extents);
  g_free (self);
}

/**
 * sl_replay_get_recorded:
 *
 * Returns: (transfer none): the trace
 */
SlTrace *
sl_replay_get_recorded (const SlReplay *self)
{
  return sl_job_table_get_trace (self->jobs);
}

/**
 * sl_replay_get_by_event:
 *
 * Returns: (transfer none): the same with the number of an event as its time, and with the same
 *   objects
 */
SlTrace *
sl_replay_get_by_event (const SlReplay *self)
{
  return sl_job_table_get_trace (self->by_event);
}

/**
 * sl_replay_get_jobs:
 *
 * Returns: (transfer none): of the trace as it was recorded
 */
SlJobTable *
sl_replay_get_jobs (const SlReplay *self)
{
  return self->jobs;
}

/* Returns: (transfer none): the same jobs, by number of event and without rules */
const SlJobTable *
sl_replay_get_jobs_by_event (const SlReplay *self)
{
  return self->by_event;
}

/**
 * sl_replay_get_task_index:
 *
 * Returns: the index of @task among the tasks that have lanes; %G_MAXUINT for others
 */
guint
sl_replay_get_task_index (const SlReplay *self, guint32 task)
{
  return task < self->indices->len ? g_array_index (self->indices, guint, task) : G_MAXUINT;
}

/**
 * sl_replay_get_extent:
 * @lane: number of a lane of sl_replay_get_by_event()
 *
 * Returns: numbers of events, the last one included, beyond which the lane has no items and its task no jobs; not in
 *   order where it has none
 */
SlSpan
sl_replay_get_extent (const SlReplay *self, guint lane)
{
  return g_array_index (self->extents, SlSpan, lane);
}

SlPolicy
sl_replay_get_policy (const SlReplay *self)
{
  return self->policy;
}

/**
 * sl_replay_goes_by_recorded:
 *
 * Returns: whether no policy is known, and the trace records priorities, which say more than nothing
 */
gboolean
sl_replay_goes_by_recorded (const SlReplay *self)
{
  return self->has_priorities;
}

guint64
sl_replay_get_n_events (const SlReplay *self)
{
  return sl_trace_get_n_events (sl_replay_get_recorded (self));
}

/**
 * sl_replay_get_time:
 * @index: number of an event; beyond the last one counts as the last
 *
 * Returns: when it happened, in ticks of the recorded trace
 */
SlTime
sl_replay_get_time (const SlReplay *self, guint64 index)
{
  SlTrace *recorded = sl_replay_get_recorded (self);
  SlEvent event;

  index = MIN (index, sl_trace_get_n_events (recorded) - 1);
  return sl_trace_read_event (recorded, index, &event) ? event.time
                                                       : sl_trace_get_span (recorded).begin;
}

/**
 * sl_replay_find_index:
 * @time: in ticks of the recorded trace
 *
 * Returns: the last event at or before @time; the first one where there is none
 */
guint64
sl_replay_find_index (const SlReplay *self, SlTime time)
{
  return sl_replay_find_index_in (sl_replay_get_recorded (self), time);
}

/**
 * sl_replay_find_index_in:
 * @trace: as it was recorded
 * @time: in its ticks
 *
 * As sl_replay_find_index(), of a trace that has not been replayed yet.
 *
 * Returns: the last event at or before @time; the first one where there is none
 */
guint64
sl_replay_find_index_in (SlTrace *trace, SlTime time)
{
  guint64 index =
      time < SL_TIME_MAX ? sl_trace_index_at (trace, time + 1) : sl_trace_get_n_events (trace);

  return index > 0 ? index - 1 : 0;
}

/**
 * sl_replay_find_job:
 * @task: number in the trace's table
 *
 * Returns: the index in the jobs' table of the job that @task does once the event has happened;
 *   %G_MAXUINT for none
 */
guint
sl_replay_find_job (const SlReplay *self, guint32 task, guint64 index)
{
  guint found = sl_job_table_find_at (self->by_event, task, (SlTime) index);
  const SlJobTask *by_event = sl_job_table_find_task (self->by_event, task);
  const SlJobTask *recorded = sl_job_table_find_task (self->jobs, task);

  if (found == G_MAXUINT || recorded == NULL || found - by_event->first >= recorded->n_jobs)
    return G_MAXUINT;

  return recorded->first + (found - by_event->first);
}

/* (nullable): the same job by number of event */
static const SlJob *
find_told (const SlReplay *self, guint job)
{
  const SlJob *recorded = sl_job_table_get (self->jobs, job);
  const SlJobTask *task = sl_job_table_find_task (self->by_event, recorded->task);

  return task != NULL && recorded->number <= task->n_jobs
             ? sl_job_table_get (self->by_event, task->first + recorded->number - 1)
             : NULL;
}

/**
 * sl_replay_get_release_index:
 * @job: index in the jobs' table
 *
 * Returns: the event that released the job; 0 where that is not known
 */
guint64
sl_replay_get_release_index (const SlReplay *self, guint job)
{
  const SlJob *by_event = find_told (self, job);

  return by_event != NULL && by_event->release != SL_JOB_NEVER ? (guint64) by_event->release : 0;
}

/**
 * sl_replay_get_end_index:
 * @job: index in the jobs' table
 * @end: (out): the event with which it ended
 *
 * Returns: whether that is known
 */
gboolean
sl_replay_get_end_index (const SlReplay *self, guint job, guint64 *end)
{
  const SlJob *by_event = find_told (self, job);

  if (by_event == NULL || (by_event->flags & (SL_JOB_FINISHED | SL_JOB_ABORTED)) == 0)
    return FALSE;

  *end = (guint64) by_event->end;
  return TRUE;
}

/**
 * sl_replay_find_job_end:
 * @direction: 1 for the first event after @index, -1 for the last one before it
 * @end: (out): with which a job ends
 *
 * Returns: whether there is one
 */
gboolean
sl_replay_find_job_end (const SlReplay *self, guint64 index, int direction, guint64 *end)
{
  const guint64 *ends = (const guint64 *) (gpointer) self->ends->data;
  guint next = sl_lower_bound (0, self->ends->len, i,
                               ends[i] < index || (direction > 0 && ends[i] == index));

  if (direction < 0 ? next == 0 : next == self->ends->len)
    return FALSE;

  *end = ends[direction < 0 ? next - 1 : next];
  return TRUE;
}

/* Returns: (transfer none) (element-type SlTrack): states of the processors, by number of event */
const GPtrArray *
sl_replay_get_cpus (const SlReplay *self)
{
  return self->cpus;
}
