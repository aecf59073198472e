/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-pass.h"

#include <glib/gi18n-lib.h>

/* Looks for a cancel each so many records. */
#define SLICE_RECORDS 1048576

/* For fewer records a thread is not worth its start. */
#define PIECE_RECORDS 262144

#define MAX_PIECES 16

/* What one thread goes over, and what it finds there. */
typedef struct
{
  SlInput *input;
  const SlSharkSegment *segments;
  GCancellable *cancellable;
  guint segment; /* the first one */
  guint64 first; /* record of it */
  guint64 n_records;
  GArray *stretches;
  GArray *rates;
  SlNotes *notes;
} Piece;

/* A stretch as it grows; its last two records stay outside of it until it is closed. */
typedef struct
{
  SlSharkStretch stretch;
  guint64 last_but_one;
  guint64 last;
  guint64 last_offset;
  guint64 n_empty; /* all in the segment */
  guint64 first_empty;
} Cursor;

static void
close_stretch (Piece *piece, Cursor *cursor)
{
  SlSharkStretch *stretch = &cursor->stretch;

  if (stretch->n_records == 0)
    return;

  stretch->last = cursor->last;
  stretch->last_offset = cursor->last_offset;
  stretch->last_but_one = stretch->n_records > 1 ? cursor->last_but_one : cursor->last;
  if (stretch->n_records == 1)
    stretch->second = stretch->first;
  g_array_append_val (piece->stretches, *stretch);
  stretch->n_records = 0;
}

static void
find_rate (Piece *piece, guint32 file, guint64 offset, SlSharkRecord record)
{
  SlSharkFoundRate rate = { SL_OFFSET (file, offset), record.tsc, record.parameter_2 };

  if (record.code != SL_SHARK_TRACE_START && record.code != SL_SHARK_CYCLES_PER_MSEC)
    return;

  if (rate.khz != 0)
    g_array_append_val (piece->rates, rate);
  else
    sl_notes_add (piece->notes, rate.offset, 1, N_ ("A clock rate of 0 was ignored"));
}

/* Codes that need a look, all in one test: empty, cycles-per-msec, trace-start, trace-stop. */
static inline gboolean
is_special (guint64 head)
{
  return (head & 0xffcf) == 0;
}

static inline guint64
get_tsc (const guint8 *bytes, guint64 head)
{
  return (head & ~G_GUINT64_CONSTANT (0xffffffff)) | sl_bytes_u32_le (bytes + 8);
}

static inline gboolean
goes_on (guint64 last, guint64 tsc)
{
  return tsc >= last && tsc - last <= SL_SHARK_LEAP;
}

/* The hot loop: returns how many of the records at @data only go on with the stretch, which has
 * two already. */
static guint64
count_plain (Cursor *cursor, const guint8 *data, guint64 n_records)
{
  guint64 last_but_one = cursor->last_but_one;
  guint64 last = cursor->last;
  guint64 i;

  for (i = 0; i < n_records; i++)
    {
      const guint8 *bytes = data + i * SL_SHARK_RECORD_SIZE;
      guint64 head = sl_bytes_u64_le (bytes);
      guint64 tsc = get_tsc (bytes, head);

      if (G_UNLIKELY (is_special (head) || !goes_on (last, tsc)))
        break;
      last_but_one = last;
      last = tsc;
    }

  cursor->last_but_one = last_but_one;
  cursor->last = last;
  return i;
}

/* Any one record, at @offset. */
static void
scan_record (Piece *piece,
             Cursor *cursor,
             const SlSharkSegment *segment,
             const guint8 *bytes,
             guint64 offset)
{
  guint64 head = sl_bytes_u64_le (bytes);
  guint64 tsc = get_tsc (bytes, head);

  if (is_special (head))
    {
      if ((head & 0xffff) == SL_SHARK_EMPTY)
        {
          if (cursor->n_empty++ == 0)
            cursor->first_empty = offset;
          return;
        }
      find_rate (piece, segment->file, offset, sl_shark_record_read (bytes));
    }

  if (!goes_on (cursor->last, tsc))
    close_stretch (piece, cursor);
  if (cursor->stretch.n_records < 2)
    {
      if (cursor->stretch.n_records == 0)
        {
          cursor->stretch.first = tsc;
          cursor->stretch.offset = offset;
        }
      cursor->stretch.second = tsc;
      cursor->stretch.second_offset = offset;
    }

  cursor->stretch.n_records++;
  cursor->last_but_one = cursor->last;
  cursor->last = tsc;
  cursor->last_offset = offset;
}

/* @data are @n_records records of @segment at @offset. */
static void
scan_slice (Piece *piece,
            Cursor *cursor,
            const SlSharkSegment *segment,
            const guint8 *data,
            guint64 offset,
            guint64 n_records)
{
  guint64 i = 0;

  while (i < n_records)
    {
      guint64 n_plain = 0;

      if (cursor->stretch.n_records >= 2)
        n_plain = count_plain (cursor, data + i * SL_SHARK_RECORD_SIZE, n_records - i);
      if (n_plain > 0)
        {
          i += n_plain;
          cursor->stretch.n_records += n_plain;
          cursor->last_offset = offset + (i - 1) * SL_SHARK_RECORD_SIZE;
          continue;
        }

      scan_record (piece, cursor, segment, data + i * SL_SHARK_RECORD_SIZE,
                   offset + i * SL_SHARK_RECORD_SIZE);
      i++;
    }
}

