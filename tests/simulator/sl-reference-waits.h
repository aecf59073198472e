/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What jobs wait for, by the simulator's own record and the task set alone: nothing of it comes from the
 * trace, or from what reads traces. */

#include "sl-simulator.h"

G_BEGIN_DECLS

#define SL_REFERENCE_WAITS_MAX_TASKS 12

/**
 * SlReferenceWaits:
 * @executed: ticks
 * @earlier: while an earlier job of the task was not finished
 * @interrupted: while a handler had the processor
 * @throttled: while its server had no budget
 * @blocked: while a less urgent task ran, or nobody did
 * @equal: while one as urgent did
 * @preempted: while a more urgent one ran, by task of the set
 *
 * Of one job; all of it together is the time from its release to its finish.
 */
typedef struct
{
  gint64 executed;
  gint64 earlier;
  gint64 interrupted;
  gint64 throttled;
  gint64 blocked;
  gint64 equal[SL_REFERENCE_WAITS_MAX_TASKS];
  gint64 preempted[SL_REFERENCE_WAITS_MAX_TASKS];
} SlReferenceWaits;

GArray *
sl_reference_waits_new (const SlTaskSet *set, const SlSimRun *run, const SlSimOptions *options);

G_END_DECLS
