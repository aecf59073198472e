/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cut-dat-head.h"

#include <string.h>

#include "sl-dat-codec.h"
#include "sl-dat-options.h"

#define SECTION_SIZE 16

/* Of a chunk, before what is packed. */
#define CHUNK_HEAD 8

/* A flag of a section. */
#define SECTION_IS_PACKED 1

/**
 * sl_cut_dat_head_put:
 * @width: bytes of the number
 *
 * Appends a number in the order of bytes of the recording.
 */
void
sl_cut_dat_head_put (const SlCutDatHead *self, GByteArray *bytes, guint width, guint64 value)
{
  for (guint i = 0; i < width; i++)
    {
      guint8 byte = (guint8) (value >> (8 * (self->file->tracing->is_big ? width - 1 - i : i)));

      g_byte_array_append (bytes, &byte, 1);
    }
}

/**
 * sl_cut_dat_head_pack:
 * @bytes: (array length=size):
 *
 * Returns: (transfer full) (nullable): the chunk that says how long @bytes are, packed and not, and has them packed; %NULL where
 *   they cannot be
 */
GByteArray *
sl_cut_dat_head_pack (const SlCutDatHead *self, gconstpointer bytes, gsize size)
{
  g_autoptr (GByteArray) packed = sl_dat_codec_pack_zstd (bytes, size);
  GByteArray *chunk;

  if (packed == NULL)
    return NULL;

  chunk = g_byte_array_new ();
  sl_cut_dat_head_put (self, chunk, 4, packed->len);
  sl_cut_dat_head_put (self, chunk, 4, size);
  g_byte_array_append (chunk, packed->data, packed->len);
  return chunk;
}

static void
put_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
}

static void
put_section (const SlCutDatHead *self, GByteArray *bytes, guint id, guint flags, guint64 size)
{
  sl_cut_dat_head_put (self, bytes, 2, id);
  sl_cut_dat_head_put (self, bytes, 2, flags);
  sl_cut_dat_head_put (self, bytes, 4, 0);
  sl_cut_dat_head_put (self, bytes, 8, size);
}

static void
put_option (const SlCutDatHead *self, GByteArray *options, guint id, gconstpointer data, gsize size)
{
  sl_cut_dat_head_put (self, options, 2, id);
  sl_cut_dat_head_put (self, options, 4, size);
  g_byte_array_append (options, data, (guint) size);
}

/* “pid name” for each task that only records before the span name. */
static void
append_names (const SlCutDatHead *self, GString *lines)
{
  SlTrace *trace = self->job->request->trace;
  SlObjectTable *objects = sl_trace_get_objects (trace);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);

  for (guint i = 1; i <= sl_object_table_get_size (objects); i++)
    {
      const SlObject *object = sl_object_table_get (objects, i);
      g_autofree char *name = NULL;

      if (object->type != SL_OBJECT_TASK || object->id == 0 || object->id > G_MAXINT32 ||
          sl_tracing_data_get_comm (self->file->tracing, (guint32) object->id) != NULL ||
          !g_hash_table_add (done, GSIZE_TO_POINTER (object->id)))
        continue;
      name = sl_source_get_object_name (sl_trace_get_source (trace), SL_OBJECT_TASK, object->id,
                                        self->job->request->span.begin);
      if (name != NULL && name[0] != '\0' && strchr (name, '\n') == NULL)
        g_string_append_printf (lines, "%" G_GUINT64_FORMAT " %s\n", object->id, name);
    }
}

/* u64 size and the lines. */
static GBytes *
make_names (const SlCutDatHead *self, GBytes *recorded)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GString) lines = g_string_new (NULL);
  gsize size = 0;
  const char *text = recorded != NULL ? g_bytes_get_data (recorded, &size) : NULL;

  if (size > 8)
    g_string_append_len (lines, text + 8, (gssize) strnlen (text + 8, size - 8));
  if (lines->len > 0 && lines->str[lines->len - 1] != '\n')
    g_string_append_c (lines, '\n');
  append_names (self, lines);
  sl_cut_dat_head_put (self, bytes, 8, lines->len + 1);
  g_byte_array_append (bytes, (const guint8 *) lines->str, (guint) lines->len + 1);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static void
