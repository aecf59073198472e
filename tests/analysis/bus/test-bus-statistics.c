/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Statistics of bus traces: of simulated ones against counting without any cleverness, of real
 * ones against what is known of them by other means. The real files are not part of the project;
 * where they are absent their tests are skipped. */

#include "sl-bus-statistics.h"

#include <glib/gstdio.h>

#include "sl-analyses.h"
#include "sl-bus-kinds.h"
#include "sl-bus-recipe.h"
#include "sl-byu-writer.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-test.h"

#define N_CYCLES 150000
#define N_SPANS  6

static SlTrace *
load (const char *path, const char *format)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  SlOpenRequest request = { .files = files, .format_id = format };
  SlTrace *trace;

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (g_ptr_array_index (sources, 0), sl_analyses_get_all (), NULL, NULL, NULL,
                       &error);
  g_assert_no_error (error);
  return trace;
}

static SlTrace *
load_simulated (guint record_size, const SlByuOptions *options)
{
  static const char *const formats[] = { [6] = "byu6", [12] = "byu12", [16] = "byu16" };
  g_autoptr (GBytes) bytes = sl_byu_make_trace (options, record_size, N_CYCLES);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "slackline-bus-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  int fd = g_mkstemp (path);
  SlTrace *trace;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                       &error);
  g_assert_no_error (error);
  trace = load (path, formats[record_size]);
  g_unlink (path);
  return trace;
}

