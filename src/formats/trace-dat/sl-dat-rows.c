/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-rows.h"

/* Unpacked bytes of all CPUs at most: always so many, or so many times the size of the file. */
#define MOST_UNPACKED (G_GUINT64_CONSTANT (256) << 20)
#define MOST_RATIO    250

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

/* Goes from head to head; nothing is unpacked. */
static void
find_chunks (SlDatFile *file, SlDatRow *row, guint64 offset, guint64 end, SlNotes *notes)
{
  const guint8 *data = sl_mapping_get_data (file->mapping);
  gboolean is_big = file->tracing->is_big;
  guint64 n_chunks;
  guint64 at;

  if (end - offset < 4)
    return;

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
          return;
        }
      packed = sl_bytes_u32 (data + at, is_big);
      size = sl_bytes_u32 (data + at + 4, is_big);
      if (!check_chunk (file, row, at, packed, size, notes))
        return;
      if (packed > end - at - 8)
        {
          sl_notes_add (notes, at, 1, "A chunk of pages is cut off");
          return;
        }

      add_chunk (row, at + 8, packed, size);
      file->end_place += size;
      at += 8 + (guint64) packed;
    }
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
        return;
      size = file_size - offset;
    }
  if (file->rows->len == SL_DAT_MOST_ROWS)
    {
      sl_notes_add (notes, offset, 1, "The pages of more than %d CPUs are not read",
                    SL_DAT_MOST_ROWS);
      return;
    }

  /* Each byte is of one CPU, whatever the file says. */
  file->n_claimed += is_packed ? 0 : size;
  if (file->n_claimed > file_size)
    {
      sl_notes_add (notes, offset, 1, "The pages of CPUs overlap: not all are read");
      return;
    }

  row.chunks = g_array_new (FALSE, FALSE, sizeof (SlDatChunk));
  if (is_packed)
    /* trace-cmd does not count the number of the chunks. */
    find_chunks (file, &row, offset, offset + MIN (size + 4, file_size - offset), notes);
  else
    add_chunk (&row, offset, size, size);
  if (row.chunks->len > 0)
    g_array_append_val (file->rows, row);
  else
    g_array_unref (row.chunks);
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
