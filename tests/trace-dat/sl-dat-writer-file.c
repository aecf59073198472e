/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The file around the pages: its head, its options and its sections, in both versions. */
#include "sl-dat-writer-private.h"

#include <string.h>

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

  sl_dat_writer_put (self, self->file, id, 2);
  sl_dat_writer_put (self, self->file, sl_dat_writer_is_packed (self), 2);
  sl_dat_writer_put (self, self->file, 0, 4);
  if (!sl_dat_writer_is_packed (self))
    {
      sl_dat_writer_put (self, self->file, contents->len, 8);
      put_bytes (self->file, contents);
      return at;
    }

  packed = sl_dat_writer_pack (self, contents->data, contents->len);
  sl_dat_writer_put (self, self->file, packed->len + 8, 8);
  sl_dat_writer_put (self, self->file, packed->len, 4);
  sl_dat_writer_put (self, self->file, contents->len, 4);
  put_bytes (self->file, packed);
  return at;
}

static void
put_option (SlDatWriter *self, GByteArray *options, guint id, const void *bytes, gsize size)
{
  sl_dat_writer_put (self, options, id, 2);
  sl_dat_writer_put (self, options, size, 4);
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

  sl_dat_writer_put (self, cpus, layout->n_cpus, 4);
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

  sl_dat_writer_put (self, tsc, layout->tsc_mult, 4);
  sl_dat_writer_put (self, tsc, layout->tsc_shift, 4);
  sl_dat_writer_put (self, tsc, 12345, 8);
  put_option (self, options, 14, tsc->data, tsc->len);
}

static void
put_offset_option (SlDatWriter *self, GByteArray *options, guint id, guint64 offset)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();

  sl_dat_writer_put (self, data, offset, 8);
  put_option (self, options, id, data->data, data->len);
}

/* The pages of a row, packed or not. */
static void
put_pages (SlDatWriter *self, SlDatRow *row, guint64 *offset, guint64 *size)
{
  const GByteArray *bytes = sl_dat_writer_is_packed (self) ? row->chunks : row->pages;

  while (!sl_dat_writer_is_packed (self) && self->file->len % self->layout.page_size != 0)
    sl_dat_writer_put (self, self->file, 0, 1);
  if (sl_dat_writer_is_packed (self))
    sl_dat_writer_end_chunk (self, row);
  *offset = self->file->len;
  *size = bytes->len;
  if (bytes->len == 0)
    return;

  /* trace-cmd does not count the number of the chunks. */
  if (sl_dat_writer_is_packed (self))
    sl_dat_writer_put (self, self->file, row->n_chunks, 4);
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

  sl_dat_writer_put (self, self->file, 3, 2);
  sl_dat_writer_put (self, self->file, sl_dat_writer_is_packed (self), 2);
  sl_dat_writer_put (self, self->file, 0, 4);
  sl_dat_writer_put (self, self->file, 0, 8);

  sl_dat_writer_put (self, data, at, 8);
  g_byte_array_append (data, (const guint8 *) name, (guint) strlen (name) + 1);
  g_byte_array_append (data, (const guint8 *) self->layout.clock,
                       (guint) strlen (self->layout.clock) + 1);
  sl_dat_writer_put (self, data, self->layout.page_size, 4);
  sl_dat_writer_put (self, data, self->layout.n_cpus, 4);
  for (guint cpu = 0; cpu < self->layout.n_cpus; cpu++)
    {
      guint64 offset, size;

      put_pages (self, &self->rows[buffer * self->layout.n_cpus + cpu], &offset, &size);
      sl_dat_writer_put (self, data, cpu, 4);
      sl_dat_writer_put (self, data, offset, 8);
      sl_dat_writer_put (self, data, size, 8);
    }
  sl_dat_writer_put (self, size_bytes, self->file->len - at - 16, 8);
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
  sl_dat_writer_put (self, self->file, 0, 8);
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
  sl_dat_writer_put (self, place, put_section (self, 0, first), 8);
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
    sl_dat_writer_put (self, self->file, 0, 8);
  sl_dat_writer_put (self, self->file, strlen (self->layout.clock) + 1, 8);
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
      sl_dat_writer_put (self, entry, offset, 8);
      sl_dat_writer_put (self, entry, size, 8);
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
  sl_dat_writer_put (self, self->file, self->layout.n_cpus, 4);
  g_byte_array_append (self->file, (const guint8 *) "options  ", 10);
  begin = self->file->len;
  put_common_options (self, options);
  for (guint i = 1; i < self->layout.n_buffers; i++)
    {
      g_autoptr (GByteArray) data = g_byte_array_new ();
      const char *name = get_buffer_name (i);

      sl_dat_writer_put (self, data, 0, 8);
      g_byte_array_append (data, (const guint8 *) name, (guint) strlen (name) + 1);
      holes[i] = begin + options->len + 6;
      put_option (self, options, 3, data->data, data->len);
    }
  sl_dat_writer_put (self, options, 0, 2);
  put_bytes (self->file, options);

  table = put_table (self);
  fill_table (self, 0, table);
  for (guint i = 1; i < self->layout.n_buffers; i++)
    {
      g_autoptr (GByteArray) at = g_byte_array_new ();

      sl_dat_writer_put (self, at, self->file->len, 8);
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
    sl_dat_writer_end_page (self, &self->rows[i]);

  g_byte_array_append (self->file, magic, sizeof magic);
  put_text (self, self->layout.version == 6 ? "6" : "7");
  sl_dat_writer_put (self, self->file, self->layout.is_big, 1);
  sl_dat_writer_put (self, self->file, self->layout.long_size, 1);
  sl_dat_writer_put (self, self->file, self->layout.page_size, 4);
  if (self->layout.version == 6)
    write_version_6 (self);
  else
    write_version_7 (self);

  return g_bytes_new (self->file->data, self->file->len);
}
