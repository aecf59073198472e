/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-compare-private.h"

#include "sl-instant-pairs.h"
#include "sl-task-estimate.h"

#define NO_JOB G_MAXUINT

G_DEFINE_BOXED_TYPE (SlJobCompare, sl_job_compare, sl_job_compare_ref, sl_job_compare_unref)

static SlTime
to_axis (const SlJobCompare *self, guint side, SlTime time)
{
  return sl_trace_set_to_reference (self->set, self->sides[side].trace, time);
}

static const SlJobTask *
find_task (const SlJobCompare *self, guint side, const SlTaskMatch *match)
{
  return match->tasks[side] != 0
             ? sl_job_table_find_task (self->sides[side].jobs, match->tasks[side])
             : NULL;
}

/* By what a job is matched, not after the next one's: jobs are in the order of their releases, of
 * which only the first one's may be unknown. */
static SlTime
get_instant (const SlJobTask *task, const SlJobTable *jobs, guint number)
{
  const SlJob *job = sl_job_table_get (jobs, number);
  SlTime instant = MIN (job->start, job->end);

  if (job->release != SL_JOB_NEVER)
    return job->release;
  if (number + 1 < task->first + task->n_jobs)
    instant = MIN (instant, job[1].release);
  return instant;
}

/* (transfer full) (element-type SlTime): by what the jobs of a task are matched, on the axis */
static GArray *
list_instants (const SlJobCompare *self, guint side, const SlJobTask *task)
{
  GArray *instants = g_array_new (FALSE, FALSE, sizeof (SlTime));

  for (guint i = 0; task != NULL && i < task->n_jobs; i++)
    {
      SlTime instant =
          to_axis (self, side, get_instant (task, self->sides[side].jobs, task->first + i));

      g_array_append_val (instants, instant);
    }

  return instants;
}

/* The period by which jobs of a task are told from each other, in ticks of the axis; 0 for none. */
static gint64
find_period (const SlJobCompare *self, const SlTaskMatch *match)
{
  gint64 shortest = 0;

  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      const SlJobSide *jobs = &self->sides[side];
      gint64 period =
          sl_task_rules_get (sl_job_table_get_rules (jobs->jobs), match->tasks[side])->period;
      SlTaskEstimate estimate;

      if (period == 0)
        {
          sl_task_estimate_init (&estimate, jobs->jobs, match->tasks[side]);
          period = estimate.period;
        }
      if (period == 0)
        continue;

      period = sl_time_subtract (to_axis (self, side, period), to_axis (self, side, 0));
      shortest = shortest == 0 ? period : MIN (shortest, period);
    }

  return shortest;
}

static void
add_pairs (SlJobCompare *self, guint place, const SlTaskMatch *match)
{
  const SlJobTask *tasks[SL_N_SIDES] = { find_task (self, SL_SIDE_A, match),
                                         find_task (self, SL_SIDE_B, match) };
  gint64 period =
      tasks[SL_SIDE_A] != NULL && tasks[SL_SIDE_B] != NULL ? find_period (self, match) : 0;
  g_autoptr (GArray) ones = list_instants (self, SL_SIDE_A, tasks[SL_SIDE_A]);
  g_autoptr (GArray) others = list_instants (self, SL_SIDE_B, tasks[SL_SIDE_B]);
  g_autoptr (GArray) found = sl_instant_pairs_find (ones, others, period);

  for (guint i = 0; i < found->len; i++)
    {
      const SlInstantPair *instants = &g_array_index (found, SlInstantPair, i);
      SlJobPair pair = { { NO_JOB, NO_JOB }, place, FALSE };

      for (guint side = 0; side < SL_N_SIDES; side++)
        if (instants->places[side] != SL_NO_INSTANT)
          pair.jobs[side] = tasks[side]->first + instants->places[side];
      g_array_append_val (self->pairs, pair);
    }
}

static gboolean
is_missed (const SlJob *job)
{
  return sl_job_has_missed (job, FALSE);
}

static void
count_alone (SlTaskCompare *task, const SlJobCompare *self, guint pair)
{
  guint side = sl_job_compare_get_job (self, pair, SL_SIDE_A) != NULL ? SL_SIDE_A : SL_SIDE_B;

  if (sl_job_compare_is_outside (self, pair))
    task->n_outside[side]++;
  else
    task->n_alone[side]++;
}

/* Of a job that both sides have. Returns: whether there are any */
static gboolean
sum_up_differences (SlTaskCompare *task, SlJobCompare *self, guint pair)
{
  gint64 response;
  gboolean has_response =
      sl_job_compare_get_difference (self, pair, SL_DIFFERENCE_RESPONSE, &response);
  gboolean differs = FALSE;

  for (guint i = 0; i < SL_N_DIFFERENCES; i++)
    {
      gint64 ticks;

      if (!sl_job_compare_get_difference (self, pair, (SlDifference) i, &ticks))
        continue;

      sl_range_add (&task->differences[i], ticks);
      differs = differs || ticks != 0;
      self->has_any[i] = self->has_any[i] || ticks != 0;
      self->has_own[i] = self->has_own[i] || !has_response || ticks != response;
    }

  return differs;
}

