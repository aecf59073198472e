/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The captures that people have, against what is known of them. */
#include <string.h>

#include "sl-error.h"
#include "sl-open.h"
#include "sl-test-source.h"

#include "sl-kind.h"
#include "sl-test.h"

/* Kinds of one file, with how often each is there. */
#define MAX_KINDS 8

typedef struct
{
  guint16 kind;
  guint count;
} KindCount;

/**
 * Capture:
 * @sum: of all times but the unknown one
 * @largest: time between two records
 * @rest: bytes after the last record
 */
typedef struct
{
  const char *path;
  const char *format;
  guint n_records;
  guint64 sum;
  guint64 largest;
  guint64 low;
  guint64 high;
  guint rest;
  guint second_packets;
  KindCount kinds[MAX_KINDS];
} Capture;

static const Capture captures[] = {
  { "sdsu-trace.tr",
    "byu12",
    224449,
    31011552,
    1802,
    0x70,
    0xf4203f18,
    2,
    10650,
    { { SL_KIND_BUS_FETCH, 134719 },
      { SL_KIND_BUS_MEMORY_READ, 54866 },
      { SL_KIND_BUS_MEMORY_READ_INVALIDATE, 5657 },
      { SL_KIND_BUS_MEMORY_WRITE, 26928 },
      { SL_KIND_BUS_IO_READ, 4 },
      { SL_KIND_BUS_IO_WRITE, 4 },
      { SL_KIND_BUS_DEFERRED_REPLY, 2271 } } },
  { "sdsu-trace1.tr",
    "byu12",
    22276,
    2935714,
    1378,
    0x110,
    0xf4203008,
    0,
    973,
    { { SL_KIND_BUS_FETCH, 11375 },
      { SL_KIND_BUS_MEMORY_READ, 5406 },
      { SL_KIND_BUS_MEMORY_READ_INVALIDATE, 525 },
      { SL_KIND_BUS_MEMORY_WRITE, 4764 },
      { SL_KIND_BUS_DEFERRED_REPLY, 206 } } },
  { "sdsu-trace2.tr",
    "byu12",
    43432,
    6032634,
    1802,
    0x70,
    0xf4203f18,
    0,
    2120,
    { { SL_KIND_BUS_FETCH, 26635 },
      { SL_KIND_BUS_MEMORY_READ, 10765 },
      { SL_KIND_BUS_MEMORY_READ_INVALIDATE, 1121 },
      { SL_KIND_BUS_MEMORY_WRITE, 4445 },
      { SL_KIND_BUS_IO_READ, 2 },
      { SL_KIND_BUS_IO_WRITE, 2 },
      { SL_KIND_BUS_DEFERRED_REPLY, 462 } } },
  { "sdsu-trace5.tr",
    "byu12",
    23335,
    3259832,
    497,
    0x110,
    0xf4203008,
    2,
    1035,
    { { SL_KIND_BUS_FETCH, 14362 },
      { SL_KIND_BUS_MEMORY_READ, 5756 },
      { SL_KIND_BUS_MEMORY_READ_INVALIDATE, 535 },
      { SL_KIND_BUS_MEMORY_WRITE, 2444 },
      { SL_KIND_BUS_DEFERRED_REPLY, 238 } } },
  { "sdsu-trace-20414.tr",
    "byu12",
    20414,
    2847326,
    538,
    0x118,
    0xf4203c18,
    0,
    977,
    { { SL_KIND_BUS_FETCH, 12521 },
      { SL_KIND_BUS_MEMORY_READ, 5010 },
      { SL_KIND_BUS_MEMORY_READ_INVALIDATE, 499 },
      { SL_KIND_BUS_MEMORY_WRITE, 2182 },
      { SL_KIND_BUS_DEFERRED_REPLY, 202 } } },
  { "usafa-eon-trace_small.tr",
    "byu12",
    1000,
    263365,
    67688,
    0x3d0,
    0x60030000,
    0,
    32,
    { { SL_KIND_BUS_FETCH, 165 },
      { SL_KIND_BUS_MEMORY_READ, 33 },
      { SL_KIND_BUS_MEMORY_READ_INVALIDATE, 212 },
      { SL_KIND_BUS_MEMORY_WRITE, 579 },
      { SL_KIND_BUS_IO_WRITE, 5 },
      { SL_KIND_BUS_DEFERRED_REPLY, 6 } } },
  { "uit-longsievetrace.tr.zip",
    "byu12",
    8876795,
    0,
    0,
    0x0400001c,
    0xfedfeffe,
    0,
    0,
    { { SL_KIND_BUS_FETCH, 5720841 },
      { SL_KIND_BUS_MEMORY_READ, 2671311 },
      { SL_KIND_BUS_MEMORY_WRITE, 484643 } } },
  { "variants16/uit-tarje-logfile_50lines_tr",
    "byu16",
    49,
    0,
    0,
    0x04000000,
    0x10001000,
    0,
    0,
    { { SL_KIND_BUS_FETCH, 14 },
      { SL_KIND_BUS_MEMORY_READ, 21 },
      { SL_KIND_BUS_MEMORY_WRITE, 14 } } },
  { "variants16/uit-tarje-test.tr",
    "byu16",
    10,
    0,
    0,
    0x04000000,
    0x20000000,
    0,
    0,
    { { SL_KIND_BUS_FETCH, 4 }, { SL_KIND_BUS_MEMORY_READ, 3 }, { SL_KIND_BUS_MEMORY_WRITE, 3 } } },
  { "variants16/uit-tarje-trace_big.tr",
    "byu16",
    23,
    0,
    0,
    0x04000000,
    0x40000000,
    0,
    0,
    { { SL_KIND_BUS_FETCH, 5 },
      { SL_KIND_BUS_MEMORY_READ, 11 },
      { SL_KIND_BUS_MEMORY_WRITE, 7 } } },
};

