/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-writer-private.h"

#include <zlib.h>
#include <zstd.h>

#define LOST        0x80000000u
#define LOST_STORED 0x40000000u

SlDatWriter *
sl_dat_writer_new (const SlDatLayout *layout)
{
  SlDatWriter *self = g_new0 (SlDatWriter, 1);

  self->layout = *layout;
  self->random = g_rand_new_with_seed (layout->seed);
  self->formats = sl_dat_formats_new (layout->is_big, layout->long_size);
  self->file = g_byte_array_new ();
  self->record = g_byte_array_new ();
  self->rows = g_new0 (SlDatRow, layout->n_buffers * layout->n_cpus);
  for (guint i = 0; i < layout->n_buffers * layout->n_cpus; i++)
    {
      self->rows[i].pages = g_byte_array_new ();
      self->rows[i].chunks = g_byte_array_new ();
      self->rows[i].records = g_byte_array_new ();
    }
  return self;
}

void
sl_dat_writer_free (SlDatWriter *self)
{
  for (guint i = 0; i < self->layout.n_buffers * self->layout.n_cpus; i++)
    {
      g_byte_array_unref (self->rows[i].pages);
      g_byte_array_unref (self->rows[i].chunks);
      g_byte_array_unref (self->rows[i].records);
    }
  g_free (self->rows);
  g_byte_array_unref (self->record);
  g_byte_array_unref (self->file);
  sl_dat_formats_free (self->formats);
  g_rand_free (self->random);
  g_free (self);
}

/**
 * sl_dat_writer_set_symbols:
 * @symbols: of the kernel, in place of the few that are written otherwise
 */
void
sl_dat_writer_set_symbols (SlDatWriter *self, const char *symbols)
{
  sl_dat_formats_set_symbols (self->formats, symbols);
}

guint16
sl_dat_writer_get_id (SlDatTracepoint tracepoint)
{
  return sl_dat_formats_get_id (tracepoint);
}

void
sl_dat_writer_put (const SlDatWriter *self, GByteArray *bytes, guint64 value, guint size)
{
  sl_dat_put_number (bytes, value, size, self->layout.is_big);
}

gboolean
sl_dat_writer_is_packed (const SlDatWriter *self)
{
  return self->layout.version == 7 && !g_str_equal (self->layout.codec, "none");
}

GByteArray *
sl_dat_writer_pack (const SlDatWriter *self, const guint8 *bytes, gsize size)
{
  GByteArray *packed = g_byte_array_new ();
  uLongf room;

  if (g_str_equal (self->layout.codec, "zstd"))
    {
      g_byte_array_set_size (packed, (guint) ZSTD_compressBound (size));
      g_byte_array_set_size (packed,
                             (guint) ZSTD_compress (packed->data, packed->len, bytes, size, 3));
      return packed;
    }

  room = compressBound (size);
  g_byte_array_set_size (packed, (guint) room);
  g_assert_cmpint (compress2 (packed->data, &room, bytes, size, 1), ==, Z_OK);
  g_byte_array_set_size (packed, (guint) room);
  return packed;
}

/* The pages that wait, as a chunk. */
void
sl_dat_writer_end_chunk (SlDatWriter *self, SlDatRow *row)
{
  g_autoptr (GByteArray) packed = NULL;

  if (row->pages->len == 0)
    return;

  packed = sl_dat_writer_pack (self, row->pages->data, row->pages->len);
  sl_dat_writer_put (self, row->chunks, packed->len, 4);
  sl_dat_writer_put (self, row->chunks, row->pages->len, 4);
  g_byte_array_append (row->chunks, packed->data, packed->len);
  row->n_chunks++;
  g_byte_array_set_size (row->pages, 0);
}

void
sl_dat_writer_end_page (SlDatWriter *self, SlDatRow *row)
{
  guint head = 8 + self->layout.long_size;
  guint32 commit = row->records->len;
  gboolean is_stored =
      row->n_lost > 0 && head + commit + self->layout.long_size <= self->layout.page_size;
  guint begin = row->pages->len;

  if (row->records->len == 0)
    return;
  if (row->n_lost != 0)
    commit |= LOST | (is_stored ? LOST_STORED : 0);
  sl_dat_writer_put (self, row->pages, row->page_time, 8);
  /* Bit 31 may have been extended by the kernel. */
  sl_dat_writer_put (self, row->pages, (guint64) (gint64) (gint32) commit, self->layout.long_size);
  g_byte_array_append (row->pages, row->records->data, row->records->len);
  if (is_stored)
    sl_dat_writer_put (self, row->pages, (guint64) row->n_lost, self->layout.long_size);
  while (row->pages->len < begin + self->layout.page_size)
    sl_dat_writer_put (self, row->pages, 0, 1);

  g_byte_array_set_size (row->records, 0);
  row->n_lost = 0;
  if (sl_dat_writer_is_packed (self) &&
      row->pages->len == self->layout.page_size * self->layout.pages_a_chunk)
    sl_dat_writer_end_chunk (self, row);
}

