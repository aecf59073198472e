/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-list-model.h"

#include <gio/gio.h>

#include "sl-job-contrast.h"
#include "sl-job-overrun.h"
#include "sl-job-splitter.h"

/* The jobs of some tables, one for each trace. */
struct _SlJobListModel
{
  SlLineModel parent_instance;

  SlTraceSet *set;         /* whose axis times are compared on; NULL for that of the one table */
  SlJobSplitter *splitter; /* of the trace whose causes were asked for last; NULL for none */
  guint split;             /* that trace */
  guint trace;             /* of the task that is listed */
  guint32 task;            /* 0 for all */
  gboolean missed_only;
};

G_DEFINE_FINAL_TYPE (SlJobListModel, sl_job_list_model, SL_TYPE_LINE_MODEL)

/* Times that never were need no translation into missing keys. */
G_STATIC_ASSERT (SL_JOB_NEVER == SL_LINE_NO_KEY);

/* Bits of a key that is made of the largest cause: its kind above its object above its length. */
#define CAUSE_SHIFT  56
#define OBJECT_SHIFT 36
#define MAX_OBJECT   ((1 << (CAUSE_SHIFT - OBJECT_SHIFT)) - 1)
#define MAX_TICKS    ((G_GINT64_CONSTANT (1) << OBJECT_SHIFT) - 1)

/* Where the time of a job went; until the next call. */
static const SlJobPart *
split (SlJobListModel *self, SlJobTable *table, guint trace, guint number, guint *n_parts)
{
  const SlJob *job = sl_job_table_get (table, number);

  if (self->splitter != NULL && self->split != trace)
    g_clear_pointer (&self->splitter, sl_job_splitter_free);
  if (self->splitter == NULL)
    self->splitter = sl_job_splitter_new (table);
  self->split = trace;
  return sl_job_splitter_split (self->splitter, job, sl_job_overrun_get_limit (table, job),
                                n_parts);
}

static gint64
get_cause_key (SlJobListModel *self, SlJobTable *table, guint trace, guint number)
{
  guint n_parts;
  const SlJobPart *parts = split (self, table, trace, number, &n_parts);
  SlJobReason reason;

  if (!sl_job_contrast_judge (table, number, parts, n_parts, &reason))
    return SL_LINE_NO_KEY;

  return (gint64) reason.part.cause << CAUSE_SHIFT |
         (gint64) MIN (reason.part.object, MAX_OBJECT) << OBJECT_SHIFT |
         MIN (reason.part.ticks, MAX_TICKS);
}

/**
 * sl_job_list_model_get_blocked:
 * @table: one of those that were set
 * @trace: its number
 * @number: place of a job in @table
 *
 * Returns: ticks in which less urgent tasks kept the job from running
 */
gint64
sl_job_list_model_get_blocked (SlJobListModel *self, SlJobTable *table, guint trace, guint number)
{
  const SlJobPart *parts;
  guint n_parts;

  g_return_val_if_fail (SL_IS_JOB_LIST_MODEL (self), 0);

  parts = split (self, table, trace, number, &n_parts);
  return sl_job_parts_sum (parts, n_parts, SL_CAUSE_BLOCKED);
}

/**
 * sl_job_list_model_get_latency:
 * @ticks: (out): from the release of @job, the nominal one where that is known, to its start; set on success
 *
 * Returns: whether both are known
 */
gboolean
sl_job_list_model_get_latency (const SlJob *job, gint64 *ticks)
{
  if (job->release == SL_JOB_NEVER || job->start == SL_JOB_NEVER)
    return FALSE;

  *ticks = job->start - sl_job_get_arrival (job);
  return TRUE;
}

/* On the axis. */
static gint64
get_time_key (SlJobListModel *self, guint trace, SlTime time)
{
  return self->set != NULL && time != SL_JOB_NEVER
             ? sl_trace_set_to_reference (self->set, trace, time)
             : time;
}

