/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What sl-job-finder.c and sl-job-finder-marks.c share. */

#include "sl-job-finder.h"
#include "sl-processors.h"
#include "sl-track-cursor.h"

G_BEGIN_DECLS

/* Items between two looks at the cancellable. */
#define CANCEL_INTERVAL 65536

struct _SlJobFinder
{
  gboolean has_marks; /* releases and finishes are recorded */
  gboolean
      is_of_kernel; /* recharges are as releases, and marks of jobs have a level instead of a number */
  gboolean is_told; /* it records each wake-up */
  SlTrace *trace;
  const SlTaskRules *rules;
  SlProcessors *processors;
  SlTime idle_at; /* the first tick of the idle task; SL_JOB_NEVER */

  /* Of the task that is looked at: */
  guint32 task;
  const SlTrack *states;
  const SlTrack *wakers; /* where its jobs go by wake-ups; else NULL */
  gboolean is_concluded; /* its jobs: their ends follow from what it did, no program says them */
  GArray *jobs;
  guint first;   /* of its jobs */
  guint head;    /* the oldest that has not ended */
  guint unsure;  /* those before may have finished where nothing was recorded */
  guint32 begun; /* number of the oldest open job, where the program counts them; else 0 */
  guint n_lost;  /* gaps that begin before the mark that is looked at */
  GArray *gaps;  /* of SlSpan */
  SlTime end;    /* of what is known of the task */
  gboolean may_throttle;
  SlTrackCursor asleep; /* its states, at activations */
  gboolean paired;      /* its activations come with a release by timer, which alone counts */
  guint n_activated;    /* jobs that an activation released while the task was not @paired */
  gboolean emptied;     /* no job is left of those that it had when the trace began */
  guint n_first_before; /* jobs from before the trace that were found before all others */
  guint n_late_before;  /* such jobs that were found behind others */
  SlTime activated_at;  /* an activation that may have such a release; SL_JOB_NEVER for none */
  SlTime released_at;
  SlTime recharged_at;
  guint64 n_skipped;
};

void sl_job_finder_begin (SlJobFinder *self);
gboolean sl_job_finder_end_by_sleep (SlJobFinder *self, SlTime time, gboolean must_last);
void sl_job_finder_add_job (SlJobFinder *self, SlTime release);
void sl_job_finder_end_job (SlJobFinder *self, SlTime time, SlJobFlags how);
gboolean sl_job_finder_take_asked (SlJobFinder *self, const SlLane *lane, const SlTaskRule *rule);
gboolean sl_job_finder_take_spans (SlJobFinder *self, const SlLane *lane, const SlTaskRule *rule);
gboolean sl_job_finder_take_marks (SlJobFinder *self,
                                   const SlTrack *marks,
                                   GCancellable *cancellable,
                                   GError **error);
void sl_job_finder_take_misses (SlJobFinder *self, const SlTrack *marks);

G_END_DECLS
