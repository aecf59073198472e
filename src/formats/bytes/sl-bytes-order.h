/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Integers in the byte order that a file says it has. */

#include "sl-byte-reader.h"

G_BEGIN_DECLS

static inline guint16
sl_bytes_u16 (const guint8 *bytes, gboolean is_big)
{
  return is_big ? sl_bytes_u16_be (bytes) : sl_bytes_u16_le (bytes);
}

static inline guint32
sl_bytes_u32 (const guint8 *bytes, gboolean is_big)
{
  return is_big ? sl_bytes_u32_be (bytes) : sl_bytes_u32_le (bytes);
}

static inline guint64
sl_bytes_u64 (const guint8 *bytes, gboolean is_big)
{
  guint64 value = sl_bytes_u64_le (bytes);

  return is_big ? GUINT64_SWAP_LE_BE (value) : value;
}

/**
 * sl_bytes_number:
 * @size: of the number in bytes
 *
 * Returns: a number of 1, 2, 4 or 8 bytes, extended by its sign where @is_signed; 0 for any other size
 */
static inline guint64
sl_bytes_number (const guint8 *bytes, guint32 size, gboolean is_big, gboolean is_signed)
{
  switch (size)
    {
    case 1:
      return is_signed ? (guint64) (gint64) (gint8) bytes[0] : bytes[0];
    case 2:
      return is_signed ? (guint64) (gint64) (gint16) sl_bytes_u16 (bytes, is_big)
                       : sl_bytes_u16 (bytes, is_big);
    case 4:
      return is_signed ? (guint64) (gint64) (gint32) sl_bytes_u32 (bytes, is_big)
                       : sl_bytes_u32 (bytes, is_big);
    case 8:
      return sl_bytes_u64 (bytes, is_big);
    default:
      return 0;
    }
}

/* The same, checked, as in "sl-byte-reader.h". */

static inline gboolean
sl_byte_reader_u16 (SlByteReader *self,
                    gboolean is_big,
                    guint16 *value,
                    const char *what,
                    GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (self, sizeof *value, what, error);

  if (bytes == NULL)
    return FALSE;

  *value = sl_bytes_u16 (bytes, is_big);
  return TRUE;
}

static inline gboolean
sl_byte_reader_u32 (SlByteReader *self,
                    gboolean is_big,
                    guint32 *value,
                    const char *what,
                    GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (self, sizeof *value, what, error);

  if (bytes == NULL)
    return FALSE;

  *value = sl_bytes_u32 (bytes, is_big);
  return TRUE;
}

static inline gboolean
sl_byte_reader_u64 (SlByteReader *self,
                    gboolean is_big,
                    guint64 *value,
                    const char *what,
                    GError **error)
{
  const guint8 *bytes = sl_byte_reader_take (self, sizeof *value, what, error);

  if (bytes == NULL)
    return FALSE;

  *value = sl_bytes_u64 (bytes, is_big);
  return TRUE;
}

/**
 * sl_byte_reader_text:
 * @most: bytes that it may have, without its end
 *
 * Returns: (transfer none) (nullable): a text up to its NUL; %NULL with %SL_ERROR_TRUNCATED where there is none
 */
static inline const char *
sl_byte_reader_text (SlByteReader *self, gsize most, const char *what, GError **error)
{
  const guint8 *begin = self->data + self->position;
  gsize left = MIN (sl_byte_reader_get_left (self), most + 1);
  const guint8 *end = left > 0 ? memchr (begin, '\0', left) : NULL;

  if (end == NULL)
    {
      sl_byte_reader_fail (self, left + 1, what, error);
      return NULL;
    }

  self->position += (gsize) (end - begin) + 1;
  return (const char *) begin;
}

G_END_DECLS
