/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From packets to events. Most packets of a stream are branches and padding; they only add to the
 * event that comes after them. */

#include "sl-pt-stream-private.h"

#include <glib/gi18n-lib.h>

#include "sl-kind.h"
#include "sl-source-extras.h"

/* Which of a packet's values are the event's b: the number or the flag. */
typedef enum
{
  B_NONE,
  B_VALUE,
  B_FLAG,
} Second;

static const guint8 seconds[SL_PT_N_TYPES] = {
  [SL_PT_TMA] = B_VALUE,      [SL_PT_PIP] = B_FLAG,   [SL_PT_MODE_EXEC] = B_FLAG,
  [SL_PT_MODE_TSX] = B_VALUE, [SL_PT_PTW] = B_VALUE,  [SL_PT_MWAIT] = B_VALUE,
  [SL_PT_PWRE] = B_FLAG,      [SL_PT_PWRX] = B_VALUE, [SL_PT_BBP] = B_VALUE,
  [SL_PT_BIP] = B_VALUE,      [SL_PT_CFE] = B_VALUE,  [SL_PT_EVD] = B_VALUE,
  [SL_PT_TRIG] = B_VALUE,
};

/**
 * sl_pt_decoder_begin:
 * @user_data: a #SlPtStream
 * @state: (out): a #SlPtDecoder
 *
 * As #SlSegmentFormat wants it.
 */
void
sl_pt_decoder_begin (gpointer user_data, const SlSegment *segment, gpointer state)
{
  const SlPtStream *self = user_data;
  SlPtDecoder *decoder = state;
  gsize begin = segment->offset - self->base;
  guint64 tsc;

  *decoder = (SlPtDecoder) {
    .at = begin,
    .end = begin + segment->size,
    .next_psb = sl_pt_find_psb (self->data, begin + segment->size, begin),
    .first_tick = segment->a,
    .last_time = segment->a,
    .most = segment->b,
  };

  /* The PSB before the segment has gone with the one before; its packets are here. */
  if (sl_pt_stream_is_restart (self, begin))
    {
      decoder->flags = SL_EVENT_LOST;
    }
  else if (self->has_time && begin > self->first_psb &&
           sl_pt_stream_find_tsc (self, begin - SL_PT_PSB_LENGTH, &tsc))
    {
      sl_pt_clock_set_tsc (&decoder->clock, tsc);
      decoder->first_tsc = decoder->last_tsc = tsc;
      decoder->is_status = TRUE;
    }
}

/* The first TSC of a stream: what was before it stands there too. */
static void
set_first_tsc (SlPtDecoder *self, guint64 tsc)
{
  sl_pt_clock_set_tsc (&self->clock, tsc);
  self->first_tsc = self->last_tsc = tsc;
  self->last_time = MAX (self->last_time, self->first_tick);
}

static SlTime
get_time (const SlPtDecoder *self, guint64 tsc)
{
  return sl_time_add (self->first_tick, (SlTime) (tsc - self->first_tsc));
}

/* Whether a TSC may be where it stands. */
static gboolean
is_plausible (const SlPtDecoder *self, guint64 tsc)
{
  if (tsc < self->clock.now)
    return self->clock.now - tsc <= SL_PT_MOST_STEP;

  return tsc - self->clock.now <= SL_PT_MOST_STEP ||
         (self->most != SL_TIME_MAX && get_time (self, tsc) <= self->most);
}

static void
read_tsc (SlPtDecoder *self, guint64 tsc, SlEvent *event, SlNotes *notes)
{
  if (!self->clock.is_known)
    {
      set_first_tsc (self, tsc);
      return;
    }
  if (is_plausible (self, tsc))
    {
      sl_pt_clock_set_tsc (&self->clock, tsc);
      self->last_tsc = tsc;
      return;
    }

  event->flags |= SL_EVENT_BAD_TIME;
  if (notes != NULL)
    sl_notes_add (notes, event->offset, 1, N_ ("A time stamp is far off from those around it"));
}

