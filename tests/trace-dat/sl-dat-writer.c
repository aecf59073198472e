/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-writer.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "sl-dat-formats.h"

#define LOST        0x80000000u
#define LOST_STORED 0x40000000u

/* A page as it grows, and the pages before it. */
typedef struct
{
  GByteArray *pages;  /* all, or where they are packed those that are not yet */
  GByteArray *chunks; /* packed */
  guint n_chunks;
  GByteArray *records; /* of the page at hand */
  guint64 page_time;
  guint64 time;  /* of the last record */
  gint64 n_lost; /* before the page at hand; -1 for some, 0 for none */
} Row;

struct _SlDatWriter
{
  SlDatLayout layout;
  GRand *random;
  SlDatFormats *formats;
  GByteArray *file;
  Row *rows;
  GByteArray *record;
  SlDatListener listener;
  gpointer listener_data;
};

SlDatWriter *
sl_dat_writer_new (const SlDatLayout *layout)
{
  SlDatWriter *self = g_new0 (SlDatWriter, 1);

  self->layout = *layout;
  self->random = g_rand_new_with_seed (layout->seed);
  self->formats = sl_dat_formats_new (layout->is_big, layout->long_size);
  self->file = g_byte_array_new ();
  self->record = g_byte_array_new ();
  self->rows = g_new0 (Row, layout->n_buffers * layout->n_cpus);
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

guint16
sl_dat_writer_get_id (SlDatTracepoint tracepoint)
{
  return sl_dat_formats_get_id (tracepoint);
}

static void
put (const SlDatWriter *self, GByteArray *bytes, guint64 value, guint size)
{
  sl_dat_put_number (bytes, value, size, self->layout.is_big);
}

static gboolean
is_packed (const SlDatWriter *self)
{
  return self->layout.version == 7 && !g_str_equal (self->layout.codec, "none");
}

static GByteArray *
pack (const SlDatWriter *self, const guint8 *bytes, gsize size)
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
static void
end_chunk (SlDatWriter *self, Row *row)
{
  g_autoptr (GByteArray) packed = NULL;

  if (row->pages->len == 0)
    return;

  packed = pack (self, row->pages->data, row->pages->len);
  put (self, row->chunks, packed->len, 4);
  put (self, row->chunks, row->pages->len, 4);
  g_byte_array_append (row->chunks, packed->data, packed->len);
  row->n_chunks++;
  g_byte_array_set_size (row->pages, 0);
}

static void
end_page (SlDatWriter *self, Row *row)
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
  put (self, row->pages, row->page_time, 8);
  /* Bit 31 may have been extended by the kernel. */
  put (self, row->pages, (guint64) (gint64) (gint32) commit, self->layout.long_size);
  g_byte_array_append (row->pages, row->records->data, row->records->len);
  if (is_stored)
    put (self, row->pages, (guint64) row->n_lost, self->layout.long_size);
  while (row->pages->len < begin + self->layout.page_size)
    put (self, row->pages, 0, 1);

  g_byte_array_set_size (row->records, 0);
  row->n_lost = 0;
  if (is_packed (self) && row->pages->len == self->layout.page_size * self->layout.pages_a_chunk)
    end_chunk (self, row);
}

static void
put_head (SlDatWriter *self, GByteArray *records, guint type, guint32 delta)
{
  put (self, records, self->layout.is_big ? type << 27 | delta : type | delta << 5, 4);
}

static gboolean
is_chosen (SlDatWriter *self, guint one_of)
{
  return !self->layout.is_plain && g_rand_int_range (self->random, 0, (gint32) one_of) == 0;
}

