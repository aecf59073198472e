/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byte-reader.h"

#include "sl-error.h"

/**
 * sl_byte_reader_fail:
 * @length: bytes wanted, more than are left
 * @what: what they are, in words for the user
 *
 * The rare half of sl_byte_reader_take(), kept out of line.
 */
void
sl_byte_reader_fail (const SlByteReader *self, gsize length, const char *what, GError **error)
{
  g_set_error (error, SL_ERROR, SL_ERROR_TRUNCATED,
               "The file ends inside the %s: %" G_GSIZE_FORMAT
               " bytes needed at offset %" G_GUINT64_FORMAT ", %" G_GSIZE_FORMAT " left",
               what, length, sl_byte_reader_get_offset (self), sl_byte_reader_get_left (self));
}
