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

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/export/preview", test_preview);
  sl_window_test_add ("/window/export/cancel", test_cancel);
  return g_test_run ();
}
