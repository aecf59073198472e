/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-writer.h"

#include "sl-byu-pentium.h"

/* Records that are written together. */
#define CHUNK 16384

gboolean
sl_byu_layout_is_valid (guint record_size)
{
  return record_size == SL_PENTIUM_RECORD_SIZE || record_size == SL_BYU_RECORD_SIZE_12 ||
         record_size == SL_BYU_RECORD_SIZE_16;
}

static inline void
put_le (guint8 *bytes, guint64 value, guint size)
{
  guint64 little = GUINT64_TO_LE (value);

  memcpy (bytes, &little, size);
}

/* Writes a record of 6 bytes. */
void
sl_byu_put_pentium (guint8 *bytes, guint32 address, guint8 byte_enables, guint8 cycle)
{
  guint32 big = GUINT32_TO_BE (address);

  memcpy (bytes, &big, sizeof big);
  bytes[4] = byte_enables;
  bytes[5] = (guint8) (cycle << 4);
}

/* The bytes requested among the eight in which the address lies. */
static guint8
get_byte_enables (const SlByuRecord *record)
{
  guint first = record->address & 7;
  guint size = MIN (record->size, 8);

  return (guint8) ~((0xffu >> (8 - size)) << first);
}

/* What a Pentium does instead of a request; caches are off, but for lines. */
static void
put_as_pentium (guint8 *bytes, const SlByuRecord *record)
{
  guint32 address = (guint32) record->address & ~7u;
  guint8 byte_enables = get_byte_enables (record);
  gboolean is_line = record->size == SL_PENTIUM_LINE;

  switch (record->type)
    {
    case SL_BYU_FETCH:
      sl_byu_put_pentium (bytes, address, byte_enables,
                          is_line ? SL_PENTIUM_CODE_READ : SL_PENTIUM_CODE_READ_NONCACHEABLE);
      break;
    case SL_BYU_MEMREAD:
    case SL_BYU_MEMREADINV:
      sl_byu_put_pentium (bytes, address, byte_enables,
                          is_line ? SL_PENTIUM_DATA_READ : SL_PENTIUM_DATA_READ_NONCACHEABLE);
      break;
    case SL_BYU_MEMWRITE:
      sl_byu_put_pentium (bytes, address, byte_enables,
                          is_line ? SL_PENTIUM_WRITE_BACK : SL_PENTIUM_DATA_WRITE);
      break;
    case SL_BYU_IOREAD:
      sl_byu_put_pentium (bytes, address, 0xfe, SL_PENTIUM_IO_READ);
      break;
    case SL_BYU_IOWRITE:
      sl_byu_put_pentium (bytes, address, 0xfe, SL_PENTIUM_IO_WRITE);
      break;
    case SL_BYU_INTA:
      sl_byu_put_pentium (bytes, 0, record->address != 0 ? 0xef : 0xfe,
                          SL_PENTIUM_INTERRUPT_ACKNOWLEDGE);
      break;
    default:
      sl_byu_put_pentium (bytes, 0, 0xfb, SL_PENTIUM_SPECIAL);
      break;
    }
}

/**
 * sl_byu_put:
 * @bytes: (out caller-allocates): room for @record_size
 *
 * Writes one record.
 */
void
sl_byu_put (guint8 *bytes, guint record_size, const SlByuRecord *record)
{
  guint64 fields;

  if (record_size == SL_PENTIUM_RECORD_SIZE)
    {
      put_as_pentium (bytes, record);
      return;
    }

  fields = record->type | (guint64) record->size << 8 | (guint64) record->attribute << 16 |
           (guint64) record->processor << 24 | (guint64) record->time << 32;
  put_le (bytes, record->address, record_size - 8);
  put_le (bytes + record_size - 8, fields, 8);
}

static void
put_all (guint8 *bytes, guint record_size, const SlByuRecord *records, guint n_records)
{
  for (guint i = 0; i < n_records; i++)
    sl_byu_put (bytes + i * record_size, record_size, &records[i]);
}

static SlByuWorkload *
make_workload (const SlByuOptions *options, guint record_size)
{
  SlByuOptions fitting = *options;

  if (record_size == SL_PENTIUM_RECORD_SIZE)
    {
      fitting.is_pentium = TRUE;
      fitting.second_packets = 0;
    }

  return sl_byu_workload_new (&fitting);
}

/**
 * sl_byu_make_trace:
 *
 * Returns: (transfer full): a whole trace
 */
GBytes *
sl_byu_make_trace (const SlByuOptions *options, guint record_size, guint64 n_records)
{
  g_autoptr (SlByuWorkload) workload = make_workload (options, record_size);
  guint8 *bytes = g_malloc (n_records * record_size);

  for (guint64 i = 0; i < n_records; i++)
    {
      SlByuRecord record;

      sl_byu_workload_next (workload, &record, 1);
      sl_byu_put (bytes + i * record_size, record_size, &record);
    }

  return g_bytes_new_take (bytes, n_records * record_size);
}

/**
 * sl_byu_write_trace:
 *
 * Writes a trace of any length, a piece at a time.
 *
 * Returns: %FALSE with errno set where @file cannot be written
 */
gboolean
sl_byu_write_trace (FILE *file, const SlByuOptions *options, guint record_size, guint64 n_records)
{
  g_autoptr (SlByuWorkload) workload = make_workload (options, record_size);
  g_autofree SlByuRecord *records = g_new (SlByuRecord, CHUNK);
  g_autofree guint8 *bytes = g_malloc (CHUNK * record_size);

  while (n_records > 0)
    {
      guint part = (guint) MIN (n_records, CHUNK);

      sl_byu_workload_next (workload, records, part);
      put_all (bytes, record_size, records, part);
      if (fwrite (bytes, record_size, part, file) != part)
        return FALSE;
      n_records -= part;
    }

  return TRUE;
}
