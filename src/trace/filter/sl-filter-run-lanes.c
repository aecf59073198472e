/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which lanes of a bus trace an event is counted in: they belong to no object. */

#include "sl-bus-kinds.h"
#include "sl-filter-run-private.h"

enum
{
  UNKNOWN, /* as a hash table has it */
  IN_NONE,
  IN_ONE,
};

/* Whether events of @kind and @cpu have a lane of their own. */
static gboolean
has_lane (SlTrace *trace, guint16 kind, guint16 cpu)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      guint16 its_kind, its_cpu;

      if (lane->density == NULL || lane->measure >= sl_density_get_n_codes (lane->density))
        continue;
      sl_density_get_code (lane->density, lane->measure, &its_kind, &its_cpu);
      if (its_kind == kind && its_cpu == cpu)
        return TRUE;
    }

  return FALSE;
}

/* Whether events of @kind and @cpu are counted in @lane. */
static gboolean
counts (SlTrace *trace, const SlLane *lane, guint16 kind, guint16 cpu)
{
  guint16 its_kind, its_cpu;

  if (lane->map != NULL)
    return (sl_page_map_get_shift (lane->map) == 0
                ? sl_page_group_of_ports (kind)
                : sl_page_group_of_memory (kind)) != SL_PAGE_NO_GROUP;
  if (lane->density == NULL)
    return lane->type == SL_LANE_BUS && sl_bus_kind_get_class (kind) == SL_BUS_SPECIAL;
  if (lane->measure >= sl_density_get_n_codes (lane->density))
    return sl_bus_kind_get_class (kind) != SL_BUS_SPECIAL;

  sl_density_get_code (lane->density, lane->measure, &its_kind, &its_cpu);
  if (its_kind == SL_DENSITY_OTHERS)
    return sl_bus_kind_get_class (kind) != SL_BUS_SPECIAL && !has_lane (trace, kind, cpu);

  return its_kind == kind && its_cpu == cpu;
}

static guint
find (SlTrace *trace, const SlFilterCondition *positive, guint16 kind, guint16 cpu)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->object == 0 && counts (trace, lane, kind, cpu) &&
          sl_filter_condition_text (positive, lane->name))
        return IN_ONE;
    }

  return IN_NONE;
}

/**
 * sl_filter_run_is_in_lane:
 * @number: of the condition, on lanes
 *
 * Returns: whether @event is counted in a lane that belongs to no object and that the condition names,
 *   be it negated or not
 */
gboolean
sl_filter_run_is_in_lane (SlFilterRun *self,
                          const SlFilterCondition *condition,
                          const SlEvent *event)
{
  guint number =
      (guint) (condition - (const SlFilterCondition *) (gpointer) self->conditions->data);
  guint64 key = (guint64) number << 32 | (guint32) event->kind << 16 | event->cpu;
  guint found;

  if (self->lanes == NULL)
    self->lanes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  found = GPOINTER_TO_UINT (g_hash_table_lookup (self->lanes, &key));
  if (found == UNKNOWN)
    {
      SlFilterCondition positive = *condition;

      positive.is_negative = FALSE;
      found = find (self->trace, &positive, event->kind, event->cpu);
      g_hash_table_insert (self->lanes, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (found));
    }

  return found == IN_ONE;
}
