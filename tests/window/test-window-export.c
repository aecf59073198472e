/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

static const char name_of_button[] = "*Export…";

static void
test_preview (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("The dialog shows the picture and its size, in pixels where the format is made "
                  "of them.");

  sl_real_window_key (probe->window, "Control_L+e");
  sl_window_test_expect (probe->window, ATSPI_ROLE_FRAME, "Export Picture");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "* × * cm");
  sl_window_test_expect (probe->window, ATSPI_ROLE_IMAGE, "Preview of the picture");
  sl_real_window_key (probe->window, "space"); /* the list of formats */
  sl_real_window_key (probe->window, "Down");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "* × * pixels");
}

static void
test_cancel (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Escape leaves the dialog, and nothing is written.");

  sl_real_window_key (probe->window, "Control_L+e");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, name_of_button);
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_PUSH_BUTTON, name_of_button);
}

static void
test_drop_on_itself (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (SlAccessible) preview = NULL;
  int x, y, width, height;

  g_test_summary (
      "The picture that is dropped on the program’s own window is not opened as a trace.");

  sl_real_window_key (probe->window, "Control_L+e");
  preview = sl_real_window_wait_for (probe->window, ATSPI_ROLE_IMAGE, "Preview of the picture");
  sl_real_window_wait_still (probe->window);
  sl_real_window_get_extents (probe->window, preview, &x, &y, &width, &height);
  sl_real_window_drag (probe->window, x + width / 2, y + height / 2,
                       probe->x + probe->width * 3 / 4, probe->y + probe->height - 20);
  sl_real_window_wait_still (probe->window);
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_FRAME, "Export Picture");
  sl_real_window_wait_still (probe->window);
  sl_real_window_wait_windows (probe->window, 1);
  g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_LABEL,
                                          "No Format Fits This File"),
                    ==, 0);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/export/preview", test_preview);
  sl_window_test_add ("/window/export/cancel", test_cancel);
  sl_window_test_add ("/window/export/drop-on-itself", test_drop_on_itself);
  return g_test_run ();
}
