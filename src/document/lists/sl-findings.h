/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the analysis of a trace's jobs has found: missed deadlines, priority inversions or overruns.
 * Immutable, shared by count. */

#include "sl-inversion.h"
#include "sl-line-model.h"

G_BEGIN_DECLS

/**
 * SlFindings:
 * @table: where they were found
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

SlFindings *sl_findings_new (SlJobTable *table, GArray *inversions, GArray *overruns);
void sl_findings_unref (SlFindings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlFindings, sl_findings_unref)

guint sl_findings_get_size (const SlFindings *self);
guint sl_findings_get_job (const SlFindings *self, guint number);
const SlInversion *sl_findings_get_inversion (const SlFindings *self, guint number);

/* What the list can be sorted by: its columns. */
typedef enum
{
  SL_FINDING_KEY_TASK,
  SL_FINDING_KEY_JOB,
  SL_FINDING_KEY_TIME,
  SL_FINDING_KEY_LENGTH,
  SL_FINDING_KEY_KIND,
} SlFindingKey;

/* Those of all traces, as a list. */
#define SL_TYPE_FINDING_MODEL (sl_finding_model_get_type ())
G_DECLARE_FINAL_TYPE (SlFindingModel, sl_finding_model, SL, FINDING_MODEL, SlLineModel)

SlFindingModel *sl_finding_model_new (void);

G_END_DECLS
