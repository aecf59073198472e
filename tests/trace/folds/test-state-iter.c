/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-state-iter.h"

#include "sl-test.h"

#define ROUNDS 60

/* A track of some thousand slices in which one state is rare, frequent or missing; the details of the other
 * state are below @n_details. */
static SlTrack *
make_track (guint n_slices, guint one_in, int n_details)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  SlTime time = g_test_rand_int_range (-1000, 1000);

  for (guint i = 0; i < n_slices; i++)
    {
      SlTime begin = time + g_test_rand_int_range (0, 3) * g_test_rand_int_range (0, 500);
      gboolean chosen = one_in > 0 && g_test_rand_int_range (0, one_in) == 0;

      time = begin + g_test_rand_int_range (1, 100);
      sl_track_writer_add_slice (writer, begin, time,
                                 chosen ? SL_STATE_INTERRUPT : SL_STATE_RUNNING,
                                 (guint32) g_test_rand_int_range (1, chosen ? 6 : n_details));
    }

  return sl_track_writer_snapshot (writer);
}

static GArray *
plain_scan (const SlTrack *track, SlState state, SlTime from)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (SlItem));
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, from);
  while (sl_track_iter_next (&iter, &item))
    {
      if (item.state == state)
        g_array_append_val (items, item);
    }

  return items;
}

static void
assert_same_item (const SlItem *one, const SlItem *other)
{
  g_assert_cmpint (one->begin, ==, other->begin);
  g_assert_cmpint (one->end, ==, other->end);
  g_assert_cmpuint (one->state, ==, other->state);
  g_assert_cmpuint (one->detail, ==, other->detail);
  g_assert_cmpuint (one->index, ==, other->index);
}

static void
check_walk (const SlTrack *track, SlState state, SlTime from, guint64 n_before)
{
  g_autoptr (GArray) wanted = plain_scan (track, state, from);
  SlStateIter iter;
  SlItem item;
  guint seen = 0;

  sl_state_iter_init (&iter, track, state, from);
  for (; sl_state_iter_next (&iter, &item); seen++)
    {
      g_assert_cmpuint (seen, <, wanted->len);
      assert_same_item (&item, &g_array_index (wanted, SlItem, seen));
      g_assert_cmpuint (iter.number, ==, n_before + seen + 1);
    }
  g_assert_cmpuint (seen, ==, wanted->len);
}

static void
check_track (const SlTrack *track, SlState state)
{
  g_autoptr (GArray) all = plain_scan (track, state, SL_TIME_MIN);
  SlSpan span = sl_track_get_span (track);
  SlItem item;

  g_assert_cmpuint (sl_track_count_state (track, state, SL_TIME_MAX), ==, all->len);
  g_assert_false (sl_track_find_state (track, state, all->len, &item));
  for (guint i = 0; i < all->len; i += 1 + (guint) g_test_rand_int_range (0, 20))
    {
      g_assert_true (sl_track_find_state (track, state, i, &item));
      assert_same_item (&item, &g_array_index (all, SlItem, i));
    }

  for (guint i = 0; i < 20; i++)
    {
      SlTime from = span.begin - 10 + g_test_rand_int_range (0, (int) (span.end - span.begin) + 20);
      guint64 begun = 0, ended = 0;

      for (guint j = 0; j < all->len; j++)
        {
          begun += g_array_index (all, SlItem, j).begin < from;
          ended += g_array_index (all, SlItem, j).end <= from;
        }
      g_assert_cmpuint (sl_track_count_state (track, state, from), ==, begun);
      check_walk (track, state, from, ended);
    }
}

static void
test_as_plain_scan (void)
{
  g_test_summary (
      "The slices of one state are those that a walk over all slices meets: as many, the "
      "same ones, from any time on, however rare they are.");

  for (guint round = 0; round < ROUNDS; round++)
    {
      static const guint rarities[] = { 1, 2, 40, 3000, 0 };
      g_autoptr (SlTrack) track = make_track ((guint) g_test_rand_int_range (1, 4000),
                                              rarities[round % G_N_ELEMENTS (rarities)], 6);

      check_track (track, SL_STATE_INTERRUPT);
      check_track (track, SL_STATE_RUNNING);
    }
}

static void
test_many_codes (void)
{
  g_test_summary (
      "The slices of one state are found in the same way where another state has very many "
      "details, as a processor that ran thousands of tasks, and where it has many itself.");

  for (guint round = 0; round < 6; round++)
    {
      g_autoptr (SlTrack) track = make_track ((guint) g_test_rand_int_range (20000, 40000),
                                              round % 2 == 0 ? 50 : 3000, 5000);

      check_track (track, SL_STATE_INTERRUPT);
      check_track (track, SL_STATE_RUNNING);
    }
}

static void
test_counted_columns (void)
{
  g_test_summary ("A fold that counts one state only counts each of its slices once, in the column "
                  "in which it begins.");

  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (SlTrack) track = make_track ((guint) g_test_rand_int_range (1, 4000), 3, 6);
      guint n_columns = (guint) g_test_rand_int_range (1, 300);
      g_autofree SlFoldColumn *columns = g_new0 (SlFoldColumn, n_columns);
      g_autofree guint8 *groups = g_new0 (guint8, sl_track_get_n_codes (track));
      SlFoldQuery query = {
        .span = sl_track_get_span (track),
        .n_columns = n_columns,
        .group_of = groups,
        .counted = SL_STATE_INTERRUPT,
      };
      guint64 count = 0;

      sl_track_fold (track, &query, columns);
      for (guint i = 0; i < n_columns; i++)
        count += columns[i].count;
      g_assert_cmpuint (count, ==,
                        sl_track_count_state (track, SL_STATE_INTERRUPT, query.span.end));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/state-iter/as-plain-scan", test_as_plain_scan);
  g_test_add_func ("/state-iter/many-codes", test_many_codes);
  g_test_add_func ("/state-iter/counted-columns", test_counted_columns);

  return g_test_run ();
}
