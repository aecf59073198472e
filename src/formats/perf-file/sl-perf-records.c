/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-records.h"

#include <string.h>

#include "sl-error.h"
#include "sl-event.h"

#define HEADER_SIZE      104
#define PIPE_HEADER_SIZE 16

/* Of a struct perf_event_attr. */
#define ATTR_SIZE 4

/* Features are 256 bits, each with a section of two numbers. */
#define FEATURES_AT  72
#define N_FEATURES   256
#define SECTION_SIZE 16
#define HOSTNAME     3
#define DIR_FORMAT   24

/* Of a folder; leaves room for streams. */
#define MOST_FILES (SL_INPUT_MAX_FILES / 2)

/* An entry of ID_INDEX: id, index, processor, thread. */
#define ID_ENTRY_SIZE 32

/* A file, and where its records are in it. */
typedef struct
{
  const guint8 *data;
  guint64 size;
  guint64 begin;
  guint64 end;
  SlMapping *unpacked; /* (nullable): more records; their offsets begin at @size */
} Part;

struct _SlPerfRecords
{
  SlInput *input;
  const guint8 *data; /* of the first file, which has the header */
  guint64 size;
  Part *parts; /* one for each file */
  guint n_parts;
  guint64 features; /* where their sections are; 0 for none */
  gboolean is_big;
  gboolean is_cut_off;
  gboolean has_folder;
  guint64 most_ids; /* of an attribute */
  SlPerfAttrs *attrs;
};

/* Whether @size bytes at @offset lie in the file. */
static gboolean
is_inside (const SlPerfRecords *self, guint64 offset, guint64 size)
{
  return offset <= self->size && size <= self->size - offset;
}

static gboolean
fail (const char *what, guint64 value, const SlPerfRecords *self, GError **error)
{
  g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED,
               "%s is %" G_GUINT64_FORMAT ", which does not fit into a file of %" G_GUINT64_FORMAT
               " bytes",
               what, value, self->size);
  return FALSE;
}

static gboolean
read_attrs (SlPerfRecords *self, GError **error)
{
  guint64 attr_size = sl_bytes_u64 (self->data + 16, self->is_big);
  guint64 offset = sl_bytes_u64 (self->data + 24, self->is_big);
  guint64 size = sl_bytes_u64 (self->data + 32, self->is_big);

  if (attr_size < SL_PERF_ATTR_LEAST + 16 || attr_size > self->size)
    return fail ("The size of an attribute (offset 16)", attr_size, self, error);
  if (!is_inside (self, offset, size))
    return fail ("The size of the attributes (offset 32)", size, self, error);

  for (guint64 at = offset; offset + size - at >= attr_size; at += attr_size)
    {
      const guint8 *attr = self->data + at;
      guint64 ids = sl_bytes_u64 (attr + attr_size - 16, self->is_big);
      guint64 ids_size = sl_bytes_u64 (attr + attr_size - 8, self->is_big);

      if (!is_inside (self, ids, ids_size))
        return fail ("The size of an attribute's ids", ids_size, self, error);
      self->most_ids = MAX (self->most_ids, ids_size / 8);
      sl_perf_attrs_add (self->attrs, attr, attr_size - 16, self->data + ids, ids_size / 8);
    }

  return TRUE;
}

/* Features are bits of words as long as the machine's; every perf.data names its host. */
static gboolean
has_feature (const SlPerfRecords *self, guint feature)
{
  const guint8 *bits = self->data + FEATURES_AT;
  guint byte = feature / 8;

  if (self->is_big)
    byte ^= (bits[HOSTNAME / 8 ^ 7] >> HOSTNAME % 8 & 1) != 0 ? 7 : 3;
  return bits[byte] >> feature % 8 & 1;
}

