/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Who is ready, and who waits for its server, kept in order from event to event. */

#include "sl-sched-state.h"

G_BEGIN_DECLS

typedef struct _SlSchedQueue SlSchedQueue;

void sl_sched_queue_sort (SlSchedState *self);
void sl_sched_queue_new (SlSchedState *self);
void sl_sched_queue_take_out (SlSchedState *self, const GArray *lanes, GArray *indices);
void sl_sched_queue_take_out_holders (SlSchedState *self, GArray *indices);
void sl_sched_queue_put_back (SlSchedState *self, const GArray *indices);
void sl_sched_queue_free (SlSchedQueue *self);

G_END_DECLS
