/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tracing-data.h"

#include <string.h>

#include "sl-error.h"
#include "sl-tracing-sized.h"

/* Pages that the kernel and this reader could agree on. */
#define LEAST_PAGE 128
#define MOST_PAGE  (1u << 20)

/* A tracer has no more events, and a system no longer name. */
#define MOST_FORMATS     SL_TRACING_IDS
#define MOST_SYSTEM_NAME 255

static const guint8 magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

static gboolean
malformed (GError **error, guint64 offset, const char *what, guint64 value, const char *range)
{
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
               "%s before offset %" G_GUINT64_FORMAT " is %" G_GUINT64_FORMAT ", not %s", what,
               offset, value, range);
  return FALSE;
}

static gboolean
read_head (SlTracingData *self, SlByteReader *reader, GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (reader, sizeof magic, "magic", error);
  const char *version;
  guint8 order, long_size;

  if (bytes == NULL)
    return FALSE;
  if (memcmp (bytes, magic, sizeof magic) != 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The tracing data at offset %" G_GUINT64_FORMAT
                   " does not begin with 17 08 44 “tracing”",
                   reader->base);
      return FALSE;
    }

  version = sl_byte_reader_text (reader, 15, "version", error);
  if (version == NULL || !sl_byte_reader_u8 (reader, &order, "byte order", error) ||
      !sl_byte_reader_u8 (reader, &long_size, "size of a long", error))
    return FALSE;
  if (order > 1)
    return malformed (error, sl_byte_reader_get_offset (reader), "The byte order", order, "0 or 1");
  if (long_size != 4 && long_size != 8)
    return malformed (error, sl_byte_reader_get_offset (reader), "The size of a long", long_size,
                      "4 or 8");

  self->version = g_strdup (version);
  self->is_big = order == 1;
  self->long_size = long_size;
  self->commit_size = long_size;
  self->data_offset = 8 + self->commit_size;
  if (!sl_byte_reader_u32 (reader, self->is_big, &self->page_size, "page size", error))
    return FALSE;
  if (self->page_size < LEAST_PAGE || self->page_size > MOST_PAGE)
    return malformed (error, sl_byte_reader_get_offset (reader), "The page size", self->page_size,
                      "in 128 … 1048576");
  return TRUE;
}

/**
 * sl_tracing_data_new:
 * @reader: at the magic number; moves behind the page size
 *
 * Reads the head.
 *
 * Returns: (transfer full) (nullable): what the head says; %NULL with %SL_ERROR_MALFORMED or
 *   %SL_ERROR_TRUNCATED
 */
SlTracingData *
sl_tracing_data_new (SlByteReader *reader, GError **error)
{
  g_autoptr (SlTracingData) self = g_new0 (SlTracingData, 1);

  self->formats = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_event_format_free);
  self->by_id = g_new0 (const SlEventFormat *, SL_TRACING_IDS);
  self->comms = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->printk = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->pid_offset = 4;
  self->flags_offset = 2;
  return read_head (self, reader, error) ? g_steal_pointer (&self) : NULL;
}

void
sl_tracing_data_free (SlTracingData *self)
{
  g_clear_pointer (&self->formats, g_ptr_array_unref);
  g_clear_pointer (&self->comms, g_hash_table_unref);
  g_clear_pointer (&self->printk, g_hash_table_unref);
  g_clear_pointer (&self->symbols, sl_kernel_symbols_free);
  g_free (self->by_id);
  g_free (self->version);
  g_free (self);
}

static gboolean
read_named (const SlTracingData *self,
            SlByteReader *reader,
            const char *name,
            const char **text,
            gsize *size,
            GError **error)
{
  const char *found = sl_byte_reader_text (reader, 31, name, error);

  if (found == NULL)
    return FALSE;
  if (!g_str_equal (found, name))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "There is no “%s” before offset %" G_GUINT64_FORMAT, name,
                   sl_byte_reader_get_offset (reader));
      return FALSE;
    }

  return sl_tracing_sized_read (reader, self->is_big, 8, name, text, size, error);
}

