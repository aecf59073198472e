/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-inversion.h"

G_BEGIN_DECLS

/**
 * SlFindings:
 * @table: (nullable): where they were found; %NULL for none yet
 * @inversions: (nullable) (element-type SlInversion): these
 * @overruns: (nullable) (element-type guint): or these, places of jobs; without both the missed deadlines,
 *   recorded and computed, without those that are only inferred
 */
typedef struct
{
  SlJobTable *table;
  GArray *inversions;
  GArray *overruns;
} SlFindings;

guint sl_findings_get_size (const SlFindings *self);

#define SL_TYPE_FINDING_ITEM (sl_finding_item_get_type ())
G_DECLARE_FINAL_TYPE (SlFindingItem, sl_finding_item, SL, FINDING_ITEM, GObject)

SlFindingItem *sl_finding_item_new (const SlFindings *findings, guint trace, guint number);

guint sl_finding_item_get_trace (SlFindingItem *self);
SlJobTable *sl_finding_item_get_table (SlFindingItem *self);
guint sl_finding_item_get_job (SlFindingItem *self);
const SlInversion *sl_finding_item_get_inversion (SlFindingItem *self);

#define SL_TYPE_FINDING_MODEL (sl_finding_model_get_type ())
G_DECLARE_FINAL_TYPE (SlFindingModel, sl_finding_model, SL, FINDING_MODEL, GObject)

SlFindingModel *sl_finding_model_new (void);
void
sl_finding_model_set_findings (SlFindingModel *self, const SlFindings *findings, guint n_traces);

G_END_DECLS
