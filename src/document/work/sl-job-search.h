/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-annotations.h"
#include "sl-job-table.h"
#include "sl-schedulability.h"
#include "sl-task-model-store.h"

G_BEGIN_DECLS

#define SL_TYPE_JOB_SEARCH (sl_job_search_get_type ())
G_DECLARE_FINAL_TYPE (SlJobSearch, sl_job_search, SL, JOB_SEARCH, GObject)

SlJobSearch *sl_job_search_new (void);
void sl_job_search_set_trace_file (SlJobSearch *self, GFile *file);
SlTaskModelStore *sl_job_search_get_model_store (SlJobSearch *self);
void sl_job_search_start (SlJobSearch *self, SlTrace *trace, SlAnnotations *annotations);
void sl_job_search_stop (SlJobSearch *self);
void sl_job_search_forget (SlJobSearch *self);

SlJobTable *sl_job_search_get_table (SlJobSearch *self);
GArray *sl_job_search_get_inversions (SlJobSearch *self);
SlTrace *sl_job_search_get_with_lanes (SlJobSearch *self);
GArray *sl_job_search_get_overruns (SlJobSearch *self);
SlSchedulability *sl_job_search_get_theory (SlJobSearch *self);
const char *sl_job_search_get_error_text (SlJobSearch *self);

G_END_DECLS
