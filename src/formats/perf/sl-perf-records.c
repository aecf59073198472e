/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-records.h"

#include "sl-byte-reader.h"
#include "sl-error.h"

#define HEADER_SIZE        104
#define PIPE_HEADER_SIZE   16
#define RECORD_HEADER_SIZE 8

/* A struct perf_event_attr up to its flags, which is all that is looked at. */
#define ATTR_LEAST         48
#define ATTR_SIZE          4
#define ATTR_CONFIG        8
#define ATTR_SAMPLE_TYPE   24
#define ATTR_FLAGS         40
#define FLAG_SAMPLE_ID_ALL (G_GUINT64_CONSTANT (1) << 18)

typedef enum
{
  HAS_IP = 1 << 0,
  HAS_TID = 1 << 1,
  HAS_TIME = 1 << 2,
  HAS_ADDR = 1 << 3,
  HAS_ID = 1 << 6,
  HAS_CPU = 1 << 7,
  HAS_STREAM_ID = 1 << 9,
  HAS_IDENTIFIER = 1 << 16,
} SampleType;

typedef struct
{
  guint32 type;
  guint64 config;
  guint64 sample_type;
  gboolean has_trailer;
} Attr;

struct _SlPerfRecords
{
  const guint8 *data;
  guint64 size;
  guint64 begin; /* of the records */
  guint64 end;
  GArray *attrs;     /* of Attr */
  GHashTable *by_id; /* guint64 * → number of the attribute + 1 */
  gboolean has_identifiers;
};

static void
add_attr (SlPerfRecords *self, const guint8 *attr, const guint8 *ids, gsize n_ids)
{
  Attr parsed = {
    .type = sl_bytes_u32_le (attr),
    .config = sl_bytes_u64_le (attr + ATTR_CONFIG),
    .sample_type = sl_bytes_u64_le (attr + ATTR_SAMPLE_TYPE),
    .has_trailer = (sl_bytes_u64_le (attr + ATTR_FLAGS) & FLAG_SAMPLE_ID_ALL) != 0,
  };

  g_array_append_val (self->attrs, parsed);
  if ((parsed.sample_type & HAS_IDENTIFIER) != 0)
    self->has_identifiers = TRUE;
  for (gsize i = 0; i < n_ids; i++)
    {
      guint64 id = sl_bytes_u64_le (ids + 8 * i);

      g_hash_table_insert (self->by_id, g_memdup2 (&id, sizeof id),
                           GUINT_TO_POINTER (self->attrs->len));
    }
}

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
  guint64 attr_size = sl_bytes_u64_le (self->data + 16);
  guint64 offset = sl_bytes_u64_le (self->data + 24);
  guint64 size = sl_bytes_u64_le (self->data + 32);

  if (attr_size < ATTR_LEAST + 16 || attr_size > self->size)
    return fail ("The size of an attribute (offset 16)", attr_size, self, error);
  if (!is_inside (self, offset, size))
    return fail ("The size of the attributes (offset 32)", size, self, error);

  for (guint64 at = offset; offset + size - at >= attr_size; at += attr_size)
    {
      const guint8 *attr = self->data + at;
      guint64 ids = sl_bytes_u64_le (attr + attr_size - 16);
      guint64 ids_size = sl_bytes_u64_le (attr + attr_size - 8);

      if (!is_inside (self, ids, ids_size))
        return fail ("The size of an attribute's ids", ids_size, self, error);
      add_attr (self, attr, self->data + ids, ids_size / 8);
    }

  return TRUE;
}

static gboolean
read_header (SlPerfRecords *self, SlNotes *notes, GError **error)
{
  guint64 header_size;
  guint64 size;

  if (self->size < PIPE_HEADER_SIZE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
                   "The header of %d bytes is cut off after %" G_GUINT64_FORMAT, PIPE_HEADER_SIZE,
                   self->size);
      return FALSE;
    }
  if (memcmp (self->data, "PERFILE2", 8) != 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "The file does not begin with PERFILE2: it is older than Linux 3.7, or from a "
                   "big-endian machine");
      return FALSE;
    }

  header_size = sl_bytes_u64_le (self->data + 8);
  if (header_size == PIPE_HEADER_SIZE)
    {
      self->begin = PIPE_HEADER_SIZE;
      self->end = self->size;
      return TRUE;
    }
  if (header_size < HEADER_SIZE || header_size > self->size)
    return fail ("The size of the header (offset 8)", header_size, self, error);
  if (!read_attrs (self, error))
    return FALSE;

  self->begin = sl_bytes_u64_le (self->data + 40);
  size = sl_bytes_u64_le (self->data + 48);
  if (!is_inside (self, self->begin, 0))
    return fail ("The offset of the records (offset 40)", self->begin, self, error);

  self->end = self->begin + MIN (size, self->size - self->begin);
  if (size == 0 || size > self->size - self->begin)
    {
      self->end = self->size;
      sl_notes_add (notes, 48, 1,
                    size == 0 ? "The header was never finished: recording was cut off"
                              : "The file ends before the records do");
    }
  return TRUE;
}

