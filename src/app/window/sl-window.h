/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-trace-tab.h"
#include <adwaita.h>

G_BEGIN_DECLS

/* A window with a tab for each trace. */
#define SL_TYPE_WINDOW (sl_window_get_type ())
G_DECLARE_FINAL_TYPE (SlWindow, sl_window, SL, WINDOW, AdwApplicationWindow)

SlWindow *sl_window_new (GtkApplication *application);
SlTraceTab *sl_window_add_tab (SlWindow *self);
SlTraceTab *sl_window_make_place (SlWindow *self);
SlTraceTab *sl_window_get_tab (SlWindow *self);
GActionGroup *sl_window_get_tab_actions (SlWindow *self);
guint sl_window_get_n_tabs (SlWindow *self);
SlTraceTab *sl_window_get_tab_at (SlWindow *self, guint number);

void sl_window_open (SlWindow *self, GPtrArray *files);
void sl_window_open_simulation (SlWindow *self, SlSimulation *simulation);
void sl_window_open_source (SlWindow *self, SlSource *source);
SlDocument *sl_window_get_document (SlWindow *self);

G_END_DECLS
