/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-duration-text.h"

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    gint64 us; /* below 0 where it is not a duration */
  } cases[] = {
    { "30s", 30 * G_USEC_PER_SEC },
    { "10 s", 10 * G_USEC_PER_SEC },
    { "500ms", 500000 },
    { "1.5ms", 1500 },
    { "7us", 7 },
    { "0s", 0 },
    { "", -1 },
    { "5", -1 },
    { "ms", -1 },
    { "-1s", -1 },
    { "1 hour", -1 },
    { "99999999999999999999s", -1 },
  };

  g_test_summary (
      "A duration has a unit and is not below 0; what is not a duration changes nothing.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 us = 77;

      g_assert_cmpint (sl_duration_text_parse (cases[i].text, &us), ==, cases[i].us >= 0);
      g_assert_cmpint (us, ==, cases[i].us >= 0 ? cases[i].us : 77);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/duration-text/parse", test_parse);

  return g_test_run ();
}
