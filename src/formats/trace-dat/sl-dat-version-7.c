/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-versions.h"

#include "sl-dat-options.h"
#include "sl-dat-rows.h"
#include "sl-error.h"
#include "sl-tracing-sized.h"

/* The head of a section. */
#define SECTION_SIZE 16
#define FLAG_PACKED  1

/* Bytes of all sections together: options may lead to one section again and again. */
#define MOST_SECTIONS (G_GUINT64_CONSTANT (512) << 20)

#define LEAST_PAGE 128
#define MOST_PAGE  (1u << 20)

/* Whether @size more bytes may be read of sections. */
static gboolean
claim_section (SlDatFile *self, guint64 offset, guint64 size, GError **error)
{
  if (size > SL_TRACING_MOST_SIZE)
    g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
                 "The size of the section at offset %" G_GUINT64_FORMAT " is %" G_GUINT64_FORMAT
                 ", more than the 256 MiB that are accepted",
                 offset, size);
  else if (size > MOST_SECTIONS - self->n_sections)
    g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
                 "With the section at offset %" G_GUINT64_FORMAT
                 " all that were read have more than the 512 MiB that are accepted",
                 offset);
  else
    {
      self->n_sections += size;
      return TRUE;
    }

  return FALSE;
}

/* Version 7: the contents of the section at @offset. @owned: what has to be freed when they are not needed any more. */
static gboolean
open_section (SlDatFile *self,
              guint64 offset,
              SlDatOption id,
              SlByteReader *contents,
              guint8 **owned,
              GError **error)
{
  g_autoptr (SlDatCodec) codec = sl_dat_codec_new (self->codec);
  gboolean is_big = self->tracing->is_big;
  SlByteReader reader;
  const guint8 *head;
  guint32 packed, size;
  guint64 left;

  g_hash_table_add (self->known, g_memdup2 (&offset, sizeof offset));
  sl_byte_reader_init (&reader, sl_mapping_get_data (self->mapping),
                       sl_mapping_get_size (self->mapping), 0);
  reader.position = MIN (offset, reader.size);
  head = sl_byte_reader_take (&reader, SECTION_SIZE, "head of a section", error);
  if (head == NULL)
    return FALSE;
  if (sl_bytes_u16 (head, is_big) != id)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The section at offset %" G_GUINT64_FORMAT " has the id %u, not %u", offset,
                   sl_bytes_u16 (head, is_big), id);
      return FALSE;
    }

  left = MIN (sl_bytes_u64 (head + 8, is_big), sl_byte_reader_get_left (&reader));
  sl_byte_reader_init (contents, reader.data + reader.position, left,
                       sl_byte_reader_get_offset (&reader));
  if ((sl_bytes_u16 (head + 2, is_big) & FLAG_PACKED) == 0)
    return claim_section (self, offset, MIN (left, SL_TRACING_MOST_SIZE), error);

  if (!sl_byte_reader_u32 (contents, is_big, &packed, "packed size of a section", error) ||
      !sl_byte_reader_u32 (contents, is_big, &size, "size of a section", error) ||
      (head = sl_byte_reader_take (contents, packed, "packed section", error)) == NULL)
    return FALSE;
  if (!claim_section (self, offset, size, error))
    return FALSE;

  *owned = g_malloc (MAX (size, 1));
  if (!sl_dat_codec_unpack (codec, head, packed, *owned, size))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The section at offset %" G_GUINT64_FORMAT " does not unpack to %u bytes",
                   offset, size);
      return FALSE;
    }
  sl_byte_reader_init (contents, *owned, size, offset);
  return TRUE;
}

