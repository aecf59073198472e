/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The blocks of a network capture (pcapng) with one interface of raw IP, as bytes. Received datagrams
 * are kept as such: whole, in the order of their arrival, with its time, the sender, and what was noticed. */

#include "sl-net-address.h"

G_BEGIN_DECLS

/* Bytes of a block beyond the datagram, at most, with the longest remark. */
#define SL_CAPTURE_OVERHEAD 256

/**
 * SlCapturePacket:
 * @from: who sent it
 * @to: where it arrived
 * @arrival: nanoseconds since 1970
 * @dropped: datagrams of any kind that the system dropped since the packet before
 * @payload: (array length=size): of the datagram
 * @remark: (nullable): for people, at most 100 bytes
 */
typedef struct
{
  SlNetAddress from;
  SlNetAddress to;
  guint64 arrival;
  guint64 dropped;
  const guint8 *payload;
  gsize size;
  const char *remark;
} SlCapturePacket;

/**
 * SlCaptureTotals:
 * @arrival: the latest, in nanoseconds since 1970
 * @received: datagrams that came, of any kind
 * @dropped: that the system dropped
 * @kept: that are in the capture
 */
typedef struct
{
  guint64 arrival;
  guint64 received;
  guint64 dropped;
  guint64 kept;
} SlCaptureTotals;

void sl_capture_append_header (GByteArray *bytes, const SlNetAddress *to);
void sl_capture_append_packet (GByteArray *bytes, const SlCapturePacket *packet);
void sl_capture_append_totals (GByteArray *bytes, const SlCaptureTotals *totals);

G_END_DECLS
