/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-parallel.h"

#include "sl-test.h"

#define MOST_PIECES 300
#define N_CALLERS   4

static void
count_cb (guint number, gpointer user_data)
{
  guint *counts = user_data;

  g_atomic_int_inc (&counts[number]);
}

static gpointer
call_often (gpointer random)
{
  for (guint i = 0; i < 500; i++)
    {
      guint counts[MOST_PIECES + 1] = { 0 };
      guint n_pieces = (guint) g_rand_int_range (random, 0, MOST_PIECES);

      sl_parallel_run (n_pieces, count_cb, counts);
      for (guint piece = 0; piece <= MOST_PIECES; piece++)
        g_assert_cmpuint (counts[piece], ==, piece < n_pieces ? 1 : 0);
    }

  return NULL;
}

static void
test_once (void)
{
  GThread *threads[N_CALLERS];
  GRand *randoms[N_CALLERS];

  g_test_summary (
      "Each piece is done once before the caller goes on, with several callers at a time.");

  for (guint i = 0; i < N_CALLERS; i++)
    {
      randoms[i] = g_rand_new_with_seed ((guint32) g_test_rand_int ());
      threads[i] = g_thread_new ("caller", call_often, randoms[i]);
    }
  for (guint i = 0; i < N_CALLERS; i++)
    {
      g_thread_join (threads[i]);
      g_rand_free (randoms[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/once", test_once);

  return g_test_run ();
}