static void
put_head (SlDatWriter *self, GByteArray *records, guint type, guint32 delta)
{
  sl_dat_writer_put (self, records, self->layout.is_big ? type << 27 | delta : type | delta << 5,
                     4);
}

static gboolean
is_chosen (SlDatWriter *self, guint one_of)
{
  return !self->layout.is_plain && g_rand_int_range (self->random, 0, (gint32) one_of) == 0;
}

/* Brings the time of the row to @time less what the record itself still says, which is returned. */
static guint32
put_time (SlDatWriter *self, SlDatRow *row, guint64 time)
{
  guint64 delta = time - row->time;

  if (is_chosen (self, 20))
    {
      put_head (self, row->records, 31, (guint32) (time & 0x7ffffff));
      sl_dat_writer_put (self, row->records, (time & ((G_GUINT64_CONSTANT (1) << 59) - 1)) >> 27,
                         4);
      delta = 0;
    }
  else if (delta > 0x7ffffff || is_chosen (self, 40))
    {
      put_head (self, row->records, 30, (guint32) (delta & 0x7ffffff));
      sl_dat_writer_put (self, row->records, delta >> 27, 4);
      delta = 0;
    }
  row->time = time;
  return (guint32) delta;
}

/* A record that was written and taken back. */
static void
put_discarded (SlDatWriter *self, SlDatRow *row)
{
  put_head (self, row->records, 29, 1);
  row->time++;
  sl_dat_writer_put (self, row->records, 12, 4);
  sl_dat_writer_put (self, row->records, 0xdeadbeef, 4);
  sl_dat_writer_put (self, row->records, 0xdeadbeef, 4);
}

static void
begin_page (SlDatWriter *self, SlDatRow *row, guint64 time)
{
  /* A loss is known to have ended where its page begins. */
  row->page_time = row->n_lost == 0 && is_chosen (self, 4) ? row->time : time;
  if (row->page_time < row->time || row->page_time > time || row->time == 0)
    row->page_time = time;
  row->time = row->page_time;
}

/**
 * sl_dat_writer_set_listener:
 * @listener: called for each event and each loss that is added
 */
void
sl_dat_writer_set_listener (SlDatWriter *self, SlDatListener listener, gpointer user_data)
{
  self->listener = listener;
  self->listener_data = user_data;
}

/**
 * sl_dat_writer_add:
 * @event: not before the one before of that CPU in that buffer
 */
void
sl_dat_writer_add (SlDatWriter *self, guint buffer, guint cpu, const SlDatEvent *event)
{
  SlDatRow *row = &self->rows[buffer * self->layout.n_cpus + cpu];
  guint room = self->layout.page_size - 8 - self->layout.long_size;
  gboolean is_long;
  guint32 delta;
  guint size;

  sl_dat_formats_make_record (self->formats, event, self->record);
  size = self->record->len;
  if (self->listener != NULL)
    self->listener (self->listener_data, cpu, event, self->record->data, size);
  is_long = size > 28 * 4 || is_chosen (self, 30);
  /* With everything that may come before it. */
  if (row->records->len + size + 8 + 8 + 16 > room)
    sl_dat_writer_end_page (self, row);
  if (row->records->len == 0)
    begin_page (self, row, event->time);
  if (event->time > row->time + 1 && is_chosen (self, 40))
    put_discarded (self, row);

  delta = put_time (self, row, event->time);
  put_head (self, row->records, is_long ? 0 : size / 4, delta);
  if (is_long)
    sl_dat_writer_put (self, row->records, size + 4, 4);
  g_byte_array_append (row->records, self->record->data, size);
}

/**
 * sl_dat_writer_lose:
 * @count: records that are lost here; -1 where nobody knows how many
 */
void
sl_dat_writer_lose (SlDatWriter *self, guint buffer, guint cpu, gint64 count)
{
  SlDatRow *row = &self->rows[buffer * self->layout.n_cpus + cpu];

  if (self->listener != NULL)
    self->listener (self->listener_data, cpu, NULL, NULL, count < 0 ? 1 : (gsize) count);
  sl_dat_writer_end_page (self, row);
  row->n_lost = count;
}
