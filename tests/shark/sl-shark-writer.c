/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-writer.h"

#include <string.h>

#define BUFFER_SIZE 65536

struct _SlSharkWriter
{
  GByteArray *bytes;
  FILE *file; /* NULL: all stays in @bytes */
  guint64 count;
  gboolean failed;
};

/* Returns: (transfer full): a writer that keeps all records in memory */
SlSharkWriter *
sl_shark_writer_new (void)
{
  return sl_shark_writer_new_for_file (NULL);
}

/**
 * sl_shark_writer_new_for_file:
 * @file: (nullable): stays the caller's, and must outlive the writer
 */
SlSharkWriter *
sl_shark_writer_new_for_file (FILE *file)
{
  SlSharkWriter *self = g_new0 (SlSharkWriter, 1);

  self->bytes = g_byte_array_new ();
  self->file = file;

  return self;
}

void
sl_shark_writer_free (SlSharkWriter *self)
{
  sl_shark_writer_flush (self);
  g_byte_array_unref (self->bytes);
  g_free (self);
}

static void
put_u16 (guint8 *bytes, guint16 value)
{
  value = GUINT16_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

static void
put_u32 (guint8 *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

/**
 * sl_shark_writer_add:
 * @code: with %SL_SHARK_FAST for a fast record
 */
void
sl_shark_writer_add (SlSharkWriter *self,
                     guint16 code,
                     guint16 parameter_1,
                     guint64 tsc,
                     guint32 parameter_2)
{
  guint8 record[SL_SHARK_RECORD_SIZE];

  put_u16 (record, code);
  put_u16 (record + 2, parameter_1);
  put_u32 (record + 4, tsc >> 32);
  put_u32 (record + 8, (guint32) tsc);
  put_u32 (record + 12, parameter_2);
  g_byte_array_append (self->bytes, record, sizeof record);
  self->count++;

  if (self->file != NULL && self->bytes->len >= BUFFER_SIZE)
    sl_shark_writer_flush (self);
}

guint64
sl_shark_writer_get_count (const SlSharkWriter *self)
{
  return self->count;
}

/* Returns: %FALSE once the file could not be written */
gboolean
sl_shark_writer_flush (SlSharkWriter *self)
{
  if (self->file == NULL)
    return TRUE;

  if (fwrite (self->bytes->data, 1, self->bytes->len, self->file) != self->bytes->len)
    self->failed = TRUE;
  g_byte_array_set_size (self->bytes, 0);

  return !self->failed;
}

/* Returns: (transfer full): the records so far; only without a file */
GBytes *
sl_shark_writer_get_bytes (SlSharkWriter *self)
{
  g_return_val_if_fail (self->file == NULL, NULL);

  return g_bytes_new (self->bytes->data, self->bytes->len);
}

/**
 * sl_shark_shape_cyclic:
 * @records: in time order
 * @n_slots: of the chunk, at least 2
 *
 * What is left of @records in a cyclic chunk, in the order in which the kernel writes its slots:
 * the last slot is never used, and once it wrapped, the newest records stand before the oldest.
 */
GBytes *
sl_shark_shape_cyclic (GBytes *records, guint n_slots)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (records, &size);
  gsize count = size / SL_SHARK_RECORD_SIZE;
  gsize room = n_slots - 1;
  gsize newest = count % room;
  GByteArray *chunk = g_byte_array_new ();

  if (count <= room)
    return g_bytes_ref (records);

  g_byte_array_append (chunk, data + (count - newest) * SL_SHARK_RECORD_SIZE,
                       newest * SL_SHARK_RECORD_SIZE);
  g_byte_array_append (chunk, data + (count - room) * SL_SHARK_RECORD_SIZE,
                       (room - newest) * SL_SHARK_RECORD_SIZE);

  return g_byte_array_free_to_bytes (chunk);
}

/* Returns: (transfer full): @count records from number @first, from 0 */
GBytes *
sl_shark_shape_part (GBytes *records, gsize first, gsize count)
{
  return g_bytes_new_from_bytes (records, first * SL_SHARK_RECORD_SIZE,
                                 count * SL_SHARK_RECORD_SIZE);
}
