/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-action.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *id;
  const char *title;
  SlActionGroups group;
  SlActionParts parts;
} Row;

static const Row rows[] = {
  { NULL, NULL, 0, 0 },
#define SL_ACTION(symbol, id, title, group, task, object, value) \
  { id, title, SL_TELLS_##group,                                 \
    SL_ACTION_HAS_##task | SL_ACTION_HAS_##object | SL_ACTION_HAS_##value },
#include "sl-action-table.h"
#undef SL_ACTION
};

G_STATIC_ASSERT (G_N_ELEMENTS (rows) == SL_N_ACTIONS);

static const Row *
get_row (SlAction action)
{
  g_return_val_if_fail (action > SL_ACTION_NONE && action < SL_N_ACTIONS, &rows[0]);

  return &rows[action];
}

/**
 * sl_action_get_id:
 * @action: not %SL_ACTION_NONE
 *
 * Returns: (transfer none): its word in files and filters, in kebab case
 */
const char *
sl_action_get_id (SlAction action)
{
  return get_row (action)->id;
}

/**
 * sl_action_get_title:
 * @action: not %SL_ACTION_NONE
 *
 * Returns: (transfer none): for people, not translated yet
 */
const char *
sl_action_get_title (SlAction action)
{
  return get_row (action)->title;
}

/**
 * sl_action_get_group:
 * @action: not %SL_ACTION_NONE
 *
 * Returns: one bit
 */
SlActionGroups
sl_action_get_group (SlAction action)
{
  return get_row (action)->group;
}

/**
 * sl_action_get_parts:
 * @action: not %SL_ACTION_NONE
 *
 * Returns: what it takes besides its time and its processor
 */
SlActionParts
sl_action_get_parts (SlAction action)
{
  return get_row (action)->parts;
}

/**
 * sl_action_is_of_addresses:
 * @action: not %SL_ACTION_NONE
 *
 * Returns: whether its object and its value are addresses and what is moved there: of a bus or of branches
 */
gboolean
sl_action_is_of_addresses (SlAction action)
{
  return (sl_action_get_group (action) & (SL_TELLS_BUS | SL_TELLS_BRANCHES)) != 0;
}

/**
 * sl_action_may_lack_value:
 *
 * Returns: whether a value of 0 means that there is none
 */
gboolean
sl_action_may_lack_value (SlAction action)
{
  return action == SL_ACTION_WAKE || action == SL_ACTION_THROTTLE ||
         sl_action_has_job_number (action);
}

/**
 * sl_action_has_job_number:
 *
 * Returns: whether its value is the number of a job, and 1 more
 */
gboolean
sl_action_has_job_number (SlAction action)
{
  return action == SL_ACTION_RELEASE || action == SL_ACTION_START || action == SL_ACTION_FINISH;
}

/**
 * sl_action_is_of_flows:
 *
 * Returns: whether it is a flow's begin, step or end
 */
gboolean
sl_action_is_of_flows (SlAction action)
{
  return action >= SL_ACTION_FLOW_BEGIN && action <= SL_ACTION_FLOW_END;
}

/**
 * sl_action_has_budget:
 *
 * Returns: whether the deadline of a server and its whole budget, SlActed.nominal, belong to it
 */
gboolean
sl_action_has_budget (SlAction action)
{
  return action == SL_ACTION_REPLENISH || action == SL_ACTION_FORGET;
}

/**
 * sl_action_has_duration:
 *
 * Returns: whether its value, or the budget that is written as such, is in ticks, and in the unit of its times where it is
 *   written
 */
gboolean
sl_action_has_duration (SlAction action)
{
  return action == SL_ACTION_RECLAIM || action == SL_ACTION_THROTTLE ||
         sl_action_has_budget (action) || (action >= SL_ACTION_PERIOD && action <= SL_ACTION_PHASE);
}

/**
 * sl_action_find:
 *
 * Returns: the action with @id; %SL_ACTION_NONE where there is none
 */
SlAction
sl_action_find (const char *id)
{
  g_return_val_if_fail (id != NULL, SL_ACTION_NONE);

  for (guint i = SL_ACTION_NONE + 1; i < SL_N_ACTIONS; i++)
    if (g_str_equal (rows[i].id, id))
      return i;

  return SL_ACTION_NONE;
}

/**
 * sl_action_group_get_id:
 * @group: one bit
 *
 * Returns: (transfer none): its word, as notes and lists of formats use it
 */
const char *
sl_action_group_get_id (SlActionGroups group)
{
  static const char *const ids[] = { "scheduling", "jobs", "locks",    "servers",   "interrupts",
                                     "marks",      "bus",  "branches", "recording", "wakeups" };
  gint bit = g_bit_nth_lsf (group, -1);

  g_return_val_if_fail (bit >= 0 && bit < (gint) G_N_ELEMENTS (ids), NULL);

  return ids[bit];
}
