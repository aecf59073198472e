/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sends chunks as the kernel does, in datagrams of at most 60 records, over a network that loses, delays and
 * repeats to order. The same options and seed give the same datagrams in the same order. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlSharkSending:
 * @n_datagrams: to make, where no chunks are given
 * @rate: datagrams a second; 0 for as fast as they go
 * @lost: how many of a thousand are never sent; the last one always is
 * @late: how many of a thousand come up to 16 places later
 * @repeated: how many of a thousand come again, up to 20 places later
 * @garbage: how many datagrams of other programs come between a thousand
 * @first: number of the first datagram, 1 in the kernel
 * @die_after: datagrams after which it sends nothing more; 0 for none
 */
typedef struct
{
  guint n_datagrams;
  guint rate;
  guint lost;
  guint late;
  guint repeated;
  guint garbage;
  guint first;
  guint die_after;
  guint32 seed;
} SlSharkSending;

/**
 * SlSharkSent:
 *
 * What came onto the network, counted by what was sent and not by how it is received.
 */
typedef struct
{
  guint64 n_sent;     /* datagrams of the tracer */
  guint64 n_distinct; /* of these, with different numbers */
  guint64 n_events;   /* in the distinct ones */
  guint64 n_lost;     /* numbers up to the highest that was sent, which were not sent */
  guint64 n_late;
  guint64 n_repeated;
  guint64 n_garbage;
  guint64 n_chunks;
} SlSharkSent;

typedef struct _SlSharkSender SlSharkSender;

SlSharkSender *sl_shark_sender_new (const SlSharkSending *sending, GPtrArray *chunks);
void sl_shark_sender_free (SlSharkSender *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSharkSender, sl_shark_sender_free)

void sl_shark_sender_run (SlSharkSender *self, const char *address, guint port);
const SlSharkSent *sl_shark_sender_get_sent (const SlSharkSender *self);
gboolean sl_shark_sender_is_lost (const SlSharkSender *self, guint32 number);
GByteArray *sl_shark_sender_make (const SlSharkSender *self, guint32 number);

G_END_DECLS
