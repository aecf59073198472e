/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "sl-unbroken.h"

static void
test_units (void)
{
  static const struct
  {
    const char *text;
    const char *unbroken;
  } texts[] = {
    { "worst: job 5, 131.57 µs late", "worst: job 5, 131.57\u00a0µs late" },
    { "It took 6 s and 7 ms more", "It took 6\u00a0s and 7\u00a0ms more" },
    { "3 servers, 2 ticks", "3 servers, 2\u00a0ticks" },
    { "busy 100 % · clock 2 GHz", "busy 100\u00a0% · clock 2\u00a0GHz" },
    { "others took 2.158–2.437 ms", "others took 2.158–\u20602.437\u00a0ms" },
    { "job 5", "job 5" },
    { "", "" },
  };

  g_test_summary ("Lines do not break between a number and its unit, and do elsewhere.");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *unbroken = sl_unbroken_new (texts[i].text);

      g_assert_cmpstr (unbroken, ==, texts[i].unbroken);
    }
  g_assert_null (sl_unbroken_new (NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/unbroken/units", test_units);
  return g_test_run ();
}
