/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-source.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sl-byte-reader.h"
#include "sl-error.h"
#include "sl-test-source.h"

static const SlRecordFormat plain = {
  .record_size = SL_TEST_RECORD_SIZE,
  .decode = sl_test_decode_records,
};

static SlSource *
new_source (const SlRecordFormat *format, SlInput *input, GArray *runs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlClock) clock = sl_test_clock ();
  SlSource *source = sl_record_source_new (format, input, (const SlRecordRun *) runs->data,
                                           runs->len, clock, NULL, NULL, &error);

  g_assert_no_error (error);
  return source;
}

/* Adds a run of @n_records with times that grow by 0 to 2 from @time on, some slots empty, and
 * returns the time of the last. */
static SlTime
put_run (GByteArray *file, GArray *runs, guint32 number, guint n_records, SlTime time)
{
  SlRecordRun run = { number, file->len, n_records };

  for (guint i = 0; i < n_records; i++)
    {
      time += g_test_rand_int_range (0, 3);
      sl_test_put_record (file, time, g_test_rand_int (), g_test_rand_int_range (0, 8) > 0);
    }

  g_array_append_val (runs, run);
  return time;
}

static int
compare_by_time (gconstpointer a, gconstpointer b)
{
  const SlEvent *one = a;
  const SlEvent *other = b;

  if (one->time != other->time)
    return one->time < other->time ? -1 : 1;
  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

/* What the source should give: every record decoded, sorted by time and place. */
static GArray *
expect (SlInput *input)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SlEvent));

  for (guint file = 0; file < sl_input_get_n_files (input); file++)
    {
      SlMapping *mapping = sl_input_get_file (input, file);
      guint n_records = sl_mapping_get_size (mapping) / SL_TEST_RECORD_SIZE;
      SlRecordBlock block = { sl_mapping_get_data (mapping), n_records, 0, file, 0 };
      g_autofree SlEvent *events = g_new (SlEvent, n_records + 1);

      g_array_append_vals (all, events, sl_test_decode_records (NULL, &block, NULL, events));
    }

  g_array_sort (all, compare_by_time);
  return all;
}

static void
check_order (const SlRecordFormat *format, GByteArray *const *files, guint n_files, GArray *runs)
{
  g_autoptr (SlInput) input = sl_test_input (files, n_files);
  g_autoptr (SlSource) source = new_source (format, input, runs);
  g_autoptr (GArray) expected = expect (input);
  g_autoptr (GArray) events = sl_test_read_all (source);

  g_assert_cmpuint (events->len, ==, expected->len);
  for (guint i = 0; i < events->len; i++)
    sl_test_assert_same_event (&g_array_index (events, SlEvent, i),
                               &g_array_index (expected, SlEvent, i));
  sl_test_reread_at_random (source, events);
}

static void
test_runs (void)
{
  g_test_summary (
      "Whatever the runs, apart or overlapping, in one file or several, the events come "
      "by time and ties by place, and any block reads the same again.");

  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (GByteArray) one = g_byte_array_new ();
      g_autoptr (GByteArray) two = g_byte_array_new ();
      GByteArray *files[] = { one, two };
      g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
      guint n_runs = g_test_rand_int_range (1, 9);
      SlTime spread = g_test_rand_bit () ? 2000 : 60000;

      for (guint i = 0; i < n_runs; i++)
        {
          guint file = g_test_rand_int_range (0, 2);

          put_run (files[file], runs, file, g_test_rand_int_range (0, 5000),
                   g_test_rand_int_range (0, spread));
        }

      check_order (&plain, files, 2, runs);
    }
}

static void
test_wrapped (void)
{
  g_test_summary ("A wrapped chunk, newest part first, needs no merging: the parts change places, "
                  "and blocks stay full.");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) source = NULL;
  SlTime last;

  last = put_run (file, runs, 0, 5000, 1000000);
  g_assert_cmpint (put_run (file, runs, 0, 10000, 0), <, last);
  check_order (&plain, &file, 1, runs);

  input = sl_test_input (&file, 1);
  source = new_source (&plain, input, runs);
  g_assert_cmpuint (sl_source_get_n_blocks (source), ==, (15000 + 4095) / 4096);
}

static void
test_many_pieces (void)
{
  g_test_summary ("A stream of small datagrams, some swapped, is read like one file.");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));

  for (guint i = 0; i < 1000; i++)
    {
      guint place = i % 50 == 0 ? i + 1 : i % 50 == 1 ? i - 1 : i;

      put_run (file, runs, 0, 60, place * 1000);
    }

  check_order (&plain, &file, 1, runs);
}