/* Where the records are in the first file. */
static gboolean
read_range (SlPerfRecords *self, SlNotes *notes, GError **error)
{
  Part *part = &self->parts[0];
  guint64 size = sl_bytes_u64 (self->data + 48, self->is_big);

  part->begin = sl_bytes_u64 (self->data + 40, self->is_big);
  if (!is_inside (self, part->begin, 0))
    return fail ("The offset of the records (offset 40)", part->begin, self, error);

  part->end = part->begin + MIN (size, self->size - part->begin);
  if (size == 0 || size > self->size - part->begin)
    {
      part->end = self->size;
      self->is_cut_off = TRUE;
      sl_notes_add (notes, 48, 1,
                    size == 0 ? "The header was never finished: recording was cut off"
                              : "The file ends before the records do");
    }
  else
    self->features = part->end;
  return TRUE;
}

static gboolean
read_header (SlPerfRecords *self, SlNotes *notes, GError **error)
{
  guint64 header_size;

  if (self->size < PIPE_HEADER_SIZE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
                   "The header of %d bytes is cut off after %" G_GUINT64_FORMAT, PIPE_HEADER_SIZE,
                   self->size);
      return FALSE;
    }
  self->is_big = memcmp (self->data, SL_PERF_MAGIC_BIG, 8) == 0;
  if (!self->is_big && memcmp (self->data, SL_PERF_MAGIC, 8) != 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "The file begins with neither " SL_PERF_MAGIC " nor " SL_PERF_MAGIC_BIG
                   ": it may be older than Linux 3.7");
      return FALSE;
    }

  self->attrs = sl_perf_attrs_new (self->is_big);
  header_size = sl_bytes_u64 (self->data + 8, self->is_big);
  if (header_size == PIPE_HEADER_SIZE)
    {
      self->parts[0].begin = PIPE_HEADER_SIZE;
      self->parts[0].end = self->size;
      return TRUE;
    }
  if (header_size < HEADER_SIZE || header_size > self->size)
    return fail ("The size of the header (offset 8)", header_size, self, error);
  if (!read_attrs (self, error))
    return FALSE;

  self->has_folder = has_feature (self, DIR_FORMAT);
  return read_range (self, notes, error);
}

/**
 * sl_perf_records_new:
 * @input: the file that has the header, and those of its folder that have more records; held
 * @notes: added to
 *
 * Reads what lies around the records.
 *
 * Returns: (transfer full) (nullable): %NULL with %SL_ERROR_MALFORMED and its like
 */
SlPerfRecords *
sl_perf_records_new (SlInput *input, SlNotes *notes, GError **error)
{
  g_autoptr (SlPerfRecords) self = g_new0 (SlPerfRecords, 1);

  self->input = sl_input_ref (input);
  self->n_parts = sl_input_get_n_files (input);
  self->parts = g_new0 (Part, self->n_parts);
  for (guint i = 0; i < self->n_parts; i++)
    {
      SlMapping *file = sl_input_get_file (input, i);
      guint64 size = sl_mapping_get_size (file);

      self->parts[i] = (Part) { sl_mapping_get_data (file), size, 0, size, NULL };
    }
  self->data = self->parts[0].data;
  self->size = self->parts[0].size;
  return read_header (self, notes, error) ? g_steal_pointer (&self) : NULL;
}

void
sl_perf_records_free (SlPerfRecords *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    g_clear_pointer (&self->parts[i].unpacked, sl_mapping_unref);
  g_clear_pointer (&self->attrs, sl_perf_attrs_free);
  g_clear_pointer (&self->parts, g_free);
  g_clear_pointer (&self->input, sl_input_unref);
  g_free (self);
}

/**
 * sl_perf_records_get_most_files:
 *
 * perf does not say how many files there are besides the first, but none is without a processor of its own, and most events have an
 * id for each.
 *
 * Returns: a bound; 0 for a recording in one file
 */
guint
sl_perf_records_get_most_files (const SlPerfRecords *self)
{
  guint64 most = self->most_ids > 0 ? MIN (self->most_ids, MOST_FILES) : MOST_FILES;

  return self->has_folder ? (guint) most : 0;
}

/**
 * sl_perf_records_get_input:
 *
 * Returns: (transfer none): all files; their numbers are those of offsets
 */
