/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-number-table.h"

#include "sl-test.h"

/* Keys that fall together are as likely as others that are far apart. */
static guint64
draw_key (void)
{
  guint64 key = (guint64) g_test_rand_int_range (0, 300);

  return g_test_rand_int_range (0, 2) == 0 ? key : key << 40;
}

static void
test_as_hash_table (void)
{
  g_autoptr (SlNumberTable) table = sl_number_table_new ();
  g_autoptr (GHashTable) expected =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  g_test_summary ("A table finds what was set last under a number, and nothing that was removed");
  for (guint i = 0; i < 20000; i++)
    {
      guint64 key = draw_key ();
      guint64 value = (guint64) g_test_rand_int_range (0, 5);
      const guint64 *found;

      if (g_test_rand_int_range (0, 3) == 0)
        {
          sl_number_table_remove (table, key);
          g_hash_table_remove (expected, &key);
        }
      else
        {
          sl_number_table_set (table, key, value);
          g_hash_table_insert (expected, g_memdup2 (&key, sizeof key),
                               g_memdup2 (&value, sizeof value));
        }
      g_assert_cmpuint (sl_number_table_get_size (table), ==, g_hash_table_size (expected));

      key = draw_key ();
      found = g_hash_table_lookup (expected, &key);
      g_assert_cmpuint (sl_number_table_find (table, key), ==,
                        found != NULL ? *found : SL_NUMBER_NONE);
    }
}

static void
test_nothing (void)
{
  g_autoptr (SlNumberTable) table = sl_number_table_new ();

  g_test_summary ("To set nothing is to remove, and pointers come back as they are");
  g_assert_null (sl_number_table_find_pointer (table, 7));
  sl_number_table_set_pointer (table, 7, &table);
  g_assert_true (sl_number_table_find_pointer (table, 7) == &table);
  sl_number_table_set (table, 7, SL_NUMBER_NONE);
  g_assert_null (sl_number_table_find_pointer (table, 7));
  g_assert_cmpuint (sl_number_table_get_size (table), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number-table/as-hash-table", test_as_hash_table);
  g_test_add_func ("/number-table/nothing", test_nothing);
  return g_test_run ();
}
