/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-iter.h"
#include "track-pair.h"

static void
assert_item (const SlItem *actual, const SlItem *expected)
{
  g_assert_cmpint (actual->begin, ==, expected->begin);
  g_assert_cmpint (actual->end, ==, expected->end);
  g_assert_cmpuint (actual->state, ==, expected->state);
  g_assert_cmpuint (actual->detail, ==, expected->detail);
  g_assert_cmpint (actual->value, ==, expected->value);
  g_assert_cmpuint (actual->index, ==, expected->index);
}

static void
assert_same (const SlTrack *track, const GArray *items)
{
  SlTrackIter iter;
  SlItem item;

  g_assert_cmpuint (sl_track_get_count (track), ==, items->len);
  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  for (guint i = 0; i < items->len; i++)
    {
      g_assert_true (sl_track_iter_next (&iter, &item));
      assert_item (&item, &g_array_index (items, SlItem, i));
    }
  g_assert_false (sl_track_iter_next (&iter, &item));
}

static const guint sizes[] = { 0,   1,   2,   16,  17,   63,   64,   65,   127,
                               128, 511, 512, 513, 4095, 4096, 4097, 5000, 33000 };

static void
test_iterate (void)
{
  g_test_summary ("What goes into a track comes out, whatever the number of items.");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      for (SlTrackType type = SL_TRACK_SLICES; type <= SL_TRACK_VALUES; type++)
        {
          g_auto (TrackPair) pair = track_pair_make (type, sizes[i]);

          assert_same (pair.track, pair.items);
        }
    }
}

static void
check_finders (const TrackPair *pair, SlTime time)
{
  guint before = track_pair_count_before (pair->items, time);
  guint upto = track_pair_count_before (pair->items, time + 1);
  guint from = track_pair_find_from (pair->items, time);
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, pair->track, time);
  for (guint i = from; i < MIN (from + 70, pair->items->len); i++)
    {
      g_assert_true (sl_track_iter_next (&iter, &item));
      assert_item (&item, &g_array_index (pair->items, SlItem, i));
    }

  g_assert_cmpint (sl_track_find_before (pair->track, time, &item), ==, before > 0);
  if (before > 0)
    assert_item (&item, &g_array_index (pair->items, SlItem, before - 1));

  if (sl_track_find_at (pair->track, time, &item))
    assert_item (&item, &g_array_index (pair->items, SlItem, upto - 1));
  else
    g_assert_true (upto == 0 || (g_array_index (pair->items, SlItem, upto - 1).end <= time &&
                                 g_array_index (pair->items, SlItem, upto - 1).begin < time));
}

static void
test_find (void)
{
  g_test_summary ("Looking up by time agrees with a walk along the list of items.");

  for (guint round = 0; round < 30; round++)
    {
      SlTrackType type = round % 3;
      g_auto (TrackPair) pair = track_pair_make (type, g_test_rand_int_range (1, 6000));

      for (guint i = 0; i < 50; i++)
        {
          SlSpan span = track_pair_random_span (pair.items);

          check_finders (&pair, span.begin);
          g_assert_cmpuint (sl_track_count_between (pair.track, span), ==,
                            track_pair_count_before (pair.items, span.end) -
                                track_pair_count_before (pair.items, span.begin));
        }
    }
}

/* An iterator goes on by times and by items in turn: it is where the list has the first item from that time on, and never goes
 * back. */
static void
check_walk (const TrackPair *pair, guint n_steps)
{
  SlSpan all = sl_track_get_span (pair->track);
  SlTime step = (all.end - all.begin) / n_steps + 1;
  SlTrackIter iter;
  guint place = 0;

  sl_track_iter_init (&iter, pair->track, SL_TIME_MIN);
  for (SlTime time = all.begin; time < all.end;
       time += (SlTime) (g_test_rand_double_range (0, 2) * (double) step))
    {
      guint n_items = (guint) g_test_rand_int_range (0, 70);

      sl_track_iter_seek (&iter, time);
      place = MAX (place, track_pair_find_from (pair->items, time));
      for (guint i = 0; i < n_items && place < pair->items->len; i++, place++)
        {
          SlItem item;

          g_assert_true (sl_track_iter_next (&iter, &item));
          assert_item (&item, &g_array_index (pair->items, SlItem, place));
        }
    }

  sl_track_iter_seek (&iter, SL_TIME_MIN);
  g_assert_cmpuint (iter.next_index, ==, place);
}

static void
test_seek (void)
{
  g_test_summary ("Going on to a time agrees with a walk along the list of items.");

  for (guint round = 0; round < 30; round++)
    {
      g_auto (TrackPair) pair = track_pair_make (round % 3, g_test_rand_int_range (1, 9000));

      check_walk (&pair, 20);
      check_walk (&pair, 500);
    }
}

static void
test_read_all (void)
{
  g_test_summary ("A reader gives the same items as an iterator, from any time on.");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (TrackPair) pair = track_pair_make (i % 3, sizes[i]);
      SlTime from = sizes[i] > 0 ? track_pair_random_span (pair.items).begin : 0;
      guint place = track_pair_find_from (pair.items, from);
      const SlItem *item;
      SlTrackReader reader;

      sl_track_reader_init (&reader, pair.track, from);
      while ((item = sl_track_reader_next (&reader)) != NULL)
        assert_item (item, &g_array_index (pair.items, SlItem, place++));
      g_assert_cmpuint (place, ==, pair.items->len);
      g_assert_null (sl_track_reader_next (&reader));
    }
}

