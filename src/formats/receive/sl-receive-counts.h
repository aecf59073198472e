/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a receiver counts of the datagrams that come: pure, without socket or file. */

#include "sl-net-address.h"
#include "sl-shark-datagram.h"
#include "sl-shark-sequence.h"

G_BEGIN_DECLS

/**
 * SlReceiveCounts:
 * @n_received: datagrams of any kind
 * @n_datagrams: of the tracer, those that came twice counted once
 * @n_events: in these
 * @n_chunks: that these are of; a chunk ends with a datagram that is not full, so that one whose events fill all of
 *   them is taken for a part of the next
 * @is_incomplete: whether the last one has no end yet
 * @n_lost: whose number did not come
 * @n_late: that came after one with a higher number
 * @n_duplicates: that were there already
 * @n_restarts: how often the tracer began to count anew
 * @n_damaged: of @n_datagrams, those whose size is not that of their events
 * @n_others: of the tracer, but of another sender than the first: not kept
 * @n_ignored: that are not the tracer's: not kept
 * @n_empty: of no bytes, which is what a chunk without events sends
 * @n_dropped: of any kind, that this system had no room for
 * @arrival: of the last that was kept, in nanoseconds since 1970; 0 for none
 */
typedef struct
{
  guint64 n_received;
  guint64 n_datagrams;
  guint64 n_events;
  guint64 n_chunks;
  gboolean is_incomplete;
  guint64 n_lost;
  guint64 n_late;
  guint64 n_duplicates;
  guint64 n_restarts;
  guint64 n_damaged;
  guint64 n_others;
  guint64 n_ignored;
  guint64 n_empty;
  guint64 n_dropped;
  guint64 arrival;
} SlReceiveCounts;

typedef struct _SlReceiveCounter SlReceiveCounter;

SlReceiveCounter *sl_receive_counter_new (void);
void sl_receive_counter_free (SlReceiveCounter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlReceiveCounter, sl_receive_counter_free)

gboolean sl_receive_counter_take (SlReceiveCounter *self,
                                  const SlNetAddress *from,
                                  const guint8 *data,
                                  gsize size);
const char *sl_receive_counter_get_remark (const SlReceiveCounter *self);
SlReceiveCounts *sl_receive_counter_get (SlReceiveCounter *self);

G_END_DECLS
