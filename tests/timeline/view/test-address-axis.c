/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "sl-address-axis.h"
#include "sl-test.h"

#define N_TRIES 400

static guint8
group_of (guint16 kind)
{
  return 0;
}

/* Pages at random, from a few to some hundred, near to each other or all over 64 bits. */
static SlPageMap *
make_map (GRand *rand, guint shift)
{
  SlPageMapWriter *writer = sl_page_map_writer_new (shift);
  guint n_pages = (guint) g_rand_int_range (rand, 1, 400);
  guint bits = (guint) g_rand_int_range (rand, 10, 65);
  g_autofree SlEvent *events = g_new0 (SlEvent, n_pages);
  SlPageMap *map;

  for (guint i = 0; i < n_pages; i++)
    {
      events[i].time = i;
      events[i].a = ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)) >> (64 - bits);
    }
  sl_page_map_writer_add_events (writer, events, n_pages, group_of);
  map = sl_page_map_writer_snapshot (writer);
  sl_page_map_writer_free (writer);
  return map;
}

static void
test_all_in_sight (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  g_test_summary ("Unless it is zoomed, each scale shows every touched page, higher addresses "
                  "above lower ones, from the very bottom to the very top.");

  for (guint i = 0; i < N_TRIES; i++)
    {
      g_autoptr (SlPageMap) map = make_map (rand, i % 2 == 0 ? SL_PAGE_SHIFT : 0);
      guint n_pages = sl_page_map_get_n_pages (map);
      SlAddressView view = { .scale = (SlAddressScale) (i % SL_N_ADDRESS_SCALES) };
      double bottom, top, last = 0;
      SlAddressAxis axis;

      sl_address_axis_init (&axis, map, &view);
      for (guint rank = 0; rank < n_pages; rank++)
        {
          sl_address_axis_get_page_places (&axis, rank, &bottom, &top);
          g_assert_cmpfloat (bottom, >=, last - 1e-9);
          g_assert_cmpfloat (top, >=, bottom);
          g_assert_cmpfloat_with_epsilon (bottom,
                                          sl_address_axis_get_place (&axis,
                                                                     sl_page_map_get_page (map,
                                                                                           rank)),
                                          1e-9);
          if (rank == 0)
            g_assert_cmpfloat_with_epsilon (bottom, 0, 1e-9);
          last = top;
        }
      g_assert_cmpfloat_with_epsilon (last, 1, 1e-9);
    }
}

static void
test_back_and_forth (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  g_test_summary ("The address at the place of a touched address is that address, as far as "
                  "doubles go, zoomed or not.");

  for (guint i = 0; i < N_TRIES; i++)
    {
      g_autoptr (SlPageMap) map = make_map (rand, SL_PAGE_SHIFT);
      guint n_pages = sl_page_map_get_n_pages (map);
      guint rank = (guint) g_rand_int_range (rand, 0, (int) n_pages);
      guint64 address =
          sl_page_map_get_page (map, rank) + (guint64) g_rand_int_range (rand, 0, 4096);
      SlAddressView view = { .scale = (SlAddressScale) (i % SL_N_ADDRESS_SCALES) };
      SlAddressAxis axis;
      double place, again;

      sl_address_axis_init (&axis, map, &view);
      view = sl_address_axis_zoom (&axis, sl_address_axis_get_place (&axis, address),
                                   g_rand_double_range (rand, 1, 50));
      sl_address_axis_init (&axis, map, &view);
      place = sl_address_axis_get_place (&axis, address);
      g_assert_cmpfloat (place, >=, -1e-6);
      g_assert_cmpfloat (place, <=, 1 + 1e-6);
      again = sl_address_axis_get_place (&axis, sl_address_axis_get_address (&axis, place));
      g_assert_cmpfloat_with_epsilon (again, place, 0.05);
    }
}

static void
test_zoom (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  g_test_summary ("Zooming in never shows more, zooming out as far as can be shows all again, and "
                  "panning keeps to what is touched; an address that is revealed is in sight.");

  for (guint i = 0; i < N_TRIES; i++)
    {
      g_autoptr (SlPageMap) map = make_map (rand, i % 5 == 0 ? 0 : SL_PAGE_SHIFT);
      guint n_pages = sl_page_map_get_n_pages (map);
      SlAddressView view = { .scale = (SlAddressScale) (i % SL_N_ADDRESS_SCALES) };
      SlAddressAxis all, axis;

      sl_address_axis_init (&all, map, &view);
      axis = all;
      for (guint turn = 0; turn < 40; turn++)
        {
          double place = g_rand_double (rand);
          guint64 seen =
              sl_page_map_get_page (map, (guint) g_rand_int_range (rand, 0, (int) n_pages));

          if (turn % 4 == 3)
            view = sl_address_axis_pan (&axis, g_rand_double_range (rand, -3, 3));
          else if (turn % 4 == 2)
            view = sl_address_axis_reveal (&axis, seen);
          else
            view = sl_address_axis_zoom (&axis, place, g_rand_double_range (rand, 1, 8));
          sl_address_axis_init (&axis, map, &view);
          g_assert_cmpint (view.scale, ==, all.scale);
          g_assert_cmpfloat (axis.low, >=, all.low - 1e-6 * (all.high - all.low));
          g_assert_cmpfloat (axis.high, <=, all.high + 1e-6 * (all.high - all.low) + 16);
          g_assert_cmpfloat (axis.high, >, axis.low);
          if (turn % 4 == 2)
            {
              g_assert_cmpfloat (sl_address_axis_get_place (&axis, seen), >=, -0.01);
              g_assert_cmpfloat (sl_address_axis_get_place (&axis, seen), <=, 1.01);
            }
        }

      view = sl_address_axis_zoom (&axis, 0.5, 0x1p-70);
      g_assert_false (view.is_zoomed);
    }
}

static void
test_names (void)
{
  SlAddressScale scale;

  g_test_summary ("Every scale is found by its own word, and by no other.");

  for (guint i = 0; i < SL_N_ADDRESS_SCALES; i++)
    {
      g_assert_true (sl_address_scale_find (sl_address_scale_get_id ((SlAddressScale) i), &scale));
      g_assert_cmpint (scale, ==, i);
    }
  g_assert_false (sl_address_scale_find ("", &scale));
  g_assert_false (sl_address_scale_find ("logarithmic", &scale));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address-axis/all-in-sight", test_all_in_sight);
  g_test_add_func ("/address-axis/back-and-forth", test_back_and_forth);
  g_test_add_func ("/address-axis/zoom", test_zoom);
  g_test_add_func ("/address-axis/names", test_names);
  return g_test_run ();
}