static gboolean
read_known_part (SlDatFile *self, guint id, SlByteReader *contents, SlNotes *notes, GError **error)
{
  switch (id)
    {
    case SL_DAT_OPTION_HEADER_INFO:
      return sl_tracing_data_read_header_info (self->tracing, contents, error);
    case SL_DAT_OPTION_FTRACE_EVENTS:
      return sl_tracing_data_read_ftrace_events (self->tracing, contents, notes, error);
    case SL_DAT_OPTION_EVENT_FORMATS:
      return sl_tracing_data_read_event_formats (self->tracing, contents, notes, error);
    case SL_DAT_OPTION_KALLSYMS:
      return sl_tracing_data_read_kallsyms (self->tracing, contents, error);
    case SL_DAT_OPTION_PRINTK:
      return sl_tracing_data_read_printk (self->tracing, contents, error);
    default:
      return sl_tracing_data_read_cmdlines (self->tracing, contents, error);
    }
}

/**
 * sl_dat_read_part:
 * @id: from %SL_DAT_OPTION_HEADER_INFO to %SL_DAT_OPTION_CMDLINES
 * @contents: at its begin; moves behind it
 * @notes: of what was skipped
 *
 * Reads a part of the head: in version 7 each is in a section of its own, in version 6 they follow each other.
 *
 * Returns: %FALSE with @error where it cannot be followed
 */
gboolean
sl_dat_read_part (SlDatFile *self, guint id, SlByteReader *contents, SlNotes *notes, GError **error)
{
  gsize begin = contents->position;

  if (!read_known_part (self, id, contents, notes, error))
    return FALSE;

  self->read_parts |= 1u << id;
  sl_dat_option_keep (self, (guint16) id, TRUE, contents->data + begin, contents->position - begin);
  return TRUE;
}

/* Version 7: u64 section, name NUL, clock NUL, u32 page size, u32 CPUs, for each: u32 cpu, u64 offset, u64 size. */
static gboolean
read_buffer (SlDatFile *self, SlByteReader *data, SlNotes *notes, GError **error)
{
  gboolean is_big = self->tracing->is_big;
  guint64 file_size = sl_mapping_get_size (self->mapping);
  const char *name, *clock;
  guint32 page_size, n_cpus;
  gboolean is_packed;
  guint64 section;
  guint buffer;

  if (!sl_byte_reader_u64 (data, is_big, &section, "offset of a buffer", error) ||
      (name = sl_byte_reader_text (data, SL_DAT_MOST_NAME, "name of a buffer", error)) == NULL ||
      (clock = sl_byte_reader_text (data, SL_DAT_MOST_NAME, "clock of a buffer", error)) == NULL ||
      !sl_byte_reader_u32 (data, is_big, &page_size, "page size of a buffer", error) ||
      !sl_byte_reader_u32 (data, is_big, &n_cpus, "number of a buffer’s CPUs", error))
    return FALSE;
  if (page_size < LEAST_PAGE || page_size > MOST_PAGE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The page size of a buffer before offset %" G_GUINT64_FORMAT
                   " is %u, not in 128 … 1048576",
                   sl_byte_reader_get_offset (data), page_size);
      return FALSE;
    }

  g_hash_table_add (self->known, g_memdup2 (&section, sizeof section));
  is_packed =
      section <= file_size && file_size - section >= SECTION_SIZE &&
      (sl_bytes_u16 (sl_mapping_get_data (self->mapping) + section + 2, is_big) & FLAG_PACKED) != 0;
  buffer = sl_dat_rows_add_buffer (self, name, sl_dat_option_parse_clock (clock), page_size);
  for (guint32 i = 0; i < n_cpus; i++)
    {
      const guint8 *cpu = sl_byte_reader_take (data, 20, "pages of a CPU", error);

      if (cpu == NULL)
        return FALSE;
      sl_dat_rows_add (self, buffer, sl_bytes_u32 (cpu, is_big), sl_bytes_u64 (cpu + 4, is_big),
                       sl_bytes_u64 (cpu + 12, is_big), is_packed, notes);
    }

  return TRUE;
}

