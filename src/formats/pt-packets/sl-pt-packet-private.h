/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the two files share that decode packets. */

#include <string.h>

#include "sl-pt-packet.h"

G_BEGIN_DECLS

/* @n_bytes at @bytes as a number; at most 8, all inside the input. */
static inline guint64
sl_pt_get_number (const guint8 *bytes, guint n_bytes)
{
  guint64 value = 0;

  memcpy (&value, bytes, n_bytes);
  return GUINT64_FROM_LE (value);
}

static inline gboolean
sl_pt_set_packet (SlPtPacket *packet, guint type, guint length, gsize size)
{
  if (G_UNLIKELY (length > size))
    {
      *packet = (SlPtPacket) { .type = SL_PT_CUT };
      return FALSE;
    }

  packet->type = (guint8) type;
  packet->length = (guint8) length;
  packet->flag = 0;
  packet->code = 0;
  packet->a = 0;
  packet->b = 0;
  return TRUE;
}

static inline gboolean
sl_pt_set_bad (SlPtPacket *packet)
{
  *packet = (SlPtPacket) { .type = SL_PT_BAD };
  return FALSE;
}

/* The bits under the stop bit, the highest one that is set. */
static inline gboolean
sl_pt_set_branches (SlPtPacket *packet, guint64 payload)
{
  guint stop = 63 - (guint) __builtin_clzll (payload);

  packet->code = (guint8) stop;
  packet->a = payload ^ G_GUINT64_CONSTANT (1) << stop;
  packet->b = (guint) __builtin_popcountll (packet->a);
  return TRUE;
}

gboolean sl_pt_packet_read_extended (SlPtContext *context,
                                     const guint8 *bytes,
                                     gsize size,
                                     SlPtPacket *packet);

G_END_DECLS
