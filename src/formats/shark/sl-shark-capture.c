/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A pcap file, in either byte order:
 *
 *   offset  size  field
 *        0     4  magic: a1b2c3d4 with microseconds, a1b23c4d with nanoseconds
 *        4    16  version, zone, accuracy, longest packet: not used here
 *       20     4  link type in the low 28 bits
 *       24        packets
 *
 * and a packet of it:
 *
 *        0     4  time: seconds since 1970
 *        4     4  and parts of a second, as the magic says
 *        8     4  bytes captured
 *       12     4  bytes on the wire
 *       16        the bytes captured
 *
 * Of pcapng, blocks with packets are read: section header, interface, enhanced and simple packet. Of their
 * options, the resolution of an interface's times (9) and the count of packets dropped before one (4).
 */
#include "sl-shark-capture.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-shark-datagram.h"

#define PCAP_HEADER   24
#define PACKET_HEADER 16

#define BLOCK_SECTION   0x0a0d0d0a
#define BLOCK_INTERFACE 1
#define BLOCK_SIMPLE    3
#define BLOCK_ENHANCED  6
#define BYTE_ORDER_MARK 0x1a2b3c4d

enum
{
  LINK_LOOPBACK = 0,
  LINK_ETHERNET = 1,
  LINK_RAW_BSD = 12,
  LINK_RAW_OPENBSD = 14,
  LINK_RAW = 101,
  LINK_COOKED = 113,
  LINK_IPV4 = 228,
  LINK_IPV6 = 229,
  LINK_COOKED_2 = 276,
};

#define OPTION_DROPPED    4
#define OPTION_RESOLUTION 9

#define NS_PER_S G_GUINT64_CONSTANT (1000000000)

#define TYPE_IPV4     0x0800
#define TYPE_IPV6     0x86dd
#define IPV6_HEADER   40
#define TYPE_VLAN     0x8100
#define TYPE_VLAN_TAG 0x88a8
#define PROTOCOL_UDP  17

/* Ticks a second of an interface's times: a power of 10, or of 2. */
typedef struct
{
  guint32 link;
  guint32 base;
  guint32 exponent;
} Interface;

typedef struct
{
  SlMapping *mapping;
  guint32 file;
  guint port;
  gboolean big_endian;
  Interface interface; /* whose packet is read */
  GArray *interfaces;  /* of Interface; pcapng only */
  GArray *segments;
  SlNotes *notes;
} Capture;

static guint32
get_u32 (const Capture *self, const guint8 *bytes)
{
  return self->big_endian ? sl_bytes_u32_be (bytes) : sl_bytes_u32_le (bytes);
}

static gboolean
is_pcap_magic (guint32 magic)
{
  return magic == 0xa1b2c3d4 || magic == 0xa1b23c4d;
}

/* Returns: whether a capture begins so, pcap or pcapng */
gboolean
sl_shark_capture_has_magic (const guint8 *head, gsize head_length)
{
  if (head_length < PCAP_HEADER)
    return FALSE;

  return is_pcap_magic (sl_bytes_u32_le (head)) || is_pcap_magic (sl_bytes_u32_be (head)) ||
         sl_bytes_u32_le (head) == BLOCK_SECTION;
}

/* Ethernet, with VLAN tags or without: length of the header, 0 where what follows is not IP. */
static gsize
skip_ethernet (const guint8 *data, gsize size)
{
  gsize at = 12;

  while (at + 2 <= size)
    {
      guint16 type = sl_bytes_u16_be (data + at);

      if (type == TYPE_IPV4 || type == TYPE_IPV6)
        return at + 2;
      if (type != TYPE_VLAN && type != TYPE_VLAN_TAG)
        return 0;
      at += 4;
    }

  return 0;
}

static gboolean
has_type (const guint8 *data, gsize size, gsize at)
{
  guint16 type = at + 2 <= size ? sl_bytes_u16_be (data + at) : 0;

  return type == TYPE_IPV4 || type == TYPE_IPV6;
}

/* Length of the link's header before the IP packet; FALSE where there is none. */
static gboolean
skip_link (guint32 link, const guint8 *data, gsize size, gsize *length)
{
  switch (link)
    {
    case LINK_ETHERNET:
      *length = skip_ethernet (data, size);
      return *length > 0;
    case LINK_COOKED:
      *length = 16;
      return has_type (data, size, 14);
    case LINK_COOKED_2:
      *length = 20;
      return has_type (data, size, 0);
    case LINK_LOOPBACK:
      *length = 4;
      return size >= 4;
    case LINK_RAW:
    case LINK_RAW_BSD:
    case LINK_RAW_OPENBSD:
    case LINK_IPV4:
    case LINK_IPV6:
      *length = 0;
      return TRUE;
    default:
      return FALSE;
    }
}

