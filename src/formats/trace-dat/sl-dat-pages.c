/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-pages.h"

#include "sl-lower-bound.h"

#define NO_CHUNK G_MAXUINT

struct _SlDatPages
{
  const SlDatFile *file;
  const SlDatRow *row;
  const SlDatChunk *chunks;
  guint32 page_size;
  guint64 place; /* of the first page */
  guint64 n_pages;
  guint chunk; /* that @unpacked holds, or was last asked for */
  gboolean is_whole;
  guint8 *unpacked;
  gsize capacity;
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
  self->chunk = NO_CHUNK;
  return self;
}

void
sl_dat_pages_free (SlDatPages *self)
{
  g_free (self->unpacked);
  g_free (self);
}

guint64
sl_dat_pages_get_count (const SlDatPages *self)
{
  return self->n_pages;
}

/* The bytes of a chunk; %NULL where it cannot be unpacked. */
static const guint8 *
get_chunk (SlDatPages *self, guint number, SlDatCodec *codec)
{
  const SlDatChunk *chunk = &self->chunks[number];
  const guint8 *bytes = sl_mapping_get_data (self->file->mapping) + chunk->offset;

  if (!self->row->is_packed)
    return bytes;

  if (self->chunk != number || self->unpacked == NULL)
    {
      if (self->capacity < chunk->size)
        {
          g_free (self->unpacked);
          self->unpacked = g_malloc (chunk->size);
          self->capacity = chunk->size;
        }
      self->is_whole =
          sl_dat_codec_unpack (codec, bytes, chunk->packed, self->unpacked, chunk->size);
      self->chunk = number;
    }
  return self->is_whole ? self->unpacked : NULL;
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
  guint number = self->chunk;
  const SlDatChunk *chunk;
  const guint8 *bytes;
  gsize within;

  if (number == NO_CHUNK || self->chunks[number].place > place ||
      place - self->chunks[number].place >= self->chunks[number].size)
    number = sl_lower_bound (1u, n_chunks, i, self->chunks[i].place <= place) - 1;

  chunk = &self->chunks[number];
  bytes = get_chunk (self, number, codec);
  within = (gsize) (place - chunk->place);
  *result = (SlDatPage) { .place = place, .is_first = within == 0 };
  if (bytes == NULL)
    return;

  result->bytes = bytes + within;
  result->size = (gsize) MIN (self->page_size, chunk->size - within);
  if (chunk->size - within >= (guint64) self->page_size + 8)
    result->next_time = bytes + within + self->page_size;
}

/**
 * sl_dat_pages_get_memory:
 *
 * Returns: bytes that are held unpacked
 */
gsize
sl_dat_pages_get_memory (const SlDatPages *self)
{
  return self->capacity;
}

/**
 * sl_dat_pages_drop:
 *
 * Frees what is held unpacked.
 */
void
sl_dat_pages_drop (SlDatPages *self)
{
  g_clear_pointer (&self->unpacked, g_free);
  self->capacity = 0;
  self->chunk = NO_CHUNK;
}
