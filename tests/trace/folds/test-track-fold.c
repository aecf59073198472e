/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums of tracks over columns of time. */

#include "sl-fold-sums.h"
#include "sl-running-sums.h"
#include "track-pair.h"

static GArray *
track_pair_make_groups (const SlTrack *track)
{
  GArray *groups = g_array_new (FALSE, FALSE, 1);

  for (guint i = 0; i < sl_track_get_n_codes (track) + 1; i++)
    {
      guint8 group = g_test_rand_int_range (0, SL_FOLD_GROUPS + 1);

      if (group == SL_FOLD_GROUPS)
        group = SL_FOLD_IGNORE;
      g_array_append_val (groups, group);
    }

  return groups;
}

/* What a column must say if it is told exactly. */
static SlFoldColumn
fold_plainly (const TrackPair *pair, SlSpan span, const GArray *groups)
{
  SlFoldColumn column = { .minimum = G_MAXINT64, .maximum = G_MININT64 };

  for (guint i = track_pair_find_from (pair->items, span.begin); i < pair->items->len; i++)
    {
      const SlItem *item = &g_array_index (pair->items, SlItem, i);
      SlSpan part = sl_span_intersect (span, (SlSpan) { item->begin, item->end });
      guint8 group;

      if (item->begin >= span.end)
        break;

      group = g_array_index (groups, guint8, track_pair_code_of (pair->track, item));
      column.count += item->begin >= span.begin;
      if (group == SL_FOLD_IGNORE || (part.begin == part.end && item->begin < span.begin))
        continue;

      column.groups |= 1u << group;
      column.time[group] += part.end - part.begin;
      column.busy += part.end - part.begin;
    }

  return column;
}

static SlSpan
column_span (const SlFoldQuery *query, guint column)
{
  __int128 length = (__int128) query->span.end - query->span.begin;

  return (SlSpan) { query->span.begin + (SlTime) (length * column / query->n_columns),
                    query->span.begin + (SlTime) (length * (column + 1) / query->n_columns) };
}

static SlFoldColumn
add_columns (const SlFoldColumn *columns, guint n_columns)
{
  SlFoldColumn sum = { 0 };

  for (guint i = 0; i < n_columns; i++)
    {
      sum.count += columns[i].count;
      sum.busy += columns[i].busy;
      sum.groups |= columns[i].groups;
      for (guint g = 0; g < SL_FOLD_GROUPS; g++)
        sum.time[g] += columns[i].time[g];
    }

  return sum;
}

static void
assert_column (const SlFoldColumn *actual, const SlFoldColumn *expected)
{
  g_assert_cmpuint (actual->count, ==, expected->count);
  g_assert_cmpuint (actual->busy, ==, expected->busy);
  g_assert_cmphex (actual->groups, ==, expected->groups);
  for (guint g = 0; g < SL_FOLD_GROUPS; g++)
    g_assert_cmpuint (actual->time[g], ==, expected->time[g]);
}

static void
test_fold_adds_up (void)
{
  g_test_summary ("Over any columns, counts and times add up to those of the whole span.");

  for (guint round = 0; round < 60; round++)
    {
      g_auto (TrackPair) pair = track_pair_make (round % 2, g_test_rand_int_range (1, 20000));
      g_autoptr (GArray) groups = track_pair_make_groups (pair.track);
      g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, 2000);
      SlFoldQuery query = { .span = track_pair_random_span (pair.items),
                            .group_of = (const guint8 *) groups->data };
      SlFoldColumn expected = fold_plainly (&pair, query.span, groups);

      for (guint i = 0; i < 10; i++)
        {
          SlFoldColumn sum;

          query.n_columns = g_test_rand_int_range (1, g_test_rand_bit () ? 8 : 2000);
          sl_track_fold (pair.track, &query, columns);
          sum = add_columns (columns, query.n_columns);
          assert_column (&sum, &expected);
        }
    }
}

