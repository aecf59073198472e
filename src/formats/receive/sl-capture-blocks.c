/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A block of pcapng:
 *
 *   offset  size  field
 *        0     4  type
 *        4     4  length of the block, a multiple of 4
 *        8        body, with options at its end
 *      n-4     4  length again
 *
 * and an option of it: code (2), length (2), value, filled up to a multiple of 4. All integers are
 * little-endian, as the byte-order mark says.
 */
#include "sl-capture-blocks.h"

#include <string.h>

#define BLOCK_SECTION    0x0a0d0d0a
#define BLOCK_INTERFACE  1
#define BLOCK_STATISTICS 5
#define BLOCK_ENHANCED   6
#define BYTE_ORDER_MARK  0x1a2b3c4d

#define LINK_IPV4 228
#define LINK_IPV6 229

#define OPTION_COMMENT           1
#define SECTION_PROGRAM          4
#define INTERFACE_NAME           2
#define INTERFACE_RESOLUTION     9
#define PACKET_DROPPED           4
#define STATISTICS_RECEIVED      4
#define STATISTICS_KEPT          6
#define STATISTICS_DROPPED       7
#define RESOLUTION_OF_NANOSECOND 9

#define IP_HEADER   20
#define IPV6_HEADER 40
#define UDP_HEADER  8

static void
put (GByteArray *bytes, guint64 value, guint size)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, size);
}

/* As the network has it. */
static void
put_be (GByteArray *bytes, guint32 value, guint size)
{
  value = GUINT32_TO_BE (value << 8 * (4 - size));
  g_byte_array_append (bytes, (const guint8 *) &value, size);
}

static void
fill_up (GByteArray *bytes, gsize size)
{
  put (bytes, 0, (4 - size % 4) % 4);
}

static void
put_option (GByteArray *bytes, guint code, gconstpointer value, gsize size)
{
  put (bytes, code, 2);
  put (bytes, size, 2);
  g_byte_array_append (bytes, value, size);
  fill_up (bytes, size);
}

static void
put_number_option (GByteArray *bytes, guint code, guint64 value)
{
  guint64 stored = GUINT64_TO_LE (value);

  put_option (bytes, code, &stored, sizeof stored);
}

/* Returns: where the block begins */
static guint
begin_block (GByteArray *bytes, guint32 type)
{
  guint start = bytes->len;

  put (bytes, type, 4);
  put (bytes, 0, 4);
  return start;
}

static void
end_block (GByteArray *bytes, guint start)
{
  guint32 length = GUINT32_TO_LE (bytes->len + 4 - start);

  memcpy (bytes->data + start + 4, &length, sizeof length);
  g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
}

static void
put_time (GByteArray *bytes, guint64 time)
{
  put (bytes, time >> 32, 4);
  put (bytes, time & 0xffffffff, 4);
}

/**
 * sl_capture_append_header:
 * @to: where datagrams arrive
 *
 * What a capture begins with.
 */
void
sl_capture_append_header (GByteArray *bytes, const SlNetAddress *to)
{
  static const char program[] = "Slackline";
  const guint8 resolution = RESOLUTION_OF_NANOSECOND;
  g_autofree char *name = sl_net_address_dup_text (to);
  guint start = begin_block (bytes, BLOCK_SECTION);

  put (bytes, BYTE_ORDER_MARK, 4);
  put (bytes, 1, 2);
  put (bytes, 0, 2);
  put (bytes, G_MAXUINT64, 8); /* the section's length is not known */
  put_option (bytes, SECTION_PROGRAM, program, strlen (program));
  put_option (bytes, 0, "", 0);
  end_block (bytes, start);

  start = begin_block (bytes, BLOCK_INTERFACE);
  put (bytes, sl_net_address_is_v6 (to) ? LINK_IPV6 : LINK_IPV4, 2);
  put (bytes, 0, 2);
  put (bytes, 0, 4); /* packets are kept at any length */
  put_option (bytes, INTERFACE_NAME, name, strlen (name));
  put_option (bytes, INTERFACE_RESOLUTION, &resolution, 1);
  put_option (bytes, 0, "", 0);
  end_block (bytes, start);
}

/* Of big-endian halves of words; an odd byte at the end counts as a high one. */
static guint32
sum_up (guint32 sum, const guint8 *data, gsize size)
{
  for (gsize i = 0; i < size; i++)
    sum += i % 2 == 0 ? (guint32) data[i] << 8 : data[i];
  return sum;
}

static guint16
end_sum (guint32 sum)
{
  sum = (sum & 0xffff) + (sum >> 16);
  return (guint16) ~(sum + (sum >> 16));
}

