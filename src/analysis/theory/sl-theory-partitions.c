/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several processors: each is analysed by itself where none of its tasks ran on another, and no lock is shared with one. What
 * moves between processors, or waits for locks of others, is not analysed here. Interrupt lines and servers, of which nobody
 * says where they run, count on each. */
#include "sl-schedulability-private.h"

#include "sl-job-table.h"
#include "sl-kind-action.h"
#include "sl-processors.h"

/* In place of a processor: several. */
#define SEVERAL G_MAXUINT32

static SlTaskTheory *
get_task (const SlSchedulability *self, guint number)
{
  return &g_array_index (self->tasks, SlTaskTheory, number);
}

static SlPartition *
find_partition (const SlSchedulability *self, guint32 cpu)
{
  for (guint i = 0; i < self->partitions->len; i++)
    if (g_array_index (self->partitions, SlPartition, i).cpu == cpu)
      return &g_array_index (self->partitions, SlPartition, i);

  return NULL;
}

static SlPartition *
get_partition (SlSchedulability *self, guint32 cpu)
{
  const SlPartition partition = { .cpu = cpu };

  if (find_partition (self, cpu) == NULL)
    g_array_append_val (self->partitions, partition);
  return find_partition (self, cpu);
}

/* A job of @theory executed on the processor. */
static void
note_processor (SlSchedulability *self, SlTaskTheory *theory, guint32 cpu)
{
  SlPartition *partition = get_partition (self, cpu);

  if (theory->cpu == cpu)
    return;

  if (theory->cpu == 0)
    {
      partition->n_tasks++;
      theory->cpu = cpu;
      return;
    }

  /* It spoils both. */
  partition->mover = theory->object;
  if (theory->cpu != SEVERAL)
    find_partition (self, theory->cpu)->mover = theory->object;
  theory->cpu = SEVERAL;
}

/* When the task executes next from @time on; %SL_JOB_NEVER for never. */
static SlTime
find_execution (const SlLane *lane, SlTime time)
{
  SlTrackIter iter;
  SlItem slice;

  sl_track_iter_init (&iter, sl_lane_get_track (lane, SL_ROLE_STATES), time);
  while (sl_track_iter_next (&iter, &slice))
    if (slice.state == SL_STATE_RUNNING)
      return MAX (slice.begin, time);

  return SL_JOB_NEVER;
}

/* A task that is moved while it has nothing to do, as one that is just set up, does no harm. */
static void
note_moves (SlSchedulability *self,
            const SlTheoryInput *input,
            SlProcessors *processors,
            SlTaskTheory *theory,
            const SlJobTask *info)
{
  const SlLane *lane = sl_trace_get_lane (sl_job_table_get_trace (input->jobs), info->lane);
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  SlTrackIter iter;
  SlItem mark;

  if (marks == NULL)
    return;

  sl_track_iter_init (&iter, marks, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &mark))
    {
      SlTime time = SL_JOB_NEVER;
      guint number;

      if (sl_kind_get_action (mark.state) == SL_ACTION_MIGRATE &&
          sl_job_table_find_at (input->jobs, info->task, mark.begin) != G_MAXUINT)
        time = find_execution (lane, mark.begin);
      if (time != SL_JOB_NEVER &&
          sl_processors_find_user (processors, theory->object, time, &number))
        note_processor (self, theory, sl_processors_get_object (processors, number));
    }
}

/* Where the jobs of a task begin to execute, and whether they move then. */
static void
note_task (SlSchedulability *self,
           const SlTheoryInput *input,
           SlProcessors *processors,
           SlTaskTheory *theory)
{
  const SlJobTask *info = sl_job_table_find_task (input->jobs, theory->object);
  guint number;

  for (guint i = 0; info != NULL && i < info->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (input->jobs, info->first + i);

      if (job->start != SL_JOB_NEVER &&
          sl_processors_find_user (processors, theory->object, job->start, &number))
        note_processor (self, theory, sl_processors_get_object (processors, number));
    }
  if (info != NULL)
    note_moves (self, input, processors, theory, info);
}

static void
note_locks (SlSchedulability *self, const SlTheoryInput *input)
{
  const GArray *sections = input->sections;

  for (guint i = 0; i < sections->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const SlTheorySection *one = &g_array_index (sections, SlTheorySection, i);
        const SlTheorySection *other = &g_array_index (sections, SlTheorySection, k);
        guint32 cpus[2] = { get_task (self, one->task)->cpu, get_task (self, other->task)->cpu };

        if (one->lock != other->lock || cpus[0] == cpus[1])
          continue;
        for (guint n = 0; n < G_N_ELEMENTS (cpus); n++)
          if (find_partition (self, cpus[n]) != NULL)
            find_partition (self, cpus[n])->shares_lock = TRUE;
      }
}

/**
 * sl_schedulability_find_partitions:
 *
 * Finds which tasks ran on which processors.
 *
 * Returns: whether more than one ran some
 */
gboolean
sl_schedulability_find_partitions (SlSchedulability *self, const SlTheoryInput *input)
{
  g_autoptr (SlProcessors) processors = sl_processors_new (sl_job_table_get_trace (input->jobs));

  if (sl_processors_get_count (processors) < 2)
    return FALSE;

  for (guint i = 0; i < self->tasks->len; i++)
    note_task (self, input, processors, get_task (self, i));
  if (self->partitions->len < 2)
    {
      g_array_set_size (self->partitions, 0);
      for (guint i = 0; i < self->tasks->len; i++)
        get_task (self, i)->cpu = 0;
      return FALSE;
    }

  note_locks (self, input);
  return TRUE;
}