static gint64
get_key (SlLineModel *model, gpointer table, guint trace, guint number, int column)
{
  SlJobListModel *self = SL_JOB_LIST_MODEL (model);
  const SlJob *job = sl_job_table_get (table, number);
  gint64 figure;

  if (column == SL_LINE_NO_COLUMN)
    return 0;

  switch ((SlJobColumn) column)
    {
    case SL_JOB_COLUMN_JOB:
      return job->number;
    case SL_JOB_COLUMN_RELEASE:
      return get_time_key (self, trace, sl_job_get_arrival (job));
    case SL_JOB_COLUMN_START:
      return get_time_key (self, trace, job->start);
    case SL_JOB_COLUMN_FINISH:
      return get_time_key (self, trace, sl_job_get_finish (job));
    case SL_JOB_COLUMN_DEADLINE:
      return get_time_key (self, trace, job->deadline);
    case SL_JOB_COLUMN_RESPONSE:
      return sl_job_get_response (job, &figure) ? figure : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_LATENESS:
      return sl_job_get_lateness (job, &figure) ? figure : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_LATENCY:
      return sl_job_list_model_get_latency (job, &figure) ? figure : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_EXECUTION:
      return sl_job_get_execution (job, &figure) ? figure : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_PREEMPTIONS:
      return job->preemptions;
    case SL_JOB_COLUMN_BLOCKED:
      return sl_job_list_model_get_blocked (self, table, trace, number);
    case SL_JOB_COLUMN_MISSED:
      return sl_job_has_missed (job, FALSE) ? 0 : job->flags & SL_JOB_MET ? 1 : SL_LINE_NO_KEY;
    case SL_JOB_COLUMN_CAUSE:
      return get_cause_key (self, table, trace, number);
    case SL_JOB_COLUMN_TASK:
    case SL_N_JOB_COLUMNS:
    default:
      return job->task;
    }
}

static gboolean
is_listed (SlLineModel *model, gpointer table, guint trace, guint number)
{
  const SlJobListModel *self = SL_JOB_LIST_MODEL (model);
  const SlJob *job = sl_job_table_get (table, number);

  return (self->task == 0 || (trace == self->trace && job->task == self->task)) &&
         (!self->missed_only || sl_job_has_missed (job, FALSE));
}

static gpointer
ref_table (gpointer table)
{
  return sl_job_table_ref (table);
}

static void
unref_table (gpointer table)
{
  sl_job_table_unref (table);
}

static guint
count (SlLineModel *model, gpointer table)
{
  return sl_job_table_get_n_jobs (table);
}

static void
sl_job_list_model_finalize (GObject *object)
{
  SlJobListModel *self = SL_JOB_LIST_MODEL (object);

  g_clear_pointer (&self->splitter, sl_job_splitter_free);
  g_clear_object (&self->set);

  G_OBJECT_CLASS (sl_job_list_model_parent_class)->finalize (object);
}

static void
sl_job_list_model_class_init (SlJobListModelClass *klass)
{
  SlLineModelClass *model_class = SL_LINE_MODEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_job_list_model_finalize;

  model_class->ref_table = ref_table;
  model_class->unref_table = unref_table;
  model_class->count = count;
  model_class->is_listed = is_listed;
  model_class->get_key = get_key;
}

static void
sl_job_list_model_init (SlJobListModel *self)
{
}

SlJobListModel *
sl_job_list_model_new (void)
{
  return g_object_new (SL_TYPE_JOB_LIST_MODEL, NULL);
}

/**
 * sl_job_list_model_set_tables:
 * @tables: (nullable) (element-type SlJobTable): by number of the trace, %NULL elements for none
 * @set: (nullable): the traces, whose axis times are compared on; %NULL for their own times
 */
void
sl_job_list_model_set_tables (SlJobListModel *self, GPtrArray *tables, SlTraceSet *set)
{
  g_return_if_fail (SL_IS_JOB_LIST_MODEL (self));

  g_clear_pointer (&self->splitter, sl_job_splitter_free);
  g_set_object (&self->set, set);
  sl_line_model_set_tables (SL_LINE_MODEL (self), tables);
}

/**
 * sl_job_list_model_set_filter:
 * @trace: number of the trace of @task
 * @task: number of the task whose jobs are listed; 0 for all
 * @missed_only: only those that missed their deadline
 */
void
sl_job_list_model_set_filter (SlJobListModel *self, guint trace, guint32 task, gboolean missed_only)
{
  g_return_if_fail (SL_IS_JOB_LIST_MODEL (self));

  if (trace == self->trace && task == self->task && missed_only == self->missed_only)
    return;

  self->trace = trace;
  self->task = task;
  self->missed_only = missed_only;
  sl_line_model_refill (SL_LINE_MODEL (self));
}