/**
 * sl_perf_records_new:
 * @mapping: must live as long as the result
 * @notes: added to
 *
 * Reads what lies around the records.
 *
 * Returns: (transfer full) (nullable): %NULL with %SL_ERROR_MALFORMED and its like
 */
SlPerfRecords *
sl_perf_records_new (SlMapping *mapping, SlNotes *notes, GError **error)
{
  g_autoptr (SlPerfRecords) self = g_new0 (SlPerfRecords, 1);

  self->data = sl_mapping_get_data (mapping);
  self->size = sl_mapping_get_size (mapping);
  self->attrs = g_array_new (FALSE, FALSE, sizeof (Attr));
  self->by_id = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return read_header (self, notes, error) ? g_steal_pointer (&self) : NULL;
}

void
sl_perf_records_free (SlPerfRecords *self)
{
  g_clear_pointer (&self->attrs, g_array_unref);
  g_clear_pointer (&self->by_id, g_hash_table_unref);
  g_free (self);
}

/**
 * sl_perf_records_find_config:
 * @type: of an event, as a device of the kernel's has it
 *
 * Returns: what the event was configured to; 0 where there is none
 */
guint64
sl_perf_records_find_config (const SlPerfRecords *self, guint32 type)
{
  for (guint i = 0; i < self->attrs->len; i++)
    {
      const Attr *attr = &g_array_index (self->attrs, Attr, i);

      if (attr->type == type)
        return attr->config;
    }

  return 0;
}

/**
 * sl_perf_records_get_begin:
 *
 * Returns: offset of the first record
 */
guint64
sl_perf_records_get_begin (const SlPerfRecords *self)
{
  return self->begin;
}

/* What lies behind the record and is not counted in its size. */
static guint64
get_data_size (const SlPerfRecords *self, const SlPerfRecord *record)
{
  guint64 left = self->end - record->offset - RECORD_HEADER_SIZE - record->size;

  if (record->type == SL_PERF_AUXTRACE)
    return MIN (sl_perf_record_get_u64 (record, 0), left);
  if (record->type == SL_PERF_TRACING_DATA)
    return MIN (((guint64) sl_perf_record_get_u32 (record, 0) + 7) & ~G_GUINT64_CONSTANT (7), left);

  return 0;
}

/**
 * sl_perf_records_read:
 * @offset: of a record, in the file
 * @record: (out): points into the file
 *
 * Returns: %FALSE if no whole record stands there
 */
gboolean
sl_perf_records_read (const SlPerfRecords *self, guint64 offset, SlPerfRecord *record)
{
  guint16 size;

  if (offset < self->begin || offset > self->end || self->end - offset < RECORD_HEADER_SIZE)
    return FALSE;

  size = sl_bytes_u16_le (self->data + offset + 6);
  if (size < RECORD_HEADER_SIZE || size > self->end - offset)
    return FALSE;

  *record = (SlPerfRecord) {
    .type = sl_bytes_u32_le (self->data + offset),
    .misc = sl_bytes_u16_le (self->data + offset + 4),
    .size = size - RECORD_HEADER_SIZE,
    .body = self->data + offset + RECORD_HEADER_SIZE,
    .offset = offset,
  };
  record->data_size = get_data_size (self, record);
  return TRUE;
}

/**
 * sl_perf_record_get_end:
 *
 * Returns: where the next record stands
 */
guint64
sl_perf_record_get_end (const SlPerfRecord *record)
{
  return record->offset + RECORD_HEADER_SIZE + record->size + record->data_size;
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
  if (offset >= self->end)
    return;

  if (self->end - offset >= RECORD_HEADER_SIZE &&
      sl_bytes_u16_le (self->data + offset + 6) < RECORD_HEADER_SIZE)
    sl_notes_add (notes, offset, self->end - offset,
                  "A record claims to be smaller than its header: what follows is not read");
  else
    sl_notes_add (notes, offset, self->end - offset, "The file ends inside a record");
}

