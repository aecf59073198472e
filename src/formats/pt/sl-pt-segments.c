/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a stream can be entered: a search for PSB, and a look at the packets that belong to each. */

#include "sl-pt-stream-private.h"

/* A PSB that may begin a segment. */
typedef struct
{
  gsize offset;
  guint64 tsc;
  gboolean is_far; /* damaged: far off from both neighbours */
} Entry;

/* Packets that belong to a PSB (PSB+): state, not events. */
static gboolean
is_status (guint type)
{
  switch (type)
    {
    case SL_PT_PAD:
    case SL_PT_TSC:
    case SL_PT_TMA:
    case SL_PT_MTC:
    case SL_PT_CYC:
    case SL_PT_CBR:
    case SL_PT_PIP:
    case SL_PT_VMCS:
    case SL_PT_MODE_EXEC:
    case SL_PT_MODE_TSX:
    case SL_PT_FUP:
    case SL_PT_MNT:
      return TRUE;
    default:
      return FALSE;
    }
}

/**
 * sl_pt_stream_find_tsc:
 * @psb: offset of a PSB
 *
 * Returns: whether the packets that belong to the PSB tell the time
 */
gboolean
sl_pt_stream_find_tsc (const guint8 *data, gsize size, gsize psb, guint64 *tsc)
{
  SlPtContext context = { 0 };
  SlPtPacket packet;

  for (gsize at = psb + SL_PT_PSB_LENGTH;
       at < size && sl_pt_packet_read (&context, data + at, size - at, &packet) &&
       is_status (packet.type);
       at += packet.length)
    {
      if (packet.type == SL_PT_TSC)
        {
          *tsc = packet.a;
          return TRUE;
        }
    }

  return FALSE;
}

/* How far to look for a TSC that belongs to no PSB. */
#define FIRST_TSC_WITHIN (1u << 20)

/* The first TSC of the stream, if it is not too far from its beginning. */
static gboolean
find_first_tsc (const SlPtStream *self, guint64 *tsc)
{
  gsize end = MIN (self->size, self->first_psb + FIRST_TSC_WITHIN);
  SlPtContext context = { 0 };
  SlPtRun run = { 0 };
  gsize at = self->first_psb;

  while (at < end)
    {
      SlPtPacket packet;

      at += sl_pt_run_read (&run, &context, self->data + at, end - at);
      if (at == end)
        break;
      if (!sl_pt_packet_read (&context, self->data + at, end - at, &packet))
        {
          at = sl_pt_find_psb (self->data, end, at + 1);
          context = (SlPtContext) { 0 };
          continue;
        }
      if (packet.type == SL_PT_TSC)
        {
          *tsc = packet.a;
          return TRUE;
        }
      at += packet.length;
    }

  return FALSE;
}

static gboolean
is_far (guint64 one, guint64 other)
{
  return MAX (one, other) - MIN (one, other) > SL_PT_MOST_STEP;
}

/* Finds the PSB that have a time, or all if none has. */
static GArray *
find_entries (SlPtStream *self)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  GArray *timeless = g_array_new (FALSE, FALSE, sizeof (Entry));

  for (gsize at = self->first_psb; at < self->size;
       at = sl_pt_find_psb (self->data, self->size, at + SL_PT_PSB_LENGTH))
    {
      Entry entry = { .offset = at };

      if (sl_pt_stream_find_tsc (self->data, self->size, at, &entry.tsc))
        g_array_append_val (entries, entry);
      else if (entries->len == 0)
        g_array_append_val (timeless, entry);
    }

  self->has_time = find_first_tsc (self, &self->origin) || entries->len > 0;
  if (entries->len > 0 && self->origin == 0)
    self->origin = g_array_index (entries, Entry, 0).tsc;
  g_array_unref (self->has_time ? timeless : entries);
  return self->has_time ? entries : timeless;
}

/* A time far off from those on both sides, which agree, is damaged. */
static void
mark_far (GArray *entries)
{
  for (guint i = 1; i + 1 < entries->len; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);
      guint64 before = (entry - 1)->is_far ? (entry - 2)->tsc : (entry - 1)->tsc;
      guint64 after = (entry + 1)->tsc;

      entry->is_far =
          !is_far (before, after) && is_far (before, entry->tsc) && is_far (entry->tsc, after);
    }
}

static void
append (SlPtStream *self, gsize begin, gsize end, SlTime first, SlTime most)
{
  SlSegment segment = { self->base + begin, end - begin, first, most };

  if (end > begin)
    g_array_append_val (self->segments, segment);
}

/* When the segment that was appended last is over, where that is not told by what follows. */
static SlTime
find_end (SlPtStream *self)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  const SlSegment *segment = &g_array_index (self->segments, SlSegment, self->segments->len - 1);
  SlPtDecoder decoder;
  SlTime end = segment->a;
  guint n_events;

  sl_pt_decoder_begin (self, segment, &decoder);
  do
    {
      n_events = sl_pt_decoder_decode (self, &decoder, events, SL_BLOCK_EVENTS, NULL);
      if (n_events > 0)
        end = events[n_events - 1].time;
    }
  while (n_events == SL_BLOCK_EVENTS);

  return end;
}

/* Where the TSC falls back another recording begins. How much later that was is not known: it goes
 * on where the one before ends. */
static SlTime
begin_recording (SlPtStream *self, gsize begin, gsize psb, SlTime first, SlNotes *notes)
{
  SlSegment *segment;
  SlTime end;

  append (self, begin, psb + SL_PT_PSB_LENGTH, first, SL_TIME_MAX);
  end = find_end (self);
  segment = &g_array_index (self->segments, SlSegment, self->segments->len - 1);
  segment->b = end;
  sl_notes_add (notes, self->base + psb, 1,
                "The time stamp counter falls back: another recording follows, and is put where "
                "the one before ends");
  return end;
}

/**
 * sl_pt_stream_find_segments:
 * @self: but for its segments ready
 * @notes: added to
 *
 * Cuts the stream into segments, as large as one thread likes them.
 */
void
sl_pt_stream_find_segments (SlPtStream *self, SlNotes *notes)
{
  g_autoptr (GArray) entries = find_entries (self);
  gsize begin = self->first_psb;
  SlTime begin_time = self->has_time ? 0 : (SlTime) begin;
  const Entry *last = NULL;
  SlTime time = begin_time; /* of @last */
  guint64 last_tsc = self->origin;

  mark_far (entries);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (entry->is_far)
        continue;
      if (self->has_time && entry->tsc < last_tsc)
        {
          time = begin_time = begin_recording (self, begin, entry->offset, begin_time, notes);
          begin = entry->offset + SL_PT_PSB_LENGTH;
          last = NULL;
          last_tsc = entry->tsc;
          continue;
        }
      if (last != NULL && entry->offset + SL_PT_PSB_LENGTH - begin > SL_SEGMENT_SIZE)
        {
          append (self, begin, last->offset + SL_PT_PSB_LENGTH, begin_time, time);
          begin = last->offset + SL_PT_PSB_LENGTH;
          begin_time = time;
        }

      time = self->has_time ? time + (SlTime) (entry->tsc - last_tsc) : (SlTime) entry->offset;
      last = entry;
      last_tsc = entry->tsc;
    }

  if (last != NULL && self->size - begin > SL_SEGMENT_SIZE)
    {
      append (self, begin, last->offset + SL_PT_PSB_LENGTH, begin_time, time);
      begin = last->offset + SL_PT_PSB_LENGTH;
      begin_time = time;
    }
  append (self, begin, self->size, begin_time, SL_TIME_MAX);
}
