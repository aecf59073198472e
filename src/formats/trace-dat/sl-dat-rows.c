/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-rows.h"

#include <string.h>

/* Unpacked bytes of all CPUs at most: always so many, or so many times the size of the file. */
#define MOST_UNPACKED (G_GUINT64_CONSTANT (256) << 20)
#define MOST_RATIO    250

/* The number of chunks, then the sizes of the first. */
#define STREAM_HEAD 12

/**
 * sl_dat_rows_add_buffer:
 * @clock: (transfer full) (nullable): its name; %NULL for that of the whole file
 *
 * Returns: the number of the buffer
 */
guint
sl_dat_rows_add_buffer (SlDatFile *file, const char *name, char *clock, guint32 page_size)
{
  SlDatBuffer buffer = { g_utf8_make_valid (name, -1), clock, page_size };

  g_array_append_val (file->buffers, buffer);
  return file->buffers->len - 1;
}

static void
add_chunk (SlDatRow *row, guint64 offset, guint64 packed, guint64 size)
{
  SlDatChunk chunk = { .offset = offset, .packed = packed, .size = size };

  g_array_append_val (row->chunks, chunk);
}

/* Whether a chunk may unpack to @size bytes; a lie is a note. */
static gboolean
check_chunk (SlDatFile *file,
             const SlDatRow *row,
             guint64 at,
             guint32 packed,
             guint32 size,
             SlNotes *notes)
{
  guint64 most = MAX (MOST_UNPACKED, MOST_RATIO * (guint64) sl_mapping_get_size (file->mapping));
  guint32 page_size = g_array_index (file->buffers, SlDatBuffer, row->buffer).page_size;

  file->n_claimed += packed;
  if (file->n_claimed <= sl_mapping_get_size (file->mapping) && size > 0 &&
      size <= SL_DAT_MOST_CHUNK && size % page_size == 0 && file->end_place + size <= most)
    return TRUE;

  sl_notes_add (notes, at, 1,
                "A chunk of pages claims a size that is not possible: what follows of its CPU is "
                "not read");
  return FALSE;
}

/* Goes from head to head; nothing is unpacked. Returns: whether all are there. */
static gboolean
find_chunks (SlDatFile *file, SlDatRow *row, guint64 offset, guint64 end, SlNotes *notes)
{
  const guint8 *data = sl_mapping_get_data (file->mapping);
  gboolean is_big = file->tracing->is_big;
  guint64 n_chunks;
  guint64 at;

  if (end - offset < 4)
    return FALSE;

  n_chunks = sl_bytes_u32 (data + offset, is_big);
  at = offset + 4;
  for (guint64 i = 0; i < n_chunks; i++)
    {
      guint32 packed, size;

      if (end - at < 8)
        {
          sl_notes_add (notes, at, 1,
                        "The chunks of a CPU’s pages end before their number is "
                        "reached");
          return FALSE;
        }
      packed = sl_bytes_u32 (data + at, is_big);
      size = sl_bytes_u32 (data + at + 4, is_big);
      if (!check_chunk (file, row, at, packed, size, notes))
        return FALSE;
      if (packed > end - at - 8)
        {
          sl_notes_add (notes, at, 1, "A chunk of pages is cut off");
          return FALSE;
        }

      add_chunk (row, at + 8, packed, size);
      file->end_place += size;
      at += 8 + (guint64) packed;
    }

  return TRUE;
}

/**
 * sl_dat_rows_add:
 * @buffer: number of its buffer
 * @offset: of the data in the file
 * @size: in bytes
 * @is_packed: whether they are chunks
 *
 * Adds the pages of a CPU, as far as they are in the file.
 */
