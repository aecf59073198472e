/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folds of tracks while the view is panned. */

#include "sl-fold-cache.h"
#include "sl-view.h"

#define N_TRACKS 3
#define N_GROUPS 3
#define WIDTH    300
#define OFF      2 /* ticks by which a border may be off */

/* A track of slices one after the other, and where each begins. */
typedef struct
{
  SlTrack *track;
  SlTime *borders; /* one more than there are slices */
  guint n_slices;
} Row;

static const guint8 group_of[] = { 0, 1, 2 };

static Row
make_row (guint n_slices, SlTime end)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  Row row = { .borders = g_new (SlTime, n_slices + 1), .n_slices = n_slices };
  SlTime now = 0;

  for (guint i = 0; i < n_slices; i++)
    {
      row.borders[i] = now;
      now += g_test_rand_int_range (1, (gint32) (2 * end / n_slices));
      sl_track_writer_add_slice (writer, row.borders[i], now, SL_STATE_RUNNING, i % N_GROUPS);
    }
  row.borders[n_slices] = now;
  row.track = sl_track_writer_snapshot (writer);
  return row;
}

static void
clear_row (Row *row)
{
  sl_track_unref (row->track);
  g_free (row->borders);
}

/* Ticks before @end that slices of @group take, of which @count begin. */
static gint64
sum_before (const Row *row, SlTime end, guint group, guint *count)
{
  gint64 sum = 0;

  for (guint i = 0; i < row->n_slices && row->borders[i] < end; i++)
    if (i % N_GROUPS == group)
      {
        sum += MIN (row->borders[i + 1], end) - row->borders[i];
        (*count)++;
      }

  return sum;
}

/* Where many slices are in a column, those at its borders are taken as evenly spread. */
static gint64
get_tolerance (const Row *row, SlSpan visible)
{
  gint64 column = sl_span_duration (visible) / WIDTH;
  gboolean is_sparse = row->borders[row->n_slices] / row->n_slices > column;

  return 2 * OFF + (is_sparse ? 0 : column / 4);
}

static void
assert_folded (const Row *row, SlSpan visible, const SlFoldColumn *columns)
{
  gint64 length = sl_span_duration (visible), tolerance = get_tolerance (row, visible);
  guint begun = 0, seen = 0, begun_inside = 0, begun_before = 0, begun_after = 0;

  for (guint group = 0; group < N_GROUPS; group++)
    {
      gint64 before = sum_before (row, visible.begin, group, &begun);

      for (guint i = 0; i < WIDTH; i++)
        {
          SlTime end = visible.begin + (SlTime) ((__int128) length * (i + 1) / WIDTH);
          gint64 sum = sum_before (row, end, group, &begun);

          g_assert_cmpint (ABS ((gint64) columns[i].time[group] - (sum - before)), <=, tolerance);
          before = sum;
        }
      sum_before (row, visible.begin - OFF, group, &begun_before);
      sum_before (row, visible.end + OFF, group, &begun_after);
    }

  for (guint i = 0; i < WIDTH; i++)
    seen += columns[i].count;
  g_assert_cmpuint (seen, <=, begun_after - begun_before);

  begun_before = 0;
  for (guint group = 0; group < N_GROUPS; group++)
    {
      sum_before (row, visible.begin + OFF, group, &begun_before);
      sum_before (row, visible.end - OFF, group, &begun_inside);
    }
  g_assert_cmpuint (seen, >=, begun_inside - begun_before);
}

/* What a user does next: mostly goes on by some columns. */
static SlSpan
choose_next (const SlView *view)
{
  switch (g_test_rand_int_range (0, 8))
    {
    case 0:
      return sl_view_zoom (view, g_test_rand_int_range (0, WIDTH),
                           g_test_rand_double_range (0.7, 1.4));
    case 1:
      return sl_view_pan (view, g_test_rand_double_range (-WIDTH, WIDTH));
    case 2:
      return sl_view_pan (view, g_test_rand_int_range (-2 * WIDTH, 2 * WIDTH));
    default:
      return sl_view_pan (view, g_test_rand_int_range (-40, 40));
    }
}

static void
test_pan (void)
{
  const SlSpan extent = { 0, 100 * 1000 * 1000 };
  const guint n_slices[N_TRACKS] = { 40, 1000, 20000 };

  g_test_summary (
      "Wherever the view goes, each column says what its ticks hold, those at its borders aside, and no "
      "slice is counted twice or left out.");

  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (SlFoldCache) cache = sl_fold_cache_new ();
      SlView view = sl_view_make (extent, (SlSpan) { 5000000, 8000000 + 77 * round }, WIDTH);
      Row rows[N_TRACKS];

      for (guint i = 0; i < N_TRACKS; i++)
        rows[i] = make_row (n_slices[i], extent.end);
      for (guint picture = 0; picture < 60; picture++)
        {
          SlFoldQuery query = { view.visible, WIDTH, group_of, SL_STATE_NONE };

          for (guint i = 0; i < N_TRACKS; i++)
            assert_folded (&rows[i], view.visible,
                           sl_fold_cache_get (cache, rows[i].track, &query));
          sl_fold_cache_sweep (cache);
          if (picture % 16 == 0)
            while (sl_fold_cache_look_ahead (cache, 7))
              ;
          view.visible = choose_next (&view);
        }
      for (guint i = 0; i < N_TRACKS; i++)
        clear_row (&rows[i]);
    }
}

static void
test_edges (void)
{
  const SlSpan spans[] = { { SL_TIME_MIN, SL_TIME_MIN + 1000000 },
                           { SL_TIME_MIN + 1000, SL_TIME_MIN + 1001000 },
                           { SL_TIME_MAX - 1001000, SL_TIME_MAX - 1000 },
                           { SL_TIME_MAX - 1000000, SL_TIME_MAX },
                           { SL_TIME_MIN, SL_TIME_MAX } };
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlFoldCache) cache = sl_fold_cache_new ();
  g_autoptr (SlTrack) track = NULL;

  g_test_summary ("At the ends of time there is nothing to run over.");

  sl_track_writer_add_slice (writer, SL_TIME_MIN, SL_TIME_MAX, SL_STATE_RUNNING, 0);
  track = sl_track_writer_snapshot (writer);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      SlFoldQuery query = { spans[i], 100, group_of, SL_STATE_NONE };
      const SlFoldColumn *columns = sl_fold_cache_get (cache, track, &query);

      for (guint column = 0; column < 100; column++)
        g_assert_cmphex (columns[column].groups, ==, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fold-cache/pan", test_pan);
  g_test_add_func ("/fold-cache/edges", test_edges);
  return g_test_run ();
}