static void
test_snapshots_never_change (void)
{
  g_test_summary ("A snapshot reads the same after more was added and the writer is gone.");

  for (SlTrackType type = SL_TRACK_SLICES; type <= SL_TRACK_VALUES; type++)
    {
      SlTrackWriter *writer = sl_track_writer_new (type);
      g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (SlItem));
      g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (TrackPair));
      SlTime now = 0;

      g_array_set_clear_func (pairs, (GDestroyNotify) track_pair_clear);
      for (guint i = 0; i < 20000; i++)
        {
          track_pair_add_random (writer, type, items, &now);
          if (g_test_rand_int_range (0, 400) == 0)
            {
              TrackPair pair = { sl_track_writer_snapshot (writer), g_array_copy (items) };

              g_array_append_val (pairs, pair);
            }
        }
      sl_track_writer_free (writer);

      for (guint i = 0; i < pairs->len; i++)
        assert_same (g_array_index (pairs, TrackPair, i).track,
                     g_array_index (pairs, TrackPair, i).items);
    }
}

static void
test_out_of_order (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) track = NULL;
  SlItem item;

  g_test_summary ("A slice that begins before the last one ends is cut, so none overlap.");

  sl_track_writer_add_slice (writer, 0, 100, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (writer, 50, 150, SL_STATE_READY, 0);
  sl_track_writer_add_slice (writer, 20, 30, SL_STATE_IDLE, 0);
  g_assert_cmpint (sl_track_writer_get_end (writer), ==, 150);
  track = sl_track_writer_snapshot (writer);
  g_assert_true (sl_track_find_at (track, 120, &item));
  g_assert_cmpint (item.begin, ==, 100);
  g_assert_cmpint (item.end, ==, 150);
}

static void
test_memory (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) track = NULL;
  SlTime now = 0;

  g_test_summary ("Slices of some microseconds in cycles cost at most five bytes each.");

  for (guint i = 0; i < 200000; i++)
    {
      SlTime length = g_test_rand_int_range (500, 60000);

      sl_track_writer_add_slice (writer, now, now + length, 1 + i % 4, 0);
      now += length;
    }
  track = sl_track_writer_snapshot (writer);
  g_assert_cmpuint (sl_track_get_memory (track), <=, 5 * sl_track_get_count (track));
}

static void
check_range (const SlTrack *track, gint64 minimum, gint64 maximum)
{
  SlFoldQuery query = { .span = { 0, 1000 }, .n_columns = 1 };
  SlFoldColumn column;

  sl_track_fold (track, &query, &column);
  g_assert_cmpint (column.minimum, ==, minimum);
  g_assert_cmpint (column.maximum, ==, maximum);
}

static void
test_values (void)
{
  static const gint64 pairs[][2] = { { 0, 0 },
                                     { -1, -1 },
                                     { -1, 1 },
                                     { G_MININT64, G_MININT64 },
                                     { G_MAXINT64, G_MAXINT64 },
                                     { -128, 127 },
                                     { -129, 65536 },
                                     { G_MININT64, G_MAXINT64 },
                                     { G_MININT64 + 1, -G_MAXINT32 } };

  g_test_summary ("Any two values come out as they went in, and so does their range.");

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_VALUES);
      g_autoptr (SlTrack) track = NULL;
      SlItem item;

      sl_track_writer_add_value (writer, 10, pairs[i][0]);
      sl_track_writer_add_value (writer, 20, pairs[i][1]);
      track = sl_track_writer_snapshot (writer);
      g_assert_true (sl_track_find_at (track, 10, &item));
      g_assert_cmpint (item.value, ==, pairs[i][0]);
      g_assert_true (sl_track_find_at (track, 20, &item));
      g_assert_cmpint (item.value, ==, pairs[i][1]);
      check_range (track, pairs[i][0], pairs[i][1]);
    }
}

static void
test_sums (void)
{
  guint64 times[2] = { 0 }, counts[2] = { 0 }, expected[2] = { 0 };
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) track = NULL;
  SlTime now = 0;

  g_test_summary ("Sums are exact where their parts are short, long, or very many.");

  for (guint i = 0; i < 200000; i++)
    {
      SlTime length = i / 20000 % 2 == 0 ? 3 : G_GINT64_CONSTANT (5000000000);

      sl_track_writer_add_slice (writer, now, now + length, i % 2 == 0 ? 1 : 2, 0);
      expected[i % 2] += (guint64) length;
      now += length;
    }
  track = sl_track_writer_snapshot (writer);
  g_assert_cmpuint (sl_track_get_n_codes (track), ==, 2);
  sl_track_sum (track, (SlSpan) { 0, now }, times, counts);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (times[i], ==, expected[i]);
      g_assert_cmpuint (counts[i], ==, 100000);
    }
}

static void
test_memory_of_one (void)
{
  g_test_summary (
      "A track of one item takes at most 64 bytes: long traces of Linux have very many of them.");

  for (SlTrackType type = SL_TRACK_SLICES; type <= SL_TRACK_VALUES; type++)
    {
      g_auto (TrackPair) pair = track_pair_make (type, 1);

      g_assert_cmpuint (sl_track_get_memory (pair.track), <=, 64);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track/iterate", test_iterate);
  g_test_add_func ("/track/find", test_find);
  g_test_add_func ("/track/seek", test_seek);
  g_test_add_func ("/track/read-all", test_read_all);
  g_test_add_func ("/track/snapshots-never-change", test_snapshots_never_change);
  g_test_add_func ("/track/out-of-order", test_out_of_order);
  g_test_add_func ("/track/memory", test_memory);
  g_test_add_func ("/track/memory-of-one", test_memory_of_one);
  g_test_add_func ("/track/values", test_values);
  g_test_add_func ("/track/sums", test_sums);

  return g_test_run ();
}