/* What the packet tells of the time; whether that is known here. */
static gboolean
follow_time (SlPtDecoder *self,
             const SlPtStream *stream,
             const SlPtPacket *packet,
             SlEvent *event,
             SlNotes *notes)
{
  const SlPtTiming *timing = &stream->options.timing;
  guint64 tsc;

  switch (packet->type)
    {
    case SL_PT_PSB:
      if (!sl_pt_stream_find_tsc (stream, event->offset - stream->base, &tsc))
        return FALSE;
      if (self->at == self->end && self->most != SL_TIME_MAX)
        {
          self->last_time = self->most;
          if (tsc < self->last_tsc)
            event->flags |= SL_EVENT_GAP;
        }
      else
        read_tsc (self, tsc, event, notes);
      return TRUE;

    case SL_PT_TSC:
      read_tsc (self, packet->a, event, notes);
      return TRUE;

    case SL_PT_TMA:
      sl_pt_clock_set_tma (&self->clock, packet->a, packet->b);
      return TRUE;

    case SL_PT_MTC:
      return sl_pt_clock_add_mtc (&self->clock, timing, packet->a);

    case SL_PT_CYC:
      self->is_exact = sl_pt_clock_add_cyc (&self->clock, timing, packet->a);
      return self->is_exact;

    case SL_PT_CBR:
      sl_pt_clock_set_cbr (&self->clock, packet->a);
      return FALSE;

    case SL_PT_OVF:
      sl_pt_clock_overflow (&self->clock);
      return FALSE;

    default:
      return FALSE;
    }
}

/* The types that tell something of the time, as bits; all others only stand where they stand. */
#define BIT(symbol) (1u << SL_PT_##symbol)
#define TIME_TYPES \
  (BIT (PSB) | BIT (PSBEND) | BIT (TSC) | BIT (TMA) | BIT (MTC) | BIT (CYC) | BIT (CBR) | BIT (OVF))

static void
move_time (SlPtDecoder *self,
           const SlPtStream *stream,
           const SlPtPacket *packet,
           SlEvent *event,
           SlNotes *notes)
{
  gboolean was_exact = self->is_exact || self->is_status;
  gboolean is_known;

  self->is_exact = FALSE;
  is_known = follow_time (self, stream, packet, event, notes) || was_exact;
  if (packet->type == SL_PT_PSB)
    self->is_status = is_known;
  else if (packet->type == SL_PT_PSBEND || packet->type == SL_PT_OVF)
    self->is_status = FALSE;

  if (self->clock.is_known)
    self->last_time = CLAMP (get_time (self, self->clock.now), self->last_time, self->most);
  else
    event->flags |= SL_EVENT_BAD_TIME;
  if (!is_known && self->clock.is_known)
    event->flags |= SL_EVENT_INTERVAL;
}

static inline void
set_time (SlPtDecoder *self,
          const SlPtStream *stream,
          const SlPtPacket *packet,
          SlEvent *event,
          SlNotes *notes)
{
  if (!stream->has_time)
    {
      event->time = (SlTime) (event->offset - stream->base);
      return;
    }

  if ((TIME_TYPES >> packet->type & 1) != 0)
    move_time (self, stream, packet, event, notes);
  else if (G_UNLIKELY (!self->clock.is_known))
    event->flags |= SL_EVENT_BAD_TIME;
  else if (!self->is_exact && !self->is_status)
    event->flags |= SL_EVENT_INTERVAL;
  else
    self->is_exact = FALSE;
  event->time = self->last_time;
}

static inline guint32
take_branches (SlPtDecoder *self)
{
  guint64 taken = MIN (self->taken, SL_BRANCHES_MOST);
  guint64 not_taken = MIN (self->not_taken, SL_BRANCHES_MOST);

  self->taken -= taken;
  self->not_taken -= not_taken;
  return SL_BRANCHES (taken, not_taken);
}

static inline void
fill_event (SlPtDecoder *self,
            const SlPtStream *stream,
            const SlPtPacket *packet,
            guint64 offset,
            SlEvent *event,
            SlNotes *notes)
{
  guint second = seconds[packet->type];

  event->a = packet->a;
  event->b = second == B_VALUE ? packet->b : second == B_FLAG ? packet->flag : 0;
  event->offset = stream->base + offset;
  event->object = 0;
  event->flags = self->flags;
  event->kind = (guint16) (SL_KIND_PT_PSB + packet->type);
  event->cpu = stream->options.cpu;
  event->detail = take_branches (self);
  self->flags = 0;
  if (packet->type == SL_PT_PSB)
    self->next_psb = sl_pt_find_psb (stream->data, self->end, self->at);
  if (packet->type == SL_PT_EXSTOP || packet->type == SL_PT_BEP)
    event->a = packet->flag;
  if (packet->code == 0 && packet->type >= SL_PT_TIP && packet->type <= SL_PT_FUP)
    event->flags |= SL_EVENT_NO_A;
  set_time (self, stream, packet, event, notes);
}

