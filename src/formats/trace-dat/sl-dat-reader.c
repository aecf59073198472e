/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-reader.h"

#include "sl-dat-pages.h"
#include "sl-heap.h"

/* Of all rows, unpacked: beyond this only the chunk at hand is kept. */
#define MOST_MEMORY (256u << 20)

/* Where reading stands in one row: behind @taken of the @n_events of its page. */
typedef struct
{
  SlDatPages *pages;
  SlEvent *events;
  guint room; /* for events */
  guint n_events;
  guint taken;
  guint row;
  guint64 page;
  guint64 n_pages;
  SlTime before; /* the last time before the page */
  SlTime last;   /* the last time in it */
} Cursor;

struct _SlDatReader
{
  const SlDatFile *file;
  const SlDatDecoder *decoder;
  SlDatCodec *codec;
  guint n_cursors;
  Cursor *cursors;
  gpointer *heap; /* of Cursor: those that have events left, the earliest on top */
  guint n_heap;
};

/**
 * sl_dat_reader_new:
 * @file: must outlive the reader
 * @decoder: must outlive the reader
 *
 * Returns: (transfer full): a reader, which is nowhere until sl_dat_reader_go_to()
 */
SlDatReader *
sl_dat_reader_new (const SlDatFile *file, const SlDatDecoder *decoder)
{
  SlDatReader *self = g_new0 (SlDatReader, 1);

  self->file = file;
  self->decoder = decoder;
  self->codec = sl_dat_codec_new (file->codec);
  self->n_cursors = file->rows->len;
  self->cursors = g_new0 (Cursor, self->n_cursors);
  self->heap = g_new0 (gpointer, self->n_cursors);
  for (guint i = 0; i < self->n_cursors; i++)
    {
      self->cursors[i].row = i;
      self->cursors[i].pages = sl_dat_pages_new (file, i);
      self->cursors[i].n_pages = sl_dat_pages_get_count (self->cursors[i].pages);
    }
  return self;
}

void
sl_dat_reader_free (SlDatReader *self)
{
  for (guint i = 0; i < self->n_cursors; i++)
    {
      sl_dat_pages_free (self->cursors[i].pages);
      g_free (self->cursors[i].events);
    }
  sl_dat_codec_free (self->codec);
  g_free (self->cursors);
  g_free (self->heap);
  g_free (self);
}

/* Equal times are in the order of the file. */
static inline gboolean
is_before (gconstpointer first, gconstpointer second)
{
  const Cursor *one = first, *other = second;
  SlTime a = one->events[one->taken].time;
  SlTime b = other->events[other->taken].time;

  return a < b || (a == b && one->row < other->row);
}

/* Chunks that claim to be huge are not kept for all rows at once. */
static void
limit_memory (SlDatReader *self, const Cursor *at_hand)
{
  gsize memory = 0;

  for (guint i = 0; i < self->n_cursors; i++)
    memory += sl_dat_pages_get_memory (self->cursors[i].pages);
  if (memory <= MOST_MEMORY)
    return;

  for (guint i = 0; i < self->n_cursors; i++)
    {
      if (&self->cursors[i] != at_hand)
        sl_dat_pages_drop (self->cursors[i].pages);
    }
}

/* Pages may claim to be large: there is room for what is really there. */
static void
make_room (Cursor *cursor, const SlDatPage *page)
{
  guint most = sl_dat_decoder_get_most (page->size);

  if (cursor->room >= most)
    return;

  g_free (cursor->events);
  cursor->events = g_new (SlEvent, most);
  cursor->room = most;
}

/* Decodes from @page on until there are events; FALSE at the end of the row. */
static gboolean
fill_from (SlDatReader *self, Cursor *cursor, guint64 number, SlDatTally *tally)
{
  for (; number < cursor->n_pages; number++)
    {
      gsize memory = sl_dat_pages_get_memory (cursor->pages);
      SlDatPage page;

      sl_dat_pages_read (cursor->pages, number, self->codec, &page);
      if (sl_dat_pages_get_memory (cursor->pages) > memory)
        limit_memory (self, cursor);
      make_room (cursor, &page);
      cursor->before = cursor->last;
      cursor->page = number;
      cursor->taken = 0;
      cursor->n_events = sl_dat_decoder_decode (self->decoder, cursor->row, &page, &cursor->last,
                                                cursor->events, tally);
      if (cursor->n_events > 0)
        return TRUE;
    }

  cursor->page = cursor->n_pages;
  cursor->before = cursor->last;
  cursor->taken = 0;
  cursor->n_events = 0;
  return FALSE;
}

/**
 * sl_dat_reader_go_to:
 * @stands: (nullable): for each row, as sl_dat_reader_get_stands() gave them; %NULL for the begin of all
 * @tally: (nullable): counts what is in the pages that are begun
 */
