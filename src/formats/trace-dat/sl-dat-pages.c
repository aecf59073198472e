/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-pages.h"

#include "sl-lower-bound.h"

#define NO_CHUNK G_MAXUINT

/* Bytes of a page in which its time and its flags are. */
#define LEAST_HEAD 16

/* A chunk; @number is that of the one that @bytes holds, or which was last asked for. */
typedef struct
{
  guint number;
  gboolean is_whole;
  guint8 *bytes;
  gsize capacity;
} Unpacked;

struct _SlDatPages
{
  const SlDatFile *file;
  const SlDatRow *row;
  const SlDatChunk *chunks;
  guint32 page_size;
  guint64 place; /* of the first page */
  guint64 n_pages;
  Unpacked at_hand; /* that of the last page */
  Unpacked ahead;   /* the one behind it */
};

/**
 * sl_dat_pages_new:
 * @file: must outlive the pages
 * @row: its number
 *
 * Returns: (transfer full): the pages of a row
 */
SlDatPages *
sl_dat_pages_new (const SlDatFile *file, guint row)
{
  SlDatPages *self = g_new0 (SlDatPages, 1);
  const SlDatChunk *last;

  self->file = file;
  self->row = &g_array_index (file->rows, SlDatRow, row);
  self->chunks = (const SlDatChunk *) (gpointer) self->row->chunks->data;
  self->page_size = sl_dat_file_get_buffer (file, row)->page_size;
  self->place = self->chunks[0].place;
  last = &self->chunks[self->row->chunks->len - 1];
  self->n_pages = (last->place + last->size - self->place + self->page_size - 1) / self->page_size;
  self->at_hand.number = self->ahead.number = NO_CHUNK;
  return self;
}

void
sl_dat_pages_free (SlDatPages *self)
{
  g_free (self->at_hand.bytes);
  g_free (self->ahead.bytes);
  g_free (self);
}

guint64
sl_dat_pages_get_count (const SlDatPages *self)
{
  return self->n_pages;
}

/* The bytes of a chunk; %NULL where it cannot be unpacked. */
static void
unpack (SlDatPages *self, Unpacked *unpacked, guint number, SlDatCodec *codec)
{
  const SlDatChunk *chunk = &self->chunks[number];

  if (unpacked->capacity < chunk->size)
    {
      g_free (unpacked->bytes);
      unpacked->bytes = g_malloc (chunk->size);
      unpacked->capacity = chunk->size;
    }
  unpacked->is_whole =
      sl_dat_codec_unpack (codec, sl_mapping_get_data (self->file->mapping) + chunk->offset,
                           chunk->packed, unpacked->bytes, chunk->size);
  unpacked->number = number;
}

static const guint8 *
get_chunk (SlDatPages *self, guint number, SlDatCodec *codec)
{
  if (!self->row->is_packed)
    return sl_mapping_get_data (self->file->mapping) + self->chunks[number].offset;

  if (self->at_hand.number != number && self->ahead.number == number)
    {
      Unpacked before = self->at_hand;

      self->at_hand = self->ahead;
      self->ahead = before;
    }
  if (self->at_hand.number != number || self->at_hand.bytes == NULL)
    unpack (self, &self->at_hand, number, codec);
  return self->at_hand.is_whole ? self->at_hand.bytes : NULL;
}

/* The begin of the chunk behind that at hand, which is kept until it is at hand itself. */
static const guint8 *
look_ahead (SlDatPages *self, guint number, SlDatCodec *codec)
{
  if (number >= self->row->chunks->len || self->chunks[number].size < LEAST_HEAD)
    return NULL;
  if (!self->row->is_packed)
    return sl_mapping_get_data (self->file->mapping) + self->chunks[number].offset;

  if (self->ahead.number != number || self->ahead.bytes == NULL)
    unpack (self, &self->ahead, number, codec);
  return self->ahead.is_whole ? self->ahead.bytes : NULL;
}

/**
 * sl_dat_pages_read:
 * @page: its number, below the count
 * @codec: that unpacks
 * @result: (out): valid until the next call or sl_dat_pages_drop()
 */
void
sl_dat_pages_read (SlDatPages *self, guint64 page, SlDatCodec *codec, SlDatPage *result)
{
  guint64 place = self->place + page * self->page_size;
  guint n_chunks = self->row->chunks->len;
  guint number = self->at_hand.number;
  const SlDatChunk *chunk;
  const guint8 *bytes;
  gsize within;

  if (number == NO_CHUNK || self->chunks[number].place > place ||
      place - self->chunks[number].place >= self->chunks[number].size)
    number = sl_lower_bound (1u, n_chunks, i, self->chunks[i].place <= place) - 1;

  chunk = &self->chunks[number];
  bytes = get_chunk (self, number, codec);
  within = (gsize) (place - chunk->place);
  *result = (SlDatPage) {
    .place = place,
    .is_first = within == 0,
    .is_last = page == self->n_pages - 1,
    .is_cut_off = self->row->is_cut && page == self->n_pages - 1,
  };
  if (bytes == NULL)
    return;

  result->bytes = bytes + within;
  result->size = (gsize) MIN (self->page_size, chunk->size - within);
  if (chunk->size - within >= (guint64) self->page_size + 8)
    result->next_time = bytes + within + self->page_size;
  if (chunk->size - within >= (guint64) self->page_size + LEAST_HEAD)
    result->next_head = bytes + within + self->page_size;
  else if (chunk->size - within <= self->page_size)
    result->next_head = look_ahead (self, number + 1, codec);
}

/**
 * sl_dat_pages_get_memory:
 *
 * Returns: bytes that are held unpacked
 */
gsize
sl_dat_pages_get_memory (const SlDatPages *self)
{
  return self->at_hand.capacity + self->ahead.capacity;
}

static void
drop (Unpacked *unpacked)
{
  g_clear_pointer (&unpacked->bytes, g_free);
  unpacked->capacity = 0;
  unpacked->number = NO_CHUNK;
}

/**
 * sl_dat_pages_drop:
 *
 * Frees what is held unpacked.
 */
void
sl_dat_pages_drop (SlDatPages *self)
{
  drop (&self->at_hand);
  drop (&self->ahead);
}