/* Version 7: u64 section with text, name NUL, clock NUL. */
static gboolean
read_text (SlDatFile *self, SlByteReader *data, GError **error)
{
  g_autofree guint8 *owned = NULL;
  SlByteReader text;
  guint64 offset;

  if (!sl_byte_reader_u64 (data, self->tracing->is_big, &offset, "offset of a text", error) ||
      !open_section (self, offset, SL_DAT_OPTION_BUFFER_TEXT, &text, &owned, error))
    return FALSE;

  if (self->text == NULL)
    self->text = g_bytes_new (text.data, MIN (text.size, SL_TRACING_MOST_SIZE));
  return TRUE;
}

/* Version 7: what an option points to. Faults are notes but where no record could be read. */
static gboolean
follow_option (SlDatFile *self, SlDatOption id, SlByteReader *data, SlNotes *notes, GError **error)
{
  g_autofree guint8 *owned = NULL;
  g_autoptr (GError) why = NULL;
  SlByteReader contents;
  guint64 offset;
  gboolean is_read;

  if (id == SL_DAT_OPTION_BUFFER)
    is_read = read_buffer (self, data, notes, &why);
  else if (id == SL_DAT_OPTION_BUFFER_TEXT)
    is_read = read_text (self, data, &why);
  else if (id < SL_DAT_OPTION_HEADER_INFO || id > SL_DAT_OPTION_CMDLINES)
    return TRUE;
  else
    is_read =
        sl_byte_reader_u64 (data, self->tracing->is_big, &offset, "offset of a section", &why) &&
        open_section (self, offset, id, &contents, &owned, &why) &&
        sl_dat_read_part (self, id, &contents, notes, &why);
  if (is_read)
    return TRUE;
  if (id == SL_DAT_OPTION_HEADER_INFO)
    {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }

  sl_notes_add (notes, data->base, 1, "%s", why->message);
  return TRUE;
}

/* Version 7: one section of options. @next: (out): offset of the next one, 0 for none. */
static gboolean
read_options (SlDatFile *self, guint64 offset, guint64 *next, SlNotes *notes, GError **error)
{
  g_autofree guint8 *owned = NULL;
  gboolean is_big = self->tracing->is_big;
  SlByteReader reader;

  *next = 0;
  if (!open_section (self, offset, SL_DAT_OPTION_DONE, &reader, &owned, error))
    return FALSE;

  while (sl_byte_reader_get_left (&reader) > 0)
    {
      SlByteReader data;
      guint32 size;
      guint16 id;

      if (!sl_byte_reader_u16 (&reader, is_big, &id, "id of an option", error) ||
          !sl_byte_reader_u32 (&reader, is_big, &size, "size of an option", error))
        return FALSE;
      sl_byte_reader_init (&data, reader.data + reader.position, size,
                           sl_byte_reader_get_offset (&reader));
      if (sl_byte_reader_take (&reader, size, "option", error) == NULL)
        return FALSE;
      if (id == SL_DAT_OPTION_DONE)
        return sl_byte_reader_u64 (&data, is_big, next, "offset of the next options", error);
      if (id < SL_DAT_OPTION_HEADER_INFO && id != SL_DAT_OPTION_BUFFER)
        sl_dat_option_keep (self, id, FALSE, data.data, data.size);
      if (!sl_dat_option_take (self, (SlDatOption) id, &data) &&
          !follow_option (self, (SlDatOption) id, &data, notes, error))
        return FALSE;
    }

  g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
               "The options at offset %" G_GUINT64_FORMAT " have no end", offset);
  return FALSE;
}

static gboolean
read_lost_part (SlDatFile *self, guint64 offset, guint id, SlNotes *notes)
{
  g_autofree guint8 *owned = NULL;
  SlByteReader contents;

  return open_section (self, offset, (SlDatOption) id, &contents, &owned, NULL) &&
         sl_dat_read_part (self, id, &contents, notes, NULL);
}