/**
 * sl_perf_records_add_attr:
 * @record: of type %SL_PERF_HEADER_ATTR
 */
void
sl_perf_records_add_attr (SlPerfRecords *self, const SlPerfRecord *record)
{
  guint32 size;

  if (record->size < ATTR_LEAST)
    return;

  size = sl_bytes_u32_le (record->body + ATTR_SIZE);
  if (size < ATTR_LEAST || size > record->size)
    return;

  add_attr (self, record->body, record->body + size, (record->size - size) / 8);
}

/**
 * sl_perf_record_get_u32:
 *
 * Returns: the number @at bytes into the body; 0 where the record is too short for it
 */
guint32
sl_perf_record_get_u32 (const SlPerfRecord *record, gsize at)
{
  return at <= record->size && record->size - at >= 4 ? sl_bytes_u32_le (record->body + at) : 0;
}

/**
 * sl_perf_record_get_u64:
 *
 * Returns: as sl_perf_record_get_u32()
 */
guint64
sl_perf_record_get_u64 (const SlPerfRecord *record, gsize at)
{
  return at <= record->size && record->size - at >= 8 ? sl_bytes_u64_le (record->body + at) : 0;
}

/* The attribute that the record was written for. */
static const Attr *
find_attr (const SlPerfRecords *self, const SlPerfRecord *record)
{
  guint number = 0;

  if (self->attrs->len == 0)
    return NULL;

  if (self->has_identifiers && record->size >= 8)
    {
      gsize at = record->type == SL_PERF_SAMPLE ? 0 : record->size - 8;
      guint64 id = sl_perf_record_get_u64 (record, at);

      number = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_id, &id));
    }

  return &g_array_index (self->attrs, Attr, number > 0 ? number - 1 : 0);
}

/* The fields from @at on for the bits of @type, in this order. */
static void
read_fields (const SlPerfRecord *record, gsize at, guint64 type, SlPerfSample *sample)
{
  if ((type & HAS_TID) != 0)
    {
      sample->has_tid = TRUE;
      sample->pid = sl_perf_record_get_u32 (record, at);
      sample->tid = sl_perf_record_get_u32 (record, at + 4);
      at += 8;
    }
  if ((type & HAS_TIME) != 0)
    {
      sample->time = sl_perf_record_get_u64 (record, at);
      sample->has_time = sample->time != 0;
      at += 8;
    }
  if ((type & HAS_ADDR) != 0)
    at += 8;
  if ((type & HAS_ID) != 0)
    at += 8;
  if ((type & HAS_STREAM_ID) != 0)
    at += 8;
  if ((type & HAS_CPU) != 0)
    {
      sample->has_cpu = TRUE;
      sample->cpu = sl_perf_record_get_u32 (record, at);
    }
}

static gsize
get_fields_size (guint64 type)
{
  static const guint64 bits[] = {
    HAS_TID, HAS_TIME, HAS_ID, HAS_STREAM_ID, HAS_CPU, HAS_IDENTIFIER
  };
  gsize size = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
    size += (type & bits[i]) != 0 ? 8 : 0;
  return size;
}

/**
 * sl_perf_records_get_sample:
 * @sample: (out): all zeros where the record does not tell; a time of 0, which perf writes for what
 *   was there before it began, is none
 */
void
sl_perf_records_get_sample (const SlPerfRecords *self,
                            const SlPerfRecord *record,
                            SlPerfSample *sample)
{
  const Attr *attr = find_attr (self, record);
  gsize size;

  *sample = (SlPerfSample) { 0 };
  if (attr == NULL || record->type >= SL_PERF_FIRST_OF_TOOL)
    return;

  if (record->type == SL_PERF_SAMPLE)
    {
      gsize at = (attr->sample_type & HAS_IDENTIFIER) != 0 ? 8 : 0;

      if ((attr->sample_type & HAS_IP) != 0)
        {
          sample->ip = sl_perf_record_get_u64 (record, at);
          at += 8;
        }
      read_fields (record, at, attr->sample_type, sample);
      return;
    }

  size = get_fields_size (attr->sample_type);
  if (attr->has_trailer && record->size >= size)
    read_fields (record, record->size - size, attr->sample_type & ~(guint64) HAS_ADDR, sample);
}
