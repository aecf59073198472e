/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Tasks, and how one figure of their jobs is distributed: the lines of a list. */

#include "sl-job-figures.h"
#include "sl-line-model.h"

G_BEGIN_DECLS

typedef enum
{
  SL_DISTRIBUTION_COLUMN_TASK,
  SL_DISTRIBUTION_COLUMN_COUNT,
  SL_DISTRIBUTION_COLUMN_LEAST,
  SL_DISTRIBUTION_COLUMN_MEAN,
  SL_DISTRIBUTION_COLUMN_MEDIAN,
  SL_DISTRIBUTION_COLUMN_90,
  SL_DISTRIBUTION_COLUMN_99,
  SL_DISTRIBUTION_COLUMN_MOST,
  SL_N_DISTRIBUTION_COLUMNS,
} SlDistributionColumn;

/* The figures of the tasks of one trace: of those with any. Shared by count, immutable. */
typedef struct
{
  SlJobTable *jobs;
  GPtrArray *tasks; /* of SlJobFigures */
} SlDistributions;

SlDistributions *
sl_distributions_new (SlJobTable *jobs, SlJobFigure figure, SlTraceSet *set, guint trace);
SlDistributions *sl_distributions_ref (SlDistributions *self);
void sl_distributions_unref (SlDistributions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDistributions, sl_distributions_unref)

gint64 sl_distribution_get_figure (const SlJobFigures *figures, SlDistributionColumn column);

#define SL_TYPE_DISTRIBUTION_MODEL (sl_distribution_model_get_type ())
G_DECLARE_FINAL_TYPE (SlDistributionModel,
                      sl_distribution_model,
                      SL,
                      DISTRIBUTION_MODEL,
                      SlLineModel)

SlDistributionModel *sl_distribution_model_new (void);
const SlJobFigures *sl_distribution_get (SlLine *line);

G_END_DECLS