/* Nothing decodes here: goes on at the next PSB. */
static void
skip (SlPtDecoder *self, const SlPtStream *stream, const SlPtPacket *packet, SlNotes *notes)
{
  guint64 n_bytes = self->next_psb - self->at;
  gboolean is_cut = packet->type == SL_PT_CUT && self->next_psb == self->end &&
                    self->end == sl_pt_stream_get_limit (stream, self->at);

  if (notes != NULL && is_cut)
    sl_notes_add (notes, stream->base + self->at, n_bytes,
                  self->end == stream->size ? N_ ("The stream ends inside a packet")
                                            : N_ ("The stream breaks off inside a packet"));
  else if (notes != NULL)
    sl_notes_add (notes, stream->base + self->at, n_bytes,
                  N_ ("Bytes that are not a packet: skipped up to the next PSB"));

  self->at = self->next_psb;
  self->context = (SlPtContext) { 0 };
  self->flags |= SL_EVENT_LOST;
  self->is_status = FALSE;
  sl_pt_clock_overflow (&self->clock);
}

static void
count_unlisted (const SlPtStream *stream, const SlPtRun *run, guint64 n_long)
{
  sl_source_extras_count_unlisted (stream->extras, SL_KIND_PT_PAD, run->n_pads);
  sl_source_extras_count_unlisted (stream->extras, SL_KIND_PT_TNT_SHORT, run->n_short);
  sl_source_extras_count_unlisted (stream->extras, SL_KIND_PT_TNT_LONG, n_long);
}

/* Branches after the last event of all, or before bytes that are missing, count with it. */
static void
add_last_branches (SlPtDecoder *self, SlEvent *event)
{
  self->taken += SL_BRANCHES_TAKEN (event->detail);
  self->not_taken += SL_BRANCHES_NOT_TAKEN (event->detail);
  event->detail = take_branches (self);
}

/* Addresses are most of what is not a branch. */
static inline gboolean
read_packet (SlPtContext *context, const guint8 *bytes, gsize size, SlPtPacket *packet)
{
  if (G_LIKELY (sl_pt_address_begins (bytes[0]) && size > sizeof (guint64)))
    {
      sl_pt_address_read (context, bytes, packet);
      return TRUE;
    }

  return sl_pt_packet_read (context, bytes, size, packet);
}

static void
skip_long_run (SlPtDecoder *self, const SlPtStream *stream, SlPtRun *all)
{
  SlPtRun run = { 0 };

  self->at += sl_pt_run_read (&run, &self->context, stream->data + self->at, self->end - self->at);
  all->n_pads += run.n_pads;
  all->n_short += run.n_short;
  self->taken += run.n_taken;
  self->not_taken += run.n_branches - run.n_taken;
}

/* Goes over a run of branches and padding; returns where it ends. */
static inline guint64
skip_run (SlPtDecoder *self, const SlPtStream *stream, SlPtRun *all)
{
  guint32 total;
  guint n_bytes;

  if (G_UNLIKELY (self->context.item_size != 0))
    return self->at;

  n_bytes = sl_pt_run_read_step (stream->data + self->at, self->end - self->at, &total);
  all->n_pads += total >> 24;
  all->n_short += total >> 16 & 0xff;
  self->taken += total & 0xff;
  self->not_taken += (total >> 8 & 0xff) - (total & 0xff);
  self->at += n_bytes;
  if (n_bytes == SL_PT_RUN_STEP)
    skip_long_run (self, stream, all);
  return self->at;
}

/**
 * sl_pt_decoder_decode:
 * @user_data: a #SlPtStream
 * @state: a #SlPtDecoder
 *
 * As #SlSegmentFormat wants it.
 */
guint
sl_pt_decoder_decode (gpointer user_data,
                      gpointer state,
                      SlEvent *events,
                      guint room,
                      SlNotes *notes)
{
  SlPtStream *stream = user_data;
  SlPtDecoder *self = state;
  SlPtRun all = { 0 };
  guint64 n_long = 0;
  guint n_events = 0;

  while (n_events < room && self->at < self->end)
    {
      guint64 offset = self->at;
      SlPtPacket packet;

      if (sl_pt_run_begins (stream->data[offset]))
        {
          offset = skip_run (self, stream, &all);
          if (offset == self->end)
            break;
        }

      if (!read_packet (&self->context, stream->data + offset, self->end - offset, &packet) ||
          (offset + packet.length > self->next_psb && offset < self->next_psb))
        {
          skip (self, stream, &packet, notes);
          continue;
        }

      self->at += packet.length;
      if (packet.type == SL_PT_TNT_LONG || packet.type == SL_PT_TNT_SHORT)
        {
          self->taken += packet.b;
          self->not_taken += packet.code - packet.b;
          n_long += packet.type == SL_PT_TNT_LONG;
          all.n_short += packet.type == SL_PT_TNT_SHORT;
        }
      else if (packet.type == SL_PT_PAD)
        all.n_pads++;
      else
        fill_event (self, stream, &packet, offset, &events[n_events++], notes);
    }

  if (notes != NULL)
    count_unlisted (stream, &all, n_long);
  if (self->at == self->end && n_events > 0)
    add_last_branches (self, &events[n_events - 1]);
  return n_events;
}
