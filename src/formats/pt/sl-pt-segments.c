/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a stream can be entered: a search for PSB, and a look at the packets that belong to each. No
 * packet reaches over a place where bytes are missing. */

#include "sl-pt-stream-private.h"

#include <glib/gi18n-lib.h>

#include "sl-lower-bound.h"

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

static int
compare_offsets (gconstpointer one, gconstpointer other)
{
  const guint64 *a = one;
  const guint64 *b = other;

  return *a < *b ? -1 : *a > *b;
}

/**
 * sl_pt_stream_get_limit:
 *
 * Returns: where bytes are missing for the first time behind @offset; the stream's end if none are
 */
gsize
sl_pt_stream_get_limit (const SlPtStream *self, gsize offset)
{
  const guint64 *breaks = (const guint64 *) (gpointer) self->breaks->data;
  guint next = sl_lower_bound (0, self->breaks->len, i, breaks[i] <= offset);

  return next < self->breaks->len ? MIN (breaks[next], self->size) : self->size;
}

/**
 * sl_pt_stream_find_psb:
 *
 * Returns: offset of the first PSB from @offset on that is whole; the stream's size if there is none
 */
gsize
sl_pt_stream_find_psb (const SlPtStream *self, gsize offset)
{
  gsize at = sl_pt_find_psb (self->data, self->size, offset);

  while (at < self->size && sl_pt_stream_get_limit (self, at) < at + SL_PT_PSB_LENGTH)
    at = sl_pt_find_psb (self->data, self->size, sl_pt_stream_get_limit (self, at));

  return at;
}

/**
 * sl_pt_stream_is_restart:
 *
 * Returns: whether a segment begins with the PSB at @offset, behind bytes that are missing
 */
gboolean
sl_pt_stream_is_restart (const SlPtStream *self, gsize offset)
{
  guint64 wanted = offset;

  return g_array_binary_search (self->restarts, &wanted, compare_offsets, NULL);
}

/**
 * sl_pt_stream_find_tsc:
 * @psb: offset of a PSB
 *
 * Returns: whether the packets that belong to the PSB tell the time
 */
gboolean
sl_pt_stream_find_tsc (const SlPtStream *self, gsize psb, guint64 *tsc)
{
  gsize limit = sl_pt_stream_get_limit (self, psb);
  SlPtContext context = { 0 };
  SlPtPacket packet;

  for (gsize at = psb + SL_PT_PSB_LENGTH;
       at < limit && sl_pt_packet_read (&context, self->data + at, limit - at, &packet) &&
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
  gsize end =
      MIN (sl_pt_stream_get_limit (self, self->first_psb), self->first_psb + FIRST_TSC_WITHIN);
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
       at = sl_pt_stream_find_psb (self, at + SL_PT_PSB_LENGTH))
    {
      Entry entry = { .offset = at };

      if (sl_pt_stream_find_tsc (self, at, &entry.tsc))
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

/**
 * Cutter:
 * @begin: of the segment that is open
 * @begin_time: likewise
 * @limit: where bytes are missing for the first time behind @begin
 * @last: (nullable): a PSB of the open segment at which it may end
 * @time: of @last
 * @last_tsc: likewise
 */
typedef struct
{
  SlPtStream *stream;
  SlNotes *notes;
  gsize begin;
  SlTime begin_time;
  gsize limit;
  const Entry *last;
  SlTime time;
  guint64 last_tsc;
} Cutter;

/* Where the TSC falls back another recording begins. How much later that was is not known: it goes
 * on where the one before ends, which is returned. */
static SlTime
end_recording (Cutter *self, gsize end, const Entry *entry)
{
  SlPtStream *stream = self->stream;
  SlSegment *segment;

  sl_notes_add (self->notes, stream->base + entry->offset, 1,
                N_ ("The time stamp counter falls back: another recording follows and is placed "
                    "where the previous one ends"));
  if (end <= self->begin)
    return self->begin_time;

  append (stream, self->begin, end, self->begin_time, SL_TIME_MAX);
  segment = &g_array_index (stream->segments, SlSegment, stream->segments->len - 1);
  segment->b = find_end (stream);
  return segment->b;
}

static void
begin_recording (Cutter *self, const Entry *entry)
{
  gsize end = entry->offset + SL_PT_PSB_LENGTH;

  self->time = self->begin_time = end_recording (self, end, entry);
  self->begin = end;
  self->last = NULL;
  self->last_tsc = entry->tsc;
}

static SlTime
get_time (const Cutter *self, const Entry *entry)
{
  return self->stream->has_time ? sl_time_add (self->time, (SlTime) (entry->tsc - self->last_tsc))
                                : (SlTime) entry->offset;
}

/* What is between the missing bytes and the next PSB cannot be decoded. */
static void
note_undecoded (Cutter *self, gsize end)
{
  if (end > self->limit)
    sl_notes_add (self->notes, self->stream->base + self->limit, end - self->limit,
                  N_ ("Bytes after others that are missing: skipped up to the next PSB"));
}

/* Bytes are missing before the PSB: the segment ends there, the next begins with the PSB. */
static void
cut_at_limit (Cutter *self, const Entry *entry)
{
  guint64 restart = entry->offset;

  if (self->stream->has_time && entry->tsc < self->last_tsc)
    {
      self->time = end_recording (self, self->limit, entry);
    }
  else
    {
      self->time = get_time (self, entry);
      append (self->stream, self->begin, self->limit, self->begin_time, self->time);
    }

  note_undecoded (self, entry->offset);
  g_array_append_val (self->stream->restarts, restart);
  self->begin = entry->offset;
  self->begin_time = self->time;
  self->limit = sl_pt_stream_get_limit (self->stream, entry->offset);
  self->last = entry;
  self->last_tsc = entry->tsc;
}

static void
cut_at_last (Cutter *self)
{
  gsize end = self->last->offset + SL_PT_PSB_LENGTH;

  append (self->stream, self->begin, end, self->begin_time, self->time);
  self->begin = end;
  self->begin_time = self->time;
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
  Cutter cutter = {
    .stream = self,
    .notes = notes,
    .begin = self->first_psb,
    .begin_time = self->has_time ? 0 : (SlTime) self->first_psb,
    .limit = sl_pt_stream_get_limit (self, self->first_psb),
    .last_tsc = self->origin,
  };

  cutter.time = cutter.begin_time;
  mark_far (entries);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (entry->is_far)
        continue;
      if (entry->offset >= cutter.limit)
        {
          cut_at_limit (&cutter, entry);
          continue;
        }
      if (self->has_time && entry->tsc < cutter.last_tsc)
        {
          begin_recording (&cutter, entry);
          continue;
        }
      if (cutter.last != NULL && entry->offset + SL_PT_PSB_LENGTH - cutter.begin > SL_SEGMENT_SIZE)
        cut_at_last (&cutter);

      cutter.time = get_time (&cutter, entry);
      cutter.last = entry;
      cutter.last_tsc = entry->tsc;
    }

  if (cutter.last != NULL && cutter.limit - cutter.begin > SL_SEGMENT_SIZE)
    cut_at_last (&cutter);
  append (self, cutter.begin, cutter.limit, cutter.begin_time, SL_TIME_MAX);
  note_undecoded (&cutter, self->size);
}
