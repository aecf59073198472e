/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-job-table.h"
#include "sl-line-model.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_JOB_COLUMN_TASK,
  SL_JOB_COLUMN_JOB,
  SL_JOB_COLUMN_RELEASE,
  SL_JOB_COLUMN_START,
  SL_JOB_COLUMN_FINISH,
  SL_JOB_COLUMN_DEADLINE,
  SL_JOB_COLUMN_RESPONSE,
  SL_JOB_COLUMN_LATENESS,
  SL_JOB_COLUMN_LATENCY, /* from when it should have been released, as far as that is known, to its start */
  SL_JOB_COLUMN_EXECUTION,
  SL_JOB_COLUMN_PREEMPTIONS,
  SL_JOB_COLUMN_BLOCKED,
  SL_JOB_COLUMN_MISSED,
  SL_JOB_COLUMN_CAUSE, /* sorts by kind of cause, then by who it was, then by how long */
  SL_N_JOB_COLUMNS,
} SlJobColumn;

#define SL_TYPE_JOB_LIST_MODEL (sl_job_list_model_get_type ())
G_DECLARE_FINAL_TYPE (SlJobListModel, sl_job_list_model, SL, JOB_LIST_MODEL, SlLineModel)

SlJobListModel *sl_job_list_model_new (void);
gint64
sl_job_list_model_get_blocked (SlJobListModel *self, SlJobTable *table, guint trace, guint number);
gboolean sl_job_list_model_get_latency (const SlJob *job, gint64 *ticks);

void sl_job_list_model_set_tables (SlJobListModel *self, GPtrArray *tables, SlTraceSet *set);
void sl_job_list_model_set_filter (SlJobListModel *self,
                                   guint trace,
                                   guint32 task,
                                   gboolean missed_only);

G_END_DECLS
