/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-size-text.h"

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    guint64 size; /* 0 where it is none */
  } cases[] = {
    { "1K", 1024 },
    { "512k", 512 * 1024 },
    { "8M", 8 << 20 },
    { "8 MiB", 8 << 20 },
    { "3gib", G_GUINT64_CONSTANT (3) << 30 },
    { "1024T", G_GUINT64_CONSTANT (1) << 50 },
    { "1025T", 0 },
    { "99999999999999999999999K", 0 },
    { "", 0 },
    { "8", 0 },
    { "M", 0 },
    { "0M", 0 },
    { "-1M", 0 },
    { "1.5M", 0 },
    { "8MB", 0 },
    { "8M ", 0 },
    { "8 M iB", 0 },
  };

  g_test_summary ("A size is a whole number above 0 and a unit; what is none changes nothing.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint64 size = 77;

      g_assert_cmpint (sl_size_parse (cases[i].text, &size), ==, cases[i].size > 0);
      g_assert_cmpuint (size, ==, cases[i].size > 0 ? cases[i].size : 77);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/size-text/parse", test_parse);

  return g_test_run ();
}