static SlBusStatistics *
survey (SlTrace *trace, SlSpan span)
{
  g_autoptr (GError) error = NULL;
  SlBusStatistics *statistics = sl_bus_statistics_new (trace, span, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return statistics;
}

/* The same by the plainest means. */
typedef struct
{
  SlBusSum kinds[G_MAXUINT16 + 1];
  SlBusSum all;
  guint64 n_memory;
  guint64 n_io;
  guint64 n_gaps;
  guint64 n_unknown;
  gint64 sum_of_gaps;
  GHashTable *pages; /* to counts */
} Plain;

static void
count_plainly (Plain *self, const SlEvent *event, const SlEvent *previous)
{
  guint64 bytes = sl_bus_event_get_bytes (event);
  SlBusClass class = sl_bus_kind_get_class (event->kind);
  gpointer page = GSIZE_TO_POINTER (event->a >> 12);

  self->kinds[event->kind].cycles++;
  self->kinds[event->kind].bytes += bytes;
  self->all.cycles++;
  self->all.bytes += bytes;
  self->n_memory += class == SL_BUS_MEMORY;
  self->n_io += class == SL_BUS_IO;
  if (class == SL_BUS_MEMORY)
    g_hash_table_insert (self->pages, page,
                         GSIZE_TO_POINTER (
                             GPOINTER_TO_SIZE (g_hash_table_lookup (self->pages, page)) + 1));
  if (previous == NULL)
    return;

  self->n_unknown += (event->flags & SL_EVENT_GAP) != 0;
  self->n_gaps += (event->flags & SL_EVENT_GAP) == 0;
  self->sum_of_gaps += event->time - previous->time;
}

static Plain *
plain_new (SlTrace *trace, SlSpan span)
{
  Plain *self = g_new0 (Plain, 1);
  SlEvent events[2];
  const SlEvent *previous = NULL;

  self->pages = g_hash_table_new (NULL, NULL);
  for (guint64 i = 0; sl_trace_read_event (trace, i, &events[i % 2]); i++)
    {
      if (!sl_span_contains (span, events[i % 2].time))
        continue;

      count_plainly (self, &events[i % 2], previous);
      previous = &events[i % 2];
    }
  return self;
}

static void
plain_free (Plain *self)
{
  g_hash_table_unref (self->pages);
  g_free (self);
}

static void
assert_pages (const SlBusStatistics *statistics, GHashTable *pages)
{
  g_autoptr (GArray) hottest = sl_address_tally_dup_hottest (statistics->pages, 20);
  guint64 n_new = 0;

  g_assert_true (sl_address_tally_is_exact (statistics->pages));
  g_assert_cmpuint (sl_address_tally_get_n_addresses (statistics->pages), ==,
                    g_hash_table_size (pages));
  for (guint i = 0; i < SL_BUS_PARTS; i++)
    {
      g_assert_cmpuint (statistics->new_pages[i], <=, statistics->working_set[i]);
      n_new += statistics->new_pages[i];
    }
  g_assert_cmpuint (n_new, ==, g_hash_table_size (pages));

  for (guint i = 0; i < hottest->len; i++)
    {
      const SlAddressCount *hot = &g_array_index (hottest, SlAddressCount, i);

      g_assert_cmpuint (hot->count, ==,
                        GPOINTER_TO_SIZE (
                            g_hash_table_lookup (pages, GSIZE_TO_POINTER (hot->address))));
    }
}

static void
assert_first (SlTrace *trace, const SlBusStatistics *statistics)
{
  g_autoptr (GArray) hottest = sl_address_tally_dup_hottest (statistics->pages, 3);
  SlEvent event;

  for (guint i = 0; i < statistics->kinds->len; i++)
    {
      const SlBusKindSum *sum = &g_array_index (statistics->kinds, SlBusKindSum, i);

      g_assert_true (sl_trace_read_event (trace, sum->first, &event));
      g_assert_cmpuint (event.kind, ==, sum->kind);
      g_assert_true (sl_span_contains (statistics->span, event.time));
    }
  for (guint i = 0; i < hottest->len; i++)
    {
      const SlAddressCount *hot = &g_array_index (hottest, SlAddressCount, i);

      g_assert_true (sl_trace_read_event (trace, hot->first, &event));
      g_assert_cmpuint (event.a >> 12, ==, hot->address);
      g_assert_cmpuint (sl_bus_kind_get_class (event.kind), ==, SL_BUS_MEMORY);
    }
}

static void
assert_same (SlTrace *trace, SlSpan span)
{
  g_autoptr (SlBusStatistics) statistics = survey (trace, span);
  Plain *plain = plain_new (trace, span);
  guint64 n_cycles = 0;

  for (guint i = 0; i < statistics->kinds->len; i++)
    {
      const SlBusKindSum *sum = &g_array_index (statistics->kinds, SlBusKindSum, i);

      g_assert_cmpuint (sum->sum.cycles, ==, plain->kinds[sum->kind].cycles);
      g_assert_cmpuint (sum->sum.bytes, ==, plain->kinds[sum->kind].bytes);
      n_cycles += sum->sum.cycles;
    }
  g_assert_cmpuint (n_cycles, ==, plain->all.cycles);
  g_assert_cmpuint (statistics->all.cycles, ==, plain->all.cycles);
  g_assert_cmpuint (statistics->all.bytes, ==, plain->all.bytes);
  g_assert_cmpuint (statistics->memory.cycles, ==, plain->n_memory);
  g_assert_cmpuint (sl_address_tally_get_count (statistics->pages), ==, plain->n_memory);
  g_assert_cmpuint (sl_address_tally_get_count (statistics->ports), ==, plain->n_io);
  assert_pages (statistics, plain->pages);
  assert_first (trace, statistics);

  g_assert_cmpuint (statistics->gaps.gaps.count, ==, statistics->has_times ? plain->n_gaps : 0);
  g_assert_cmpuint (statistics->gaps.n_unknown, ==, plain->n_unknown);
  if (statistics->has_times)
    g_assert_cmpint (statistics->gaps.gaps.sum, ==, plain->sum_of_gaps);
  plain_free (plain);
}

static void
test_plain_count (void)
{
  static const guint layouts[] = { 6, 12, 16 };

  g_test_summary ("Of any span of a trace in any layout the figures are those of a plain count, "
                  "cycle by cycle.");
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;
      g_autoptr (GRand) rand = g_rand_new_with_seed (i);
      g_autoptr (SlTrace) trace = NULL;
      SlSpan all;

      options.is_pentium = layouts[i] == 6;
      options.gap_every = 7000;
      options.has_lines = TRUE;
      trace = load_simulated (layouts[i], &options);
      all = sl_trace_get_span (trace);
      g_assert_cmpuint (sl_trace_get_n_events (trace), ==, N_CYCLES);
      assert_same (trace, all);
      for (guint n = 0; n < N_SPANS; n++)
        {
          SlTime one = (SlTime) (g_rand_double (rand) * (double) all.end);
          SlTime other = n == 0 ? one + 30 : (SlTime) (g_rand_double (rand) * (double) all.end);

          assert_same (trace, (SlSpan) { MIN (one, other), MAX (one, other) });
        }
    }
}