SlInput *
sl_perf_records_get_input (const SlPerfRecords *self)
{
  return self->input;
}

/**
 * sl_perf_records_get_attrs:
 *
 * Returns: (transfer none): what was recorded; in pipe form as far as records have said it
 */
const SlPerfAttrs *
sl_perf_records_get_attrs (const SlPerfRecords *self)
{
  return self->attrs;
}

/**
 * sl_perf_records_are_big:
 *
 * Returns: whether all numbers of the file are big endian
 */
gboolean
sl_perf_records_are_big (const SlPerfRecords *self)
{
  return self->is_big;
}

/**
 * sl_perf_records_is_cut_off:
 *
 * Returns: whether the end of the file is missing, and what is stored there, which files in pipe form have among their records
 */
gboolean
sl_perf_records_is_cut_off (const SlPerfRecords *self)
{
  return self->is_cut_off;
}

/**
 * sl_perf_records_get_begin:
 * @file: its number
 *
 * Returns: offset of the first record of the file
 */
guint64
sl_perf_records_get_begin (const SlPerfRecords *self, guint file)
{
  return SL_OFFSET (file, self->parts[file].begin);
}

/**
 * sl_perf_records_get_unpacked_begin:
 * @file: its number
 *
 * Returns: the offset of the first record that was packed in the file: behind its last byte
 */
guint64
sl_perf_records_get_unpacked_begin (const SlPerfRecords *self, guint file)
{
  return SL_OFFSET (file, self->parts[file].size);
}

/**
 * sl_perf_records_is_unpacked:
 * @offset: of a record
 *
 * Returns: whether the record was packed
 */
gboolean
sl_perf_records_is_unpacked (const SlPerfRecords *self, guint64 offset)
{
  return SL_OFFSET_BYTE (offset) >= self->parts[SL_OFFSET_FILE (offset)].size;
}

/**
 * sl_perf_records_take_unpacked:
 * @file: number of the file
 * @unpacked: (transfer full): the records that were packed in it
 */
void
sl_perf_records_take_unpacked (SlPerfRecords *self, guint file, SlMapping *unpacked)
{
  g_return_if_fail (self->parts[file].unpacked == NULL);

  self->parts[file].unpacked = unpacked;
}

/**
 * sl_perf_record_find_data_size:
 * @left: bytes from the record on
 *
 * Returns: what lies behind the record and is not counted in its size
 */
guint64
sl_perf_record_find_data_size (const SlPerfRecord *record, guint64 left)
{
  left -= SL_PERF_HEADER_SIZE + record->size;

  if (record->type == SL_PERF_AUXTRACE)
    return MIN (sl_perf_record_get_u64 (record, 0), left);
  if (record->type == SL_PERF_TRACING_DATA)
    return MIN (((guint64) sl_perf_record_get_u32 (record, 0) + 7) & ~G_GUINT64_CONSTANT (7), left);

  return 0;
}

/**
 * sl_perf_records_find_bytes:
 * @offset: of a record, in a file or behind it
 * @left: (out): bytes from there on
 *
 * Returns: (transfer none) (nullable) (array length=left): those
 */
const guint8 *
sl_perf_records_find_bytes (const SlPerfRecords *self, guint64 offset, guint64 *left)
{
  const Part *part;
  guint64 at = SL_OFFSET_BYTE (offset);
  guint64 unpacked;

  *left = 0;
  if (SL_OFFSET_FILE (offset) >= self->n_parts)
    return NULL;

  part = &self->parts[SL_OFFSET_FILE (offset)];
  if (at < part->size)
    {
      if (at < part->begin || at >= part->end)
        return NULL;
      *left = part->end - at;
      return part->data + at;
    }

  unpacked = part->unpacked != NULL ? sl_mapping_get_size (part->unpacked) : 0;
  if (at - part->size >= unpacked)
    return NULL;
  *left = unpacked - (at - part->size);
  return sl_mapping_get_data (part->unpacked) + (at - part->size);
}