put_part (const SlCutDatHead *self, GByteArray *head, GByteArray *options, guint id, GBytes *part)
{
  g_autoptr (GByteArray) offset = g_byte_array_new ();
  gsize size;
  gconstpointer data = g_bytes_get_data (part, &size);
  g_autoptr (GByteArray) chunk = sl_cut_dat_head_pack (self, data, size);

  sl_cut_dat_head_put (self, offset, 8, head->len);
  put_option (self, options, id, offset->data, offset->len);
  if (chunk == NULL || chunk->len >= CHUNK_HEAD + size)
    {
      put_section (self, head, id, 0, size);
      g_byte_array_append (head, data, (guint) size);
      return;
    }

  put_section (self, head, id, SECTION_IS_PACKED, chunk->len);
  g_byte_array_append (head, chunk->data, chunk->len);
}

/* u32 size and the lines. */
static GBytes *
make_symbols (const SlCutDatHead *self)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GString) lines = sl_cut_symbols_pick (self->symbols);

  sl_cut_dat_head_put (self, bytes, 4, lines->len);
  g_byte_array_append (bytes, (const guint8 *) lines->str, (guint) lines->len);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* Whoever reads the file is to know that it does not hold all of the recording. */
static void
put_version (const SlCutDatHead *self, GByteArray *options, GBytes *recorded)
{
  SlDatMarks marks = (self->job->first > 0 ? SL_DAT_MARK_CUT : 0) |
                     (self->symbols != NULL ? SL_DAT_MARK_SYMBOLS : 0) |
                     (self->file->lacks_rows ? SL_DAT_MARK_LACKS : 0);
  g_autofree char *version = sl_dat_option_dup_version (recorded, marks);

  put_option (self, options, SL_DAT_OPTION_VERSION, version, strlen (version) + 1);
}

/* The parts of the head. What the options say of the whole recording, such as what was lost, is left out. */
static void
put_parts (const SlCutDatHead *self, GByteArray *head, GByteArray *options)
{
  gboolean has_count = FALSE, has_clock = FALSE;
  GBytes *recorded = NULL, *version = NULL;
  g_autoptr (GBytes) names = NULL, symbols = NULL;

  if (self->symbols != NULL)
    symbols = make_symbols (self);
  for (guint i = 0; i < self->file->parts->len; i++)
    {
      const SlDatKept *part = &g_array_index (self->file->parts, SlDatKept, i);

      if (part->id == SL_DAT_OPTION_CPUSTAT || part->id == SL_DAT_OPTION_EARLIER_MARKS)
        continue;
      if (part->is_section && part->id == SL_DAT_OPTION_CMDLINES)
        recorded = part->bytes;
      else if (part->id == SL_DAT_OPTION_VERSION)
        version = part->bytes;
      else if (part->is_section)
        put_part (self, head, options, part->id,
                  part->id == SL_DAT_OPTION_KALLSYMS && symbols != NULL ? symbols : part->bytes);
      else
        put_option (self, options, part->id, g_bytes_get_data (part->bytes, NULL),
                    g_bytes_get_size (part->bytes));
      has_count |= part->id == SL_DAT_OPTION_CPUCOUNT;
      has_clock |= part->id == SL_DAT_OPTION_TRACECLOCK;
    }
  put_version (self, options, version);
  if (self->job->first > 0 || self->marks->len > 0)
    put_option (self, options, SL_DAT_OPTION_EARLIER_MARKS, self->marks->str, self->marks->len + 1);
  names = make_names (self, recorded);
  put_part (self, head, options, SL_DAT_OPTION_CMDLINES, names);

  if (!has_clock)
    put_option (self, options, SL_DAT_OPTION_TRACECLOCK, self->file->clock,
                strlen (self->file->clock) + 1);
  if (!has_count)
    {
      g_autoptr (GByteArray) count = g_byte_array_new ();
      guint32 n_cpus = self->file->n_cpus;

      for (guint row = 0; row < self->file->rows->len; row++)
        n_cpus = MAX (n_cpus, g_array_index (self->file->rows, SlDatRow, row).cpu + 1);
      sl_cut_dat_head_put (self, count, 4, n_cpus);
      put_option (self, options, SL_DAT_OPTION_CPUCOUNT, count->data, count->len);
    }
}

