/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-distribution-model.h"

struct _SlDistributionModel
{
  SlLineModel parent_instance;
};

G_DEFINE_FINAL_TYPE (SlDistributionModel, sl_distribution_model, SL_TYPE_LINE_MODEL)

/**
 * sl_distributions_new:
 * @jobs: of trace number @trace of @set
 *
 * Any thread.
 *
 * Returns: (transfer full): of all tasks of which a job has the figure
 */
SlDistributions *
sl_distributions_new (SlJobTable *jobs, SlJobFigure figure, SlTraceSet *set, guint trace)
{
  SlDistributions *self = g_atomic_rc_box_new0 (SlDistributions);

  self->jobs = sl_job_table_ref (jobs);
  self->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_figures_free);
  for (guint i = 0; i < sl_job_table_get_n_tasks (jobs); i++)
    {
      g_autoptr (SlJobFigures) figures =
          sl_job_figures_new (jobs, sl_job_table_get_task (jobs, i), figure, set, trace);

      if (figures->values->len > 0)
        g_ptr_array_add (self->tasks, g_steal_pointer (&figures));
    }
  return self;
}

SlDistributions *
sl_distributions_ref (SlDistributions *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  SlDistributions *self = data;

  sl_job_table_unref (self->jobs);
  g_ptr_array_unref (self->tasks);
}

void
sl_distributions_unref (SlDistributions *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * sl_distribution_get_figure:
 * @column: not that of the task
 *
 * Returns: the count, or ticks of the axis
 */
gint64
sl_distribution_get_figure (const SlJobFigures *figures, SlDistributionColumn column)
{
  switch (column)
    {
    case SL_DISTRIBUTION_COLUMN_LEAST:
      return sl_job_figures_get_percentile (figures, 0);
    case SL_DISTRIBUTION_COLUMN_MEAN:
      return sl_job_figures_get_mean (figures);
    case SL_DISTRIBUTION_COLUMN_MEDIAN:
      return sl_job_figures_get_median (figures);
    case SL_DISTRIBUTION_COLUMN_90:
      return sl_job_figures_get_percentile (figures, 90);
    case SL_DISTRIBUTION_COLUMN_99:
      return sl_job_figures_get_percentile (figures, 99);
    case SL_DISTRIBUTION_COLUMN_MOST:
      return sl_job_figures_get_percentile (figures, 100);
    case SL_DISTRIBUTION_COLUMN_TASK:
    case SL_DISTRIBUTION_COLUMN_COUNT:
    case SL_N_DISTRIBUTION_COLUMNS:
    default:
      return figures->values->len;
    }
}

static gpointer
ref_table (gpointer table)
{
  return sl_distributions_ref (table);
}

static void
unref_table (gpointer table)
{
  sl_distributions_unref (table);
}

static guint
count (SlLineModel *model, gpointer table)
{
  const SlDistributions *distributions = table;

  return distributions->tasks->len;
}

static gint64
get_key (SlLineModel *model, gpointer table, guint trace, guint number, int column)
{
  const SlDistributions *distributions = table;

  if (column == SL_LINE_NO_COLUMN || column == SL_DISTRIBUTION_COLUMN_TASK)
    return number;

  return sl_distribution_get_figure (g_ptr_array_index (distributions->tasks, number),
                                     (SlDistributionColumn) column);
}

static void
sl_distribution_model_class_init (SlDistributionModelClass *klass)
{
  SlLineModelClass *model_class = SL_LINE_MODEL_CLASS (klass);

  model_class->ref_table = ref_table;
  model_class->unref_table = unref_table;
  model_class->count = count;
  model_class->get_key = get_key;
}

static void
sl_distribution_model_init (SlDistributionModel *self)
{
}

/**
 * sl_distribution_model_new:
 *
 * Returns: (transfer full): an empty list; its tables are #SlDistributions
 */
SlDistributionModel *
sl_distribution_model_new (void)
{
  return g_object_new (SL_TYPE_DISTRIBUTION_MODEL, NULL);
}

/**
 * sl_distribution_get:
 * @line: of such a list
 *
 * Returns: (transfer none): the figures of its task
 */
const SlJobFigures *
sl_distribution_get (SlLine *line)
{
  const SlDistributions *distributions = sl_line_get_table (line);

  return g_ptr_array_index (distributions->tasks, sl_line_get_number (line));
}
