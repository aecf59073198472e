/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which of two tasks is more urgent by itself: by its own priority or its job's deadline, and in a
 * server by that of the server; whatever either inherits and whatever ceiling it has. What runs
 * before a more urgent one is blocking, what runs before a less urgent one is interference. */

#include "sl-server-deadlines.h"

G_BEGIN_DECLS

typedef struct _SlJobTable SlJobTable;

typedef enum
{
  SL_ORDER_UNKNOWN,
  SL_ORDER_MORE_URGENT,
  SL_ORDER_EQUAL,
  SL_ORDER_LESS_URGENT,
} SlOrder;

/* Immutable, readable from any thread. */
typedef struct _SlBaseOrder SlBaseOrder;

SlBaseOrder *sl_base_order_new (const SlJobTable *jobs);
void sl_base_order_free (SlBaseOrder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBaseOrder, sl_base_order_free)

gboolean
sl_base_order_get_recorded (const SlBaseOrder *self, guint32 task, SlSpan span, gint64 *priority);
gboolean sl_base_order_get_urgency (const SlBaseOrder *self, guint32 task, gint64 *urgency);
SlOrder sl_base_order_compare (const SlBaseOrder *self,
                               guint32 one,
                               guint32 other,
                               SlTime time,
                               SlTime *until);
gboolean sl_base_order_is_background (const SlBaseOrder *self, guint32 task, SlTime time);
guint32 sl_base_order_get_server (const SlBaseOrder *self, guint32 task);
const SlServerDeadlines *sl_base_order_get_deadlines (const SlBaseOrder *self, guint32 server);
gboolean sl_base_order_get_server_deadline (const SlBaseOrder *self,
                                            guint32 server,
                                            SlTime time,
                                            SlTime *deadline);

G_END_DECLS
