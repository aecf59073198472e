/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dat-parts.h"

#include <string.h>

void
sl_dat_part_u16 (GByteArray *bytes, guint16 value)
{
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

void
sl_dat_part_u32 (GByteArray *bytes, guint32 value)
{
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

void
sl_dat_part_u64 (GByteArray *bytes, guint64 value)
{
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

/* With its NUL. */
void
sl_dat_part_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
}

/**
 * sl_dat_part_head:
 * @size: of what follows
 *
 * Appends the head of a section that is not packed and has no title.
 */
void
sl_dat_part_head (GByteArray *bytes, SlDatPart id, guint64 size)
{
  sl_dat_part_u16 (bytes, (guint16) id);
  sl_dat_part_u16 (bytes, 0);
  sl_dat_part_u32 (bytes, 0);
  sl_dat_part_u64 (bytes, size);
}

void
sl_dat_part_option (GByteArray *bytes, SlDatPart id, gconstpointer data, gsize size)
{
  sl_dat_part_u16 (bytes, (guint16) id);
  sl_dat_part_u32 (bytes, (guint32) size);
  g_byte_array_append (bytes, data, (guint) size);
}
