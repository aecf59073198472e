/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-merge.h"

#include "sl-heap.h"

/* Where reading stands in one row. A place is the number of the chunk times the capacity, plus the
 * number of events taken from the chunk. */
typedef struct
{
  SlTime time; /* of the next event, where rows are compared by it */
  SlEvent *events;
  guint n_events;
  guint taken;
  guint64 chunk;
} Cursor;

struct _SlEventMerge
{
  SlEventMergeFill fill;
  gpointer user_data;
  guint capacity;
  guint n_cursors;
  Cursor *cursors;
  gpointer *heap; /* of Cursor: those that have events left, the earliest on top */
  guint n_heap;
  gboolean is_by_row; /* equal times */
  guint64 standing;   /* the block that comes next if reading just goes on */
  GArray *places;     /* of guint64: n_cursors for each block whose begin is known */
};

/* Equal times are in the order of the rows. */
static gboolean
is_before_by_row (gconstpointer first, gconstpointer second)
{
  const Cursor *one = first, *other = second;

  return one->time != other->time ? one->time < other->time : one < other;
}

static gboolean
is_before (gconstpointer first, gconstpointer second)
{
  const Cursor *one = first, *other = second;
  guint64 a, b;

  if (one->time != other->time)
    return one->time < other->time;

  a = one->events[one->taken].offset;
  b = other->events[other->taken].offset;
  return a != b ? a < b : one < other;
}

static void
take (Cursor *cursor, guint n_events)
{
  cursor->taken += n_events;
  if (cursor->taken < cursor->n_events)
    cursor->time = cursor->events[cursor->taken].time;
}

static void
sift_first (SlEventMerge *self)
{
  if (self->is_by_row)
    sl_heap_sift_down (self->heap, self->n_heap, 0, is_before_by_row);
  else
    sl_heap_sift_down (self->heap, self->n_heap, 0, is_before);
}

/* Decodes from the chunk at @chunk on until there are events; FALSE at the end of the row. */
static gboolean
fill_from (SlEventMerge *self, Cursor *cursor, guint64 chunk)
{
  gssize n_events = self->fill (self->user_data, cursor - self->cursors, chunk, cursor->events);

  while (n_events == 0)
    n_events = self->fill (self->user_data, cursor - self->cursors, ++chunk, cursor->events);

  cursor->n_events = MAX (n_events, 0);
  cursor->taken = 0;
  cursor->chunk = chunk;
  take (cursor, 0);
  return n_events > 0;
}

static void
stand_at (SlEventMerge *self, guint64 block)
{
  const guint64 *places = &g_array_index (self->places, guint64, block * self->n_cursors);

  self->n_heap = 0;
  for (guint i = 0; i < self->n_cursors; i++)
    {
      Cursor *cursor = &self->cursors[i];

      if (!fill_from (self, cursor, places[i] / self->capacity))
        continue;

      /* Of a file that has shrunk there may be fewer events than there were. */
      take (cursor, MIN (places[i] % self->capacity, cursor->n_events - 1));
      self->heap[self->n_heap++] = cursor;
    }

  if (self->is_by_row)
    sl_heap_order (self->heap, self->n_heap, is_before_by_row);
  else
    sl_heap_order (self->heap, self->n_heap, is_before);
  self->standing = block;
}

static void
learn_places (SlEventMerge *self)
{
  if (self->places->len / self->n_cursors > self->standing)
    return;

  for (guint i = 0; i < self->n_cursors; i++)
    {
      guint64 place = self->cursors[i].chunk * self->capacity + self->cursors[i].taken;

      g_array_append_val (self->places, place);
    }
}

/* The earliest time of all rows but the first one. */
static inline SlTime
get_limit (const SlEventMerge *self)
{
  SlTime limit = self->n_heap > 1 ? ((const Cursor *) self->heap[1])->time : SL_TIME_MAX;

  return self->n_heap > 2 ? MIN (limit, ((const Cursor *) self->heap[2])->time) : limit;
}

/* Takes the first event of a row, and those after it whose times are before @limit.
 *
 * Returns: how many they are, at most @room */
static inline guint
take_run (Cursor *cursor, SlTime limit, SlEvent *events, guint room)
{
  const SlEvent *from = &cursor->events[cursor->taken];
  guint most = MIN (room, cursor->n_events - cursor->taken);
  guint n = 0;

  /* Most runs are short. */
  do
    events[n] = from[n];
  while (++n < most && from[n].time < limit);

  take (cursor, n);
  return n;
}

static guint
read_on (SlEventMerge *self, SlEvent *events)
{
  guint n_events = 0;

  while (n_events < SL_BLOCK_EVENTS && self->n_heap > 0)
    {
      Cursor *cursor = self->heap[0];

      n_events +=
          take_run (cursor, get_limit (self), &events[n_events], SL_BLOCK_EVENTS - n_events);
      if (cursor->taken == cursor->n_events && !fill_from (self, cursor, cursor->chunk + 1))
        self->heap[0] = self->heap[--self->n_heap];
      if (self->n_heap > 0)
        sift_first (self);
    }

  self->standing++;
  learn_places (self);
  return n_events;
}

/**
 * sl_event_merge_new:
 * @n_inputs: number of rows, above zero
 * @capacity: largest number of events in a chunk
 *
 * Returns: (transfer full): a reader of the rows in the order of time, ties by offset
 */
SlEventMerge *
sl_event_merge_new (guint n_inputs, guint capacity, SlEventMergeFill fill, gpointer user_data)
{
  SlEventMerge *self = g_new0 (SlEventMerge, 1);

  self->fill = fill;
  self->user_data = user_data;
  self->capacity = capacity;
  self->n_cursors = n_inputs;
  self->cursors = g_new0 (Cursor, n_inputs);
  self->heap = g_new0 (gpointer, n_inputs);
  for (guint i = 0; i < n_inputs; i++)
    self->cursors[i].events = g_new (SlEvent, capacity);

  /* The first block begins at the first event of every row. */
  self->places = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_array_set_size (self->places, n_inputs);
  self->standing = G_MAXUINT64;
  return self;
}

/**
 * sl_event_merge_order_by_row:
 *
 * Equal times are in the order of the rows from now on, not by offset. Call it before anything is read.
 */
void
sl_event_merge_order_by_row (SlEventMerge *self)
{
  self->is_by_row = TRUE;
}

void
sl_event_merge_free (SlEventMerge *self)
{
  for (guint i = 0; i < self->n_cursors; i++)
    g_free (self->cursors[i].events);
  g_array_unref (self->places);
  g_free (self->cursors);
  g_free (self->heap);
  g_free (self);
}

/**
 * sl_event_merge_read:
 * @block: from 0; far ahead of the blocks read so far it costs reading all between
 *
 * Returns: number of events, full blocks until the last; 0 past it
 */
guint
sl_event_merge_read (SlEventMerge *self, guint64 block, SlEvent *events)
{
  guint n_events;

  if (self->standing != block)
    stand_at (self, MIN (block, self->places->len / self->n_cursors - 1));

  do
    n_events = read_on (self, events);
  while (self->standing <= block && n_events > 0);

  return n_events;
}