/* Brings the time of the row to @time less what the record itself still says, which is returned. */
static guint32
put_time (SlDatWriter *self, Row *row, guint64 time)
{
  guint64 delta = time - row->time;

  if (is_chosen (self, 20))
    {
      put_head (self, row->records, 31, (guint32) (time & 0x7ffffff));
      put (self, row->records, (time & ((G_GUINT64_CONSTANT (1) << 59) - 1)) >> 27, 4);
      delta = 0;
    }
  else if (delta > 0x7ffffff || is_chosen (self, 40))
    {
      put_head (self, row->records, 30, (guint32) (delta & 0x7ffffff));
      put (self, row->records, delta >> 27, 4);
      delta = 0;
    }
  row->time = time;
  return (guint32) delta;
}

/* A record that was written and taken back. */
static void
put_discarded (SlDatWriter *self, Row *row)
{
  put_head (self, row->records, 29, 1);
  row->time++;
  put (self, row->records, 12, 4);
  put (self, row->records, 0xdeadbeef, 4);
  put (self, row->records, 0xdeadbeef, 4);
}

static void
begin_page (SlDatWriter *self, Row *row, guint64 time)
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
  Row *row = &self->rows[buffer * self->layout.n_cpus + cpu];
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
    end_page (self, row);
  if (row->records->len == 0)
    begin_page (self, row, event->time);
  if (event->time > row->time + 1 && is_chosen (self, 40))
    put_discarded (self, row);

  delta = put_time (self, row, event->time);
  put_head (self, row->records, is_long ? 0 : size / 4, delta);
  if (is_long)
    put (self, row->records, size + 4, 4);
  g_byte_array_append (row->records, self->record->data, size);
}

/**
 * sl_dat_writer_lose:
 * @count: records that are lost here; -1 where nobody knows how many
 */
void
sl_dat_writer_lose (SlDatWriter *self, guint buffer, guint cpu, gint64 count)
{
  Row *row = &self->rows[buffer * self->layout.n_cpus + cpu];

  if (self->listener != NULL)
    self->listener (self->listener_data, cpu, NULL, NULL, count < 0 ? 1 : (gsize) count);
  end_page (self, row);
  row->n_lost = count;
}

static void
put_text (SlDatWriter *self, const char *text)
{
  g_byte_array_append (self->file, (const guint8 *) text, (guint) strlen (text) + 1);
}

static void
put_bytes (GByteArray *to, const GByteArray *bytes)
{
  g_byte_array_append (to, bytes->data, bytes->len);
}

/* Returns: where the section is. */
static guint64
put_section (SlDatWriter *self, guint id, const GByteArray *contents)
{
  guint64 at = self->file->len;
  g_autoptr (GByteArray) packed = NULL;

  put (self, self->file, id, 2);
  put (self, self->file, is_packed (self), 2);
  put (self, self->file, 0, 4);
  if (!is_packed (self))
    {
      put (self, self->file, contents->len, 8);
      put_bytes (self->file, contents);
      return at;
    }

  packed = pack (self, contents->data, contents->len);
  put (self, self->file, packed->len + 8, 8);
  put (self, self->file, packed->len, 4);
  put (self, self->file, contents->len, 4);
  put_bytes (self->file, packed);
  return at;
}

static void
put_option (SlDatWriter *self, GByteArray *options, guint id, const void *bytes, gsize size)
{
  put (self, options, id, 2);
  put (self, options, size, 4);
  g_byte_array_append (options, bytes, (guint) size);
}

/* What is the same in both versions. */
static void
put_common_options (SlDatWriter *self, GByteArray *options)
{
  const SlDatLayout *layout = &self->layout;
  g_autofree char *date = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", layout->date_us);
  g_autofree char *offset = g_strdup_printf ("%" G_GINT64_FORMAT, layout->offset_ns);
  g_autoptr (GByteArray) tsc = g_byte_array_new ();
  g_autoptr (GByteArray) cpus = g_byte_array_new ();

  put (self, cpus, layout->n_cpus, 4);
  put_option (self, options, 8, cpus->data, cpus->len);
  put_option (self, options, 5, "Linux test 6.18.1 x86_64", 25);
  if (layout->date_us != 0)
    put_option (self, options, 1, date, strlen (date) + 1);
  if (layout->offset_ns != 0)
    put_option (self, options, 7, offset, strlen (offset) + 1);
  for (guint i = 0; i < layout->n_extras; i++)
    put_option (self, options, layout->extras[i].id, layout->extras[i].data,
                layout->extras[i].size);
  if (layout->tsc_mult == 0)
    return;

  put (self, tsc, layout->tsc_mult, 4);
  put (self, tsc, layout->tsc_shift, 4);
  put (self, tsc, 12345, 8);
  put_option (self, options, 14, tsc->data, tsc->len);
}

