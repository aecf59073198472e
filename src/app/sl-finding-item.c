/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-finding-item.h"

/* What the analysis of the jobs has found, as a list: missed deadlines, priority inversions or overruns. An
 * item is made when a line asks for it. */

struct _SlFindingItem
{
  GObject parent_instance;

  SlFindings findings;
  guint trace;
  guint number;
};

G_DEFINE_FINAL_TYPE (SlFindingItem, sl_finding_item, G_TYPE_OBJECT)

static void
findings_clear (SlFindings *self)
{
  g_clear_pointer (&self->table, sl_job_table_unref);
  g_clear_pointer (&self->inversions, g_array_unref);
  g_clear_pointer (&self->overruns, g_array_unref);
}

static void
findings_init (SlFindings *self, const SlFindings *other)
{
  self->table = other->table != NULL ? sl_job_table_ref (other->table) : NULL;
  self->inversions = other->inversions != NULL ? g_array_ref (other->inversions) : NULL;
  self->overruns = other->overruns != NULL ? g_array_ref (other->overruns) : NULL;
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

  if (self->table == NULL)
    return 0;
  if (self->inversions != NULL)
    return self->inversions->len;
  if (self->overruns != NULL)
    return self->overruns->len;

  sl_job_table_get_misses (self->table, FALSE, &n_misses);
  return n_misses;
}

static void
sl_finding_item_finalize (GObject *object)
{
  findings_clear (&SL_FINDING_ITEM (object)->findings);

  G_OBJECT_CLASS (sl_finding_item_parent_class)->finalize (object);
}

static void
sl_finding_item_class_init (SlFindingItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_finding_item_finalize;
}

static void
sl_finding_item_init (SlFindingItem *self)
{
}

/**
 * sl_finding_item_new:
 * @trace: number of the trace of @findings in the document's set
 * @number: below sl_findings_get_size()
 */
SlFindingItem *
sl_finding_item_new (const SlFindings *findings, guint trace, guint number)
{
  SlFindingItem *self;

  g_return_val_if_fail (number < sl_findings_get_size (findings), NULL);

  self = g_object_new (SL_TYPE_FINDING_ITEM, NULL);
  findings_init (&self->findings, findings);
  self->trace = trace;
  self->number = number;
  return self;
}

guint
sl_finding_item_get_trace (SlFindingItem *self)
{
  g_return_val_if_fail (SL_IS_FINDING_ITEM (self), 0);

  return self->trace;
}

SlJobTable *
sl_finding_item_get_table (SlFindingItem *self)
{
  g_return_val_if_fail (SL_IS_FINDING_ITEM (self), NULL);

  return self->findings.table;
}

/**
 * sl_finding_item_get_job:
 *
 * Returns: the place of its job in the table; %G_MAXUINT where it is in none
 */
guint
sl_finding_item_get_job (SlFindingItem *self)
{
  const SlInversion *inversion = sl_finding_item_get_inversion (self);
  guint n_misses;

  if (inversion != NULL)
    return inversion->job;
  if (self->findings.overruns != NULL)
    return g_array_index (self->findings.overruns, guint, self->number);

  return sl_job_table_get_misses (self->findings.table, FALSE, &n_misses)[self->number];
}

/**
 * sl_finding_item_get_inversion:
 *
 * Returns: (transfer none) (nullable): %NULL for a missed deadline or an overrun
 */
const SlInversion *
sl_finding_item_get_inversion (SlFindingItem *self)
{
  g_return_val_if_fail (SL_IS_FINDING_ITEM (self), NULL);

  return self->findings.inversions != NULL
             ? &g_array_index (self->findings.inversions, SlInversion, self->number)
             : NULL;
}

struct _SlFindingModel
{
  GObject parent_instance;

  GArray *traces; /* of SlFindings, by trace */
};

static void sl_finding_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SlFindingModel,
                               sl_finding_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sl_finding_model_list_init))

static GType
get_item_type (GListModel *list)
{
  return SL_TYPE_FINDING_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  GArray *traces = SL_FINDING_MODEL (list)->traces;
  guint n_items = 0;

  for (guint i = 0; i < traces->len; i++)
    n_items += sl_findings_get_size (&g_array_index (traces, SlFindings, i));
  return n_items;
}

static gpointer
get_item (GListModel *list, guint position)
{
  GArray *traces = SL_FINDING_MODEL (list)->traces;

  /* Those of one trace follow those of the one before it. */
  for (guint i = 0; i < traces->len; i++)
    {
      const SlFindings *findings = &g_array_index (traces, SlFindings, i);
      guint n_findings = sl_findings_get_size (findings);

      if (position < n_findings)
        return sl_finding_item_new (findings, i, position);
      position -= n_findings;
    }
  return NULL;
}

static void
sl_finding_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
sl_finding_model_finalize (GObject *object)
{
  g_array_unref (SL_FINDING_MODEL (object)->traces);

  G_OBJECT_CLASS (sl_finding_model_parent_class)->finalize (object);
}

static void
sl_finding_model_class_init (SlFindingModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sl_finding_model_finalize;
}

static void
sl_finding_model_init (SlFindingModel *self)
{
  self->traces = g_array_new (FALSE, FALSE, sizeof (SlFindings));
  g_array_set_clear_func (self->traces, (GDestroyNotify) findings_clear);
}

SlFindingModel *
sl_finding_model_new (void)
{
  return g_object_new (SL_TYPE_FINDING_MODEL, NULL);
}

/**
 * sl_finding_model_set_findings:
 * @findings: (array length=n_traces): by number of the trace
 */
void
sl_finding_model_set_findings (SlFindingModel *self, const SlFindings *findings, guint n_traces)
{
  guint removed;

  g_return_if_fail (SL_IS_FINDING_MODEL (self));

  removed = get_n_items (G_LIST_MODEL (self));
  g_array_set_size (self->traces, 0);
  for (guint i = 0; i < n_traces; i++)
    {
      SlFindings next;

      findings_init (&next, &findings[i]);
      g_array_append_val (self->traces, next);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), 0, removed, get_n_items (G_LIST_MODEL (self)));
}