/* Bytes that are written of the pages of a buffer. */
static guint64
get_size (const SlCutDatHead *self, guint buffer)
{
  guint64 size = 0;

  for (guint row = 0; row < self->file->rows->len; row++)
    if (g_array_index (self->file->rows, SlDatRow, row).buffer == buffer)
      size += self->sizes[row];
  return size;
}

/* The table of a buffer whose pages begin at @offset. Returns where they end. */
static guint64
put_buffer (const SlCutDatHead *self, GByteArray *options, guint number, guint64 offset)
{
  const SlDatBuffer *buffer = &g_array_index (self->file->buffers, SlDatBuffer, number);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) table = g_byte_array_new ();
  guint32 n_rows = 0;

  for (guint row = 0; row < self->file->rows->len; row++)
    {
      guint64 size = self->sizes[row];

      if (g_array_index (self->file->rows, SlDatRow, row).buffer != number)
        continue;
      sl_cut_dat_head_put (self, table, 4, g_array_index (self->file->rows, SlDatRow, row).cpu);
      sl_cut_dat_head_put (self, table, 8, offset);
      sl_cut_dat_head_put (self, table, 8, size);
      offset += size;
      n_rows++;
    }

  sl_cut_dat_head_put (self, bytes, 8, offset - get_size (self, number) - SECTION_SIZE);
  put_text (bytes, buffer->name);
  put_text (bytes, buffer->clock != NULL ? buffer->clock : self->file->clock);
  sl_cut_dat_head_put (self, bytes, 4, buffer->page_size);
  sl_cut_dat_head_put (self, bytes, 4, n_rows);
  g_byte_array_append (bytes, table->data, table->len);
  put_option (self, options, SL_DAT_OPTION_BUFFER, bytes->data, bytes->len);
  return offset;
}

/* The tables of all buffers, the section of the first one at @begin. */
static void
put_buffers (const SlCutDatHead *self, GByteArray *options, guint64 begin)
{
  static const guint8 no_more[8] = { 0 };

  for (guint i = 0; i < self->file->buffers->len; i++)
    begin = put_buffer (self, options, i, begin + SECTION_SIZE);
  put_option (self, options, SL_DAT_OPTION_DONE, no_more, sizeof no_more);
}

/**
 * sl_cut_dat_head_make:
 *
 * Returns: (transfer full): what the file begins with, up to the first buffer
 */
GByteArray *
sl_cut_dat_head_make (const SlCutDatHead *self)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();
  g_autoptr (GByteArray) first = g_byte_array_new ();
  g_autoptr (GByteArray) options = g_byte_array_new ();
  g_autoptr (GByteArray) link = g_byte_array_new ();
  SlTracingData *tracing = self->file->tracing;
  guint8 order[] = { tracing->is_big ? 1 : 0, tracing->long_size };
  guint64 begin;
  guint at;

  g_byte_array_append (head, (const guint8 *) "\x17\x08\x44tracing", 10);
  put_text (head, "7");
  g_byte_array_append (head, order, sizeof order);
  sl_cut_dat_head_put (self, head, 4, tracing->page_size);
  put_text (head, "zstd");
  put_text (head, sl_dat_codec_get_zstd_version ());
  at = head->len;
  sl_cut_dat_head_put (self, head, 8, 0);
  put_parts (self, head, options);

  /* How long the tables are does not depend on what is in them. */
  g_byte_array_append (first, options->data, options->len);
  put_buffers (self, first, 0);
  begin = head->len + SECTION_SIZE + first->len;
  put_buffers (self, options, begin);
  sl_cut_dat_head_put (self, link, 8, head->len);
  memcpy (head->data + at, link->data, link->len);
  put_section (self, head, SL_DAT_OPTION_DONE, 0, options->len);
  g_byte_array_append (head, options->data, options->len);
  return g_steal_pointer (&head);
}

/**
 * sl_cut_dat_head_make_section:
 * @buffer: number of a buffer
 *
 * Returns: (transfer full): what stands in front of its pages
 */
GByteArray *
sl_cut_dat_head_make_section (const SlCutDatHead *self, guint buffer)
{
  GByteArray *bytes = g_byte_array_new ();

  put_section (self, bytes, SL_DAT_OPTION_BUFFER, SECTION_IS_PACKED, get_size (self, buffer));
  return bytes;
}
