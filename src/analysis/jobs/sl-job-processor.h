/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* On which processor a task ran last, which one it waits for, and where it was woken for a job. */

#include "sl-trace.h"
#include "sl-track-cursor.h"

G_BEGIN_DECLS

/* Told what one task after another does, slice by slice, forwards in time. One thread. */
typedef struct _SlJobProcessor SlJobProcessor;

SlJobProcessor *sl_job_processor_new (SlTrace *trace);
void sl_job_processor_free (SlJobProcessor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobProcessor, sl_job_processor_free)

void sl_job_processor_follow (SlJobProcessor *self,
                              guint32 task,
                              const SlTrack *states,
                              const SlTrack *wakers);
void sl_job_processor_run (SlJobProcessor *self, const SlItem *piece);
gboolean sl_job_processor_wait (SlJobProcessor *self, const SlItem *piece);
SlTrackCursor *sl_job_processor_get (SlJobProcessor *self);
SlTrackCursor *
sl_job_processor_find_release (SlJobProcessor *self, SlTime release, gboolean *is_by_interrupt);

G_END_DECLS
