/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Random task sets, simulated and read back, to be gone through step by step. */

#include "sl-replay.h"
#include "sl-sim-set.h"

G_BEGIN_DECLS

/**
 * SlStepRun:
 * @run: what the simulator says itself
 * @steps: what the program reads
 */
typedef struct
{
  SlSimOptions options;
  SlTaskSet *set;
  SlSimRun *run;
  SlReplay *replay;
} SlStepRun;

/* Ways to schedule random sets by. */
typedef struct
{
  const char *name;
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  SlSimOverrun overrun;
} SlStepSchedule;

#define SL_N_STEP_SCHEDULES 13

extern const SlStepSchedule sl_step_schedules[SL_N_STEP_SCHEDULES];

SlStepRun *sl_step_run_new_random (const SlStepSchedule *schedule, GRand *random, guint64 seed);
SlStepRun *sl_step_run_new (const char *text, const SlSimOptions *options);
void sl_step_run_free (SlStepRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlStepRun, sl_step_run_free)

char *sl_step_set_make (GRand *random, gboolean locks);
guint32 sl_step_run_get_task (const SlStepRun *self, guint task);
guint sl_step_run_find_task (const SlStepRun *self, guint32 task);
guint sl_step_run_find_lock (const SlStepRun *self, guint32 lock);

G_END_DECLS
