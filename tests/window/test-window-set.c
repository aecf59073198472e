/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "sl-window-test.h"

#define PREVIEW "Preview of the schedule"

/* Rate monotonic: fast runs in 0 to 5 and 10 to 15, slow in 5 to 10 and 15 to 20. */
static const char two_tasks[] = "[task fast]\nperiod=10ms\nwcet=5ms\n\n"
                                "[task slow]\nperiod=20ms\nwcet=10ms\n";

typedef struct
{
  SlRealWindow *window;
  char *folder;
  char *path;
} Editor;

static void
open_editor (Editor *self)
{
  const char *arguments[] = { g_getenv ("SLACKLINE"), NULL, NULL };
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("slackline-set-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "two.slackline-tasks", NULL);
  g_file_set_contents (self->path, two_tasks, -1, &error);
  g_assert_no_error (error);

  arguments[1] = self->path;
  self->window = sl_real_window_start (arguments);
  sl_window_test_expect (self->window, ATSPI_ROLE_FRAME, "two");
  sl_real_window_wait_description (self->window, ATSPI_ROLE_IMAGE, PREVIEW,
                                   "U = ΣC/T = 1.000*3 jobs*no missed deadline*");
}

static void
close_editor (Editor *self)
{
  sl_real_window_stop (self->window);
  g_remove (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static void
check_file (const Editor *self, const char *expected)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;
  g_autofree char *text = NULL;

  while (g_get_monotonic_time () < end)
    {
      g_clear_pointer (&text, g_free);
      g_file_get_contents (self->path, &text, NULL, NULL);
      if (g_strcmp0 (text, expected) == 0)
        return;
      g_usleep (20 * 1000);
    }
  g_assert_cmpstr (text, ==, expected);
}

static void
test_wcet (void)
{
  Editor editor = { 0 };

  g_test_summary ("A WCET that is changed by keys changes the schedule at once; undo takes it "
                  "back; what is saved is in the file; the schedule opens as a trace.");

  open_editor (&editor);
  sl_window_test_click_on (editor.window, ATSPI_ROLE_TEXT, "slow: WCET");
  sl_real_window_wait_focus (editor.window, ATSPI_ROLE_TEXT, "slow: WCET");
  sl_real_window_key (editor.window, "Up");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_IMAGE, PREVIEW,
                                   "U = ΣC/T = 1.050*3 jobs*1 missed deadline*");
  sl_real_window_key (editor.window, "Control_L+z");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_IMAGE, PREVIEW, "*no missed*");

  sl_real_window_key (editor.window, "Control_L+a");
  sl_real_window_type (editor.window, "11.5ms");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_IMAGE, PREVIEW, "*1.075*1 missed*");
  sl_real_window_key (editor.window, "Control_L+s");
  check_file (&editor, "[task fast]\nperiod=10ms\nwcet=5ms\n\n"
                       "[task slow]\nperiod=20ms\nwcet=11.5ms\n");

  sl_real_window_key (editor.window, "Control_L+Return");
  sl_window_test_expect (editor.window, ATSPI_ROLE_LABEL, "two (simulated)");
  sl_window_test_expect (editor.window, ATSPI_ROLE_ROW_HEADER, "*fast*");
  g_assert_cmpuint (sl_real_window_count (editor.window, ATSPI_ROLE_LABEL, "The file has changed*"),
                    ==, 0);
  close_editor (&editor);
}

static void
test_wrong (void)
{
  Editor editor = { 0 };

  g_test_summary ("Errors are shown at their entries, and the last schedule stays; what the "
                  "simulator refuses is shown in the same way.");

  open_editor (&editor);
  sl_window_test_click_on (editor.window, ATSPI_ROLE_TEXT, "fast: WCET");
  sl_real_window_wait_focus (editor.window, ATSPI_ROLE_TEXT, "fast: WCET");
  sl_real_window_key (editor.window, "End");
  sl_real_window_type (editor.window, "x");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_TEXT, "fast: WCET", "*Not valid*");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_IMAGE, PREVIEW, "*no missed*");
  sl_real_window_key (editor.window, "BackSpace");
  sl_real_window_wait_no_description (editor.window, ATSPI_ROLE_TEXT, "fast: WCET", "*Not valid*");

  sl_real_window_key (editor.window, "Control_L+a");
  sl_real_window_key (editor.window, "BackSpace");
  sl_window_test_expect (editor.window, ATSPI_ROLE_LABEL, "*Neither wcet nor execution is given*");
  sl_real_window_type (editor.window, "2ms");
  sl_real_window_wait_gone (editor.window, ATSPI_ROLE_LABEL, "*Neither wcet nor*");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_IMAGE, PREVIEW, "*0.700*");
  close_editor (&editor);
}

static void
test_tasks (void)
{
  Editor editor = { 0 };

  g_test_summary ("Tasks are duplicated, renamed, moved and removed by keys alone, and the entry "
                  "that is worked with keeps the keys.");

  open_editor (&editor);
  sl_window_test_click_on (editor.window, ATSPI_ROLE_TEXT, "slow: WCET");
  sl_real_window_wait_focus (editor.window, ATSPI_ROLE_TEXT, "slow: WCET");
  sl_real_window_key (editor.window, "Alt_L+Up");
  sl_real_window_wait_focus (editor.window, ATSPI_ROLE_TEXT, "slow: WCET");
  sl_real_window_key (editor.window, "Control_L+d");
  sl_real_window_wait_focus (editor.window, ATSPI_ROLE_TEXT, "slow1: Name");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_IMAGE, PREVIEW, "*4 jobs*");
  sl_real_window_key (editor.window, "Control_L+a");
  sl_real_window_type (editor.window, "late");
  sl_real_window_key (editor.window, "Return");
  sl_window_test_expect (editor.window, ATSPI_ROLE_TEXT, "late: WCET");
  sl_real_window_key (editor.window, "Control_L+s");
  check_file (&editor, "[task slow]\nperiod=20ms\nwcet=10ms\n\n"
                       "[task late]\nperiod=20ms\nwcet=10ms\n\n"
                       "[task fast]\nperiod=10ms\nwcet=5ms\n");

  sl_real_window_key (editor.window, "Shift_L+Control_L+Delete");
  sl_real_window_wait_gone (editor.window, ATSPI_ROLE_TEXT, "late: WCET");
  sl_real_window_wait_description (editor.window, ATSPI_ROLE_IMAGE, PREVIEW, "*3 jobs*");
  sl_real_window_wait_focus (editor.window, ATSPI_ROLE_TEXT, "fast: Name");
  close_editor (&editor);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/set/wcet", test_wcet);
  sl_window_test_add ("/window/set/wrong", test_wrong);
  sl_window_test_add ("/window/set/tasks", test_tasks);
  return g_test_run ();
}
