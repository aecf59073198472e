/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-estimate.h"

static int
compare_ticks (gconstpointer one, gconstpointer other)
{
  const gint64 *a = one, *b = other;

  return *a < *b ? -1 : *a > *b;
}

/**
 * sl_task_estimate_init:
 * @task: number of a task; of others nothing is guessed
 */
void
sl_task_estimate_init (SlTaskEstimate *self, const SlJobTable *jobs, guint32 task)
{
  const SlJobTask *found = sl_job_table_find_task (jobs, task);
  g_autoptr (GArray) intervals = g_array_new (FALSE, FALSE, sizeof (gint64));

  *self = (SlTaskEstimate) { 0 };
  for (guint i = 0; found != NULL && i < found->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, found->first + i);
      gint64 interval = sl_job_table_get_interarrival (jobs, found->first + i);

      if (interval > 0)
        g_array_append_val (intervals, interval);
      if (!(job->flags & SL_JOB_FINISHED))
        continue;

      self->execution = MAX (self->execution, job->execution);
      self->n_finished++;
    }

  g_array_sort (intervals, compare_ticks);
  self->n_intervals = intervals->len;
  if (intervals->len > 0)
    self->period = g_array_index (intervals, gint64, intervals->len / 2);
}

/**
 * sl_task_estimate_print:
 * @ticks: above zero
 * @is_bound: rounds up, to three digits; else to the nearest of four digits
 *
 * Returns: (transfer full): a duration as a task model has it, such as "10ms"; ticks without a
 *   rate
 */
char *
sl_task_estimate_print (gint64 ticks, const SlClock *clock, gboolean is_bound)
{
  static const struct
  {
    gint64 ns;
    const char *name;
  } units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" } };
  gint64 step = 1, ns;
  gint64 limit = is_bound ? 1000 : 10000;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!sl_clock_span_to_ns (clock, (SlSpan) { 0, ticks }, &ns) || ns <= 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT, ticks);

  while (ns / step >= limit)
    step *= 10;
  if (is_bound)
    ns = (ns / step + (ns % step > 0)) * step;
  else
    ns = (ns / step + (ns % step >= step - step / 2)) * step;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (ns >= units[i].ns)
      return g_strdup_printf ("%s%s",
                              g_ascii_formatd (digits, sizeof digits, "%.6g",
                                               (double) ns / (double) units[i].ns),
                              units[i].name);

  return g_strdup_printf ("%" G_GINT64_FORMAT "ns", ns);
}
