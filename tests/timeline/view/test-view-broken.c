/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view.h"

#include <math.h>

#define WHOLE  G_GINT64_CONSTANT (1000000000000)
#define ROUNDS 2000

static gint64
random_below (gint64 limit)
{
  return (gint64) (g_test_rand_double () * (double) limit);
}

/* Apart from each other, by time. */
static guint
random_breaks (SlSpan *breaks)
{
  guint n = (guint) g_test_rand_int_range (1, SL_VIEW_BREAKS + 1);
  gint64 pitch = WHOLE / n;

  for (guint i = 0; i < n; i++)
    {
      gint64 length = 1 + random_below (pitch - 2);

      breaks[i].begin = i * pitch + 1 + random_below (pitch - 1 - length);
      breaks[i].end = breaks[i].begin + length;
    }
  return n;
}

static SlView
random_view (void)
{
  SlSpan breaks[SL_VIEW_BREAKS];
  guint n = random_breaks (breaks);
  gint64 length = 10 + random_below ((gint64) pow (10, 3 + g_test_rand_double () * 9) - 10);
  SlTime begin = random_below (WHOLE - length);

  return sl_view_make_broken ((SlSpan) { 0, WHOLE }, (SlSpan) { begin, begin + length },
                              g_test_rand_int_range (50, 4000), breaks, n);
}

static void
test_parts (void)
{
  g_test_summary (
      "Parts adjoin and cover what is visible; a break is no wider than it may be, and the others share what is left "
      "by their length.");

  for (guint i = 0; i < ROUNDS; i++)
    {
      SlView view = random_view ();
      double scale = sl_view_get_scale (&view);
      SlTime end = view.visible.begin;
      int x = 0;

      for (guint j = 0; j < sl_view_get_n_parts (&view); j++)
        {
          SlViewPart part = sl_view_get_part (&view, j);

          g_assert_cmpint (part.span.begin, ==, end);
          g_assert_cmpint (part.span.end, >, part.span.begin);
          g_assert_cmpint (part.x, ==, x);
          g_assert_cmpint (part.width, >, 0);
          if (part.is_break)
            g_assert_cmpint (part.width, <=, SL_VIEW_BREAK_WIDTH);
          else if (part.width > 1)
            g_assert_cmpfloat (fabs ((double) (part.span.end - part.span.begin) / scale -
                                     part.width),
                               <=, 2 + SL_VIEW_PARTS);
          end = part.span.end;
          x += part.width;
        }
      g_assert_cmpint (end, ==, view.visible.end);
      g_assert_cmpint (x, ==, view.width);
    }
}

static void
test_columns (void)
{
  g_test_summary (
      "The columns' spans adjoin and cover what is visible, and a tick is in the column under which it is.");

  for (guint i = 0; i < ROUNDS / 20; i++)
    {
      SlView view = random_view ();
      SlTime end = view.visible.begin;
      double last = -1;

      for (int x = 0; x < view.width; x++)
        {
          SlSpan span = sl_view_column_span (&view, x);
          SlTime time = sl_view_time (&view, x);

          g_assert_cmpint (span.begin, ==, end);
          end = span.end;
          g_assert_cmpfloat (sl_view_x (&view, time), <=, x + 0.01);
          g_assert_cmpfloat (sl_view_x (&view, time), >=, last);
          last = sl_view_x (&view, time);
          if (span.end > span.begin)
            {
              g_assert_cmpint (sl_view_column (&view, span.begin), ==, x);
              g_assert_cmpint (sl_view_column (&view, span.end - 1), ==, x);
            }
        }
      g_assert_cmpint (end, ==, view.visible.end);
    }
}

static SlView
move (const SlView *view, SlSpan visible)
{
  return sl_view_make_broken (view->extent, visible, view->width, view->breaks, view->n_breaks);
}

static gboolean
touches_an_end (const SlView *view)
{
  return view->visible.begin == view->extent.begin || view->visible.end == view->extent.end;
}

/* So far may columns be off: each part is rounded to whole ones. */
static double
get_rounding (const SlView *one, const SlView *other)
{
  return 2 + MAX (one->n_parts, other->n_parts);
}

static void
test_zoom (void)
{
  g_test_summary (
      "What is under the pointer stays there while zooming, also over breaks, but for clamping.");

  for (guint i = 0; i < ROUNDS; i++)
    {
      SlView view = random_view ();
      double x = g_test_rand_int_range (0, view.width);
      SlTime time = sl_view_time (&view, x);
      SlView next = move (&view, sl_view_zoom (&view, x, 0.5 + g_test_rand_double () * 1.5));

      /* Where only a break is visible it takes the whole width, and more than its own beside anything else. */
      if (view.n_parts == 0 || next.n_parts == 0 || touches_an_end (&next) ||
          sl_view_get_scale (&next) < 1000)
        continue;
      g_assert_cmpfloat (fabs (sl_view_x (&next, time) - x), <=, get_rounding (&view, &next));
    }
}

static void
test_pan (void)
{
  g_test_summary (
      "What is seen moves by as many pixels as are panned, whether breaks are between or not.");

  for (guint i = 0; i < ROUNDS; i++)
    {
      SlView view = random_view ();
      int by = g_test_rand_int_range (-view.width / 2, view.width / 2);
      SlView next = move (&view, sl_view_pan (&view, by));
      double x = view.width / 2.0 + by / 2.0;
      SlTime time = sl_view_time (&view, x);

      if (view.n_parts == 0 || next.n_parts == 0 || touches_an_end (&next) ||
          sl_view_get_scale (&next) < 1000)
        continue;
      g_assert_cmpfloat (fabs (sl_view_x (&next, time) - (x - by)), <=,
                         get_rounding (&view, &next));
    }
}

static void
test_whole (void)
{
  g_test_summary (
      "Zooming out far enough shows everything; zooming in ends where what is not compressed is a few ticks.");

  for (guint i = 0; i < ROUNDS / 4; i++)
    {
      SlView view = random_view ();

      for (guint j = 0; j < 80 && !sl_span_equal (view.visible, view.extent); j++)
        view = move (&view, sl_view_zoom (&view, view.width / 2.0, 0.5));
      g_assert_true (sl_span_equal (view.visible, view.extent));

      for (guint j = 0; j < 80; j++)
        view = move (&view, sl_view_zoom (&view, view.width / 3.0, 2));
      g_assert_cmpfloat (sl_view_get_scale (&view) * view.width, <=, 4 * SL_VIEW_MIN_TICKS);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-broken/parts", test_parts);
  g_test_add_func ("/view-broken/columns", test_columns);
  g_test_add_func ("/view-broken/zoom", test_zoom);
  g_test_add_func ("/view-broken/pan", test_pan);
  g_test_add_func ("/view-broken/whole", test_whole);
  return g_test_run ();
}
