/* SPDX-License-Identifier: GPL-3.0-or-later */

/* trace.dat: a file of version 7 with the head of the recording, packed, whatever its version was, and of the pages of each
 * CPU those that have a record of the span, as they are. The first and the last of them are cut at the borders of records. */
#include "sl-cut-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-cut-page.h"
#include "sl-dat-codec.h"
#include "sl-dat-file.h"
#include "sl-dat-options.h"
#include "sl-dat-pages.h"
#include "sl-error.h"

#define SECTION_SIZE 16

/* A flag of a section. */
#define SECTION_IS_PACKED 1

/* Programs map pages, so these begin where a page of memory may. */
#define ALIGNMENT 4096

/* What of a row is in the span: places of the first and the last event, or none where @first is behind @last. */
typedef struct
{
  guint64 first;
  guint64 last;
} Part;

typedef struct
{
  SlCutJob *job;
  SlDatFile *file;
  Part *parts;   /* by row */
  guint row;     /* that the last event was in */
  guint64 begin; /* of the span, in the times of the records */
  guint64 end;
  guint64 written;
  guint64 total;
} Cutter;

static guint64
get_begin (const Cutter *self, guint row)
{
  return g_array_index (g_array_index (self->file->rows, SlDatRow, row).chunks, SlDatChunk, 0)
      .place;
}

/* Whether a place is that of a page, as that of a loss is. */
static gboolean
is_page (const Cutter *self, guint row, guint64 place)
{
  return (place - get_begin (self, row)) % sl_dat_file_get_buffer (self->file, row)->page_size == 0;
}

static gboolean
is_empty (const Part *part)
{
  return part->first > part->last;
}

/* Numbers of the first page of a row that is written, and how many there are. */
static guint64
get_first_page (const Cutter *self, guint row)
{
  return (self->parts[row].first - get_begin (self, row)) /
         sl_dat_file_get_buffer (self->file, row)->page_size;
}

static guint64
count_pages (const Cutter *self, guint row)
{
  const Part *part = &self->parts[row];

  if (is_empty (part))
    return 0;
  return (part->last - get_begin (self, row)) /
             sl_dat_file_get_buffer (self->file, row)->page_size -
         get_first_page (self, row) + 1;
}

static gboolean
visit_span (gpointer data, const SlEvent *events, guint n_events, GError **error)
{
  Cutter *self = data;

  for (guint i = 0; i < n_events; i++)
    {
      guint64 place = events[i].offset;
      Part *part;
      guint chunk;

      if (!sl_dat_file_find_place (self->file, place, &self->row, &chunk))
        return sl_cut_job_fail_changed (error);
      part = &self->parts[self->row];
      part->first = MIN (part->first, place);
      /* A page that only its loss is known of would be empty. */
      if (!is_page (self, self->row, place))
        part->last = MAX (part->last, place);
    }

  return TRUE;
}

static void
put (const Cutter *self, GByteArray *bytes, guint width, guint64 value)
{
  for (guint i = 0; i < width; i++)
    {
      guint8 byte = (guint8) (value >> (8 * (self->file->tracing->is_big ? width - 1 - i : i)));

      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
put_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
}

static void
put_section (const Cutter *self, GByteArray *bytes, guint id, guint flags, guint64 size)
{
  put (self, bytes, 2, id);
  put (self, bytes, 2, flags);
  put (self, bytes, 4, 0);
  put (self, bytes, 8, size);
}

static void
put_option (const Cutter *self, GByteArray *options, guint id, gconstpointer data, gsize size)
{
  put (self, options, 2, id);
  put (self, options, 4, size);
  g_byte_array_append (options, data, (guint) size);
}

/* “pid name” for each task that only records before the span name. */
static void
append_names (const Cutter *self, GString *lines)
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
make_names (const Cutter *self, GBytes *recorded)
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
  put (self, bytes, 8, lines->len + 1);
  g_byte_array_append (bytes, (const guint8 *) lines->str, (guint) lines->len + 1);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static void
put_part (const Cutter *self, GByteArray *head, GByteArray *options, guint id, GBytes *part)
{
  g_autoptr (GByteArray) offset = g_byte_array_new ();
  gsize size;
  gconstpointer data = g_bytes_get_data (part, &size);
  g_autoptr (GByteArray) packed = sl_dat_codec_pack_zstd (data, size);

  put (self, offset, 8, head->len);
  put_option (self, options, id, offset->data, offset->len);
  if (packed == NULL)
    {
      put_section (self, head, id, 0, size);
      g_byte_array_append (head, data, (guint) size);
      return;
    }

  put_section (self, head, id, SECTION_IS_PACKED, 8 + (guint64) packed->len);
  put (self, head, 4, packed->len);
  put (self, head, 4, size);
  g_byte_array_append (head, packed->data, packed->len);
}

/* Whoever reads the file is to know that it does not hold all of the recording. */
static void
put_version (const Cutter *self, GByteArray *options, GBytes *recorded)
{
  g_autofree char *version = sl_dat_option_dup_version (recorded, self->job->first > 0);

  put_option (self, options, SL_DAT_OPTION_VERSION, version, strlen (version) + 1);
}

/* The parts of the head. What the options say of the whole recording, such as what was lost, is left out. */
static void
put_parts (const Cutter *self, GByteArray *head, GByteArray *options)
{
  gboolean has_count = FALSE, has_clock = FALSE;
  GBytes *recorded = NULL, *version = NULL;
  g_autoptr (GBytes) names = NULL;

  for (guint i = 0; i < self->file->parts->len; i++)
    {
      const SlDatKept *part = &g_array_index (self->file->parts, SlDatKept, i);

      if (part->id == SL_DAT_OPTION_CPUSTAT)
        continue;
      if (part->is_section && part->id == SL_DAT_OPTION_CMDLINES)
        recorded = part->bytes;
      else if (part->id == SL_DAT_OPTION_VERSION)
        version = part->bytes;
      else if (part->is_section)
        put_part (self, head, options, part->id, part->bytes);
      else
        put_option (self, options, part->id, g_bytes_get_data (part->bytes, NULL),
                    g_bytes_get_size (part->bytes));
      has_count |= part->id == SL_DAT_OPTION_CPUCOUNT;
      has_clock |= part->id == SL_DAT_OPTION_TRACECLOCK;
    }
  put_version (self, options, version);
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
      put (self, count, 4, n_cpus);
      put_option (self, options, SL_DAT_OPTION_CPUCOUNT, count->data, count->len);
    }
}

