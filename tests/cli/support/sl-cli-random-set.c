/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-random-set.h"

/**
 * sl_cli_make_random_set:
 *
 * Returns: (transfer full): tasks that share locks, with an interrupt and maybe a server, under any scheduler
 */
char *
sl_cli_make_random_set (void)
{
  static const char *const schedulers[] = { "fp", "edf", "rm", "dm" };
  static const char *const protocols[] = { "none", "npp", "pip", "srp", "pcp", "icpp" };
  const char *scheduler = schedulers[g_test_rand_int_range (0, G_N_ELEMENTS (schedulers))];
  gint n_protocols = g_str_equal (scheduler, "edf") ? 4 : G_N_ELEMENTS (protocols);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "[scheduler]\npolicy=%s\nprotocol=%s\n\n", scheduler,
                          protocols[g_test_rand_int_range (0, n_protocols)]);
  g_string_append_printf (text, "[interrupt nic]\nperiod=%dms\nexecution=100us..300us\n\n",
                          g_test_rand_int_range (3, 9));
  for (int i = 1; i <= 4; i++)
    {
      int wcet = g_test_rand_int_range (2, 3 + 2 * i);

      g_string_append_printf (text,
                              "[task T%d]\nperiod=%dms\nwcet=%dms\nexecution=1ms..%dms\n"
                              "priority=%d\noffset=%dms\n",
                              i, 8 * i + g_test_rand_int_range (0, 5), wcet, wcet, 10 - i,
                              g_test_rand_int_range (0, 4));
      if (g_test_rand_bit ())
        g_string_append_printf (text, "sections=%s@200us+1ms\n",
                                g_test_rand_bit () ? "bus" : "pipe");
      g_string_append_c (text, '\n');
    }
  if (g_test_rand_bit ())
    g_string_append_printf (text,
                            "[server S]\npolicy=%s\nbudget=2ms\nperiod=12ms\npriority=11\n\n"
                            "[task A]\nserver=S\narrivals=3ms, 17ms, 18ms, 51ms\nwcet=3ms\n",
                            g_str_equal (scheduler, "edf") ? "cbs" : "ds");

  return g_string_free (text, FALSE);
}