static gboolean
is_of (const SlTaskTheory *theory, guint32 cpu)
{
  gboolean is_task = theory->task.kind == SL_THEORY_TASK || theory->task.kind == SL_THEORY_SERVED;

  return is_task ? theory->cpu == cpu : TRUE;
}

/* What concerns one processor, and in @places which tasks of @self these are. */
static void
fill_part (const SlSchedulability *self,
           const SlTheoryInput *input,
           guint32 cpu,
           SlSchedulability *part,
           SlTheoryInput *part_input,
           GArray *places)
{
  g_autofree guint *numbers = g_new (guint, self->tasks->len);

  part->policy = self->policy;
  part->protocol = self->protocol;
  *part_input = (SlTheoryInput) { input->jobs, g_array_new (FALSE, FALSE, sizeof (SlTheoryTask)),
                                  g_array_new (FALSE, FALSE, sizeof (SlTheorySection)),
                                  g_array_new (FALSE, FALSE, sizeof (SlJobStatistics)) };
  for (guint i = 0; i < self->tasks->len; i++)
    {
      numbers[i] = G_MAXUINT;
      if (!is_of (get_task (self, i), cpu))
        continue;
      numbers[i] = places->len;
      g_array_append_val (places, i);
      g_array_append_val (part->tasks, *get_task (self, i));
      g_array_append_val (part_input->tasks, g_array_index (input->tasks, SlTheoryTask, i));
      if (i < input->measured->len)
        g_array_append_val (part_input->measured,
                            g_array_index (input->measured, SlJobStatistics, i));
      part->estimated |= get_task (self, i)->estimated;
    }
  for (guint i = 0; i < input->sections->len; i++)
    {
      SlTheorySection section = g_array_index (input->sections, SlTheorySection, i);

      section.task = numbers[section.task];
      if (section.task != G_MAXUINT)
        g_array_append_val (part_input->sections, section);
    }
}

static gboolean
work_out_partition (SlSchedulability *self,
                    const SlTheoryInput *input,
                    SlPartition *partition,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (SlSchedulability) part = sl_schedulability_alloc ();
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  SlTheoryInput part_input;
  gboolean is_done;

  fill_part (self, input, partition->cpu, part, &part_input, places);
  is_done = sl_schedulability_work_out (part, &part_input, cancellable, error);
  sl_theory_input_clear (&part_input);
  if (!is_done)
    return FALSE;

  for (guint i = 0; i < places->len; i++)
    {
      SlTaskTheory *theory = get_task (self, g_array_index (places, guint, i));

      g_clear_pointer (&theory->excesses, g_array_unref);
      *theory = *get_task (part, i);
      g_array_ref (theory->excesses);
    }
  partition->utilisation = part->utilisation;
  partition->demand = part->demand;
  partition->verdict = part->verdict;
  self->n_exceeding += part->n_exceeding;
  return TRUE;
}

/* Tasks that no analysis reached. */
static void
give_up (SlSchedulability *self, const SlTheoryInput *input)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlTaskTheory *theory = get_task (self, i);
      const SlPartition *partition = find_partition (self, theory->cpu);

      if (theory->cpu == SEVERAL)
        theory->cpu = 0;
      if (theory->excesses != NULL)
        continue;
      theory->excesses = g_array_new (FALSE, FALSE, sizeof (SlExcess));
      theory->response.state =
          partition != NULL && partition->mover == 0 ? SL_BOUND_NO_METHOD : SL_BOUND_MIGRATES;
      theory->blocking.state = theory->response.state;
      sl_task_theory_measure (theory, input);
    }
}

static void
sum_up (SlSchedulability *self)
{
  static const SlVerdict by_weight[] = { SL_VERDICT_SCHEDULABLE, SL_VERDICT_UNKNOWN,
                                         SL_VERDICT_NOT_GUARANTEED, SL_VERDICT_NOT_SCHEDULABLE };
  guint worst = 0;

  for (guint i = 0; i < self->partitions->len; i++)
    {
      const SlPartition *partition = &g_array_index (self->partitions, SlPartition, i);

      for (guint k = worst; k < G_N_ELEMENTS (by_weight); k++)
        if (partition->verdict == by_weight[k])
          worst = k;
      self->utilisation.n_tasks += partition->utilisation.n_tasks;
      self->utilisation.n_left_out += partition->utilisation.n_left_out;
      self->utilisation.total += partition->utilisation.total;
      self->utilisation.due += partition->utilisation.due;
      self->utilisation.is_overload |= partition->utilisation.is_overload;
    }
  self->verdict = by_weight[worst];
  self->demand.state = SL_BOUND_NO_METHOD;
}

/**
 * sl_schedulability_work_out_partitions:
 *
 * Finds all that is to be said of each processor.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_schedulability_work_out_partitions (SlSchedulability *self,
                                       const SlTheoryInput *input,
                                       GCancellable *cancellable,
                                       GError **error)
{
  for (guint i = 0; i < self->partitions->len; i++)
    {
      SlPartition *partition = &g_array_index (self->partitions, SlPartition, i);

      if (partition->mover == 0 && !partition->shares_lock &&
          !work_out_partition (self, input, partition, cancellable, error))
        return FALSE;
    }

  give_up (self, input);
  sum_up (self);
  return TRUE;
}
