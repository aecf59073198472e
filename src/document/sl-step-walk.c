/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-walk.h"

/* Leaves it without a replay; the event stays the same. */
void
sl_step_walk_clear (SlStepWalk *self)
{
  g_clear_pointer (&self->decisions, sl_decision_search_free);
  g_clear_pointer (&self->replay, sl_replay_free);
}

/**
 * sl_step_walk_take:
 * @replay: (transfer full): in place of the one before
 */
void
sl_step_walk_take (SlStepWalk *self, SlReplay *replay)
{
  sl_step_walk_clear (self);
  self->replay = replay;
  self->decisions = sl_decision_search_new (replay);
}

/* @index: (out): of the event to go to, set where there is one */
static gboolean
find_next (const SlStepWalk *self, SlStepUnit unit, int direction, guint64 *index)
{
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));

  switch (unit)
    {
    case SL_STEP_DECISION:
      if (!sl_decision_search_find (self->decisions, self->index, direction, decisions))
        return FALSE;
      *index = g_array_index (decisions, SlDecision, 0).index;
      return TRUE;
    case SL_STEP_JOB:
      return sl_replay_find_job_end (self->replay, self->index, direction, index);
    case SL_STEP_TRACE:
      *index = direction > 0 ? sl_replay_get_n_events (self->replay) - 1 : 0;
      return TRUE;
    case SL_STEP_EVENT:
    default:
      if (direction > 0 ? self->index + 1 >= sl_replay_get_n_events (self->replay)
                        : self->index == 0)
        return FALSE;
      *index = direction > 0 ? self->index + 1 : self->index - 1;
      return TRUE;
    }
}

/**
 * sl_step_walk_move:
 * @direction: 1 for the next, -1 for the one before
 *
 * Returns: whether there is one; else the event stays the same
 */
gboolean
sl_step_walk_move (SlStepWalk *self, SlStepUnit unit, int direction)
{
  guint64 index;

  if (self->replay == NULL || !find_next (self, unit, direction, &index))
    return FALSE;

  self->index = index;
  return TRUE;
}