/* @n_records of the segment, from number @first on; fewer where the pass is cancelled. */
static void
scan_segment (Piece *piece, guint number, guint64 first, guint64 n_records)
{
  const SlSharkSegment *segment = &piece->segments[number];
  const guint8 *data = sl_mapping_get_data (sl_input_get_file (piece->input, segment->file));
  Cursor cursor = { .stretch = { .segment = number } };

  for (guint64 done = 0; done < n_records; done += SLICE_RECORDS)
    {
      guint64 offset = segment->offset + (first + done) * SL_SHARK_RECORD_SIZE;

      if (g_cancellable_is_cancelled (piece->cancellable))
        break;
      scan_slice (piece, &cursor, segment, data + offset, offset,
                  MIN (n_records - done, SLICE_RECORDS));
    }

  close_stretch (piece, &cursor);
  if (cursor.n_empty > 0)
    sl_notes_add (piece->notes, SL_OFFSET (segment->file, cursor.first_empty), cursor.n_empty,
                  N_ ("Empty slots were skipped"));
}

static gpointer
scan_piece (gpointer data)
{
  Piece *self = data;
  guint64 first = self->first;
  guint64 left = self->n_records;

  for (guint i = self->segment; left > 0; i++)
    {
      guint64 n_records = MIN (left, self->segments[i].n_records - first);

      scan_segment (self, i, first, n_records);
      left -= n_records;
      first = 0;
    }

  return NULL;
}

/* Cuts all records into pieces of the same size. */
static void
cut (Piece *pieces, guint n_pieces, const Piece *whole)
{
  guint segment = 0;
  guint64 before = 0; /* records of the segments before */

  for (guint i = 0; i < n_pieces; i++)
    {
      guint64 begin = whole->n_records / n_pieces * i;
      guint64 end = i + 1 < n_pieces ? whole->n_records / n_pieces * (i + 1) : whole->n_records;

      while (begin < end && begin - before >= whole->segments[segment].n_records)
        before += whole->segments[segment++].n_records;

      pieces[i] = *whole;
      pieces[i].segment = segment;
      pieces[i].first = begin - before;
      pieces[i].n_records = end - begin;
      pieces[i].stretches = g_array_new (FALSE, FALSE, sizeof (SlSharkStretch));
      pieces[i].rates = g_array_new (FALSE, FALSE, sizeof (SlSharkFoundRate));
      pieces[i].notes = sl_notes_new ();
    }
}

/* Where a piece ends within a stretch, the next one begins with the rest of it. */
static gboolean
join_stretch (GArray *stretches, const SlSharkStretch *rest)
{
  SlSharkStretch *stretch =
      stretches->len > 0 ? &g_array_index (stretches, SlSharkStretch, stretches->len - 1) : NULL;

  if (stretch == NULL || stretch->segment != rest->segment || !goes_on (stretch->last, rest->first))
    return FALSE;

  if (stretch->n_records == 1)
    {
      stretch->second = rest->first;
      stretch->second_offset = rest->offset;
    }
  stretch->last_but_one = rest->n_records > 1 ? rest->last_but_one : stretch->last;
  stretch->last = rest->last;
  stretch->last_offset = rest->last_offset;
  stretch->n_records += rest->n_records;
  return TRUE;
}

static void
take_piece (SlSharkPass *self, Piece *piece, SlNotes *notes)
{
  const SlSharkStretch *stretches = (const SlSharkStretch *) piece->stretches->data;
  guint n_stretches = piece->stretches->len;
  guint n_joined = n_stretches > 0 && join_stretch (self->stretches, stretches) ? 1 : 0;

  if (n_stretches > 0)
    g_array_append_vals (self->stretches, stretches + n_joined, n_stretches - n_joined);
  g_array_append_vals (self->rates, piece->rates->data, piece->rates->len);
  sl_notes_add_all (notes, piece->notes);
  g_array_unref (piece->stretches);
  g_array_unref (piece->rates);
  sl_notes_unref (piece->notes);
}

/**
 * sl_shark_pass_new:
 * @segments: (array length=n_segments): where records lie, in the order in which the kernel sent
 *   them
 * @notes: what was found is told here
 *
 * Goes over all records once.
 *
 * Returns: (transfer full) (nullable): %NULL with %G_IO_ERROR_CANCELLED
 */
SlSharkPass *
sl_shark_pass_new (SlInput *input,
                   const SlSharkSegment *segments,
                   guint n_segments,
                   SlNotes *notes,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (SlSharkPass) self = g_new0 (SlSharkPass, 1);
  Piece whole = { .input = input, .segments = segments, .cancellable = cancellable };
  Piece pieces[MAX_PIECES];
  GThread *threads[MAX_PIECES];
  guint n_pieces;

  for (guint i = 0; i < n_segments; i++)
    whole.n_records += segments[i].n_records;

  n_pieces =
      (guint) CLAMP (whole.n_records / PIECE_RECORDS, 1, MIN (g_get_num_processors (), MAX_PIECES));
  cut (pieces, n_pieces, &whole);
  for (guint i = 1; i < n_pieces; i++)
    threads[i] = g_thread_new ("sl-scan", scan_piece, &pieces[i]);
  scan_piece (&pieces[0]);

  self->stretches = g_array_new (FALSE, FALSE, sizeof (SlSharkStretch));
  self->rates = g_array_new (FALSE, FALSE, sizeof (SlSharkFoundRate));
  for (guint i = 0; i < n_pieces; i++)
    {
      if (i > 0)
        g_thread_join (threads[i]);
      take_piece (self, &pieces[i], notes);
    }

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
sl_shark_pass_free (SlSharkPass *self)
{
  g_array_unref (self->stretches);
  g_array_unref (self->rates);
  g_free (self);
}