static void
put_offset_option (SlDatWriter *self, GByteArray *options, guint id, guint64 offset)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();

  put (self, data, offset, 8);
  put_option (self, options, id, data->data, data->len);
}

/* The pages of a row, packed or not. */
static void
put_pages (SlDatWriter *self, Row *row, guint64 *offset, guint64 *size)
{
  const GByteArray *bytes = is_packed (self) ? row->chunks : row->pages;

  while (!is_packed (self) && self->file->len % self->layout.page_size != 0)
    put (self, self->file, 0, 1);
  if (is_packed (self))
    end_chunk (self, row);
  *offset = self->file->len;
  *size = bytes->len;
  if (bytes->len == 0)
    return;

  /* trace-cmd does not count the number of the chunks. */
  if (is_packed (self))
    put (self, self->file, row->n_chunks, 4);
  put_bytes (self->file, bytes);
}

static const char *
get_buffer_name (guint buffer)
{
  static const char *const names[] = { "", "one", "two", "three" };

  g_assert_cmpuint (buffer, <, G_N_ELEMENTS (names));
  return names[buffer];
}

/* Version 7: the section of a buffer, and its option. */
static void
put_buffer (SlDatWriter *self, guint buffer, GByteArray *options)
{
  guint64 at = self->file->len;
  g_autoptr (GByteArray) data = g_byte_array_new ();
  g_autoptr (GByteArray) size_bytes = g_byte_array_new ();
  const char *name = get_buffer_name (buffer);

  put (self, self->file, 3, 2);
  put (self, self->file, is_packed (self), 2);
  put (self, self->file, 0, 4);
  put (self, self->file, 0, 8);

  put (self, data, at, 8);
  g_byte_array_append (data, (const guint8 *) name, (guint) strlen (name) + 1);
  g_byte_array_append (data, (const guint8 *) self->layout.clock,
                       (guint) strlen (self->layout.clock) + 1);
  put (self, data, self->layout.page_size, 4);
  put (self, data, self->layout.n_cpus, 4);
  for (guint cpu = 0; cpu < self->layout.n_cpus; cpu++)
    {
      guint64 offset, size;

      put_pages (self, &self->rows[buffer * self->layout.n_cpus + cpu], &offset, &size);
      put (self, data, cpu, 4);
      put (self, data, offset, 8);
      put (self, data, size, 8);
    }
  put (self, size_bytes, self->file->len - at - 16, 8);
  memcpy (self->file->data + at + 8, size_bytes->data, 8);
  put_option (self, options, 3, data->data, data->len);
}

static void
write_version_7 (SlDatWriter *self)
{
  g_autoptr (GByteArray) first = g_byte_array_new ();
  g_autoptr (GByteArray) second = g_byte_array_new ();
  g_autoptr (GByteArray) place = g_byte_array_new ();
  g_autofree char *clock = g_strdup_printf ("local [%s] counter", self->layout.clock);
  guint hole;

  put_text (self, self->layout.codec);
  put_text (self, "1");
  hole = self->file->len;
  put (self, self->file, 0, 8);
  for (guint id = 16; id <= 21; id++)
    {
      g_autoptr (GByteArray) part = sl_dat_formats_make_part (self->formats, id - 16);

      put_offset_option (self, second, id, put_section (self, id, part));
    }
  put_option (self, first, 4, clock, strlen (clock) + 1);
  put_common_options (self, first);
  for (guint i = 0; i < self->layout.n_buffers; i++)
    put_buffer (self, i, second);

  /* The second section of options is found by the end of the first. */
  put_offset_option (self, second, 0, 0);
  put_offset_option (self, first, 0, put_section (self, 0, second));
  put (self, place, put_section (self, 0, first), 8);
  memcpy (self->file->data + hole, place->data, 8);
}

