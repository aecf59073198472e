/* SPDX-License-Identifier: GPL-3.0-or-later */

/* trace.dat: a file of version 7 with the head of the recording, packed, whatever its version was, and of the pages of each
 * CPU those that have a record of the span, as they are, packed as well. The first and the last of them are cut at the borders of
 * records.
 *
 *   offset  size  of a CPU that has pages
 *   0       4     chunks
 *   then for each of them
 *   0       4     packed bytes
 *   4       4     bytes of its pages
 *   8       …     a frame of zstd
 *
 * (trace-cmd, lib/trace-cmd/trace-compress.c.) The tables of the CPUs stand in front of that and say how long it is, so everything
 * is packed twice: once to know its length. */
#include "sl-cut-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-cut-dat-head.h"
#include "sl-cut-marks.h"
#include "sl-cut-page.h"
#include "sl-dat-codec.h"
#include "sl-dat-pages.h"
#include "sl-error.h"
#include "sl-linux-kinds.h"
#include "sl-number-table.h"
#include "sl-ring-page.h"

/* Bytes of pages that are packed at a time: whoever looks for a record unpacks so many. */
#define CHUNK_SIZE (64u * 1024)

/* What of a row is in the span: places of the first and the last event, or none where @first is behind @last; and since when
 * all further records are missing, 0 where they are not. */
typedef struct
{
  guint64 first;
  guint64 last;
  guint64 cut_off_at;
} Part;

typedef struct
{
  SlCutJob *job;
  SlDatFile *file;
  SlCutSymbols *symbols; /* nullable: only those that are needed stay */
  Part *parts;           /* by row */
  SlNumberTable *holes;  /* places of pages that stand for missing ones → when */
  guint row;             /* that the last event was in */
  guint64 begin;         /* of the span, in the times of the records */
  guint64 end;
  guint64 done; /* bytes of pages that were packed, of twice all there are */
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
         get_first_page (self, row) + 1 + (part->cut_off_at != 0);
}

static gboolean
visit_span (gpointer data, const SlEvent *events, guint n_events, GError **error)
{
  Cutter *self = data;

  for (guint i = 0; i < n_events; i++)
    {
      guint64 place = events[i].offset;
      Part *part;
      guint64 time;
      gboolean is_missing;
      guint chunk;

      if (!sl_dat_file_find_place (self->file, place, &self->row, &chunk))
        return sl_cut_job_fail_changed (error);
      part = &self->parts[self->row];
      part->first = MIN (part->first, place);
      time = self->begin + (guint64) (events[i].time - self->job->request->span.begin);
      is_missing = events[i].kind == SL_KIND_LINUX_LOST &&
                   sl_linux_get_role (&events[i]) == SL_LINUX_ROLE_MISSING;
      if (is_missing && (events[i].flags & SL_LINUX_LOSS_FOLLOWS) != 0)
        part->cut_off_at = time;
      else if (is_missing)
        sl_number_table_set (self->holes, place, time);
      /* A page that only its loss is known of would be empty. */
      if (!is_page (self, self->row, place) || (is_missing && part->cut_off_at == 0))
        part->last = MAX (part->last, place);
    }

  return TRUE;
}

static SlRingLayout
get_layout (const Cutter *self)
{
  const SlTracingData *tracing = self->file->tracing;

  return (SlRingLayout) { tracing->is_big, tracing->commit_size, tracing->data_offset };
}

/* Makes a page that says that others are missing since @time, and has nothing else. */
static void
make_hole (const Cutter *self,
           const SlCutDatHead *head,
           guint64 time,
           guint8 *result,
           gsize page_size)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  sl_cut_dat_head_put (head, bytes, 8, time);
  sl_cut_dat_head_put (head, bytes, self->file->tracing->commit_size, SL_RING_LOST);
  memset (result, 0, page_size);
  memcpy (result, bytes->data, bytes->len);
}

/* Makes what is written of a page of the row. */
static void
cut_page (const Cutter *self,
          const SlCutDatHead *head,
          guint row,
          const SlDatPage *page,
          guint8 *result)
{
  const SlRingLayout layout = get_layout (self);
  guint32 page_size = sl_dat_file_get_buffer (self->file, row)->page_size;
  const Part *part = &self->parts[row];
  const SlCutPart stays = {
    part->first > page->place ? (gsize) (part->first - page->place) : 0,
    part->last - page->place < page_size ? (gsize) (part->last - page->place) : 0,
    self->begin,
    self->end,
  };
  guint64 missing_at = sl_number_table_find (self->holes, page->place);

  /* One that cannot be read is empty, so that the others stay in their places. */
  if (missing_at != SL_NUMBER_NONE)
    make_hole (self, head, missing_at, result, page_size);
  else if (page->bytes == NULL ||
           !sl_cut_page (&layout, page->bytes, page->size, &stays, result, page_size))
    memset (result, 0, page_size);
}

/* Writes bytes of a row, or only counts them. */
static gboolean
emit (Cutter *self, gconstpointer bytes, gsize size, guint64 *counted, GError **error)
{
  if (counted == NULL)
    return sl_cut_job_write (self->job, bytes, size, error);

  *counted += size;
  return TRUE;
}

/* @bytes: of whole pages */
static gboolean
emit_chunk (Cutter *self,
            const SlCutDatHead *head,
            const guint8 *bytes,
            gsize size,
            guint64 *counted,
            GError **error)
{
  g_autoptr (GByteArray) chunk = sl_cut_dat_head_pack (head, bytes, size);

  if (chunk == NULL)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "%" G_GSIZE_FORMAT " bytes of records cannot be packed with zstd", size);
      return FALSE;
    }

  self->done += size;
  return emit (self, chunk->data, chunk->len, counted, error) &&
         sl_cut_job_report (self->job, (double) self->done / (double) MAX (self->total, 1), error);
}

