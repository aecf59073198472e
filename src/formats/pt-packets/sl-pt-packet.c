/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-packet.h"

#include <string.h>

#include "sl-byte-reader.h"
#include "sl-pt-packet-private.h"

/* What a first byte begins. */
typedef enum
{
  BEGINS_NOTHING,
  BEGINS_PAD,
  BEGINS_EXTENDED,
  BEGINS_TNT,
  BEGINS_CYC,
  BEGINS_TSC,
  BEGINS_MTC,
  BEGINS_MODE,
  BEGINS_TRIG,
  BEGINS_ADDRESS,
} First;

#define BAD     BEGINS_NOTHING
#define TNT     BEGINS_TNT
#define CYC     BEGINS_CYC
#define ADDRESS BEGINS_ADDRESS

/* The 32 first bytes with the same upper three bits. @ip is what an address with these begins,
 * @special is what byte 11001 begins. */
#define ROW(zero, two, ip, special)                                                            \
  zero, ip, two, CYC, TNT, BAD, TNT, CYC, TNT, BAD, TNT, CYC, TNT, ip, TNT, CYC, TNT, ip, TNT, \
      CYC, TNT, BAD, TNT, CYC, TNT, special, TNT, CYC, TNT, ip, TNT, CYC

static const guint8 first_bytes[256] = {
  ROW (BEGINS_PAD, BEGINS_EXTENDED, ADDRESS, BEGINS_TSC),
  ROW (TNT, TNT, ADDRESS, BAD),
  ROW (TNT, TNT, ADDRESS, BEGINS_MTC),
  ROW (TNT, TNT, ADDRESS, BAD),
  ROW (TNT, TNT, ADDRESS, BEGINS_MODE),
  ROW (TNT, TNT, BAD, BAD),
  ROW (TNT, TNT, ADDRESS, BEGINS_TRIG),
  ROW (TNT, TNT, BAD, BAD),
};

/* The types that end a block of BIP, as bits. */
#define ENDS(symbol) (1u << SL_PT_##symbol)
#define BLOCK_ENDERS                                                                          \
  (ENDS (TNT_SHORT) | ENDS (TNT_LONG) | ENDS (TIP) | ENDS (TIP_PGE) | ENDS (TIP_PGD) |        \
   ENDS (PIP) | ENDS (MODE_EXEC) | ENDS (MODE_TSX) | ENDS (OVF) | ENDS (STOP) | ENDS (VMCS) | \
   ENDS (PSB) | ENDS (PSBEND) | ENDS (PTW) | ENDS (MWAIT) | ENDS (BEP) | ENDS (CFE) | ENDS (EVD))

G_STATIC_ASSERT (SL_PT_N_TYPES <= 32);

const guint8 sl_pt_address_sizes[8] = { 0, 2, 4, 6, 6, 0, 8, 0 };
const guint64 sl_pt_address_masks[8] = {
  G_MAXUINT64,
  ~G_GUINT64_CONSTANT (0xffff),
  ~G_GUINT64_CONSTANT (0xffffffff),
  0,
  ~G_GUINT64_CONSTANT (0xffffffffffff),
  0,
  0,
  0,
};

/* An address packet, of which there may be too few bytes. */
static gboolean
read_address (SlPtContext *context, const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  guint8 whole[1 + sizeof (guint64)] = { 0 };
  guint length = 1 + sl_pt_address_sizes[bytes[0] >> 5];

  if (!sl_pt_set_packet (packet, SL_PT_TIP, length, size))
    return FALSE;

  memcpy (whole, bytes, length);
  sl_pt_address_read (context, whole, packet);
  return TRUE;
}

static gboolean
read_cyc (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  guint64 value = bytes[0] >> 3;
  gboolean more = (bytes[0] & 4) != 0;
  guint length = 1;

  for (guint shift = 5; more; shift += 7, length++)
    {
      if (length == 10)
        return sl_pt_set_bad (packet);
      if (length == size)
        return sl_pt_set_packet (packet, SL_PT_CYC, length + 1, size);

      value |= (guint64) (bytes[length] >> 1) << shift;
      more = (bytes[length] & 1) != 0;
    }

  sl_pt_set_packet (packet, SL_PT_CYC, length, size);
  packet->a = value;
  return TRUE;
}

static gboolean
read_mode (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  static const guint8 widths[4] = { 16, 64, 32, 0 };
  guint leaf;

  if (!sl_pt_set_packet (packet, SL_PT_MODE_EXEC, 2, size))
    return FALSE;

  leaf = bytes[1] >> 5;
  if (leaf > 1)
    return sl_pt_set_bad (packet);

  if (leaf == 0)
    {
      packet->b = bytes[1] & 3;
      packet->a = widths[packet->b];
      packet->flag = (bytes[1] & 4) != 0;
      return TRUE;
    }

  packet->type = SL_PT_MODE_TSX;
  packet->a = bytes[1] & 1;
  packet->b = bytes[1] >> 1 & 1;
  return TRUE;
}

