/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view.h"

#include <math.h>

static gint64
random_below (gint64 limit)
{
  return (gint64) (g_test_rand_double () * (double) limit);
}

static SlView
random_view (void)
{
  static const SlSpan extents[] = {
    { 0, 1000 },
    { -500, 100000 },
    { 0, G_GINT64_CONSTANT (1000000000000000000) },
    { SL_TIME_MIN / 2, SL_TIME_MAX / 2 },
  };
  SlSpan extent = extents[g_test_rand_int_range (0, G_N_ELEMENTS (extents))];
  gint64 whole = extent.end - extent.begin;
  gint64 length =
      10 + random_below (MIN (whole - 10, (gint64) pow (10, 1 + g_test_rand_double () * 17)));
  SlTime begin = extent.begin + random_below (whole - length);

  return sl_view_make (extent, (SlSpan) { begin, begin + length },
                       g_test_rand_int_range (50, 4000));
}

static void
test_inverse (void)
{
  g_test_summary ("The tick under a pixel is in that pixel, over any span.");

  for (guint i = 0; i < 20000; i++)
    {
      SlView view = random_view ();
      int x = g_test_rand_int_range (0, view.width);
      SlTime time = sl_view_time (&view, x);
      SlSpan column = sl_view_column_span (&view, x);

      g_assert_cmpint (time, >=, view.visible.begin);
      g_assert_cmpint (time, <=, view.visible.end);
      g_assert_cmpfloat (sl_view_x (&view, time), <=, x + 0.01);
      if (column.end > column.begin)
        g_assert_cmpint (sl_view_column (&view, column.begin), ==, x);
    }
}

static void
test_columns_adjoin (void)
{
  g_test_summary ("The columns' spans adjoin and cover what is visible.");

  for (guint i = 0; i < 200; i++)
    {
      SlView view = random_view ();
      SlTime end = view.visible.begin;

      for (int x = 0; x < view.width; x++)
        {
          SlSpan span = sl_view_column_span (&view, x);

          g_assert_cmpint (span.begin, ==, end);
          end = span.end;
        }
      g_assert_cmpint (end, ==, view.visible.end);
    }
}

static void
test_zoom_keeps_point (void)
{
  g_test_summary ("What is under the pointer stays there while zooming, but for clamping.");

  for (guint i = 0; i < 20000; i++)
    {
      SlView view = random_view ();
      double x = g_test_rand_int_range (0, view.width);
      SlTime time = sl_view_time (&view, x);
      double factor = 1 + g_test_rand_double () * 3;
      SlSpan next = sl_view_zoom (&view, x, g_test_rand_bit () ? factor : 1 / factor);
      SlView zoomed = sl_view_make (view.extent, next, view.width);
      double before = (double) view.width / (double) (view.visible.end - view.visible.begin);
      double after = (double) view.width / (double) (next.end - next.begin);

      g_assert_true (sl_span_equal (next, zoomed.visible));
      if (next.begin == view.extent.begin || next.end == view.extent.end)
        continue;
      g_assert_cmpfloat (fabs (sl_view_x (&zoomed, time) - sl_view_x (&view, time)), <=,
                         before + 2 * after + 0.02);
    }
}

static void
test_zoom_returns (void)
{
  g_test_summary ("Zooming in and out again at one pixel returns, to within rounding.");

  for (guint i = 0; i < 20000; i++)
    {
      SlView view = random_view ();
      double x = g_test_rand_int_range (0, view.width);
      SlSpan in = sl_view_zoom (&view, x, 1.25);
      SlView zoomed = sl_view_make (view.extent, in, view.width);
      SlSpan back = sl_view_zoom (&zoomed, x, 1 / 1.25);
      double tolerance = 3 + (double) (view.visible.end - view.visible.begin) / 1e6;

      if (in.end - in.begin <= 2 * SL_VIEW_MIN_TICKS)
        continue;
      g_assert_cmpfloat (fabs ((double) (back.begin - view.visible.begin)), <=, tolerance);
      g_assert_cmpfloat (fabs ((double) (back.end - view.visible.end)), <=, tolerance);
    }
}

static void
test_clamp (void)
{
  g_test_summary ("A clamped span is inside, is long enough, and stays as it is if it was.");

  for (guint i = 0; i < 20000; i++)
    {
      SlView view = random_view ();
      gint64 shift = random_below (G_GINT64_CONSTANT (1) << g_test_rand_int_range (1, 60));
      SlSpan moved = sl_view_pan (&view, g_test_rand_double_range (-1e5, 1e5));
      SlSpan span = sl_view_clamp (view.extent, (SlSpan) { shift, shift + 1 });

      g_assert_cmpint (moved.end - moved.begin, ==, view.visible.end - view.visible.begin);
      g_assert_cmpint (moved.begin, >=, view.extent.begin);
      g_assert_cmpint (moved.end, <=, view.extent.end);
      g_assert_cmpint (span.end - span.begin, ==, SL_VIEW_MIN_TICKS);
      g_assert_true (sl_span_equal (sl_view_clamp (view.extent, span), span));
    }
}

static void
test_reveal (void)
{
  g_test_summary ("What is revealed is inside what is visible, and no move is made in vain.");

  for (guint i = 0; i < 5000; i++)
    {
      SlView view = random_view ();
      SlTime begin = view.extent.begin + random_below ((view.extent.end - view.extent.begin) / 2);
      SlSpan span = { begin, begin + random_below (100) };
      SlSpan next = sl_view_reveal (&view, span);
      SlView moved = sl_view_make (view.extent, next, view.width);

      span.end = MIN (span.end, view.extent.end);
      g_assert_cmpint (next.begin, <=, span.begin);
      g_assert_cmpint (next.end, >=, span.end);
      g_assert_cmpint (moved.visible.begin, ==, next.begin);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view/inverse", test_inverse);
  g_test_add_func ("/view/columns-adjoin", test_columns_adjoin);
  g_test_add_func ("/view/zoom-keeps-point", test_zoom_keeps_point);
  g_test_add_func ("/view/zoom-returns", test_zoom_returns);
  g_test_add_func ("/view/clamp", test_clamp);
  g_test_add_func ("/view/reveal", test_reveal);
  return g_test_run ();
}