/* @counted: (nullable): where bytes are added up instead of being written */
static gboolean
emit_row (Cutter *self, const SlCutDatHead *head, guint row, guint64 *counted, GError **error)
{
  g_autoptr (SlDatPages) pages = sl_dat_pages_new (self->file, row);
  g_autoptr (SlDatCodec) codec = sl_dat_codec_new (self->file->codec);
  g_autoptr (GByteArray) count = g_byte_array_new ();
  const SlRingLayout layout = get_layout (self);
  gsize page_size = sl_dat_file_get_buffer (self->file, row)->page_size;
  guint64 n_pages = count_pages (self, row);
  guint64 most = MAX (CHUNK_SIZE / page_size, 1);
  g_autofree guint8 *chunk = g_malloc (most * page_size);

  if (n_pages == 0)
    return TRUE;

  sl_cut_dat_head_put (head, count, 4, (n_pages + most - 1) / most);
  if (!emit (self, count->data, count->len, counted, error))
    return FALSE;

  for (guint64 first = 0; first < n_pages; first += most)
    {
      guint64 n_here = MIN (most, n_pages - first);

      for (guint64 i = 0; i < n_here; i++)
        {
          SlDatPage page;

          if (self->parts[row].cut_off_at != 0 && first + i == n_pages - 1)
            {
              make_hole (self, head, self->parts[row].cut_off_at, chunk + i * page_size, page_size);
              continue;
            }
          sl_dat_pages_read (pages, get_first_page (self, row) + first + i, codec, &page);
          cut_page (self, head, row, &page, chunk + i * page_size);
          if (counted != NULL && self->symbols != NULL)
            sl_cut_symbols_add_page (self->symbols, &layout, chunk + i * page_size, page_size);
        }
      if (!emit_chunk (self, head, chunk, n_here * page_size, counted, error))
        return FALSE;
    }

  return TRUE;
}

/* The tables say how long it is: pages that have changed since would be packed to another length. */
static gboolean
write_row (Cutter *self, const SlCutDatHead *head, guint row, GError **error)
{
  guint64 begin = self->job->result->size;

  return emit_row (self, head, row, NULL, error) &&
         (self->job->result->size - begin == head->sizes[row] || sl_cut_job_fail_changed (error));
}

static gboolean
write_buffer (Cutter *self, const SlCutDatHead *head, guint buffer, GError **error)
{
  g_autoptr (GByteArray) section = sl_cut_dat_head_make_section (head, buffer);

  if (!sl_cut_job_write (self->job, section->data, section->len, error))
    return FALSE;

  for (guint row = 0; row < self->file->rows->len; row++)
    if (g_array_index (self->file->rows, SlDatRow, row).buffer == buffer &&
        !write_row (self, head, row, error))
      return FALSE;

  return TRUE;
}

static gboolean
write_file (Cutter *self, GError **error)
{
  g_autofree guint64 *sizes = g_new0 (guint64, self->file->rows->len);
  g_autoptr (GString) marks = sl_cut_marks_find (self->job, self->file->earlier_marks, error);
  const SlCutDatHead head = { self->job, self->file, self->symbols, sizes, marks };
  g_autoptr (GByteArray) bytes = NULL;

  if (marks == NULL)
    return FALSE;

  for (guint row = 0; row < self->file->rows->len; row++)
    self->total +=
        2 * count_pages (self, row) * sl_dat_file_get_buffer (self->file, row)->page_size;
  for (guint row = 0; row < self->file->rows->len; row++)
    if (!emit_row (self, &head, row, &sizes[row], error))
      return FALSE;
  bytes = sl_cut_dat_head_make (&head);
  if (!sl_cut_job_write (self->job, bytes->data, bytes->len, error))
    return FALSE;

  for (guint i = 0; i < self->file->buffers->len; i++)
    if (!write_buffer (self, &head, i, error))
      return FALSE;

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

/* Of a list that has all functions, those that the span needs are enough. */
static SlCutSymbols *
make_symbols (const SlDatFile *file)
{
  if (file->tracing->symbols == NULL || !sl_kernel_symbols_is_whole (file->tracing->symbols))
    return NULL;

  return sl_cut_symbols_new (sl_kernel_symbols_get_text (file->tracing->symbols));
}

gboolean
sl_cut_dat (SlCutJob *job, GError **error)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlDatFile) file =
      sl_dat_file_new_with_parts (sl_input_get_file (job->input, 0), notes, error);
  g_autoptr (SlCutSymbols) symbols = NULL;
  g_autoptr (SlNumberTable) holes = sl_number_table_new ();
  g_autofree Part *parts = NULL;
  Cutter self = { .job = job, .file = file, .holes = holes };

  if (file == NULL)
    return FALSE;
  if (file->rows->len == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                           "The file has the text of a tracer of latencies and no records that "
                           "could be cut; trace-cmd report prints it");
      return FALSE;
    }

  self.symbols = symbols = make_symbols (file);
  self.parts = parts = g_new (Part, file->rows->len);
  for (guint row = 0; row < file->rows->len; row++)
    parts[row] = (Part) { G_MAXUINT64, 0, 0 };
  if (!find_times (&self, error) ||
      !sl_cut_job_visit (job, job->first, job->end, visit_span, &self, error))
    return FALSE;

  if (job->first > 0)
    job->result->unknown = N_ (
        "What ran on a processor before its first switch in the span, which of the jobs from before it "
        "were not finished, and who held what is not known in it.");
  return write_file (&self, error);
}
