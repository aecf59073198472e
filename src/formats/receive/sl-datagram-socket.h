/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A UDP socket that many datagrams a second come to: taken many at a time, each with its sender and the time at
 * which the system got it, and with a count of those that the system had no room for. */

#include <gio/gio.h>

#include "sl-net-address.h"

G_BEGIN_DECLS

/* As many as are taken at a time. */
#define SL_DATAGRAM_BATCH 256

/* A longer one is cut, which the tracer's never are. */
#define SL_DATAGRAM_SIZE 9216

/**
 * SlDatagram:
 * @data: its payload, which the next call overwrites
 * @size: of it, in bytes
 * @is_cut: whether it was longer
 * @arrival: nanoseconds since 1970
 * @dropped: datagrams that the system dropped since the one before
 */
typedef struct
{
  SlNetAddress from;
  const guint8 *data;
  gsize size;
  gboolean is_cut;
  guint64 arrival;
  guint32 dropped;
} SlDatagram;

/* Used by one thread at a time, but for sl_datagram_socket_wake(). */
typedef struct _SlDatagramSocket SlDatagramSocket;

SlDatagramSocket *sl_datagram_socket_new (const char *address, guint port, GError **error);
void sl_datagram_socket_free (SlDatagramSocket *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlDatagramSocket, sl_datagram_socket_free)

const SlNetAddress *sl_datagram_socket_get_address (const SlDatagramSocket *self);
gboolean sl_datagram_socket_wait (SlDatagramSocket *self, gint64 timeout_us, gboolean takes);
guint sl_datagram_socket_take (SlDatagramSocket *self, SlDatagram *datagrams);
guint32 sl_datagram_socket_take_dropped (SlDatagramSocket *self);
void sl_datagram_socket_wake (SlDatagramSocket *self);

G_END_DECLS
