/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "sl-arena.h"

#define HUGE_PAGE (2 * 1024 * 1024)

static gboolean
is_zero (const guint8 *bytes, gsize size)
{
  return bytes[0] == 0 && memcmp (bytes, bytes + 1, size - 1) == 0;
}

static void
test_zero_pages (void)
{
  static const gsize sizes[] = {
    1, 4095, 4097, 65537, HUGE_PAGE - 1, HUGE_PAGE, HUGE_PAGE + 1, 3 * HUGE_PAGE + 4097
  };
  gsize page = (gsize) sysconf (_SC_PAGESIZE);

  g_test_summary ("Memory of any size comes as zeros from the begin of a page on, huge pages where "
                  "they fit, and is had up to its last byte, also where it is had at once.");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint8 *bytes = sl_zero_pages_map (sizes[i]);

      g_assert_cmpuint ((gsize) bytes % (sizes[i] >= HUGE_PAGE ? HUGE_PAGE : page), ==, 0);
      sl_zero_pages_fill (bytes, sizes[i] / 2);
      g_assert_true (is_zero (bytes, sizes[i]));
      memset (bytes, 0xff, sizes[i]);
      sl_zero_pages_fill (bytes, sizes[i]);
      g_assert_true (bytes[0] == 0xff && memcmp (bytes, bytes + 1, sizes[i] - 1) == 0);
      sl_zero_pages_unmap (bytes, sizes[i]);
    }
}

/* What one thread took, each filled with the thread's own number. */
typedef struct
{
  SlArena *arena;
  guint8 number;
  guint8 *taken[2000];
  gsize sizes[2000];
} Taker;

static gpointer
take (gpointer data)
{
  Taker *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (self->taken); i++)
    {
      self->sizes[i] = 1 + (i * 7919u * self->number) % 5000;
      self->taken[i] = sl_arena_take (self->arena, self->sizes[i]);
      g_assert_cmpuint ((gsize) self->taken[i] % 16, ==, 0);
      g_assert_true (is_zero (self->taken[i], self->sizes[i]));
      memset (self->taken[i], self->number, self->sizes[i]);
    }

  return NULL;
}

static void
test_threads (void)
{
  g_autofree Taker *takers = g_new0 (Taker, 4);
  SlArena *arena = sl_arena_new ();
  GThread *threads[4];

  g_test_summary ("What several threads take at once is zeros, and nobody else's.");

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      takers[i].arena = arena;
      takers[i].number = (guint8) (i + 1);
      threads[i] = g_thread_new ("take", take, &takers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    for (guint j = 0; j < G_N_ELEMENTS (takers[i].taken); j++)
      {
        const guint8 *bytes = takers[i].taken[j];

        g_assert_cmpuint (bytes[0], ==, takers[i].number);
        g_assert_cmpmem (bytes, takers[i].sizes[j] - 1, bytes + 1, takers[i].sizes[j] - 1);
      }
  sl_arena_unref (arena);
}

static void
test_large (void)
{
  SlArena *arena = sl_arena_new ();
  SlArena *again = sl_arena_ref (arena);
  guint8 *nothing = sl_arena_take (arena, 0);
  guint8 *large = sl_arena_take (arena, 20 * 1024 * 1024);
  guint8 *small = sl_arena_take (arena, 1);

  g_test_summary (
      "What is larger than any chunk has one of its own; what was taken stays until the "
      "last reference is gone.");

  g_assert_nonnull (nothing);
  large[0] = large[20 * 1024 * 1024 - 1] = 1;
  g_assert_cmpuint (*small, ==, 0);
  sl_arena_unref (arena);
  g_assert_cmpuint (large[20 * 1024 * 1024 - 1], ==, 1);
  sl_arena_unref (again);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/zero-pages/sizes", test_zero_pages);
  g_test_add_func ("/arena/threads", test_threads);
  g_test_add_func ("/arena/large", test_large);
  return g_test_run ();
}
