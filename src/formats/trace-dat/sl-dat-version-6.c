/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-versions.h"

#include <string.h>

#include "sl-dat-options.h"
#include "sl-dat-rows.h"
#include "sl-error.h"
#include "sl-tracing-sized.h"

#define TAG_SIZE 10

/* Version 6: the pages of the CPUs of one buffer, at @reader. */
static gboolean
read_flyrecord (SlDatFile *self,
                SlByteReader *reader,
                const char *name,
                guint32 n_cpus,
                SlNotes *notes,
                GError **error)
{
  gboolean is_big = self->tracing->is_big;
  gsize begin = reader->position;
  const guint8 *table =
      sl_byte_reader_take (reader, (gsize) n_cpus * 16, "pages of the CPUs", error);
  guint64 size;
  guint buffer;

  if (table == NULL)
    return FALSE;

  /* Where fewer CPUs have pages than there are, an entry without any may stand for the others. */
  if (self->n_cpus > n_cpus && sl_byte_reader_get_left (reader) >= 16 &&
      sl_bytes_u64 (reader->data + reader->position + 8, is_big) == 0)
    reader->position += 16;

  buffer = sl_dat_rows_add_buffer (self, name, NULL, self->tracing->page_size);
  if (sl_byte_reader_u64 (reader, is_big, &size, "size of the clock", NULL) && size > 0 &&
      size <= SL_DAT_MOST_NAME && size <= sl_byte_reader_get_left (reader))
    {
      g_autofree char *text =
          g_strndup ((const char *) reader->data + reader->position, (gsize) size);

      if (g_str_is_ascii (text))
        g_array_index (self->buffers, SlDatBuffer, buffer).clock = sl_dat_option_parse_clock (text);
    }

  for (guint32 cpu = 0; cpu < n_cpus; cpu++)
    sl_dat_rows_add (self, buffer, cpu, sl_bytes_u64 (reader->data + begin + cpu * 16, is_big),
                     sl_bytes_u64 (reader->data + begin + cpu * 16 + 8, is_big), FALSE, notes);
  return TRUE;
}

/* Version 6: an instance is at an offset, and looks like the top buffer there. */
static void
read_instance (SlDatFile *self, const SlByteReader *data, guint32 n_cpus, SlNotes *notes)
{
  SlByteReader reader = *data;
  g_autoptr (GError) error = NULL;
  const guint8 *tag;
  const char *name;
  guint64 offset;

  if (!sl_byte_reader_u64 (&reader, self->tracing->is_big, &offset, "offset of a buffer", &error) ||
      (name = sl_byte_reader_text (&reader, SL_DAT_MOST_NAME, "name of a buffer", &error)) == NULL)
    {
      sl_notes_add (notes, data->base, 1, "%s", error->message);
      return;
    }

  sl_byte_reader_init (&reader, sl_mapping_get_data (self->mapping),
                       sl_mapping_get_size (self->mapping), 0);
  reader.position = MIN (offset, reader.size);
  tag = sl_byte_reader_take (&reader, TAG_SIZE, "pages of a buffer", &error);
  if (tag != NULL && memcmp (tag, "flyrecord", TAG_SIZE) != 0)
    sl_notes_add (notes, offset, 1, "There are no pages where those of a buffer should be");
  else if (tag == NULL || !read_flyrecord (self, &reader, name, n_cpus, notes, &error))
    sl_notes_add (notes, offset, 1, "%s", error->message);
}

/* Version 6: u16 id, u32 size, data, up to id 0. */
static gboolean
read_option_list (SlDatFile *self, SlByteReader *reader, GArray *instances, GError **error)
{
  gboolean is_big = self->tracing->is_big;

  for (;;)
    {
      SlByteReader data;
      guint32 size;
      guint16 id;

      if (!sl_byte_reader_u16 (reader, is_big, &id, "id of an option", error))
        return FALSE;
      if (id == SL_DAT_OPTION_DONE)
        return TRUE;
      if (!sl_byte_reader_u32 (reader, is_big, &size, "size of an option", error))
        return FALSE;
      sl_byte_reader_init (&data, reader->data + reader->position, size,
                           sl_byte_reader_get_offset (reader));
      if (sl_byte_reader_take (reader, size, "option", error) == NULL)
        return FALSE;
      if (id != SL_DAT_OPTION_BUFFER)
        sl_dat_option_keep (self, id, FALSE, data.data, data.size);
      if (!sl_dat_option_take (self, (SlDatOption) id, &data) && id == SL_DAT_OPTION_BUFFER)
        g_array_append_val (instances, data);
    }
}

/**
 * sl_dat_read_version_6:
 * @reader: behind the head
 * @notes: of what was skipped
 *
 * Reads what follows the head in a file of version 6.
 *
 * Returns: %FALSE with @error where no page could be found
 */
gboolean
sl_dat_read_version_6 (SlDatFile *self, SlByteReader *reader, SlNotes *notes, GError **error)
{
  g_autoptr (GArray) instances = g_array_new (FALSE, FALSE, sizeof (SlByteReader));
  guint32 n_cpus;

  for (guint id = SL_DAT_OPTION_HEADER_INFO; id <= SL_DAT_OPTION_CMDLINES; id++)
    {
      if (!sl_dat_read_part (self, id, reader, notes, error))
        return FALSE;
    }
  if (!sl_byte_reader_u32 (reader, self->tracing->is_big, &n_cpus, "number of CPUs", error))
    return FALSE;

  for (;;)
    {
      const guint8 *tag = sl_byte_reader_take (reader, TAG_SIZE, "tag of a part", error);

      if (tag == NULL)
        return FALSE;
      if (memcmp (tag, "options  ", TAG_SIZE) == 0)
        {
          if (!read_option_list (self, reader, instances, error))
            return FALSE;
          continue;
        }
      if (memcmp (tag, "flyrecord", TAG_SIZE) == 0)
        break;
      if (memcmp (tag, "latency  ", TAG_SIZE) == 0)
        {
          self->text = g_bytes_new (reader->data + reader->position,
                                    MIN (sl_byte_reader_get_left (reader), SL_TRACING_MOST_SIZE));
          return TRUE;
        }

      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
                   "The part before offset %" G_GUINT64_FORMAT
                   " is neither options nor pages of CPUs nor text",
                   sl_byte_reader_get_offset (reader));
      return FALSE;
    }

  if (!read_flyrecord (self, reader, "", n_cpus, notes, error))
    return FALSE;
  for (guint i = 0; i < instances->len; i++)
    read_instance (self, &g_array_index (instances, SlByteReader, i), n_cpus, notes);
  return TRUE;
}
