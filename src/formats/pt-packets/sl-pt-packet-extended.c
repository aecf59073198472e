/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The packets whose first byte is 02: the second one tells which it is. */

#include <string.h>

#include "sl-byte-reader.h"
#include "sl-pt-packet-private.h"

static gboolean
read_psb (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  static const guint8 psb[SL_PT_PSB_LENGTH] = {
    2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82,
  };

  if (memcmp (bytes, psb, MIN (size, sizeof psb)) != 0)
    return sl_pt_set_bad (packet);

  return sl_pt_set_packet (packet, SL_PT_PSB, SL_PT_PSB_LENGTH, size);
}

static gboolean
read_tma (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (!sl_pt_set_packet (packet, SL_PT_TMA, 7, size))
    return FALSE;

  packet->a = sl_bytes_u16_le (bytes + 2);
  packet->b = sl_bytes_u16_le (bytes + 5);
  return bytes[4] == 0 && packet->b <= 0x1ff ? TRUE : sl_pt_set_bad (packet);
}

static gboolean
read_tnt_long (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  guint64 payload;

  if (!sl_pt_set_packet (packet, SL_PT_TNT_LONG, 8, size))
    return FALSE;

  payload = sl_pt_get_number (bytes + 2, 6);
  return payload != 0 ? sl_pt_set_branches (packet, payload) : sl_pt_set_bad (packet);
}

static gboolean
read_pip (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  guint64 payload;

  if (!sl_pt_set_packet (packet, SL_PT_PIP, 8, size))
    return FALSE;

  payload = sl_pt_get_number (bytes + 2, 6);
  packet->a = payload >> 1 << 5;
  packet->flag = payload & 1;
  return TRUE;
}

static gboolean
read_ptw (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  guint n_bytes = (bytes[1] & 0x20) != 0 ? 8 : 4;

  if (!sl_pt_set_packet (packet, SL_PT_PTW, 2 + n_bytes, size))
    return FALSE;

  packet->a = sl_pt_get_number (bytes + 2, n_bytes);
  packet->b = n_bytes;
  packet->flag = bytes[1] >> 7;
  return TRUE;
}

static gboolean
read_mnt (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (size > 2 && bytes[2] != 0x88)
    return sl_pt_set_bad (packet);
  if (!sl_pt_set_packet (packet, SL_PT_MNT, 11, size))
    return FALSE;

  packet->a = sl_bytes_u64_le (bytes + 3);
  return TRUE;
}

/* C-states are counted from 1 in the packets, and 0 goes by 15. */
static guint
get_c_state (guint nibble)
{
  return (nibble + 1) & 15;
}

static gboolean
read_power (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (bytes[1] == 0x22)
    {
      if (!sl_pt_set_packet (packet, SL_PT_PWRE, 4, size))
        return FALSE;

      /* Some tools write HW at bit 3; the manual has it at bit 7. */
      packet->flag = bytes[2] >> 7;
      packet->a = get_c_state (bytes[3] >> 4);
      packet->b = get_c_state (bytes[3] & 15);
      return TRUE;
    }

  if (!sl_pt_set_packet (packet, SL_PT_PWRX, 7, size))
    return FALSE;

  packet->a = get_c_state (bytes[2] >> 4) << 8 | get_c_state (bytes[2] & 15);
  packet->b = bytes[3] & 15;
  return TRUE;
}

static gboolean
read_mwait (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (!sl_pt_set_packet (packet, SL_PT_MWAIT, 10, size))
    return FALSE;

  packet->a = sl_bytes_u32_le (bytes + 2);
  packet->b = sl_bytes_u32_le (bytes + 6);
  return TRUE;
}

static gboolean
read_event (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (bytes[1] == 0x13)
    {
      if (!sl_pt_set_packet (packet, SL_PT_CFE, 4, size))
        return FALSE;

      packet->a = bytes[2] & 0x1f;
      packet->b = bytes[3];
      packet->flag = bytes[2] >> 7;
      return TRUE;
    }

  if (!sl_pt_set_packet (packet, SL_PT_EVD, 11, size))
    return FALSE;

  packet->a = sl_bytes_u64_le (bytes + 3);
  packet->b = bytes[2] & 0x3f;
  return TRUE;
}

static gboolean
read_block_begin (SlPtContext *context, const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (!sl_pt_set_packet (packet, SL_PT_BBP, 3, size))
    return FALSE;

  packet->a = bytes[2] & 0x1f;
  packet->b = (bytes[2] & 0x80) != 0 ? 4 : 8;
  context->item_size = (guint8) packet->b;
  return TRUE;
}

static gboolean
read_flagged (const guint8 *bytes, gsize size, guint type, SlPtPacket *packet)
{
  if (!sl_pt_set_packet (packet, type, 2, size))
    return FALSE;

  packet->flag = bytes[1] >> 7;
  return TRUE;
}

static gboolean
read_cbr (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (!sl_pt_set_packet (packet, SL_PT_CBR, 4, size))
    return FALSE;

  packet->a = bytes[2];
  return TRUE;
}

static gboolean
read_vmcs (const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (!sl_pt_set_packet (packet, SL_PT_VMCS, 7, size))
    return FALSE;

  packet->a = sl_pt_get_number (bytes + 2, 5) << 12;
  return TRUE;
}

/**
 * sl_pt_packet_read_extended:
 *
 * Decodes a packet whose first byte is 02, as sl_pt_packet_read() does.
 */
gboolean
sl_pt_packet_read_extended (SlPtContext *context,
                            const guint8 *bytes,
                            gsize size,
                            SlPtPacket *packet)
{
  if (size < 2)
    return sl_pt_set_packet (packet, SL_PT_PSBEND, 2, size);

  switch (bytes[1])
    {
    case 0x03:
      return read_cbr (bytes, size, packet);
    case 0x12:
    case 0x32:
    case 0x92:
    case 0xb2:
      return read_ptw (bytes, size, packet);
    case 0x13:
    case 0x53:
      return read_event (bytes, size, packet);
    case 0x22:
    case 0xa2:
      return read_power (bytes, size, packet);
    case 0x23:
      return sl_pt_set_packet (packet, SL_PT_PSBEND, 2, size);
    case 0x33:
    case 0xb3:
      return read_flagged (bytes, size, SL_PT_BEP, packet);
    case 0x43:
      return read_pip (bytes, size, packet);
    case 0x62:
    case 0xe2:
      return read_flagged (bytes, size, SL_PT_EXSTOP, packet);
    case 0x63:
      return read_block_begin (context, bytes, size, packet);
    case 0x73:
      return read_tma (bytes, size, packet);
    case 0x82:
      return read_psb (bytes, size, packet);
    case 0x83:
      return sl_pt_set_packet (packet, SL_PT_STOP, 2, size);
    case 0xa3:
      return read_tnt_long (bytes, size, packet);
    case 0xc2:
      return read_mwait (bytes, size, packet);
    case 0xc3:
      return read_mnt (bytes, size, packet);
    case 0xc8:
      return read_vmcs (bytes, size, packet);
    case 0xf3:
      return sl_pt_set_packet (packet, SL_PT_OVF, 2, size);
    default:
      return sl_pt_set_bad (packet);
    }
}