/* “	field: local_t commit;	offset:8;	size:8;	signed:1;” and its like. */
static gboolean
find_page_field (const char *text, gsize size, const char *name, SlEventField *field)
{
  const char *end = text + size;

  while (text < end)
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));
      gsize line = line_end != NULL ? (gsize) (line_end - text) : (gsize) (end - text);

      if (sl_event_format_parse_field (text, line, field) &&
          (gsize) (field->field - field->name) == strlen (name) &&
          memcmp (field->name, name, strlen (name)) == 0)
        return TRUE;
      text += line + 1;
    }

  return FALSE;
}

static gboolean
set_page_layout (SlTracingData *self, const char *text, gsize size, guint64 offset, GError **error)
{
  SlEventField commit, data;

  if (!find_page_field (text, size, "commit", &commit) ||
      !find_page_field (text, size, "data", &data))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The header_page before offset %" G_GUINT64_FORMAT
                   " has no fields “commit” and “data”",
                   offset);
      return FALSE;
    }
  if (commit.offset != 8 || (commit.size != 4 && commit.size != 8))
    return malformed (error, offset, "The size of a page’s “commit”", commit.size, "4 or 8");
  if (data.offset < 8 + commit.size || data.offset > 64)
    return malformed (error, offset, "The offset of a page’s “data”", data.offset,
                      "between its “commit” and 64");

  self->commit_size = commit.size;
  self->data_offset = data.offset;
  return TRUE;
}

/* The number that follows the last sign of @key's line; @value where there is no such line. */
static guint64
find_number (const char *text, gsize size, const char *key, guint64 value)
{
  g_autofree char *copy = g_strndup (text, size);
  const char *at = strstr (copy, key);
  gsize length;

  if (at == NULL)
    return value;

  length = strcspn (at, "\n");
  at += strcspn (at, "0123456789\n");
  return at < copy + size && length > 0 && g_ascii_isdigit (*at) ? g_ascii_strtoull (at, NULL, 10)
                                                                 : value;
}

/* All kernels lay records out alike; the file says whether its kernel did. */
static gboolean
check_record_layout (const char *text, gsize size, GError **error)
{
  static const struct
  {
    const char *key;
    guint64 value;
  } known[] = { { "type_len ", 5 },
                { "time_delta ", 27 },
                { "padding ", 29 },
                { "time_extend ", 30 },
                { "data max type_len", 28 } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      guint64 value = find_number (text, size, known[i].key, known[i].value);

      if (value == known[i].value)
        continue;
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "“%s” of the header_event is %" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT,
                   known[i].key, value, known[i].value);
      return FALSE;
    }

  return TRUE;
}

/**
 * sl_tracing_data_read_header_info:
 *
 * Reads how pages and records are laid out.
 *
 * Returns: %FALSE with @error where no record could be read
 */
gboolean
sl_tracing_data_read_header_info (SlTracingData *self, SlByteReader *reader, GError **error)
{
  const char *text;
  gsize size;

  if (!read_named (self, reader, "header_page", &text, &size, error) ||
      !set_page_layout (self, text, size, sl_byte_reader_get_offset (reader), error) ||
      !read_named (self, reader, "header_event", &text, &size, error))
    return FALSE;

  return check_record_layout (text, size, error);
}

/* The same for all events, so those of the first one. */
static void
set_common_fields (SlTracingData *self, const SlEventFormat *format)
{
  const SlEventField *type = sl_event_format_find (format, "common_type");
  const SlEventField *pid = sl_event_format_find (format, "common_pid");
  const SlEventField *flags = sl_event_format_find (format, "common_flags");

  /* All kernels have them in the first eight bytes, which is what a record has at least. */
  if (type == NULL || type->size != 2 || type->offset > SL_TRACING_COMMON_SIZE - 2 || pid == NULL ||
      pid->size != 4 || pid->offset > SL_TRACING_COMMON_SIZE - 4)
    return;

  self->type_offset = type->offset;
  self->pid_offset = pid->offset;
  if (flags != NULL && flags->size == 1 && flags->offset < SL_TRACING_COMMON_SIZE)
    self->flags_offset = flags->offset;
}

