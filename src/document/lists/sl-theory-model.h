/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What schedulability analysis says of each task of all traces, as a list. */

#include "sl-line-model.h"
#include "sl-schedulability.h"

G_BEGIN_DECLS

/* What the list can be sorted by. The answer first: where there is little room, what was asked for is
 * cut off last. */
typedef enum
{
  SL_THEORY_COLUMN_TASK,
  SL_THEORY_COLUMN_VERDICT,
  SL_THEORY_COLUMN_MEASURED,
  SL_THEORY_COLUMN_RESPONSE,
  SL_THEORY_COLUMN_MARGIN,
  SL_THEORY_COLUMN_MEANING,
  SL_THEORY_COLUMN_WCET,
  SL_THEORY_COLUMN_PERIOD,
  SL_THEORY_COLUMN_DEADLINE,
  SL_THEORY_COLUMN_UTILISATION,
  SL_THEORY_COLUMN_BLOCKING,
  SL_N_THEORY_COLUMNS,
} SlTheoryColumn;

/**
 * SlTheoryLines:
 *
 * The theory of one trace, shared by count.
 */
typedef struct
{
  SlJobTable *jobs;
  SlSchedulability *theory;
} SlTheoryLines;

SlTheoryLines *sl_theory_lines_new (SlJobTable *jobs, SlSchedulability *theory);
void sl_theory_lines_unref (gpointer lines);

#define SL_TYPE_THEORY_MODEL (sl_theory_model_get_type ())
G_DECLARE_FINAL_TYPE (SlTheoryModel, sl_theory_model, SL, THEORY_MODEL, SlLineModel)

SlLineModel *sl_theory_model_new (void);

G_END_DECLS