static void
test_no_order (void)
{
  g_test_summary ("Records in no order at all are an error, not a merge of thousands of runs.");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlClock) clock = sl_test_clock ();
  g_autoptr (SlInput) input = NULL;

  for (guint i = 0; i < 1100; i++)
    {
      SlRecordRun run = { 0, file->len, 2 };

      sl_test_put_record (file, i, 0, TRUE);
      sl_test_put_record (file, 5000 + i, 0, TRUE);
      g_array_append_val (runs, run);
    }

  input = sl_test_input (&file, 1);
  g_assert_null (sl_record_source_new (&plain, input, (const SlRecordRun *) runs->data, runs->len,
                                       clock, NULL, NULL, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
}

/* With a state the time field is a delta: the running sum is the time. */
static guint
decode_deltas (gpointer user_data, const SlRecordBlock *block, gpointer state, SlEvent *events)
{
  guint64 *sum = state;
  guint n_events = 0;

  for (guint i = 0; i < block->n_records; i++)
    {
      const guint8 *record = block->records + i * SL_TEST_RECORD_SIZE;

      *sum += sl_bytes_u64_le (record);
      if (sl_bytes_u32_le (record + 12) == 0)
        continue;

      events[n_events++] = (SlEvent) {
        .time = *sum,
        .a = sl_bytes_u32_le (record + 8),
        .offset = sl_record_block_get_offset (block, SL_TEST_RECORD_SIZE, i),
      };
    }

  return n_events;
}

static void
sum_deltas (gpointer user_data, const SlRecordBlock *block, gpointer summary)
{
  for (guint i = 0; i < block->n_records; i++)
    *(guint64 *) summary += sl_bytes_u64_le (block->records + i * SL_TEST_RECORD_SIZE);
}

static void
add_sums (gpointer user_data, gpointer state, gconstpointer summary)
{
  *(guint64 *) state += *(const guint64 *) summary;
}

static const SlRecordFormat deltas = {
  .record_size = SL_TEST_RECORD_SIZE,
  .decode = decode_deltas,
  .state_size = sizeof (guint64),
  .summarize = sum_deltas,
  .combine = add_sums,
};

typedef struct
{
  SlSource *source;
  GArray *events; /* that are expected */
  guint first;
} Reader;

/* Reads every third block, so that states are asked for out of order. */
static gpointer
read_some (gpointer data)
{
  const Reader *reader = data;
  g_autofree SlEvent *block = g_new (SlEvent, SL_BLOCK_EVENTS);
  guint64 n_blocks = sl_source_get_n_blocks (reader->source);

  for (guint64 i = reader->first; i < n_blocks; i += 3)
    {
      gssize n_events = sl_source_read_block (reader->source, i, block);
      guint found = 0;

      for (gssize j = 0; j < n_events; j++)
        {
          while (g_array_index (reader->events, SlEvent, found).offset != block[j].offset)
            found++;
          sl_test_assert_same_event (&block[j], &g_array_index (reader->events, SlEvent, found));
        }
    }

  return NULL;
}

static void
read_on_threads (SlSource *source, GArray *events)
{
  Reader readers[3];
  GThread *threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      readers[i] = (Reader) { source, events, i };
      threads[i] = g_thread_new ("read", read_some, &readers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
test_state (void)
{
  g_test_summary ("A running sum is right in every block: read in order, by three threads at once, "
                  "or asked for from the end on.");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  SlRecordRun parts[] = { { 0, 0, 20000 }, { 0, 20000 * SL_TEST_RECORD_SIZE, 10001 } };
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) in_order = NULL;
  g_autoptr (GArray) events = NULL;
  guint64 total = 0;

  for (guint i = 0; i < 30001; i++)
    {
      SlTime delta = g_test_rand_int_range (0, 1000);

      sl_test_put_record (file, delta, i, g_test_rand_bit ());
      total += (guint64) delta;
    }
  g_array_append_vals (runs, parts, G_N_ELEMENTS (parts));
  input = sl_test_input (&file, 1);

  in_order = new_source (&deltas, input, runs);
  events = sl_test_read_all (in_order);
  sl_test_reread_at_random (in_order, events);

  for (guint way = 0; way < 2; way++)
    {
      g_autoptr (SlSource) source = new_source (&deltas, input, runs);
      g_autofree SlEvent *block = g_new (SlEvent, SL_BLOCK_EVENTS);
      guint64 last_state;
      gssize n_events;

      if (way == 0)
        read_on_threads (source, events);
      sl_record_source_get_last_state (SL_RECORD_SOURCE (source), &last_state);
      g_assert_cmpuint (last_state, ==, total);
      n_events = sl_source_read_block (source, sl_source_get_n_blocks (source) - 1, block);
      g_assert_cmpint (n_events, >, 0);
      sl_test_assert_same_event (&block[n_events - 1],
                                 &g_array_index (events, SlEvent, events->len - 1));
      sl_test_reread_at_random (source, events);
    }
}

static SlInput *
map_copy (GByteArray *file, int *fd)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) mapping = NULL;

  *fd = memfd_create ("test", MFD_CLOEXEC);
  g_assert_cmpint (write (*fd, file->data, file->len), ==, file->len);
  mapping = sl_mapping_new_take_fd (dup (*fd), "test", &error);
  g_assert_no_error (error);
  return sl_input_new (&mapping, 1);
}

