/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Who uses the bus: each processor that a cycle bears is an object. */

#include "sl-columns.h"
#include "sl-object.h"

G_BEGIN_DECLS

GArray *sl_bus_agents_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sl_bus_agents_see_events (GArray *agents, const SlEvent *events, gsize n_events);
void sl_bus_agents_see_columns (GArray *agents, const SlColumns *columns);
void sl_bus_agents_add (GArray *agents, SlObjectTableBuilder *objects);

G_END_DECLS
