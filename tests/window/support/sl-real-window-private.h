/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <X11/Xlib.h>
#include <gio/gio.h>

#include "sl-real-window.h"

G_BEGIN_DECLS

#define STEP_US (20 * 1000)

struct _SlRealWindow
{
  GSubprocess *process;
  SlAccessibleTree *tree;
  Display *display;
  SlAccessible *frame; /* of the main window; NULL before it was looked for */
  char *home;          /* folder of what the program remembers */
  Window main_window;
  int border; /* what a window draws around itself, in pixels */
};

gboolean sl_real_window_take_focus (SlRealWindow *self);

G_END_DECLS