static void
test_wide_addresses (void)
{
  static const SlBusRecipe recipes[] = {
    { 16, 1, 60000, 0, 2, G_MAXINT32, 0, 5000, FALSE, FALSE },
    { 16, 2, 60000, 0, 300, 50, 700, 0, FALSE, FALSE },
  };

  g_test_summary ("The same of addresses and ports of 64 bits.");
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    {
      g_autoptr (SlSource) source = sl_bus_recipe_open (&recipes[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlTrace) trace =
          sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
      SlSpan all;

      g_assert_no_error (error);
      all = sl_trace_get_span (trace);
      assert_same (trace, all);
      assert_same (trace, (SlSpan) { all.end / 3, all.end / 2 });
    }
}

static void
test_empty_span (void)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;
  g_autoptr (SlTrace) trace = load_simulated (12, &options);
  SlSpan all = sl_trace_get_span (trace);
  SlSpan spans[] = { { all.begin, all.begin }, { all.end + 5, all.end + 10 }, { -10, -5 } };

  g_test_summary ("A span without cycles has statistics of nothing.");
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autoptr (SlBusStatistics) statistics = survey (trace, spans[i]);

      g_assert_cmpuint (statistics->all.cycles, ==, 0);
      g_assert_cmpuint (statistics->kinds->len, ==, 0);
      g_assert_cmpuint (sl_address_tally_get_n_addresses (statistics->pages), ==, 0);
      g_assert_cmpuint (statistics->gaps.gaps.count, ==, 0);
    }
}

