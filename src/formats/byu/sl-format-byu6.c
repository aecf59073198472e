/* SPDX-License-Identifier: GPL-3.0-or-later */

/* BYU address traces of a Pentium's bus ("Address Trace Specification V1.0"), records of 6 bytes
 * without any time: the axis counts them. The record is in sl-byu-pentium.h. */
#include "sl-formats.h"

#include <glib/gi18n-lib.h>

#include "sl-byu-pentium.h"
#include "sl-byu-probe.h"
#include "sl-prefetch.h"

static guint
byu6_probe (const SlProbe *probe)
{
  return sl_byu_probe_pentium (probe);
}

/* Tells special cycles apart: they are so rare that they get a loop of their own. */
static void
name_special_cycles (SlEvent *events, guint n_events)
{
  for (guint i = 0; i < n_events; i++)
    {
      if (events[i].kind == SL_KIND_PENTIUM_SPECIAL)
        events[i].kind = sl_pentium_special_get_kind ((guint32) events[i].a, (guint8) events[i].b);
    }
}

static guint
byu6_decode (gpointer user_data, const SlRecordBlock *block, gpointer state, SlEvent *events)
{
  const guint8 *bytes = block->records;
  guint64 offset = sl_record_block_get_offset (block, SL_PENTIUM_RECORD_SIZE, 0);
  SlTime time = (SlTime) block->n_before;
  SlEvent *end = events + block->n_records;
  gboolean is_special = FALSE;

  for (SlEvent *event = events; event < end; event++)
    {
      guint8 byte_enables = bytes[4];
      guint8 cycle = bytes[5] >> 4;

      event->time = time;
      event->a = sl_bytes_u32_be (bytes);
      event->b = byte_enables;
      event->offset = offset;
      event->object = 0;
      event->flags = 0;
      event->kind = sl_pentium_kinds[cycle];
      event->cpu = 0;
      event->detail = sl_pentium_get_bytes (cycle, byte_enables);
      is_special |= cycle == SL_PENTIUM_SPECIAL;
      time++;
      bytes += SL_PENTIUM_RECORD_SIZE;
      offset += SL_PENTIUM_RECORD_SIZE;
    }

  if (is_special)
    name_special_cycles (events, block->n_records);
  return block->n_records;
}

/* Codes of columns: the sixteen values of the pins, of which 0 stands for all that are not a cycle,
 * then the special cycles. */
#define FIRST_SPECIAL 16

/* What columns say of a record by its pins and byte enables. */
typedef struct
{
  guint8 code;
  guint8 n_bytes;
} Cycle;

typedef struct
{
  guint16 kinds[256];
  Cycle cycles[16 * 256]; /* pins above byte enables */
} ColumnCodes;

static const ColumnCodes *
get_column_codes (void)
{
  static ColumnCodes codes;
  static gsize ready;

  if (g_once_init_enter (&ready))
    {
      for (guint i = 0; i < G_N_ELEMENTS (codes.cycles); i++)
        {
          guint8 pins = (guint8) (i / 256);

          codes.cycles[i] = (Cycle) {
            .code = sl_pentium_cycle_is_valid (pins) ? pins : 0,
            .n_bytes = (guint8) sl_pentium_get_bytes (pins, (guint8) (i % 256)),
          };
        }
      for (guint pins = 0; pins < FIRST_SPECIAL; pins++)
        codes.kinds[pins] = sl_pentium_kinds[pins];
      for (guint kind = SL_KIND_PENTIUM_SHUTDOWN; kind <= SL_KIND_PENTIUM_SPECIAL; kind++)
        codes.kinds[FIRST_SPECIAL + kind - SL_KIND_PENTIUM_SHUTDOWN] = (guint16) kind;
      g_once_init_leave (&ready, 1);
    }

  return &codes;
}

static void
name_special_columns (SlColumns *columns)
{
  for (guint i = 0; i < columns->n_events; i++)
    {
      guint kind;

      if (columns->codes[i] != SL_PENTIUM_SPECIAL)
        continue;

      kind = sl_pentium_special_get_kind (columns->a[i], columns->b[i]);
      columns->codes[i] = (guint8) (FIRST_SPECIAL + kind - SL_KIND_PENTIUM_SHUTDOWN);
    }
}

static gboolean
byu6_fill (gpointer user_data, const SlRecordBlock *block, gconstpointer state, SlColumns *columns)
{
  const ColumnCodes *codes = get_column_codes ();
  const guint8 *bytes = block->records;
  gboolean is_special = FALSE;

  for (guint i = 0; i < block->n_records; i++, bytes += SL_PENTIUM_RECORD_SIZE)
    {
      guint pins_and_enables = (guint) sl_bytes_u16_le (bytes + 4);
      Cycle cycle = codes->cycles[(pins_and_enables >> 4 & 0xf00) | (pins_and_enables & 0xff)];

      sl_prefetch_ahead (bytes);
      columns->a[i] = sl_bytes_u32_be (bytes);
      columns->codes[i] = cycle.code;
      columns->b[i] = (guint8) pins_and_enables;
      columns->detail[i] = cycle.n_bytes;
      is_special |= cycle.code == SL_PENTIUM_SPECIAL;
    }

  memset (columns->agents, 0, block->n_records);
  columns->is_wide = FALSE;
  columns->n_events = block->n_records;
  columns->kinds = codes->kinds;
  columns->bytes = columns->detail;
  sl_columns_set_steady (columns, (SlTime) block->n_before);
  if (is_special)
    name_special_columns (columns);
  return block->n_records > 0;
}

