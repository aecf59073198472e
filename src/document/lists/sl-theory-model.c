/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-theory-model.h"

struct _SlTheoryModel
{
  SlLineModel parent_instance;
};

G_DEFINE_FINAL_TYPE (SlTheoryModel, sl_theory_model, SL_TYPE_LINE_MODEL)

static void
theory_clear (gpointer data)
{
  SlTheoryLines *self = data;

  sl_job_table_unref (self->jobs);
  sl_schedulability_unref (self->theory);
}

SlTheoryLines *
sl_theory_lines_new (SlJobTable *jobs, SlSchedulability *theory)
{
  SlTheoryLines *self = g_atomic_rc_box_new (SlTheoryLines);

  self->jobs = sl_job_table_ref (jobs);
  self->theory = sl_schedulability_ref (theory);
  return self;
}

/**
 * sl_theory_lines_unref:
 * @lines: (nullable) (type SlTheoryLines): given back
 */
void
sl_theory_lines_unref (gpointer lines)
{
  if (lines != NULL)
    g_atomic_rc_box_release_full (lines, theory_clear);
}

static gpointer
ref_table (gpointer table)
{
  return g_atomic_rc_box_acquire (table);
}

static guint
count (SlLineModel *model, gpointer table)
{
  return ((SlTheoryLines *) table)->theory->tasks->len;
}

static gint64
get_key (SlLineModel *model, gpointer table, guint trace, guint number, int column)
{
  const SlTheoryLines *theory = table;
  const SlTaskTheory *task = &g_array_index (theory->theory->tasks, SlTaskTheory, number);
  gint64 margin;

  switch (column)
    {
    case SL_THEORY_COLUMN_VERDICT:
      return task->verdict;
    case SL_THEORY_COLUMN_MEASURED:
      return task->measured >= 0 ? task->measured : SL_LINE_NO_KEY;
    case SL_THEORY_COLUMN_RESPONSE:
      return task->response.state == SL_BOUND_KNOWN ? task->response.ticks : SL_LINE_NO_KEY;
    case SL_THEORY_COLUMN_MARGIN:
      return sl_task_theory_get_margin (task, &margin) ? margin : SL_LINE_NO_KEY;
    case SL_THEORY_COLUMN_WCET:
      return task->task.wcet > 0 ? task->task.wcet : SL_LINE_NO_KEY;
    case SL_THEORY_COLUMN_PERIOD:
      return task->task.period > 0 ? task->task.period : SL_LINE_NO_KEY;
    case SL_THEORY_COLUMN_DEADLINE:
      return task->task.deadline > 0 ? task->task.deadline : SL_LINE_NO_KEY;
    case SL_THEORY_COLUMN_BLOCKING:
      return task->blocking.state == SL_BOUND_KNOWN ? task->blocking.ticks : SL_LINE_NO_KEY;
    default:
      return number;
    }
}

static void
sl_theory_model_class_init (SlTheoryModelClass *klass)
{
  SlLineModelClass *model_class = SL_LINE_MODEL_CLASS (klass);

  model_class->ref_table = ref_table;
  model_class->unref_table = sl_theory_lines_unref;
  model_class->count = count;
  model_class->get_key = get_key;
}

static void
sl_theory_model_init (SlTheoryModel *self)
{
}

SlLineModel *
sl_theory_model_new (void)
{
  return g_object_new (SL_TYPE_THEORY_MODEL, NULL);
}
