/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-seams.h"

#include <glib/gi18n-lib.h>

/* What a file of records spans: a chunk is a file of its own. */
typedef struct
{
  guint64 first;
  guint64 last;
  guint64 offset; /* of its first record, by time */
} Chunk;

static int
compare_chunks (gconstpointer a, gconstpointer b)
{
  const Chunk *one = a;
  const Chunk *other = b;

  return one->first < other->first ? -1 : one->first > other->first;
}

static void
extend (GHashTable *numbers, GArray *chunks, guint32 file, const SlSharkStretch *stretch)
{
  guint64 offset = stretch->first_damaged ? stretch->second_offset : stretch->offset;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, GUINT_TO_POINTER (file)));
  Chunk *chunk;
  guint64 low, high;

  if (!sl_shark_stretch_get_sound_span (stretch, &low, &high))
    return;
  if (number == 0)
    {
      Chunk added = { low, high, SL_OFFSET (file, offset) };

      g_array_append_val (chunks, added);
      g_hash_table_insert (numbers, GUINT_TO_POINTER (file), GUINT_TO_POINTER (chunks->len));
      return;
    }

  chunk = &g_array_index (chunks, Chunk, number - 1);
  if (low < chunk->first)
    chunk->offset = SL_OFFSET (file, offset);
  chunk->first = MIN (chunk->first, low);
  chunk->last = MAX (chunk->last, high);
}

/**
 * sl_shark_seams_find:
 * @stretches: (element-type SlSharkStretch): of all segments
 * @repairs: (element-type SlSharkRepair): gets the first record of each chunk but the first, by time
 *
 * A tracer whose chunk is full goes on in the next one and loses the event that did not fit; one that is
 * told to go on by an event of its own loses nothing else. Which it was the records do not tell. Chunks that
 * overlap in time have no seam, and neither have datagrams, which do not tell where a chunk ends.
 */
void
sl_shark_seams_find (const SlSharkSegment *segments,
                     const GArray *stretches,
                     GArray *repairs,
                     SlNotes *notes)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (Chunk));
  guint64 last;

  for (guint i = 0; i < stretches->len; i++)
    {
      const SlSharkStretch *stretch = &g_array_index (stretches, SlSharkStretch, i);
      const SlSharkSegment *segment = &segments[stretch->segment];

      if (segment->packet == 0)
        extend (numbers, chunks, segment->file, stretch);
    }
  if (chunks->len < 2)
    return;

  g_array_sort (chunks, compare_chunks);
  last = g_array_index (chunks, Chunk, 0).last;
  for (guint i = 1; i < chunks->len; i++)
    {
      const Chunk *chunk = &g_array_index (chunks, Chunk, i);
      SlSharkRepair seam = { chunk->offset, chunk->first, SL_EVENT_SEAM };

      if (chunk->first >= last)
        {
          g_array_append_val (repairs, seam);
          sl_notes_add (
              notes, chunk->offset, 1,
              N_ ("Another chunk begins here: a tracer that continues because a chunk is full loses "
                  "the event that did not fit"));
        }
      last = MAX (last, chunk->last);
    }
}