static guint64
align (guint64 offset, guint64 alignment)
{
  return (offset + alignment - 1) / alignment * alignment;
}

static guint64
get_alignment (const SlDatBuffer *buffer)
{
  return MAX (buffer->page_size, ALIGNMENT);
}

/* Bytes of the pages of a buffer that are written. */
static guint64
get_size (const Cutter *self, guint buffer)
{
  guint64 size = 0;

  for (guint row = 0; row < self->file->rows->len; row++)
    if (g_array_index (self->file->rows, SlDatRow, row).buffer == buffer)
      size += count_pages (self, row) * sl_dat_file_get_buffer (self->file, row)->page_size;
  return size;
}

/* The table of a buffer whose pages begin at @offset. Returns where they end. */
static guint64
put_buffer (Cutter *self, GByteArray *options, guint number, guint64 offset)
{
  const SlDatBuffer *buffer = &g_array_index (self->file->buffers, SlDatBuffer, number);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) table = g_byte_array_new ();
  guint32 n_rows = 0;

  for (guint row = 0; row < self->file->rows->len; row++)
    {
      guint64 size = count_pages (self, row) * buffer->page_size;

      if (g_array_index (self->file->rows, SlDatRow, row).buffer != number)
        continue;
      put (self, table, 4, g_array_index (self->file->rows, SlDatRow, row).cpu);
      put (self, table, 8, offset);
      put (self, table, 8, size);
      offset += size;
      n_rows++;
    }

  put (self, bytes, 8, offset - get_size (self, number) - SECTION_SIZE);
  put_text (bytes, buffer->name);
  put_text (bytes, buffer->clock != NULL ? buffer->clock : self->file->clock);
  put (self, bytes, 4, buffer->page_size);
  put (self, bytes, 4, n_rows);
  g_byte_array_append (bytes, table->data, table->len);
  put_option (self, options, SL_DAT_OPTION_BUFFER, bytes->data, bytes->len);
  return offset;
}

/* The tables of all buffers, the pages of the first one where they fit behind @begin. */
static void
put_buffers (Cutter *self, GByteArray *options, guint64 begin)
{
  static const guint8 no_more[8] = { 0 };

  for (guint i = 0; i < self->file->buffers->len; i++)
    {
      const SlDatBuffer *buffer = &g_array_index (self->file->buffers, SlDatBuffer, i);

      begin = put_buffer (self, options, i, align (begin + SECTION_SIZE, get_alignment (buffer)));
    }
  put_option (self, options, SL_DAT_OPTION_DONE, no_more, sizeof no_more);
}

static GByteArray *
make_head (Cutter *self)
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
  put (self, head, 4, tracing->page_size);
  put_text (head, "zstd");
  put_text (head, sl_dat_codec_get_zstd_version ());
  at = head->len;
  put (self, head, 8, 0);
  put_parts (self, head, options);

  /* How long the tables are does not depend on what is in them. */
  g_byte_array_append (first, options->data, options->len);
  put_buffers (self, first, 0);
  begin = head->len + SECTION_SIZE + first->len;
  put_buffers (self, options, begin);
  put (self, link, 8, head->len);
  memcpy (head->data + at, link->data, link->len);
  put_section (self, head, SL_DAT_OPTION_DONE, 0, options->len);
  g_byte_array_append (head, options->data, options->len);
  return g_steal_pointer (&head);
}