static void
note_progress (double fraction, gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static void
cancel_cb (double fraction, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

static void
test_progress (void)
{
  SlByuOptions options = SL_BYU_OPTIONS_DEFAULT;
  g_autoptr (SlTrace) trace = load_simulated (12, &options);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlBusStatistics) statistics = NULL;
  double last = 0;

  g_test_summary ("The survey tells how far it is, always farther; cancelled on the way it says "
                  "so and gives nothing.");
  statistics =
      sl_bus_statistics_new (trace, sl_trace_get_span (trace), note_progress, &last, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (statistics);
  g_assert_cmpfloat (last, >, 0);

  g_assert_null (sl_bus_statistics_new (trace, sl_trace_get_span (trace), cancel_cb, cancellable,
                                        cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/**
 * Capture:
 * @n_ports: different ones
 * @max_gap: 0 where the file has no times
 *
 * What a few lines in another language count.
 */
typedef struct
{
  const char *name;
  guint64 cycles;
  guint64 bytes;
  guint64 pages;
  guint64 lowest;
  guint64 highest;
  guint64 cachings[SL_N_BUS_CACHINGS];
  guint64 n_ports;
  guint64 hottest_page;
  guint64 hits;
  SlTime max_gap;
} Capture;

static const Capture captures[] = {
  { "sdsu-trace1.tr",
    22276,
    176479,
    824,
    0xf98,
    0xf4203008,
    { [SL_BUS_UNCACHEABLE] = 22049,
      [SL_BUS_WRITE_THROUGH] = 14,
      [SL_BUS_WRITE_PROTECT] = 4,
      [SL_BUS_WRITE_BACK] = 3 },
    0,
    0x3462f,
    3428,
    1378 },
  { "usafa-eon-trace_small.tr",
    1000,
    7744,
    135,
    0x2ba30,
    0x3fdf4ce0,
    { [SL_BUS_UNCACHEABLE] = 929, [SL_BUS_WRITE_PROTECT] = 56, [SL_BUS_WRITE_BACK] = 4 },
    3,
    0x3e6ce,
    180,
    67688 },
  { "uit-longsievetrace.tr.zip",
    8876795,
    32202801,
    318,
    0x400001c,
    0xfedfeffe,
    { [SL_BUS_UNCACHEABLE] = 8876795 },
    0,
    0x8048,
    5536253,
    0 },
  { "variants16/uit-tarje-logfile_50lines_tr",
    49,
    336,
    4,
    0x4000000,
    0x10001000,
    { [SL_BUS_UNCACHEABLE] = 49 },
    0,
    0x10000,
    28,
    0 },
  { "variants16/uit-tarje-test.tr",
    10,
    64,
    3,
    0x4000000,
    0x20000000,
    { [SL_BUS_UNCACHEABLE] = 10 },
    0,
    0x10000,
    5,
    0 },
  { "variants16/uit-tarje-trace_big.tr",
    23,
    164,
    6,
    0x4000000,
    0x40000000,
    { [SL_BUS_UNCACHEABLE] = 23 },
    0,
    0x10000,
    8,
    0 },
};

static void
test_capture (gconstpointer data)
{
  const Capture *capture = data;
  g_autofree char *below = g_build_filename ("byu12", capture->name, NULL);
  g_autofree char *path = sl_test_make_real_path (below);
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlBusStatistics) statistics = NULL;
  g_autoptr (GArray) hottest = NULL;

  g_test_summary ("Pages, ranges, bytes, caching, ports and gaps of a real trace are those that "
                  "others counted.");
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("The real trace is not there");
      return;
    }

  trace = load (path, NULL);
  statistics = survey (trace, sl_trace_get_span (trace));
  hottest = sl_address_tally_dup_hottest (statistics->pages, 1);
  g_assert_cmpuint (statistics->all.cycles, ==, capture->cycles);
  g_assert_cmpuint (statistics->all.bytes, ==, capture->bytes);
  g_assert_cmpuint (sl_address_tally_get_n_addresses (statistics->pages), ==, capture->pages);
  g_assert_cmphex (statistics->lowest, ==, capture->lowest);
  g_assert_cmphex (statistics->highest, ==, capture->highest);
  for (guint i = 0; i < SL_N_BUS_CACHINGS; i++)
    g_assert_cmpuint (statistics->cachings[i].cycles, ==, capture->cachings[i]);
  g_assert_cmpuint (sl_address_tally_get_n_addresses (statistics->ports), ==, capture->n_ports);
  g_assert_cmphex (g_array_index (hottest, SlAddressCount, 0).address, ==, capture->hottest_page);
  g_assert_cmpuint (g_array_index (hottest, SlAddressCount, 0).count, ==, capture->hits);
  g_assert_cmpint (statistics->has_times, ==, capture->max_gap > 0);
  g_assert_cmpint (statistics->gaps.gaps.max, ==, capture->max_gap);
  g_assert_cmpuint (statistics->gaps.gaps.count, ==,
                    capture->max_gap > 0 ? capture->cycles - 1 : 0);
}

static void
test_rounded_mean (void)
{
  SlRange gaps = { 0 };

  g_test_summary ("A mean in whole ticks is the nearest one, below zero too.");

  g_assert_cmpint (sl_range_get_rounded_mean (&gaps), ==, 0);
  gaps = (SlRange) { .count = 22275, .sum = 2935715 };
  g_assert_cmpint (sl_range_get_rounded_mean (&gaps), ==, 132);
  gaps = (SlRange) { .count = 5, .sum = -9 };
  g_assert_cmpint (sl_range_get_rounded_mean (&gaps), ==, -2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-statistics/plain-count", test_plain_count);
  g_test_add_func ("/bus-statistics/wide-addresses", test_wide_addresses);
  g_test_add_func ("/bus-statistics/rounded-mean", test_rounded_mean);
  g_test_add_func ("/bus-statistics/empty-span", test_empty_span);
  g_test_add_func ("/bus-statistics/progress", test_progress);
  for (guint i = 0; i < G_N_ELEMENTS (captures); i++)
    {
      g_autofree char *path = g_strconcat ("/bus-statistics/real/", captures[i].name, NULL);

      g_test_add_data_func (path, &captures[i], test_capture);
    }
  return g_test_run ();
}
