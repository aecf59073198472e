/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Curves of values, in few numbers. */

#include "sl-lane.h"
#include "sl-value-summary.h"

static void
test_by_hand (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_VALUES);
  g_autoptr (SlTrack) track = NULL;
  SlValueSummary summary;

  g_test_summary (
      "A value counts for as long as it holds, the last to the end of the span; what is unknown is left out.");

  sl_track_writer_add_value (writer, 10, 2);
  sl_track_writer_add_value (writer, 20, SL_COUNT_UNKNOWN);
  sl_track_writer_add_value (writer, 50, 7);
  sl_track_writer_add_value (writer, 51, 1);
  track = sl_track_writer_snapshot (writer);

  g_assert_true (sl_value_summary_init (&summary, track, (SlSpan) { 0, 80 }, NULL, NULL));
  g_assert_cmpint (summary.known, ==, 10 + 1 + 29);
  g_assert_cmpint (summary.least, ==, 1);
  g_assert_cmpint (summary.most, ==, 7);
  g_assert_cmpfloat (summary.mean, ==, (20 + 7 + 29) / 40.0);

  g_assert_true (sl_value_summary_init (&summary, track, (SlSpan) { 15, 50 }, NULL, NULL));
  g_assert_cmpint (summary.known, ==, 5);
  g_assert_cmpint (summary.most, ==, 2);

  g_assert_true (sl_value_summary_init (&summary, track, (SlSpan) { 22, 40 }, NULL, NULL));
  g_assert_cmpint (summary.known, ==, 0);
}

static void
test_law (void)
{
  g_test_summary ("Of random curves and spans: what a look at each tick gives.");

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_VALUES);
      g_autoptr (SlTrack) track = NULL;
      gint64 values[400], value = SL_COUNT_UNKNOWN, sum = 0;
      gint64 least = G_MAXINT64, most = G_MININT64, known = 0;
      guint begin = (guint) g_test_rand_int_range (0, 400);
      guint end = (guint) g_test_rand_int_range ((gint32) begin, 400);
      SlValueSummary summary;

      for (guint i = 0; i < 400; i++)
        {
          if (g_test_rand_int_range (0, 5) == 0)
            {
              value = g_test_rand_int_range (-1, 6);
              sl_track_writer_add_value (writer, i, value);
            }
          values[i] = value;
        }
      track = sl_track_writer_snapshot (writer);
      for (guint i = begin; i < end; i++)
        if (values[i] != SL_COUNT_UNKNOWN)
          {
            least = MIN (least, values[i]);
            most = MAX (most, values[i]);
            sum += values[i];
            known++;
          }

      g_assert_true (sl_value_summary_init (&summary, track, (SlSpan) { begin, end }, NULL, NULL));
      g_assert_cmpint (summary.known, ==, known);
      if (known == 0)
        continue;
      g_assert_cmpint (summary.least, ==, least);
      g_assert_cmpint (summary.most, ==, most);
      g_assert_cmpfloat_with_epsilon (summary.mean, (double) sum / (double) known, 1e-9);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/value-summary/by-hand", test_by_hand);
  g_test_add_func ("/value-summary/law", test_law);
  return g_test_run ();
}
