/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The only way a binary format touches its input. A reader checks each step against the end, and
 * a failure names the field and the file offset. The bare functions at the end are for records
 * whose size was checked as a whole, such as those that SlRecordSource hands out. */

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * SlByteReader:
 * @data: first byte that may be read
 * @size: how many may be read
 * @position: next one to be read, from @data
 * @base: offset of @data in the file, for messages
 */
typedef struct
{
  const guint8 *data;
  gsize size;
  gsize position;
  guint64 base;
} SlByteReader;

void sl_byte_reader_fail (const SlByteReader *self, gsize length, const char *what, GError **error)
    G_GNUC_NO_INLINE;

static inline void
sl_byte_reader_init (SlByteReader *self, const guint8 *data, gsize size, guint64 base)
{
  *self = (SlByteReader) { data, size, 0, base };
}

static inline gsize
sl_byte_reader_get_left (const SlByteReader *self)
{
  return self->size - self->position;
}

static inline guint64
sl_byte_reader_get_offset (const SlByteReader *self)
{
  return self->base + self->position;
}

/**
 * sl_byte_reader_take:
 * @length: bytes wanted
 * @what: what they are, in words for the user, such as "record name"
 *
 * Returns: (transfer none) (nullable): @length bytes inside the input, or %NULL with
 *   %SL_ERROR_TRUNCATED, the reader then being where it was
 */
static inline const guint8 *
sl_byte_reader_take (SlByteReader *self, gsize length, const char *what, GError **error)
{
  const guint8 *bytes = self->data + self->position;

  if (G_UNLIKELY (length > self->size - self->position))
    {
      sl_byte_reader_fail (self, length, what, error);
      return NULL;
    }

  self->position += length;
  return bytes;
}

/* Integers from bytes that are known to be there. */

static inline guint16
sl_bytes_u16_le (const guint8 *bytes)
{
  guint16 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT16_FROM_LE (value);
}

static inline guint32
sl_bytes_u32_le (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

static inline guint64
sl_bytes_u64_le (const guint8 *bytes)
{
  guint64 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT64_FROM_LE (value);
}

static inline guint16
sl_bytes_u16_be (const guint8 *bytes)
{
  guint16 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT16_FROM_BE (value);
}

static inline guint32
sl_bytes_u32_be (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_BE (value);
}

/* The same, checked: FALSE with %SL_ERROR_TRUNCATED, as sl_byte_reader_take(). */

static inline gboolean
sl_byte_reader_u8 (SlByteReader *self, guint8 *value, const char *what, GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (self, sizeof *value, what, error);

  if (bytes == NULL)
    return FALSE;

  *value = *bytes;
  return TRUE;
}

static inline gboolean
sl_byte_reader_u16_le (SlByteReader *self, guint16 *value, const char *what, GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (self, sizeof *value, what, error);

  if (bytes == NULL)
    return FALSE;

  *value = sl_bytes_u16_le (bytes);
  return TRUE;
}

static inline gboolean
sl_byte_reader_u32_le (SlByteReader *self, guint32 *value, const char *what, GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (self, sizeof *value, what, error);

  if (bytes == NULL)
    return FALSE;

  *value = sl_bytes_u32_le (bytes);
  return TRUE;
}

static inline gboolean
sl_byte_reader_u64_le (SlByteReader *self, guint64 *value, const char *what, GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (self, sizeof *value, what, error);

  if (bytes == NULL)
    return FALSE;

  *value = sl_bytes_u64_le (bytes);
  return TRUE;
}

G_END_DECLS
