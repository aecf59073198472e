/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-window-test.h"

/* The library that looks at the window complains of what GTK 4.8 does not offer, and G_DEBUG is
 * meant for the program alone. */
void
sl_window_test_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
}

static gboolean
is_possible (void)
{
  static gsize once;

  /* 1 for no, 2 for yes */
  if (g_once_init_enter (&once))
    g_once_init_leave (&once, sl_real_window_is_possible () ? 2 : 1);
  return once == 2;
}

static void
run_case (gconstpointer data)
{
  GTestFunc run = *(const GTestFunc *) data;

  if (!is_possible ())
    {
      g_test_skip ("There is no display with XTest, or no accessibility bus");
      return;
    }

  run ();
}

void
sl_window_test_add (const char *path, GTestFunc run)
{
  g_test_add_data_func_full (path, g_memdup2 (&run, sizeof run), run_case, g_free);
}

/* Waits until there is such an accessible, and fails the test where none comes. */
void
sl_window_test_expect (SlRealWindow *window, AtspiRole role, const char *name_pattern)
{
  g_autoptr (SlAccessible) found = sl_real_window_wait_for (window, role, name_pattern);

  g_assert_nonnull (found);
}

void
sl_window_test_click_on (SlRealWindow *window, AtspiRole role, const char *name_pattern)
{
  g_autoptr (SlAccessible) found = sl_real_window_wait_for (window, role, name_pattern);

  sl_real_window_click_on (window, found);
}

/* Numbers stand in groups of digits, with thin spaces between. */
char *
sl_window_test_dup_name_without_spaces (SlAccessible *accessible)
{
  g_autofree char *name = sl_accessible_get_name (accessible);
  g_auto (GStrv) parts = g_strsplit (name, "\u202f", -1);

  return g_strjoinv ("", parts);
}