/* The trace has the address pins only, and of the linear address that they bear the low bits are
 * missing. Whether it is a target or a source is on the data bus. */
static void
describe_branch_trace (guint32 address, GArray *details)
{
  sl_details_add (details, "Linear address", "0x%08x to 0x%08x", address & ~0xfu, address | 0xfu);
  sl_details_add (details, "Default operand size", "%s",
                  (address & 8) != 0 ? "32 bits" : "16 bits");
  sl_details_add (details, "Branch target or source",
                  "not recorded: of two messages the target comes first, a message alone is a "
                  "source");
}

static void
byu6_describe (gpointer user_data, const SlRecordBlock *block, GArray *details)
{
  const guint8 *bytes = block->records;
  guint32 address = sl_bytes_u32_be (bytes);
  guint8 byte_enables = bytes[4];
  guint8 cycle = bytes[5] >> 4;
  guint16 kind = sl_pentium_get_kind (cycle, address, byte_enables);
  char size[16];

  sl_details_add (details, "Address", "0x%08x", address);
  sl_pentium_describe_byte_enables (byte_enables, details);
  sl_details_add (details, "Control", "0x%02x (%s)", bytes[5], sl_pentium_cycle_get_name (cycle));
  sl_details_add_number (details, "Pins", "pins", cycle, "M/IO# %u, D/C# %u, W/R# %u, CACHE# %u",
                         cycle >> 3 & 1, cycle >> 2 & 1, cycle >> 1 & 1, cycle & 1);
  g_snprintf (size, sizeof size, "%u", (guint) sl_pentium_get_bytes (cycle, byte_enables));
  sl_details_add_field (details, "Bytes moved", "size", size, "%s%s", size,
                        sl_pentium_transfers[cycle].burst > 0 ? " (burst of a cache line)" : "");

  if (cycle == SL_PENTIUM_SPECIAL)
    sl_details_add (details, "Special cycle", "%s", sl_kind_get (kind)->title);
  if (cycle == SL_PENTIUM_INTERRUPT_ACKNOWLEDGE)
    sl_details_add (details, "Interrupt acknowledge", "%s",
                    sl_pentium_acknowledge_get_name (byte_enables));
  if (kind == SL_KIND_PENTIUM_BRANCH_TRACE)
    describe_branch_trace (address, details);
}

static gboolean
byu6_read_field (gpointer user_data,
                 const SlRecordBlock *block,
                 const char *field,
                 SlFieldValue *value)
{
  const guint8 *bytes = block->records;

  *value = (SlFieldValue) { 0 };
  if (g_str_equal (field, "requested"))
    value->number = (guint8) ~bytes[4];
  else if (g_str_equal (field, "byte-enables"))
    value->number = bytes[4];
  else if (g_str_equal (field, "size"))
    value->number = sl_pentium_get_bytes (bytes[5] >> 4, bytes[4]);
  else if (g_str_equal (field, "pins"))
    value->number = bytes[5] >> 4;
  else if (g_str_equal (field, "address"))
    value->number = sl_bytes_u32_be (bytes);
  else
    return FALSE;

  return TRUE;
}

/* As the program in the format's document. */
static void
byu6_print (gpointer user_data, const SlRecordBlock *block, GString *text)
{
  static const char *const names[16] = {
    "INVALID", "INT_ACK",    "INVALID", "SPECIAL", "INVALID", "IO_READ",   "INVALID",    "IO_WRITE",
    "I_FETCH", "NC_I_FETCH", "INVALID", "INVALID", "D_READ",  "NC_D_READ", "WRITE_BACK", "D_WRITE",
  };
  const guint8 *bytes = block->records;

  g_string_append_printf (text, "%08x %02x %s\n", sl_bytes_u32_be (bytes), bytes[4],
                          names[bytes[5] >> 4]);
}

static SlSource *
byu6_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  static const SlRecordFormat format = {
    .record_size = SL_PENTIUM_RECORD_SIZE,
    .decode = byu6_decode,
    .fill = byu6_fill,
    .describe = byu6_describe,
    .read_field = byu6_read_field,
    .form = "byu",
    .print = byu6_print,
  };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_RECORDS, 0, NULL, 0);
  SlSource *source;
  SlRecordRun run;

  if (!sl_byu_check_input (input, SL_PENTIUM_RECORD_SIZE, &run, error))
    return NULL;

  source = sl_record_source_new (&format, input, &run, 1, clock, NULL, NULL, error);
  if (source != NULL)
    sl_byu_note_rest (input, SL_PENTIUM_RECORD_SIZE, source);

  return source;
}

static const char *const extensions[] = { "tr", NULL };
static const char *const mime_types[] = { "application/x-byu-address-trace", NULL };

const SlFormat sl_format_byu6 = {
  .struct_size = sizeof (SlFormat),
  .id = "byu6",
  .title = N_ ("BYU address trace (6 bytes)"),
  .tells = SL_TELLS_BUS,
  .extensions = extensions,
  .mime_types = mime_types,
  .probe = byu6_probe,
  .open = byu6_open,
};
