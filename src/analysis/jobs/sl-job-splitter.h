/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the time of a job went: parts that do not overlap and that add up, to the tick, to the
 * time from its release to its end. */

#include "sl-job-parts.h"
#include "sl-job-table.h"

G_BEGIN_DECLS

/* Takes jobs apart; quickest where they come in the table's order. One thread. */
typedef struct _SlJobSplitter SlJobSplitter;

SlJobSplitter *sl_job_splitter_new (SlJobTable *jobs);
void sl_job_splitter_free (SlJobSplitter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobSplitter, sl_job_splitter_free)

const SlJobPart *
sl_job_splitter_split (SlJobSplitter *self, const SlJob *job, gint64 wcet, guint *n_parts);

GArray *sl_job_table_dup_parts (SlJobTable *table, guint number);

G_END_DECLS