static gboolean
read_formats (SlTracingData *self,
              SlByteReader *reader,
              const char *system,
              guint32 n_formats,
              SlNotes *notes,
              GError **error)
{
  for (guint32 i = 0; i < n_formats; i++)
    {
      g_autoptr (GError) why = NULL;
      SlEventFormat *format;
      const char *text;
      gsize size;

      if (!sl_tracing_sized_read (reader, self->is_big, 8, "format of an event", &text, &size,
                                  error))
        return FALSE;
      if (self->formats->len >= MOST_FORMATS)
        {
          sl_notes_add (notes, reader->base + reader->position, 1,
                        "There are more formats of events than numbers for events");
          continue;
        }

      format = sl_event_format_parse (system, text, size, &why);
      if (format == NULL)
        {
          sl_notes_add (notes, sl_byte_reader_get_offset (reader) - size, 1, "%s", why->message);
          continue;
        }
      if (self->formats->len == 0)
        set_common_fields (self, format);
      g_ptr_array_add (self->formats, format);
      if (self->by_id[format->id] == NULL)
        self->by_id[format->id] = format;
    }

  return TRUE;
}

/**
 * sl_tracing_data_read_ftrace_events:
 * @notes: of formats that cannot be read
 *
 * Reads the formats of the tracer's own events.
 *
 * Returns: %FALSE with @error where the list cannot be followed; what was read stays
 */
gboolean
sl_tracing_data_read_ftrace_events (SlTracingData *self,
                                    SlByteReader *reader,
                                    SlNotes *notes,
                                    GError **error)
{
  guint32 n_formats;

  return sl_byte_reader_u32 (reader, self->is_big, &n_formats, "number of formats", error) &&
         read_formats (self, reader, "ftrace", n_formats, notes, error);
}

/**
 * sl_tracing_data_read_event_formats:
 * @notes: as in sl_tracing_data_read_ftrace_events()
 *
 * Reads the formats of all systems.
 *
 * Returns: as sl_tracing_data_read_ftrace_events()
 */
gboolean
sl_tracing_data_read_event_formats (SlTracingData *self,
                                    SlByteReader *reader,
                                    SlNotes *notes,
                                    GError **error)
{
  guint32 n_systems, n_formats;

  if (!sl_byte_reader_u32 (reader, self->is_big, &n_systems, "number of systems", error))
    return FALSE;

  for (guint32 i = 0; i < n_systems; i++)
    {
      const char *name = sl_byte_reader_text (reader, MOST_SYSTEM_NAME, "name of a system", error);

      if (name == NULL ||
          !sl_byte_reader_u32 (reader, self->is_big, &n_formats, "number of formats", error) ||
          !read_formats (self, reader, name, n_formats, notes, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_tracing_data_read_all:
 * @reader: behind the head
 *
 * Reads all parts one after the other, as version 6 has them.
 *
 * Returns: %FALSE with @error where the parts cannot be followed
 */
gboolean
sl_tracing_data_read_all (SlTracingData *self, SlByteReader *reader, SlNotes *notes, GError **error)
{
  return sl_tracing_data_read_header_info (self, reader, error) &&
         sl_tracing_data_read_ftrace_events (self, reader, notes, error) &&
         sl_tracing_data_read_event_formats (self, reader, notes, error) &&
         sl_tracing_data_read_kallsyms (self, reader, error) &&
         sl_tracing_data_read_printk (self, reader, error) &&
         (g_str_equal (self->version, "0.5") ||
          sl_tracing_data_read_cmdlines (self, reader, error));
}

/**
 * sl_tracing_data_find:
 *
 * Returns: (transfer none) (nullable): the format of that event
 */
const SlEventFormat *
sl_tracing_data_find (const SlTracingData *self, const char *system, const char *name)
{
  for (guint i = 0; i < self->formats->len; i++)
    {
      const SlEventFormat *format = g_ptr_array_index (self->formats, i);

      if (g_str_equal (format->name, name) && g_str_equal (format->system, system))
        return format;
    }

  return NULL;
}