static void
test_shrinks (void)
{
  g_test_summary ("A file that shrinks while it is open loses the blocks that are gone, with a "
                  "note, and keeps the others.");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  SlRecordRun run = { 0, 0, 20000 };
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gsize left = 10000 * SL_TEST_RECORD_SIZE + 5;
  g_autoptr (GArray) notes = NULL;
  int fd;

  for (guint i = 0; i < run.count; i++)
    sl_test_put_record (file, i, i, TRUE);
  g_array_append_val (runs, run);
  input = map_copy (file, &fd);
  source = new_source (&plain, input, runs);

  g_assert_cmpint (sl_source_read_block (source, 4, events), ==, 20000 - 4 * 4096);
  g_assert_cmpint (ftruncate (fd, left), ==, 0);

  g_assert_cmpint (sl_source_read_block (source, 4, events), ==, 0);
  g_assert_cmpint (sl_source_read_block (source, 2, events), ==, 0);
  g_assert_cmpint (sl_source_read_block (source, 1, events), ==, SL_BLOCK_EVENTS);
  g_assert_cmpint (sl_source_read_block (source, 3, events), ==, 0);

  notes = sl_notes_snapshot (sl_source_get_notes (source));
  g_assert_cmpuint (notes->len, ==, 1);
  g_assert_cmpstr (g_array_index (notes, SlNote, 0).text, ==, "The file shrank while it was open");
  g_assert_cmpuint (SL_OFFSET_BYTE (g_array_index (notes, SlNote, 0).offset), <=, left);
  close (fd);
}

static void
describe_record (gpointer user_data, const SlRecordBlock *block, GArray *details)
{
  sl_details_add (details, "before", "%" G_GUINT64_FORMAT, block->n_before);
}

static void
test_describe (void)
{
  g_test_summary ("Raw fields are told at the first byte of a record and nowhere else.");
  SlRecordFormat format = plain;
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) details = sl_details_new ();

  g_byte_array_append (file, (const guint8 *) "head", 4);
  put_run (file, runs, 0, 100, 0);
  g_byte_array_append (file, (const guint8 *) "tail, long enough", 17);
  format.describe = describe_record;
  input = sl_test_input (&file, 1);
  source = new_source (&format, input, runs);

  g_assert_true (sl_source_describe (source, 4 + 99 * SL_TEST_RECORD_SIZE, details));
  g_assert_cmpstr (g_array_index (details, SlDetail, 0).value, ==, "99");
  g_assert_false (sl_source_describe (source, 0, details));
  g_assert_false (sl_source_describe (source, 5, details));
  g_assert_false (sl_source_describe (source, 4 + 100 * SL_TEST_RECORD_SIZE, details));
  g_assert_false (sl_source_describe (source, SL_OFFSET (1, 4), details));
}

static void
test_nothing (void)
{
  g_test_summary ("Runs without an event, or no runs at all, are an empty source.");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  SlRecordRun run = { 0, 0, 300 };

  for (guint i = 0; i < run.count; i++)
    sl_test_put_record (file, i, i, FALSE);

  check_order (&plain, &file, 1, runs);
  g_array_append_val (runs, run);
  check_order (&plain, &file, 1, runs);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/record-source/runs", test_runs);
  g_test_add_func ("/formats/record-source/wrapped", test_wrapped);
  g_test_add_func ("/formats/record-source/many-pieces", test_many_pieces);
  g_test_add_func ("/formats/record-source/no-order", test_no_order);
  g_test_add_func ("/formats/record-source/state", test_state);
  g_test_add_func ("/formats/record-source/shrinks", test_shrinks);
  g_test_add_func ("/formats/record-source/describe", test_describe);
  g_test_add_func ("/formats/record-source/nothing", test_nothing);
  return g_test_run ();
}
