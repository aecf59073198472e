/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Laws of the BYU formats, on traces of a simulated machine. */
#include <string.h>

#include "sl-byu-case.h"
#include "sl-byu-pentium.h"
#include "sl-byu-writer.h"
#include "sl-error.h"
#include "sl-format-registry.h"
#include "sl-test-source.h"

static SlSource *
open_bytes (GBytes *bytes, const char *format, const char *fold, GError **error)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "test");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);

  if (fold != NULL)
    g_hash_table_insert (options, (gpointer) "fold-second-packets", (gpointer) fold);
  return sl_formats_find (format)->open (input, options, NULL, error);
}

static const char *
detect (GBytes *bytes, GError **error)
{
  gsize size;
  const guint8 *head = g_bytes_get_data (bytes, &size);
  SlProbe probe = { head, MIN (size, SL_PROBE_LENGTH), size, "test" };
  const SlFormat *format = sl_formats_detect (&probe, error);

  return format != NULL ? format->id : NULL;
}

static SlByuOptions
make_options (void)
{
  return (SlByuOptions) {
    .seed = (guint64) g_test_rand_int (),
    .n_processors = (guint) g_test_rand_int_range (1, SL_BYU_MAX_PROCESSORS + 1),
    .second_packets = (guint) g_test_rand_int_range (0, 100),
    .gap_every = g_test_rand_bit () ? (guint64) g_test_rand_int_range (1, 10000) : 0,
    .has_lines = g_test_rand_bit (),
    .has_times = TRUE,
  };
}

static void
assert_event (const SlEvent *event, const SlByuRecord *record, SlTime time, guint index, guint size)
{
  gboolean is_gap = index > 0 && record->time == SL_BYU_TIME_UNKNOWN;

  g_assert_cmpint (event->time, ==, time);
  g_assert_cmphex (event->a, ==, record->address);
  g_assert_cmpuint (event->b, ==, record->size);
  g_assert_cmpuint (event->kind, ==, sl_byu_code_get_kind (record->type));
  g_assert_cmpuint (event->cpu, ==, record->processor);
  g_assert_cmpuint (event->detail, ==, record->attribute);
  g_assert_cmpuint (event->flags, ==, is_gap ? SL_EVENT_GAP : 0);
  g_assert_cmpuint (event->offset, ==, SL_OFFSET (0, index * size));
}

/* Follows the records and returns how many of them are events of @events. */
static guint
follow (GArray *events, const SlByuOptions *options, guint size, guint n_records, gboolean folds)
{
  g_autoptr (SlByuWorkload) workload = sl_byu_workload_new (options);
  SlTime time = 0;
  guint n_events = 0;

  for (guint i = 0; i < n_records; i++)
    {
      SlByuRecord record;

      sl_byu_workload_next (workload, &record, 1);
      if (i > 0 && record.time != SL_BYU_TIME_UNKNOWN)
        time += record.time;
      if (folds && i > 0 && (record.time == 7 || record.time == 8))
        continue;

      g_assert_cmpuint (n_events, <, events->len);
      assert_event (&g_array_index (events, SlEvent, n_events), &record, time, i, size);
      n_events++;
    }

  return n_events;
}

static void
test_records (gconstpointer data)
{
  guint size = GPOINTER_TO_UINT (data);
  const char *format = size == 12 ? "byu12" : "byu16";

  g_test_summary ("Every record is an event at the sum of the times before it, gaps counting as "
                  "none; in any order of reading. Replay with --seed.");
  for (guint round = 0; round < 20; round++)
    {
      SlByuOptions options = make_options ();
      guint n_records = (guint) g_test_rand_int_range (2, 20000);
      g_autoptr (GBytes) bytes = sl_byu_make_trace (&options, size, n_records);
      g_autoptr (SlSource) source = open_bytes (bytes, format, NULL, NULL);
      g_autoptr (GArray) events = sl_test_read_all (source);

      g_assert_cmpuint (follow (events, &options, size, n_records, FALSE), ==, events->len);
      sl_test_reread_at_random (source, events);
    }
}