/* What the head of a section at @offset says. Returns: FALSE where there is none, or one that cannot be. */
static gboolean
look_at_section (const SlDatFile *self,
                 guint64 offset,
                 guint *id,
                 gboolean *is_packed,
                 guint64 *end)
{
  guint64 file_size = sl_mapping_get_size (self->mapping);
  const guint8 *head = (const guint8 *) sl_mapping_get_data (self->mapping) + offset;
  gboolean is_big = self->tracing->is_big;
  guint flags;
  guint64 size;

  if (file_size < SECTION_SIZE || offset > file_size - SECTION_SIZE)
    return FALSE;

  *id = sl_bytes_u16 (head, is_big);
  flags = sl_bytes_u16 (head + 2, is_big);
  size = sl_bytes_u64 (head + 8, is_big);
  *is_packed = (flags & FLAG_PACKED) != 0;
  *end = size < file_size - offset - SECTION_SIZE ? offset + SECTION_SIZE + size : file_size;
  return *id <= SL_DAT_OPTION_BUFFER_TEXT && flags <= FLAG_PACKED && size > 0;
}

/* Whether the section at @at, which look_at_section() found, goes on behind the end of the file. @size: what it claims */
static gboolean
is_cut_off (const SlDatFile *self, guint64 at, guint64 *size)
{
  const guint8 *head = (const guint8 *) sl_mapping_get_data (self->mapping) + at;

  *size = sl_bytes_u64 (head + 8, self->tracing->is_big);
  return *size > sl_mapping_get_size (self->mapping) - at - SECTION_SIZE;
}

/* What is in them. */
static const char *const section_names[] = {
  [SL_DAT_OPTION_DONE] = "options",
  [SL_DAT_OPTION_BUFFER] = "the pages of CPUs",
  [SL_DAT_OPTION_HEADER_INFO] = "the layout of pages",
  [SL_DAT_OPTION_FTRACE_EVENTS] = "the formats of ftrace’s own events",
  [SL_DAT_OPTION_EVENT_FORMATS] = "the formats of events",
  [SL_DAT_OPTION_KALLSYMS] = "the symbols of the kernel",
  [SL_DAT_OPTION_PRINTK] = "the texts of the kernel",
  [SL_DAT_OPTION_CMDLINES] = "the names of tasks",
  [SL_DAT_OPTION_BUFFER_TEXT] = "the text of a tracer",
};

/* Where the file ends inside of a section, that is why what should follow is not there. @why: replaced then. */
static void
explain_cut (const SlDatFile *self, guint64 first, GError **why)
{
  gboolean is_packed;
  guint64 end, size;
  guint id;

  for (guint64 at = first; look_at_section (self, at, &id, &is_packed, &end); at = end)
    {
      if (!is_cut_off (self, at, &size))
        continue;

      g_clear_error (why);
      g_set_error (why, SL_ERROR, SL_ERROR_TRUNCATED,
                   "The file ends at offset %" G_GUINT64_FORMAT
                   ", inside the section with %s (id %u), which begins at offset %" G_GUINT64_FORMAT
                   " and has %" G_GUINT64_FORMAT " bytes",
                   (guint64) sl_mapping_get_size (self->mapping),
                   section_names[id] != NULL ? section_names[id] : "other data", id, at, size);
      return;
    }
}

/* Sections follow each other: those that nothing points to are found one after the other. @buffers: gets the offsets of
 * those with pages. */
static void
walk_sections (SlDatFile *self, guint64 first, GArray *buffers, SlNotes *notes)
{
  gboolean is_packed;
  guint64 end, next;
  guint id;

  for (guint64 at = first; look_at_section (self, at, &id, &is_packed, &end); at = end)
    {
      if (id == SL_DAT_OPTION_BUFFER)
        g_array_append_val (buffers, at);
      else if (g_hash_table_contains (self->known, &at))
        continue;
      else if (id == SL_DAT_OPTION_DONE)
        read_options (self, at, &next, notes, NULL);
      else if (id >= SL_DAT_OPTION_HEADER_INFO && id <= SL_DAT_OPTION_CMDLINES &&
               (self->read_parts & 1u << id) == 0)
        read_lost_part (self, at, id, notes);
    }
}

/* The top buffer, if it is the only one. */
static guint
add_lost_buffer (SlDatFile *self, guint number, gboolean is_single)
{
  g_autofree char *name =
      is_single ? g_strdup ("") : g_strdup_printf ("buffer-without-name-%u", number);

  return sl_dat_rows_add_buffer (self, name, NULL, self->tracing->page_size);
}

