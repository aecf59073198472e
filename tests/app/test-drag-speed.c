/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-drag-speed.h"

#include <math.h>

#define SPEED 600.0 /* pixels a second */

#define assert_near(one, other, tolerance) \
  g_assert_cmpfloat (fabs ((one) - (other)), <=, (tolerance))

/* Moves steadily by SPEED for @duration ms, with an event every @step ms, and lets go with the last
 * of them. */
static double
throw_from (guint32 begin, guint32 duration, guint32 step)
{
  SlDragSpeed speed;

  sl_drag_speed_begin (&speed, begin, 0);
  for (guint32 passed = step; passed <= duration; passed += step)
    sl_drag_speed_move (&speed, begin + passed, passed * SPEED / 1000);
  return sl_drag_speed_release (&speed, begin + duration);
}

static void
test_steady (void)
{
  static const guint32 begins[] = { 1, 5000, G_MAXUINT32 - 120 };

  g_test_summary (
      "Steady motion has its speed, in whatever steps it is reported: each millisecond, "
      "each frame, or all of it at once; also while the clock wraps around.");

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    for (guint32 step = 1; step <= 240; step++)
      assert_near (throw_from (begins[i], 240 / step * step, step), SPEED, 1e-6);
}

static void
test_same_time (void)
{
  SlDragSpeed speed;

  g_test_summary ("Events of the same time, or of one before, have no infinite speed, and the way "
                  "that they tell of is not lost.");

  sl_drag_speed_begin (&speed, 1000, 0);
  sl_drag_speed_move (&speed, 1000, 4);
  g_assert_cmpfloat (sl_drag_speed_release (&speed, 1000), ==, 0);
  for (guint32 passed = 10; passed <= 200; passed += 10)
    {
      sl_drag_speed_move (&speed, 1000 + passed, passed * SPEED / 1000);
      sl_drag_speed_move (&speed, 1000 + passed, passed * SPEED / 1000 + 3);
      sl_drag_speed_move (&speed, 1000 + passed - 5, passed * SPEED / 1000 + 2);
    }
  assert_near (sl_drag_speed_release (&speed, 1200), SPEED, 1e-6);
  assert_near (sl_drag_speed_release (&speed, 1190), SPEED, 1e-6);
}

static void
test_rest (void)
{
  SlDragSpeed speed;

  g_test_summary ("Who rests before letting go throws nothing; who lets go soon does.");

  sl_drag_speed_begin (&speed, 1000, 0);
  for (guint32 passed = 10; passed <= 200; passed += 10)
    sl_drag_speed_move (&speed, 1000 + passed, -(passed * SPEED / 1000));
  assert_near (sl_drag_speed_release (&speed, 1200), -SPEED, 1e-6);
  assert_near (sl_drag_speed_release (&speed, 1220), -SPEED, 1e-6);
  g_assert_cmpfloat (sl_drag_speed_release (&speed, 1400), ==, 0);

  /* A rest before it goes on is forgotten soon. */
  for (guint32 passed = 10; passed <= 200; passed += 10)
    sl_drag_speed_move (&speed, 3000 + passed, passed * SPEED / 1000 - 120);
  assert_near (sl_drag_speed_release (&speed, 3200), SPEED, SPEED / 50);
}

static void
test_change (void)
{
  SlDragSpeed speed;

  g_test_summary (
      "What counts is how fast it was at last: after it slowed down it is slow, after it "
      "turned round it goes the other way.");

  sl_drag_speed_begin (&speed, 1000, 0);
  for (guint32 passed = 10; passed <= 200; passed += 10)
    sl_drag_speed_move (&speed, 1000 + passed, passed * SPEED / 1000);
  for (guint32 passed = 10; passed <= 200; passed += 10)
    sl_drag_speed_move (&speed, 1200 + passed, 120);
  assert_near (sl_drag_speed_release (&speed, 1400), 0, SPEED / 50);
  for (guint32 passed = 10; passed <= 200; passed += 10)
    sl_drag_speed_move (&speed, 1400 + passed, 120 - passed * SPEED / 1000);
  assert_near (sl_drag_speed_release (&speed, 1600), -SPEED, SPEED / 50);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/drag-speed/steady", test_steady);
  g_test_add_func ("/app/drag-speed/same-time", test_same_time);
  g_test_add_func ("/app/drag-speed/rest", test_rest);
  g_test_add_func ("/app/drag-speed/change", test_change);
  return g_test_run ();
}