/* Length of the IP header before that of UDP; 0 where there is none, or of a later fragment. */
static gsize
skip_ip (const guint8 *data, gsize size)
{
  gsize header;

  if (size >= IPV6_HEADER && data[0] >> 4 == 6)
    return data[6] == PROTOCOL_UDP ? IPV6_HEADER : 0;
  if (size < 20 || data[0] >> 4 != 4 || data[9] != PROTOCOL_UDP)
    return 0;

  header = (gsize) (data[0] & 0x0f) * 4;
  return header < 20 || (sl_bytes_u16_be (data + 6) & 0x1fff) != 0 ? 0 : header;
}

/* Length of IP and UDP header of the tracer's packet; 0 for any other. */
static gsize
skip_ip_and_udp (const Capture *self, const guint8 *data, gsize size)
{
  gsize header = skip_ip (data, size);

  if (header == 0 || header + 8 > size)
    return 0;
  if (sl_bytes_u16_be (data + header) == self->port ||
      sl_bytes_u16_be (data + header + 2) == self->port)
    return header + 8;

  data += header + 8;
  size -= header + 8;
  if (size < strlen (SL_SHARK_DATAGRAM_ID) ||
      memcmp (data, SL_SHARK_DATAGRAM_ID, strlen (SL_SHARK_DATAGRAM_ID)) != 0)
    return 0;
  return header + 8;
}

/* In nanoseconds since 1970; 0 where there is no such time. */
static guint64
read_time (const Capture *self, guint64 ticks)
{
  unsigned __int128 time = (unsigned __int128) ticks * NS_PER_S;

  if (self->interface.base == 2)
    time >>= self->interface.exponent;
  for (guint i = 0; self->interface.base == 10 && i < self->interface.exponent; i++)
    time /= 10;

  return time > G_MAXUINT64 ? 0 : (guint64) time;
}

/* One captured packet of @size bytes at @offset in the file, which came at @arrival. */
static void
read_packet (Capture *self, guint64 offset, gsize size, guint64 arrival)
{
  guint before = self->segments->len;
  const guint8 *data = sl_mapping_get_data (self->mapping) + offset;
  gsize link;
  gsize rest;

  if (!skip_link (self->interface.link, data, size, &link))
    return;
  rest = skip_ip_and_udp (self, data + link, size - link);
  if (rest == 0)
    return;

  link += rest;
  sl_shark_datagram_read (data + link, size - link, self->file, offset + link, self->segments,
                          self->notes);
  if (self->segments->len > before)
    g_array_index (self->segments, SlSharkSegment, before).arrival = arrival;
}

static void
note_cut (Capture *self, guint64 offset, gsize n_bytes)
{
  sl_notes_add (self->notes, SL_OFFSET (self->file, offset), n_bytes,
                N_ ("The capture ends inside a packet: its bytes were skipped"));
}

static void
read_pcap (Capture *self)
{
  const guint8 *data = sl_mapping_get_data (self->mapping);
  gsize size = sl_mapping_get_size (self->mapping);
  gsize offset = PCAP_HEADER;
  guint32 scale;

  self->big_endian = is_pcap_magic (sl_bytes_u32_be (data));
  self->interface.link = get_u32 (self, data + 20) & 0x0fffffff;
  scale = get_u32 (self, data) == 0xa1b23c4d ? 1 : 1000;
  while (size - offset >= PACKET_HEADER)
    {
      guint32 captured = get_u32 (self, data + offset + 8);

      if (captured > size - offset - PACKET_HEADER)
        break;
      read_packet (self, offset + PACKET_HEADER, captured,
                   get_u32 (self, data + offset) * NS_PER_S +
                       (guint64) get_u32 (self, data + offset + 4) * scale);
      offset += PACKET_HEADER + captured;
    }

  if (offset < size)
    note_cut (self, offset, size - offset);
}

static guint16
get_u16 (const Capture *self, const guint8 *bytes)
{
  return self->big_endian ? sl_bytes_u16_be (bytes) : sl_bytes_u16_le (bytes);
}

static guint64
get_u64 (const Capture *self, const guint8 *bytes)
{
  guint64 first = get_u32 (self, bytes);
  guint64 second = get_u32 (self, bytes + 4);

  return self->big_endian ? first << 32 | second : second << 32 | first;
}

/* The value of an option, among the @size bytes of them; NULL where there is none that has @length bytes. */
static const guint8 *
find_option (const Capture *self, const guint8 *options, gsize size, guint code, gsize length)
{
  while (size >= 4)
    {
      guint found = get_u16 (self, options);
      gsize has = get_u16 (self, options + 2);
      gsize filled = 4 + (has + 3) / 4 * 4;

      if (found == 0 || filled > size)
        return NULL;
      if (found == code && has == length)
        return options + 4;
      options += filled;
      size -= filled;
    }

  return NULL;
}

