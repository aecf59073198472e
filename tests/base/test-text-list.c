/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-list.h"

static void
assert_joined (guint n_texts, guint most, const char *wanted)
{
  static const char *const texts[] = { "one", "two", "three" };
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_autofree char *joined = NULL;

  for (guint i = 0; i < n_texts; i++)
    g_ptr_array_add (list, (gpointer) texts[i]);
  joined = sl_text_list_join (list, most);
  g_assert_cmpstr (joined, ==, wanted);
}

static void
test_join (void)
{
  g_test_summary ("The first texts are joined by commas; dots stand for the others.");

  assert_joined (0, 2, "");
  assert_joined (1, 2, "one");
  assert_joined (2, 2, "one, two");
  assert_joined (3, 2, "one, two, …");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-list/join", test_join);

  return g_test_run ();
}
