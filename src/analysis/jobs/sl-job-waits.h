/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a job waits for while it does not run: the one place that says what is blocking, what is
 * interference (preempted) and what is throttling. */

#include "sl-job-parts.h"
#include "sl-job-table.h"
#include "sl-track-cursor.h"

G_BEGIN_DECLS

/* Quickest where it is asked forwards in time. One thread. */
typedef struct _SlJobWaits SlJobWaits;

SlJobWaits *sl_job_waits_new (const SlJobTable *jobs);
void sl_job_waits_free (SlJobWaits *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobWaits, sl_job_waits_free)

void sl_job_waits_begin (SlJobWaits *self, guint32 task, guint32 lock, SlTime since);
SlJobPart sl_job_waits_cut (SlJobWaits *self, SlTrackCursor *processor, SlSpan span);

G_END_DECLS
