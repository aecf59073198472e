/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a simulated kernel knows about its own trace: the states that a reader of the trace has to
 * find again, in the words of the command line's "slices", and the jobs. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlSharkTruthSlice:
 * @lane: such as "task:296", "cpu:0", "irq:1", "timer", "mutex:0x1720a40"
 * @state: a word of sl-state.h
 * @detail: an object's reference, or empty
 * @begin: absolute tick
 * @end: first absolute tick after it
 */
typedef struct
{
  const char *lane;
  const char *state;
  const char *detail;
  guint64 begin;
  guint64 end;
} SlSharkTruthSlice;

/**
 * SlSharkTruthJob:
 * @task: its lane
 * @release: absolute tick, 0 before the begin of the trace
 * @finish: absolute tick, 0 while unfinished at the end
 * @missed: whether a deadline-miss event was logged for it
 */
typedef struct
{
  const char *task;
  guint64 release;
  guint64 finish;
  gboolean missed;
} SlSharkTruthJob;

typedef struct _SlSharkTruth SlSharkTruth;
typedef struct _SlSharkTruthTrack SlSharkTruthTrack;

SlSharkTruth *sl_shark_truth_new (void);
void sl_shark_truth_free (SlSharkTruth *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSharkTruth, sl_shark_truth_free)

SlSharkTruthTrack *sl_shark_truth_add_track (SlSharkTruth *self, const char *lane);
void sl_shark_truth_set (SlSharkTruth *self,
                         SlSharkTruthTrack *track,
                         const char *state,
                         const char *detail,
                         guint64 tick);
void sl_shark_truth_add_job (SlSharkTruth *self, const SlSharkTruthJob *job);
void sl_shark_truth_set_partial (SlSharkTruth *self);
gboolean sl_shark_truth_is_partial (const SlSharkTruth *self);
gboolean sl_shark_truth_has_lane (const SlSharkTruth *self, const char *lane);
void sl_shark_truth_begin_at (SlSharkTruth *self, guint64 begin);
void sl_shark_truth_finish (SlSharkTruth *self, guint64 end);

const SlSharkTruthSlice *sl_shark_truth_get_slices (SlSharkTruth *self, guint *n_slices);
const SlSharkTruthJob *sl_shark_truth_get_jobs (SlSharkTruth *self, guint *n_jobs);
char *sl_shark_truth_to_csv (SlSharkTruth *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