static void
test_fold_is_exact (void)
{
  g_test_summary ("Columns of few items are exact to the tick.");

  for (guint round = 0; round < 60; round++)
    {
      g_auto (TrackPair) pair = track_pair_make (round % 2, g_test_rand_int_range (1, 60));
      g_autoptr (GArray) groups = track_pair_make_groups (pair.track);
      g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, 7);
      SlFoldQuery query = { .span = track_pair_random_span (pair.items),
                            .n_columns = 7,
                            .group_of = (const guint8 *) groups->data };

      sl_track_fold (pair.track, &query, columns);
      for (guint i = 0; i < query.n_columns; i++)
        {
          SlFoldColumn expected = fold_plainly (&pair, column_span (&query, i), groups);

          assert_column (&columns[i], &expected);
        }
    }
}

static void
test_fold_is_near (void)
{
  g_test_summary (
      "Up to each border the times of many items are exact to an eighth of a column, and "
      "no column is busier than it is long.");

  for (guint round = 0; round < 30; round++)
    {
      g_auto (TrackPair) pair =
          track_pair_make (SL_TRACK_SLICES, g_test_rand_int_range (1000, 20000));
      g_autoptr (GArray) groups = track_pair_make_groups (pair.track);
      g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, 200);
      SlFoldQuery query = { .span = track_pair_random_span (pair.items),
                            .n_columns = g_test_rand_int_range (1, 200),
                            .group_of = (const guint8 *) groups->data };
      gint64 step = (query.span.end - query.span.begin) / query.n_columns;
      gint64 told[SL_FOLD_GROUPS] = { 0 };

      sl_track_fold (pair.track, &query, columns);
      for (guint i = 0; i < query.n_columns; i++)
        {
          SlSpan before = { query.span.begin, column_span (&query, i).end };
          SlFoldColumn expected = fold_plainly (&pair, before, groups);

          g_assert_cmpuint (columns[i].busy, <=, (guint64) step + 1);
          for (guint g = 0; g < SL_FOLD_GROUPS; g++)
            {
              told[g] += (gint64) columns[i].time[g];
              g_assert_cmpint (ABS (told[g] - (gint64) expected.time[g]), <=, step / 8 + 1);
            }
        }
    }
}

static void
test_fold_one_item_a_column (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) track = NULL;
  SlFoldColumn columns[1000];
  guint8 groups[] = { 0, 1 };
  SlFoldQuery query = { .span = { 0, 100000 }, .n_columns = 1000, .group_of = groups };

  g_test_summary ("Columns as wide as the items show each item, and idle where there is none.");

  for (guint i = 0; i < 1000; i++)
    {
      if (i % 5 != 0)
        sl_track_writer_add_slice (writer, 100 * i, 100 * i + 60,
                                   i % 2 ? SL_STATE_RUNNING : SL_STATE_READY, 0);
    }
  track = sl_track_writer_snapshot (writer);
  sl_track_fold (track, &query, columns);

  for (guint i = 0; i < 1000; i++)
    {
      g_assert_cmpuint (columns[i].count, ==, i % 5 != 0);
      g_assert_cmpuint (columns[i].busy, ==, i % 5 != 0 ? 60 : 0);
      g_assert_cmpuint (columns[i].groups, ==, i % 5 == 0 ? 0 : i % 2 ? 1 : 2);
    }
}

static void
test_fold_stays_near (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) track = NULL;
  SlFoldColumn columns[100];
  guint8 groups[] = { 0 };
  SlTime burst = 1000000;
  SlFoldQuery query = { .span = { 0, 100 * burst }, .n_columns = 100, .group_of = groups };

  g_test_summary ("Idle is idle at every zoom: a column next to a burst shows nothing of it.");

  for (guint i = 0; i < 50; i++)
    {
      for (SlTime t = 2 * i * burst; t < 2 * i * burst + burst / 2; t += 100)
        sl_track_writer_add_slice (writer, t, t + 50, SL_STATE_RUNNING, 0);
    }
  track = sl_track_writer_snapshot (writer);
  sl_track_fold (track, &query, columns);

  for (guint i = 0; i < 100; i++)
    {
      g_assert_cmpuint (columns[i].busy, ==, i % 2 == 0 ? burst / 4 : 0);
      g_assert_cmpuint (columns[i].count, ==, i % 2 == 0 ? 5000 : 0);
    }
}

