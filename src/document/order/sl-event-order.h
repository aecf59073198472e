/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The events of all traces of a set in the order of the axis: each trace's, or those that a search
 * finds in it, merged on the way. */

#include "sl-event-sequence.h"
#include "sl-merge-order.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

/**
 * SlEventOrder:
 * @set: (nullable): %NULL if it has no members
 * @members: (element-type SlEventSequence): by trace
 * @merge: over @members; its data is this struct, which must not move
 */
typedef struct
{
  SlTraceSet *set;
  GPtrArray *members;
  SlMergeOrder merge;
} SlEventOrder;

void sl_event_order_init (SlEventOrder *self);
void sl_event_order_clear (SlEventOrder *self);
void sl_event_order_add (SlEventOrder *self, SlEventSequence *member);
void sl_event_order_remove_all (SlEventOrder *self);
SlEventSequence *sl_event_order_get (const SlEventOrder *self, guint member);
gboolean sl_event_order_read (const SlEventOrder *self,
                              guint member,
                              guint64 place,
                              guint64 *index,
                              SlTime *time);

G_END_DECLS