void
sl_dat_rows_add (SlDatFile *file,
                 guint buffer,
                 guint32 cpu,
                 guint64 offset,
                 guint64 size,
                 gboolean is_packed,
                 SlNotes *notes)
{
  guint64 file_size = sl_mapping_get_size (file->mapping);
  SlDatRow row = { .buffer = buffer, .cpu = cpu, .is_packed = is_packed };

  if (size == 0)
    return;
  if (offset >= file_size || size > file_size - offset)
    {
      sl_notes_add (notes, MIN (offset, file_size), 1,
                    "The pages of a CPU reach behind the end of the file");
      if (offset >= file_size)
        {
          file->lacks_rows = TRUE;
          return;
        }
      size = file_size - offset;
      row.is_cut = TRUE;
    }
  if (file->rows->len == SL_DAT_MOST_ROWS)
    {
      sl_notes_add (notes, offset, 1, "The pages of more than %d CPUs are not read",
                    SL_DAT_MOST_ROWS);
      file->lacks_rows = TRUE;
      return;
    }

  /* Each byte is of one CPU, whatever the file says. */
  file->n_claimed += is_packed ? 0 : size;
  if (file->n_claimed > file_size)
    {
      sl_notes_add (notes, offset, 1, "The pages of CPUs overlap: not all are read");
      file->lacks_rows = TRUE;
      return;
    }

  row.chunks = g_array_new (FALSE, FALSE, sizeof (SlDatChunk));
  if (is_packed)
    /* trace-cmd does not count the number of the chunks. */
    row.is_cut |=
        !find_chunks (file, &row, offset, offset + MIN (size + 4, file_size - offset), notes);
  else
    add_chunk (&row, offset, size, size);
  if (row.chunks->len > 0)
    {
      g_array_append_val (file->rows, row);
      return;
    }

  g_array_unref (row.chunks);
  file->lacks_rows |= row.is_cut;
}

/* The pages of CPUs in a section of version 7 whose table is missing, as it stands behind them and is the first that a file loses
 * when it is cut off. trace-cmd writes the CPUs in their order, each from the next whole page of the file on, and
 * those without pages not at all. What of a CPU is packed begins with the number of its chunks, so that its end is known; pages
 * that are not packed follow each other, and where their times go back another CPU begins. */
typedef struct
{
  SlDatFile *file;
  guint buffer;
  guint32 page_size;
  guint n_streams;
  SlNotes *notes;
} Search;

static guint64
align (const Search *self, guint64 offset)
{
  guint64 page = self->page_size;

  return (offset + page - 1) / page * page;
}

/* Whether a frame of the file's compression begins at @bytes. */
static gboolean
is_frame (SlDatCodecType codec, const guint8 *bytes)
{
  static const guint8 zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };

  return codec == SL_DAT_ZSTD ? memcmp (bytes, zstd, sizeof zstd) == 0
                              : codec == SL_DAT_ZLIB && (bytes[0] & 0xf) == 8;
}

/* Whether the chunks of a CPU begin at @offset. */
static gboolean
is_stream (const Search *self, guint64 offset, guint64 end)
{
  const guint8 *data = (const guint8 *) sl_mapping_get_data (self->file->mapping) + offset;
  gboolean is_big = self->file->tracing->is_big;
  guint32 size;

  if (offset > end || end - offset < STREAM_HEAD + 4)
    return FALSE;

  size = sl_bytes_u32 (data + 8, is_big);
  return sl_bytes_u32 (data, is_big) > 0 && size > 0 && size <= SL_DAT_MOST_CHUNK &&
         size % self->page_size == 0 && is_frame (self->file->codec, data + STREAM_HEAD);
}

/* Adds the chunks that begin at @offset. Returns: where they end; 0 where they are not whole. */
static guint64
add_stream (Search *self, guint64 offset, guint64 end)
{
  guint n_rows = self->file->rows->len;
  const SlDatChunk *last;
  const SlDatRow *row;

  sl_dat_rows_add (self->file, self->buffer, self->n_streams++, offset, end - offset, TRUE,
                   self->notes);
  if (self->file->rows->len == n_rows)
    return 0;

  row = &g_array_index (self->file->rows, SlDatRow, n_rows);
  last = &g_array_index (row->chunks, SlDatChunk, row->chunks->len - 1);
  return row->chunks->len ==
                 sl_bytes_u32 ((const guint8 *) sl_mapping_get_data (self->file->mapping) + offset,
                               self->file->tracing->is_big)
             ? last->offset + last->packed
             : 0;
}