static void
test_fold_shows_no_length (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) track = NULL;
  guint8 groups[] = { 0, 1 };

  g_test_summary ("A slice without a length, a gap say, is seen at every zoom.");

  for (guint i = 0; i < 10000; i++)
    {
      sl_track_writer_add_slice (writer, 10 * i, 10 * i + 5, SL_STATE_RUNNING, 0);
      if (i == 5000)
        sl_track_writer_add_slice (writer, 10 * i + 7, 10 * i + 7, SL_STATE_GAP, 0);
    }
  track = sl_track_writer_snapshot (writer);

  for (guint n = 1; n < 300; n++)
    {
      g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, n);
      SlFoldQuery query = { .span = { 0, 100000 }, .n_columns = n, .group_of = groups };
      guint seen = 0;

      sl_track_fold (track, &query, columns);
      for (guint i = 0; i < n; i++)
        seen += (columns[i].groups & 2) != 0;
      g_assert_cmpuint (seen, ==, 1);
    }
}

static void
test_fold_values (void)
{
  g_test_summary ("The range of a column is that of all values that hold in it.");

  for (guint round = 0; round < 30; round++)
    {
      g_auto (TrackPair) pair = track_pair_make (SL_TRACK_VALUES, g_test_rand_int_range (1, 60));
      SlFoldColumn columns[13];
      guint8 groups[] = { 0 };
      SlFoldQuery query = { .span = track_pair_random_span (pair.items),
                            .n_columns = 13,
                            .group_of = groups };
      SlSpan all = sl_track_get_span (pair.track);

      if ((query.span.end - query.span.begin) / 8 / 13 > all.end - all.begin)
        continue;

      sl_track_fold (pair.track, &query, columns);
      for (guint i = 0; i < 13; i++)
        {
          SlSpan span = column_span (&query, i);
          guint first = track_pair_count_before (pair.items, span.begin);
          guint end = track_pair_count_before (pair.items, span.end);
          gint64 minimum = G_MAXINT64;
          gint64 maximum = G_MININT64;

          for (guint j = first > 0 ? first - 1 : 0; j < end; j++)
            {
              minimum = MIN (minimum, g_array_index (pair.items, SlItem, j).value);
              maximum = MAX (maximum, g_array_index (pair.items, SlItem, j).value);
            }
          g_assert_cmpint (columns[i].minimum, ==, minimum);
          g_assert_cmpint (columns[i].maximum, ==, maximum);
        }
    }
}

static void
test_fold_many_values (void)
{
  g_test_summary (
      "The range of a column is that of the values it counts and of the one before them.");

  for (guint round = 0; round < 30; round++)
    {
      g_auto (TrackPair) pair = track_pair_make (SL_TRACK_VALUES, g_test_rand_int_range (1, 20000));
      guint8 groups[] = { 0 };
      SlFoldQuery query = { .span = track_pair_random_span (pair.items),
                            .n_columns = g_test_rand_int_range (1, round % 2 ? 2000 : 20),
                            .group_of = groups };
      g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, query.n_columns);
      guint64 next = track_pair_count_before (pair.items, query.span.begin);

      sl_track_fold (pair.track, &query, columns);
      for (guint i = 0; i < query.n_columns; i++)
        {
          gint64 minimum = G_MAXINT64;
          gint64 maximum = G_MININT64;

          for (guint64 j = next - (next > 0); j < next + columns[i].count; j++)
            {
              minimum = MIN (minimum, g_array_index (pair.items, SlItem, j).value);
              maximum = MAX (maximum, g_array_index (pair.items, SlItem, j).value);
            }
          g_assert_cmpint (columns[i].minimum, ==, minimum);
          g_assert_cmpint (columns[i].maximum, ==, maximum);
          next += columns[i].count;
        }
      g_assert_cmpuint (next, ==, track_pair_count_before (pair.items, query.span.end));
    }
}

/* Sums by group are those of the group's codes. */
static void
check_groups (const SlTrack *track, SlSpan span, const guint64 *times, const guint64 *counts)
{
  guint n = sl_track_get_n_codes (track);
  g_autofree guint8 *group_of = g_new (guint8, n + 1);
  guint64 wanted[2][G_MAXUINT8 + 1] = { 0 };
  guint64 sums[2][G_MAXUINT8 + 1] = { 0 };

  for (guint i = 0; i < n; i++)
    {
      group_of[i] = g_test_rand_bit () ? SL_FOLD_IGNORE : (guint8) (i % 3);
      wanted[0][group_of[i]] += times[i];
      wanted[1][group_of[i]] += counts[i];
    }
  sl_track_sum_groups (track, span, group_of, sums[0], sums[1]);
  g_assert_cmpmem (sums, sizeof sums, wanted, sizeof wanted);
}

