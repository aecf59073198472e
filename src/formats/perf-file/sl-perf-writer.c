/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-writer.h"

#include <string.h>

#include "sl-byte-reader.h"
#include "sl-error.h"
#include "sl-perf-records.h"
#include "sl-spill.h"

#define ATTR_SIZE   64
#define SAMPLE_TYPE (1u << 1 | 1u << 2 | 1u << 7) /* TID, TIME, CPU */

/* A switch as the kernel writes it with TID and TIME: header, the other thread, its own, time. */
#define SWITCH_SIZE 32

struct _SlPerfWriter
{
  SlSpill *spill;
};

/**
 * sl_perf_writer_new:
 *
 * Returns: (transfer full) (nullable): %NULL with %G_IO_ERROR or %G_FILE_ERROR
 */
SlPerfWriter *
sl_perf_writer_new (GError **error)
{
  SlSpill *spill = sl_spill_new (SL_SPILL_MEMORY, error);
  SlPerfWriter *self;

  if (spill == NULL)
    return NULL;

  self = g_new0 (SlPerfWriter, 1);
  self->spill = spill;
  return self;
}

void
sl_perf_writer_free (SlPerfWriter *self)
{
  g_clear_pointer (&self->spill, sl_spill_free);
  g_free (self);
}

static void
put_u16 (GByteArray *bytes, guint16 value)
{
  value = GUINT16_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static void
put_u32 (GByteArray *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static void
put_u64 (GByteArray *bytes, guint64 value)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static void
put_header (GByteArray *bytes, guint32 type, guint16 misc, guint16 body_size)
{
  put_u32 (bytes, type);
  put_u16 (bytes, misc);
  put_u16 (bytes, body_size + 8);
}

static gboolean
flush (SlPerfWriter *self, GByteArray *bytes, GError **error)
{
  return sl_spill_write (self->spill, bytes->data, bytes->len, error);
}

/**
 * sl_perf_writer_begin:
 * @clock: how times convert, if that is known
 *
 * Writes what comes before all else.
 *
 * Returns: %FALSE with an error of writing
 */
gboolean
sl_perf_writer_begin (SlPerfWriter *self, const SlPerfClock *clock, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64 attr[ATTR_SIZE / 8] = { [3] = SAMPLE_TYPE, [5] = G_GUINT64_CONSTANT (1) << 18 };

  g_byte_array_append (bytes, (const guint8 *) SL_PERF_MAGIC, 8);
  put_u64 (bytes, 16);

  put_header (bytes, SL_PERF_HEADER_ATTR, 0, ATTR_SIZE);
  attr[0] = (guint64) ATTR_SIZE << 32;
  for (guint i = 0; i < G_N_ELEMENTS (attr); i++)
    put_u64 (bytes, attr[i]);

  if (clock->mult != 0)
    {
      put_header (bytes, SL_PERF_TIME_CONV, 0, 24);
      put_u64 (bytes, clock->shift);
      put_u64 (bytes, clock->mult);
      put_u64 (bytes, clock->zero);
    }
  return flush (self, bytes, error);
}

/**
 * sl_perf_writer_add_switches:
 * @records: the kernel's records of the switches of one processor, without it
 *
 * Returns: %FALSE with an error of writing
 */
gboolean
sl_perf_writer_add_switches (SlPerfWriter *self, gint32 cpu, SlMapping *records, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const guint8 *data = sl_mapping_get_data (records);
  gsize size = sl_mapping_get_size (records);
  gsize length;

  for (gsize at = 0; size - at >= 8; at += length)
    {
      length = sl_bytes_u16_le (data + at + 6);
      if (length < 8 || length > size - at)
        break;
      if (length != SWITCH_SIZE || sl_bytes_u32_le (data + at) != SL_PERF_SWITCH_CPU_WIDE)
        continue;

      put_header (bytes, SL_PERF_SWITCH_CPU_WIDE, sl_bytes_u16_le (data + at + 4), SWITCH_SIZE);
      g_byte_array_append (bytes, data + at + 8, SWITCH_SIZE - 8);
      put_u32 (bytes, (guint32) cpu);
      put_u32 (bytes, 0);
    }

  return flush (self, bytes, error);
}

/**
 * sl_perf_writer_add_stream:
 * @index: of the stream; each has another
 * @cpu: -1 for the stream of a thread
 * @packets: of Intel PT
 *
 * Returns: %FALSE with an error of writing
 */
gboolean
sl_perf_writer_add_stream (SlPerfWriter *self,
                           guint32 index,
                           gint32 cpu,
                           guint32 tid,
                           SlMapping *packets,
                           GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  put_header (bytes, SL_PERF_AUXTRACE, 0, 40);
  put_u64 (bytes, sl_mapping_get_size (packets));
  put_u64 (bytes, 0);
  put_u64 (bytes, 0);
  put_u32 (bytes, index);
  put_u32 (bytes, tid);
  put_u32 (bytes, (guint32) cpu);
  put_u32 (bytes, 0);
  return flush (self, bytes, error) && sl_spill_write (self->spill, sl_mapping_get_data (packets),
                                                       sl_mapping_get_size (packets), error);
}

/**
 * sl_perf_writer_finish:
 *
 * Returns: (transfer full) (nullable): what was written; once
 */
SlMapping *
sl_perf_writer_finish (SlPerfWriter *self, GError **error)
{
  return sl_mapping_new_take_fd (sl_spill_steal_fd (self->spill), "records", error);
}
