/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Built twice: with what the processor has, and as for one without such instructions. */

#include "sl-vector.h"

#define N_ROUNDS 2000

/* @below: 0 for any */
static guint32
pick_number (guint32 below)
{
  guint32 number = (guint32) g_test_rand_int ();

  return below == 0 ? number : number % below;
}

static SlQuad
pick_quad (guint32 below)
{
  return (SlQuad) { pick_number (below), pick_number (below), pick_number (below),
                    pick_number (below) };
}

static SlBytes16
pick_bytes (guint32 below)
{
  guint8 bytes[SL_VECTOR_SIZE];

  for (guint i = 0; i < SL_VECTOR_SIZE; i++)
    bytes[i] = (guint8) pick_number (below);

  return sl_bytes16_load (bytes);
}

static void
test_bytes (void)
{
  g_test_summary ("Sixteen bytes are added up, widened, narrowed and scaled as each would be.");

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      SlBytes16 marks = pick_bytes (16), bytes = pick_bytes (256), factors = pick_bytes (256);
      SlBytes16 scaled = sl_bytes16_scale (bytes, factors);
      SlQuad quads[4];
      SlBytes16 packed;
      guint sum = 0;

      sl_bytes16_unpack (bytes, quads);
      packed = sl_quads_pack (quads[0], quads[1], quads[2], quads[3]);
      for (guint i = 0; i < SL_VECTOR_SIZE; i++)
        {
          sum += marks[i];
          g_assert_cmpuint (quads[i / 4][i % 4], ==, bytes[i]);
          g_assert_cmpuint (packed[i], ==, bytes[i]);
          g_assert_cmpuint (scaled[i], ==, (bytes[i] * factors[i] * 2 + 255) / 510);
        }
      g_assert_cmpuint (sl_bytes16_add_up (marks), ==, sum);
      g_assert_cmpuint (sl_bytes16_fill (bytes[0])[15], ==, bytes[0]);
    }
}

static void
test_quads (void)
{
  g_test_summary ("Four numbers are compared, weighed, chosen and joined as each would be.");

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      SlQuad one = pick_quad (0), other = pick_quad (0), mask;
      SlQuad low = pick_quad (32768), high = pick_quad (32768);
      guint32 weight = pick_number (65537);
      SlQuad weighed = sl_quad_weigh (one, weight), chosen;
      SlBytes16 joined = sl_quads_join (low, high);
      guint16 halves[8];

      mask = (SlQuad) (sl_quad_to_signed (one) < sl_quad_to_signed (other));
      chosen = sl_quad_choose (mask, one, other);
      sl_bytes16_store (halves, joined);
      for (guint i = 0; i < 4; i++)
        {
          guint64 product = (guint64) one[i] * weight + 32768;

          g_assert_cmpuint (chosen[i], ==, MIN (one[i], other[i]));
          g_assert_cmpuint (weighed[i], ==, (guint32) (product / 65536));
          g_assert_cmpuint (halves[i], ==, low[i]);
          g_assert_cmpuint (halves[4 + i], ==, high[i]);
        }
    }
  g_assert_true (sl_quad_is_zero (sl_quad_fill (0)));
  for (guint i = 0; i < 4; i++)
    {
      SlQuad quad = { 0 };

      quad[i] = 1u << 31;
      g_assert_false (sl_quad_is_zero (quad));
    }
}

static void
test_transpose (void)
{
  SlQuad rows[4] = { pick_quad (0), pick_quad (0), pick_quad (0), pick_quad (0) }, columns[4];

  g_test_summary ("Rows become columns.");

  memcpy (columns, rows, sizeof rows);
  sl_quads_transpose (columns);
  for (guint i = 0; i < 4; i++)
    for (guint j = 0; j < 4; j++)
      g_assert_cmpuint (columns[i][j], ==, rows[j][i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vector/bytes", test_bytes);
  g_test_add_func ("/vector/quads", test_quads);
  g_test_add_func ("/vector/transpose", test_transpose);
  return g_test_run ();
}