static char *
find_capture (const char *name)
{
  g_autofree char *below = g_build_filename ("byu12", name, NULL);
  g_autofree char *path = sl_test_make_real_path (below);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_test_skip ("The real trace is not here");
  return NULL;
}

static SlSource *
open_path (const char *path, const char *option, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  SlOpenRequest request = { files, NULL, options };
  g_autoptr (GPtrArray) sources = NULL;

  g_ptr_array_add (files, g_file_new_for_path (path));
  if (option != NULL)
    g_hash_table_insert (options, (gpointer) option, (gpointer) "yes");
  sources = sl_open (&request, NULL, NULL, NULL, error);
  if (sources == NULL)
    return NULL;

  g_assert_cmpuint (sources->len, ==, 1);
  return g_object_ref (g_ptr_array_index (sources, 0));
}

/* What was found in one pass. */
typedef struct
{
  guint n_events;
  guint kinds[SL_N_BUILTIN_KINDS];
  SlTime last;
  SlTime largest;
  guint64 low;
  guint64 high;
} Totals;

static void
add_up (SlSource *source, Totals *totals)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gssize n_events;

  memset (totals, 0, sizeof *totals);
  totals->low = G_MAXUINT64;
  for (guint64 block = 0; (n_events = sl_source_read_block (source, block, events)) >= 0; block++)
    {
      for (gssize i = 0; i < n_events; i++)
        {
          const SlEvent *event = &events[i];

          g_assert_cmpuint (event->kind, <, SL_N_BUILTIN_KINDS);
          g_assert_cmpuint (event->flags, ==, 0);
          g_assert_cmpuint (event->cpu, ==, 0);
          totals->kinds[event->kind]++;
          totals->largest = MAX (totals->largest, event->time - totals->last);
          totals->last = event->time;
          totals->low = MIN (totals->low, event->a);
          totals->high = MAX (totals->high, event->a);
          totals->n_events++;
        }
    }
}

static guint64
count_note (SlSource *source, const char *word, guint64 *offset)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  for (guint i = 0; i < notes->len; i++)
    {
      const SlNote *note = &g_array_index (notes, SlNote, i);

      if (strstr (note->text, word) == NULL)
        continue;
      if (offset != NULL)
        *offset = note->offset;
      return note->count;
    }

  return 0;
}