/* Returns: whether they differ */
static gboolean
sum_up_pair (SlTaskCompare *task, SlJobCompare *self, guint pair)
{
  const SlJob *jobs[SL_N_SIDES] = { sl_job_compare_get_job (self, pair, SL_SIDE_A),
                                    sl_job_compare_get_job (self, pair, SL_SIDE_B) };
  gint64 ticks;

  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      const SlJob *other = jobs[1 - side];

      if (jobs[side] == NULL)
        continue;
      if (sl_job_compare_get_response (self, pair, side, &ticks))
        sl_range_add (&task->response[side], ticks);
      task->n_misses[side] += is_missed (jobs[side]);
      task->n_missed_here[side] +=
          is_missed (jobs[side]) && other != NULL && (other->flags & SL_JOB_MET);
    }

  if (jobs[SL_SIDE_A] == NULL || jobs[SL_SIDE_B] == NULL)
    {
      count_alone (task, self, pair);
      return TRUE;
    }

  task->n_matched++;
  return sum_up_differences (task, self, pair) ||
         is_missed (jobs[SL_SIDE_A]) != is_missed (jobs[SL_SIDE_B]) ||
         (jobs[SL_SIDE_A]->flags & SL_JOB_FINISHED) != (jobs[SL_SIDE_B]->flags & SL_JOB_FINISHED);
}

static void
add_task (SlJobCompare *self, const SlTaskMatch *match)
{
  SlTaskCompare task = { .match = *match, .first = self->pairs->len };

  task.match.name = g_strdup (match->name);
  add_pairs (self, self->tasks->len, match);
  task.n_pairs = self->pairs->len - task.first;
  for (guint i = task.first; i < self->pairs->len; i++)
    {
      gboolean differs = sum_up_pair (&task, self, i);

      g_array_index (self->pairs, SlJobPair, i).differs = differs;
      task.n_different += differs;
    }
  g_array_append_val (self->tasks, task);
}

static void
task_clear (gpointer task)
{
  g_free (((SlTaskCompare *) task)->match.name);
}

static GArray *
find_matches (SlTraceSet *set, const SlJobSide sides[SL_N_SIDES])
{
  const SlJobTable *const jobs[] = { sides[SL_SIDE_A].jobs, sides[SL_SIDE_B].jobs };
  SlAnnotations *const annotations_of[] = {
    sl_trace_set_get_annotations (set, sides[SL_SIDE_A].trace),
    sl_trace_set_get_annotations (set, sides[SL_SIDE_B].trace)
  };

  return sl_task_matches_find (jobs, annotations_of);
}

/**
 * sl_job_compare_new:
 * @set: whose axis both sides are compared on; keeps what the user calls tasks
 * @sides: A and B, which may be the same
 *
 * Costs by the number of jobs; may run in any thread.
 *
 * Returns: (transfer full):
 */
SlJobCompare *
sl_job_compare_new (SlTraceSet *set, const SlJobSide sides[SL_N_SIDES])
{
  SlJobCompare *self = g_new0 (SlJobCompare, 1);
  g_autoptr (GArray) matches = find_matches (set, sides);

  g_atomic_ref_count_init (&self->ref_count);
  self->set = g_object_ref (set);
  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      SlSpan own = sl_trace_get_span (sl_job_table_get_trace (sides[side].jobs));

      self->sides[side] = (SlJobSide) { sides[side].trace, sl_job_table_ref (sides[side].jobs) };
      self->spans[side] =
          (SlSpan) { to_axis (self, side, own.begin), to_axis (self, side, own.end) };
    }

  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlTaskCompare));
  g_array_set_clear_func (self->tasks, task_clear);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (SlJobPair));
  for (guint i = 0; i < matches->len; i++)
    add_task (self, &g_array_index (matches, SlTaskMatch, i));
  return self;
}

/**
 * sl_job_compare_ref:
 *
 * Returns: (transfer full): @self
 */
SlJobCompare *
sl_job_compare_ref (SlJobCompare *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_job_compare_unref:
 * @self: (transfer full):
 */
void
sl_job_compare_unref (SlJobCompare *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->set);
  for (guint side = 0; side < SL_N_SIDES; side++)
    sl_job_table_unref (self->sides[side].jobs);
  g_array_unref (self->tasks);
  g_array_unref (self->pairs);
  g_free (self);
}

/**
 * sl_job_compare_get_side:
 * @side: %SL_SIDE_A or %SL_SIDE_B
 *
 * Returns: (transfer none):
 */
const SlJobSide *
sl_job_compare_get_side (const SlJobCompare *self, guint side)
{
  g_return_val_if_fail (side < SL_N_SIDES, NULL);

  return &self->sides[side];
}

