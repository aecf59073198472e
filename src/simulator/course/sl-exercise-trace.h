/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A run of an exercise: simulated, read as any trace is, and taken apart into jobs. */

#include "sl-exercise.h"
#include "sl-job-table.h"
#include "sl-simulator.h"

G_BEGIN_DECLS

/**
 * SlExerciseTrace:
 * @jobs: as the task model asks for
 * @inversions: (element-type SlInversion)
 *
 * One tick of its times is a nanosecond, as the simulator writes them.
 */
typedef struct
{
  SlTaskModel *tasks;
  SlTaskSet *set;
  SlSimRun *run;
  SlTrace *trace;
  SlJobTable *jobs;
  GArray *inversions;
} SlExerciseTrace;

SlExerciseTrace *sl_exercise_trace_new (const SlExercise *exercise,
                                        guint run,
                                        GCancellable *cancellable,
                                        GError **error);
void sl_exercise_trace_free (SlExerciseTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlExerciseTrace, sl_exercise_trace_free)

gboolean sl_exercise_trace_find_task (const SlExerciseTrace *self, const char *name, guint *task);
guint32 sl_exercise_trace_get_object (const SlExerciseTrace *self, guint task);
const SlLane *sl_exercise_trace_get_lane (const SlExerciseTrace *self, guint task);
const char *sl_exercise_trace_get_name (const SlExerciseTrace *self, guint32 object);

G_END_DECLS
