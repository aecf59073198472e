/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-intervals.h"
#include "sl-line-model.h"

G_BEGIN_DECLS

typedef enum
{
  SL_INTERVAL_COLUMN_OBJECT,
  SL_INTERVAL_COLUMN_LENGTH,
  SL_INTERVAL_COLUMN_BEGIN,
  SL_INTERVAL_COLUMN_END,
  SL_INTERVAL_COLUMN_FROM,
  SL_INTERVAL_COLUMN_TO,
  SL_N_INTERVAL_COLUMNS,
} SlIntervalColumn;

/* Intervals as a list: one table, of all traces, whose lines are #SlIntervals' list. */
#define SL_TYPE_INTERVAL_MODEL (sl_interval_model_get_type ())
G_DECLARE_FINAL_TYPE (SlIntervalModel, sl_interval_model, SL, INTERVAL_MODEL, SlLineModel)

SlIntervalModel *sl_interval_model_new (void);
void sl_interval_model_set (SlIntervalModel *self, SlIntervals *intervals);

G_END_DECLS
