/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-network.h"

#include <string.h>

#include "sl-shark-record.h"

#define PORT 20000

typedef struct
{
  GByteArray *bytes;
  SlSharkCapture capture;
  gboolean big_endian; /* what is written next */
  guint64 n_sent;
} Network;

static void
put (Network *self, guint64 value, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = value >> 8 * (self->big_endian ? n_bytes - 1 - i : i);

      g_byte_array_append (self->bytes, &byte, 1);
    }
}

static void
put_zeros (Network *self, guint n_bytes)
{
  put (self, 0, MIN (n_bytes, 8));
  if (n_bytes > 8)
    put_zeros (self, n_bytes - 8);
}

static gboolean
is_swapped (const Network *self)
{
  return self->capture == SL_SHARK_CAPTURE_PCAP_SWAPPED_NS_COOKED;
}

static guint
get_link_type (const Network *self)
{
  if (self->capture == SL_SHARK_CAPTURE_PCAP_RAW)
    return 101;

  return is_swapped (self) ? 113 : 1;
}

static guint
get_link_length (const Network *self)
{
  switch (get_link_type (self))
    {
    case 101:
      return 0;
    case 113:
      return 16;
    default:
      return self->capture == SL_SHARK_CAPTURE_PCAP_VLAN ? 18 : 14;
    }
}

static void
put_capture_header (Network *self)
{
  self->big_endian = is_swapped (self);
  if (self->capture == SL_SHARK_CAPTURE_PCAPNG)
    {
      put (self, 0x0a0d0d0a, 4);
      put (self, 28, 4);
      put (self, 0x1a2b3c4d, 4);
      put (self, 1, 4);
      put (self, G_MAXUINT64, 8);
      put (self, 28, 4);
      put (self, 1, 4);
      put (self, 20, 4);
      put (self, get_link_type (self), 4);
      put (self, 65535, 4);
      put (self, 20, 4);
      return;
    }

  put (self, is_swapped (self) ? 0xa1b23c4d : 0xa1b2c3d4, 4);
  put (self, 2, 2);
  put (self, 4, 2);
  put_zeros (self, 8);
  put (self, 65535, 4);
  put (self, get_link_type (self), 4);
}

/* The headers of link, IPv4 and UDP before @length bytes. */
static void
put_headers (Network *self, guint length)
{
  self->big_endian = TRUE;
  if (get_link_length (self) > 0)
    {
      put_zeros (self, get_link_type (self) == 113 ? 14 : 12);
      if (self->capture == SL_SHARK_CAPTURE_PCAP_VLAN)
        put (self, 0x81000005, 4);
      put (self, 0x0800, 2);
    }

  put (self, 0x4500, 2);
  put (self, 28 + length, 2);
  put (self, self->n_sent, 2);
  put (self, 0x4000, 2);
  put (self, 64, 1);
  put (self, 17, 1);
  put (self, 0, 2);
  put (self, 0xc0a8010a, 4);
  put (self, 0xc0a80101, 4);
  put (self, PORT, 2);
  put (self, PORT, 2);
  put (self, 8 + length, 2);
  put (self, 0, 2);
}

static void
send (Network *self, guint32 packet, const guint8 *records, guint n_records)
{
  guint length = 24 + n_records * SL_SHARK_RECORD_SIZE;
  guint captured = get_link_length (self) + 28 + length;
  guint padding = (4 - captured % 4) % 4;
  gboolean is_ng = self->capture == SL_SHARK_CAPTURE_PCAPNG;

  self->n_sent++;
  self->big_endian = is_swapped (self);
  if (is_ng)
    {
      put (self, 6, 4);
      put (self, 32 + captured + padding, 4);
      put (self, 0, 4);
    }
  if (self->capture != SL_SHARK_CAPTURE_NONE)
    {
      put (self, self->n_sent, 4);
      put (self, 0, 4);
      put (self, captured, 4);
      put (self, captured, 4);
      put_headers (self, length);
    }

  self->big_endian = FALSE;
  g_byte_array_append (self->bytes, (const guint8 *) "TRACER-V1.0", 12);
  put (self, packet, 4);
  put (self, n_records, 4);
  put (self, length, 4);
  g_byte_array_append (self->bytes, records, n_records * SL_SHARK_RECORD_SIZE);

  if (is_ng)
    {
      put_zeros (self, padding);
      put (self, 32 + captured + padding, 4);
    }
}

/**
 * sl_shark_shape_datagrams:
 * @records: as they stand in the chunks
 *
 * Returns: (transfer full): the file that a receiver writes, or that a capture gives
 */
GBytes *
sl_shark_shape_datagrams (GBytes *records, const SlSharkNetwork *network, SlSharkCapture capture)
{
  Network self = { g_byte_array_new (), capture, FALSE, 0 };
  gsize size;
  const guint8 *data = g_bytes_get_data (records, &size);
  guint n_records = size / SL_SHARK_RECORD_SIZE;
  guint n_packets = (n_records + SL_SHARK_RECORDS_A_PACKET - 1) / SL_SHARK_RECORDS_A_PACKET;

  if (capture != SL_SHARK_CAPTURE_NONE)
    put_capture_header (&self);

  for (guint i = 0; i < n_packets; i++)
    {
      guint place = i;
      guint32 packet;
      guint count;

      if (network->delay != 0 && i + 1 == network->delay - network->first_packet + 1)
        place = i + 1;
      else if (network->delay != 0 && i == network->delay - network->first_packet + 1)
        place = i - 1;
      packet = network->first_packet + place;
      count = MIN (SL_SHARK_RECORDS_A_PACKET, n_records - place * SL_SHARK_RECORDS_A_PACKET);
      if (packet == network->lose)
        continue;
      send (&self, packet, data + (gsize) place * SL_SHARK_RECORDS_A_PACKET * SL_SHARK_RECORD_SIZE,
            count);
      if (packet == network->repeat)
        send (&self, packet,
              data + (gsize) place * SL_SHARK_RECORDS_A_PACKET * SL_SHARK_RECORD_SIZE, count);
    }

  return g_byte_array_free_to_bytes (self.bytes);
}
