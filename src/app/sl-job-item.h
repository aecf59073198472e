/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-job-table.h"

G_BEGIN_DECLS

#define SL_TYPE_JOB_ITEM (sl_job_item_get_type ())
G_DECLARE_FINAL_TYPE (SlJobItem, sl_job_item, SL, JOB_ITEM, GObject)

SlJobItem *sl_job_item_new (SlJobTable *table, guint trace, guint number);

SlJobTable *sl_job_item_get_table (SlJobItem *self);
guint sl_job_item_get_trace (SlJobItem *self);
guint sl_job_item_get_number (SlJobItem *self);
const SlJob *sl_job_item_get_job (SlJobItem *self);

G_END_DECLS
