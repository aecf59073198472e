/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Who is ready, and who waits for its server, kept in order from place to place. */

#include "sl-instant.h"

G_BEGIN_DECLS

typedef struct _SlInstantQueue SlInstantQueue;

void sl_instant_queue_sort (SlInstant *self);
void sl_instant_queue_new (SlInstant *self);
void sl_instant_queue_take_out (SlInstant *self, const GArray *lanes, GArray *places);
void sl_instant_queue_take_out_holders (SlInstant *self, GArray *places);
void sl_instant_queue_put_back (SlInstant *self, const GArray *places);
void sl_instant_queue_free (SlInstantQueue *self);

G_END_DECLS