static void
add_interface (Capture *self, const guint8 *data, gsize size)
{
  const guint8 *resolution =
      size >= 8 ? find_option (self, data + 8, size - 8, OPTION_RESOLUTION, 1) : NULL;
  Interface interface = { .link = get_u16 (self, data), .base = 10, .exponent = 6 };

  if (resolution != NULL)
    {
      interface.base = (*resolution & 0x80) != 0 ? 2 : 10;
      interface.exponent = *resolution & 0x7f;
    }
  g_array_append_val (self->interfaces, interface);
}

static void
read_enhanced (Capture *self, const guint8 *data, guint64 offset, gsize size)
{
  guint32 captured = MIN (size - 20, get_u32 (self, data + 12));
  gsize filled = 20 + ((gsize) captured + 3) / 4 * 4;
  const guint8 *dropped =
      filled < size ? find_option (self, data + filled, size - filled, OPTION_DROPPED, 8) : NULL;

  if (dropped != NULL)
    sl_notes_add (self->notes, SL_OFFSET (self->file, offset), get_u64 (self, dropped),
                  N_ ("The receiving computer had no room for datagrams before this one"));
  read_packet (self, offset + 20, captured,
               read_time (self,
                          (guint64) get_u32 (self, data + 4) << 32 | get_u32 (self, data + 8)));
}

/* The body of a pcapng block of @size bytes at @offset, without its lengths. */
static void
read_block (Capture *self, guint32 type, guint64 offset, gsize size)
{
  const guint8 *data = sl_mapping_get_data (self->mapping) + offset;
  guint32 number = 0;

  if (type == BLOCK_SECTION)
    {
      g_array_set_size (self->interfaces, 0);
      return;
    }
  if (type == BLOCK_INTERFACE && size >= 2)
    {
      add_interface (self, data, size);
      return;
    }

  if (type == BLOCK_ENHANCED && size >= 20)
    number = get_u32 (self, data);
  else if (type != BLOCK_SIMPLE || size < 4)
    return;
  if (number >= self->interfaces->len)
    return;

  self->interface = g_array_index (self->interfaces, Interface, number);
  if (type == BLOCK_ENHANCED)
    read_enhanced (self, data, offset, size);
  else
    read_packet (self, offset + 4, MIN (size - 4, get_u32 (self, data)), 0);
}

static void
read_pcapng (Capture *self)
{
  const guint8 *data = sl_mapping_get_data (self->mapping);
  gsize size = sl_mapping_get_size (self->mapping);
  gsize offset = 0;

  while (size - offset >= 12)
    {
      guint32 type = get_u32 (self, data + offset);
      guint32 length;

      if (type == BLOCK_SECTION)
        self->big_endian = sl_bytes_u32_be (data + offset + 8) == BYTE_ORDER_MARK;
      length = get_u32 (self, data + offset + 4);
      if (length < 12 || length % 4 != 0 || length > size - offset)
        break;
      read_block (self, type, offset + 8, length - 12);
      offset += length;
    }

  if (offset < size)
    note_cut (self, offset, size - offset);
}

static gboolean
is_known_link (guint32 link)
{
  guint8 nothing[32] = { 0 };
  gsize length;

  nothing[12] = nothing[14] = nothing[0] = TYPE_IPV4 >> 8;
  return skip_link (link, nothing, sizeof nothing, &length);
}

/**
 * sl_shark_capture_read:
 * @port: packets to or from it are the tracer's, and those that begin as its datagrams do
 * @segments: (element-type SlSharkSegment): gets the records of all datagrams as they came
 *
 * Returns: %FALSE with %SL_ERROR_UNSUPPORTED for a link type that is not read here, or
 *   %SL_ERROR_EMPTY where no packet is the tracer's
 */
gboolean
sl_shark_capture_read (SlMapping *mapping,
                       guint32 file,
                       guint port,
                       GArray *segments,
                       SlNotes *notes,
                       GError **error)
{
  g_autoptr (GArray) interfaces = g_array_new (FALSE, FALSE, sizeof (Interface));
  Capture self = { .mapping = mapping,
                   .file = file,
                   .port = port,
                   .interfaces = interfaces,
                   .segments = segments,
                   .notes = notes };
  guint before = segments->len;

  if (sl_bytes_u32_le (sl_mapping_get_data (mapping)) == BLOCK_SECTION)
    read_pcapng (&self);
  else
    read_pcap (&self);

  if (segments->len > before)
    return TRUE;

  if (!is_known_link (self.interface.link))
    g_set_error (
        error, SL_ERROR, SL_ERROR_UNSUPPORTED,
        "The capture's link type %u is not read here: Ethernet (1), raw IP (101, 228, 229), "
        "Linux cooked (113, 276) and loopback (0) are",
        self.interface.link);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
                 "The capture holds no datagram of the tracer, to or from UDP port %u or beginning "
                 "with %s",
                 port, SL_SHARK_DATAGRAM_ID);
  return FALSE;
}
