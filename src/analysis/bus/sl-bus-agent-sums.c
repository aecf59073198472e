/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-agent-sums.h"

/* Pairs of processor and kind that were asked for last, so that few cycles search the table. */
#define N_RECENT 64

typedef struct
{
  guint16 agent;
  SlBusKindSum kind;
} Pair;

struct _SlBusAgentSums
{
  GHashTable *pairs; /* of Pair, by processor and kind */
  Pair *recent[N_RECENT];
};

static gpointer
make_key (guint16 agent, guint16 kind)
{
  return GUINT_TO_POINTER ((guint) agent << 16 | kind);
}

/**
 * sl_bus_agent_sums_new:
 *
 * Returns: (transfer full): sums of no cycles
 */
SlBusAgentSums *
sl_bus_agent_sums_new (void)
{
  SlBusAgentSums *self = g_new0 (SlBusAgentSums, 1);

  self->pairs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

/**
 * sl_bus_agent_sums_free:
 * @self: (transfer full) (nullable):
 */
void
sl_bus_agent_sums_free (SlBusAgentSums *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->pairs);
  g_free (self);
}

static Pair *
ensure_pair (SlBusAgentSums *self, guint16 agent, guint16 kind)
{
  Pair *pair = g_hash_table_lookup (self->pairs, make_key (agent, kind));

  if (pair != NULL)
    return pair;

  pair = g_new0 (Pair, 1);
  pair->agent = agent;
  pair->kind.kind = kind;
  pair->kind.first = G_MAXUINT64;
  g_hash_table_insert (self->pairs, make_key (agent, kind), pair);
  return pair;
}

/**
 * sl_bus_agent_sums_add:
 * @bytes: that the cycle moved
 * @index: its position in the trace
 */
void
sl_bus_agent_sums_add (SlBusAgentSums *self, const SlEvent *event, guint64 bytes, guint64 index)
{
  Pair **recent = &self->recent[(event->kind ^ event->cpu << 4) % N_RECENT];

  if (*recent == NULL || (*recent)->agent != event->cpu || (*recent)->kind.kind != event->kind)
    *recent = ensure_pair (self, event->cpu, event->kind);
  sl_bus_sum_add (&(*recent)->kind.sum, &(SlBusSum) { 1, bytes });
  (*recent)->kind.first = MIN ((*recent)->kind.first, index);
}

/**
 * sl_bus_agent_sums_merge:
 * @other: of other cycles
 */
void
sl_bus_agent_sums_merge (SlBusAgentSums *self, const SlBusAgentSums *other)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, other->pairs);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Pair *theirs = value;
      Pair *pair = ensure_pair (self, theirs->agent, theirs->kind.kind);

      sl_bus_sum_add (&pair->kind.sum, &theirs->kind.sum);
      pair->kind.first = MIN (pair->kind.first, theirs->kind.first);
    }
}

/**
 * sl_bus_kind_sum_compare:
 * @one: #SlBusKindSum
 * @other: #SlBusKindSum
 *
 * Orders them, the most frequent first.
 */
int
sl_bus_kind_sum_compare (gconstpointer one, gconstpointer other)
{
  const SlBusKindSum *first = one;
  const SlBusKindSum *second = other;

  if (first->sum.cycles != second->sum.cycles)
    return first->sum.cycles < second->sum.cycles ? 1 : -1;

  return (int) first->kind - (int) second->kind;
}

static int
compare_agents (gconstpointer one, gconstpointer other)
{
  return (int) ((const SlBusAgent *) one)->agent - (int) ((const SlBusAgent *) other)->agent;
}

static void
agent_clear (gpointer data)
{
  g_clear_pointer (&((SlBusAgent *) data)->kinds, g_array_unref);
}

static SlBusAgent *
ensure_agent (GArray *agents, guint16 number)
{
  SlBusAgent agent = { .agent = number, .first = G_MAXUINT64 };

  for (guint i = 0; i < agents->len; i++)
    if (g_array_index (agents, SlBusAgent, i).agent == number)
      return &g_array_index (agents, SlBusAgent, i);

  agent.kinds = g_array_new (FALSE, FALSE, sizeof (SlBusKindSum));
  g_array_append_val (agents, agent);
  return &g_array_index (agents, SlBusAgent, agents->len - 1);
}

/**
 * sl_bus_agent_sums_dup_agents:
 *
 * Returns: (transfer full) (element-type SlBusAgent): the processors that were seen, by number
 */
GArray *
sl_bus_agent_sums_dup_agents (const SlBusAgentSums *self)
{
  GArray *agents = g_array_new (FALSE, FALSE, sizeof (SlBusAgent));
  GHashTableIter iter;
  gpointer value;

  g_array_set_clear_func (agents, agent_clear);
  g_hash_table_iter_init (&iter, self->pairs);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Pair *pair = value;
      SlBusAgent *agent = ensure_agent (agents, pair->agent);

      sl_bus_sum_add (&agent->sum, &pair->kind.sum);
      agent->first = MIN (agent->first, pair->kind.first);
      g_array_append_val (agent->kinds, pair->kind);
    }
  for (guint i = 0; i < agents->len; i++)
    g_array_sort (g_array_index (agents, SlBusAgent, i).kinds, sl_bus_kind_sum_compare);
  g_array_sort (agents, compare_agents);
  return agents;
}
