/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A bus trace that is summed up from columns, on all cores, against the same trace event by event:
 * nothing that anybody can ask of the two may differ. */

#include <string.h>

#include "sl-bus-lanes.h"
#include "sl-bus-recipe.h"
#include "sl-load.h"
#include "sl-page-map.h"

/* One batch and some more, the last of them short. */
#define N_RECORDS (SL_ANALYSIS_ROW * SL_BLOCK_EVENTS * 5 / 4 + 777)

static SlTrace *
load_by_columns (SlSource *source)
{
  static const SlAnalysis *const analyses[] = { &sl_bus_lanes, NULL };
  g_autoptr (GError) error = NULL;
  SlTrace *trace = sl_load_run (source, analyses, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static SlTrace *
load_by_events (SlSource *source)
{
  g_autoptr (SlTraceBuilder) builder = sl_trace_builder_new (source);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gpointer run = sl_bus_lanes.begin (builder);
  SlTime end = 0;
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
      end = sl_time_add (events[n_events - 1].time, 1);
    }
  sl_bus_lanes.finish (run, end);
  sl_bus_lanes.free (run);
  return sl_trace_builder_snapshot (builder, TRUE);
}

static void
assert_same_overview (SlTrace *one, SlTrace *other)
{
  guint n_bins, n_other;
  SlTime width, other_width;
  const guint32 *bins = sl_trace_get_density (one, &n_bins, &width);
  const guint32 *other_bins = sl_trace_get_density (other, &n_other, &other_width);

  g_assert_cmpint (width, ==, other_width);
  g_assert_cmpmem (bins, n_bins * sizeof *bins, other_bins, n_other * sizeof *other_bins);

  g_assert_cmpuint (sl_trace_get_n_events (one), ==, sl_trace_get_n_events (other));
  g_assert_cmpuint (sl_trace_get_n_blocks (one), ==, sl_trace_get_n_blocks (other));
  for (guint i = 0; i < sl_trace_get_n_blocks (one); i++)
    g_assert_cmpmem (sl_trace_get_zone (one, i), sizeof (SlZone), sl_trace_get_zone (other, i),
                     sizeof (SlZone));
  for (guint kind = 0; kind < SL_N_BUILTIN_KINDS; kind++)
    g_assert_cmpuint (sl_trace_get_n_events_of_kind (one, (guint16) kind), ==,
                      sl_trace_get_n_events_of_kind (other, (guint16) kind));
}

static void
assert_same_counts (const SlLane *one, const SlLane *other, SlSpan span, SlByuRandom *random)
{
  for (guint i = 0; i < 500; i++)
    {
      SlTime time = span.begin + (SlTime) (sl_byu_random_next (random) %
                                           ((guint64) sl_span_duration (span) + 1));

      g_assert_cmpuint (sl_density_count_before (one->density, one->measure, time), ==,
                        sl_density_count_before (other->density, other->measure, time));
    }
  g_assert_cmpuint (sl_density_get_total (one->density, one->measure), ==,
                    sl_density_get_total (other->density, other->measure));
}

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const SlPageCell *one = a, *other = b;

  if (one->page != other->page)
    return one->page < other->page ? -1 : 1;

  return (int) one->group - (int) other->group;
}

/* The cells with ranks for page numbers, in order: numbers are the map's own affair. */
static GArray *
sort_cells (const SlPageMap *map, const SlPageTile *tile)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (SlPageCell));

  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = sl_page_tile_get_cell (tile, i);

      cell.page = sl_page_map_get_rank (map, cell.page);
      g_array_append_val (cells, cell);
    }

  g_array_sort (cells, compare_cells);
  return cells;
}

static void
assert_same_map (const SlPageMap *one, const SlPageMap *other)
{
  g_assert_cmpuint (sl_page_map_get_count (one), ==, sl_page_map_get_count (other));
  g_assert_cmpuint (sl_page_map_get_n_pages (one), ==, sl_page_map_get_n_pages (other));
  for (guint i = 0; i < sl_page_map_get_n_pages (one); i++)
    g_assert_cmpuint (sl_page_map_get_page (one, i), ==, sl_page_map_get_page (other, i));

  for (guint level = 0; level < 5; level++)
    {
      guint64 n_tiles = sl_page_map_get_n_tiles (one, level);

      g_assert_cmpuint (n_tiles, ==, sl_page_map_get_n_tiles (other, level));
      for (guint64 i = 0; i < n_tiles; i++)
        {
          const SlPageTile *tile = sl_page_map_get_tile (one, level, i);
          const SlPageTile *same = sl_page_map_get_tile (other, level, i);
          g_autoptr (GArray) cells = sort_cells (one, tile);
          g_autoptr (GArray) others = sort_cells (other, same);

          g_assert_cmpmem (tile->begins, sizeof tile->begins, same->begins, sizeof same->begins);
          g_assert_cmpmem (cells->data, cells->len * sizeof (SlPageCell), others->data,
                           others->len * sizeof (SlPageCell));
        }
    }
}

