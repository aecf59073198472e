/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Sends records over a network that may lose, repeat and delay, and captures it. */

#include <glib.h>

G_BEGIN_DECLS

/* The kernel sends a packet before it would reach 1000 bytes. */
#define SL_SHARK_RECORDS_A_PACKET 60

/**
 * SlSharkNetwork:
 * @first_packet: number of the first datagram, 1 in the kernel
 * @lose: number of the datagram that is lost, 0 for none
 * @repeat: number of the datagram that arrives twice, 0 for none
 * @delay: number of the datagram that is overtaken by the next, 0 for none
 */
typedef struct
{
  guint32 first_packet;
  guint32 lose;
  guint32 repeat;
  guint32 delay;
} SlSharkNetwork;

typedef enum
{
  SL_SHARK_CAPTURE_NONE, /* payloads one after another */
  SL_SHARK_CAPTURE_PCAP_ETHERNET,
  SL_SHARK_CAPTURE_PCAP_SWAPPED_NS_COOKED, /* big-endian file, nanoseconds, Linux cooked */
  SL_SHARK_CAPTURE_PCAP_VLAN,
  SL_SHARK_CAPTURE_PCAP_RAW,
  SL_SHARK_CAPTURE_PCAPNG,
} SlSharkCapture;

GBytes *sl_shark_shape_datagrams (GBytes *records,
                                  const SlSharkNetwork *network,
                                  SlSharkCapture capture) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
