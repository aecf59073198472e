/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The real program in a real window: started as a process, driven by real keys and a real pointer
 * (XTest), and looked at through the accessibility bus, as a screen reader does. */

#include <X11/keysym.h>

#include "sl-accessible-listener.h"
#include "sl-accessible-tree.h"

G_BEGIN_DECLS

/* How long the program may take to show what a key or click brings about, on a slow machine
 * and under sanitizers. Nothing waits longer than it must: this only bounds a failure. */
#define SL_PATIENCE_US (60 * G_USEC_PER_SEC)

typedef struct _SlRealWindow SlRealWindow;

gboolean sl_real_window_is_possible (void);
void sl_real_window_keep_settings (const char *folder);
void sl_real_window_keep_data (const char *folder);
SlRealWindow *sl_real_window_start (const char *const *arguments);
void sl_real_window_stop (SlRealWindow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRealWindow, sl_real_window_stop)
void sl_real_window_settle (SlRealWindow *self);
void sl_real_window_wait_for_frame (SlRealWindow *self);
void sl_real_window_wait_still (SlRealWindow *self);
void sl_real_window_wait_end (SlRealWindow *self);
void sl_real_window_wait_windows (SlRealWindow *self, guint count);

SlAccessible *sl_real_window_find (SlRealWindow *self, AtspiRole role, const char *name_pattern);
SlAccessible *
sl_real_window_wait_for (SlRealWindow *self, AtspiRole role, const char *name_pattern);
void sl_real_window_wait_gone (SlRealWindow *self, AtspiRole role, const char *name_pattern);
void sl_real_window_wait_description (SlRealWindow *self,
                                      AtspiRole role,
                                      const char *name_pattern,
                                      const char *description_pattern);
void sl_real_window_wait_state (SlRealWindow *self,
                                AtspiRole role,
                                const char *name_pattern,
                                AtspiStateType state);
void sl_real_window_wait_focus (SlRealWindow *self, AtspiRole role, const char *name_pattern);
void sl_real_window_wait_no_description (SlRealWindow *self,
                                         AtspiRole role,
                                         const char *name_pattern,
                                         const char *description_pattern);
char *sl_real_window_get_description (SlRealWindow *self, AtspiRole role, const char *name_pattern);
guint sl_real_window_count (SlRealWindow *self, AtspiRole role, const char *name_pattern);
SlAccessibleListener *sl_real_window_listen (SlRealWindow *self) G_GNUC_WARN_UNUSED_RESULT;
char *sl_real_window_dump (SlRealWindow *self) G_GNUC_WARN_UNUSED_RESULT;

void sl_real_window_key (SlRealWindow *self, const char *keys);
void sl_real_window_type (SlRealWindow *self, const char *text);
void sl_real_window_move (SlRealWindow *self, int x, int y);
void sl_real_window_click (SlRealWindow *self, int x, int y, guint button);
void sl_real_window_click_with (SlRealWindow *self, const char *key, int x, int y);
void sl_real_window_click_on (SlRealWindow *self, SlAccessible *accessible);
void sl_real_window_scroll (SlRealWindow *self, int x, int y, int clicks);
void sl_real_window_drag (SlRealWindow *self, int x1, int y1, int x2, int y2);
void sl_real_window_drag_with (SlRealWindow *self, const char *key, int x1, int y1, int x2, int y2);
void
sl_real_window_drag_and_press (SlRealWindow *self, const char *key, int x1, int y1, int x2, int y2);
void sl_real_window_drag_with_both (SlRealWindow *self,
                                    const char *key,
                                    const char *other,
                                    int x1,
                                    int y1,
                                    int x2,
                                    int y2);
void sl_real_window_fling (SlRealWindow *self, int x1, int y1, int x2, int y2);
void sl_real_window_get_extents (SlRealWindow *self,
                                 SlAccessible *accessible,
                                 int *x,
                                 int *y,
                                 int *width,
                                 int *height);
void sl_real_window_screenshot (SlRealWindow *self, const char *path);

G_END_DECLS