void
sl_dat_reader_go_to (SlDatReader *self, const SlDatStand *stands, SlDatTally *tally)
{
  static const SlDatStand begin = { 0 };

  self->n_heap = 0;
  for (guint i = 0; i < self->n_cursors; i++)
    {
      Cursor *cursor = &self->cursors[i];
      const SlDatStand *stand = stands != NULL ? &stands[i] : &begin;

      cursor->last = stand->last;
      if (!fill_from (self, cursor, stand->page, tally))
        continue;

      /* Of a file that has shrunk there may be fewer events than there were. */
      cursor->taken = (guint) MIN (stand->taken, cursor->n_events - 1);
      self->heap[self->n_heap++] = cursor;
    }

  sl_heap_order (self->heap, self->n_heap, is_before);
}

/**
 * sl_dat_reader_get_stands:
 * @stands: (out caller-allocates): room for each row
 */
void
sl_dat_reader_get_stands (const SlDatReader *self, SlDatStand *stands)
{
  for (guint i = 0; i < self->n_cursors; i++)
    stands[i] =
        (SlDatStand) { self->cursors[i].page, self->cursors[i].taken, self->cursors[i].before };
}

/* How many events of the earliest row come before those of all others. */
static guint
count_run (const SlDatReader *self, const Cursor *first, guint room)
{
  guint end = first->taken + MIN (room, first->n_events - first->taken);
  const Cursor *next = NULL;
  guint at = first->taken;
  SlTime limit;

  if (self->n_heap > 1)
    next = self->heap[1];
  if (self->n_heap > 2 && is_before (self->heap[2], next))
    next = self->heap[2];
  if (next == NULL)
    return end - at;

  limit = next->events[next->taken].time;
  limit += first->row < next->row;
  while (at < end && first->events[at].time < limit)
    at++;
  return at - first->taken;
}

/* Merges two rows, @first of which has the earlier number, up to the end of one's page. Processors take turns at random, so
 * what is taken is chosen without a branch. Returns: how many events were read. */
static guint
merge_two (Cursor *first, Cursor *second, SlEvent *events, guint room)
{
  const SlEvent *one = &first->events[first->taken], *one_end = &first->events[first->n_events];
  const SlEvent *other = &second->events[second->taken];
  const SlEvent *other_end = &second->events[second->n_events];
  guint n_events = 0;

  for (; n_events < room && one < one_end && other < other_end; n_events++)
    {
      gsize is_one = one->time <= other->time;
      const SlEvent *next = is_one != 0 ? one : other;

      events[n_events] = *next;
      one += is_one;
      other += 1 - is_one;
    }

  first->taken = (guint) (one - first->events);
  second->taken = (guint) (other - second->events);
  return n_events;
}

/* The next events where only two rows have some left: up to the end of a page, which is behind it when this returns. */
static guint
read_two (SlDatReader *self, SlEvent *events, guint room, SlDatTally *tally)
{
  Cursor *one = self->heap[0], *other = self->heap[1];
  guint n_events = one->row < other->row ? merge_two (one, other, events, room)
                                         : merge_two (other, one, events, room);
  guint ended = other->taken == other->n_events;

  /* Not both: each event was one row's. */
  one = self->heap[ended];
  if (one->taken == one->n_events && !fill_from (self, one, one->page + 1, tally))
    self->heap[ended] = self->heap[--self->n_heap];
  return n_events;
}

/* The next events of the row that has the earliest one. */
static guint
read_run (SlDatReader *self, SlEvent *events, guint room, SlDatTally *tally)
{
  Cursor *cursor = self->heap[0];
  guint run = count_run (self, cursor, room);

  /* Most runs are short. */
  for (guint i = 0; i < run; i++)
    events[i] = cursor->events[cursor->taken + i];
  cursor->taken += run;
  if (cursor->taken == cursor->n_events && !fill_from (self, cursor, cursor->page + 1, tally))
    self->heap[0] = self->heap[--self->n_heap];
  return run;
}

/**
 * sl_dat_reader_read:
 * @events: (out caller-allocates): room for @room of them
 * @tally: (nullable): counts what is in the pages that are begun
 *
 * Returns: how many events were read; fewer than @room only at the end
 */
guint
sl_dat_reader_read (SlDatReader *self, SlEvent *events, guint room, SlDatTally *tally)
{
  guint n_events = 0;

  while (n_events < room && self->n_heap > 0)
    {
      if (self->n_heap == 2)
        n_events += read_two (self, &events[n_events], room - n_events, tally);
      else
        n_events += read_run (self, &events[n_events], room - n_events, tally);
      if (self->n_heap > 1)
        sl_heap_sift_down (self->heap, self->n_heap, 0, is_before);
    }

  return n_events;
}
