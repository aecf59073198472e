/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-agents.h"

/* A processor, and the times of its first and last cycle in a batch. */
typedef struct
{
  guint16 cpu;
  SlTime first;
  SlTime last;
} Agent;

static void
see (GArray *agents, guint16 cpu, SlTime time)
{
  Agent agent = { cpu, time, time };

  for (guint i = 0; i < agents->len; i++)
    {
      Agent *known = &g_array_index (agents, Agent, i);

      if (known->cpu != cpu)
        continue;
      known->last = MAX (known->last, time);
      return;
    }

  g_array_append_val (agents, agent);
}

/**
 * sl_bus_agents_new:
 *
 * Returns: (transfer full): the processors that are seen in a batch, none of them yet; for
 *   sl_bus_agents_add()
 */
GArray *
sl_bus_agents_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Agent));
}

/**
 * sl_bus_agents_see_events:
 * @events: (array length=n_events): of the next block
 */
void
sl_bus_agents_see_events (GArray *agents, const SlEvent *events, gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    {
      gboolean is_first = i == 0 || events[i - 1].cpu != events[i].cpu;
      gboolean is_last = i + 1 == n_events || events[i + 1].cpu != events[i].cpu;

      if (is_first || is_last)
        see (agents, events[i].cpu, events[i].time);
    }
}

/* The first event of @cpu, or its last one. */
static guint
find_event (const SlColumns *columns, guint16 cpu, gboolean last)
{
  guint event = last ? columns->n_events - 1 : 0;

  while (columns->agents[event] != cpu)
    event += last ? -1 : 1;

  return event;
}

/**
 * sl_bus_agents_see_columns:
 * @columns: the next block, counted, not empty
 *
 * Does what sl_bus_agents_see_events() does.
 */
void
sl_bus_agents_see_columns (GArray *agents, const SlColumns *columns)
{
  /* The pairs stand in the order of their first events, and so do their processors. */
  for (guint i = 0; i < columns->n_pairs; i++)
    {
      guint16 cpu = columns->pairs[i].agent;

      if (i > 0 && columns->pairs[i - 1].agent == cpu)
        continue;
      see (agents, cpu, sl_columns_get_time (columns, find_event (columns, cpu, FALSE)));
      see (agents, cpu, sl_columns_get_time (columns, find_event (columns, cpu, TRUE)));
    }
}

/**
 * sl_bus_agents_add:
 * @agents: of the blocks that follow those added before
 *
 * Makes objects of those that are new, and says until when the others were seen.
 */
void
sl_bus_agents_add (GArray *agents, SlObjectTableBuilder *objects)
{
  for (guint i = 0; i < agents->len; i++)
    {
      const Agent *agent = &g_array_index (agents, Agent, i);
      guint32 number = sl_object_table_builder_current (objects, SL_OBJECT_AGENT, agent->cpu);

      if (number == 0)
        number =
            sl_object_table_builder_begin_life (objects, SL_OBJECT_AGENT, agent->cpu, agent->first);
      sl_object_table_builder_touch (objects, number, agent->last);
    }
}
