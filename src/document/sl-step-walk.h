/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A place in the replay of a trace, and the steps from it. */

#include "sl-decision.h"

G_BEGIN_DECLS

typedef enum
{
  SL_STEP_EVENT,
  SL_STEP_DECISION,
  SL_STEP_JOB,   /* to the end of a job */
  SL_STEP_TRACE, /* to the last event of the trace, or to the first */
} SlStepUnit;

/**
 * SlStepWalk:
 * @replay: (nullable): of the trace; %NULL until it was gone through once
 * @decisions: (nullable): of @replay, near the event; %NULL with it
 * @index: of the event after which everything stands
 *
 * To be zeroed first.
 */
typedef struct
{
  SlReplay *replay;
  SlDecisionSearch *decisions;
  guint64 index;
} SlStepWalk;

void sl_step_walk_clear (SlStepWalk *self);
void sl_step_walk_take (SlStepWalk *self, SlReplay *replay);
gboolean sl_step_walk_move (SlStepWalk *self, SlStepUnit unit, int direction);

G_END_DECLS