/* The time that the first record bears, which is not a time of the trace; 0 if it is unknown. */
static guint64
get_first_time (SlSource *source)
{
  g_autoptr (GArray) details = sl_details_new ();

  g_assert_true (sl_source_describe (source, 0, details));
  for (guint i = 0; i < details->len; i++)
    {
      const SlDetail *detail = &g_array_index (details, SlDetail, i);

      if (g_str_equal (detail->name, "Time"))
        return strstr (detail->value, "unknown") != NULL
                   ? 0
                   : g_ascii_strtoull (detail->value, NULL, 10);
    }

  g_assert_not_reached ();
}

static void
test_capture (gconstpointer data)
{
  const Capture *capture = data;
  g_autofree char *path = find_capture (capture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  Totals totals;
  guint64 rest_offset = 0;
  gsize record_size = g_str_equal (capture->format, "byu16") ? 16 : 12;

  g_test_summary (
      "A real capture is told from the other layouts and has what others counted in it.");
  if (path == NULL)
    return;

  source = open_path (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sl_source_get_format_id (source), ==, capture->format);
  add_up (source, &totals);

  g_assert_cmpuint (totals.n_events, ==, capture->n_records);
  for (guint i = 0; i < MAX_KINDS && capture->kinds[i].count > 0; i++)
    g_assert_cmpuint (totals.kinds[capture->kinds[i].kind], ==, capture->kinds[i].count);
  g_assert_cmphex (totals.low, ==, capture->low);
  g_assert_cmphex (totals.high, ==, capture->high);
  g_assert_cmpuint (count_note (source, "Left-over", &rest_offset), ==, capture->rest);
  if (capture->rest > 0)
    g_assert_cmpuint (rest_offset, ==, capture->n_records * record_size);
  g_assert_cmpuint (count_note (source, "second packet", NULL), ==, capture->second_packets);

  if (capture->sum == 0)
    {
      g_assert_cmpuint (sl_clock_get_unit (sl_source_get_clock (source)), ==, SL_UNIT_RECORDS);
      g_assert_cmpuint (count_note (source, "no time", NULL), ==, capture->n_records);
      g_assert_cmpint (totals.last, ==, capture->n_records - 1);
    }
  else
    {
      g_assert_cmpuint (sl_clock_get_unit (sl_source_get_clock (source)), ==, SL_UNIT_TICKS);
      g_assert_false (sl_clock_has_rate (sl_source_get_clock (source)));
      g_assert_cmpint (totals.last + get_first_time (source), ==, capture->sum);
      g_assert_cmpint (totals.largest, ==, capture->largest);
    }
}

static void
test_folded (gconstpointer data)
{
  const Capture *capture = data;
  g_autofree char *path = find_capture (capture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  Totals totals;

  g_test_summary ("Second packets are left out where that is asked for; no time is lost by it.");
  if (path == NULL)
    return;

  source = open_path (path, "fold-second-packets", &error);
  g_assert_no_error (error);
  add_up (source, &totals);
  g_assert_cmpuint (totals.n_events, ==, capture->n_records - capture->second_packets);
  g_assert_cmpuint (count_note (source, "were folded", NULL), ==, capture->second_packets);
  g_assert_cmpint (totals.last + get_first_time (source), <=, capture->sum);
  g_assert_cmpint (totals.last + get_first_time (source), >=, capture->sum - 8);
}

static void
test_mangled (void)
{
  g_autofree char *path = find_capture ("damaged/sdsu-trace-utf8-mangled-head.tr");
  g_autoptr (GError) error = NULL;

  g_test_summary ("A capture that went through a text program is refused, and why is said.");
  if (path == NULL)
    return;

  g_assert_null (open_path (path, NULL, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
  g_assert_nonnull (strstr (error->message, "UTF-8"));
  g_assert_nonnull (strstr (error->message, "offset 1 "));
  g_assert_nonnull (strstr (error->message, "ef bf bd"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (captures); i++)
    {
      g_autofree char *test = g_strconcat ("/formats/byu-real/", captures[i].path, NULL);
      g_autofree char *folded = g_strconcat ("/formats/byu-real/folded/", captures[i].path, NULL);

      g_test_add_data_func (test, &captures[i], test_capture);
      if (captures[i].second_packets > 0)
        g_test_add_data_func (folded, &captures[i], test_folded);
    }
  g_test_add_func ("/formats/byu-real/mangled", test_mangled);

  return g_test_run ();
}
