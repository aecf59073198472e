/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What packets hold that no instruction was decoded from. */

#include "sl-pt-stream-private.h"

/**
 * sl_pt_stream_count_branches:
 * @begin: offset in the stream, of a packet
 * @end: offset behind the last
 *
 * Returns: the branches that the packets tell: conditional ones, and indirect ones with compressed returns
 */
guint64
sl_pt_stream_count_branches (const SlPtStream *self, gsize begin, gsize end)
{
  gsize next_psb = sl_pt_find_psb (self->data, end, begin);
  SlPtContext context = { 0 };
  SlPtRun run = { 0 };
  guint64 count = 0;
  SlPtPacket packet;

  for (gsize at = begin; at < end;)
    {
      at += sl_pt_run_read (&run, &context, self->data + at, end - at);
      if (at == end)
        break;
      if (!sl_pt_packet_read (&context, self->data + at, end - at, &packet) ||
          (at + packet.length > next_psb && at < next_psb))
        {
          at = next_psb;
          context = (SlPtContext) { 0 };
          continue;
        }

      at += packet.length;
      if (packet.type == SL_PT_TNT_SHORT || packet.type == SL_PT_TNT_LONG)
        count += packet.code;
      else if (packet.type == SL_PT_TIP)
        count++;
      else if (packet.type == SL_PT_PSB)
        next_psb = sl_pt_find_psb (self->data, end, at);
    }

  return count + run.n_branches;
}

/**
 * sl_pt_stream_find_ip:
 * @psb: offset of a PSB
 * @ip: (out): on success
 *
 * Returns: whether the packets that belong to the PSB tell where control is
 */
gboolean
sl_pt_stream_find_ip (const SlPtStream *self, gsize psb, guint64 *ip)
{
  gsize limit = sl_pt_stream_get_limit (self, psb);
  SlPtContext context = { 0 };
  SlPtPacket packet;

  for (gsize at = psb + SL_PT_PSB_LENGTH;
       at < limit && sl_pt_packet_read (&context, self->data + at, limit - at, &packet) &&
       packet.type != SL_PT_PSBEND;
       at += packet.length)
    {
      if (packet.type != SL_PT_FUP || packet.code == 0)
        continue;
      *ip = packet.a;
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_pt_stream_find_begin:
 *
 * Returns: offset in the stream where decoding of the segment begins: with the PSB before it, unless something
 *   is missing between them
 */
gsize
sl_pt_stream_find_begin (const SlPtStream *self, const SlSegment *segment)
{
  gsize begin = segment->offset - self->base;
  gboolean is_behind = begin > self->first_psb && !sl_pt_stream_is_restart (self, begin);

  return is_behind ? begin - SL_PT_PSB_LENGTH : begin;
}