static void
find_packed (Search *self, guint64 begin, guint64 end)
{
  guint64 at = begin;

  while (at > 0 && self->n_streams < SL_DAT_MOST_ROWS)
    {
      /* Other writers may leave no gap. */
      guint64 offset = is_stream (self, align (self, at), end) ? align (self, at) : at;

      if (!is_stream (self, offset, end))
        return;
      at = add_stream (self, offset, end);
    }
}

static void
find_plain (Search *self, guint64 begin, guint64 end)
{
  const guint8 *data = sl_mapping_get_data (self->file->mapping);
  gboolean is_big = self->file->tracing->is_big;
  guint64 first = align (self, begin), before = 0;

  for (guint64 at = first; at < end && self->n_streams < SL_DAT_MOST_ROWS; at += self->page_size)
    {
      guint64 time = end - at >= 8 ? sl_bytes_u64 (data + at, is_big) : before;

      if (time < before)
        {
          sl_dat_rows_add (self->file, self->buffer, self->n_streams++, first, at - first, FALSE,
                           self->notes);
          first = at;
        }
      before = time;
    }
  if (first < end)
    sl_dat_rows_add (self->file, self->buffer, self->n_streams++, first, end - first, FALSE,
                     self->notes);
}

/* The section that the rows from @first on were found in goes on behind the end of the file. */
static void
note_cut (SlDatFile *file, guint first, gboolean is_packed, guint n_streams)
{
  /* Chunks are counted, pages are not. */
  if (!is_packed && file->rows->len > first)
    g_array_index (file->rows, SlDatRow, file->rows->len - 1).is_cut = TRUE;
  if (file->n_cpus == 0 || n_streams < file->n_cpus)
    file->lacks_rows = TRUE;
}

/**
 * sl_dat_rows_find:
 * @buffer: number of the buffer that the pages are of
 * @begin: of what the section holds, an offset in the file
 * @end: of that, not behind the end of the file
 * @is_packed: whether the pages are in chunks
 * @is_cut: the section goes on behind the end of the file
 * @notes: of what was skipped
 *
 * Adds a row for each CPU that is found, as far as its pages are there; the rows are numbered from 0.
 *
 * Returns: how many CPUs were found
 */
guint
sl_dat_rows_find (SlDatFile *file,
                  guint buffer,
                  guint64 begin,
                  guint64 end,
                  gboolean is_packed,
                  gboolean is_cut,
                  SlNotes *notes)
{
  guint n_rows = file->rows->len;
  Search search = { .file = file,
                    .buffer = buffer,
                    .page_size = g_array_index (file->buffers, SlDatBuffer, buffer).page_size,
                    .notes = notes };

  if (is_packed)
    find_packed (&search, begin, end);
  else
    find_plain (&search, begin, end);
  if (is_cut)
    note_cut (file, n_rows, is_packed, search.n_streams);
  return search.n_streams;
}

/* The top buffer first, then the instances as they stand in the file. */
static int
compare_rows (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const SlDatFile *file = user_data;
  const SlDatRow *a = one;
  const SlDatRow *b = other;
  gboolean is_top_a = g_array_index (file->buffers, SlDatBuffer, a->buffer).name[0] == '\0';
  gboolean is_top_b = g_array_index (file->buffers, SlDatBuffer, b->buffer).name[0] == '\0';

  if (is_top_a != is_top_b)
    return is_top_a ? -1 : 1;
  return a->buffer < b->buffer ? -1 : a->buffer > b->buffer;
}

/**
 * sl_dat_rows_finish:
 *
 * Puts the rows in order and gives their chunks places, each a whole number of pages from the other.
 */
void
sl_dat_rows_finish (SlDatFile *file)
{
  /* Stable, so that CPUs stay as they are in the file. */
  g_array_sort_with_data (file->rows, compare_rows, file);
  file->end_place = 0;
  for (guint i = 0; i < file->rows->len; i++)
    {
      SlDatRow *row = &g_array_index (file->rows, SlDatRow, i);
      guint32 page_size = g_array_index (file->buffers, SlDatBuffer, row->buffer).page_size;

      for (guint j = 0; j < row->chunks->len; j++)
        {
          SlDatChunk *chunk = &g_array_index (row->chunks, SlDatChunk, j);

          chunk->place = file->end_place;
          file->end_place += (chunk->size + page_size - 1) / page_size * page_size;
        }
    }
}
