/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-figures.h"

/* Returns: whether the job has the figure, in ticks of its trace */
static gboolean
get_value (const SlJobTable *table, guint number, SlJobFigure figure, gint64 *value)
{
  const SlJob *job = sl_job_table_get (table, number);

  switch (figure)
    {
    case SL_JOB_FIGURE_RESPONSE:
      return sl_job_get_response (job, value);
    case SL_JOB_FIGURE_INTERARRIVAL:
      *value = sl_job_table_get_interarrival (table, number);
      return *value >= 0;
    case SL_JOB_FIGURE_RELEASE_LATENESS:
      *value = sl_job_table_get_release_lateness (table, number);
      return *value >= 0;
    case SL_JOB_FIGURE_EXECUTION:
    case SL_N_JOB_FIGURES:
    default:
      return sl_job_get_execution (job, value) && (job->flags & SL_JOB_FINISHED) != 0;
    }
}

static int
compare_values (gconstpointer one, gconstpointer other)
{
  const SlJobValue *a = one, *b = other;

  if (a->value != b->value)
    return a->value < b->value ? -1 : 1;
  return a->job < b->job ? -1 : a->job > b->job;
}

/**
 * sl_job_figures_new:
 * @task: of @table
 * @set: on whose axis the values are
 * @trace: number of the table's trace in it
 *
 * Costs by the number of the task's jobs, which are sorted. Any thread.
 *
 * Returns: (transfer full):
 */
SlJobFigures *
sl_job_figures_new (const SlJobTable *table,
                    const SlJobTask *task,
                    SlJobFigure figure,
                    SlTraceSet *set,
                    guint trace)
{
  SlJobFigures *self = g_new0 (SlJobFigures, 1);

  self->task = task->task;
  self->values = g_array_new (FALSE, FALSE, sizeof (SlJobValue));
  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    {
      SlTime since = sl_job_table_get (table, i)->eligible;
      SlJobValue value = { 0, i };

      if (!get_value (table, i, figure, &value.value))
        continue;
      value.value = sl_time_subtract (sl_trace_set_to_reference (set, trace,
                                                                 sl_time_add (since, value.value)),
                                      sl_trace_set_to_reference (set, trace, since));
      self->sum += (double) value.value;
      g_array_append_val (self->values, value);
    }
  g_array_sort (self->values, compare_values);
  return self;
}

void
sl_job_figures_free (SlJobFigures *self)
{
  g_array_unref (self->values);
  g_free (self);
}

/**
 * sl_job_figures_get_mean:
 * @self: of at least one value
 *
 * Returns: the mean, in whole ticks
 */
gint64
sl_job_figures_get_mean (const SlJobFigures *self)
{
  g_return_val_if_fail (self->values->len > 0, 0);

  return (gint64) (self->sum / (double) self->values->len);
}

/**
 * sl_job_figures_get_median:
 * @self: of at least one value
 *
 * Returns: the middle value; of an even number of them the mean of the two middle ones, in whole ticks
 */
gint64
sl_job_figures_get_median (const SlJobFigures *self)
{
  guint half = self->values->len / 2;
  gint64 low, high;

  g_return_val_if_fail (self->values->len > 0, 0);

  low = g_array_index (self->values, SlJobValue, (self->values->len - 1) / 2).value;
  high = g_array_index (self->values, SlJobValue, half).value;
  return low + (high - low) / 2;
}

/**
 * sl_job_figures_get_percentile:
 * @self: of at least one value
 * @percent: up to 100; 0 for the least value
 *
 * Returns: the least value that is not exceeded by that share of all jobs, by nearest rank: one that a job has
 */
gint64
sl_job_figures_get_percentile (const SlJobFigures *self, guint percent)
{
  guint64 rank;

  g_return_val_if_fail (self->values->len > 0 && percent <= 100, 0);

  rank = ((guint64) self->values->len * percent + 99) / 100;
  return g_array_index (self->values, SlJobValue, MAX (rank, 1) - 1).value;
}

/**
 * sl_job_figures_find:
 *
 * Returns: the place in @self.values of the first value that is not below @value; their number where all are
 */
guint
sl_job_figures_find (const SlJobFigures *self, gint64 value)
{
  guint low = 0, high = self->values->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->values, SlJobValue, middle).value < value)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/**
 * sl_job_figures_get_edge:
 * @begin: least value of the axis
 * @last: greatest value of the axis
 * @bar: up to @n_bars
 *
 * Returns: the least whole tick of the bar; values of a bar are below that of the next
 */
gint64
sl_job_figures_get_edge (gint64 begin, gint64 last, guint bar, guint n_bars)
{
  gint64 n_ticks = sl_time_add (sl_time_subtract (last, begin), 1);
  gint64 whole = n_ticks / n_bars;
  gint64 rest = n_ticks % n_bars;

  return sl_time_add (begin, whole * bar + (rest * bar + n_bars - 1) / n_bars);
}