/**
 * sl_perf_records_read:
 * @offset: of a record, in a file or behind it
 * @record: (out): points into the file
 *
 * Returns: %FALSE if no whole record stands there
 */
gboolean
sl_perf_records_read (const SlPerfRecords *self, guint64 offset, SlPerfRecord *record)
{
  guint64 left;
  const guint8 *bytes = sl_perf_records_find_bytes (self, offset, &left);

  return sl_perf_record_parse (bytes, left, offset, self->is_big, record);
}

/**
 * sl_perf_records_note_end:
 * @offset: where no record can be read any more
 *
 * Tells why that is before the end.
 */
void
sl_perf_records_note_end (const SlPerfRecords *self, guint64 offset, SlNotes *notes)
{
  const Part *part = &self->parts[SL_OFFSET_FILE (offset)];
  guint64 at = SL_OFFSET_BYTE (offset);

  if (at >= part->size)
    {
      if (part->unpacked != NULL && at - part->size < sl_mapping_get_size (part->unpacked))
        sl_notes_add (notes, offset, 1, "The packed records end inside a record");
      return;
    }
  if (at >= part->end)
    return;

  if (part->end - at >= SL_PERF_HEADER_SIZE &&
      sl_bytes_u16 (part->data + at + 6, self->is_big) < SL_PERF_HEADER_SIZE)
    sl_notes_add (notes, offset, part->end - at,
                  "A record claims to be smaller than its header: what follows is not read");
  else
    sl_notes_add (notes, offset, part->end - at, "The file ends inside a record");
}

/**
 * sl_perf_records_add_attr:
 * @record: of type %SL_PERF_HEADER_ATTR
 */
void
sl_perf_records_add_attr (SlPerfRecords *self, const SlPerfRecord *record)
{
  guint32 size = sl_perf_record_get_u32 (record, ATTR_SIZE);

  if (size <= record->size)
    sl_perf_attrs_add (self->attrs, record->body, size, record->body + size,
                       (record->size - size) / 8);
}

/**
 * sl_perf_records_add_ids:
 * @record: of type %SL_PERF_ID_INDEX, which says whose records have which id
 */
void
sl_perf_records_add_ids (SlPerfRecords *self, const SlPerfRecord *record)
{
  guint64 n_ids = sl_perf_record_get_u64 (record, 0);

  for (gsize at = 8; n_ids > 0 && record->size - at >= ID_ENTRY_SIZE; at += ID_ENTRY_SIZE, n_ids--)
    sl_perf_attrs_set_owner (self->attrs, sl_perf_record_get_u64 (record, at),
                             (gint64) sl_perf_record_get_u64 (record, at + 16),
                             (gint64) sl_perf_record_get_u64 (record, at + 24));
}

/**
 * sl_perf_records_find_feature:
 * @feature: its number
 * @size: (out): of the result
 * @offset: (out): of it, in the file
 *
 * Returns: (transfer none) (nullable): the section of that feature; %NULL where the file has none, as in pipe form
 */
const guint8 *
sl_perf_records_find_feature (const SlPerfRecords *self,
                              guint feature,
                              gsize *size,
                              guint64 *offset)
{
  guint64 section = self->features;

  if (section == 0 || feature >= N_FEATURES || !has_feature (self, feature))
    return NULL;

  for (guint i = 0; i < feature; i++)
    section += has_feature (self, i) ? SECTION_SIZE : 0;
  if (!is_inside (self, section, SECTION_SIZE))
    return NULL;

  *offset = sl_bytes_u64 (self->data + section, self->is_big);
  if (*offset > self->size)
    return NULL;

  *size = (gsize) MIN (sl_bytes_u64 (self->data + section + 8, self->is_big), self->size - *offset);
  return self->data + *offset;
}

/**
 * sl_perf_record_get_data:
 *
 * Returns: (transfer none) (array length=record->data_size): what lies behind the record
 */
const guint8 *
sl_perf_record_get_data (const SlPerfRecord *record)
{
  return record->body + record->size;
}
