/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace says is asked of its tasks: their periods and deadlines. */

#include "sl-task-rules.h"
#include "sl-trace.h"

G_BEGIN_DECLS

void sl_recorded_rules_add (SlTaskRules *rules, SlTrace *trace);
void sl_recorded_rules_add_ns (SlTaskRules *rules, SlTrace *trace, const SlClock *clock);

G_END_DECLS
