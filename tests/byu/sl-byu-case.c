/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-case.h"

#include "sl-byu-pentium.h"
#include "sl-byu-writer.h"

static void
add (GByteArray *file, guint record_size, const SlByuRecord *record)
{
  guint8 bytes[SL_BYU_RECORD_SIZE_16];

  sl_byu_put (bytes, record_size, record);
  g_byte_array_append (file, bytes, record_size);
}

static void
add_cycle (GByteArray *file, guint32 address, guint8 byte_enables, guint8 cycle)
{
  guint8 bytes[SL_PENTIUM_RECORD_SIZE];

  sl_byu_put_pentium (bytes, address, byte_enables, cycle);
  g_byte_array_append (file, bytes, sizeof bytes);
}

static void
add_trace (GByteArray *file, const SlByuOptions *options, guint record_size, guint n_records)
{
  g_autoptr (GBytes) bytes = sl_byu_make_trace (options, record_size, n_records);

  g_byte_array_append (file, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
}

static void
make_every_type (GByteArray *file)
{
  for (guint type = 0; type < 256; type++)
    {
      SlByuRecord record = {
        .address = 0x1000 + 8 * type,
        .time = 24,
        .type = (guint8) type,
        .size = (guint8) (type % 9),
        .attribute = (guint8) (type % 8),
        .processor = (guint8) (type % 4),
      };

      add (file, SL_BYU_RECORD_SIZE_12, &record);
    }
}

static void
make_gaps (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  options.gap_every = 100;
  add_trace (file, &options, SL_BYU_RECORD_SIZE_12, 1000);
}

static void
make_only_gaps (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  options.gap_every = 1;
  add_trace (file, &options, SL_BYU_RECORD_SIZE_12, 50);
}

static void
make_no_time (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  options.has_times = FALSE;
  add_trace (file, &options, SL_BYU_RECORD_SIZE_12, 1000);
}

static void
make_no_time_16 (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  options.has_times = FALSE;
  add_trace (file, &options, SL_BYU_RECORD_SIZE_16, 1000);
}

static void
make_lines (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  options.has_lines = TRUE;
  add_trace (file, &options, SL_BYU_RECORD_SIZE_12, 1000);
}

static void
make_processors (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  options.n_processors = 4;
  add_trace (file, &options, SL_BYU_RECORD_SIZE_12, 2000);
}

static void
make_stray_bytes (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  add_trace (file, &options, SL_BYU_RECORD_SIZE_12, 100);
  g_byte_array_append (file, (const guint8 *) "\xc0\x0a", 2);
}

static void
make_zeros (GByteArray *file)
{
  g_byte_array_set_size (file, 48 * 100);
  memset (file->data, 0, file->len);
}

/* What a text editor leaves of a trace. */
static void
make_mangled (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;
  g_autoptr (GBytes) bytes = sl_byu_make_trace (&options, SL_BYU_RECORD_SIZE_12, 200);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  for (gsize i = 0; i < size; i++)
    {
      if (data[i] < 0x80)
        g_byte_array_append (file, &data[i], 1);
      else
        g_byte_array_append (file, (const guint8 *) "\xef\xbf\xbd", 3);
    }
}

static void
make_every_cycle (GByteArray *file)
{
  for (guint8 cycle = 0; cycle < 16; cycle++)
    {
      for (guint bit = 0; bit < 8; bit++)
        {
          add_cycle (file, bit % 2 * 0x10, (guint8) ~(1u << bit), cycle);
          add_cycle (file, bit / 2 % 2 * 0x10 + 0x20 * bit, (guint8) (0xff << bit), cycle);
        }
    }
}

static void
make_pentium (GByteArray *file)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;

  options.has_lines = TRUE;
  add_trace (file, &options, SL_PENTIUM_RECORD_SIZE, 2000);
}

static const SlByuCase cases[] = {
  { "every-type", "Every request type, known or not", NULL, make_every_type },
  { "gaps", "Gaps of unknown length", "byu12", make_gaps },
  { "only-gaps", "No time is known", "byu12", make_only_gaps },
  { "no-time", "All times are 0", "byu12", make_no_time },
  { "no-time-16", "All times are 0, in records of 16 bytes", "byu16", make_no_time_16 },
  { "lines", "Transfers of 16 and 32 bytes: version 1.1", "byu12", make_lines },
  { "processors", "Four processors", "byu12", make_processors },
  { "stray-bytes", "Two bytes after the last record", "byu12", make_stray_bytes },
  { "zeros", "Nothing but zeros: 12 or 16 bytes a record", NULL, make_zeros },
  { "mangled", "Taken for text by a program", NULL, make_mangled },
  { "every-cycle", "Every Pentium cycle, valid or not, with any byte enables", NULL,
    make_every_cycle },
  { "pentium", "A Pentium with some bursts", "byu6", make_pentium },
};

const SlByuCase *
sl_byu_cases_get_all (guint *n_cases)
{
  *n_cases = G_N_ELEMENTS (cases);
  return cases;
}

/* Returns: (nullable): the case, or %NULL if there is none with this id */
const SlByuCase *
sl_byu_cases_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (g_str_equal (cases[i].id, id))
        return &cases[i];
    }

  return NULL;
}

GBytes *
sl_byu_case_make (const SlByuCase *self)
{
  GByteArray *file = g_byte_array_new ();

  self->make (file);
  return g_byte_array_free_to_bytes (file);
}