/**
 * sl_job_compare_get_set:
 *
 * Returns: (transfer none): whose axis differences count
 */
SlTraceSet *
sl_job_compare_get_set (const SlJobCompare *self)
{
  return self->set;
}

guint
sl_job_compare_get_n_tasks (const SlJobCompare *self)
{
  return self->tasks->len;
}

/**
 * sl_job_compare_get_task:
 * @task: below the number of tasks
 *
 * Returns: (transfer none): a task of either or of both, also one without jobs
 */
const SlTaskCompare *
sl_job_compare_get_task (const SlJobCompare *self, guint task)
{
  g_return_val_if_fail (task < self->tasks->len, NULL);

  return &g_array_index (self->tasks, SlTaskCompare, task);
}

guint
sl_job_compare_get_n_pairs (const SlJobCompare *self)
{
  return self->pairs->len;
}

/**
 * sl_job_compare_get_pair:
 * @pair: below the number of pairs
 *
 * Returns: (transfer none): a job of either or of both
 */
const SlJobPair *
sl_job_compare_get_pair (const SlJobCompare *self, guint pair)
{
  g_return_val_if_fail (pair < self->pairs->len, NULL);

  return &g_array_index (self->pairs, SlJobPair, pair);
}

/**
 * sl_job_compare_get_job:
 * @pair: below the number of pairs
 * @side: %SL_SIDE_A or %SL_SIDE_B
 *
 * Returns: (transfer none) (nullable): in ticks of its own trace; %NULL where that side has none
 */
const SlJob *
sl_job_compare_get_job (const SlJobCompare *self, guint pair, guint side)
{
  const SlJobPair *found = sl_job_compare_get_pair (self, pair);

  g_return_val_if_fail (side < SL_N_SIDES, NULL);

  return found->jobs[side] != NO_JOB ? sl_job_table_get (self->sides[side].jobs, found->jobs[side])
                                     : NULL;
}

/**
 * sl_job_compare_find_pair:
 * @trace: number in the set
 * @job: place of a job in that trace's table
 *
 * Costs by the number of the task's jobs.
 *
 * Returns: the pair that it belongs to; %G_MAXUINT where its trace is not compared
 */
guint
sl_job_compare_find_pair (const SlJobCompare *self, guint trace, guint job)
{
  for (guint side = 0; side < SL_N_SIDES; side++)
    for (guint i = 0; i < self->tasks->len && self->sides[side].trace == trace; i++)
      {
        const SlTaskCompare *task = sl_job_compare_get_task (self, i);
        const SlJobTask *found = find_task (self, side, &task->match);

        if (found == NULL || job < found->first || job >= found->first + found->n_jobs)
          continue;
        for (guint pair = task->first; pair < task->first + task->n_pairs; pair++)
          if (sl_job_compare_get_pair (self, pair)->jobs[side] == job)
            return pair;
      }

  return G_MAXUINT;
}

/**
 * sl_job_compare_is_outside:
 * @pair: below the number of pairs
 *
 * Returns: whether only one side has the job since the other trace had not begun when it was
 *   released, or was over
 */
gboolean
sl_job_compare_is_outside (const SlJobCompare *self, guint pair)
{
  const SlJobPair *found = sl_job_compare_get_pair (self, pair);
  guint side = found->jobs[SL_SIDE_A] == NO_JOB ? SL_SIDE_B : SL_SIDE_A;
  const SlJobTable *jobs = self->sides[side].jobs;
  const SlJob *job;

  if (found->jobs[SL_SIDE_A] != NO_JOB && found->jobs[SL_SIDE_B] != NO_JOB)
    return FALSE;

  job = sl_job_table_get (jobs, found->jobs[side]);
  return !sl_span_contains (self->spans[1 - side],
                            to_axis (self, side,
                                     get_instant (sl_job_table_find_task (jobs, job->task), jobs,
                                                  found->jobs[side])));
}

/**
 * sl_job_compare_has_own_figures:
 *
 * Returns: whether jobs have a @difference at all, and not just that of their response times again
 */
gboolean
sl_job_compare_has_own_figures (const SlJobCompare *self, SlDifference difference)
{
  g_return_val_if_fail (difference < SL_N_DIFFERENCES, FALSE);

  return self->has_any[difference] && self->has_own[difference];
}

/**
 * sl_job_compare_count_different:
 *
 * Returns: how many pairs differ
 */
guint
sl_job_compare_count_different (const SlJobCompare *self)
{
  guint n_different = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    n_different += sl_job_compare_get_task (self, i)->n_different;
  return n_different;
}

/**
 * sl_job_compare_count_misses:
 *
 * Returns: how many deadlines were missed in both traces
 */
guint
sl_job_compare_count_misses (const SlJobCompare *self)
{
  guint n_misses = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlTaskCompare *task = sl_job_compare_get_task (self, i);

      n_misses += task->n_misses[SL_SIDE_A] + task->n_misses[SL_SIDE_B];
    }
  return n_misses;
}