static void
test_sum (void)
{
  g_test_summary ("Sums by code are exact for any span.");

  for (guint round = 0; round < 20; round++)
    {
      g_auto (TrackPair) pair = track_pair_make (round % 2, g_test_rand_int_range (1, 9000));
      guint n = sl_track_get_n_codes (pair.track);

      for (guint i = 0; i < 10; i++)
        {
          SlSpan span = track_pair_random_span (pair.items);
          g_autofree guint64 *times = g_new0 (guint64, 2 * n);
          g_autofree guint64 *counts = g_new0 (guint64, 2 * n);

          sl_track_sum (pair.track, span, times, counts);
          for (guint j = track_pair_find_from (pair.items, span.begin); j < pair.items->len; j++)
            {
              const SlItem *item = &g_array_index (pair.items, SlItem, j);
              SlSpan part = sl_span_intersect (span, (SlSpan) { item->begin, item->end });
              guint code;

              if (item->begin >= span.end)
                break;
              code = track_pair_code_of (pair.track, item);
              times[n + code] += part.end - part.begin;
              counts[n + code] += item->begin >= span.begin;
            }
          g_assert_cmpmem (times, n * 8, times + n, n * 8);
          g_assert_cmpmem (counts, n * 8, counts + n, n * 8);
          check_groups (pair.track, span, times, counts);
        }
    }
}

/* One more fold, and one more sum, of the same track by the same groups. */
static void
check_kept (SlFoldSums *sums, const TrackPair *pair, const guint8 *group_of)
{
  SlFoldQuery query = { .span = track_pair_random_span (pair->items),
                        .n_columns = g_test_rand_int_range (1, g_test_rand_bit () ? 8 : 2000),
                        .group_of = group_of,
                        .counted = sl_fold_sums_get_counted (sums) };
  g_autofree SlFoldColumn *wanted = g_new (SlFoldColumn, query.n_columns);
  g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, query.n_columns);
  guint64 wanted_sums[2][G_MAXUINT8 + 1] = { 0 };
  guint64 found[2][G_MAXUINT8 + 1] = { 0 };

  sl_track_fold (pair->track, &query, wanted);
  sl_fold_sums_fold (sums, query.span, query.n_columns, columns);
  g_assert_cmpmem (columns, query.n_columns * sizeof *columns, wanted,
                   query.n_columns * sizeof *wanted);

  sl_track_sum_groups (pair->track, query.span, group_of, wanted_sums[0], wanted_sums[1]);
  sl_fold_sums_sum (sums, query.span, found[0], found[1]);
  g_assert_cmpmem (found, sizeof found, wanted_sums, sizeof wanted_sums);
}

static void
test_kept (void)
{
  guint n_kept = 0, n_looked_at = 0;

  g_test_summary (
      "Whatever was folded or found out before, what is kept of it changes no fold and no sum.");

  for (guint round = 0; round < 40; round++)
    {
      SlTrackType type = round % 4 == 3   ? SL_TRACK_VALUES
                         : round % 4 == 2 ? SL_TRACK_INSTANTS
                                          : SL_TRACK_SLICES;
      g_auto (TrackPair) pair = track_pair_make (type, g_test_rand_int_range (1, 20000));
      g_autoptr (GArray) groups = track_pair_make_groups (pair.track);
      const guint8 *group_of = (const guint8 *) groups->data;
      SlState counted =
          g_test_rand_bit () && type == SL_TRACK_SLICES ? SL_STATE_RUNNING : SL_STATE_NONE;
      g_autoptr (SlFoldSums) sums = sl_fold_sums_new (pair.track, group_of, counted);

      g_assert_true (sl_fold_sums_is_empty (sums));
      for (guint i = 0; i < 10; i++)
        {
          guint n_chunks = g_test_rand_int_range (1, 20), n_left = n_chunks;

          check_kept (sums, &pair, group_of);
          if (g_test_rand_bit ())
            sl_fold_sums_look_ahead (sums, &n_left);
          n_looked_at += n_chunks - n_left;
        }
      n_kept += !sl_fold_sums_is_empty (sums);
    }
  g_assert_cmpuint (n_kept, >, 5);
  g_assert_cmpuint (n_looked_at, >, 5);
}

