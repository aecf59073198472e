/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-job-compare.h"
#include "sl-line-model.h"

G_BEGIN_DECLS

/* In place of a task: all of them. */
#define SL_COMPARE_ALL G_MAXUINT

/**
 * SlCompareKeyFunc:
 * @number: place of a task or of a pair of jobs in @compare
 *
 * Returns: what the line is sorted by, or %SL_LINE_NO_KEY
 */
typedef gint64 (*SlCompareKeyFunc) (const SlJobCompare *compare, guint number, guint column);

#define SL_TYPE_COMPARE_MODEL (sl_compare_model_get_type ())
G_DECLARE_FINAL_TYPE (SlCompareModel, sl_compare_model, SL, COMPARE_MODEL, SlLineModel)

SlCompareModel *sl_compare_model_new (gboolean lists_tasks, SlCompareKeyFunc get_key);

void sl_compare_model_set_compare (SlCompareModel *self, SlJobCompare *compare);
void sl_compare_model_set_task (SlCompareModel *self, guint task);

G_END_DECLS