static void
assert_same_items (const SlTrack *one, const SlTrack *other)
{
  SlTrackIter iter, same;
  SlItem item, other_item;

  g_assert_cmpuint (sl_track_get_count (one), ==, sl_track_get_count (other));
  sl_track_iter_init (&iter, one, SL_TIME_MIN);
  sl_track_iter_init (&same, other, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      g_assert_true (sl_track_iter_next (&same, &other_item));
      g_assert_cmpint (item.begin, ==, other_item.begin);
      g_assert_cmpint (item.end, ==, other_item.end);
      g_assert_cmpuint (item.state, ==, other_item.state);
      g_assert_cmpuint (item.detail, ==, other_item.detail);
    }
}

static void
assert_same_lanes (SlTrace *one, SlTrace *other, SlByuRandom *random)
{
  g_assert_cmpuint (sl_trace_get_n_lanes (one), ==, sl_trace_get_n_lanes (other));
  for (guint i = 0; i < sl_trace_get_n_lanes (one); i++)
    {
      const SlLane *lane = sl_trace_get_lane (one, i);
      const SlLane *same = sl_trace_get_lane (other, i);

      g_assert_cmpstr (lane->name, ==, same->name);
      g_assert_cmpuint (lane->n_tracks, ==, same->n_tracks);
      for (guint j = 0; j < lane->n_tracks; j++)
        assert_same_items (lane->tracks[j].track, same->tracks[j].track);
      if (lane->density != NULL)
        assert_same_counts (lane, same, sl_trace_get_span (one), random);
      if (lane->map != NULL)
        assert_same_map (lane->map, same->map);
    }
}

static void
check (const SlBusRecipe *recipe)
{
  g_autoptr (SlSource) source = sl_bus_recipe_open (recipe);
  g_autoptr (SlSource) again = sl_bus_recipe_open (recipe);
  g_autoptr (SlTrace) one = load_by_columns (source);
  g_autoptr (SlTrace) other = load_by_events (again);
  SlByuRandom random;

  sl_byu_random_init (&random, 99);
  assert_same_overview (one, other);
  assert_same_lanes (one, other, &random);
}

static void
test_usual (void)
{
  g_test_summary ("Records as they usually are, in each layout.");
  check (&(SlBusRecipe) { 12, 1, N_RECORDS, 0, 1, 50, 0, 5000, FALSE, FALSE });
  check (&(SlBusRecipe) { 16, 2, N_RECORDS, 0, 2, 3000, 0, 5000, FALSE, FALSE });
  check (&(SlBusRecipe) { 6, 3, N_RECORDS, 0, 1, 300, 0, 0, FALSE, FALSE });
}

static void
test_crowds (void)
{
  g_test_summary ("A row of blocks that touches one page only, more often than 16 bits count, and "
                  "one whose events all touch pages of their own.");
  check (&(SlBusRecipe) { 12, 14, N_RECORDS, 1, 1, 1, 0, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 15, N_RECORDS, 1, 1, G_MAXINT32, 0, 0, FALSE, FALSE });
}

static void
test_gaps (void)
{
  g_test_summary ("Gaps of unknown length, few and many, and steps that leave 32 bits behind.");
  check (&(SlBusRecipe) { 12, 4, 30000, 0, 1, 50, 3, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 5, 30000, 0, 3, 50, 1000, 20, FALSE, FALSE });
  check (&(SlBusRecipe) { 16, 6, 30000, 0, 3, 50, 7, 2, FALSE, FALSE });
}

static void
test_odd (void)
{
  g_test_summary ("Codes that nobody knows, more codes than columns tell apart, pages beyond "
                  "counting, every value of the control byte.");
  check (&(SlBusRecipe) { 12, 7, 30000, 256, 1, 50, 0, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 12, 8, 30000, 20, 256, 50, 500, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 16, 9, N_RECORDS, 0, 1, G_MAXINT32, 0, 0, FALSE, FALSE });
  check (&(SlBusRecipe) { 6, 10, 30000, 256, 1, 1000, 0, 0, FALSE, FALSE });
}

static void
test_options (void)
{
  g_test_summary ("Records without times, second packets that are left out.");
  check (&(SlBusRecipe) { 12, 11, 30000, 0, 1, 50, 0, 0, TRUE, FALSE });
  check (&(SlBusRecipe) { 16, 12, 30000, 0, 2, 50, 0, 0, TRUE, FALSE });
  check (&(SlBusRecipe) { 12, 13, N_RECORDS, 0, 1, 50, 0, 5000, FALSE, TRUE });
}

static void
test_short (void)
{
  g_test_summary ("Traces of any length around the borders of groups, parts and blocks.");
  for (guint n_records = 1; n_records < 200; n_records += 7)
    {
      check (&(SlBusRecipe) { 12, n_records, n_records, 0, 2, 5, 40, 0, FALSE, FALSE });
      check (&(SlBusRecipe) { 6, n_records, n_records, 256, 1, 5, 0, 0, FALSE, FALSE });
    }
  for (guint n_records = SL_BLOCK_EVENTS - 1; n_records <= SL_BLOCK_EVENTS + 65; n_records += 22)
    check (&(SlBusRecipe) { 16, n_records, n_records, 0, 1, 5, 4000, 0, FALSE, FALSE });
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-columns/usual", test_usual);
  g_test_add_func ("/bus-columns/crowds", test_crowds);
  g_test_add_func ("/bus-columns/gaps", test_gaps);
  g_test_add_func ("/bus-columns/odd", test_odd);
  g_test_add_func ("/bus-columns/options", test_options);
  g_test_add_func ("/bus-columns/short", test_short);
  return g_test_run ();
}