/* One fold and one sum by running sums, next to those by the tree. */
static void
check_running (SlRunningSums *running, SlWeigher *weigher, const TrackPair *pair, SlFoldQuery query)
{
  g_autofree SlFoldColumn *wanted = NULL;
  g_autofree SlFoldColumn *columns = NULL;
  guint64 wanted_sums[2][G_MAXUINT8 + 1] = { 0 };
  guint64 found[2][G_MAXUINT8 + 1] = { 0 };

  query.span = track_pair_random_span (pair->items);
  query.n_columns = g_test_rand_int_range (1, g_test_rand_bit () ? 8 : 2000);
  wanted = g_new (SlFoldColumn, query.n_columns);
  columns = g_new (SlFoldColumn, query.n_columns);
  sl_track_fold (pair->track, &query, wanted);
  sl_running_sums_fold (running, weigher, query.span, query.n_columns, columns);
  g_assert_cmpmem (columns, query.n_columns * sizeof *columns, wanted,
                   query.n_columns * sizeof *wanted);

  sl_track_sum_groups (pair->track, query.span, query.group_of, wanted_sums[0], wanted_sums[1]);
  sl_running_sums_sum (running, weigher, query.span, found[0], found[1]);
  g_assert_cmpmem (found, sizeof found, wanted_sums, sizeof wanted_sums);
}

static void
test_running (void)
{
  g_test_summary ("Folds and sums by running sums are those by the tree, to the last tick.");

  for (guint round = 0; round < 40; round++)
    {
      SlTrackType type = round % 3 == 2 ? SL_TRACK_INSTANTS : SL_TRACK_SLICES;
      guint n_items = g_test_rand_int_range (1, round % 10 == 0 ? 60000 : 8000);
      g_auto (TrackPair) pair = track_pair_make (type, round % 10 == 1 ? 1 + round : n_items);
      g_autoptr (GArray) groups = track_pair_make_groups (pair.track);
      SlFoldQuery query = { .group_of = (const guint8 *) groups->data,
                            .counted = round % 3 == 1 ? SL_STATE_RUNNING : SL_STATE_NONE };
      SlRunningSums *running;
      SlWeigher weigher;

      sl_weigher_init (&weigher, pair.track, query.group_of, query.counted);
      running = sl_running_sums_new (&weigher);
      for (guint i = 0; i < 20; i++)
        check_running (running, &weigher, &pair, query);
      sl_running_sums_free (running);
      sl_weigher_clear (&weigher);
    }
}

static void
test_extremes (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) track = NULL;
  SlFoldColumn columns[100];
  guint8 groups[] = { 0 };
  SlTime far = G_GINT64_CONSTANT (1) << 61;
  SlFoldQuery query = { .span = { -far, far }, .n_columns = 100, .group_of = groups };
  SlFoldColumn sum;

  g_test_summary ("Spans of 2⁶² ticks fold without overflow.");

  sl_track_writer_add_slice (writer, -far, far, SL_STATE_RUNNING, 0);
  track = sl_track_writer_snapshot (writer);
  sl_track_fold (track, &query, columns);
  sum = add_columns (columns, 100);
  g_assert_cmpuint (sum.busy, ==, (guint64) far * 2);
  g_assert_cmpuint (sum.count, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track-fold/adds-up", test_fold_adds_up);
  g_test_add_func ("/track-fold/is-exact", test_fold_is_exact);
  g_test_add_func ("/track-fold/is-near", test_fold_is_near);
  g_test_add_func ("/track-fold/one-item-a-column", test_fold_one_item_a_column);
  g_test_add_func ("/track-fold/stays-near", test_fold_stays_near);
  g_test_add_func ("/track-fold/shows-no-length", test_fold_shows_no_length);
  g_test_add_func ("/track-fold/values", test_fold_values);
  g_test_add_func ("/track-fold/many-values", test_fold_many_values);
  g_test_add_func ("/track-fold/sum", test_sum);
  g_test_add_func ("/track-fold/kept", test_kept);
  g_test_add_func ("/track-fold/running", test_running);
  g_test_add_func ("/track-fold/extremes", test_extremes);

  return g_test_run ();
}
