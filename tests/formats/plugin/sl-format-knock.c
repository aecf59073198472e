/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A format that only this test knows, in a module outside the tree: knocks at a door.
 *
 *   offset  size  field
 *        0     8  "KNOCKS1\n"
 *   then records of 12 bytes:
 *        0     8  time in ns, little-endian
 *        8     4  loudness
 *
 * Built again with WRONG_SIZE, WRONG_ABI or WRONG_ID it is a module that must not load; with NO_REASON it
 * opens nothing. */

#include <sl-byte-reader.h>
#include <sl-error.h>
#include <sl-format-registry.h>
#include <sl-record-source.h>

#define MAGIC       "KNOCKS1\n"
#define RECORD_SIZE 12

#ifndef WRONG_SIZE
#define WRONG_SIZE 0
#endif
#ifndef WRONG_ABI
#define WRONG_ABI 0
#endif
#ifndef WRONG_ID
#define WRONG_ID "knock"
#endif

static guint16 kind_base;

static const SlKind kinds[] = {
  { .id = "knock",
    .title = "Knock",
    .family = "door",
    .a = { "loudness", SL_FIELD_DECIMAL },
    .object_source = SL_FROM_NOWHERE },
};

static guint
knock_probe (const SlProbe *probe)
{
  if (probe->head_length >= strlen (MAGIC) && memcmp (probe->head, MAGIC, strlen (MAGIC)) == 0)
    return SL_PROBE_MAGIC;

  return 0;
}

static guint
knock_decode (gpointer user_data, const SlRecordBlock *block, gpointer state, SlEvent *events)
{
  for (guint i = 0; i < block->n_records; i++)
    {
      const guint8 *record = block->records + i * RECORD_SIZE;

      events[i] = (SlEvent) {
        .time = sl_bytes_u64_le (record),
        .a = sl_bytes_u32_le (record + 8),
        .kind = kind_base,
        .flags = SL_EVENT_NO_B,
        .offset = sl_record_block_get_offset (block, RECORD_SIZE, i),
      };
    }

  return block->n_records;
}

static SlSource *
knock_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  static const SlRecordFormat format = { .record_size = RECORD_SIZE, .decode = knock_decode };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);
  gsize size = sl_mapping_get_size (sl_input_get_file (input, 0));
  SlRecordRun run = { 0, strlen (MAGIC), (size - strlen (MAGIC)) / RECORD_SIZE };

#ifdef NO_REASON
  return NULL;
#endif
  if (run.count == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "Nobody knocked");
      return NULL;
    }

  return sl_record_source_new (&format, input, &run, 1, clock, NULL, NULL, error);
}

static const SlFormat sl_format_knock = {
  .struct_size = sizeof (SlFormat) + WRONG_SIZE,
  .abi = SL_FORMAT_ABI + WRONG_ABI,
  .id = WRONG_ID,
  .title = "Knocks at a door",
  .kinds = kinds,
  .n_kinds = G_N_ELEMENTS (kinds),
  .kind_base = &kind_base,
  .probe = knock_probe,
  .open = knock_open,
};

const SlFormat *sl_format_module_get (void);

const SlFormat *
sl_format_module_get (void)
{
  return &sl_format_knock;
}