/* Version 6: where the pages are is known when they are written. Returns: where the table is. */
static guint
put_table (SlDatWriter *self)
{
  guint at;

  g_byte_array_append (self->file, (const guint8 *) "flyrecord", 10);
  at = self->file->len;
  for (guint cpu = 0; cpu < 2 * self->layout.n_cpus; cpu++)
    put (self, self->file, 0, 8);
  put (self, self->file, strlen (self->layout.clock) + 1, 8);
  put_text (self, self->layout.clock);
  return at;
}

static void
fill_table (SlDatWriter *self, guint buffer, guint table)
{
  for (guint cpu = 0; cpu < self->layout.n_cpus; cpu++)
    {
      g_autoptr (GByteArray) entry = g_byte_array_new ();
      guint64 offset, size;

      put_pages (self, &self->rows[buffer * self->layout.n_cpus + cpu], &offset, &size);
      put (self, entry, offset, 8);
      put (self, entry, size, 8);
      memcpy (self->file->data + table + cpu * 16, entry->data, 16);
    }
}

static void
write_version_6 (SlDatWriter *self)
{
  g_autoptr (GByteArray) options = g_byte_array_new ();
  guint holes[4] = { 0 };
  guint begin, table;

  for (guint part = 0; part < 6; part++)
    {
      g_autoptr (GByteArray) bytes = sl_dat_formats_make_part (self->formats, part);

      put_bytes (self->file, bytes);
    }
  put (self, self->file, self->layout.n_cpus, 4);
  g_byte_array_append (self->file, (const guint8 *) "options  ", 10);
  begin = self->file->len;
  put_common_options (self, options);
  for (guint i = 1; i < self->layout.n_buffers; i++)
    {
      g_autoptr (GByteArray) data = g_byte_array_new ();
      const char *name = get_buffer_name (i);

      put (self, data, 0, 8);
      g_byte_array_append (data, (const guint8 *) name, (guint) strlen (name) + 1);
      holes[i] = begin + options->len + 6;
      put_option (self, options, 3, data->data, data->len);
    }
  put (self, options, 0, 2);
  put_bytes (self->file, options);

  table = put_table (self);
  fill_table (self, 0, table);
  for (guint i = 1; i < self->layout.n_buffers; i++)
    {
      g_autoptr (GByteArray) at = g_byte_array_new ();

      put (self, at, self->file->len, 8);
      memcpy (self->file->data + holes[i], at->data, 8);
      table = put_table (self);
      fill_table (self, i, table);
    }
}

/**
 * sl_dat_writer_finish:
 *
 * Returns: (transfer full): the file. Nothing can be added any more
 */
GBytes *
sl_dat_writer_finish (SlDatWriter *self)
{
  static const guint8 magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

  for (guint i = 0; i < self->layout.n_buffers * self->layout.n_cpus; i++)
    end_page (self, &self->rows[i]);

  g_byte_array_append (self->file, magic, sizeof magic);
  put_text (self, self->layout.version == 6 ? "6" : "7");
  put (self, self->file, self->layout.is_big, 1);
  put (self, self->file, self->layout.long_size, 1);
  put (self, self->file, self->layout.page_size, 4);
  if (self->layout.version == 6)
    write_version_6 (self);
  else
    write_version_7 (self);

  return g_bytes_new (self->file->data, self->file->len);
}