static gboolean
read_trig (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  gboolean has_count = size > 1 && (bytes[1] & 0x40) != 0;

  if (!sl_pt_set_packet (packet, SL_PT_TRIG, has_count ? 5 : 3, size))
    return FALSE;

  if ((bytes[1] & 0x1f) != 0)
    return sl_pt_set_bad (packet);

  packet->flag = bytes[1] >> 7;
  packet->a = bytes[2];
  packet->b = has_count ? sl_bytes_u16_le (bytes + 3) : 0;
  return TRUE;
}

static gboolean
read_block_item (SlPtContext *context, const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (!sl_pt_set_packet (packet, SL_PT_BIP, 1u + context->item_size, size))
    return FALSE;

  packet->a = sl_pt_get_number (bytes + 1, context->item_size);
  packet->b = bytes[0] >> 3;
  return TRUE;
}

static gboolean
read_plain (const guint8 *bytes, gsize size, guint first, SlPtPacket *packet)
{
  switch (first)
    {
    case BEGINS_PAD:
      return sl_pt_set_packet (packet, SL_PT_PAD, 1, size);

    case BEGINS_TNT:
      sl_pt_set_packet (packet, SL_PT_TNT_SHORT, 1, size);
      return sl_pt_set_branches (packet, bytes[0] >> 1);

    case BEGINS_CYC:
      return read_cyc (bytes, size, packet);

    case BEGINS_TSC:
      if (!sl_pt_set_packet (packet, SL_PT_TSC, 8, size))
        return FALSE;
      packet->a = sl_bytes_u64_le (bytes) >> 8;
      return TRUE;

    case BEGINS_MTC:
      if (!sl_pt_set_packet (packet, SL_PT_MTC, 2, size))
        return FALSE;
      packet->a = bytes[1];
      return TRUE;

    case BEGINS_MODE:
      return read_mode (bytes, size, packet);

    case BEGINS_TRIG:
      return read_trig (bytes, size, packet);

    default:
      return sl_pt_set_bad (packet);
    }
}

/**
 * sl_pt_packet_read:
 * @context: what came before, brought up to date if the packet is good
 * @bytes: (array length=size): from where a packet begins
 * @size: up to the end of the stream, above 0; a packet never reaches past it
 * @packet: (out): the packet
 *
 * Decodes one packet. Where it is none, or the bytes end inside it, type and length say so and
 * @context stays; a stream goes on at the next PSB then, with a context of all zeros.
 *
 * Returns: whether a whole packet begins at @bytes
 */
gboolean
sl_pt_packet_read (SlPtContext *context, const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  guint first = first_bytes[bytes[0]];
  gboolean good;

  if (G_LIKELY (first == BEGINS_ADDRESS))
    good = read_address (context, bytes, size, packet);
  else if (context->item_size != 0 && (bytes[0] & 7) == 4)
    good = read_block_item (context, bytes, size, packet);
  else if (first == BEGINS_EXTENDED)
    good = sl_pt_packet_read_extended (context, bytes, size, packet);
  else
    good = read_plain (bytes, size, first, packet);

  if (good && (BLOCK_ENDERS >> packet->type & 1) != 0)
    context->item_size = 0;
  if (good && packet->type == SL_PT_PSB)
    context->last_ip = 0;
  return good;
}

/**
 * sl_pt_packet_type_get_name:
 * @type: a #SlPtPacketType
 *
 * Returns: the packet's name in the manual
 */
const char *
sl_pt_packet_type_get_name (guint type)
{
  static const char *const names[] = {
#define SL_PT_PACKET(symbol, name) name,
#include "sl-pt-packet-table.h"
#undef SL_PT_PACKET
  };

  g_return_val_if_fail (type < SL_PT_N_TYPES, NULL);

  return names[type];
}

/**
 * sl_pt_find_psb:
 * @bytes: (array length=size): a stream
 * @size: its length
 * @from: where to begin, at most @size
 *
 * Finds the next PSB, where decoding may begin. Bytes before it may happen to look like more of
 * it; the PSB is what stands last.
 *
 * Returns: its offset, or @size if there is none
 */
gsize
sl_pt_find_psb (const guint8 *bytes, gsize size, gsize from)
{
  static const guint8 psb[SL_PT_PSB_LENGTH] = {
    2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82,
  };
  const guint64 word = sl_bytes_u64_le (psb);
  const guint64 other_word = word >> 8 | word << 56;

  /* One of the words that lie at multiples of 8 from @from on is inside any PSB. */
  for (gsize at = from; size - at >= 8; at += 8)
    {
      guint64 here = sl_bytes_u64_le (bytes + at);
      const guint8 *found;
      gsize near;
      gsize end;

      if (here != word && here != other_word)
        continue;

      near = MAX (from, at - MIN (at, SL_PT_PSB_LENGTH));
      found = memmem (bytes + near, MIN (size, at + 2 * SL_PT_PSB_LENGTH) - near, psb, sizeof psb);
      if (found == NULL)
        continue;

      /* A packet that ends like a PSB begins: fewer than 16 bytes are too many. */
      near = (gsize) (found - bytes);
      end = near + SL_PT_PSB_LENGTH;
      while (end + 1 < size && end < near + 2 * SL_PT_PSB_LENGTH && bytes[end] == psb[0] &&
             bytes[end + 1] == psb[1])
        end += 2;
      return near + (end - near) % SL_PT_PSB_LENGTH;
    }

  return size;
}
