/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-fold.h"

#define ROUNDS 100

static SlTrack *
make_track (SlTime *end)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  SlTime time = 0;

  for (int i = 0; i < 2000; i++)
    {
      SlTime begin = time + g_test_rand_int_range (0, 30) * g_test_rand_int_range (1, 40);

      time = begin + g_test_rand_int_range (1, 400);
      sl_track_writer_add_slice (writer, begin, time, SL_STATE_RUNNING,
                                 (guint32) g_test_rand_int_range (1, 4));
    }
  *end = time;
  return sl_track_writer_snapshot (writer);
}

static void
test_columns (void)
{
  const guint8 groups[] = { 0, 1, 2, 0, 0 };

  g_test_summary (
      "What a column of a broken axis has is what the track has in the column's span, whatever part it is in.");

  for (guint round = 0; round < ROUNDS; round++)
    {
      SlTime end;
      g_autoptr (SlTrack) track = make_track (&end);
      SlSpan breaks[2] = { { end / 5, end / 5 + end / g_test_rand_int_range (4, 40) },
                           { end * 3 / 5, end * 3 / 5 + end / g_test_rand_int_range (4, 40) } };
      SlView view = sl_view_make_broken ((SlSpan) { 0, end },
                                         (SlSpan) { end / g_test_rand_int_range (4, 30), end },
                                         g_test_rand_int_range (120, 900), breaks, 2);
      g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, (gsize) view.width);
      guint64 busy = 0;

      g_assert_cmpuint (view.n_parts, >, 1);
      sl_view_fold (&view, track, &(SlFoldQuery) { .group_of = groups }, columns);
      for (guint i = 0; i < view.n_parts; i++)
        {
          SlViewPart part = view.parts[i];
          guint64 times[256] = { 0 }, counts[256] = { 0 }, folded[3] = { 0 };

          sl_track_sum_groups (track, part.span, groups, times, counts);
          for (int x = part.x; x < part.x + part.width; x++)
            {
              busy += columns[x].busy;
              g_assert_cmpuint (columns[x].busy, <=,
                                (guint64) sl_view_column_ticks (&view, (guint) x) + 1);
              for (guint group = 0; group < 3; group++)
                folded[group] += columns[x].time[group];
            }
          for (guint group = 0; group < 3; group++)
            g_assert_cmpuint (folded[group], ==, times[group]);
        }
      g_assert_cmpuint (busy, >, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-fold/columns", test_columns);
  return g_test_run ();
}
