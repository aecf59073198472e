/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Why one task runs and another does not. */

#include "sl-decision.h"

G_BEGIN_DECLS

void sl_reason_of_running (const SlSchedState *after,
                           SlReplay *replay,
                           guint32 rival,
                           SlDecision *decision);
void sl_reason_of_waiting (const SlSchedState *after, SlReplay *replay, SlDecision *decision);
guint32
sl_reason_find_lock (const SlSchedState *after, SlReplay *replay, guint32 holder, guint32 waiter);

G_END_DECLS