static void
test_folding (void)
{
  g_test_summary ("Folding leaves second packets out and changes nothing else.");

  for (guint round = 0; round < 20; round++)
    {
      SlByuOptions options = make_options ();
      guint n_records = (guint) g_test_rand_int_range (2, 20000);
      g_autoptr (GBytes) bytes = sl_byu_make_trace (&options, 12, n_records);
      g_autoptr (SlSource) source = open_bytes (bytes, "byu12", "yes", NULL);
      g_autoptr (GArray) events = sl_test_read_all (source);

      g_assert_cmpuint (follow (events, &options, 12, n_records, TRUE), ==, events->len);
      sl_test_reread_at_random (source, events);
    }
}

static void
test_option (void)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;
  g_autoptr (GBytes) bytes = sl_byu_make_trace (&options, 12, 10);
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is neither yes nor no is refused.");
  g_assert_null (open_bytes (bytes, "byu12", "maybe", &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
}

static void
test_no_time (void)
{
  SlByuOptions options = make_options ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary ("Without any time the axis counts records.");
  options.has_times = FALSE;
  bytes = sl_byu_make_trace (&options, 12, 10000);
  source = open_bytes (bytes, "byu12", NULL, NULL);
  events = sl_test_read_all (source);

  g_assert_cmpuint (sl_clock_get_unit (sl_source_get_clock (source)), ==, SL_UNIT_RECORDS);
  g_assert_cmpuint (events->len, ==, 10000);
  for (guint i = 0; i < events->len; i++)
    g_assert_cmpint (g_array_index (events, SlEvent, i).time, ==, i);
  sl_test_reread_at_random (source, events);
}

static void
test_cycles (void)
{
  SlByuOptions options = make_options ();
  g_autoptr (GBytes) bytes = sl_byu_make_trace (&options, 6, 20000);
  const guint8 *data = g_bytes_get_data (bytes, NULL);
  g_autoptr (SlSource) source = open_bytes (bytes, "byu6", NULL, NULL);
  g_autoptr (GArray) events = sl_test_read_all (source);

  g_test_summary ("Every cycle is an event at its number, with its address and byte enables.");
  g_assert_cmpuint (events->len, ==, 20000);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      const guint8 *record = data + i * 6;

      g_assert_cmpint (event->time, ==, i);
      g_assert_cmphex (event->a, ==,
                       (guint32) record[0] << 24 | record[1] << 16 | record[2] << 8 | record[3]);
      g_assert_cmphex (event->b, ==, record[4]);
      g_assert_cmpuint (event->kind, ==,
                        sl_pentium_get_kind (record[5] >> 4, (guint32) event->a, record[4]));
    }
  sl_test_reread_at_random (source, events);
}

static void
test_bytes_moved (void)
{
  g_test_summary ("A cycle moves the bytes that its enables ask for, a burst a whole line.");

  for (guint byte_enables = 0; byte_enables < 256; byte_enables++)
    {
      guint requested = 8 - (guint) __builtin_popcount (byte_enables);

      g_assert_cmpuint (sl_pentium_get_bytes (SL_PENTIUM_DATA_WRITE, (guint8) byte_enables), ==,
                        requested);
      g_assert_cmpuint (sl_pentium_get_bytes (SL_PENTIUM_IO_READ, (guint8) byte_enables), ==,
                        requested);
      g_assert_cmpuint (sl_pentium_get_bytes (SL_PENTIUM_WRITE_BACK, (guint8) byte_enables), ==,
                        32);
      g_assert_cmpuint (sl_pentium_get_bytes (SL_PENTIUM_SPECIAL, (guint8) byte_enables), ==, 0);
    }
}

static void
test_threads (void)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;
  const guint n_records = 2200000;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  SlTime last = 0;

  g_test_summary ("A file that several threads add up, read from its end on, joins at each block.");
  options.gap_every = 70000;
  bytes = sl_byu_make_trace (&options, 12, n_records);
  source = open_bytes (bytes, "byu12", NULL, NULL);

  for (guint64 block = sl_source_get_n_blocks (source); block > 0; block--)
    {
      gssize n_events = sl_source_read_block (source, block - 1, events);
      const guint8 *next =
          (const guint8 *) g_bytes_get_data (bytes, NULL) + block * SL_BLOCK_EVENTS * 12;

      g_assert_cmpint (n_events, >, 0);
      if (block < sl_source_get_n_blocks (source) &&
          sl_bytes_u32_le (next + 8) != SL_BYU_TIME_UNKNOWN)
        g_assert_cmpint (events[n_events - 1].time + sl_bytes_u32_le (next + 8), ==, last);
      last = events[0].time;
    }
  g_assert_cmpint (last, ==, 0);
}

