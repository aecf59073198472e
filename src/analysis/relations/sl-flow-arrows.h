/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What one task sent off and where it arrived, as the trace records it. */

#include "sl-trace.h"

G_BEGIN_DECLS

/**
 * SlFlowArrow:
 * @sender, @receiver: numbers of tasks
 * @sent, @arrived: when, in ticks of the trace
 */
typedef struct
{
  guint32 sender;
  guint32 receiver;
  SlTime sent;
  SlTime arrived;
} SlFlowArrow;

void sl_flow_arrows_add_to (GArray *flows, SlTrace *trace, guint32 task, SlSpan span, guint most);
void sl_flow_arrows_add_from (GArray *flows, SlTrace *trace, guint32 task, SlSpan span, guint most);

G_END_DECLS
