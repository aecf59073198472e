/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-file.h"

#include <string.h>

#define RECORD_MMAP     1
#define RECORD_SWITCH   15
#define RECORD_ATTR     64
#define RECORD_AUXINFO  70
#define RECORD_AUXTRACE 71

#define MISC_SWITCH_OUT 0x2000

static void
put (GByteArray *file, guint64 value, guint size)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (file, (const guint8 *) &value, size);
}

static void
put_header (GByteArray *file, guint32 type, guint16 misc, guint body)
{
  put (file, type, 4);
  put (file, misc, 2);
  put (file, body + 8, 2);
}

/* TID, TIME and CPU behind each record of the kernel. */
static void
put_trailer (GByteArray *file, guint32 pid, guint64 time, guint32 cpu)
{
  put (file, pid, 4);
  put (file, pid, 4);
  put (file, time, 8);
  put (file, cpu, 8);
}

/**
 * sl_perf_file_begin:
 *
 * Writes what comes first.
 */
void
sl_perf_file_begin (GByteArray *file)
{
  /* type and size; sample type TID, TIME, CPU; sample_id_all */
  guint64 attribute[12] = { 6 | (guint64) 96 << 32, 0, 0, 0x86, 0, 1 << 18 };
  /* Intel PT; its type; shift, mult, zero and that it is known */
  guint64 info[17] = { 1, 6, 0, 1, 0, 1 };

  g_byte_array_append (file, (const guint8 *) "PERFILE2", 8);
  put (file, 16, 8);
  put_header (file, RECORD_ATTR, 0, sizeof attribute);
  for (guint i = 0; i < G_N_ELEMENTS (attribute); i++)
    put (file, attribute[i], 8);
  put_header (file, RECORD_AUXINFO, 0, sizeof info);
  for (guint i = 0; i < G_N_ELEMENTS (info); i++)
    put (file, info[i], 8);
}

/**
 * sl_perf_file_add_mapping:
 * @pid: %G_MAXUINT32 for the kernel
 *
 * A file that was there when recording began.
 */
void
sl_perf_file_add_mapping (GByteArray *file,
                          guint32 pid,
                          guint64 address,
                          guint64 size,
                          guint64 file_offset,
                          const char *name)
{
  gsize length = (strlen (name) / 8 + 1) * 8;
  g_autofree char *padded = g_malloc0 (length);

  strcpy (padded, name);
  put_header (file, RECORD_MMAP, 0, (guint) (32 + length + 24));
  put (file, pid, 4);
  put (file, pid, 4);
  put (file, address, 8);
  put (file, size, 8);
  put (file, file_offset, 8);
  g_byte_array_append (file, (const guint8 *) padded, (guint) length);
  put_trailer (file, pid, 0, 0);
}

/**
 * sl_perf_file_add_switch:
 * @out: process that goes
 * @in: process that comes
 *
 * Two records of one time.
 */
void
sl_perf_file_add_switch (GByteArray *file, guint64 time, guint32 cpu, guint32 out, guint32 in)
{
  put_header (file, RECORD_SWITCH, MISC_SWITCH_OUT, 32);
  put (file, in, 4);
  put (file, in, 4);
  put_trailer (file, out, time, cpu);
  put_header (file, RECORD_SWITCH, 0, 32);
  put (file, out, 4);
  put (file, out, 4);
  put_trailer (file, in, time, cpu);
}

void
sl_perf_file_add_packets (GByteArray *file, guint32 cpu, GByteArray *packets)
{
  put_header (file, RECORD_AUXTRACE, 0, 40);
  put (file, packets->len, 8);
  put (file, 0, 8);
  put (file, 0, 8);
  put (file, cpu, 4);
  put (file, 0, 4);
  put (file, cpu, 4);
  put (file, 0, 4);
  g_byte_array_append (file, packets->data, packets->len);
}