static void
put_ip_header (GByteArray *bytes, const SlCapturePacket *packet)
{
  guint start = bytes->len;
  guint16 sum;

  put_be (bytes, 0x4500, 2);
  put_be (bytes, IP_HEADER + UDP_HEADER + packet->size, 2);
  put_be (bytes, 0x4000, 4); /* no fragment */
  put_be (bytes, 64, 1);
  put_be (bytes, IPPROTO_UDP, 1);
  put_be (bytes, 0, 2);
  put_be (bytes, ntohl (packet->from.v4.sin_addr.s_addr), 4);
  put_be (bytes, ntohl (packet->to.v4.sin_addr.s_addr), 4);
  sum = GUINT16_TO_BE (end_sum (sum_up (0, bytes->data + start, IP_HEADER)));
  memcpy (bytes->data + start + 10, &sum, sizeof sum);
}

static void
put_ipv6_header (GByteArray *bytes, const SlCapturePacket *packet)
{
  put_be (bytes, 0x60000000, 4);
  put_be (bytes, UDP_HEADER + packet->size, 2);
  put_be (bytes, IPPROTO_UDP, 1);
  put_be (bytes, 64, 1);
  g_byte_array_append (bytes, packet->from.v6.sin6_addr.s6_addr, 16);
  g_byte_array_append (bytes, packet->to.v6.sin6_addr.s6_addr, 16);
}

/* IPv6 wants one, of the addresses, the length, the protocol, and header and data of UDP. */
static guint16
make_udp_sum (const guint8 *udp, const SlCapturePacket *packet)
{
  guint32 sum = IPPROTO_UDP + UDP_HEADER + packet->size;

  sum = sum_up (sum, packet->from.v6.sin6_addr.s6_addr, 16);
  sum = sum_up (sum, packet->to.v6.sin6_addr.s6_addr, 16);
  sum = sum_up (sum, udp, UDP_HEADER);
  sum = end_sum (sum_up (sum, packet->payload, packet->size));
  return sum != 0 ? GUINT16_TO_BE (sum) : 0xffff;
}

/* What the socket took off. */
static void
put_headers (GByteArray *bytes, const SlCapturePacket *packet)
{
  gboolean is_v6 = sl_net_address_is_v6 (&packet->to);
  guint16 sum;
  guint udp;

  if (is_v6)
    put_ipv6_header (bytes, packet);
  else
    put_ip_header (bytes, packet);
  udp = bytes->len;
  put_be (bytes, sl_net_address_get_port (&packet->from), 2);
  put_be (bytes, sl_net_address_get_port (&packet->to), 2);
  put_be (bytes, UDP_HEADER + packet->size, 2);
  put_be (bytes, 0, 2); /* no checksum */
  if (!is_v6)
    return;

  sum = make_udp_sum (bytes->data + udp, packet);
  memcpy (bytes->data + udp + 6, &sum, sizeof sum);
}

void
sl_capture_append_packet (GByteArray *bytes, const SlCapturePacket *packet)
{
  guint header = sl_net_address_is_v6 (&packet->to) ? IPV6_HEADER : IP_HEADER;
  guint length = header + UDP_HEADER + packet->size;
  guint start = begin_block (bytes, BLOCK_ENHANCED);

  put (bytes, 0, 4);
  put_time (bytes, packet->arrival);
  put (bytes, length, 4);
  put (bytes, length, 4);
  put_headers (bytes, packet);
  g_byte_array_append (bytes, packet->payload, packet->size);
  fill_up (bytes, length);
  if (packet->dropped > 0)
    put_number_option (bytes, PACKET_DROPPED, packet->dropped);
  if (packet->remark != NULL)
    put_option (bytes, OPTION_COMMENT, packet->remark, strlen (packet->remark));
  if (packet->dropped > 0 || packet->remark != NULL)
    put_option (bytes, 0, "", 0);
  end_block (bytes, start);
}

/**
 * sl_capture_append_totals:
 *
 * What a capture ends with.
 */
void
sl_capture_append_totals (GByteArray *bytes, const SlCaptureTotals *totals)
{
  guint start = begin_block (bytes, BLOCK_STATISTICS);

  put (bytes, 0, 4);
  put_time (bytes, totals->arrival);
  put_number_option (bytes, STATISTICS_RECEIVED, totals->received);
  put_number_option (bytes, STATISTICS_KEPT, totals->kept);
  put_number_option (bytes, STATISTICS_DROPPED, totals->dropped);
  put_option (bytes, 0, "", 0);
  end_block (bytes, start);
}
