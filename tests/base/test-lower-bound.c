/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lower-bound.h"

static void
test_law (void)
{
  g_test_summary (
      "What is found is the number of the elements below the value, also among equal ones.");

  for (guint round = 0; round < 2000; round++)
    {
      guint values[40];
      guint n = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (values)), n_below = 0;
      guint first = (guint) g_test_rand_int_range (0, (gint32) n + 1), sum = 0;
      guint wanted = (guint) g_test_rand_int_range (0, 60);

      for (guint i = 0; i < n; i++)
        {
          values[i] = sum += (guint) g_test_rand_int_range (0, 4);
          n_below += values[i] < wanted;
        }

      g_assert_cmpuint (sl_lower_bound (0, n, i, values[i] < wanted), ==, n_below);
      g_assert_cmpuint (sl_lower_bound (first, n, i, values[i] < wanted), ==, MAX (first, n_below));
    }
}

static gboolean
refuse (guint number)
{
  g_assert_not_reached ();
}

static void
test_ends (void)
{
  guint64 wide = sl_lower_bound (0, G_MAXUINT64, i, i < G_MAXUINT64 - 1);
  guint8 narrow = 200;

  g_test_summary ("Ranges may be empty, below zero, or as wide as their type.");

  g_assert_cmpuint (sl_lower_bound (7, 7u, i, refuse (i)), ==, 7);
  g_assert_cmpuint (wide, ==, G_MAXUINT64 - 1);
  g_assert_cmpint (sl_lower_bound (G_MININT64, G_MAXINT64, i, i < -12345), ==, -12345);
  g_assert_cmpint (sl_lower_bound (G_MININT64, G_MAXINT64, i, TRUE), ==, G_MAXINT64);
  g_assert_cmpint (sl_lower_bound (-5, 5, i, FALSE), ==, -5);
  g_assert_cmpint (sl_lower_bound (0, narrow, i, i < 190), ==, 190);
}

static void
test_steps (void)
{
  g_test_summary ("As many questions as the range can be halved, and none outside of it.");

  for (guint64 n = 0; n < 300; n++)
    {
      guint n_asked = 0, most = 0;
      guint64 found;

      for (guint64 left = n; left > 0; left /= 2)
        most++;
      found = sl_lower_bound (10, 10 + n, i, (n_asked++, i >= 10) && i < 10 + n / 3);
      g_assert_cmpuint (found, ==, 10 + n / 3);
      g_assert_cmpuint (n_asked, <=, most);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lower-bound/law", test_law);
  g_test_add_func ("/lower-bound/ends", test_ends);
  g_test_add_func ("/lower-bound/steps", test_steps);
  return g_test_run ();
}
