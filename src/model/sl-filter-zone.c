/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-zone.h"

/* What a filter says of a block of events without looking at any of them. */

/* What a condition can be for the events of a zone: bits of this. */
typedef enum
{
  MAY_FAIL = 1 << 0,
  MAY_PASS = 1 << 1,
} Chance;

#define ANY_CHANCE (MAY_FAIL | MAY_PASS)

static Chance
chance_of (gboolean may_pass)
{
  return may_pass ? ANY_CHANCE : MAY_FAIL;
}

static gboolean
may_pass_cpu (const SlFilterCondition *condition, const SlZone *zone)
{
  if (condition->is_negative || condition->low != condition->high)
    return TRUE;

  return condition->low <= G_MAXUINT16 &&
         (zone->cpus & (G_GUINT64_CONSTANT (1) << ((guint64) condition->low % 64))) != 0;
}

/* Only of "tick" it is ever certain that all events pass: they all have one. */
static Chance
get_chance_of_tick (const SlFilterCondition *condition, const SlZone *zone)
{
  SlFilterCondition opposite = *condition;
  Chance chance = 0;

  opposite.is_negative = !condition->is_negative;
  if (sl_filter_condition_interval (condition, zone->time_min, zone->time_max))
    chance |= MAY_PASS;
  if (sl_filter_condition_interval (&opposite, zone->time_min, zone->time_max))
    chance |= MAY_FAIL;

  return chance;
}

static Chance
get_chance_of_condition (const SlFilterCondition *condition, const SlZone *zone)
{
  switch (condition->field)
    {
    case SL_FILTER_KIND:
    case SL_FILTER_FAMILY:
      return chance_of ((condition->zone_kinds & zone->kinds) != 0);
    case SL_FILTER_CPU:
      return chance_of (may_pass_cpu (condition, zone));
    case SL_FILTER_TICK:
      return get_chance_of_tick (condition, zone);
    case SL_FILTER_A:
      return chance_of (sl_filter_condition_interval (condition, zone->a_min, zone->a_max));
    case SL_FILTER_B:
      return chance_of (sl_filter_condition_interval (condition, zone->b_min, zone->b_max));
    case SL_FILTER_STATE:
      return MAY_FAIL;
    case SL_FILTER_OBJECT:
    case SL_FILTER_TASK:
    case SL_FILTER_LANE:
    case SL_FILTER_DELTA:
    case SL_FILTER_OFFSET:
    case SL_N_FILTER_FIELDS:
    default:
      return ANY_CHANCE;
    }
}

static Chance
get_chance (const SlFilterCondition *conditions, const SlFilterNode *node, const SlZone *zone)
{
  Chance left, right;

  if (node->type == SL_FILTER_COMPARE)
    return get_chance_of_condition (&conditions[node->number], zone);

  left = get_chance (conditions, node->left, zone);
  if (node->type == SL_FILTER_NOT)
    return (left & MAY_PASS ? MAY_FAIL : 0) | (left & MAY_FAIL ? MAY_PASS : 0);

  right = get_chance (conditions, node->right, zone);
  return node->type == SL_FILTER_AND ? (left & right & MAY_PASS) | ((left | right) & MAY_FAIL)
                                     : ((left | right) & MAY_PASS) | (left & right & MAY_FAIL);
}

/**
 * sl_filter_conditions_may_pass_zone:
 * @conditions: by number of the comparison
 * @root: the expression
 *
 * Returns: %FALSE only where no event of @zone can match
 */
gboolean
sl_filter_conditions_may_pass_zone (const SlFilterCondition *conditions,
                                    const SlFilterNode *root,
                                    const SlZone *zone)
{
  return (get_chance (conditions, root, zone) & MAY_PASS) != 0;
}
