/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-findings.h"

#include "sl-job-overrun.h"

struct _SlFindingModel
{
  SlLineModel parent_instance;
};

G_DEFINE_FINAL_TYPE (SlFindingModel, sl_finding_model, SL_TYPE_LINE_MODEL)

static void
findings_clear (gpointer data)
{
  SlFindings *self = data;

  sl_job_table_unref (self->table);
  g_clear_pointer (&self->inversions, g_array_unref);
  g_clear_pointer (&self->overruns, g_array_unref);
}

/**
 * sl_findings_new:
 * @inversions: (nullable): as in #SlFindings
 * @overruns: (nullable): as in #SlFindings
 */
SlFindings *
sl_findings_new (SlJobTable *table, GArray *inversions, GArray *overruns)
{
  SlFindings *self = g_atomic_rc_box_new (SlFindings);

  self->table = sl_job_table_ref (table);
  self->inversions = inversions != NULL ? g_array_ref (inversions) : NULL;
  self->overruns = overruns != NULL ? g_array_ref (overruns) : NULL;
  return self;
}

void
sl_findings_unref (SlFindings *self)
{
  g_atomic_rc_box_release_full (self, findings_clear);
}

/**
 * sl_findings_get_size:
 *
 * Returns: how many there are
 */
guint
sl_findings_get_size (const SlFindings *self)
{
  guint n_misses;

  if (self->inversions != NULL)
    return self->inversions->len;
  if (self->overruns != NULL)
    return self->overruns->len;

  sl_job_table_get_misses (self->table, FALSE, &n_misses);
  return n_misses;
}

/**
 * sl_findings_get_job:
 * @number: below sl_findings_get_size()
 *
 * Returns: the place of its job in the table; %G_MAXUINT where it is in none
 */
guint
sl_findings_get_job (const SlFindings *self, guint number)
{
  const SlInversion *inversion = sl_findings_get_inversion (self, number);
  guint n_misses;

  if (inversion != NULL)
    return inversion->job;
  if (self->overruns != NULL)
    return g_array_index (self->overruns, guint, number);

  return sl_job_table_get_misses (self->table, FALSE, &n_misses)[number];
}

/**
 * sl_findings_get_inversion:
 * @number: below sl_findings_get_size()
 *
 * Returns: (transfer none) (nullable): %NULL for a missed deadline or an overrun
 */
const SlInversion *
sl_findings_get_inversion (const SlFindings *self, guint number)
{
  return self->inversions != NULL ? &g_array_index (self->inversions, SlInversion, number) : NULL;
}

static gpointer
ref_table (gpointer table)
{
  return g_atomic_rc_box_acquire (table);
}

static void
unref_table (gpointer table)
{
  sl_findings_unref (table);
}

static guint
count (SlLineModel *model, gpointer table)
{
  return sl_findings_get_size (table);
}

static gint64
get_inversion_key (const SlFindings *self, guint number, int column)
{
  const SlInversion *inversion = sl_findings_get_inversion (self, number);

  switch (column)
    {
    case SL_FINDING_KEY_TASK:
      return inversion->task;
    case SL_FINDING_KEY_TIME:
      return inversion->span.begin;
    case SL_FINDING_KEY_LENGTH:
      return inversion->span.end - inversion->span.begin;
    case SL_FINDING_KEY_KIND:
      return inversion->intruder != 0;
    default:
      return SL_LINE_NO_KEY;
    }
}

static gint64
get_job_key (const SlFindings *self, const SlJob *job, int column)
{
  gint64 limit, lateness;

  switch (column)
    {
    case SL_FINDING_KEY_TASK:
      return job->task;
    case SL_FINDING_KEY_TIME:
      if (self->overruns == NULL)
        return job->deadline;
      return job->start != SL_JOB_NEVER ? job->start : job->eligible;
    case SL_FINDING_KEY_LENGTH:
      if (self->overruns == NULL)
        return sl_job_get_lateness (job, &lateness) ? lateness : SL_LINE_NO_KEY;
      limit = sl_job_overrun_get_limit (self->table, job);
      return limit > 0 ? job->execution - limit : SL_LINE_NO_KEY;
    case SL_FINDING_KEY_KIND:
      return self->overruns == NULL ? job->deadline_from : (job->flags & SL_JOB_WCET_RECORDED) == 0;
    default:
      return SL_LINE_NO_KEY;
    }
}

static gint64
get_key (SlLineModel *model, gpointer table, guint trace, guint number, int column)
{
  guint place = sl_findings_get_job (table, number);
  const SlJob *job =
      place != G_MAXUINT ? sl_job_table_get (((SlFindings *) table)->table, place) : NULL;

  if (column == SL_LINE_NO_COLUMN)
    return 0;
  if (column == SL_FINDING_KEY_JOB)
    return job != NULL ? job->number : SL_LINE_NO_KEY;

  return sl_findings_get_inversion (table, number) != NULL
             ? get_inversion_key (table, number, column)
             : get_job_key (table, job, column);
}

static void
sl_finding_model_class_init (SlFindingModelClass *klass)
{
  SlLineModelClass *model_class = SL_LINE_MODEL_CLASS (klass);

  model_class->ref_table = ref_table;
  model_class->unref_table = unref_table;
  model_class->count = count;
  model_class->get_key = get_key;
}

static void
sl_finding_model_init (SlFindingModel *self)
{
}

SlFindingModel *
sl_finding_model_new (void)
{
  return g_object_new (SL_TYPE_FINDING_MODEL, NULL);
}
