/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the cycles of each processor on a bus amount to, by kind. */

#include "sl-event.h"

G_BEGIN_DECLS

/**
 * SlBusSum:
 * @bytes: that these cycles moved
 */
typedef struct
{
  guint64 cycles;
  guint64 bytes;
} SlBusSum;

/**
 * SlBusKindSum:
 * @first: index in the trace of the first of these cycles
 */
typedef struct
{
  SlBusSum sum;
  guint64 first;
  guint16 kind;
} SlBusKindSum;

/**
 * SlBusAgent:
 * @agent: number of the processor
 * @sum: of all its cycles
 * @first: index in the trace of the first of them
 * @kinds: (element-type SlBusKindSum): the most frequent first
 */
typedef struct
{
  guint16 agent;
  SlBusSum sum;
  guint64 first;
  GArray *kinds;
} SlBusAgent;

typedef struct _SlBusAgentSums SlBusAgentSums;

SlBusAgentSums *sl_bus_agent_sums_new (void);
void sl_bus_agent_sums_free (SlBusAgentSums *self);
void
sl_bus_agent_sums_add (SlBusAgentSums *self, const SlEvent *event, guint64 bytes, guint64 index);
void sl_bus_agent_sums_merge (SlBusAgentSums *self, const SlBusAgentSums *other);
GArray *sl_bus_agent_sums_dup_agents (const SlBusAgentSums *self) G_GNUC_WARN_UNUSED_RESULT;
int sl_bus_kind_sum_compare (gconstpointer one, gconstpointer other);

static inline void
sl_bus_sum_add (SlBusSum *self, const SlBusSum *other)
{
  self->cycles += other->cycles;
  self->bytes += other->bytes;
}

G_END_DECLS
