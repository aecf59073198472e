/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-real-window.h"

G_BEGIN_DECLS

/* What the program has put on the clipboard, asked for as any other program does. */
GBytes *sl_clipboard_probe_read (SlRealWindow *window, const char *target);
char *sl_clipboard_probe_wait_text (SlRealWindow *window, const char *pattern);

G_END_DECLS
