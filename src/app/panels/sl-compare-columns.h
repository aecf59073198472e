/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"
#include "sl-table.h"

G_BEGIN_DECLS

/* What the columns of a comparison's two tables hold: the figures that their lines are sorted by,
 * and the texts that they show. */

typedef enum
{
  SL_COMPARE_TASK_NAME,
  SL_COMPARE_TASK_MISSES,
  SL_COMPARE_TASK_WORST_A,
  SL_COMPARE_TASK_WORST_B,
  SL_COMPARE_TASK_MAX,
  SL_COMPARE_TASK_MIN,
  SL_COMPARE_TASK_MEAN,
  SL_COMPARE_TASK_JOBS,
  SL_COMPARE_TASK_MATCHED,
  SL_N_COMPARE_TASK_COLUMNS,
} SlCompareTaskColumn;

typedef enum
{
  SL_COMPARE_JOB_NAME,
  SL_COMPARE_JOB_NUMBERS,
  SL_COMPARE_JOB_RESPONSE_A,
  SL_COMPARE_JOB_RESPONSE_B,
  SL_COMPARE_JOB_RESPONSE,
  SL_COMPARE_JOB_MISSED,
  SL_COMPARE_JOB_START,
  SL_COMPARE_JOB_FINISH,
  SL_COMPARE_JOB_LATENESS,
  SL_COMPARE_JOB_RELEASE,
  SL_N_COMPARE_JOB_COLUMNS,
} SlCompareJobColumn;

extern const SlTableColumn sl_compare_task_columns[SL_N_COMPARE_TASK_COLUMNS];
extern const SlTableColumn sl_compare_job_columns[SL_N_COMPARE_JOB_COLUMNS];

gint64 sl_compare_columns_get_task_key (const SlJobCompare *compare, guint number, guint column);
gint64 sl_compare_columns_get_job_key (const SlJobCompare *compare, guint number, guint column);

char *sl_compare_columns_dup_task_text (SlDocument *document,
                                        const SlJobCompare *compare,
                                        guint number,
                                        guint column) G_GNUC_WARN_UNUSED_RESULT;
char *sl_compare_columns_dup_job_text (SlDocument *document,
                                       const SlJobCompare *compare,
                                       guint number,
                                       guint column) G_GNUC_WARN_UNUSED_RESULT;

gboolean sl_compare_columns_says_task (const SlJobCompare *compare,
                                       guint column) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_compare_columns_says_job (const SlJobCompare *compare,
                                      guint column) G_GNUC_WARN_UNUSED_RESULT;

guint sl_compare_columns_get_first_side (const SlJobCompare *compare, guint pair);

G_END_DECLS