static void
test_detect_layouts (void)
{
  static const guint sizes[] = { 6, 12, 16 };
  static const char *const formats[] = { "byu6", "byu12", "byu16" };

  g_test_summary ("The layouts are told apart, also in short files. Replay with --seed.");
  for (guint round = 0; round < 300; round++)
    {
      SlByuOptions options = make_options ();
      guint layout = round % G_N_ELEMENTS (sizes);
      guint n_records = (guint) g_test_rand_int_range (4, round % 2 == 0 ? 200 : 10000);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;

      options.has_times = g_test_rand_bit ();
      bytes = sl_byu_make_trace (&options, sizes[layout], n_records);
      g_assert_cmpstr (detect (bytes, &error), ==, formats[layout]);
      g_assert_no_error (error);
    }
}

static void
test_text (void)
{
  /* What ends an address, and the digits, which are a special cycle's pins. */
  static const char letters[] = " (08@HPX`hpx\n13579:;<=>?";

  g_test_summary ("No text is a trace, however short it is.");
  for (guint round = 0; round < 20000; round++)
    {
      gsize length = (gsize) g_test_rand_int_range (6, 80);
      guint8 *text = g_malloc (length);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;

      for (gsize i = 0; i < length; i++)
        text[i] = (guint8) letters[g_test_rand_int_range (0, (gint32) strlen (letters))];
      bytes = g_bytes_new_take (text, length);
      g_assert_null (detect (bytes, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_UNKNOWN_FORMAT);
    }
}

static void
test_cases (void)
{
  guint n_cases;
  const SlByuCase *cases = sl_byu_cases_get_all (&n_cases);

  g_test_summary ("What is odd is still known for what it is.");
  for (guint i = 0; i < n_cases; i++)
    {
      g_autoptr (GBytes) bytes = sl_byu_case_make (&cases[i]);

      g_test_message ("case %s", cases[i].id);
      if (cases[i].format != NULL)
        g_assert_cmpstr (detect (bytes, NULL), ==, cases[i].format);
    }
}

static void
test_zeros (void)
{
  g_autoptr (GBytes) bytes = sl_byu_case_make (sl_byu_cases_find ("zeros"));
  g_autoptr (GError) error = NULL;

  g_test_summary ("Zeros could be either layout with times: the user is asked.");
  g_assert_null (detect (bytes, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_AMBIGUOUS_FORMAT);
  g_assert_nonnull (strstr (error->message, "byu12"));
  g_assert_nonnull (strstr (error->message, "byu16"));
}

static void
test_mangled (void)
{
  static const char *const formats[] = { "byu6", "byu12", "byu16" };
  g_autoptr (GBytes) bytes = sl_byu_case_make (sl_byu_cases_find ("mangled"));

  g_test_summary ("A trace that was taken for text is refused under any layout.");
  g_assert_cmpstr (detect (bytes, NULL), ==, "byu12");
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (open_bytes (bytes, formats[i], NULL, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
    }
}

static void
test_unknown_types (void)
{
  g_autoptr (GBytes) bytes = sl_byu_case_make (sl_byu_cases_find ("every-type"));
  g_autoptr (SlSource) source = open_bytes (bytes, "byu12", NULL, NULL);
  g_autoptr (GArray) events = sl_test_read_all (source);
  guint n_known = 0;

  g_test_summary ("A type that byutr.h does not have is an event all the same, named by its code.");
  g_assert_cmpuint (events->len, ==, 256);
  for (guint i = 0; i < events->len; i++)
    {
      const SlKind *kind = sl_kind_get (g_array_index (events, SlEvent, i).kind);
      g_autofree char *unknown = g_strdup_printf ("unknown-0x%x", i);

      n_known += sl_byu_code_is_known ((guint8) i);
      if (!sl_byu_code_is_known ((guint8) i))
        g_assert_cmpstr (kind->id, ==, unknown);
      g_assert_cmpuint (kind->a.form, ==, SL_FIELD_HEX);
      g_assert_cmpuint (kind->object_type, ==, SL_OBJECT_AGENT);
    }
  g_assert_cmpuint (n_known, ==, 17);
}

static void
assert_detail (SlSource *source, guint64 offset, const char *name, const char *value)
{
  g_autoptr (GArray) details = sl_details_new ();

  g_assert_true (sl_source_describe (source, offset, details));
  for (guint i = 0; i < details->len; i++)
    {
      const SlDetail *detail = &g_array_index (details, SlDetail, i);

      if (!g_str_equal (detail->name, name))
        continue;
      g_assert_cmpstr (detail->value, ==, value);
      return;
    }

  g_test_message ("No detail “%s”", name);
  g_assert_not_reached ();
}

static void
test_details (void)
{
  static const guint8 bytes_12[] = {
    0x60, 0xf7, 0x41, 0x00, 0x01, 0x08, 0x06, 0x00, 0xff, 0xff, 0xff, 0xff, /* a read */
    0x10, 0xff, 0x03, 0x07, 0x02, 0x08, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00, /* its second packet */
    0x00, 0x00, 0x00, 0x00, 0x30, 0x00, 0x04, 0x02, 0x18, 0x00, 0x00, 0x00, /* unknown */
  };
  static const guint8 bytes_6[] = {
    0x00, 0x41, 0xf7, 0x68, 0xdf, 0x3f, /* a branch trace message */
    0x00, 0x00, 0x00, 0x00, 0xef, 0x10, /* an interrupt acknowledge */
    0x00, 0x00, 0x20, 0x00, 0x0f, 0x80, /* a burst */
  };
  g_autoptr (GBytes) records = g_bytes_new_static (bytes_12, sizeof bytes_12);
  g_autoptr (GBytes) cycles = g_bytes_new_static (bytes_6, sizeof bytes_6);
  g_autoptr (SlSource) source = open_bytes (records, "byu12", NULL, NULL);
  g_autoptr (SlSource) pentium = open_bytes (cycles, "byu6", NULL, NULL);

  g_test_summary ("All raw fields are told under the documents' names.");
  assert_detail (source, 0, "Address", "0x0041f760");
  assert_detail (source, 0, "Request type", "0x01 (MEMREAD)");
  assert_detail (source, 0, "Attribute", "0x06 (write protect; higher bits 0x04)");
  assert_detail (source, 0, "Time", "0xffffffff (unknown)");
  assert_detail (source, 12, "Second packet",
                 "of the request before: ATTR 0x07, DID 0x03, BE 0xff, EXF 0x02");
  assert_detail (source, 24, "Request type", "0x30 (unknown)");
  assert_detail (source, 24, "Processor", "2");
  assert_detail (pentium, 0, "Control", "0x3f (Special Bus Cycle)");
  assert_detail (pentium, 0, "Special cycle", "Branch trace message");
  assert_detail (pentium, 0, "Linear address", "0x0041f760 to 0x0041f76f");
  assert_detail (pentium, 0, "Default operand size", "32 bits");
  assert_detail (pentium, 6, "Interrupt acknowledge", "first of the pair");
  assert_detail (pentium, 12, "Byte enables", "0x0f");
  assert_detail (pentium, 12, "Bytes moved", "32 (burst of a cache line)");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/formats/byu/records-12", GUINT_TO_POINTER (12), test_records);
  g_test_add_data_func ("/formats/byu/records-16", GUINT_TO_POINTER (16), test_records);
  g_test_add_func ("/formats/byu/folding", test_folding);
  g_test_add_func ("/formats/byu/option", test_option);
  g_test_add_func ("/formats/byu/no-time", test_no_time);
  g_test_add_func ("/formats/byu/cycles", test_cycles);
  g_test_add_func ("/formats/byu/bytes-moved", test_bytes_moved);
  g_test_add_func ("/formats/byu/threads", test_threads);
  g_test_add_func ("/formats/byu/detect-layouts", test_detect_layouts);
  g_test_add_func ("/formats/byu/text", test_text);
  g_test_add_func ("/formats/byu/cases", test_cases);
  g_test_add_func ("/formats/byu/zeros", test_zeros);
  g_test_add_func ("/formats/byu/mangled", test_mangled);
  g_test_add_func ("/formats/byu/unknown-types", test_unknown_types);
  g_test_add_func ("/formats/byu/details", test_details);

  return g_test_run ();
}
