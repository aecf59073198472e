/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-merge.h"

/* Records decoded at a time from one strand. */
#define CHUNK 64

/* Where reading stands in one strand. A place is the number of the chunk's first record, a
 * multiple of CHUNK, plus the number of events taken from the chunk. */
typedef struct
{
  const SlRecordStrand *strand;
  SlEvent events[CHUNK];
  guint n_events;
  guint taken;
  guint64 chunk;
} Cursor;

struct _SlRecordMerge
{
  const SlRecordContext *context;
  GMutex lock; /* of all below: overlapping runs are rare, so one reader at a time is enough */
  guint n_cursors;
  Cursor *cursors;
  Cursor **heap; /* those that have events left, the earliest on top */
  guint n_heap;
  guint64 standing; /* the block that comes next if reading just goes on */
  GArray *places;   /* of guint64: n_cursors for each block whose begin is known */
  gboolean intact;  /* nothing read for this block was damaged */
};

static gboolean
is_before (const Cursor *one, const Cursor *other)
{
  const SlEvent *a = &one->events[one->taken];
  const SlEvent *b = &other->events[other->taken];

  return a->time != b->time ? a->time < b->time : a->offset < b->offset;
}

static void
sift_down (SlRecordMerge *self, guint place)
{
  Cursor *moving = self->heap[place];

  for (guint child = 2 * place + 1; child < self->n_heap; child = 2 * place + 1)
    {
      if (child + 1 < self->n_heap && is_before (self->heap[child + 1], self->heap[child]))
        child++;
      if (!is_before (self->heap[child], moving))
        break;

      self->heap[place] = self->heap[child];
      place = child;
    }

  self->heap[place] = moving;
}

/* Decodes from the chunk at @chunk on until there are events; FALSE at the end of the strand. */
static gboolean
fill (SlRecordMerge *self, Cursor *cursor, guint64 chunk)
{
  cursor->n_events = 0;
  cursor->taken = 0;
  cursor->chunk = chunk;
  while (cursor->n_events == 0 && cursor->chunk < cursor->strand->n_records)
    {
      guint64 left = cursor->strand->n_records - cursor->chunk;

      cursor->n_events =
          sl_record_strand_decode (cursor->strand, self->context, cursor->chunk, MIN (CHUNK, left),
                                   NULL, cursor->events, &self->intact);
      if (cursor->n_events == 0)
        cursor->chunk += CHUNK;
    }

  return cursor->n_events > 0;
}

static void
stand_at (SlRecordMerge *self, guint64 block)
{
  const guint64 *places = &g_array_index (self->places, guint64, block * self->n_cursors);

  self->n_heap = 0;
  for (guint i = 0; i < self->n_cursors; i++)
    {
      Cursor *cursor = &self->cursors[i];

      if (!fill (self, cursor, places[i] - places[i] % CHUNK))
        continue;
      cursor->taken = MIN (places[i] % CHUNK, cursor->n_events - 1);
      self->heap[self->n_heap++] = cursor;
    }

  for (guint i = self->n_heap / 2; i > 0; i--)
    sift_down (self, i - 1);
  self->standing = block;
}

static void
learn_places (SlRecordMerge *self)
{
  if (self->places->len / self->n_cursors > self->standing)
    return;

  for (guint i = 0; i < self->n_cursors; i++)
    {
      guint64 place = self->cursors[i].chunk + self->cursors[i].taken;

      g_array_append_val (self->places, place);
    }
}

static guint
read_on (SlRecordMerge *self, SlEvent *events)
{
  guint n_events = 0;

  while (n_events < SL_BLOCK_EVENTS && self->n_heap > 0)
    {
      Cursor *cursor = self->heap[0];

      events[n_events++] = cursor->events[cursor->taken++];
      if (cursor->taken == cursor->n_events && !fill (self, cursor, cursor->chunk + CHUNK))
        self->heap[0] = self->heap[--self->n_heap];
      if (self->n_heap > 0)
        sift_down (self, 0);
    }

  self->standing++;
  learn_places (self);
  return n_events;
}

/**
 * sl_record_merge_new:
 * @context: (transfer none): outlives the merge
 * @strands: (transfer none) (element-type SlRecordStrand): outlive the merge; at least two
 *
 * Returns: (transfer full): a reader of @strands in the order of time, ties by place in the files
 */
SlRecordMerge *
sl_record_merge_new (const SlRecordContext *context, GPtrArray *strands)
{
  SlRecordMerge *self = g_new0 (SlRecordMerge, 1);

  g_mutex_init (&self->lock);
  self->context = context;
  self->n_cursors = strands->len;
  self->cursors = g_new0 (Cursor, strands->len);
  self->heap = g_new0 (Cursor *, strands->len);
  for (guint i = 0; i < strands->len; i++)
    self->cursors[i].strand = g_ptr_array_index (strands, i);

  /* The first block begins at the first record of every strand. */
  self->places = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_array_set_size (self->places, strands->len);
  self->standing = G_MAXUINT64;
  return self;
}

void
sl_record_merge_free (SlRecordMerge *self)
{
  g_mutex_clear (&self->lock);
  g_array_unref (self->places);
  g_free (self->cursors);
  g_free (self->heap);
  g_free (self);
}

/**
 * sl_record_merge_read:
 * @block: number of the block among those of the strands; far ahead of the blocks read so far it
 *   costs reading all between
 * @intact: set to %FALSE where a file was damaged below the block; else left
 *
 * Safe from any thread.
 *
 * Returns: number of events, full blocks until the last; 0 past it
 */
guint
sl_record_merge_read (SlRecordMerge *self, guint64 block, SlEvent *events, gboolean *intact)
{
  guint n_events;

  g_mutex_lock (&self->lock);
  if (self->standing != block)
    stand_at (self, MIN (block, self->places->len / self->n_cursors - 1));

  do
    {
      self->intact = TRUE;
      n_events = read_on (self, events);
    }
  while (self->standing <= block);

  if (!self->intact)
    *intact = FALSE;
  g_mutex_unlock (&self->lock);

  return n_events;
}