static void
note_lost_table (SlDatFile *self,
                 guint64 offset,
                 guint n_streams,
                 const GError *why,
                 SlNotes *notes)
{
  guint64 at = MIN (offset, (guint64) sl_mapping_get_size (self->mapping));

  if (n_streams == self->n_cpus)
    sl_notes_add (notes, at, 1,
                  "%s; the table of the CPUs’ pages is lost with it: the CPUs that were found, %u, "
                  "are as many as the machine has, and are numbered in the order of the file",
                  why->message, n_streams);
  else
    sl_notes_add (notes, at, 1,
                  "%s; the table of the CPUs’ pages is lost with it: the CPUs that were found, %u, "
                  "are numbered in the order of the file, as it is not known which they are",
                  why->message, n_streams);
}

/* Options that say where pages are stand behind them, so that a file that is cut off has lost them. @first: offset of the
 * first section. @offset: of the options that cannot be read. Returns: FALSE where no page is found without them. */
static gboolean
find_without_options (SlDatFile *self,
                      guint64 first,
                      guint64 offset,
                      const GError *why,
                      SlNotes *notes)
{
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n_found = 0;

  walk_sections (self, first, buffers, notes);
  if ((self->read_parts & 1u << SL_DAT_OPTION_HEADER_INFO) == 0 ||
      (self->read_parts & 1u << SL_DAT_OPTION_EVENT_FORMATS) == 0)
    return FALSE;

  for (guint i = 0; i < buffers->len && i < SL_DAT_MOST_ROWS; i++)
    {
      guint64 at = g_array_index (buffers, guint64, i), end, size;
      gboolean is_packed;
      guint id, n_streams;

      if (g_hash_table_contains (self->known, &at) ||
          !look_at_section (self, at, &id, &is_packed, &end))
        continue;

      n_streams =
          sl_dat_rows_find (self,
                            add_lost_buffer (self, i + 1,
                                             buffers->len == 1 && !self->has_instances),
                            at + SECTION_SIZE, end, is_packed, is_cut_off (self, at, &size), notes);
      if (n_streams > 0)
        note_lost_table (self, offset, n_streams, why, notes);
      n_found += n_streams;
    }
  if (n_found == 0 && self->rows->len > 0)
    sl_notes_add (notes, offset, 1, "%s", why->message);
  return self->rows->len > 0;
}

/**
 * sl_dat_read_version_7:
 * @reader: behind the head
 * @notes: of what was skipped
 *
 * Reads what follows the head in a file of version 7.
 *
 * Returns: %FALSE with @error where no page could be found
 */
gboolean
sl_dat_read_version_7 (SlDatFile *self, SlByteReader *reader, SlNotes *notes, GError **error)
{
  const char *compression = sl_byte_reader_text (reader, 31, "compression", error);
  g_autoptr (GError) why = NULL;
  guint64 offset, first;

  if (compression == NULL ||
      sl_byte_reader_text (reader, 63, "version of compression", error) == NULL ||
      !sl_byte_reader_u64 (reader, self->tracing->is_big, &offset, "offset of the options", error))
    return FALSE;
  if (!sl_dat_codec_parse (compression, &self->codec))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "The compression is “%s”, not none, zstd or zlib", compression);
      return FALSE;
    }

  first = sl_byte_reader_get_offset (reader);
  while (offset != 0)
    {
      guint64 next;

      if (g_hash_table_contains (self->known, &offset))
        {
          sl_notes_add (notes, offset, 1, "The options lead back to themselves");
          break;
        }
      if (!read_options (self, offset, &next, notes, &why))
        {
          explain_cut (self, first, &why);
          if (find_without_options (self, first, offset, why, notes))
            break;
          g_propagate_error (error, g_steal_pointer (&why));
          return FALSE;
        }
      offset = next;
    }

  return TRUE;
}
