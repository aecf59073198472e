/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-record.h"

#include "sl-dat-decoder.h"
#include "sl-dat-pages.h"
#include "sl-event-values.h"
#include "sl-ring-page.h"

/* Of all rows, unpacked: beyond this only the chunk at hand is kept. */
#define MOST_MEMORY (64u << 20)

/* Behind the record that was found last in a row: who asks for many goes on from there. */
typedef struct
{
  guint64 place; /* of the page */
  SlRingPage ring;
} Stand;

struct _SlDatRecord
{
  const SlDatFile *file;
  SlDatPages **pages; /* by row; NULL for those that nobody asked for */
  Stand *stands;      /* by row */
  SlDatCodec *codec;
  guint row;
  guint64 n_lost;
  gboolean is_lost; /* not a record: a page before which some are missing */
  guint64 time;
  SlEventRecord record; /* without a format where the file has none */
  guint16 id;
};

static gboolean
find_record (SlDatRecord *self, const SlDatPage *page, gsize within)
{
  const SlTracingData *tracing = self->file->tracing;
  SlRingLayout layout = { tracing->is_big, tracing->commit_size, tracing->data_offset };
  Stand *stand = &self->stands[self->row];
  SlRingPage ring;
  const guint8 *bytes;
  guint32 size;

  if (page->bytes == NULL)
    {
      self->is_lost = TRUE;
      return within == 0;
    }

  sl_ring_page_open (&ring, &layout, page->bytes, page->size);
  if (within == 0)
    {
      self->is_lost = TRUE;
      self->n_lost = ring.n_lost;
      self->time = ring.time;
      return ring.has_lost || page->is_cut_off;
    }
  if (within == SL_DAT_CUT_OFF && page->is_cut_off)
    {
      self->is_lost = TRUE;
      while (sl_ring_page_next (&ring, layout.is_big, &size) != NULL)
        continue;
      self->time = ring.time;
      return TRUE;
    }

  if (stand->place == page->place && stand->ring.bytes == page->bytes &&
      within >= (gsize) (stand->ring.at - stand->ring.bytes))
    ring = stand->ring;
  while ((bytes = sl_ring_page_next (&ring, layout.is_big, &size)) != NULL)
    {
      if ((gsize) (ring.head - ring.bytes) != within)
        continue;

      *stand = (Stand) { page->place, ring };

      self->time = ring.time;
      self->record = (SlEventRecord) { .bytes = bytes, .size = size, .is_big = layout.is_big };
      if (size >= SL_TRACING_COMMON_SIZE)
        {
          self->id = sl_bytes_u16 (bytes + tracing->type_offset, layout.is_big);
          self->record.format = tracing->by_id[self->id];
        }
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_dat_record_new:
 * @file: must outlive the record
 *
 * Returns: (transfer full): none yet; see sl_dat_record_find()
 */
SlDatRecord *
sl_dat_record_new (const SlDatFile *file)
{
  SlDatRecord *self = g_new0 (SlDatRecord, 1);

  self->file = file;
  self->codec = sl_dat_codec_new (file->codec);
  self->pages = g_new0 (SlDatPages *, file->rows->len);
  self->stands = g_new0 (Stand, file->rows->len);
  return self;
}

/* The pages of a row. Neighbours in time are in several rows, so what is unpacked of the others stays while it is little. */
static SlDatPages *
get_pages (SlDatRecord *self, guint row)
{
  gsize memory = 0;

  if (self->pages[row] == NULL)
    self->pages[row] = sl_dat_pages_new (self->file, row);
  if (row == self->row)
    return self->pages[row];

  for (guint i = 0; i < self->file->rows->len; i++)
    memory += self->pages[i] != NULL ? sl_dat_pages_get_memory (self->pages[i]) : 0;
  for (guint i = 0; i < self->file->rows->len && memory > MOST_MEMORY; i++)
    if (i != row && self->pages[i] != NULL)
      sl_dat_pages_drop (self->pages[i]);
  return self->pages[row];
}

/**
 * sl_dat_record_find:
 * @place: of an event
 *
 * Returns: whether a record begins there, which @self is from now on
 */
gboolean
sl_dat_record_find (SlDatRecord *self, guint64 place)
{
  guint32 page_size;
  SlDatPage page;
  guint64 first;
  guint row, chunk;

  if (!sl_dat_file_find_place (self->file, place, &row, &chunk))
    return FALSE;

  page_size = sl_dat_file_get_buffer (self->file, row)->page_size;
  first =
      g_array_index (g_array_index (self->file->rows, SlDatRow, row).chunks, SlDatChunk, 0).place;
  sl_dat_pages_read (get_pages (self, row), (place - first) / page_size, self->codec, &page);
  self->row = row;

  self->is_lost = FALSE;
  self->n_lost = 0;
  self->time = 0;
  self->record = (SlEventRecord) { .size = 0 };
  return find_record (self, &page, (gsize) (place - page.place));
}

void
sl_dat_record_free (SlDatRecord *self)
{
  for (guint i = 0; i < self->file->rows->len; i++)
    g_clear_pointer (&self->pages[i], sl_dat_pages_free);
  g_free (self->pages);
  g_free (self->stands);
  g_clear_pointer (&self->codec, sl_dat_codec_free);
  g_free (self);
}

/* What the kernel writes in the column of a function, where it records only an address. */
static void
describe_functions (const SlDatRecord *self, GArray *details)
{
  SlKernelSymbols *symbols = self->file->tracing->symbols;
  const SlDetail *function = sl_details_find (details, "function");
  const char *name;
  gsize length;

  if (symbols == NULL || function == NULL || !g_str_has_prefix (function->plain, "0x"))
    return;

  name = sl_kernel_symbols_find (symbols, g_ascii_strtoull (function->plain, NULL, 16), &length);
  if (name != NULL)
    sl_details_add (details, "function_name", "%.*s", (int) length, name);
}

/* Where a task slept: inside of a function. */
static void
describe_caller (const SlDatRecord *self, GArray *details)
{
  SlKernelSymbols *symbols = self->file->tracing->symbols;
  const SlDetail *caller = sl_details_find (details, "caller");
  const char *name;
  gsize length;

  if (symbols == NULL || caller == NULL || !g_str_has_prefix (caller->plain, "0x"))
    return;

  name =
      sl_kernel_symbols_find_around (symbols, g_ascii_strtoull (caller->plain, NULL, 16), &length);
  if (name != NULL)
    sl_details_add (details, "caller_name", "%.*s", (int) length, name);
}

/* The text of trace_printk() is not in the record, but somewhere in the kernel. */
static void
describe_printk (const SlDatRecord *self, GArray *details)
{
  const SlDetail *address = sl_details_find (details, "fmt");
  const char *text;

  if (address == NULL || !g_str_equal (self->record.format->system, "ftrace"))
    return;

  text =
      sl_tracing_data_get_printk (self->file->tracing, g_ascii_strtoull (address->plain, NULL, 0));
  if (text != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      sl_details_add (details, "format", "%s", g_strchomp (valid));
    }
}

/**
 * sl_dat_record_describe:
 *
 * Appends the fields of the record, and the buffer that it was in.
 */
void
sl_dat_record_describe (const SlDatRecord *self, GArray *details)
{
  const SlDatBuffer *buffer = sl_dat_file_get_buffer (self->file, self->row);

  sl_details_add (details, "buffer", "%s", buffer->name[0] != '\0' ? buffer->name : "top");
  sl_details_add (details, "timestamp", "%" G_GUINT64_FORMAT, self->time);
  if (self->is_lost)
    {
      if (self->n_lost > 0)
        sl_details_add (details, "lost", "%" G_GUINT64_FORMAT, self->n_lost);
      return;
    }

  if (self->record.format != NULL)
    {
      sl_details_add (details, "event", "%s:%s", self->record.format->system,
                      self->record.format->name);
      sl_event_record_describe (&self->record, details);
      describe_functions (self, details);
      describe_caller (self, details);
      describe_printk (self, details);
    }
  else if (self->record.size >= SL_TRACING_COMMON_SIZE)
    sl_details_add (details, "common_type", "%u", self->id);
}

/**
 * sl_dat_record_read_field:
 * @field: as sl_dat_record_describe() calls it
 *
 * Returns: as in #SlSourceClass
 */
gboolean
sl_dat_record_read_field (const SlDatRecord *self, const char *field, SlFieldValue *value)
{
  return self->record.format != NULL && sl_event_record_read_field (&self->record, field, value);
}