/* Zeros up to the head of a section whose contents begin at @offset, and that head. */
static gboolean
write_section (Cutter *self, guint64 offset, guint64 size, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64 gap = offset - SECTION_SIZE - self->job->result->size;

  g_byte_array_set_size (bytes, (guint) gap);
  if (gap > 0)
    memset (bytes->data, 0, bytes->len);
  put_section (self, bytes, SL_DAT_OPTION_BUFFER, 0, size);
  return sl_cut_job_write (self->job, bytes->data, bytes->len, error);
}

static gboolean
write_page (Cutter *self, guint row, const SlDatPage *page, guint8 *result, GError **error)
{
  const SlTracingData *tracing = self->file->tracing;
  const SlRingLayout layout = { tracing->is_big, tracing->commit_size, tracing->data_offset };
  guint32 page_size = sl_dat_file_get_buffer (self->file, row)->page_size;
  const Part *part = &self->parts[row];
  const SlCutPart stays = {
    part->first > page->place ? (gsize) (part->first - page->place) : 0,
    part->last - page->place < page_size ? (gsize) (part->last - page->place) : 0,
    self->begin,
    self->end,
  };

  /* One that cannot be read is empty, so that the others stay in their places. */
  if (page->bytes == NULL ||
      !sl_cut_page (&layout, page->bytes, page->size, &stays, result, page_size))
    memset (result, 0, page_size);
  self->written += page_size;
  return sl_cut_job_write (self->job, result, page_size, error) &&
         sl_cut_job_report (self->job, (double) self->written / (double) MAX (self->total, 1),
                            error);
}

static gboolean
write_row (Cutter *self, guint row, GError **error)
{
  g_autoptr (SlDatPages) pages = sl_dat_pages_new (self->file, row);
  g_autoptr (SlDatCodec) codec = sl_dat_codec_new (self->file->codec);
  g_autofree guint8 *result = g_malloc (sl_dat_file_get_buffer (self->file, row)->page_size);
  guint64 n_pages = count_pages (self, row);

  for (guint64 i = 0; i < n_pages; i++)
    {
      SlDatPage page;

      sl_dat_pages_read (pages, get_first_page (self, row) + i, codec, &page);
      if (!write_page (self, row, &page, result, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_file (Cutter *self, GError **error)
{
  g_autoptr (GByteArray) head = make_head (self);

  if (!sl_cut_job_write (self->job, head->data, head->len, error))
    return FALSE;

  for (guint i = 0; i < self->file->buffers->len; i++)
    {
      const SlDatBuffer *buffer = &g_array_index (self->file->buffers, SlDatBuffer, i);
      guint64 offset = align (self->job->result->size + SECTION_SIZE, get_alignment (buffer));

      if (!write_section (self, offset, get_size (self, i), error))
        return FALSE;
      for (guint row = 0; row < self->file->rows->len; row++)
        {
          if (g_array_index (self->file->rows, SlDatRow, row).buffer == i &&
              !write_row (self, row, error))
            return FALSE;
        }
    }

  return TRUE;
}

/* Where the span is in the times that the records have. */
static gboolean
find_times (Cutter *self, GError **error)
{
  SlTrace *trace = self->job->request->trace;
  g_autoptr (GArray) details = sl_details_new ();
  const SlDetail *time = NULL;
  guint64 recorded;
  SlEvent event;

  if (sl_trace_read_event (trace, self->job->first, &event) &&
      sl_source_describe (sl_trace_get_source (trace), event.offset, details))
    time = sl_details_find (details, "timestamp");
  if (time == NULL)
    return sl_cut_job_fail_changed (error);

  recorded = g_ascii_strtoull (time->plain, NULL, 10);
  self->begin = recorded - (guint64) (event.time - self->job->request->span.begin);
  self->end = recorded + (guint64) (self->job->request->span.end - event.time);
  return TRUE;
}

gboolean
sl_cut_dat (SlCutJob *job, GError **error)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlDatFile) file =
      sl_dat_file_new_with_parts (sl_input_get_file (job->input, 0), notes, error);
  g_autofree Part *parts = NULL;
  Cutter self = { .job = job, .file = file };

  if (file == NULL)
    return FALSE;
  if (file->rows->len == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                           "The file has the text of a tracer of latencies and no records that "
                           "could be cut; trace-cmd report prints it");
      return FALSE;
    }

  self.parts = parts = g_new (Part, file->rows->len);
  for (guint row = 0; row < file->rows->len; row++)
    parts[row] = (Part) { G_MAXUINT64, 0 };
  if (!find_times (&self, error) ||
      !sl_cut_job_visit (job, job->first, job->end, visit_span, &self, error))
    return FALSE;

  for (guint i = 0; i < file->buffers->len; i++)
    self.total += get_size (&self, i);
  if (job->first > 0)
    job->result->unknown = N_ (
        "What ran on a processor before its first switch in the span, who held what, and what earlier "
        "marks say of tasks, such as their deadlines, is not known in it. A task model can say the latter.");
  return write_file (&self, error);
}
