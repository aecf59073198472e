/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Cases that need a display and the accessibility bus: skipped where there are none. */

#include "sl-real-window.h"

G_BEGIN_DECLS

void sl_window_test_init (int *argc, char ***argv);
void sl_window_test_add (const char *path, GTestFunc run);

void sl_window_test_expect (SlRealWindow *window, AtspiRole role, const char *name_pattern);
void sl_window_test_click_on (SlRealWindow *window, AtspiRole role, const char *name_pattern);

char *sl_window_test_dup_name_without_spaces (SlAccessible *accessible) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
