/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-tracing-sized.h"

#include "sl-error.h"

/**
 * sl_tracing_sized_read:
 * @width: bytes of the size, 4 or 8
 * @what: they are, for messages
 * @text: (out): in the bytes of @reader
 * @size: (out): of @text
 *
 * Reads bytes behind their size.
 *
 * Returns: %FALSE with @error where they are cut off or too many
 */
gboolean
sl_tracing_sized_read (SlByteReader *reader,
                       gboolean is_big,
                       guint width,
                       const char *what,
                       const char **text,
                       gsize *size,
                       GError **error)
{
  guint64 claimed;
  guint32 narrow = 0;

  if (width == 4 ? !sl_byte_reader_u32 (reader, is_big, &narrow, what, error)
                 : !sl_byte_reader_u64 (reader, is_big, &claimed, what, error))
    return FALSE;
  if (width == 4)
    claimed = narrow;
  if (claimed > SL_TRACING_MOST_SIZE)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_TOO_LARGE,
                   "The size of the %s before offset %" G_GUINT64_FORMAT " is %" G_GUINT64_FORMAT
                   ", more than the 256 MiB that are accepted",
                   what, sl_byte_reader_get_offset (reader), claimed);
      return FALSE;
    }

  *text = (const char *) sl_byte_reader_take (reader, (gsize) claimed, what, error);
  *size = (gsize) claimed;
  return *text != NULL;
}
