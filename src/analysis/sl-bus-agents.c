/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-agents.h"

/* A processor, and the times of its first and last cycle in a block. */
typedef struct
{
  guint16 cpu;
  SlTime first;
  SlTime last;
} Agent;

static void
see (GArray *agents, const SlEvent *event)
{
  Agent agent = { event->cpu, event->time, event->time };

  for (guint i = 0; i < agents->len; i++)
    {
      Agent *known = &g_array_index (agents, Agent, i);

      if (known->cpu != event->cpu)
        continue;
      known->last = event->time;
      return;
    }

  g_array_append_val (agents, agent);
}

/**
 * sl_bus_agents_new:
 * @events: (array length=n_events): of one block
 *
 * Any thread.
 *
 * Returns: (transfer full): the processors that are seen in the block, for sl_bus_agents_add()
 */
GArray *
sl_bus_agents_new (const SlEvent *events, gsize n_events)
{
  GArray *agents = g_array_new (FALSE, FALSE, sizeof (Agent));

  for (gsize i = 0; i < n_events; i++)
    {
      gboolean is_first = i == 0 || events[i - 1].cpu != events[i].cpu;
      gboolean is_last = i + 1 == n_events || events[i + 1].cpu != events[i].cpu;

      if (is_first || is_last)
        see (agents, &events[i]);
    }

  return agents;
}

/**
 * sl_bus_agents_add:
 * @agents: of the block that follows those added before
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
