/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-theory-item.h"

struct _SlTheoryItem
{
  GObject parent_instance;

  SlJobTable *jobs;
  SlSchedulability *theory;
  guint trace;
  guint number;
};

G_DEFINE_FINAL_TYPE (SlTheoryItem, sl_theory_item, G_TYPE_OBJECT)

static void
sl_theory_item_finalize (GObject *object)
{
  SlTheoryItem *self = SL_THEORY_ITEM (object);

  sl_job_table_unref (self->jobs);
  sl_schedulability_unref (self->theory);

  G_OBJECT_CLASS (sl_theory_item_parent_class)->finalize (object);
}

static void
sl_theory_item_class_init (SlTheoryItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_theory_item_finalize;
}

static void
sl_theory_item_init (SlTheoryItem *self)
{
}

/**
 * sl_theory_item_new:
 * @jobs: of which @theory speaks
 * @trace: number in the document's set
 * @number: among the tasks of @theory
 */
SlTheoryItem *
sl_theory_item_new (SlJobTable *jobs, SlSchedulability *theory, guint trace, guint number)
{
  SlTheoryItem *self = g_object_new (SL_TYPE_THEORY_ITEM, NULL);

  self->jobs = sl_job_table_ref (jobs);
  self->theory = sl_schedulability_ref (theory);
  self->trace = trace;
  self->number = number;
  return self;
}

guint
sl_theory_item_get_trace (SlTheoryItem *self)
{
  return self->trace;
}

SlJobTable *
sl_theory_item_get_jobs (SlTheoryItem *self)
{
  return self->jobs;
}

const SlSchedulability *
sl_theory_item_get_theory (SlTheoryItem *self)
{
  return self->theory;
}

const SlTaskTheory *
sl_theory_item_get_task (SlTheoryItem *self)
{
  return &g_array_index (self->theory->tasks, SlTaskTheory, self->number);
}
