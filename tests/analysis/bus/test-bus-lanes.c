/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lanes of real bus traces, against what is known of these files by other means, and the pass on
 * all cores against the plain one. The files are not part of the project; where they are absent
 * these tests are skipped. */

#include "sl-analyses.h"
#include "sl-bus-lanes.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-test.h"

static SlSource *
open_real (const char *name)
{
  g_autofree char *below = g_build_filename ("byu12", name, NULL);
  g_autofree char *path = sl_test_make_real_path (below);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  SlOpenRequest request = { .files = files };

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("The real trace is not there");
      return NULL;
    }

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_object_ref (g_ptr_array_index (sources, 0));
}

static SlTrace *
load (SlSource *source)
{
  g_autoptr (GError) error = NULL;
  SlTrace *trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static guint64
get_total (SlTrace *trace, const char *name)
{
  const SlLane *lane;
  guint number;

  if (!sl_trace_find_lane (trace, name, &number))
    return 0;

  lane = sl_trace_get_lane (trace, number);
  return lane->map != NULL ? sl_page_map_get_n_pages (lane->map)
                           : sl_density_get_total (lane->density, lane->measure);
}

static void
test_small (void)
{
  g_autoptr (SlSource) source = open_real ("sdsu-trace1.tr");
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Counts by type, bytes and pages of a real trace are those that others counted.");
  if (source == NULL)
    return;

  trace = load (source);
  g_assert_cmpuint (get_total (trace, "bus:fetch"), ==, 11375);
  g_assert_cmpuint (get_total (trace, "bus:memory-read"), ==, 5406);
  g_assert_cmpuint (get_total (trace, "bus:memory-read-invalidate"), ==, 525);
  g_assert_cmpuint (get_total (trace, "bus:memory-write"), ==, 4764);
  g_assert_cmpuint (get_total (trace, "bus:deferred-reply"), ==, 206);
  g_assert_cmpuint (get_total (trace, "bus:io-read"), ==, 0);
  g_assert_cmpuint (get_total (trace, "map:memory"), ==, 824);
  g_assert_false (sl_trace_find_lane (trace, "bus:special-cycles", NULL));
  g_assert_false (sl_trace_find_lane (trace, "trace", NULL));
}

static void
test_packed (void)
{
  g_autoptr (SlSource) source = open_real ("uit-longsievetrace.tr.zip");
  g_autoptr (SlTrace) trace = NULL;
  guint64 n_events;

  g_test_summary ("A packed trace of nine million cycles: every cycle is in a lane, and memory "
                  "stays below four bytes a record.");
  if (source == NULL)
    return;

  trace = load (source);
  n_events = sl_trace_get_n_events (trace);
  g_assert_cmpuint (n_events, ==, 8876795);
  g_assert_cmpuint (get_total (trace, "bus:fetch") + get_total (trace, "bus:memory-read") +
                        get_total (trace, "bus:memory-write"),
                    ==, n_events);
  g_assert_cmpuint (sl_trace_get_memory (trace), <, 4 * n_events);
}

static SlTrace *
load_in_order (SlSource *source)
{
  g_autoptr (SlTraceBuilder) builder = sl_trace_builder_new (source);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gpointer run = sl_bus_lanes.begin (builder);
  gssize n_events;

  for (guint64 block = 0; (n_events = sl_source_read_block (source, block, events)) >= 0; block++)
    {
      gpointer sum;

      if (n_events == 0)
        continue;

      sum = sl_bus_lanes.sum_new (run);
      sl_trace_builder_add_events (builder, block, events, (gsize) n_events);
      sl_bus_lanes.sum_events (sum, events, (gsize) n_events);
      sl_bus_lanes.sum_end (sum);
      sl_bus_lanes.add (run, sum);
    }
  sl_bus_lanes.finish (run, 0);
  sl_bus_lanes.free (run);
  return sl_trace_builder_snapshot (builder, TRUE);
}

static void
test_shared_pass (void)
{
  g_autoptr (SlSource) source = open_real ("uit-longsievetrace.tr.zip");
  g_autoptr (SlTrace) one = NULL;
  g_autoptr (SlTrace) other = NULL;
  guint n_bins, n_other;
  SlTime width, other_width;
  const guint32 *bins, *other_bins;

  g_test_summary ("Blocks that were read on all cores in any order make the same trace as blocks "
                  "in order: zones, overview, lanes.");
  if (source == NULL)
    return;

  one = load (source);
  other = load_in_order (source);
  g_assert_cmpuint (sl_trace_get_n_lanes (one), ==, sl_trace_get_n_lanes (other));
  g_assert_cmpuint (sl_trace_get_n_blocks (one), ==, sl_trace_get_n_blocks (other));
  for (guint i = 0; i < sl_trace_get_n_blocks (one); i++)
    g_assert_cmpmem (sl_trace_get_zone (one, i), sizeof (SlZone), sl_trace_get_zone (other, i),
                     sizeof (SlZone));

  bins = sl_trace_get_density (one, &n_bins, &width);
  other_bins = sl_trace_get_density (other, &n_other, &other_width);
  g_assert_cmpint (width, ==, other_width);
  g_assert_cmpmem (bins, n_bins * sizeof *bins, other_bins, n_other * sizeof *other_bins);

  for (guint i = 0; i < sl_trace_get_n_lanes (one); i++)
    {
      const SlLane *lane = sl_trace_get_lane (one, i);
      const SlLane *same = sl_trace_get_lane (other, i);

      g_assert_cmpstr (lane->name, ==, same->name);
      for (SlTime time = 0; lane->density != NULL && time < 9000000; time += 12345)
        g_assert_cmpuint (sl_density_count_before (lane->density, lane->measure, time), ==,
                          sl_density_count_before (same->density, same->measure, time));
    }
}

static void
test_cancel (void)
{
  g_autoptr (SlSource) source = open_real ("sdsu-trace1.tr");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("A pass on all cores that is cancelled says so and leaves nothing behind.");
  if (source == NULL)
    return;

  g_cancellable_cancel (cancellable);
  g_assert_null (sl_load_run (source, sl_analyses_get_all (), NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-lanes/small", test_small);
  g_test_add_func ("/bus-lanes/packed", test_packed);
  g_test_add_func ("/bus-lanes/shared-pass", test_shared_pass);
  g_test_add_func ("/bus-lanes/cancel", test_cancel);
  return g_test_run ();
}
